/// Chunks that an optimized PNG takes over as they are: complete, with length, type, data and checksum.
public struct PreservedChunks: Hashable, Sendable {
  /// Chunks before the palette and the image data: what the colors mean, and metadata.
  public var beforeImageData: [[UInt8]]
  /// Chunks behind the image data.
  public var afterImageData: [[UInt8]]

  /// Chunks ahead of the image data and behind it.
  public init(beforeImageData: [[UInt8]] = [], afterImageData: [[UInt8]] = []) {
    self.beforeImageData = beforeImageData
    self.afterImageData = afterImageData
  }

  /// The chunks of a PNG or APNG that stay.
  ///
  /// Those that say what the colors mean always do, the first of each. What speaks of the samples as they
  /// were stored (sBIT, bKGD, hIST), and what is unknown and says that it is unsafe to copy, never does: it
  /// would be wrong of other samples.
  ///
  /// - Parameter isKept: told the type of each other chunk.
  public init(of bytes: [UInt8], _ container: Container, keeping isKept: (String) -> Bool = { _ in true }) {
    self.init(beforeImageData: container.colorChunks(of: bytes))
    var isAfterImageData = false
    for part in container.parts where part.length >= 12 {
      if part.type == "IDAT" { isAfterImageData = true }
      guard isCopied(part.type), isKept(part.type) else { continue }
      guard part.offset >= 0, part.offset <= bytes.count - part.length else { continue }
      let chunk = Array(bytes[part.offset..<part.offset + part.length])
      guard isSound(chunk) else { continue }
      if isAfterImageData { afterImageData.append(chunk) } else { beforeImageData.append(chunk) }
    }
  }
}

/// Whether a chunk that is neither image nor color may be copied: PNG specification, 14.2, and the chunks of
/// HDR, which say how colors are shown.
private func isCopied(_ type: String) -> Bool {
  guard type.utf8.count == 4, let first = type.utf8.first, let last = type.utf8.last else { return false }
  let isAncillary = first & 0x20 != 0
  if ["mDCV", "cLLI"].contains(type) { return true }
  if ["acTL", "fcTL", "fdAT"].contains(type) { return false }
  return isAncillary && last & 0x20 != 0
}
