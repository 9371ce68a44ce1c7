/// Parses the chunks of a WebP: canvas, frames, timing and metadata. Doesn't decode pixels.
///
/// Ignores the background color, like browsers.
///
/// - Parameter bytes: A file that begins with `RIFF`, four bytes of length, and `WEBP`.
/// - Source: Google, "WebP Container Specification" (RFC 9649, section 2).
func readWebPContainer(_ bytes: [UInt8], budget: Budget) -> Container {
  var reader = WebPContainerReader(bytes, budget)
  return reader.read()
}

/// Parses the chunks of a WebP from start to end in a single pass.
private struct WebPContainerReader {
  let bytes: [UInt8]
  let budget: Budget
  var container = Container(format: .webp, canvas: PixelSize(0, 0))
  var layout = WebPLayout()
  /// The number of plays, or nil for a still.
  private var plays: Int?
  private var hasLoopChunk = false
  /// The chunks of a still, in file order.
  private var still: [Range<Int>] = []
  private var kinds: Set<String> = []

  init(_ bytes: [UInt8], _ budget: Budget) {
    self.bytes = bytes
    self.budget = budget
  }

  mutating func read() -> Container {
    do throws(ImageError) {
      try walk()
      if plays == nil { try readStill() }
      guard !layout.pictures.isEmpty || !container.exceeded.isEmpty || !container.damage.isEmpty else {
        throw damage(plays == nil ? "the file has no image" : "the file has no frames", 0)
      }
    } catch {
      container.note(error)
    }
    finish()
    return container
  }

  private mutating func walk() throws(ImageError) {
    let length = bytes.count >= 12 ? bytes.little32(at: 4) : 0
    guard length >= 12 else {
      throw damage("the header specifies an invalid length of \(length + 8) bytes", 0)
    }
    container.endOffset = min(8 + length, bytes.count)
    container.trailingBytes = bytes.count - container.endOffset
    for chunk in try chunks(in: 12..<container.endOffset, isCut: 8 + length > bytes.count) {
      note(chunk)
      guard container.exceeded.isEmpty else { return }
      try read(chunk)
    }
  }

  /// Lists consecutive chunks.
  ///
  /// - Parameter isCut: Whether the file is truncated at the end of the range.
  private mutating func chunks(
    in range: Range<Int>, isCut: Bool = false
  ) throws(ImageError) -> [Range<Int>] {
    var chunks: [Range<Int>] = []
    var at = range.lowerBound
    while at + 8 <= range.upperBound {
      let end = at + 8 + bytes.little32(at: at + 4)
      guard end <= range.upperBound else {
        if isCut { break }
        throw damage("a chunk of \(end - at) bytes extends past the end of its container", at)
      }
      chunks.append(at..<end)
      if let exceeded = budget.exceeded(.parts, by: chunks.count) {
        container.note([exceeded])
        return []
      }
      at = end + end % 2  // chunks start at even offsets
    }
    if isCut {
      container.damage.append(
        Damage(
          "the file ends inside a chunk", at: ByteLocation(unit: name(at), offset: min(at, bytes.count)),
          maxPresentShare: Double(bytes.count) / Double(8 + bytes.little32(at: 4))))
    }
    return chunks
  }

  /// The name of the chunk at an offset, without a trailing space. `chunk` if it isn't printable.
  private func name(_ at: Int) -> String? {
    guard at + 4 <= bytes.count else { return at < bytes.count ? "chunk" : nil }
    let name = bytes[at..<at + 4]
    guard name.allSatisfy({ 0x20...0x7E ~= $0 }) else { return "chunk" }
    return String(latin1: name.last == 0x20 ? name.dropLast() : name)
  }

