/// The measures that a rule reads. What nobody asks for is not measured; an empty set needs no pixels at all.
public struct MeasureSet: OptionSet, Hashable, Sendable {
  /// The set as bits, one for each measure.
  public let rawValue: UInt32

  /// A set of measures.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Every frame is decoded, nothing is measured: enough for damage.
  public static let decoding = MeasureSet(rawValue: 1)
  /// Visible pixels of each frame: `Coverage`.
  public static let coverage = MeasureSet(rawValue: 1 << 1 | decoding.rawValue)
  /// The outermost pixels of all frames: `Border`.
  public static let border = MeasureSet(rawValue: 1 << 2 | decoding.rawValue)
  /// A hash of each frame's pixels, and of the whole image: `FrameDigests`. Of a still, whose pixels take a
  /// tenth of its time to hash, only some are: enough to say which images may be equal.
  public static let digests = MeasureSet(rawValue: 1 << 3 | decoding.rawValue)
  /// The digests of `digests`, made of all pixels of a still too.
  public static let exactDigests = MeasureSet(rawValue: 1 << 4 | digests.rawValue)
  /// What the pixels would take if they were encoded again: `Reencoding`. It costs an encode.
  public static let reencoding = MeasureSet(rawValue: 1 << 20 | decoding.rawValue)
  /// Colors of visible pixels at sparse points: `Samples`.
  public static let samples = MeasureSet(rawValue: 1 << 16 | decoding.rawValue)
  /// How much flashes too often: `Flashes`.
  public static let flashes = MeasureSet(rawValue: 1 << 17 | decoding.rawValue)
  /// What the image looks like at a glance: `ImageSignature`.
  public static let imageSignature = MeasureSet(rawValue: 1 << 18 | decoding.rawValue)
  /// A few frames in points, and what hangs together in them: `ArtPoints`.
  public static let artPoints = MeasureSet(rawValue: 1 << 19 | decoding.rawValue)
  /// Where the art lies, all frames together: `Bounds`.
  public static let bounds = MeasureSet(rawValue: 1 << 8 | decoding.rawValue)
  /// Straight runs on the sides of the canvas: `EdgeCuts`.
  public static let edgeCuts = MeasureSet(rawValue: 1 << 9 | decoding.rawValue)
  /// Small groups of pixels apart from everything else: `Specks`.
  public static let specks = MeasureSet(rawValue: 1 << 10 | decoding.rawValue)
  /// Steps of an outline without translucent pixels: `Steps`.
  public static let steps = MeasureSet(rawValue: 1 << 11 | decoding.rawValue)
  /// Edge pixels that carry a matte: `Fringe`.
  public static let fringe = MeasureSet(rawValue: 1 << 12 | decoding.rawValue)
  /// The middle of what is visible, as by its weight: `Balance`.
  public static let balance = MeasureSet(rawValue: 1 << 13 | decoding.rawValue)
  /// Small holes in solid art: `Pinholes`.
  public static let pinholes = MeasureSet(rawValue: 1 << 14 | decoding.rawValue)
  /// How far each picture of an animation is from the one before: `LoopSteps`.
  public static let loopSteps = MeasureSet(rawValue: 1 << 15 | decoding.rawValue)
  /// A rim of white that was cut out along with the art: `WhiteRim`.
  public static let whiteRim = MeasureSet(rawValue: 1 << 21 | decoding.rawValue)
  /// How wide the sharpest edges are, and squares of uneven size: `Sharpness`.
  public static let sharpness = MeasureSet(rawValue: 1 << 22 | decoding.rawValue)
  /// Traces of JPEG's blocks: `BlockGrid`.
  public static let blockGrid = MeasureSet(rawValue: 1 << 23 | decoding.rawValue)
}

