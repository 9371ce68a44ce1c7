/// One limit of a `Budget`: what it bounds, what it is unless somebody sets it, and how far it can be raised.
///
/// Flags, configuration, findings and documentation all name a limit by its `name`.
public struct Limit: Hashable, Sendable {
  /// The name of the limit in kebab case: `canvas-pixels`.
  public let name: String
  /// What it counts: `px`, `bytes`, `frames`.
  public let unit: String
  /// The most that it can be raised to: beyond it memory, or a number, would not suffice.
  public let largest: Int
  /// What it bounds, in a few words: `of a file`.
  public let bounds: String
  /// The property of a budget that holds the value.
  let value: any WritableKeyPath<Budget, Int> & Sendable

  /// The value in force unless somebody sets another.
  public var standard: Int { Budget.standard[self] }
}

extension Limit {
  /// Every limit, in the order of documentation.
  public static let all: [Limit] = [
    .fileBytes, .sidePixels, .canvasPixels, .frames, .allFramesPixels, .chunkBytes, .parts, .scans, .work,
  ]

  /// The length of a file. A pack is read back from the disk whole, and one file may be a quarter of it.
  public static let fileBytes = Limit("file-bytes", "bytes", 1 << 28, "of a file", \.fileBytes)
  /// The longer side of a canvas or a patch.
  ///
  /// - Source: PNG specification, third edition, section 7.1: the largest number that a PNG holds.
  public static let sidePixels = Limit("side-pixels", "px", 0x7FFF_FFFF, "of the longer side", \.sidePixels)
  /// The area of a canvas or a patch. At the most that it can be raised to a canvas takes 1 GiB.
  public static let canvasPixels = Limit("canvas-pixels", "pixels", 1 << 28, "of the canvas", \.canvasPixels)
  /// The frames of an animation.
  public static let frames = Limit("frames", "frames", 10_000_000, "of an animation", \.frames)
  /// The pixels of all frames together, as they are shown or as they are stored, whatever is more.
  public static let allFramesPixels = Limit(
    "all-frames-pixels", "pixels", 1_000_000_000_000, "of all frames together", \.allFramesPixels)
  /// What one compressed text or ICC profile inflates to.
  public static let chunkBytes = Limit(
    "chunk-bytes", "bytes", 1 << 28, "of one text or ICC profile, inflated", \.chunkBytes)
  /// Chunks, blocks or segments: each is listed.
  public static let parts = Limit(
    "parts", "parts", 10_000_000, "of a file: chunks, blocks, segments", \.parts)
  /// The scans of a JPEG.
  public static let scans = Limit("scans", "scans", 1_000_000, "of a JPEG", \.scans)
  /// The most units of `Work` that decoding may take.
  public static let work = Limit(
    "work", "units", 1_000_000_000_000,
    "of pixels composited, bytes inflated and JPEG blocks in scans (arithmetic: 32 a coefficient)",
    \.work)

  private init(
    _ name: String, _ unit: String, _ largest: Int, _ bounds: String,
    _ value: any WritableKeyPath<Budget, Int> & Sendable
  ) {
    self.name = name
    self.unit = unit
    self.largest = largest
    self.bounds = bounds
    self.value = value
  }

  /// The limit of a name; nil where there is none.
  public init?(named name: String) {
    guard let known = Limit.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }
}

extension Budget {
  /// A limit's value.
  public subscript(limit: Limit) -> Int {
    get { self[keyPath: limit.value] }
    set { self[keyPath: limit.value] = newValue }
  }

  /// Compares a figure with its limit.
  ///
  /// - Returns: what is exceeded; nil up to and including the limit.
  func exceeded(_ limit: Limit, by measured: Int) -> LimitExceeded? {
    guard measured > self[limit] else { return nil }
    return LimitExceeded(limit, measured: measured, self)
  }
}

