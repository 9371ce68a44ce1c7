/// A way to give up colors.
public enum LossyMeans: Hashable, Sendable {
  /// Colors are moved by steps of that strength, as in `ColorSteps`.
  case nearLossless(strength: Int)
  /// So many colors are left, and errors diffused by that much, 0...1.
  case palette(colors: Int, dithering: Float)

  var isPalette: Bool { if case .palette = self { true } else { false } }
}

/// Frames, and the ways to make them lighter; what it knows of them serves any number of tries.
struct LossyFrames: Sendable {
  /// The frames as they were given.
  let frames: [Bitmap]
  private let quantizer: Quantizer
  private let isGray: Bool

  /// Frames of one size, at least one.
  init(_ frames: [Bitmap]) {
    self.frames = frames
    quantizer = Quantizer(frames)
    isGray = ColorCensus(frames).isGray
  }

  /// Whether moving colors can be of use: few of them would become more.
  var hasManyColors: Bool { quantizer.colorCount == nil }

  /// The most colors that are fewer than there are, up to 256.
  var mostColors: Int { min(256, (quantizer.colorCount ?? 257) - 1) }

  /// Some of the frames, made lighter.
  func made(_ means: LossyMeans, _ range: Range<Int>) -> [Bitmap] {
    switch means {
    case .nearLossless(let strength):
      Array(frames[range]).nearLossless(in: ColorSteps(strength, isGray: isGray))
    case .palette(let colors, let dithering):
      quantizer.quantized(colors: colors, dithering: dithering, range: range).frames
    }
  }

  /// The near-lossless means of a fineness, which grows with bytes: 0 is the coarsest.
  func means(ofFineness fineness: Int) -> LossyMeans {
    .nearLossless(strength: leastStrength(like: ColorSteps.most - fineness))
  }

  /// The least strength of the same steps: those of gray art change with every fourth strength only.
  func leastStrength(like strength: Int) -> Int {
    let steps = ColorSteps(strength, isGray: isGray)
    return (1...strength).last { $0 == 1 || ColorSteps($0 - 1, isGray: isGray) != steps } ?? strength
  }

  /// How far a near-lossless strength may move a sample, twice.
  func largestStep(_ strength: Int) -> Int { ColorSteps(strength, isGray: isGray).largest }
}
