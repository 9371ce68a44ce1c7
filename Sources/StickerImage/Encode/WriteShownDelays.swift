extension Container {
  /// The same animation, with 100 ms written into each frame of at most 10 ms, which is what viewers
  /// show. Nothing else changes.
  ///
  /// - Parameter bytes: the file that the container was read from.
  /// - Returns: nil if the file is not animated or cannot store a delay.
  package func bytesWritingShownDelays(from bytes: [UInt8]) -> [UInt8]? {
    guard let animation else { return nil }
    if format == .gif { return gifWritingShownDelays(from: bytes, animation) }
    var out = bytes
    for frame in animation.frames where !frame.delay.isShownAsWritten {
      let isDone =
        switch format {
        case .apng: writeShownDelay(&out, fcTL: frame.offset)
        case .webp: writeShownDelay(&out, ANMF: frame.offset)
        case .gif, .png, .jpeg: false
        }
      guard isDone else { return nil }
    }
    return out
  }

  /// - Source: PNG specification, third edition, 11.3.6.2: delay_num and delay_den, 16 bits each,
  ///   follow the length, the type and 20 bytes.
  private func writeShownDelay(_ out: inout [UInt8], fcTL offset: Int) -> Bool {
    guard offset + 38 <= out.count else { return false }
    let data = Array(out[offset + 8..<offset + 28]) + [0, 1, 0, 10] + out[offset + 32..<offset + 34]
    out.replaceSubrange(offset..<offset + 38, with: pngChunk("fcTL", [data]))
    return true
  }

  /// Adds a graphic control extension to each frame without one.
  ///
  /// - Source: GIF 89a, section 23: the graphic control extension precedes its frame. The delay, in
  ///   hundredths of a second, follows four bytes. Without an extension the delay is 0.
  private func gifWritingShownDelays(from bytes: [UInt8], _ animation: Animation) -> [UInt8]? {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + 8 * animation.frames.count)
    var (copied, next, isExtended) = (0, 0, false)
    for frame in animation.frames {
      // The last extension since the frame before.
      var control: ContainerPart?
      while next < parts.count, parts[next].offset < frame.offset {
        if parts[next].type == "graphic control extension" { control = parts[next] }
        next += 1
      }
      if frame.delay.isShownAsWritten { continue }
      if let control {
        guard control.length == 8, control.offset + 8 <= bytes.count else { return nil }
        out += bytes[copied..<control.offset + 4]
        out += [10, 0]
        copied = control.offset + 6
      } else {
        out += bytes[copied..<frame.offset]
        out += [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
        (copied, isExtended) = (frame.offset, true)
      }
    }
    out += bytes[copied...]
    if isExtended { out.replaceSubrange(3..<6, with: Array("89a".utf8)) }  // 87a has no extensions
    return out
  }

  /// - Source: RFC 9649, section 2.7.1.1: the delay, 24 bits of milliseconds, follows the
  ///   chunk header and 12 bytes.
  private func writeShownDelay(_ out: inout [UInt8], ANMF offset: Int) -> Bool {
    guard offset + 23 <= out.count else { return false }
    out.replaceSubrange(offset + 20..<offset + 23, with: little(100, 3))
    return true
  }
}
