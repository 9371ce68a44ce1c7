import CImageCodecs

/// Which solid points of a frame cannot be told from which backgrounds; each color is looked at once.
struct HiddenColors {
  /// Points that do not stand out from a background.
  private(set) var hidden: [PixelMask] = []
  /// Those of them that lie even nearer to it than what touches something else may.
  private(set) var alike: [PixelMask] = []

  /// - Parameter backgrounds: flat ones, at most 16, each with what is asked of points that touch something
  ///   else: never more than `limits`.
  init(
    _ shape: ArtShape, on backgrounds: [(background: TestBackground, strict: StandingOut)],
    _ limits: StandingOut
  ) {
    precondition(backgrounds.count <= 16, "a verdict has two bits for each background")
    let colors = PointColors(shape.runs)
    let grounds = backgrounds.map { sl_ground($0.background, limits, beside: $0.strict) }
    let verdicts = Self.verdicts(colors.points, grounds)
    let words = shape.solid.words.count
    var planes = [UInt64](repeating: 0, count: 2 * backgrounds.count * words)
    unsafe planes.withUnsafeMutableBufferPointer { planes in
      for (run, color) in zip(shape.runs, colors.numbers) {
        var rest = verdicts[Int(color)]
        while rest != 0 {
          // A word of the mask, and a plane for each bit of a verdict.
          unsafe planes[rest.trailingZeroBitCount &* words &+ Int(run.word)] |= run.bits
          rest &= rest &- 1
        }
      }
    }
    let masks = (0..<2 * backgrounds.count).map { number in
      PixelMask(shape.solid.size, words: Array(planes[number * words..<(number + 1) * words]))
    }
    (hidden, alike) = (Array(masks.prefix(backgrounds.count)), Array(masks.suffix(backgrounds.count)))
  }

  /// For each color a bit for each background that hides it, the first the lowest, and behind those a bit for
  /// each that it is alike to.
  private static func verdicts(_ points: [UInt32], _ grounds: [sl_ground]) -> [UInt32] {
    unsafe [UInt32](unsafeUninitializedCapacity: points.count) { verdicts, count in
      count = points.count
      guard let verdicts = verdicts.baseAddress else { return }
      unsafe sl_tell_hidden(
        points, points.count, TransferCurve.sRGB.light, grounds, grounds.count, verdicts)
    }
  }
}

/// The colors of runs, each mostly once: art comes back to its colors.
private struct PointColors {
  /// The opaque ones first: a translucent one is another color on each background, and takes its time.
  private(set) var points: [UInt32] = []
  /// For each run the number of its color.
  private(set) var numbers: [UInt32] = []

  /// The last color of each of so many kinds is remembered.
  private static let kinds = 2048

  init(_ runs: [ArtShape.ColorRun]) {
    // A solid point is never 0.
    var known = [(point: UInt32, number: UInt32)](repeating: (0, 0), count: Self.kinds)
    points.reserveCapacity(runs.count)
    numbers.reserveCapacity(runs.count)
    var translucent: [UInt32] = []
    for run in runs {
      let kind = Int((run.point &* 0x9E37_79B1) >> 21)
      if known[kind].point != run.point {
        let isOpaque = run.point.sampledAlpha == 255
        // From the other end, until it is known how many opaque ones there are.
        known[kind] = (run.point, isOpaque ? UInt32(points.count) : ~UInt32(translucent.count))
        if isOpaque { points.append(run.point) } else { translucent.append(run.point) }
      }
      numbers.append(known[kind].number)
    }
    if translucent.isEmpty { return }
    let opaque = UInt32(points.count)
    for at in numbers.indices where numbers[at] >= 1 << 31 { numbers[at] = opaque + ~numbers[at] }
    points += translucent
  }
}

extension sl_ground {
  fileprivate init(_ background: TestBackground, _ limits: StandingOut, beside: StandingOut) {
    let lab = background.labs[0]
    // Where light has no more red than green, `greenRed` is below 0.05; where it has more than green, but no
    // more than blue, `blueYellow` is below 0.01. A test looks at all colors.
    let isRed = lab.greenRed >= limits.minDistance + 0.05 && lab.blueYellow >= limits.minDistance + 0.01
    self.init(
      color: background.color(ofCell: 0), luminance: background.luminances[0],
      green_red: lab.greenRed, blue_yellow: lab.blueYellow,
      contrast: limits.minContrast, chroma: limits.minDistance * limits.minDistance,
      contrast_beside: beside.minContrast, chroma_beside: beside.minDistance * beside.minDistance,
      least_lightness: lab.lightness < nearlyBlack ? nearlyBlack : -1, is_red: isRed ? 1 : 0)
  }
}
