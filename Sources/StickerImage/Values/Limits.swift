/// A limit of a `DecodingBudget`, with its default value and the maximum to which it can be raised.
///
/// Flags, configuration, findings and documentation refer to a limit by its `name`.
public struct ResourceLimit: Hashable, Sendable {
  /// The name of the limit in kebab case, such as `canvas-pixels`.
  public let name: String
  /// The unit of the limit, such as `px`, `bytes` or `frames`.
  public let unit: String
  /// The maximum to which the limit can be raised. Larger values could exhaust memory or overflow integers.
  public let maxValue: Int
  /// What the limit applies to, such as `per file`. It follows the unit in messages.
  public let scopeText: String
  /// The property of a budget that holds the value.
  let budgetKeyPath: any WritableKeyPath<DecodingBudget, Int> & Sendable

  /// The default value.
  public var defaultValue: Int { DecodingBudget.standard[self] }
}

extension ResourceLimit {
  /// All limits, in the order in which the documentation lists them.
  public static let all: [ResourceLimit] = [
    .fileBytes, .sidePixels, .canvasPixels, .frames, .allFramesPixels, .inflatedChunkBytes, .containerParts,
    .scans,
    .decodingWork,
  ]

  /// The size of a file. A pack is read back from disk all at once, and a single file may make up a quarter
  /// of the pack.
  public static let fileBytes = ResourceLimit(
    "file-bytes", "bytes", settableUpTo: 1 << 28, "per file", \.fileBytes)
  /// The longer side of a canvas or patch.
  ///
  /// - Source: PNG specification, third edition, section 7.1: the largest number that a PNG can store.
  public static let sidePixels = ResourceLimit(
    "side-pixels", "px", settableUpTo: 0x7FFF_FFFF, "on the longer side", \.sidePixels)
  /// The area of a canvas or patch. At the highest possible limit, a canvas takes 1 GiB of memory.
  public static let canvasPixels = ResourceLimit(
    "canvas-pixels", "pixels", settableUpTo: 1 << 28, "per canvas", \.canvasPixels)
  /// The number of frames in an animation.
  public static let frames = ResourceLimit(
    "frames", "frames", settableUpTo: 10_000_000, "per animation", \.frames)
  /// The number of pixels in all frames, as displayed or as stored, whichever is larger.
  public static let allFramesPixels = ResourceLimit(
    "all-frames-pixels", "pixels", settableUpTo: 1_000_000_000_000, "in all frames together",
    \.allFramesPixels)
  /// The decompressed size of a text chunk or an ICC profile.
  public static let inflatedChunkBytes = ResourceLimit(
    "chunk-bytes", "bytes", settableUpTo: 1 << 28, "per decompressed text or ICC profile",
    \.inflatedChunkBytes)
  /// The number of chunks, blocks or segments. It is limited because the container lists each one.
  public static let containerParts = ResourceLimit(
    "parts", "parts", settableUpTo: 10_000_000, "per file (chunks, blocks or segments)", \.containerParts)
  /// The number of scans in a JPEG.
  public static let scans = ResourceLimit("scans", "scans", settableUpTo: 1_000_000, "per JPEG", \.scans)
  /// The number of `RequiredDecodingWork` units that decoding may take.
  public static let decodingWork = ResourceLimit(
    "work", "units", settableUpTo: 1_000_000_000_000,
    "of work (one per composited pixel, inflated byte, and JPEG block in each scan; with arithmetic coding, "
      + "32 per coefficient)",
    \.decodingWork)

  private init(
    _ name: String, _ unit: String, settableUpTo maxValue: Int, _ scopeText: String,
    _ budgetKeyPath: any WritableKeyPath<DecodingBudget, Int> & Sendable
  ) {
    self.name = name
    self.unit = unit
    self.maxValue = maxValue
    self.scopeText = scopeText
    self.budgetKeyPath = budgetKeyPath
  }

  /// Returns the limit with the given name, or nil.
  public init?(named name: String) {
    guard let known = ResourceLimit.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }
}

extension DecodingBudget {
  /// The value of a limit.
  public subscript(limit: ResourceLimit) -> Int {
    get { self[keyPath: limit.budgetKeyPath] }
    set { self[keyPath: limit.budgetKeyPath] = newValue }
  }

  /// Compares a measured value with its limit.
  ///
  /// - Returns: The exceeded limit, or nil if the value doesn't exceed it.
  func exceededLimit(_ limit: ResourceLimit, by measured: Int) -> ExceededLimit? {
    guard measured > self[limit] else { return nil }
    return ExceededLimit(limit, measured: measured, self)
  }
}

