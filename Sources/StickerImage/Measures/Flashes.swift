/// How much of an animation flashes more than three times in a second, while it plays over white and over
/// black.
///
/// The method is that of WCAG 2.2, criterion 2.3.1, place by place: at 1 024 points of the canvas the peaks
/// and valleys of relative luminance (or of redness) are followed through time. A change between a peak and a
/// valley that are far enough apart is a transition, two opposing ones are a flash, so eight transitions in
/// less than a second are more than three flashes. Points that are in the middle of such a second at the same
/// moment flash concurrently, and their share of the canvas is the area. What a moving shape uncovers changes
/// at once elsewhere and is not counted twice, as it would be where whole frames are compared.
///
/// An animation that plays again is followed over the seam for a second. Frames of 10 ms or less count as 100
/// ms, which is how browsers play them.
///
/// - Source: WCAG 2.2, "general flash and red flash thresholds", with its working definition of a saturated
///   red.
public struct Flashes: Hashable, Sendable {
  /// What flashes.
  public enum Kind: Hashable, Sendable {
    /// Relative luminance changes by 0.1 or more, and the darker state is below 0.8.
    case general
    /// A change to or from a saturated red.
    case red
  }

  /// The worst moment of one kind.
  public struct Moment: Hashable, Sendable {
    /// What flashes.
    public let kind: Kind
    /// Points of 1 024 that flash concurrently.
    public let points: Int
    /// How often the fastest of them does, in a second.
    public let perSecond: Double
    /// Frames that play during that second, ascending; the first is 0.
    public let frames: [Int]

    /// The share of the canvas that flashes, 0...1.
    public var area: Double { Double(points) / Double(FlashMeter.points) }
  }

  /// Where the largest area flashes; nil where nothing flashes more than three times in a second.
  public let worst: Moment?
  /// The same if the animation played without end, whatever its number of plays.
  let endless: Moment?

  /// The flashes if the animation played without end.
  package var playedWithoutEnd: Flashes { Flashes(worst: endless, endless: endless) }
}
