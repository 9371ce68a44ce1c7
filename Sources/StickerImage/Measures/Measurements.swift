/// The measures that a rule needs. Other measures aren't computed, and an empty set needs no pixels at all.
public struct MeasureSet: OptionSet, Hashable, Sendable {
  /// The set as bits, one for each measure.
  public let rawValue: UInt32

  /// Creates a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Decodes every frame without measuring anything, which is enough to find damage.
  public static let decoding = MeasureSet(rawValue: 1)
  /// The visible pixels of each frame: `VisibleCoverage`.
  public static let coverage = MeasureSet(rawValue: 1 << 1 | decoding.rawValue)
  /// The outermost pixels of all frames, on the canvas and around the art: `BorderRing` and
  /// `FilledBoundingBox`.
  public static let border = MeasureSet(rawValue: 1 << 2 | decoding.rawValue)
  /// Hashes of each frame's pixels and of the whole image: `FramePixelDigests`. For stills, only sampled pixels
  /// are hashed, because hashing all of them takes a tenth of the total time. Sampled pixels are enough to
  /// find images that may be equal.
  public static let digests = MeasureSet(rawValue: 1 << 3 | decoding.rawValue)
  /// Like `digests`, but all pixels of stills are hashed, too.
  public static let allPixelDigests = MeasureSet(rawValue: 1 << 4 | digests.rawValue)
  /// The file size after encoding the pixels again: `StoredAndReencodedSizes`. Takes as long as encoding.
  public static let reencodedSize = MeasureSet(rawValue: 1 << 20 | decoding.rawValue)
  /// How much of the image flashes or changes color too often: `Flashes`.
  public static let flashes = MeasureSet(rawValue: 1 << 17 | decoding.rawValue)
  /// A compact description of the image's appearance: `ImageSignature`.
  public static let imageSignature = MeasureSet(rawValue: 1 << 18 | decoding.rawValue)
  /// A few frames at display size, to find parts that merge with a background: `DisplaySizeFrames`.
  public static let displaySizeFrames = MeasureSet(rawValue: 1 << 19 | decoding.rawValue)
  /// The position of the art over all frames: `ArtBounds`.
  public static let bounds = MeasureSet(rawValue: 1 << 8 | decoding.rawValue)
  /// Straight runs along the sides of the canvas: `EdgeCuts`.
  public static let edgeCuts = MeasureSet(rawValue: 1 << 9 | decoding.rawValue)
  /// Small groups of pixels away from the art: `Specks`.
  public static let specks = MeasureSet(rawValue: 1 << 10 | decoding.rawValue)
  /// The pixel grid that an outline without translucent pixels follows: `PixelArtOutlineGrid`.
  public static let outlinePixelGrid = MeasureSet(rawValue: 1 << 11 | decoding.rawValue)
  /// Edge pixels that contain a matte: `Fringe`.
  public static let fringe = MeasureSet(rawValue: 1 << 12 | decoding.rawValue)
  /// The center of mass of the visible pixels: `CenterOfMass`.
  public static let centerOfMass = MeasureSet(rawValue: 1 << 13 | decoding.rawValue)
  /// Small holes in solid art: `Pinholes`.
  public static let pinholes = MeasureSet(rawValue: 1 << 14 | decoding.rawValue)
  /// The difference between consecutive images of an animation: `FrameDifferences`.
  public static let frameDifferences = MeasureSet(rawValue: 1 << 15 | decoding.rawValue)
  /// A pale rim that was cut out with the art: `PaleRim`.
  public static let paleRim = MeasureSet(rawValue: 1 << 21 | decoding.rawValue)
  /// Steps in slanted parts of the outline: `JaggedOutline`.
  public static let jaggedOutline = MeasureSet(rawValue: 1 << 16 | decoding.rawValue)
  /// The width of the sharpest edges, and squares of uneven size: `Sharpness`.
  public static let sharpness = MeasureSet(rawValue: 1 << 22 | decoding.rawValue)
  /// Traces of JPEG blocks: `JPEGBlockTraces`.
  public static let jpegBlockTraces = MeasureSet(rawValue: 1 << 23 | decoding.rawValue)
}