/// The limits for reading a file. They are checked before memory is allocated. `ResourceLimit.all` lists them
/// by name.
public struct DecodingBudget: Hashable, Sendable {
  /// The maximum size of the file in bytes.
  public var fileBytes = 32 << 20
  /// The maximum length of the longer side in pixels.
  public var sidePixels = 8_192
  /// The maximum number of pixels in the canvas.
  public var canvasPixels = 16_800_000
  /// The maximum number of frames in an animation.
  public var frames = 4_096
  /// The maximum number of pixels in all composited frames together.
  public var allFramesPixels = 256_000_000
  /// The maximum decompressed size of one text or ICC chunk in bytes.
  public var inflatedChunkBytes = 1 << 20
  /// The maximum number of chunks, blocks or segments. There is a limit because the container lists each one.
  public var containerParts = 65_536
  /// The maximum number of scans in a progressive JPEG.
  public var scans = 100
  /// The maximum number of `RequiredDecodingWork` units: composited pixels, inflated bytes, and JPEG blocks in
  /// scans.
  public var decodingWork = 2_000_000_000
  /// The formats that may be decoded.
  public var formats = FormatSet.all

  /// The default limits.
  public static let standard = DecodingBudget()

  /// No limits. Only for trusted files, such as the output of an encoder in this library.
  public static let unlimited: DecodingBudget = {
    var budget = DecodingBudget()
    for limit in ResourceLimit.all { budget[limit] = .max }
    return budget
  }()

  /// Creates a budget with the default limits.
  public init() {}
}

/// A limit of a `DecodingBudget` that a file exceeds.
public struct ExceededLimit: Hashable, Sendable {
  /// The name of the limit, such as `canvas-pixels` or `frames`.
  public let name: String
  /// The measured value. It is a lower bound if counting stopped early.
  public let measured: Int
  /// The value of the limit.
  public let limit: Int
  /// The unit of both values, such as `px`, `bytes` or `frames`.
  public let unit: String

  /// Creates an exceeded limit from its parts.
  public init(_ name: String, measured: Int, limit: Int, unit: String) {
    self.name = name
    self.measured = measured
    self.limit = limit
    self.unit = unit
  }

  /// Creates an exceeded limit of a budget.
  public init(_ limit: ResourceLimit, measured: Int, _ budget: DecodingBudget) {
    self.init(limit.name, measured: measured, limit: budget[limit], unit: limit.unit)
  }
}

/// The dimension limits that a canvas exceeds.
func exceededCanvasLimits(_ canvas: PixelSize, _ budget: DecodingBudget) -> [ExceededLimit] {
  [
    budget.exceededLimit(.sidePixels, by: canvas.longerSide),
    budget.exceededLimit(.canvasPixels, by: canvas.area),
  ].compactMap(\.self)
}

/// The limits on the number of frames and their total pixels that an animation exceeds.
func exceededAnimationLimits(_ canvas: PixelSize, frames: Int, _ budget: DecodingBudget) -> [ExceededLimit] {
  [
    budget.exceededLimit(.frames, by: frames),
    budget.exceededLimit(.allFramesPixels, by: saturatingProduct(canvas.area, frames)),
  ].compactMap(\.self)
}

/// The cost of decoding a file. It is computed from what the file stores instead of being measured as time,
/// so the same file always produces the same findings.
///
/// Parsers add it up from headers alone, so the total is known before any pixel is decoded. Sums saturate at
/// `Int.max`.
public struct RequiredDecodingWork: Hashable, Sendable {
  /// The number of pixels in stored images, plus those that disposals clear, save or restore.
  public private(set) var pixels = 0
  /// The number of decompressed bytes: scanlines, color indices, text and profiles.
  public private(set) var inflatedBytes = 0
  /// The number of JPEG blocks of 8 × 8 samples, counted once for each scan that contains them. With
  /// arithmetic coding, each coefficient of a block counts as 32 blocks.
  public private(set) var weightedJPEGBlocks = 0

  /// Creates work of 0 units.
  public init() {}

  /// The total, which `DecodingBudget.decodingWork` limits.
  public var totalUnits: Int { saturatingSum(saturatingSum(pixels, inflatedBytes), weightedJPEGBlocks) }

  mutating func add(pixels count: Int) { pixels = saturatingSum(pixels, count) }

  mutating func add(inflatedBytes count: Int) { inflatedBytes = saturatingSum(inflatedBytes, count) }

  mutating func add(weightedJPEGBlocks count: Int) {
    weightedJPEGBlocks = saturatingSum(weightedJPEGBlocks, count)
  }

  mutating func add(_ other: RequiredDecodingWork) {
    add(pixels: other.pixels)
    add(inflatedBytes: other.inflatedBytes)
    add(weightedJPEGBlocks: other.weightedJPEGBlocks)
  }

  /// Adds a stored image: its data is inflated, and each of its pixels is drawn once, even outside the
  /// canvas.
  mutating func add(image size: PixelSize, inflatedBytes count: Int) {
    add(pixels: size.area)
    add(inflatedBytes: count)
  }

  /// Adds the pixels that a frame's disposal touches: once to clear them, or twice to save and restore them.
  mutating func add(disposalOf frame: StoredFrame, on canvas: PixelSize) {
    let touched = frame.patch.intersection(PixelRect(canvas)).size.area
    switch frame.disposal {
    case .keep: break
    case .background: add(pixels: touched)
    case .previous: add(pixels: saturatingProduct(touched, 2))
    }
  }
}

