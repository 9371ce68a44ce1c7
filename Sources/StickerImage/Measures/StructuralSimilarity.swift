/// How alike two pictures of one size look, by their structure: 1 for the same, 0 for unrelated.
///
/// - Source: Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment: from error visibility to structural
///   similarity" (2004), with its K1 = 0.01, K2 = 0.03 and L = 255, in evenly weighted windows of 8 × 8
///   pixels that begin every 4 pixels, the last ones at the far edges. The figure of a picture is the mean
///   over its windows; of luma, Cb and Cr (JFIF, whole numbers) it is 8, 1 and 1 tenths.
public struct StructuralSimilarity: Hashable, Sendable {
  /// The similarity of both pictures drawn over white.
  public let overWhite: Double
  /// The similarity of both pictures drawn over black.
  public let overBlack: Double

  /// A similarity that is known already.
  public init(overWhite: Double, overBlack: Double) {
    self.overWhite = overWhite
    self.overBlack = overBlack
  }

  /// Compares two pictures.
  ///
  /// - Precondition: they have the same size.
  public init(_ one: Bitmap, _ other: Bitmap) {
    precondition(one.size == other.size)
    guard one.size.area > 0, one.pixels != other.pixels else {
      (overWhite, overBlack) = (1, 1)
      return
    }
    (overWhite, overBlack) = one.withView { one in
      other.withView { other in SimilarityWindows(one, other).mean() }
    }
  }

  /// The mean of the similarities over white and over black.
  public var mean: Double { (overWhite + overBlack) / 2 }
}

/// How alike two lists of frames look.
public struct FrameSimilarity: Hashable, Sendable {
  /// The mean of the similarities of all frames.
  public let mean: StructuralSimilarity
  /// The least of any frame, over white and over black each.
  public let worst: StructuralSimilarity

  package init(mean: StructuralSimilarity, worst: StructuralSimilarity) {
    (self.mean, self.worst) = (mean, worst)
  }

  /// Compares frames in pairs; without any, both are 1.
  ///
  /// - Precondition: there are as many on both sides, of the same sizes.
  public init(_ frames: [Bitmap], _ others: [Bitmap]) {
    precondition(frames.count == others.count)
    self.init(zip(frames, others).map { StructuralSimilarity($0, $1) })
  }

  /// The similarities of the frames, in order; without any, both are 1.
  init(_ each: [StructuralSimilarity]) {
    let (white, black) = (each.map(\.overWhite), each.map(\.overBlack))
    func mean(_ figures: [Double]) -> Double {
      figures.isEmpty ? 1 : figures.reduce(0, +) / Double(figures.count)
    }
    self.mean = StructuralSimilarity(overWhite: mean(white), overBlack: mean(black))
    worst = StructuralSimilarity(overWhite: white.min() ?? 1, overBlack: black.min() ?? 1)
  }
}
