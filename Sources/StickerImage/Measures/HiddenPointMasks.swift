import CImageCodecs

/// Determines which solid points of a frame can't be told apart from which backgrounds. Evaluates each color
/// only once.
struct HiddenPointMasks {
  /// For each background, the points that don't stand out from it.
  private(set) var hidden: [PixelMask] = []
  /// For each background, the points that don't even meet the thresholds for parts that touch another color.
  private(set) var hiddenIfAttached: [PixelMask] = []

  /// - Parameter backgrounds: At most 16 flat backgrounds, each with the thresholds for points that touch
  ///   another color. These thresholds are never higher than `limits`.
  init(
    _ shape: ArtPointGrid, on backgrounds: [(background: TestBackground, strict: ContrastLimits)],
    _ limits: ContrastLimits
  ) {
    precondition(backgrounds.count <= 16, "a result has two bits per background")
    let colors = PointColors(shape.runs)
    let grounds = backgrounds.map { sl_ground($0.background, limits, beside: $0.strict) }
    let verdicts = Self.hiddenBackgroundBits(colors, grounds)
    // Most backgrounds hide nothing and share one mask.
    let usedBits = verdicts.reduce(0, |)
    let words = shape.solid.words.count
    let planeOffsets = (0..<32).map { (usedBits & (1 &<< $0 &- 1)).nonzeroBitCount * words }
    var planes = [UInt64](repeating: 0, count: usedBits.nonzeroBitCount * words)
    unsafe planes.withUnsafeMutableBufferPointer { planes in
      unsafe verdicts.withUnsafeBufferPointer { verdicts in
        for (run, color) in zip(shape.runs, colors.colorIndices) {
          var rest = unsafe verdicts[Int(color)]
          while rest != 0 {
            // Each bit of a result has its own plane, which consists of the words of a mask.
            unsafe planes[planeOffsets[rest.trailingZeroBitCount] &+ Int(run.wordIndex)] |= run.bits
            rest &= rest &- 1
          }
        }
      }
    }
    let none = PixelMask(shape.solid.size)
    let masks = (0..<2 * backgrounds.count).map { number in
      guard usedBits & 1 &<< number != 0 else { return none }
      return PixelMask(
        shape.solid.size, words: Array(planes[planeOffsets[number]..<planeOffsets[number] + words]))
    }
    (hidden, hiddenIfAttached) = (
      Array(masks.prefix(backgrounds.count)), Array(masks.suffix(backgrounds.count))
    )
  }

  /// For each color, one bit for each background that hides it (the first in the lowest bit), followed by one
  /// bit for each background from which it can't be told apart even next to another color.
  private static func hiddenBackgroundBits(_ colors: PointColors, _ grounds: [sl_ground]) -> [UInt32] {
    var verdicts = [UInt32](repeating: 0, count: colors.colors.count)
    unsafe verdicts.withUnsafeMutableBufferPointer { verdicts in
      unsafe colors.colors.withUnsafeBufferPointer { points in
        guard let verdicts = verdicts.baseAddress, let points = points.baseAddress else { return }
        for places in [colors.opaqueRange, colors.translucentRange] {
          unsafe sl_tell_hidden(
            points + places.lowerBound, places.count, SRGBCurve.lightBySample, grounds, grounds.count,
            verdicts + places.lowerBound)
        }
      }
    }
    return verdicts
  }
}

/// The colors of runs, mostly without duplicates, because art repeats its colors.
private struct PointColors {
  /// As many entries as there are runs. The entries between the opaque and the translucent colors are unused.
  let colors: [UInt32]
  /// For each run, the index of its color in `colors`.
  let colorIndices: [UInt32]
  /// The range of the opaque colors.
  let opaqueRange: Range<Int>
  /// The range of the translucent colors. They take longer, because each is displayed as a different color on
  /// each background.
  let translucentRange: Range<Int>

  /// The size of the hash table, which remembers the last color of each bucket.
  private static let bucketCount = 2048

  init(_ runs: [ArtPointGrid.ColorRun]) {
    var points = [UInt32](repeating: 0, count: runs.count)
    var numbers = points
    // A solid point is never 0.
    var known = [(point: UInt32, place: UInt32)](repeating: (0, 0), count: Self.bucketCount)
    var (first, last) = (0, runs.count)
    unsafe points.withUnsafeMutableBufferPointer { points in
      unsafe numbers.withUnsafeMutableBufferPointer { numbers in
        unsafe known.withUnsafeMutableBufferPointer { known in
          for at in runs.indices {
            let point = runs[at].color
            let kind = Int((point &* 0x9E37_79B1) >> 21)
            if unsafe known[kind].point != point {
              let isOpaque = point.sampledAlpha == 255
              if !isOpaque { last &-= 1 }
              let place = isOpaque ? first : last
              if isOpaque { first &+= 1 }
              unsafe points[place] = point
              unsafe known[kind] = (point, UInt32(truncatingIfNeeded: place))
            }
            unsafe numbers[at] = known[kind].place
          }
        }
      }
    }
    self.colors = points
    self.colorIndices = numbers
    (opaqueRange, translucentRange) = (0..<first, last..<runs.count)
  }
}

extension sl_ground {
  fileprivate init(_ background: TestBackground, _ limits: ContrastLimits, beside: ContrastLimits) {
    let lab = background.labColors[0]
    // If light has no more red than green, `greenRed` is below 0.05. If it has more red than green, but no
    // more than blue, `blueYellow` is below 0.01. A test checks this for all colors.
    let isRed =
      lab.greenRed >= limits.minChromaDistance + 0.05 && lab.blueYellow >= limits.minChromaDistance + 0.01
    self.init(
      color: background.color(ofCell: 0), luminance: background.luminances[0],
      green_red: lab.greenRed, blue_yellow: lab.blueYellow,
      contrast: limits.minContrast, chroma: limits.minChromaDistance * limits.minChromaDistance,
      contrast_beside: beside.minContrast, chroma_beside: beside.minChromaDistance * beside.minChromaDistance,
      least_lightness: lab.lightness < maxNearBlackLightness ? maxNearBlackLightness : -1,
      is_red: isRed ? 1 : 0)
  }
}