/// The sum of counts, or `Int.max` on overflow.
func saturatingSum(_ a: Int, _ b: Int) -> Int {
  let (sum, overflow) = a.addingReportingOverflow(b)
  return overflow ? .max : sum
}

/// The product of counts, or `Int.max` on overflow.
func saturatingProduct(_ a: Int, _ b: Int) -> Int {
  let (product, overflow) = a.multipliedReportingOverflow(by: b)
  return overflow ? .max : product
}

extension ImageContainer {
  /// The maximum memory in bytes that decoding needs at any one time: the file, canvases, a stored image
  /// before compositing, and a codec's memory. Excludes what a visitor keeps. `Int.max` on overflow.
  ///
  /// - Parameter fileBytes: The size of the whole file in bytes.
  public func maxDecodingMemoryBytes(fileBytes: Int) -> Int {
    saturatingSum(fileBytes, decodingMemoryBytesBesidesFile(fileBytes: fileBytes))
  }

  private func decodingMemoryBytesBesidesFile(fileBytes: Int) -> Int {
    let canvasBytes = saturatingProduct(canvas.area, 4)
    switch dataPositions {
    case .unreadable: return 0
    case .png(let layout):
      // Patches are inside the canvas. The sum consists of the canvas, a patch, the copy for "previous", the
      // scanlines, and the joined data (for a still, in a copy of the file if the file has another owner).
      // libpng also needs the data as a chunk and as a stream.
      let piece =
        animation == nil
        ? max(layout.largestCompressedImageBytes, fileBytes) : layout.largestCompressedImageBytes
      let data = saturatingProduct(piece, layout.header.needsLibPNG ? 3 : 1)
      let pictures = saturatingProduct(canvasBytes, animation == nil ? 2 : 3)
      return saturatingSum(pictures, saturatingSum(layout.header.inflatedDataBytes, data))
    case .gif(let layout):
      // A patch may be larger than the canvas. The sum also includes a byte for each color index and the
      // joined data.
      let patch = layout.frames.reduce(0) { max($0, $1.stored.patch.size.area) }
      let data = layout.frames.reduce(0) { max($0, $1.dataRange.count) }
      return saturatingSum(saturatingProduct(canvasBytes, 2), saturatingSum(patch, data))
    case .jpeg(let planes): return saturatingSum(canvasBytes, planes.maxCodecMemoryBytes(of: canvas))
    case .webp(let layout):
      // The sum consists of the canvas, the displayed frame, a patch and the same amount again inside
      // libwebp, the code tables that data of this size can require, and the stream as a separate file.
      let patch = layout.frames.reduce(0) { max($0, $1.stored.patch.size.area) }
      let data = layout.frames.reduce(0) { max($0, $1.chunksByteCount) }
      let groups = layout.frames.reduce(1) { max($0, $1.prefixCodeGroupUpperBound) }
      let tables = min(groups, maxPrefixCodeGroups) * webPCodeTableBytesPerGroup
      let pictures = saturatingSum(saturatingProduct(canvasBytes, 2), saturatingProduct(patch, 8))
      return saturatingSum(pictures, saturatingSum(tables, saturatingSum(data, 1 << 20)))
    case .webm(let layout):
      // The sum consists of two bitmaps and libvpx's frames, for color and for alpha.
      let streams = layout.frames.contains { !$0.alphaByteRanges.isEmpty } ? 2 : 1
      let codec = saturatingProduct(saturatingProduct(paddedVP9FrameBytes, maxBufferedVP9Frames), streams)
      return saturatingSum(saturatingProduct(canvasBytes, 2), saturatingSum(codec, 4 << 20))
    }
  }
}

extension ImageContainer {
  /// The memory in bytes of one VP9 frame with its border and its motion vectors.
  fileprivate var paddedVP9FrameBytes: Int {
    saturatingProduct(saturatingProduct(canvas.width + 360, canvas.height + 328), 7) / 4
  }
}

/// The maximum number of frames that libvpx keeps in memory: eight reference frames, the frame being decoded,
/// and the displayed frame.
private let maxBufferedVP9Frames = 10

/// The memory in bytes that libwebp needs for each group of codes in a lossless image.
///
/// - Source: libwebp, `vp8l_dec.c`: 2,953 entries of 4 bytes, plus their packed form.
private let webPCodeTableBytesPerGroup = 12_800

extension PNGDataPositions {
  /// The size in bytes of the longest compressed image after joining its chunks.
  fileprivate var largestCompressedImageBytes: Int {
    ([idatRanges] + frameDataRanges).reduce(0) { longest, pieces in
      max(longest, pieces.reduce(0) { $0 + $1.count })
    }
  }
}

extension JPEGPlaneLayout {
  /// The maximum memory in bytes for libjpeg: coefficients, plus some rows of samples for up to four
  /// components, which upsampling and color conversion need.
  func maxCodecMemoryBytes(of canvas: PixelSize) -> Int {
    saturatingSum(coefficientBufferBytes, saturatingSum(1 << 20, saturatingProduct(canvas.width, 1024)))
  }
}
