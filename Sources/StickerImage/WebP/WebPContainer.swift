/// Parses the chunks of a WebP: canvas, frames, timing and metadata. Doesn't decode pixels.
///
/// Ignores the background color, as browsers do.
///
/// - Parameter bytes: A file that begins with `RIFF`, four bytes of length, and `WEBP`.
/// - Source: Google, "WebP Container Specification" (RFC 9649, section 2).
func readWebPContainer(_ bytes: [UInt8], budget: DecodingBudget) -> ImageContainer {
  var reader = WebPContainerReader(bytes, budget)
  return reader.read()
}

/// Parses the chunks of a WebP from start to end in a single pass.
private struct WebPContainerReader {
  let bytes: [UInt8]
  let budget: DecodingBudget
  var container = ImageContainer(format: .webp, canvas: PixelSize(0, 0))
  var dataPositions = WebPDataPositions()
  /// The number of plays, or nil for a still.
  private var playsIfAnimated: Int?
  private var hasSeenANIMChunk = false
  /// The chunks of a still, in file order.
  private var stillChunks: [Range<Int>] = []
  private var compressionKinds: Set<String> = []

  init(_ bytes: [UInt8], _ budget: DecodingBudget) {
    self.bytes = bytes
    self.budget = budget
  }

  mutating func read() -> ImageContainer {
    do throws(ImageError) {
      try readChunks()
      if playsIfAnimated == nil { try readStill() }
      guard !dataPositions.frames.isEmpty || !container.exceededLimits.isEmpty || !container.damage.isEmpty
      else {
        throw damageError(playsIfAnimated == nil ? "the file has no image" : "the file has no frames", 0)
      }
    } catch {
      container.addError(error)
    }
    setDerivedContainerFields()
    return container
  }

  private mutating func readChunks() throws(ImageError) {
    let length = bytes.count >= 12 ? bytes.little32(at: 4) : 0
    guard length >= 12 else {
      throw damageError("the header specifies an invalid length of \(length + 8) bytes", 0)
    }
    container.endOffset = min(8 + length, bytes.count)
    container.trailingBytes = bytes.count - container.endOffset
    for chunk in try readChunkRanges(
      in: 12..<container.endOffset, reportingFileTruncation: 8 + length > bytes.count)
    {
      listChunkAndCountMetadata(chunk)
      guard container.exceededLimits.isEmpty else { return }
      try read(chunk)
    }
  }

  /// Returns the ranges of consecutive chunks.
  ///
  /// - Parameter isCut: Whether the file is truncated at the end of the range.
  private mutating func readChunkRanges(
    in range: Range<Int>, reportingFileTruncation isCut: Bool = false
  ) throws(ImageError) -> [Range<Int>] {
    var chunks: [Range<Int>] = []
    var at = range.lowerBound
    while at + 8 <= range.upperBound {
      let end = at + 8 + bytes.little32(at: at + 4)
      guard end <= range.upperBound else {
        if isCut { break }
        throw damageError("a chunk of \(end - at) bytes extends past the end of its container", at)
      }
      chunks.append(at..<end)
      if let exceeded = budget.exceededLimit(.containerParts, by: chunks.count) {
        container.addExceededLimits([exceeded])
        return []
      }
      at = end + end % 2  // chunks start at even offsets
    }
    if isCut {
      container.damage.append(
        Damage(
          "the file ends inside a chunk",
          at: ByteLocation(partName: chunkDisplayName(at: at), partOffset: min(at, bytes.count)),
          maxPresentShare: Double(bytes.count) / Double(8 + bytes.little32(at: 4))))
    }
    return chunks
  }

  /// The name of the chunk at an offset, without a trailing space, or `chunk` if the name isn't printable.
  private func chunkDisplayName(at: Int) -> String? {
    guard at + 4 <= bytes.count else { return at < bytes.count ? "chunk" : nil }
    let name = bytes[at..<at + 4]
    guard name.allSatisfy({ 0x20...0x7E ~= $0 }) else { return "chunk" }
    return String(latin1: name.last == 0x20 ? name.dropLast() : name)
  }

