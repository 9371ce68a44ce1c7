/// Decodes all frames of an Aseprite sprite, with their delays.
///
/// Sprites with more than one frame loop forever, as in the editor.
///
/// - Source: Aseprite's file format specification (docs/ase-file-specs.md in its repository).
func decodeAseprite(_ bytes: [UInt8], _ budget: DecodingBudget) throws(ImageError) -> ForeignImage {
  let sprite = try AsepriteSprite(bytes, budget)
  return try sprite.image(ofFrameIndices: Array(0..<sprite.frames.count), plays: 0)
}

/// A tag of an Aseprite sprite: a named range of frames.
public struct AsepriteTag: Hashable, Sendable {
  /// The name as the artist wrote it. It is untrusted text.
  public let name: String
  /// The indices of the frames in playing order, including the return trip of a ping-pong tag.
  public let frameIndices: [Int]
  /// The number of plays (0 means infinite).
  public let plays: Int
}

/// Returns the tags of an Aseprite sprite in their order in the file, without decoding pixels.
///
/// - Returns: An empty array if the file isn't a sprite, is damaged, or has no tags.
public func asepriteTags(of bytes: [UInt8], budget: DecodingBudget = .standard) -> [AsepriteTag] {
  guard SniffedFormat(of: bytes) == .foreign(.aseprite), bytes.count <= budget.fileBytes else { return [] }
  return (try? AsepriteSprite(bytes, budget))?.tags ?? []
}

extension ForeignImage {
  /// Decodes the frames of one tag of an Aseprite sprite.
  ///
  /// - Throws: `ImageError` if the file is damaged or exceeds a limit, or if it has no such tag.
  public init(decodingAseprite bytes: [UInt8], tag index: Int, budget: DecodingBudget = .standard)
    throws(ImageError)
  {
    if let exceeded = budget.exceededLimit(.fileBytes, by: bytes.count) { throw .exceeded(exceeded) }
    let sprite = try AsepriteSprite(bytes, budget)
    guard sprite.tags.indices.contains(index) else {
      throw .damaged("the sprite has no tag \(index + 1)", at: ByteLocation(partOffset: 0))
    }
    self = try sprite.image(ofFrameIndices: sprite.tags[index].frameIndices, plays: sprite.tags[index].plays)
  }
}

/// An Aseprite sprite whose chunks have been read, but not its pixels.
struct AsepriteSprite {
  /// The stored dimensions of the canvas, before the pixel ratio is applied.
  private(set) var storedCanvasSize = PixelSize(0, 0)
  /// Bytes per pixel: 1 (palette index), 2 (gray and alpha) or 4 (RGBA).
  private(set) var bytesPerPixel = 4
  /// The palette index that is transparent in all layers except the background.
  private(set) var transparentIndex = 0
  /// Whether groups have an opacity and a blend mode of their own.
  private(set) var compositesGroups = false
  /// The width and height at which each stored pixel is displayed, in pixels.
  private(set) var pixelRatio = (width: 1, height: 1)
  private(set) var layers: [Layer] = []
  /// The visible direct children of each group, by the index of the group. -1 is the sprite itself.
  private(set) var visibleLayersByGroup: [Int: [Int]] = [:]
  /// The nesting depth of the visible groups.
  private(set) var deepestVisibleGroupNesting = 0
  private(set) var frames: [FrameContent] = []
  private(set) var tags: [AsepriteTag] = []
  private(set) var tilesets: [Int: Tileset] = [:]
  private(set) var profile: [UInt8]?
  let bytes: [UInt8]
  let budget: DecodingBudget
  private var hasLayerOpacity = false
  private var hasPaletteChunk = false
  private var currentPalette: [SIMD4<UInt8>] = []
  private var potentialParentLayers: [Int] = []

  struct Layer {
    enum Kind { case image, group, tilemap(tileset: Int) }
    var kind = Kind.image
    /// Whether the layer and all of its parent groups are visible.
    var isEffectivelyVisible = true
    var isBackground = false
    var blend = BlendMode.normal
    /// 0...255.
    var opacity = 255
    /// The index of the layer's parent group.
    var parent: Int?
  }

