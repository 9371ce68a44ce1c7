/// The container of a WebP file: canvas, frames, timing and metadata. Pixels are libwebp's, which gets one
/// still datastream at a time.
///
/// - Source: Google, "WebP Container Specification" (RFC 9649, section 2).
struct WebPContainer: Hashable, Sendable {
  /// A still, or one frame of an animation.
  struct Picture: Hashable, Sendable {
    var stored: StoredFrame
    /// The chunks of its datastream: `ALPH` and `VP8 `, or `VP8L`; each from its name on.
    var chunks: [Range<Int>]
  }

  private(set) var canvas = PixelSize(0, 0)
  private(set) var pictures: [Picture] = []
  /// How often the animation plays, 0 is endless; nil for a still.
  private(set) var plays: Int?
  private(set) var profile: [UInt8]?
  private(set) var orientation: Int?
  private let bytes: [UInt8]
  private let budget: Budget

  /// Walks the chunks.
  ///
  /// - Throws: for what is cut off or contradicts itself, and where the budget is exceeded.
  init(_ bytes: [UInt8], _ budget: Budget) throws(ForeignFailure) {
    (self.bytes, self.budget) = (bytes, budget)
    guard bytes.count >= 20 else { throw Self.damaged("the file ends within its header", 0) }
    let chunks = try chunks(in: 12..<max(12, min(bytes.count, 8 + bytes.little32(at: 4))))
    guard let first = chunks.first else { throw Self.damaged("there is no picture", 12) }
    if bytes.has("VP8X", at: first.lowerBound) {
      try readExtended(first)
      for chunk in chunks.dropFirst() { try read(chunk) }
    }
    if plays == nil { try readStill(chunks) }
    guard !pictures.isEmpty else { throw Self.damaged("there is no picture", 12) }
  }

  /// Chunks one after the other; what follows the last is left alone.
  private func chunks(in range: Range<Int>) throws(ForeignFailure) -> [Range<Int>] {
    var chunks: [Range<Int>] = []
    var at = range.lowerBound
    while at + 8 <= range.upperBound {
      let end = at + 8 + bytes.little32(at: at + 4)
      guard end <= range.upperBound else { throw Self.damaged("a chunk is cut off", at) }
      chunks.append(at..<end)
      if let exceeded = budget.exceeded(.parts, by: chunks.count) { throw .exceeded(exceeded) }
      at = end + end % 2  // the file itself begins at an even place
    }
    return chunks
  }

  private mutating func readExtended(_ chunk: Range<Int>) throws(ForeignFailure) {
    guard chunk.count >= 18 else { throw Self.damaged("VP8X is too short", chunk.lowerBound) }
    canvas = try checkedSize(
      bytes.little24(at: chunk.lowerBound + 12) + 1, bytes.little24(at: chunk.lowerBound + 15) + 1, budget,
      at: FilePlace(unit: "VP8X", offset: chunk.lowerBound))
    if bytes[chunk.lowerBound + 8] & 2 != 0 { plays = 0 }
  }

  private mutating func read(_ chunk: Range<Int>) throws(ForeignFailure) {
    let data = chunk.lowerBound + 8..<chunk.upperBound
    switch String(latin1: bytes[chunk.prefix(4)]) {
    case "ICCP":
      if let exceeded = budget.exceeded(.chunkBytes, by: data.count) { throw .exceeded(exceeded) }
      profile = Array(bytes[data])
    case "EXIF":
      let skipped = bytes.has("Exif\0\0", at: data.lowerBound) ? 6 : 0  // as in a JPEG, which is wrong here
      orientation = readOrientation(bytes[data].dropFirst(skipped)).flatMap { $0 > 1 ? $0 : nil }
    case "ANIM" where plays != nil:
      guard data.count >= 6 else { throw Self.damaged("ANIM is too short", chunk.lowerBound) }
      plays = bytes.little16(at: data.lowerBound + 4)
    case "ANMF" where plays != nil: try readFrame(chunk)
    default: break
    }
  }