  /// Adds a chunk to the list of parts, including its padding byte.
  private mutating func listChunkAndCountMetadata(_ chunk: Range<Int>) {
    let type = chunkDisplayName(at: chunk.lowerBound) ?? "chunk"
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
    case "VP8X" where chunk.lowerBound == 12: try readExtendedHeader(chunk)
    case "VP8X": throw damageError("the file has a second header", chunk.lowerBound)
    case "ICCP": readICCProfile(data)
    case "EXIF":
      let skipped = bytes.has("Exif\0\0", at: data.lowerBound) ? 6 : 0  // as in a JPEG, which is invalid here
      container.orientation = readOrientation(bytes[data].dropFirst(skipped))
      container.addPrivateFields(privateFields(ofEXIF: bytes[data].dropFirst(skipped)))
    case "XMP ":
      container.addPrivateFields(privateFields(ofXMP: bytes[data].prefix(budget.inflatedChunkBytes)))
    case "ANIM" where playsIfAnimated != nil && !hasSeenANIMChunk:
      guard data.count >= 6 else { throw damageError("ANIM is too short", chunk.lowerBound) }
      playsIfAnimated = bytes.little16(at: data.lowerBound + 4)
      hasSeenANIMChunk = true
    case "ANMF" where playsIfAnimated != nil: try readFrame(chunk)
    case "ALPH", "VP8 ", "VP8L": if playsIfAnimated == nil { stillChunks.append(chunk) }
    default: break
    }
  }

  private mutating func readExtendedHeader(_ chunk: Range<Int>) throws(ImageError) {
    guard chunk.count >= 18 else { throw damageError("VP8X is too short", chunk.lowerBound) }
    container.canvas = PixelSize(
      bytes.little24(at: chunk.lowerBound + 12) + 1, bytes.little24(at: chunk.lowerBound + 15) + 1)
    container.addExceededLimits(exceededCanvasLimits(container.canvas, budget))
    if bytes[chunk.lowerBound + 8] & animationFlag != 0 { playsIfAnimated = 0 }
  }

  private mutating func readICCProfile(_ data: Range<Int>) {
    container.profileName = ""
    if let exceeded = budget.exceededLimit(.inflatedChunkBytes, by: data.count) {
      return container.addExceededLimits([exceeded])
    }
    container.profile = Array(bytes[data])
    container.profileName = container.profileFacts?.description ?? ""
  }

  private mutating func readFrame(_ chunk: Range<Int>) throws(ImageError) {
    let (data, number) = (chunk.lowerBound + 8, dataPositions.frames.count)
    guard hasSeenANIMChunk else { throw damageError("a frame comes before ANIM", chunk.lowerBound) }
    guard chunk.count >= 24 else { throw damageError("ANMF is too short", chunk.lowerBound, frame: number) }
    if let exceeded = budget.exceededLimit(.frames, by: number + 1) {
      return container.addExceededLimits([exceeded])
    }
    let patch = PixelRect(
      x: 2 * bytes.little24(at: data), y: 2 * bytes.little24(at: data + 3),
      width: bytes.little24(at: data + 6) + 1, height: bytes.little24(at: data + 9) + 1)
    guard patch.intersection(PixelRect(container.canvas)) == patch else {
      throw damageError(
        "the frame (\(patch)) extends outside the canvas of \(container.canvas)", chunk.lowerBound,
        frame: number)
    }
    let flags = bytes[data + 15]
    let stored = StoredFrame(
      delay: ExactSeconds(bytes.little24(at: data + 12), 1000), patch: patch,
      disposal: flags & 1 == 0 ? .keep : .background, blend: flags & 2 == 0 ? .over : .source,
      offset: chunk.lowerBound)
    let inside = try readChunkRanges(in: data + 16..<chunk.upperBound)
    guard container.exceededLimits.isEmpty else { return }
    guard let picture = try readImageChunksAndSize(of: inside, stored) else {
      throw damageError("the frame has no image", chunk.lowerBound, frame: number)
    }
    guard picture.stored.patch.size == patch.size else {
      throw damageError(
        "the image is \(picture.stored.patch.size), but its frame is \(patch.size)", chunk.lowerBound,
        frame: number)
    }
    dataPositions.frames.append(WebPFrame(stored: stored, chunkRanges: picture.chunkRanges))
  }

  private mutating func readStill() throws(ImageError) {
    let stored = StoredFrame(
      delay: .zero, patch: PixelRect(PixelSize(0, 0)), disposal: .keep, blend: .source, offset: 12)
    guard container.exceededLimits.isEmpty, let picture = try readImageChunksAndSize(of: stillChunks, stored)
    else {
      return
    }
    let size = picture.stored.patch.size
    guard container.canvas == PixelSize(0, 0) || container.canvas == size else {
      throw damageError(
        "the image is \(size), but the canvas is \(container.canvas)", picture.stored.headerOffset)
    }
    container.canvas = size
    container.addExceededLimits(exceededCanvasLimits(size, budget))
    dataPositions.frames = [picture]
  }

  /// The image in the chunks, with the dimensions from its own header. ALPH is used only before lossy image
  /// data.
  private mutating func readImageChunksAndSize(
    of chunks: [Range<Int>], _ stored: StoredFrame
  ) throws(ImageError) -> WebPFrame? {
    guard let image = chunks.first(where: { isImageChunk($0) }) else { return nil }
    let isLossy = bytes.has("VP8 ", at: image.lowerBound)
    let alpha = isLossy ? chunks.first { isAlphaChunk($0) && $0.lowerBound < image.lowerBound } : nil
    var stored = stored
    stored.patch = PixelRect(try isLossy ? lossySize(image) : losslessSize(image))
    if stored.headerOffset == 12 { stored.headerOffset = image.lowerBound }
    if let alpha { try checkAlphaChunkCompression(alpha) }
    compressionKinds.insert(isLossy ? "lossy" : "lossless")
    if alpha != nil || !isLossy && bytes[image.lowerBound + 12] & 0x10 != 0 {
      container.canBeTransparent = true
    }
    return WebPFrame(stored: stored, chunkRanges: [alpha, image].compactMap(\.self))
  }

  private func isImageChunk(_ chunk: Range<Int>) -> Bool {
    bytes.has("VP8 ", at: chunk.lowerBound) || bytes.has("VP8L", at: chunk.lowerBound)
  }

  private func isAlphaChunk(_ chunk: Range<Int>) -> Bool { bytes.has("ALPH", at: chunk.lowerBound) }

  private func checkAlphaChunkCompression(_ chunk: Range<Int>) throws(ImageError) {
    guard chunk.count > 8 else { throw damageError("ALPH is empty", chunk.lowerBound) }
    guard bytes[chunk.lowerBound + 8] & 3 <= 1 else {
      throw damageError("ALPH uses an unknown compression method", chunk.lowerBound)
    }
  }

  /// - Source: RFC 9649, section 3.4.1: 14 bits each for the sides minus one, then whether alpha is used, and
  ///   the version.
  private func losslessSize(_ chunk: Range<Int>) throws(ImageError) -> PixelSize {
    let data = chunk.lowerBound + 8
    guard chunk.count >= 13 else { throw damageError("VP8L is too short", chunk.lowerBound) }
    guard bytes[data] == 0x2F, bytes[data + 4] >> 5 == 0 else {
      throw damageError("VP8L has an invalid header", chunk.lowerBound)
    }
    let both = bytes.little32(at: data + 1)
    return PixelSize(both & 0x3FFF + 1, both >> 14 & 0x3FFF + 1)
  }

  /// - Source: RFC 6386, section 9.1: a bit that is 0 for a key frame, three bits for the version, one for
  ///   whether the frame is displayed, and 19 for the length of the first partition; three fixed bytes; 14
  ///   bits each for the sides.
  private func lossySize(_ chunk: Range<Int>) throws(ImageError) -> PixelSize {
    let data = chunk.lowerBound + 8
    guard chunk.count >= 18 else { throw damageError("VP8 is too short", chunk.lowerBound) }
    let tag = bytes.little24(at: data)
    guard tag & 1 == 0, tag >> 1 & 7 <= 3, tag >> 4 & 1 == 1,
      bytes[data + 3] == 0x9D, bytes[data + 4] == 1, bytes[data + 5] == 0x2A
    else { throw damageError("VP8 has an invalid header", chunk.lowerBound) }
    guard tag >> 5 <= chunk.count - 18 else {
      throw damageError("the first partition of VP8 extends past the end of the chunk", chunk.lowerBound)
    }
    let size = PixelSize(bytes.little16(at: data + 6) & 0x3FFF, bytes.little16(at: data + 8) & 0x3FFF)
    guard size.area > 0 else { throw damageError("the image is empty (\(size))", chunk.lowerBound) }
    return size
  }

  private func damageError(_ reason: String, _ offset: Int, frame: Int? = nil) -> ImageError {
    .damaged(
      reason, at: ByteLocation(partName: chunkDisplayName(at: offset), partOffset: offset, frameIndex: frame))
  }
}

