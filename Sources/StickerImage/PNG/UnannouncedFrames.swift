extension Container {
  /// The number of frames with image data (fdAT) in a PNG without an acTL chunk before IDAT. Decoders
  /// ignore these frames and show a still.
  ///
  /// - Source: PNG specification, third edition, 11.3.6.1: acTL must appear before the first IDAT.
  package var unannouncedFrames: Int {
    guard format == .png else { return 0 }
    var (count, isNew) = (0, true)
    for part in parts {
      if part.type == "fcTL" { isNew = true }
      guard part.type == "fdAT", isNew else { continue }
      (count, isNew) = (count + 1, false)
    }
    return count
  }

  /// The same file with an acTL chunk for all frames before its image data. The number of plays comes from
  /// a misplaced acTL chunk (default: without end).
  ///
  /// - Parameter bytes: the file that the container was read from.
  /// - Returns: nil if no frame lacks an acTL, or if the frames are not a valid animation.
  package func announcingFrames(from bytes: [UInt8]) -> [UInt8]? {
    guard unannouncedFrames > 0, let header = parts.first, header.type == "IHDR" else { return nil }
    let frames = parts.count { $0.type == "fcTL" }
    let misplaced = parts.filter { $0.type == "acTL" }
    let plays = misplaced.first.flatMap { $0.length == 20 ? bytes.big32(at: $0.offset + 12) : nil } ?? 0
    let end = header.offset + header.length
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + 20)
    out += bytes[..<end]
    out += pngChunk("acTL", [bigEndian(frames), bigEndian(plays)])
    var copied = end
    for part in misplaced {
      out += bytes[copied..<part.offset]
      copied = part.offset + part.length
    }
    out += bytes[copied...]
    guard let read = Container(of: out, budget: .unlimited), read.damage.isEmpty, read.frameCount == frames
    else { return nil }
    return out
  }
}