  struct FrameContent {
    var delay = ExactSeconds.zero
    /// The cels, by the index of their layer.
    var celsByLayer: [Int: Cel] = [:]
    /// The palette that applies from this frame on.
    var palette: [SIMD4<UInt8>] = []
  }

  struct Cel {
    var x = 0
    var y = 0
    /// 0...255.
    var opacity = 255
    /// The number of layers by which the cel is moved up in the stacking order.
    var zIndex = 0
    var content: CelImageOrTilemap
  }

  enum CelImageOrTilemap {
    /// The pixels, deflated or not.
    case image(PixelSize, Range<Int>, isDeflated: Bool)
    case tilemap(Tilemap, Range<Int>)

    /// The size in pixels or tiles.
    var sizeInPixelsOrTiles: PixelSize {
      switch self {
      case .image(let size, _, _): size
      case .tilemap(let tilemap, _): tilemap.sizeInTiles
      }
    }
  }

  struct Tilemap {
    /// The number of tiles in each direction.
    var sizeInTiles: PixelSize
    var indexMask = 0
    var flipXMask = 0
    var flipYMask = 0
    var swapXYMask = 0
  }

  struct Tileset {
    var count: Int
    var tileSize: PixelSize
    var dataRange: Range<Int>
    /// The index of the empty tile.
    var emptyTileIndex: Int?
  }

  init(_ bytes: [UInt8], _ budget: DecodingBudget) throws(ImageError) {
    self.bytes = bytes
    self.budget = budget
    guard bytes.count >= 128 else { throw Self.damaged("the file ends inside the header", 0) }
    guard [8, 16, 32].contains(bytes.little16(at: 12)) else {
      throw Self.damaged("the color depth is unknown", 12)
    }
    let count = bytes.little16(at: 6)
    bytesPerPixel = bytes.little16(at: 12) / 8
    let flags = bytes.little32(at: 14)
    hasLayerOpacity = flags & 1 != 0
    compositesGroups = flags & 2 != 0
    transparentIndex = Int(bytes[28])
    storedCanvasSize = try validatedCanvasSize(
      bytes.little16(at: 8), bytes.little16(at: 10), budget, at: ByteLocation(partOffset: 8))
    if bytes[34] > 0, bytes[35] > 0 {
      let divisor = greatestCommonDivisor(Int(bytes[34]), Int(bytes[35]))
      pixelRatio = (Int(bytes[34]) / divisor, Int(bytes[35]) / divisor)
    }
    _ = try validatedCanvasSize(
      storedCanvasSize.width * pixelRatio.width, storedCanvasSize.height * pixelRatio.height, budget,
      at: ByteLocation(partOffset: 34)
    )
    guard count > 0 else { throw Self.damaged("the sprite has no frames", 6) }
    try checkLimits(compositedFrames: count)
    // Every frame has a header of 16 bytes.
    guard bytes.count >= 128 + 16 * count else {
      throw Self.damaged("the file ends before the last frame", 6)
    }
    try readFrames(count)
  }

  static func damaged(_ reason: String, _ offset: Int, isUnsupported: Bool = false) -> ImageError {
    .damaged(reason, at: ByteLocation(partOffset: offset), isUnsupported: isUnsupported)
  }

  /// Checks that this many composited frames are within the limits, before memory is allocated for them.
  func checkLimits(compositedFrames count: Int) throws(ImageError) {
    let shown = PixelSize(
      storedCanvasSize.width * pixelRatio.width, storedCanvasSize.height * pixelRatio.height)
    if let exceeded = exceededAnimationLimits(shown, frames: count, budget).first {
      throw .exceeded(exceeded)
    }
    let pixels = saturatingProduct(shown.area, count)
    if count > 1, pixels > maxInMemoryAnimationPixels {
      throw .exceeded(
        ExceededLimit(
          ResourceLimit.allFramesPixels.name, measured: pixels, limit: maxInMemoryAnimationPixels,
          unit: ResourceLimit.allFramesPixels.unit))
    }
  }