  /// Lists a chunk, including its padding byte.
  private mutating func note(_ chunk: Range<Int>) {
    let type = name(chunk.lowerBound) ?? "chunk"
    let isMetadata = !["VP8X", "VP8", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"].contains(type)
    let end = min(chunk.upperBound + chunk.upperBound % 2, container.endOffset)
    container.parts.append(
      ContainerPart(
        type: type, offset: chunk.lowerBound, length: end - chunk.lowerBound, isMetadata: isMetadata))
    if isMetadata { container.metadataBytes += end - chunk.lowerBound }
  }

  private mutating func read(_ chunk: Range<Int>) throws(ImageError) {
    let data = chunk.lowerBound + 8..<chunk.upperBound
    switch String(latin1: bytes[chunk.prefix(4)]) {
    case "VP8X" where chunk.lowerBound == 12: try readExtended(chunk)
    case "VP8X": throw damage("the file has a second header", chunk.lowerBound)
    case "ICCP": readProfile(data)
    case "EXIF":
      let skipped = bytes.has("Exif\0\0", at: data.lowerBound) ? 6 : 0  // as in a JPEG, which is invalid here
      container.orientation = readOrientation(bytes[data].dropFirst(skipped))
      container.keep(privateFields(ofEXIF: bytes[data].dropFirst(skipped)))
    case "XMP ": container.keep(privateFields(ofXMP: bytes[data].prefix(budget.chunkBytes)))
    case "ANIM" where plays != nil && !hasLoopChunk:
      guard data.count >= 6 else { throw damage("ANIM is too short", chunk.lowerBound) }
      plays = bytes.little16(at: data.lowerBound + 4)
      hasLoopChunk = true
    case "ANMF" where plays != nil: try readFrame(chunk)
    case "ALPH", "VP8 ", "VP8L": if plays == nil { still.append(chunk) }
    default: break
    }
  }

  private mutating func readExtended(_ chunk: Range<Int>) throws(ImageError) {
    guard chunk.count >= 18 else { throw damage("VP8X is too short", chunk.lowerBound) }
    container.canvas = PixelSize(
      bytes.little24(at: chunk.lowerBound + 12) + 1, bytes.little24(at: chunk.lowerBound + 15) + 1)
    container.note(canvasLimits(container.canvas, budget))
    if bytes[chunk.lowerBound + 8] & animationFlag != 0 { plays = 0 }
  }

  private mutating func readProfile(_ data: Range<Int>) {
    container.profileName = ""
    if let exceeded = budget.exceeded(.chunkBytes, by: data.count) { return container.note([exceeded]) }
    container.profile = Array(bytes[data])
    container.profileName = container.profileFacts?.description ?? ""
  }

  private mutating func readFrame(_ chunk: Range<Int>) throws(ImageError) {
    let (data, number) = (chunk.lowerBound + 8, layout.pictures.count)
    guard hasLoopChunk else { throw damage("a frame comes before ANIM", chunk.lowerBound) }
    guard chunk.count >= 24 else { throw damage("ANMF is too short", chunk.lowerBound, frame: number) }
    if let exceeded = budget.exceeded(.frames, by: number + 1) { return container.note([exceeded]) }
    let patch = PixelRect(
      x: 2 * bytes.little24(at: data), y: 2 * bytes.little24(at: data + 3),
      width: bytes.little24(at: data + 6) + 1, height: bytes.little24(at: data + 9) + 1)
    guard patch.intersection(PixelRect(container.canvas)) == patch else {
      throw damage(
        "the frame (\(patch)) extends outside the canvas of \(container.canvas)", chunk.lowerBound,
        frame: number)
    }
    let flags = bytes[data + 15]
    let stored = StoredFrame(
      delay: ExactSeconds(bytes.little24(at: data + 12), 1000), patch: patch,
      disposal: flags & 1 == 0 ? .keep : .background, blend: flags & 2 == 0 ? .over : .source,
      offset: chunk.lowerBound)
    let inside = try chunks(in: data + 16..<chunk.upperBound)
    guard container.exceeded.isEmpty else { return }
    guard let picture = try picture(of: inside, stored) else {
      throw damage("the frame has no image", chunk.lowerBound, frame: number)
    }
    guard picture.stored.patch.size == patch.size else {
      throw damage(
        "the image is \(picture.stored.patch.size), but its frame is \(patch.size)", chunk.lowerBound,
        frame: number)
    }
    layout.pictures.append(WebPPicture(stored: stored, chunks: picture.chunks))
  }

  private mutating func readStill() throws(ImageError) {
    let stored = StoredFrame(
      delay: .zero, patch: PixelRect(PixelSize(0, 0)), disposal: .keep, blend: .source, offset: 12)
    guard container.exceeded.isEmpty, let picture = try picture(of: still, stored) else { return }
    let size = picture.stored.patch.size
    guard container.canvas == PixelSize(0, 0) || container.canvas == size else {
      throw damage(
        "the image is \(size), but the canvas is \(container.canvas)", picture.stored.offset)
    }
    container.canvas = size
    container.note(canvasLimits(size, budget))
    layout.pictures = [picture]
  }

  /// The image in the chunks, with the dimensions from its own header. ALPH counts only before lossy image
  /// data.
  private mutating func picture(
    of chunks: [Range<Int>], _ stored: StoredFrame
  ) throws(ImageError) -> WebPPicture? {
    guard let image = chunks.first(where: { isPixels($0) }) else { return nil }
    let isLossy = bytes.has("VP8 ", at: image.lowerBound)
    let alpha = isLossy ? chunks.first { isAlpha($0) && $0.lowerBound < image.lowerBound } : nil
    var stored = stored
    stored.patch = PixelRect(try isLossy ? lossySize(image) : losslessSize(image))
    if stored.offset == 12 { stored.offset = image.lowerBound }
    if let alpha { try check(alpha: alpha) }
    kinds.insert(isLossy ? "lossy" : "lossless")
    if alpha != nil || !isLossy && bytes[image.lowerBound + 12] & 0x10 != 0 {
      container.canBeTransparent = true
    }
    return WebPPicture(stored: stored, chunks: [alpha, image].compactMap(\.self))
  }

  private func isPixels(_ chunk: Range<Int>) -> Bool {
    bytes.has("VP8 ", at: chunk.lowerBound) || bytes.has("VP8L", at: chunk.lowerBound)
  }

  private func isAlpha(_ chunk: Range<Int>) -> Bool { bytes.has("ALPH", at: chunk.lowerBound) }

  private func check(alpha chunk: Range<Int>) throws(ImageError) {
    guard chunk.count > 8 else { throw damage("ALPH is empty", chunk.lowerBound) }
    guard bytes[chunk.lowerBound + 8] & 3 <= 1 else {
      throw damage("ALPH uses an unknown compression method", chunk.lowerBound)
    }
  }

  /// - Source: RFC 9649, section 3.4.1: 14 bits each for the sides minus one, then whether alpha is used, and
  ///   the version.
  private func losslessSize(_ chunk: Range<Int>) throws(ImageError) -> PixelSize {
    let data = chunk.lowerBound + 8
    guard chunk.count >= 13 else { throw damage("VP8L is too short", chunk.lowerBound) }
    guard bytes[data] == 0x2F, bytes[data + 4] >> 5 == 0 else {
      throw damage("VP8L has an invalid header", chunk.lowerBound)
    }
    let both = bytes.little32(at: data + 1)
    return PixelSize(both & 0x3FFF + 1, both >> 14 & 0x3FFF + 1)
  }

  /// - Source: RFC 6386, section 9.1: a bit that is 0 for a key frame, three bits for the version, one for
  ///   whether it is displayed, 19 for the length of the first partition; three fixed bytes; 14 bits each for
  ///   the sides.
  private func lossySize(_ chunk: Range<Int>) throws(ImageError) -> PixelSize {
    let data = chunk.lowerBound + 8
    guard chunk.count >= 18 else { throw damage("VP8 is too short", chunk.lowerBound) }
    let tag = bytes.little24(at: data)
    guard tag & 1 == 0, tag >> 1 & 7 <= 3, tag >> 4 & 1 == 1,
      bytes[data + 3] == 0x9D, bytes[data + 4] == 1, bytes[data + 5] == 0x2A
    else { throw damage("VP8 has an invalid header", chunk.lowerBound) }
    guard tag >> 5 <= chunk.count - 18 else {
      throw damage("the first partition of VP8 extends past the end of the chunk", chunk.lowerBound)
    }
    let size = PixelSize(bytes.little16(at: data + 6) & 0x3FFF, bytes.little16(at: data + 8) & 0x3FFF)
    guard size.area > 0 else { throw damage("the image is empty (\(size))", chunk.lowerBound) }
    return size
  }

  private func damage(_ reason: String, _ offset: Int, frame: Int? = nil) -> ImageError {
    .damaged(reason, at: ByteLocation(unit: name(offset), offset: offset, frame: frame))
  }
}

extension WebPContainerReader {
  private mutating func finish() {
    container.colorType =
      kinds.sorted(by: >).joined(separator: " and ") + (container.canBeTransparent ? " with alpha" : "")
    if let plays, !layout.pictures.isEmpty {
      let frames = layout.pictures.map(\.stored)
      container.animation = Animation(plays: plays, frames: frames)
      let covers = frames[0].patch == PixelRect(container.canvas)
      if !covers || frames.contains(where: { $0.disposal == .background }) {
        container.canBeTransparent = true
      }
    }
    if container.exceeded.isEmpty { countPixels() }
    container.layout = layout.pictures.isEmpty ? .unreadable : .webp(layout)
  }

  private mutating func countPixels() {
    container.note(animationLimits(container.canvas, frames: layout.pictures.count, budget))
    for picture in layout.pictures {
      container.work.add(
        picture: picture.stored.patch.size, inflatedBytes: picture.stored.patch.size.area * 4)
      container.work.add(disposalOf: picture.stored, on: container.canvas)
    }
    container.checkWork(budget)
  }
}
