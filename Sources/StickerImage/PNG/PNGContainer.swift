import CImageCodecs

/// The fields of an IHDR chunk.
struct PNGHeader: Hashable, Sendable {
  /// The samples that a pixel consists of.
  enum ColorType: Int, Hashable, Sendable {
    case gray = 0
    case truecolor = 2
    case palette = 3
    case grayAlpha = 4
    case truecolorAlpha = 6

    /// The specification's name for the color type.
    var name: String {
      switch self {
      case .gray: "grayscale"
      case .truecolor: "truecolor"
      case .palette: "palette"
      case .grayAlpha: "grayscale with alpha"
      case .truecolorAlpha: "truecolor with alpha"
      }
    }

    var samplesPerPixel: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .truecolor: 3
      case .truecolorAlpha: 4
      }
    }

    var allowedBitDepths: Set<Int> {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .truecolor, .grayAlpha, .truecolorAlpha: [8, 16]
      }
    }
  }

  var size: PixelSize
  let bitDepth: Int
  let colorType: ColorType
  let isInterlaced: Bool

  /// Whether libpng must decode the image instead of the fast path.
  var needsLibPNG: Bool { isInterlaced || bitDepth == 16 }

  var bitsPerPixel: Int { bitDepth * colorType.samplesPerPixel }
  /// The size of one row in bytes, without its filter byte.
  var rowBytesWithoutFilter: Int { (size.width * bitsPerPixel + 7) / 8 }

  /// Reads the 13 bytes of an IHDR at `offset`.
  ///
  /// - Parameter place: The location of the chunk.
  /// - Throws: Damage at the first field with an invalid value.
  init(_ bytes: [UInt8], at offset: Int, of place: ByteLocation) throws(ImageError) {
    func invalid(_ reason: String) -> ImageError { .damaged(reason, at: place) }
    let (width, height) = (bytes.big32(at: offset), bytes.big32(at: offset + 4))
    guard 1...0x7FFF_FFFF ~= width, 1...0x7FFF_FFFF ~= height else {
      throw invalid("invalid dimensions \(width) × \(height)")
    }
    guard let colorType = ColorType(rawValue: Int(bytes[offset + 9])) else {
      throw invalid("unknown color type \(bytes[offset + 9])")
    }
    guard colorType.allowedBitDepths.contains(Int(bytes[offset + 8])) else {
      throw invalid("\(bytes[offset + 8]) bits per sample is not allowed for \(colorType.name)")
    }
    guard bytes[offset + 10] == 0 else {
      throw invalid("unknown compression method \(bytes[offset + 10])")
    }
    guard bytes[offset + 11] == 0 else {
      throw invalid("unknown filter method \(bytes[offset + 11])")
    }
    guard bytes[offset + 12] <= 1 else {
      throw invalid("unknown interlace method \(bytes[offset + 12])")
    }
    size = PixelSize(width, height)
    bitDepth = Int(bytes[offset + 8])
    self.colorType = colorType
    isInterlaced = bytes[offset + 12] == 1
  }
}

let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

/// Parses the chunks of a PNG or APNG, including their order, checksums and timing, without decoding pixels.
///
/// - Parameter bytes: A file that begins with the signature.
func readPNGContainer(_ bytes: [UInt8], budget: DecodingBudget) -> ImageContainer {
  var reader = PNGContainerReader(bytes, budget)
  return reader.read()
}

struct PNGContainerReader {
  let bytes: [UInt8]
  let budget: DecodingBudget
  var container = ImageContainer(format: .png, canvas: PixelSize(0, 0))
  var layout: PNGDataPositions?
  var animationState = APNGParsingState()
  private var previousChunkType = ""
  private var seenUniqueChunkTypes: Set<String> = []
  private var hasIEND = false

  init(_ bytes: [UInt8], _ budget: DecodingBudget) {
    self.bytes = bytes
    self.budget = budget
  }

  mutating func read() -> ImageContainer {
    var walk = PNGChunkIterator(bytes)
    while !hasIEND, let chunk = walk.next() {
      guard addPartUnlessOverLimit(chunk) else { break }
      if chunk.offset == 8 {
        readHeader(chunk)
        if layout == nil { break }
      } else if chunk.hasValidCRC || chunk.type == "IDAT" || chunk.type == "IEND" {
        read(chunk)
      }
      if !chunk.hasValidCRC {
        addDamage("the chunk's checksum is wrong", in: chunk, preventsDecoding: chunk.isCritical)
        if pngAnimationChunkTypes.contains(chunk.type) { animationState.isInvalid = true }
      }
      previousChunkType = chunk.type
    }
    finish(walk.damage)
    return container
  }