extension WebPContainerReader {
  private mutating func setDerivedContainerFields() {
    container.colorType =
      compressionKinds.sorted(by: >).joined(separator: " and ")
      + (container.canBeTransparent ? " with alpha" : "")
    if let playsIfAnimated, !dataPositions.frames.isEmpty {
      let frames = dataPositions.frames.map(\.stored)
      container.animation = Animation(plays: playsIfAnimated, frames: frames)
      let covers = frames[0].patch == PixelRect(container.canvas)
      if !covers || frames.contains(where: { $0.disposal == .background }) {
        container.canBeTransparent = true
      }
    }
    if container.exceededLimits.isEmpty { sumAndCheckDecodingWork() }
    container.dataPositions = dataPositions.frames.isEmpty ? .unreadable : .webp(dataPositions)
  }

  private mutating func sumAndCheckDecodingWork() {
    container.addExceededLimits(
      exceededAnimationLimits(container.canvas, frames: dataPositions.frames.count, budget))
    for picture in dataPositions.frames {
      container.decodingWork.add(
        image: picture.stored.patch.size, inflatedBytes: picture.stored.patch.size.area * 4)
      container.decodingWork.add(disposalOf: picture.stored, on: container.canvas)
    }
    container.checkDecodingWork(budget)
  }
}
