/// Chunks that an optimized PNG copies unchanged. They are complete, with length, type, data and checksum.
public struct PreservedChunks: Hashable, Sendable {
  /// Chunks before the palette and the image data: color declarations and metadata.
  public var afterHeader: [[UInt8]]
  /// Chunks after the image data.
  public var afterImageData: [[UInt8]]

  /// Creates a list of chunks.
  public init(afterHeader beforeImageData: [[UInt8]] = [], afterImageData: [[UInt8]] = []) {
    self.afterHeader = beforeImageData
    self.afterImageData = afterImageData
  }

  /// Selects which chunks of a PNG or APNG to keep.
  ///
  /// The first color declaration of each type is always kept. Chunks that refer to the stored samples (sBIT,
  /// bKGD, hIST), and unknown chunks that are marked as unsafe to copy, are never kept, because they would be
  /// wrong for other samples.
  ///
  /// - Parameter bytes: The whole file.
  /// - Parameter container: The container parsed from the bytes.
  /// - Parameter isKept: Called with the type of every other chunk, to decide whether to keep it.
  public init(
    of bytes: [UInt8], _ container: ImageContainer, keeping isKept: (String) -> Bool = { _ in true }
  ) {
    self.init(afterHeader: container.colorChunks(of: bytes))
    var isAfterImageData = false
    for part in container.parts where part.length >= 12 {
      if part.type == "IDAT" { isAfterImageData = true }
      guard isSafeToCopyOrHDRChunk(part.type), isKept(part.type) else { continue }
      guard part.offset >= 0, part.offset <= bytes.count - part.length else { continue }
      let chunk = Array(bytes[part.offset..<part.offset + part.length])
      guard hasValidLengthAndChecksum(chunk) else { continue }
      if isAfterImageData { afterImageData.append(chunk) } else { afterHeader.append(chunk) }
    }
  }
}

/// Whether a chunk that contains neither image data nor a color declaration may be copied. These are the
/// chunks that are safe to copy according to the PNG specification, 14.2, and the HDR chunks, which describe
/// how colors are displayed.
private func isSafeToCopyOrHDRChunk(_ type: String) -> Bool {
  guard type.utf8.count == 4, let first = type.utf8.first, let last = type.utf8.last else { return false }
  let isAncillary = first & 0x20 != 0
  if ["mDCV", "cLLI"].contains(type) { return true }
  if ["acTL", "fcTL", "fdAT"].contains(type) { return false }
  return isAncillary && last & 0x20 != 0
}
