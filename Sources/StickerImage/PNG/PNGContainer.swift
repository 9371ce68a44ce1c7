import CImageCodecs

/// The fields of an IHDR chunk.
struct PNGHeader: Hashable, Sendable {
  enum ColorType: Int, Hashable, Sendable {
    case gray = 0
    case trueColor = 2
    case palette = 3
    case grayAlpha = 4
    case trueColorAlpha = 6

    /// The specification's name of the color type.
    var name: String {
      switch self {
      case .gray: "grayscale"
      case .trueColor: "truecolor"
      case .palette: "palette"
      case .grayAlpha: "grayscale with alpha"
      case .trueColorAlpha: "truecolor with alpha"
      }
    }

    var samples: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .trueColor: 3
      case .trueColorAlpha: 4
      }
    }

    var depths: Set<Int> {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .trueColor, .grayAlpha, .trueColorAlpha: [8, 16]
      }
    }
  }

  var size: PixelSize
  let depth: Int
  let colorType: ColorType
  let isInterlaced: Bool

  /// Whether libpng must decode the image instead of the fast path.
  var needsLibPNG: Bool { isInterlaced || depth == 16 }

  var pixelBits: Int { depth * colorType.samples }
  /// The size of one row in bytes, without its filter byte.
  var rowBytes: Int { (size.width * pixelBits + 7) / 8 }

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
    guard colorType.depths.contains(Int(bytes[offset + 8])) else {
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
    depth = Int(bytes[offset + 8])
    self.colorType = colorType
    isInterlaced = bytes[offset + 12] == 1
  }
}

let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

/// Parses the chunks, order, checksums and timing of a PNG or APNG without decoding pixels.
///
/// - Parameter bytes: A file that begins with the signature.
func readPNGContainer(_ bytes: [UInt8], budget: Budget) -> Container {
  var reader = PNGContainerReader(bytes, budget)
  return reader.read()
}

struct PNGContainerReader {
  let bytes: [UInt8]
  let budget: Budget
  var container = Container(format: .png, canvas: PixelSize(0, 0))
  var layout: PNGLayout?
  var animation = APNGState()
  private var previousType = ""
  private var seenOnce: Set<String> = []
  private var hasEnd = false

  init(_ bytes: [UInt8], _ budget: Budget) {
    self.bytes = bytes
    self.budget = budget
  }

  mutating func read() -> Container {
    var walk = PNGChunkWalk(bytes)
    while !hasEnd, let chunk = walk.next() {
      guard note(chunk) else { break }
      if chunk.offset == 8 {
        readHeader(chunk)
        if layout == nil { break }
      } else if chunk.crcIsRight || chunk.type == "IDAT" || chunk.type == "IEND" {
        read(chunk)
      }
      if !chunk.crcIsRight {
        damage("the chunk's checksum is wrong", chunk, stopsPixels: chunk.isCritical)
        if animationChunks.contains(chunk.type) { animation.isBroken = true }
      }
      previousType = chunk.type
    }
    finish(walk.damage)
    return container
  }

  /// Lists the chunk. Returns false if there are too many chunks to continue.
  private mutating func note(_ chunk: PNGChunk) -> Bool {
    if let exceeded = budget.exceeded(.parts, by: container.parts.count + 1) {
      container.note([exceeded])
      return false
    }
    let (length, isMetadata) = (
      chunk.end - chunk.offset, !chunk.isCritical && !meaningfulChunks.contains(chunk.type)
    )
    container.parts.append(
      ContainerPart(type: chunk.type, offset: chunk.offset, length: length, isMetadata: isMetadata))
    if isMetadata { container.metadataBytes += length }
    return true
  }

  mutating func damage(_ reason: String, _ chunk: PNGChunk, stopsPixels: Bool = false) {
    container.damage.append(Damage(reason, at: location(of: chunk)))
    if stopsPixels { layout?.isReadable = false }
  }

  private func location(of chunk: PNGChunk) -> ByteLocation {
    ByteLocation(unit: chunk.type, offset: chunk.offset, frame: frame(of: chunk))
  }