/// The results of the requested measures.
public struct Measurements: Hashable, Sendable {
  /// The number of measured frames.
  public let frameCount: Int
  /// The visible pixels of each frame, or nil if not measured.
  public let coverage: VisibleCoverage?
  /// The outermost pixels, or nil if not measured.
  public let canvasBorder: BorderRing?
  /// Art that fills its bounding box, or nil if not measured.
  public let filledBox: FilledBoundingBox?
  /// Hashes of the frames' pixels, or nil if not measured.
  public let digests: FramePixelDigests?
  /// The position of the art on the canvas, or nil if not measured.
  public let bounds: ArtBounds?
  /// Straight runs along the sides of the canvas, or nil if not measured.
  public let edgeCuts: EdgeCuts?
  /// Small groups of pixels away from the art, or nil if not measured.
  public let specks: Specks?
  /// Faint arcs away from the art, or nil if not measured.
  package let faintArcs: FaintArcRemnants?
  /// The grid of a hard outline, or nil if not measured.
  public let outlinePixelGrid: PixelArtOutlineGrid?
  /// Edge pixels that contain a matte, or nil if not measured.
  public let fringe: Fringe?
  /// The center of mass of the visible pixels, or nil if not measured.
  public let centerOfMass: CenterOfMass?
  /// Small holes in solid art, or nil if not measured.
  public let pinholes: Pinholes?
  /// Remains of a white background, or nil if not measured.
  public let paleRim: PaleRim?
  /// Steps in slanted parts of the outline, or nil if not measured.
  public let jaggedOutline: JaggedOutline?
  /// The width of the sharpest edges, or nil if not measured.
  public let sharpness: Sharpness?
  /// Traces of JPEG blocks, or nil if not measured.
  public let jpegBlockTraces: JPEGBlockTraces?
  /// The file size after encoding the image again, or nil if not measured or not available. It can't be
  /// computed from frames alone, so the code that reads the file sets it.
  public var reencodedSize: StoredAndReencodedSizes?
  /// A few frames at display size, or nil if not measured.
  public let displaySizeFrames: DisplaySizeFrames?
  /// How much of the image flashes or changes color too often. Nil for stills or if not measured.
  public package(set) var flashes: Flashes?
  /// A compact description of the image's appearance. Nil if not measured or if almost nothing is visible.
  public let imageSignature: ImageSignature?
  /// The difference between consecutive images. Nil for stills or if not measured.
  public let frameDifferences: FrameDifferences?

  /// A digest that is equal for images with the same pixels and timing, or nil if digests weren't requested.
  /// For stills, it may also be equal for different images, unless exact digests were requested.
  public var imageDigest: XXH3Digest? { digests?.imageDigest }
}

/// Computes all measures in one pass, so that each measure reads a frame while it is in the CPU cache.
public struct MeasurementPass: FrameVisitor {
  private var frameCount = 0
  private var border: BorderRing?
  private var shapePass: ShapeMeasurementPass?
  private var sampledPixelPass: SampledPixelMeasurementPass?
  private var sampledFramePass: SampledFrameMeasurementPass?

  /// Creates a pass that computes only the requested measures.
  ///
  /// - Parameter needs: The requested measures.
  /// - Parameter plays: The number of plays of an animation (0 means infinite), or nil for a still.
  /// - Parameter frameCount: The number of frames, or nil if it isn't known. Some measures use only four
  ///   frames. If the number isn't known, they use the first four.
  /// - Parameter isOpaque: Whether every pixel of every frame is known to have an alpha of 255, as in a JPEG.
  ///   If so, the alpha isn't read.
  public init(measuring needs: MeasureSet, plays: Int? = nil, frameCount: Int? = nil, isOpaque: Bool = false)
  {
    if needs.isSuperset(of: .border) { border = BorderRing() }
    sampledFramePass = SampledFrameMeasurementPass(measuring: needs, frameCount: frameCount)
    shapePass = ShapeMeasurementPass(measuring: needs, isAnimated: plays != nil, isOpaque: isOpaque)
    sampledPixelPass = SampledPixelMeasurementPass(measuring: needs, plays: plays)
  }

  /// Measures one frame.
  public mutating func visit(_ frame: Frame, number: Int) {
    frameCount += 1
    let canvasRing = border == nil ? nil : BorderRing(of: frame.bitmap)
    if let canvasRing { border?.add(canvasRing) }
    shapePass?.visit(frame, index: number, canvasRing: canvasRing)
    sampledPixelPass?.visit(frame)
    sampledFramePass?.visit(frame.bitmap, number: number)
  }

  /// The results, or nil if there were no frames.
  public func measurements() -> Measurements? {
    guard frameCount > 0 else { return nil }
    let found = sampledPixelPass?.results
    return Measurements(
      frameCount: frameCount, coverage: shapePass?.coverage, canvasBorder: border,
      filledBox: shapePass?.filledBox, digests: found?.digests,
      bounds: shapePass?.bounds, edgeCuts: shapePass?.edgeCuts, specks: shapePass?.specks,
      faintArcs: shapePass?.faintArcs,
      outlinePixelGrid: shapePass?.outlinePixelGrid,
      fringe: shapePass?.fringe, centerOfMass: shapePass?.centerOfMass, pinholes: shapePass?.pinholes,
      paleRim: sampledFramePass?.paleRim, jaggedOutline: sampledFramePass?.jaggedOutline,
      sharpness: shapePass?.sharpness, jpegBlockTraces: shapePass?.jpegBlockTraces,
      displaySizeFrames: sampledFramePass?.displaySizeFrames, flashes: found?.flashes,
      imageSignature: found?.imageSignature,
      frameDifferences: found?.frameDifferences)
  }
}

/// Computes when the frames of an animation are displayed.
///
/// Every frame takes at least 10 ms, so that loops that wait for the clock to advance terminate. It takes at
/// most two seconds, because no measure spans more than one second.
struct CappedDelayClock: Hashable, Sendable {
  /// The time at which the next frame is displayed, in nanoseconds, rounded down.
  private(set) var elapsedNanoseconds: Int64 = 0
  /// The elapsed nanoseconds, without `subsecondRemainder`.
  private var nanosecondsWithoutRemainder: Int64 = 0
  /// The exact time elapsed beyond `nanosecondsWithoutRemainder`, less than a second.
  private var subsecondRemainder = ExactSeconds.zero

