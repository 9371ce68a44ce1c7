extension Container {
  /// The same animation, playing without end: one number of the file changes, or a GIF without it gets it.
  ///
  /// - Parameter bytes: those that the container was read from.
  /// - Returns: nil where there is no animation to change, or no place for the number.
  public func endlessBytes(from bytes: [UInt8]) -> [UInt8]? { self.bytes(playing: 0, from: bytes) }

  /// The same animation, playing a number of times; nothing else changes.
  ///
  /// - Parameter plays: 0 is without end.
  /// - Parameter bytes: those that the container was read from.
  /// - Returns: nil where there is no animation to change, or no place for the number.
  public func bytes(playing plays: Int, from bytes: [UInt8]) -> [UInt8]? {
    guard animation != nil, let number = UInt32(exactly: plays) else { return nil }
    switch format {
    case .apng: return apng(bytes, self, playing: number)
    case .gif where plays == 0: return endlessGIF(bytes, self)
    case .webp: return webP(bytes, self, playing: number)
    case .gif, .png, .jpeg: return nil
    }
  }
}

private func apng(_ bytes: [UInt8], _ container: Container, playing plays: UInt32) -> [UInt8]? {
  guard let part = container.parts.first(where: { $0.type == "acTL" }), part.length == 20,
    part.offset <= bytes.count - 20
  else { return nil }
  let frames = Array(bytes[part.offset + 8..<part.offset + 12])
  let number = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: plays >> UInt32($0)) }
  var out = bytes
  out.replaceSubrange(part.offset..<part.offset + 20, with: pngChunk("acTL", [frames, number]))
  return out
}

/// - Source: RFC 9649, section 2.7.1.1: behind the background color, how often it plays in all; 0: without
///   end.
private func webP(_ bytes: [UInt8], _ container: Container, playing plays: UInt32) -> [UInt8]? {
  guard let part = container.parts.first(where: { $0.type == "ANIM" }), part.length >= 14, plays <= UInt16.max
  else { return nil }
  var out = bytes
  out.replaceSubrange(part.offset + 12..<part.offset + 14, with: little(Int(plays), 2))
  return out
}

/// - Source: the NETSCAPE2.0 application extension: 11, its name, 3, 1, repetitions (0: without end).
private func endlessGIF(_ bytes: [UInt8], _ container: Container) -> [UInt8]? {
  var out = bytes
  let loops = container.parts.last { part in
    part.length >= 18
      && (bytes.has("NETSCAPE2.0", at: part.offset + 3) || bytes.has("ANIMEXTS1.0", at: part.offset + 3))
      && bytes[part.offset + 14] >= 3 && bytes[part.offset + 15] & 7 == 1
  }
  if let loops {
    (out[loops.offset + 16], out[loops.offset + 17]) = (0, 0)
    return out
  }
  // Behind the screen and its palette, and before the first frame, is where players look for it.
  let head = container.parts.prefix { ["logical screen descriptor", "global color table"].contains($0.type) }
  guard let last = head.last else { return nil }
  let block: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
  out.insert(contentsOf: block, at: last.offset + last.length)
  out.replaceSubrange(3..<6, with: Array("89a".utf8))  // 87a has no extensions
  return out
}