  private mutating func readHeader(_ chunk: PNGChunk) {
    guard chunk.type == "IHDR" else { return damage("the first chunk must be IHDR", chunk) }
    guard chunk.data.count == 13 else {
      return damage("IHDR has \(chunk.data.count) bytes (must be 13)", chunk)
    }
    do {
      let header = try PNGHeader(bytes, at: chunk.data.lowerBound, of: location(of: chunk))
      layout = PNGLayout(header: header)
      container.canvas = header.size
      container.colorType = header.colorType.name
      container.bitDepth = header.depth
      container.isInterlaced = header.isInterlaced
      container.canBeTransparent = header.colorType == .grayAlpha || header.colorType == .trueColorAlpha
    } catch {
      container.note(error)
    }
  }

  private mutating func read(_ chunk: PNGChunk) {
    if oneOnly.contains(chunk.type), !seenOnce.insert(chunk.type).inserted {
      return damage("only one \(chunk.type) is allowed", chunk, stopsPixels: chunk.isCritical)
    }
    switch chunk.type {
    case "IHDR": damage("only one IHDR is allowed", chunk, stopsPixels: true)
    case "PLTE": readPalette(chunk)
    case "tRNS": readTransparency(chunk)
    case "IDAT": readImageData(chunk)
    case "IEND":
      hasEnd = true
      container.endOffset = chunk.end
      if !chunk.data.isEmpty { damage("IEND must be empty", chunk) }
    case "acTL": readAnimationControl(chunk)
    case "fcTL": readFrameControl(chunk)
    case "fdAT": readFrameData(chunk)
    default:
      if chunk.isCritical {
        damage("unknown critical chunk \(chunk.type)", chunk, stopsPixels: true)
      } else {
        readMetadata(chunk)
      }
    }
  }

  private mutating func readPalette(_ chunk: PNGChunk) {
    guard let header = layout?.header else { return }
    let (entries, rest) = chunk.data.count.quotientAndRemainder(dividingBy: 3)
    if layout?.idat.isEmpty == false { return damage("PLTE must come before IDAT", chunk, stopsPixels: true) }
    guard rest == 0, 1...256 ~= entries else {
      return damage(
        "the palette has \(chunk.data.count) bytes (must be 1 to 256 colors of 3 bytes)", chunk,
        stopsPixels: true)
    }
    switch header.colorType {
    case .gray, .grayAlpha: damage("a grayscale image must not have a palette", chunk)
    case .palette:
      if entries > 1 << header.depth {
        damage("the palette has \(entries) colors, too many for \(header.depth) bits", chunk)
      }
      layout?.palette = chunk.data
      container.paletteSize = entries
    case .trueColor, .trueColorAlpha: container.paletteSize = entries  // a suggestion that isn't used
    }
  }

  private mutating func readTransparency(_ chunk: PNGChunk) {
    guard let layout else { return }
    if !layout.idat.isEmpty { return damage("tRNS must come before IDAT", chunk) }
    let expected: ClosedRange<Int>
    switch layout.header.colorType {
    case .gray: expected = 2...2
    case .trueColor: expected = 6...6
    case .palette:
      guard let palette = layout.palette else { return damage("tRNS must come after PLTE", chunk) }
      expected = 0...palette.count / 3
    case .grayAlpha, .trueColorAlpha:
      return damage("tRNS is not allowed with an alpha channel", chunk)
    }
    guard expected.contains(chunk.data.count) else {
      return damage(
        "tRNS has \(chunk.data.count) bytes (limit: \(expected.upperBound))", chunk)
    }
    self.layout?.transparency = chunk.data
    container.canBeTransparent = true
  }

  private mutating func readImageData(_ chunk: PNGChunk) {
    // Don't hold a copy of the layout here: then each append would copy the whole list.
    if layout?.idat.isEmpty == true {
      layout?.idatOffset = chunk.offset
      if layout?.header.colorType == .palette, layout?.palette == nil {
        damage("the palette is missing", chunk, stopsPixels: true)
      }
      animation.hasImageData = true
    } else if previousType != "IDAT" {
      return damage("IDAT chunks must be consecutive", chunk, stopsPixels: true)
    }
    layout?.idat.append(chunk.data)
  }