/// The most that reading one file may take. Every limit is compared before memory is asked for; `Limit.all`
/// lists them by name.
public struct Budget: Hashable, Sendable {
  /// The most bytes of the file.
  public var fileBytes = 32 << 20
  /// The most pixels of the longer side.
  public var sidePixels = 8_192
  /// The most pixels of the canvas.
  public var canvasPixels = 16_800_000
  /// The most frames of an animation.
  public var frames = 4_096
  /// The most pixels of all composited frames together.
  public var allFramesPixels = 256_000_000
  /// The most bytes that one text or ICC chunk may inflate to.
  public var chunkBytes = 1 << 20
  /// The most chunks, blocks or segments of a container: each is listed.
  public var parts = 65_536
  /// The most scans of a progressive JPEG.
  public var scans = 100
  /// The most units of `Work`: pixels composited, bytes inflated, JPEG blocks in scans.
  public var work = 2_000_000_000
  /// The formats that may be decoded.
  public var formats = FormatSet.all

  /// The limits in force unless somebody sets others.
  public static let standard = Budget()

  /// No limit at all: for what we made ourselves, never for a stranger's file.
  public static let unlimited: Budget = {
    var budget = Budget()
    for limit in Limit.all { budget[limit] = .max }
    return budget
  }()

  /// The standard limits.
  public init() {}
}

/// One limit of a `Budget` that a file exceeds.
public struct LimitExceeded: Hashable, Sendable {
  /// What is limited: `canvas-pixels`, `frames`.
  public let name: String
  /// What the file asks for; at least this much, where nobody counted any further.
  public let measured: Int
  /// The most that the limit allows.
  public let limit: Int
  /// The unit of both figures: `px`, `bytes`, `frames`.
  public let unit: String

  /// A limit and what exceeded it.
  public init(_ name: String, measured: Int, limit: Int, unit: String) {
    self.name = name
    self.measured = measured
    self.limit = limit
    self.unit = unit
  }

  /// A limit of a budget and what exceeded it.
  public init(_ limit: Limit, measured: Int, _ budget: Budget) {
    self.init(limit.name, measured: measured, limit: budget[limit], unit: limit.unit)
  }
}

/// The limits on size that a canvas exceeds.
func canvasLimits(_ canvas: PixelSize, _ budget: Budget) -> [LimitExceeded] {
  [
    budget.exceeded(.sidePixels, by: canvas.longerSide), budget.exceeded(.canvasPixels, by: canvas.area),
  ].compactMap(\.self)
}

/// The limits on frames and their pixels together that an animation exceeds.
func animationLimits(_ canvas: PixelSize, frames: Int, _ budget: Budget) -> [LimitExceeded] {
  [
    budget.exceeded(.frames, by: frames),
    budget.exceeded(.allFramesPixels, by: saturatingProduct(canvas.area, frames)),
  ].compactMap(\.self)
}

/// What decoding one file costs, counted from what the file stores and not timed: a busy machine, or a faster
/// decoder, gives the same findings.
///
/// The container readers count while they walk, from headers alone, so that the sum is known before a pixel
/// is decoded. No sum wraps: what does not fit is `Int.max`.
public struct Work: Hashable, Sendable {
  /// Pixels of stored pictures, and those that a disposal clears, saves or restores.
  public private(set) var pixels = 0
  /// Bytes that come out of compressed data: scanlines, color indices, texts, profiles.
  public private(set) var inflatedBytes = 0
  /// JPEG blocks of 8 × 8 samples, in each scan that holds them; coded arithmetically, each coefficient of a
  /// block counts as 32 blocks.
  public private(set) var blocks = 0

  /// No work yet.
  public init() {}

  /// The units of all work together: what `Budget.work` limits.
  public var units: Int { saturatingSum(saturatingSum(pixels, inflatedBytes), blocks) }

  mutating func add(pixels count: Int) { pixels = saturatingSum(pixels, count) }

  mutating func add(inflatedBytes count: Int) { inflatedBytes = saturatingSum(inflatedBytes, count) }

  mutating func add(blocks count: Int) { blocks = saturatingSum(blocks, count) }

  mutating func add(_ other: Work) {
    add(pixels: other.pixels)
    add(inflatedBytes: other.inflatedBytes)
    add(blocks: other.blocks)
  }

  /// A stored picture: its data is inflated, and each of its pixels is drawn once, also beside the canvas.
  mutating func add(picture size: PixelSize, inflatedBytes count: Int) {
    add(pixels: size.area)
    add(inflatedBytes: count)
  }

