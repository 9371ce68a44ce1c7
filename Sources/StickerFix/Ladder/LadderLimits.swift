public import StickerImage

/// How light a file has to become, and what may be given up for it.
public struct LadderLimits: Hashable, Sendable {
  /// The most bytes that the file may have.
  public var bytes: Int
  /// Pixels that the shorter side keeps at least.
  public var leastSide: Int
  /// Longer sides that a sticker is shown at, in pixels; scaling down goes to these first.
  public var gridSides: [Int]
  /// What must not go.
  public var keeps: Set<Keep>
  /// How carefully the result is encoded.
  public var effort: OptimizingEffort
  /// Whether anything that is seen may change at all.
  public var isLossy: Bool

  /// Limits; the sides are Apple's, in pixels at @3x.
  public init(
    bytes: Int, leastSide: Int = 300, gridSides: [Int] = [618, 408, 300], keeps: Set<Keep> = [],
    effort: OptimizingEffort = .normal, isLossy: Bool = true
  ) {
    self.bytes = bytes
    self.leastSide = leastSide
    self.gridSides = gridSides
    self.keeps = keeps
    self.effort = effort
    self.isLossy = isLossy
  }
}

/// A picture that became light enough.
public struct Lightened: Sendable {
  /// As it is stored.
  public let picture: Picture
  /// The file.
  public let bytes: [UInt8]
  /// What was done, in that order.
  public let steps: [Lightening]
  /// How alike it looks to what was given: each frame of that beside what is shown at its time, as large.
  public let similarity: FrameSimilarity
}

/// What climbing down the ladder came to.
public struct LadderResult: Sendable {
  /// The best picture that fits; nil where none does.
  public let fit: Lightened?
  /// For each rung that was tried the fewest bytes that it came to, in the order of the ladder. A rung is
  /// tried together with those above it.
  public let nearest: [(rung: Rung, bytes: Int)]
}