  static let nanosecondsPerSecond: Int64 = 1_000_000_000

  /// Advances the clock by a frame.
  mutating func advance(by delay: ExactSeconds) {
    let played = delay.cappedShownDelay
    if let sum = subsecondRemainder.adding(played) {
      subsecondRemainder = sum
    } else {  // the denominators grew too large; nanoseconds are exact enough from here on
      nanosecondsWithoutRemainder += subsecondRemainder.fractionInNanoseconds
      subsecondRemainder = played
    }
    nanosecondsWithoutRemainder +=
      Int64(subsecondRemainder.numerator / subsecondRemainder.denominator) * Self.nanosecondsPerSecond
    subsecondRemainder = ExactSeconds(
      subsecondRemainder.numerator % subsecondRemainder.denominator, subsecondRemainder.denominator)
    elapsedNanoseconds = nanosecondsWithoutRemainder + subsecondRemainder.fractionInNanoseconds
  }
}

extension ExactSeconds {
  /// The delay that viewers show, capped at two seconds.
  fileprivate var cappedShownDelay: ExactSeconds {
    let shown = shownDelay
    return shown.numerator / shown.denominator < 2 ? shown : ExactSeconds(2, 1)
  }

  /// The fraction of a second in nanoseconds, rounded down.
  fileprivate var fractionInNanoseconds: Int64 {
    let scaled = (numerator % denominator).multipliedFullWidth(by: Int(CappedDelayClock.nanosecondsPerSecond))
    return Int64(denominator.dividingFullWidth(scaled).quotient)
  }
}

/// Measures how much each image of an animation differs from the previous one, and the first from the last.
///
/// A step is the sum, over all grid points, of the largest difference between premultiplied samples. A point
/// that changes from transparent to opaque counts as 255. A frame that looks like the previous one isn't a
/// step.
public struct FrameDifferences: Hashable, Sendable {
  /// The number of images that differ from the previous one, including the first.
  public private(set) var consecutiveDistinctImageCount = 0
  /// The largest step between two consecutive images.
  public private(set) var largestStep = 0
  private var (firstPoints, latestPoints): ([UInt32], [UInt32]) = ([], [])
  /// The number of visible points in the frame that has the most.
  private var maxVisiblePoints = 0
  private var (firstVisiblePoints, latestVisiblePoints) = (0, 0)

  init() {}

  mutating func addFrame(_ points: [UInt32]) {
    if firstPoints.isEmpty {
      (firstPoints, consecutiveDistinctImageCount) = (points, 1)
    } else if points != latestPoints {
      let step = Self.summedDifference(latestPoints, points)
      if step > 0 { consecutiveDistinctImageCount += 1 }
      largestStep = max(largestStep, step)
    }
    if points != latestPoints { latestVisiblePoints = points.count { $0.sampledAlpha >= 5 } }
    if latestPoints.isEmpty { firstVisiblePoints = latestVisiblePoints }
    maxVisiblePoints = max(maxVisiblePoints, latestVisiblePoints)
    latestPoints = points
  }

  /// The step from the last image to the first.
  public var seamStep: Int { Self.summedDifference(latestPoints, firstPoints) }

  /// `seamStep` as a share of the visible points in the frame that has the most, 0...1. A value of 1 means that
  /// as many points appear or disappear.
  public var seamStepShareOfVisible: Double {
    maxVisiblePoints == 0 ? 0 : Double(seamStep) / Double(255 * maxVisiblePoints)
  }

  /// The number of visible points in the first or last image, whichever has fewer, as a share of those in the
  /// frame that has the most, 0...1.
  public var emptierEndVisibleShare: Double {
    maxVisiblePoints == 0
      ? 0 : Double(min(firstVisiblePoints, latestVisiblePoints)) / Double(maxVisiblePoints)
  }

  private static func summedDifference(_ one: [UInt32], _ other: [UInt32]) -> Int {
    var sum = 0
    for (a, b) in zip(one, other) where a != b {
      sum += Int(premultiplied(a).largestDifferenceDividedBy255(premultiplied(b)))
    }
    return sum
  }

  private static func premultiplied(_ point: UInt32) -> SIMD4<Int32> {
    let alpha = Int32(point.sampledAlpha)
    let samples = SIMD4(
      Int32(point.sampledRed), Int32(point.sampledGreen), Int32(point.sampledBlue), 255)
    return samples &* SIMD4(repeating: alpha)
  }
}

extension SIMD4<Int32> {
  /// The largest difference between premultiplied samples, 0...255.
  fileprivate func largestDifferenceDividedBy255(_ other: SIMD4<Int32>) -> Int32 {
    let shift = self &- other
    return (Swift.max(shift.max(), (SIMD4.zero &- shift).max()) &+ 127) / 255
  }
}