  private mutating func readFrames(_ count: Int) throws(ImageError) {
    let speed = bytes.little16(at: 18)
    var (at, parts) = (128, 0)
    for number in 0..<count {
      guard bytes.count - at >= 16 else { throw Self.damaged("the file ends before frame \(number + 1)", at) }
      let length = bytes.little32(at: at)
      guard bytes.little16(at: at + 4) == 0xF1FA else { throw Self.damaged("a frame has no signature", at) }
      guard length >= 16, length <= bytes.count - at else {
        throw Self.damaged("the file ends inside frame \(number + 1)", at)
      }
      let (old, new) = (bytes.little16(at: at + 6), bytes.little32(at: at + 12))
      let chunks = new == 0 ? old : new
      parts = saturatingSum(parts, chunks)
      if let exceeded = budget.exceededLimit(.containerParts, by: parts) { throw .exceeded(exceeded) }
      let milliseconds = bytes.little16(at: at + 8)
      frames.append(FrameContent(delay: ExactSeconds(milliseconds > 0 ? milliseconds : speed, 1000)))
      try readChunks(chunks, at + 16..<at + length)
      frames[number].palette = currentPalette
      at += length
    }
  }

  private mutating func readChunks(_ count: Int, _ range: Range<Int>) throws(ImageError) {
    var at = range.lowerBound
    for _ in 0..<count {
      guard range.upperBound - at >= 6 else { throw Self.damaged("the frame ends before its last chunk", at) }
      let length = bytes.little32(at: at)
      guard length >= 6, length <= range.upperBound - at else {
        throw Self.damaged("a chunk does not fit in its frame", at)
      }
      var data = ChunkReader(bytes, at + 6..<at + length)
      switch bytes.little16(at: at + 4) {
      case 0x0004: try readOldPalette(&data, bitsPerSample: 8)
      case 0x0011: try readOldPalette(&data, bitsPerSample: 6)
      case 0x2004: try readLayer(&data)
      case 0x2005: try readCel(&data)
      case 0x2007: try readProfile(&data)
      case 0x2018: try readTags(&data)
      case 0x2019: try readPalette(&data)
      case 0x2023: try readTileset(&data)
      default: break
      }
      at += length
    }
  }

  private mutating func readLayer(_ data: inout ChunkReader) throws(ImageError) {
    let start = data.offset
    let flags = try data.word()
    let kind = try data.word()
    let level = try data.word()
    _ = try data.take(4)
    let blend = try data.word()
    let opacity = try data.byte()
    _ = try data.take(3)
    _ = try data.take(try data.word())
    var layer = Layer()
    switch kind {
    case 0: layer.kind = .image
    case 1: layer.kind = .group
    case 2: layer.kind = .tilemap(tileset: try data.doubleWord())
    default: throw Self.damaged("layer type \(kind) is unknown", start, isUnsupported: true)
    }
    guard let mode = BlendMode(rawValue: blend) else {
      throw Self.damaged("blend mode \(blend) is unknown", start, isUnsupported: true)
    }
    guard level <= potentialParentLayers.count else {
      throw Self.damaged("a layer is in a group that is missing", start)
    }
    guard level <= maxGroupDepth else {
      throw Self.damaged(
        "groups are nested more than \(maxGroupDepth) levels deep", start, isUnsupported: true)
    }
    potentialParentLayers.removeLast(potentialParentLayers.count - level)
    layer.parent = potentialParentLayers.last
    let isReference = flags & 64 != 0
    layer.isEffectivelyVisible =
      flags & 1 != 0 && !isReference && layer.parent.map { layers[$0].isEffectivelyVisible } ?? true
    layer.isBackground = flags & 8 != 0
    layer.blend = mode
    layer.opacity = hasLayerOpacity ? opacity : 255
    // If a deeper level followed a layer that isn't a group, that layer would become the parent. Aseprite
    // never writes this.
    potentialParentLayers.append(layers.count)
    if layer.isEffectivelyVisible {
      visibleLayersByGroup[compositesGroups ? layer.parent ?? -1 : -1, default: []].append(layers.count)
      if case .group = layer.kind { deepestVisibleGroupNesting = max(deepestVisibleGroupNesting, level + 1) }
    }
    layers.append(layer)
  }

