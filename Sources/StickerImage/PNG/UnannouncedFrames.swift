extension Container {
  /// Frames with pictures of their own (fdAT) in a PNG without an acTL chunk before its image data. Decoders
  /// ignore them and show a still.
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

  /// The same file with an acTL chunk before its image data that announces all of its frames. It plays as
  /// often as an acTL in another place says, or without end.
  ///
  /// - Parameter bytes: those that the container was read from.
  /// - Returns: nil where no frame is unannounced, and where the frames do not make a sound animation.
  package func announcingFrames(from bytes: [UInt8]) -> [UInt8]? {
    guard unannouncedFrames > 0, let header = parts.first, header.type == "IHDR" else { return nil }
    let frames = parts.count { $0.type == "fcTL" }
    let misplaced = parts.filter { $0.type == "acTL" }
    let plays = misplaced.first.flatMap { $0.length == 20 ? bytes.big32(at: $0.offset + 12) : nil } ?? 0
    let end = header.offset + header.length
    var out = bytes
    for part in misplaced.reversed() { out.removeSubrange(part.offset..<part.offset + part.length) }
    out.insert(contentsOf: pngChunk("acTL", [bigEndian(frames), bigEndian(plays)]), at: end)
    guard let read = Container(of: out, budget: .unlimited), read.damage.isEmpty, read.frameCount == frames
    else { return nil }
    return out
  }
}
