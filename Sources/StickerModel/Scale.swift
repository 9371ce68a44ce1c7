/// How many pixels a point has.
package enum Scale: Int, Hashable, Sendable, CaseIterable {
  /// One pixel.
  case x1 = 1
  /// Two by two pixels.
  case x2 = 2
  /// Three by three pixels: what people draw.
  case x3 = 3

  /// What file names end with at this scale: `@3x`.
  package var suffix: String { "@\(rawValue)x" }
}