  private mutating func readCel(_ data: inout ChunkReader) throws(ImageError) {
    let start = data.offset
    let layer = try data.word()
    guard layers.indices.contains(layer) else {
      throw Self.damaged("a cel is on a layer that is missing", start)
    }
    let (x, y) = (try data.signedWord(), try data.signedWord())
    let opacity = try data.byte()
    let kind = try data.word()
    let zIndex = try data.signedWord()
    _ = try data.take(5)
    let content: CelImageOrTilemap
    switch kind {
    case 0, 2:
      let size = try readCelSizeWithinBudget(&data)
      guard size.area > 0 else { return }
      let length = size.area * bytesPerPixel
      guard kind == 2 || data.remainingRange.count >= length else {
        throw Self.damaged("a cel ends inside its pixel data", start)
      }
      content = .image(size, data.remainingRange, isDeflated: kind == 2)
    case 1:
      let source = try data.word()
      guard source < frames.count - 1, let linked = frames[source].celsByLayer[layer] else {
        throw Self.damaged("a cel is linked to a cel that is missing", start)
      }
      content = linked.content
    case 3: content = try readTilemap(&data)
    default: throw Self.damaged("cel type \(kind) is unknown", start, isUnsupported: true)
    }
    frames[frames.count - 1].celsByLayer[layer] = Cel(
      x: x, y: y, opacity: opacity, zIndex: zIndex, content: content)
  }

  private func readCelSizeWithinBudget(_ data: inout ChunkReader) throws(ImageError) -> PixelSize {
    let size = PixelSize(try data.word(), try data.word())
    if let exceeded = budget.exceededLimit(.canvasPixels, by: size.area) { throw .exceeded(exceeded) }
    return size
  }

  private func readTilemap(_ data: inout ChunkReader) throws(ImageError) -> CelImageOrTilemap {
    let start = data.offset
    let size = try readCelSizeWithinBudget(&data)
    let bits = try data.word()
    guard bits == 32 else {
      throw Self.damaged("tiles with \(bits) bits are not supported", start, isUnsupported: true)
    }
    var tilemap = Tilemap(sizeInTiles: size)
    tilemap.indexMask = try data.doubleWord()
    tilemap.flipXMask = try data.doubleWord()
    tilemap.flipYMask = try data.doubleWord()
    tilemap.swapXYMask = try data.doubleWord()
    _ = try data.take(10)
    return .tilemap(tilemap, data.remainingRange)
  }

  private mutating func readTileset(_ data: inout ChunkReader) throws(ImageError) {
    let start = data.offset
    let id = try data.doubleWord()
    let flags = try data.doubleWord()
    let count = try data.doubleWord()
    let size = PixelSize(try data.word(), try data.word())
    _ = try data.take(16)
    _ = try data.take(try data.word())
    if flags & 1 != 0 { _ = try data.take(8) }
    guard flags & 2 != 0 else {
      throw Self.damaged("the tiles are in another file. Export the sprite", start, isUnsupported: true)
    }
    let length = try data.doubleWord()
    guard size.area > 0 else { throw Self.damaged("the tiles have no pixels", start) }
    if let exceeded = budget.exceededLimit(.canvasPixels, by: saturatingProduct(size.area, count)) {
      throw .exceeded(exceeded)
    }
    guard length <= data.remainingRange.count else {
      throw Self.damaged("the tileset ends inside its pixel data", start)
    }
    // Old versions number tiles from 0, and mark empty cells with the largest number.
    tilesets[id] = Tileset(
      count: count, tileSize: size, dataRange: data.offset..<data.offset + length,
      emptyTileIndex: flags & 4 != 0 ? 0 : nil)
  }

  private mutating func readTags(_ data: inout ChunkReader) throws(ImageError) {
    let start = data.offset
    let count = try data.word()
    _ = try data.take(8)
    for _ in 0..<count {
      let (first, last) = (try data.word(), try data.word())
      let direction = try data.byte()
      let plays = try data.word()
      _ = try data.take(10)
      let name = try data.take(try data.word())
      guard first <= last, last < bytes.little16(at: 6) else {
        throw Self.damaged("a tag has frames that are missing", start)
      }
      // The play count of a ping-pong tag counts each direction. If it is 1, the tag is played in only one
      // direction.
      let isPingPong = direction == 2 || direction == 3
      tags.append(
        AsepriteTag(
          name: String(decoding: bytes[name], as: UTF8.self),
          frameIndices: playedFrames(first...last, direction, comesBack: isPingPong && plays != 1),
          plays: isPingPong ? (plays + 1) / 2 : plays))
    }
  }

