/// The most that reading one file may take. Every limit is compared before memory is asked for.
public struct Budget: Hashable, Sendable {
  /// Bytes of the file.
  public var fileBytes = 32 << 20
  /// Pixels of the longer side.
  public var side = 8_192
  /// Pixels of the canvas.
  public var canvasPixels = 16_800_000
  /// Frames of an animation.
  public var frames = 4_096
  /// Pixels of all composited frames together.
  public var allFramesPixels = 256_000_000
  /// Bytes that one text or ICC chunk may inflate to.
  public var chunkBytes = 1 << 20
  /// Chunks, blocks or segments of a container: each is listed.
  public var parts = 65_536
  /// Scans of a progressive JPEG.
  public var scans = 100
  /// Units of work: pixels composited, bytes inflated, samples of JPEG blocks in scans. Counted, not timed,
  /// so that a busy machine gives the same findings.
  public var work = 2_000_000_000

  /// The limits in force unless somebody sets others.
  public static let standard = Budget()

  /// The standard limits.
  public init() {}
}

/// One limit of a `Budget` that a file exceeds.
public struct LimitExceeded: Error, Hashable, Sendable {
  /// What is limited: `canvas`, `frames`.
  public let name: String
  /// What the file asks for.
  public let measured: Int
  /// The most that is allowed.
  public let limit: Int
  /// `px`, `bytes`, `frames`.
  public let unit: String

  /// A limit and what exceeded it.
  public init(_ name: String, measured: Int, limit: Int, unit: String) {
    self.name = name
    self.measured = measured
    self.limit = limit
    self.unit = unit
  }
}

/// The limits on size that a canvas exceeds.
func canvasLimits(_ canvas: PixelSize, _ budget: Budget) -> [LimitExceeded] {
  var exceeded: [LimitExceeded] = []
  if canvas.longerSide > budget.side {
    exceeded.append(LimitExceeded("side", measured: canvas.longerSide, limit: budget.side, unit: "px"))
  }
  if canvas.area > budget.canvasPixels {
    exceeded.append(
      LimitExceeded("canvas", measured: canvas.area, limit: budget.canvasPixels, unit: "pixels"))
  }
  return exceeded
}

/// The limits on frames and their pixels together that an animation exceeds.
func animationLimits(_ canvas: PixelSize, frames: Int, _ budget: Budget) -> [LimitExceeded] {
  var exceeded: [LimitExceeded] = []
  if frames > budget.frames {
    exceeded.append(LimitExceeded("frames", measured: frames, limit: budget.frames, unit: "frames"))
  }
  let (pixels, overflow) = canvas.area.multipliedReportingOverflow(by: frames)
  if overflow || pixels > budget.allFramesPixels {
    let measured = overflow ? Int.max : pixels
    exceeded.append(
      LimitExceeded("all frames", measured: measured, limit: budget.allFramesPixels, unit: "pixels"))
  }
  return exceeded
}