  /// Adds the chunk to the list of parts. Returns false if there are too many chunks to continue.
  private mutating func addPartUnlessOverLimit(_ chunk: PNGChunk) -> Bool {
    if let exceeded = budget.exceededLimit(.containerParts, by: container.parts.count + 1) {
      container.addExceededLimits([exceeded])
      return false
    }
    let (length, isMetadata) = (
      chunk.end - chunk.offset, !chunk.isCritical && !pngAncillaryRenderingChunkTypes.contains(chunk.type)
    )
    container.parts.append(
      ContainerPart(type: chunk.type, offset: chunk.offset, length: length, isMetadata: isMetadata))
    if isMetadata { container.metadataBytes += length }
    return true
  }

  mutating func addDamage(_ reason: String, in chunk: PNGChunk, preventsDecoding: Bool = false) {
    container.damage.append(Damage(reason, at: location(of: chunk)))
    if preventsDecoding { layout?.isDecodable = false }
  }

  private func location(of chunk: PNGChunk) -> ByteLocation {
    ByteLocation(partName: chunk.type, partOffset: chunk.offset, frameIndex: frameIndex(of: chunk))
  }

  private mutating func readHeader(_ chunk: PNGChunk) {
    guard chunk.type == "IHDR" else { return addDamage("the first chunk must be IHDR", in: chunk) }
    guard chunk.dataRange.count == 13 else {
      return addDamage("IHDR has \(chunk.dataRange.count) bytes (must be 13)", in: chunk)
    }
    do {
      let header = try PNGHeader(bytes, at: chunk.dataRange.lowerBound, of: location(of: chunk))
      layout = PNGDataPositions(header: header)
      container.canvas = header.size
      container.colorType = header.colorType.name
      container.bitDepth = header.bitDepth
      container.isInterlaced = header.isInterlaced
      container.canBeTransparent = header.colorType == .grayAlpha || header.colorType == .truecolorAlpha
    } catch {
      container.addError(error)
    }
  }

  private mutating func read(_ chunk: PNGChunk) {
    if uniquePNGChunkTypes.contains(chunk.type), !seenUniqueChunkTypes.insert(chunk.type).inserted {
      return addDamage("only one \(chunk.type) is allowed", in: chunk, preventsDecoding: chunk.isCritical)
    }
    switch chunk.type {
    case "IHDR": addDamage("only one IHDR is allowed", in: chunk, preventsDecoding: true)
    case "PLTE": readPalette(chunk)
    case "tRNS": readTransparency(chunk)
    case "IDAT": readImageData(chunk)
    case "IEND":
      hasIEND = true
      container.endOffset = chunk.end
      if !chunk.dataRange.isEmpty { addDamage("IEND must be empty", in: chunk) }
    case "acTL": readAnimationControlBeforeIDAT(chunk)
    case "fcTL": readFrameControl(chunk)
    case "fdAT": readFrameData(chunk)
    default:
      if chunk.isCritical {
        addDamage("unknown critical chunk \(chunk.type)", in: chunk, preventsDecoding: true)
      } else {
        readAncillaryChunk(chunk)
      }
    }
  }

  private mutating func readPalette(_ chunk: PNGChunk) {
    guard let header = layout?.header else { return }
    let (entries, rest) = chunk.dataRange.count.quotientAndRemainder(dividingBy: 3)
    if layout?.idatRanges.isEmpty == false {
      return addDamage("PLTE must come before IDAT", in: chunk, preventsDecoding: true)
    }
    guard rest == 0, 1...256 ~= entries else {
      return addDamage(
        "the palette has \(chunk.dataRange.count) bytes (must be 1 to 256 colors of 3 bytes)", in: chunk,
        preventsDecoding: true)
    }
    switch header.colorType {
    case .gray, .grayAlpha: addDamage("a grayscale image must not have a palette", in: chunk)
    case .palette:
      if entries > 1 << header.bitDepth {
        addDamage("the palette has \(entries) colors, too many for \(header.bitDepth) bits", in: chunk)
      }
      layout?.paletteRange = chunk.dataRange
      container.paletteColorCount = entries
    case .truecolor, .truecolorAlpha: container.paletteColorCount = entries  // a suggestion that isn't used
    }
  }

  private mutating func readTransparency(_ chunk: PNGChunk) {
    guard let layout else { return }
    if !layout.idatRanges.isEmpty { return addDamage("tRNS must come before IDAT", in: chunk) }
    let allowed: ClosedRange<Int>
    let requirement: String
    switch layout.header.colorType {
    case .gray: (allowed, requirement) = (2...2, "must be 2")
    case .truecolor: (allowed, requirement) = (6...6, "must be 6")
    case .palette:
      guard let palette = layout.paletteRange else {
        return addDamage("tRNS must come after PLTE", in: chunk)
      }
      let colors = palette.count / 3
      (allowed, requirement) = (0...colors, "limit: \(colors), one per color")
    case .grayAlpha, .truecolorAlpha:
      return addDamage("tRNS is not allowed with an alpha channel", in: chunk)
    }
    let count = chunk.dataRange.count
    guard allowed.contains(count) else {
      return addDamage("tRNS has \(count) \(count == 1 ? "byte" : "bytes") (\(requirement))", in: chunk)
    }
    self.layout?.transparencyRange = chunk.dataRange
    container.canBeTransparent = true
  }