  /// What a frame's disposal touches of the canvas: once to clear it, twice to save and restore it.
  mutating func add(disposalOf frame: StoredFrame, on canvas: PixelSize) {
    let touched = frame.patch.intersection(PixelRect(canvas)).size.area
    switch frame.disposal {
    case .keep: break
    case .background: add(pixels: touched)
    case .previous: add(pixels: saturatingProduct(touched, 2))
    }
  }
}

/// A sum of counts; `Int.max` where it does not fit.
func saturatingSum(_ a: Int, _ b: Int) -> Int {
  let (sum, overflow) = a.addingReportingOverflow(b)
  return overflow ? .max : sum
}

/// A product of counts; `Int.max` where it does not fit.
func saturatingProduct(_ a: Int, _ b: Int) -> Int {
  let (product, overflow) = a.multipliedReportingOverflow(by: b)
  return overflow ? .max : product
}

extension Container {
  /// The most bytes that decoding holds at once, whatever a visitor keeps: the file, canvases, a stored
  /// picture on its way to the canvas, and what a codec needs. `Int.max` where that does not fit.
  ///
  /// - Parameter file: bytes of the whole file.
  public func decodingBytes(file: Int) -> Int { saturatingSum(file, pictureBytes(file: file)) }

  private func pictureBytes(file: Int) -> Int {
    let canvasBytes = saturatingProduct(canvas.area, 4)
    switch layout {
    case .unreadable: return 0
    case .png(let layout):
      // Patches lie inside the canvas: canvas, patch, what "previous" keeps; scanlines; the data in a piece
      // (that of a still in a copy of the file, where somebody else holds it), and for libpng in a chunk and
      // in a datastream of its own.
      let piece = animation == nil ? max(layout.longestData, file) : layout.longestData
      let data = saturatingProduct(piece, layout.header.needsLibPNG ? 3 : 1)
      let pictures = saturatingProduct(canvasBytes, animation == nil ? 2 : 3)
      return saturatingSum(pictures, saturatingSum(layout.header.scanlineBytes, data))
    case .gif(let layout):
      // A patch may be larger than the canvas: a byte for each color index, and its data in a piece.
      let patch = layout.frames.reduce(0) { max($0, $1.stored.patch.size.area) }
      let data = layout.frames.reduce(0) { max($0, $1.data.count) }
      return saturatingSum(saturatingProduct(canvasBytes, 2), saturatingSum(patch, data))
    case .jpeg(let planes): return saturatingSum(canvasBytes, planes.codecBytes(of: canvas))
    case .webp(let layout):
      // Canvas, the frame that is shown, a patch and as much again within libwebp; the tables of its codes,
      // which data of so many bytes can ask for; the datastream as a file of its own.
      let patch = layout.pictures.reduce(0) { max($0, $1.stored.patch.size.area) }
      let data = layout.pictures.reduce(0) { max($0, $1.dataBytes) }
      let groups = layout.pictures.reduce(1) { max($0, $1.codeGroupLimit) }
      let tables = min(groups, maxLosslessGroups) * codeTableBytes
      let pictures = saturatingSum(saturatingProduct(canvasBytes, 2), saturatingProduct(patch, 8))
      return saturatingSum(pictures, saturatingSum(tables, saturatingSum(data, 1 << 20)))
    }
  }
}

/// What libwebp keeps for each group of codes of a lossless picture.
///
/// - Source: libwebp, `vp8l_dec.c`: 2,953 entries of 4 bytes, and what is packed of them.
private let codeTableBytes = 12_800

extension PNGLayout {
  /// Bytes of the longest compressed picture, which is put together from its chunks.
  fileprivate var longestData: Int {
    ([idat] + frameData).reduce(0) { longest, pieces in max(longest, pieces.reduce(0) { $0 + $1.count }) }
  }
}

extension JPEGPlanes {
  /// The most bytes that libjpeg may hold: coefficients, and for each column some rows of samples of up to
  /// four components on their way through upsampling and color conversion.
  func codecBytes(of canvas: PixelSize) -> Int {
    saturatingSum(coefficientBytes, saturatingSum(1 << 20, saturatingProduct(canvas.width, 1024)))
  }
}