  private mutating func readFrame(_ chunk: Range<Int>) throws(ForeignFailure) {
    let data = chunk.lowerBound + 8
    guard chunk.count >= 24 else { throw Self.damaged("ANMF is too short", chunk.lowerBound) }
    let patch = PixelRect(
      x: 2 * bytes.little24(at: data), y: 2 * bytes.little24(at: data + 3),
      width: bytes.little24(at: data + 6) + 1, height: bytes.little24(at: data + 9) + 1)
    guard patch.intersection(PixelRect(canvas)) == patch else {
      throw Self.damaged("a frame of \(patch) sticks out of the canvas of \(canvas)", chunk.lowerBound)
    }
    let flags = bytes[data + 15]
    let stored = StoredFrame(
      delay: ExactSeconds(bytes.little24(at: data + 12), 1000), patch: patch,
      disposal: flags & 1 == 0 ? .keep : .background, blend: flags & 2 == 0 ? .over : .source,
      offset: chunk.lowerBound)
    let stream = try stream(among: chunks(in: data + 16..<chunk.upperBound), after: chunk.lowerBound)
    pictures.append(Picture(stored: stored, chunks: stream))
    if let exceeded = animationLimits(canvas, frames: pictures.count, budget).first {
      throw .exceeded(exceeded)
    }
  }

  private mutating func readStill(_ chunks: [Range<Int>]) throws(ForeignFailure) {
    let stream = try stream(among: chunks, after: 12)
    guard let last = stream.last else { return }
    let (width, height) = try stillSize(last)
    let size = try checkedSize(width, height, budget, at: FilePlace(offset: last.lowerBound))
    guard canvas == PixelSize(0, 0) || canvas == size else {
      throw Self.damaged("a picture of \(size) stands on a canvas of \(canvas)", last.lowerBound)
    }
    canvas = size
    let stored = StoredFrame(
      delay: .zero, patch: PixelRect(size), disposal: .keep, blend: .source, offset: last.lowerBound)
    pictures = [Picture(stored: stored, chunks: stream)]
  }

  /// The chunks that are pixels; alpha before color.
  private func stream(
    among chunks: [Range<Int>], after offset: Int
  ) throws(ForeignFailure) -> [Range<Int>] {
    guard let image = chunks.first(where: { isPixels($0) }) else {
      throw Self.damaged("there is no picture", offset)
    }
    let alpha = chunks.first { bytes.has("ALPH", at: $0.lowerBound) && $0.lowerBound < image.lowerBound }
    return bytes.has("VP8 ", at: image.lowerBound) ? [alpha, image].compactMap(\.self) : [image]
  }

  private func isPixels(_ chunk: Range<Int>) -> Bool {
    bytes.has("VP8 ", at: chunk.lowerBound) || bytes.has("VP8L", at: chunk.lowerBound)
  }

  /// Width and height in pixels, as the datastream itself says.
  private func stillSize(_ chunk: Range<Int>) throws(ForeignFailure) -> (Int, Int) {
    let data = chunk.lowerBound + 8
    if bytes.has("VP8L", at: chunk.lowerBound) {
      guard chunk.count >= 13, bytes[data] == 0x2F else { throw Self.damaged("VP8L is broken", data) }
      let both = bytes.little32(at: data + 1)
      return (both & 0x3FFF + 1, both >> 14 & 0x3FFF + 1)
    }
    guard chunk.count >= 18, bytes[data + 3] == 0x9D, bytes[data + 4] == 1, bytes[data + 5] == 0x2A else {
      throw Self.damaged("VP8 is broken", data)
    }
    return (bytes.little16(at: data + 6) & 0x3FFF, bytes.little16(at: data + 8) & 0x3FFF)
  }

  private static func damaged(_ reason: String, _ offset: Int) -> ForeignFailure {
    .damaged(Damage(reason, at: FilePlace(offset: offset)))
  }
}

extension WebPContainer {
  /// A WebP file of one picture alone.
  func file(of picture: Picture) -> [UInt8] {
    var body = Array("WEBP".utf8)
    if picture.chunks.count > 1 {
      let size = picture.stored.patch.size
      body += Array("VP8X".utf8) + little(10, 4) + [0x10, 0, 0, 0]
      body += little(size.width - 1, 3) + little(size.height - 1, 3)
    }
    for chunk in picture.chunks {
      body += bytes[chunk]
      if chunk.count % 2 == 1 { body.append(0) }
    }
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  private func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
