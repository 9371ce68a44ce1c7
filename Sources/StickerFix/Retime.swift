import StickerImage
import StickerModel

extension Picture {
  /// Sets the number of plays and the speed so that all plays together take a number of seconds.
  ///
  /// - Parameter figures: the number of plays, and the seconds of all plays together.
  mutating func retime(_ figures: [Int]) throws(FixFailure) -> String {
    guard figures.count == 2, let duration = frames.map(\.shownDelay).total(), duration.numerator > 0 else {
      throw FixFailure("the delays of its frames cannot be added exactly")
    }
    let (plays, seconds) = (figures[0], figures[1])
    guard let changed = retimed(frames, plays: plays, seconds: seconds) else {
      throw FixFailure("a frame would get 10 ms or less, which viewers show for 100 ms")
    }
    (frames, self.plays) = (changed, plays)
    let before = Double(duration.numerator) * Double(plays) / Double(duration.denominator)
    let change = Int((abs(before / Double(seconds) - 1) * 1000).rounded())
    let times = plays == 1 ? "play once" : "play \(grouped(plays)) times"
    let played = "\(times) in \(counted(seconds, "second"))"
    if change == 0 { return played }
    let percent = change % 10 == 0 ? "\(change / 10)" : "\(change / 10).\(change % 10)"
    let speed = before > Double(seconds) ? "faster" : "slower"
    return "\(played): the animation runs \(percent)% \(speed)"
  }
}

/// The frames with delays scaled to a new total time.
///
/// Frame ends are rounded to a unit that divides the cycle, so that frames of equal length
/// stay equal. The sum is exact.
///
/// - Parameter plays: the number of plays.
/// - Parameter seconds: the time of all plays together.
/// - Returns: nil if a frame would get 10 ms or less, which viewers show for longer.
func retimed(_ frames: [Frame], plays: Int, seconds: Int) -> [Frame]? {
  // A unit of at most 1 ms for a cycle of one second.
  let (perPlay, isLarge) = (frames.count * max(1, (1000 + frames.count - 1) / max(frames.count, 1)))
    .multipliedReportingOverflow(by: seconds)
  let (perSecond, isFine) = (perPlay / max(seconds, 1)).multipliedReportingOverflow(by: plays)
  guard !isLarge, !isFine, let whole = frames.map(\.shownDelay).total() else { return nil }
  let length = Double(whole.numerator) / Double(whole.denominator)
  var (time, begin) = (ExactSeconds.zero, 0)
  var result: [Frame] = []
  for (number, frame) in frames.enumerated() {
    guard let sum = time.adding(frame.shownDelay) else { return nil }
    time = sum
    let share = Double(time.numerator) / Double(time.denominator) / length
    let end = number == frames.count - 1 ? perPlay : Int((share * Double(perPlay)).rounded())
    let delay = ExactSeconds(max(end - begin, 0), perSecond).reduced
    guard delay.isShownAsWritten else { return nil }
    result.append(Frame(frame.bitmap, delay: delay))
    begin = end
  }
  return result
}
