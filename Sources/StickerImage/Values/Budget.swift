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
public struct LimitExceeded: Error, Hashable, Sendable {
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