/// What the measures that the selected rules asked for have found.
public struct Measurements: Hashable, Sendable {
  /// How many frames were seen.
  public let frameCount: Int
  /// How much of each frame is visible; nil if not measured.
  public let coverage: Coverage?
  /// What the outermost pixels are like; nil if not measured.
  public let border: Border?
  /// Hashes of the frames' pixels; nil if not measured.
  public let digests: FrameDigests?
  /// Where the art lies on the canvas; nil if not measured.
  public let bounds: Bounds?
  /// Straight runs on the sides of the canvas; nil if not measured.
  public let edgeCuts: EdgeCuts?
  /// Small groups of pixels apart from the art; nil if not measured.
  public let specks: Specks?
  /// Faint arcs apart from the art, or nil if they were not measured.
  package let arcs: FaintArcs?
  /// How jagged a hard outline is; nil if not measured.
  public let steps: Steps?
  /// Edge pixels that carry a matte; nil if not measured.
  public let fringe: Fringe?
  /// The middle of what is visible; nil if not measured.
  public let balance: Balance?
  /// Small holes in solid art; nil if not measured.
  public let pinholes: Pinholes?
  /// Rests of a white background; nil if not measured.
  public let whiteRim: WhiteRim?
  /// How wide the sharpest edges are; nil if not measured.
  public let sharpness: Sharpness?
  /// Traces of JPEG's blocks; nil if not measured.
  public let blockGrid: BlockGrid?
  /// Nil if not measured, or not available. A frame does not show it: the reader of the file adds it.
  public var reencoding: Reencoding?
  /// Colors of visible pixels and their places; nil if not measured.
  public let samples: Samples?
  /// A few frames in points; nil if not measured.
  public let artPoints: ArtPoints?
  /// How much flashes too often; nil if not measured, and for a still.
  public package(set) var flashes: Flashes?
  /// What the image looks like at a glance; nil if not measured, and where next to nothing is to be seen.
  public let imageSignature: ImageSignature?
  /// How far the pictures are from each other; nil if not measured, and for a still.
  public let loopSteps: LoopSteps?

  /// Equal for images whose pixels and timing are the same; nil where digests were not asked for. Of a still
  /// also equal for some that differ, unless exact digests were.
  public var imageDigest: PixelDigest? { digests?.image }
}

/// One visitor for all rules: each measure sees a frame while it is in cache.
public struct MeasurementPass: FrameVisitor {
  private var frameCount = 0
  private var border: Border?
  private var shape: ShapeMeasurementPass?
  private var sparse: SampleMeasurementPass?
  private var artPoints: ArtPoints?

  /// A surveyor that measures only what is asked for.
  ///
  /// - Parameter plays: how often an animation plays, 0 is endless; nil for a still.
  public init(measuring needs: MeasureSet, plays: Int? = nil) {
    if needs.isSuperset(of: .border) { border = Border() }
    if needs.isSuperset(of: .artPoints) { artPoints = ArtPoints() }
    shape = ShapeMeasurementPass(measuring: needs, isAnimated: plays != nil)
    sparse = SampleMeasurementPass(measuring: needs, plays: plays)
  }

  /// Measures one frame.
  public mutating func visit(_ frame: Frame, number: Int) {
    frameCount += 1
    shape?.visit(frame, number: number)
    border?.take(frame.bitmap)
    sparse?.take(frame)
    artPoints?.take(frame, number: number)
  }

  /// What was found; nil where no frame was seen.
  public func measurements() -> Measurements? {
    guard frameCount > 0 else { return nil }
    let found = sparse?.found
    return Measurements(
      frameCount: frameCount, coverage: shape?.coverage, border: border, digests: found?.digests,
      bounds: shape?.bounds, edgeCuts: shape?.edgeCuts, specks: shape?.specks, arcs: shape?.arcs,
      steps: shape?.steps,
      fringe: shape?.fringe, balance: shape?.balance, pinholes: shape?.pinholes, whiteRim: shape?.whiteRim,
      sharpness: shape?.sharpness, blockGrid: shape?.blockGrid, samples: found?.samples,
      artPoints: artPoints, flashes: found?.flashes, imageSignature: found?.imageSignature,
      loopSteps: found?.loopSteps)
  }
}

