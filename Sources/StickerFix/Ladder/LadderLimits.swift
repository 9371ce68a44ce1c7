package import StickerImage
import StickerModel

/// How light a file has to become, and what may be given up for it.
package struct LadderLimits: Hashable, Sendable {
  /// The most bytes that the file may have.
  package var bytes: Int
  /// Pixels that the shorter side keeps at least.
  package var leastSide: Int
  /// Longer sides that a sticker is shown at, in pixels; scaling down goes to these first.
  package var gridSides: [Int]
  /// What must not go when the picture is made lighter.
  package var keeps: Set<Keep>
  /// How carefully the result is encoded.
  package var effort: OptimizingEffort
  /// Whether anything that is seen may change at all.
  package var isLossy: Bool
  /// How long a frame lasts at least, where the format has to round times anyway.
  package var leastMilliseconds = 0

  /// Limits; without more, the sides are Apple's, in pixels at @3x.
  package init(
    bytes: Int, leastSide: Int = AppleLimits.sides.lowerBound,
    gridSides: [Int] = GridSides.apple.descending, keeps: Set<Keep> = [],
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
package struct Lightened: Sendable {
  /// The picture as it is stored.
  package let picture: Picture
  /// The bytes of the file.
  package let bytes: [UInt8]
  /// What was done, in that order.
  package let steps: [Lightening]
  /// How alike it looks to what was given: each frame of that beside what is shown at its time, as large.
  package let similarity: FrameSimilarity
}

/// What climbing down the ladder came to.
package struct LadderResult: Sendable {
  /// The best picture that fits; nil where none does.
  package let fit: Lightened?
  /// For each rung that was tried the fewest bytes that it came to, in the order of the ladder. A rung is
  /// tried together with those above it.
  package let nearest: [(rung: Rung, bytes: Int)]
  /// Whether some ways were not tried since that would have been too much work.
  package var hasEndedEarly = false
  /// What was encoded: pixels, and bytes of samples. Zero for a WebP, whose search counts codings.
  package var work = 0
}
