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
  /// What the image looks like at a glance: `Likeness`.
  public static let likeness = MeasureSet(rawValue: 1 << 18 | decoding.rawValue)
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