  private mutating func finish(_ walkDamage: Damage?) {
    if let walkDamage {
      container.damage.append(walkDamage)
      if !hasEnd, walkDamage.location.unit == "IDAT" { layout?.isReadable = false }
    } else if !hasEnd, container.damage.isEmpty || layout != nil, container.exceeded.isEmpty {
      container.damage.append(Damage("the file ends without IEND", at: ByteLocation(offset: bytes.count)))
    }
    if let layout, layout.idat.isEmpty {
      self.layout?.isReadable = false
      if container.exceeded.isEmpty, walkDamage == nil {
        container.damage.append(
          Damage("the file has no image data (IDAT)", at: ByteLocation(offset: bytes.count)))
      }
    }
    if hasEnd { container.trailingBytes = bytes.count - container.endOffset }
    if let layout {
      container.note(canvasLimits(layout.header.size, budget))
      finishAnimation()
      countPixels()
    }
    container.layout = self.layout.map(ContainerLayout.png) ?? .unreadable
  }

  /// Adds up the cost of decoding: each image's scanlines and pixels, and the areas that disposals touch.
  private mutating func countPixels() {
    guard let layout, layout.isReadable, container.exceeded.isEmpty else { return }
    var header = layout.header
    if container.animation?.hidesDefaultImage ?? true {
      container.work.add(picture: header.size, inflatedBytes: header.scanlineBytes)
    }
    for frame in container.animation?.frames ?? [] {
      header.size = frame.patch.size
      container.work.add(picture: header.size, inflatedBytes: header.scanlineBytes)
      container.work.add(disposalOf: frame, on: container.canvas)
    }
    // libpng decodes the image again to get the largest palette index.
    if header.needsLibPNG, header.colorType == .palette { container.work.add(container.work) }
    container.checkWork(budget)
  }
}

/// Ancillary chunks without which the image would look or move differently.
///
/// - Source: PNG specification, third edition, 11.3.
private let meaningfulChunks: Set<String> = [
  "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI", "acTL", "fcTL", "fdAT",
]

private let animationChunks: Set<String> = ["acTL", "fcTL", "fdAT"]

/// Chunks that may occur only once. PLTE and acTL have their own messages.
private let oneOnly: Set<String> = [
  "PLTE", "tRNS", "gAMA", "cHRM", "iCCP", "sRGB", "cICP", "eXIf", "pHYs", "tIME", "bKGD", "sBIT", "hIST",
]

extension PNGLayout {
  /// The location of a frame's data: its first chunk.
  func placeOfData(_ frame: Int, isDefaultImage: Bool) -> ByteLocation {
    if isDefaultImage { return ByteLocation(unit: "IDAT", offset: idatOffset, frame: frame) }
    let offset = frameData[frame].first.map { $0.lowerBound - fdATHeader }
    return ByteLocation(unit: "fdAT", offset: offset, frame: frame)
  }
}

extension PNGPicture {
  /// The chunk and byte at which inflating the image's data fails, or has produced everything.
  ///
  /// Inflates the data once more, but only for damaged images, because the fast decoder doesn't report its
  /// position.
  func stop(in stream: ArraySlice<UInt8>) -> ByteLocation {
    var taken = unsafe stream.withUnsafeBufferPointer { source in
      unsafe sl_zlib_stop(source.baseAddress, source.count, header.scanlineBytes)
    }
    var location = location
    for chunk in data {
      location.offset = chunk.lowerBound - (location.unit == "fdAT" ? fdATHeader : idatHeader)
      location.position = chunk.lowerBound + min(taken, chunk.count)
      if taken < chunk.count { break }
      taken -= chunk.count
    }
    return location
  }
}

/// Length and type before the data.
private let idatHeader = 8
/// Length, type and sequence number.
private let fdATHeader = 12
