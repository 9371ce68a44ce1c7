import StickerImage

/// Keeps `count` of the frames, evenly spread, the first among them.
///
/// - Returns: nil where a delay would not fit an APNG exactly, or fewer than 8 frames a second would be left.
///   The frame before a dropped frame gets its time. The total time that viewers show stays
///   exactly the same.
func keepingFrames(_ count: Int, of frames: [Frame]) -> [Frame]? {
  precondition(1...frames.count ~= count)
  guard let duration = frames.map(\.shownDelay).total(), isSmooth(count, in: duration) else { return nil }
  var kept: [Frame] = []
  for (number, frame) in frames.enumerated() {
    // The frames whose number is the first at or above a whole multiple of the spacing.
    if number * count % frames.count < count {
      kept.append(frame)
    } else {
      let sum = kept[kept.count - 1].shownDelay.adding(frame.shownDelay)
      guard let sum, sum.isStorable else { return nil }
      kept[kept.count - 1].delay = sum
    }
  }
  return kept
}

/// Whether a number of frames is enough for a duration.
func isSmooth(_ count: Int, in duration: ExactSeconds) -> Bool {
  let (shown, isMany) = count.multipliedReportingOverflow(by: duration.denominator)
  let (needed, isLong) = duration.numerator.multipliedReportingOverflow(by: leastFramesPerSecond)
  return isMany || !isLong && shown >= needed
}

/// Below it motion falls apart into pictures.
private let leastFramesPerSecond = 8

extension ExactSeconds {
  /// Whether fcTL's two numbers of 16 bits can hold it.
  var isStorable: Bool { reduced.numerator <= 0xFFFF && reduced.denominator <= 0xFFFF }
}