  /// The frames of a tag in playing order. On the return trip, a ping-pong tag skips its first and last
  /// frames.
  private func playedFrames(_ range: ClosedRange<Int>, _ direction: Int, comesBack: Bool) -> [Int] {
    let frames = direction == 1 || direction == 3 ? range.reversed() : Array(range)
    return comesBack ? frames + frames.dropFirst().dropLast().reversed() : frames
  }

  private mutating func readProfile(_ data: inout ChunkReader) throws(ImageError) {
    let kind = try data.word()
    _ = try data.take(14)
    guard kind == 2 else { return }
    let length = try data.doubleWord()
    if let exceeded = budget.exceededLimit(.inflatedChunkBytes, by: length) { throw .exceeded(exceeded) }
    profile = Array(bytes[try data.take(length)])
  }

  private mutating func readPalette(_ data: inout ChunkReader) throws(ImageError) {
    let start = data.offset
    let count = try data.doubleWord()
    let (first, last) = (try data.doubleWord(), try data.doubleWord())
    _ = try data.take(8)
    hasPaletteChunk = true
    // Sprites with RGBA pixels can have an empty palette.
    if count == 0 { return resizePalette(to: 0) }
    guard count <= 65_536, first <= last, last < count else {
      throw Self.damaged("the palette has entries beyond its size", start)
    }
    resizePalette(to: count)
    for index in first...last {
      let flags = try data.word()
      let color = try data.take(4).lowerBound
      currentPalette[index] = SIMD4(bytes[color], bytes[color + 1], bytes[color + 2], bytes[color + 3])
      if flags & 1 != 0 { _ = try data.take(try data.word()) }
    }
  }

  /// - Parameter bitsPerSample: 6 or 8.
  private mutating func readOldPalette(_ data: inout ChunkReader, bitsPerSample: Int) throws(ImageError) {
    guard !hasPaletteChunk else { return }
    var index = 0
    for _ in 0..<(try data.word()) {
      index += try data.byte()
      let claimed = try data.byte()
      let count = claimed == 0 ? 256 : claimed
      if currentPalette.count < min(256, index + count) { resizePalette(to: min(256, index + count)) }
      for _ in 0..<count {
        let color = try data.take(3).lowerBound
        if index < currentPalette.count {
          let samples = (0..<3).map { channel in
            bitsPerSample == 8
              ? Int(bytes[color + channel]) : min(255, Int(bytes[color + channel]) * 255 / 63)
          }
          currentPalette[index] = SIMD4(UInt8(samples[0]), UInt8(samples[1]), UInt8(samples[2]), 255)
        }
        index += 1
      }
    }
  }

  private mutating func resizePalette(to count: Int) {
    if currentPalette.count > count { currentPalette.removeLast(currentPalette.count - count) }
    currentPalette += [SIMD4<UInt8>](repeating: SIMD4(0, 0, 0, 255), count: count - currentPalette.count)
  }

  /// Reads the numbers in a chunk.
  struct ChunkReader {
    private let bytes: [UInt8]
    private(set) var remainingRange: Range<Int>

    init(_ bytes: [UInt8], _ range: Range<Int>) {
      self.bytes = bytes
      self.remainingRange = range
    }

    /// The offset of the next byte in the file.
    var offset: Int { remainingRange.lowerBound }

    mutating func take(_ count: Int) throws(ImageError) -> Range<Int> {
      guard remainingRange.count >= count else {
        throw AsepriteSprite.damaged("a chunk is too short", offset)
      }
      let taken = offset..<offset + count
      remainingRange = taken.upperBound..<remainingRange.upperBound
      return taken
    }

    mutating func byte() throws(ImageError) -> Int { Int(bytes[try take(1).lowerBound]) }
    mutating func word() throws(ImageError) -> Int { bytes.little16(at: try take(2).lowerBound) }
    mutating func signedWord() throws(ImageError) -> Int { Int(Int16(truncatingIfNeeded: try word())) }
    mutating func doubleWord() throws(ImageError) -> Int { bytes.little32(at: try take(4).lowerBound) }
  }
}

/// Deeper nesting would need too much memory, and doesn't occur in practice.
private let maxGroupDepth = 32