  private mutating func readImageData(_ chunk: PNGChunk) {
    // Don't hold a copy of the layout here, because then each append would copy the whole list.
    if layout?.idatRanges.isEmpty == true {
      layout?.firstIDATOffset = chunk.offset
      if layout?.header.colorType == .palette, layout?.paletteRange == nil {
        addDamage("the palette is missing", in: chunk, preventsDecoding: true)
      }
      animationState.hasSeenIDAT = true
    } else if previousChunkType != "IDAT" {
      return addDamage("IDAT chunks must be consecutive", in: chunk, preventsDecoding: true)
    }
    layout?.idatRanges.append(chunk.dataRange)
  }

  private mutating func finish(_ walkDamage: Damage?) {
    if let walkDamage {
      container.damage.append(walkDamage)
      if !hasIEND, walkDamage.location.partName == "IDAT" { layout?.isDecodable = false }
    } else if !hasIEND, container.damage.isEmpty || layout != nil, container.exceededLimits.isEmpty {
      container.damage.append(Damage("the file ends without IEND", at: ByteLocation(partOffset: bytes.count)))
    }
    if let layout, layout.idatRanges.isEmpty {
      self.layout?.isDecodable = false
      if container.exceededLimits.isEmpty, walkDamage == nil {
        container.damage.append(
          Damage("the file has no image data (IDAT)", at: ByteLocation(partOffset: bytes.count)))
      }
    }
    if hasIEND { container.trailingBytes = bytes.count - container.endOffset }
    if let layout {
      container.addExceededLimits(exceededCanvasLimits(layout.header.size, budget))
      finishAnimation()
      addDecodingWork()
    }
    container.dataPositions = self.layout.map(ImageDataPositions.png) ?? .unreadable
  }

  /// Adds up the cost of decoding: each image's scanlines and pixels, and the areas that disposals touch.
  private mutating func addDecodingWork() {
    guard let layout, layout.isDecodable, container.exceededLimits.isEmpty else { return }
    var header = layout.header
    if container.animation?.hidesDefaultImage ?? true {
      container.decodingWork.add(image: header.size, inflatedBytes: header.inflatedDataBytes)
    }
    for frame in container.animation?.frames ?? [] {
      header.size = frame.patch.size
      container.decodingWork.add(image: header.size, inflatedBytes: header.inflatedDataBytes)
      container.decodingWork.add(disposalOf: frame, on: container.canvas)
    }
    // libpng decodes the image again to get the largest palette index.
    if header.needsLibPNG, header.colorType == .palette { container.decodingWork.add(container.decodingWork) }
    container.checkDecodingWork(budget)
  }
}

/// Ancillary chunks without which the image would look or move differently.
///
/// - Source: PNG specification, third edition, 11.3.
private let pngAncillaryRenderingChunkTypes: Set<String> = [
  "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI", "acTL", "fcTL", "fdAT",
]

private let pngAnimationChunkTypes: Set<String> = ["acTL", "fcTL", "fdAT"]

/// Chunks that may occur only once. `readAnimationControlBeforeIDAT` checks acTL.
private let uniquePNGChunkTypes: Set<String> = [
  "PLTE", "tRNS", "gAMA", "cHRM", "iCCP", "sRGB", "cICP", "eXIf", "pHYs", "tIME", "bKGD", "sBIT", "hIST",
]

extension PNGDataPositions {
  /// The location of a frame's data: its first chunk.
  func dataLocation(ofFrame frame: Int, isDefaultImage: Bool) -> ByteLocation {
    if isDefaultImage {
      return ByteLocation(partName: "IDAT", partOffset: firstIDATOffset, frameIndex: frame)
    }
    let offset = frameDataRanges[frame].first.map { $0.lowerBound - fdATHeaderBytes }
    return ByteLocation(partName: "fdAT", partOffset: offset, frameIndex: frame)
  }
}

extension EncodedPNGImage {
  /// The chunk and byte at which inflating the image's data fails, or at which all rows are complete.
  ///
  /// Inflates the data once more, but only for damaged images, because the fast decoder doesn't report its
  /// position.
  func inflateStopLocation(in stream: ArraySlice<UInt8>) -> ByteLocation {
    var taken = unsafe stream.withUnsafeBufferPointer { source in
      unsafe sl_zlib_consumed_bytes(source.baseAddress, source.count, header.inflatedDataBytes)
    }
    var location = dataLocation
    for chunk in dataRanges {
      location.partStartOffset =
        chunk.lowerBound - (location.partName == "fdAT" ? fdATHeaderBytes : idatHeaderBytes)
      location.problemOffset = chunk.lowerBound + min(taken, chunk.count)
      if taken < chunk.count { break }
      taken -= chunk.count
    }
    return location
  }
}

/// The size in bytes of the length and type before the data.
private let idatHeaderBytes = 8
/// The size in bytes of the length, type and sequence number before the data.
private let fdATHeaderBytes = 12