/// When the frames of an animation are shown, as it is played.
///
/// Every frame takes time, so that whoever waits for the clock comes to an end: at least 10 ms, and at most
/// two seconds, since nothing that is measured reaches over more than one.
struct PlayClock: Hashable, Sendable {
  /// When the frame that comes next is shown, in nanoseconds, rounded down.
  private(set) var now: Int64 = 0
  /// Nanoseconds that have passed, without `part`.
  private var whole: Int64 = 0
  /// What has passed beyond `whole`: less than a second, exact.
  private var part = ExactSeconds.zero

  static let second: Int64 = 1_000_000_000

  /// Lets a frame pass.
  mutating func pass(_ delay: ExactSeconds) {
    let played = delay.asPlayed
    if let sum = part.adding(played) {
      part = sum
    } else {  // denominators without end: the nanosecond is exact enough from here on
      whole += part.nanosecondsOfSecond
      part = played
    }
    whole += Int64(part.numerator / part.denominator) * Self.second
    part = ExactSeconds(part.numerator % part.denominator, part.denominator)
    now = whole + part.nanosecondsOfSecond
  }
}

extension ExactSeconds {
  /// The delay that viewers show, capped at two seconds.
  fileprivate var asPlayed: ExactSeconds {
    let shown = asShown
    return shown.numerator / shown.denominator < 2 ? shown : ExactSeconds(2, 1)
  }

  /// What exceeds whole seconds, rounded down.
  fileprivate var nanosecondsOfSecond: Int64 {
    let scaled = (numerator % denominator).multipliedFullWidth(by: Int(PlayClock.second))
    return Int64(denominator.dividingFullWidth(scaled).quotient)
  }
}

/// How far each picture of an animation is from the one before it, and the first from the last.
///
/// A step is the sum, over the points of the grid, of the largest difference between premultiplied samples:
/// 255 is a point that changes from nothing to solid. Frames that look like the one before are no step.
public struct LoopSteps: Hashable, Sendable {
  /// Pictures that differ from the one before them, and the first.
  public private(set) var pictures = 0
  /// The largest step between two pictures that follow each other.
  public private(set) var largest = 0
  private var (opening, latest): ([UInt32], [UInt32]) = ([], [])
  /// Visible points of the fullest frame.
  private var fullest = 0
  private var (first, last) = (0, 0)

  init() {}

  mutating func take(_ points: [UInt32]) {
    if opening.isEmpty {
      (opening, pictures) = (points, 1)
    } else if points != latest {
      let step = Self.step(latest, points)
      if step > 0 { pictures += 1 }
      largest = max(largest, step)
    }
    if points != latest { last = points.count { $0.sampledAlpha >= 5 } }
    if latest.isEmpty { first = last }
    fullest = max(fullest, last)
    latest = points
  }

  /// The step from the last picture to the first.
  public var jump: Int { Self.step(latest, opening) }

  /// The jump as a share of what the fullest frame shows, 0...1: 1 is all of it come or gone.
  public var jumpShare: Double { fullest == 0 ? 0 : Double(jump) / Double(255 * fullest) }

  /// How full the emptier end is, as a share of the fullest frame, 0...1.
  public var emptierEnd: Double { fullest == 0 ? 0 : Double(min(first, last)) / Double(fullest) }

  private static func step(_ one: [UInt32], _ other: [UInt32]) -> Int {
    var sum = 0
    for (a, b) in zip(one, other) where a != b {
      sum += Int(premultiplied(a).largestDifference(premultiplied(b)))
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
  /// The largest difference of premultiplied samples, 0...255.
  fileprivate func largestDifference(_ other: SIMD4<Int32>) -> Int32 {
    let shift = self &- other
    return (Swift.max(shift.max(), (SIMD4.zero &- shift).max()) &+ 127) / 255
  }
}
