import StickerImage

extension Picture {
  /// Sets the number of plays and the speed so that all plays together take a number of seconds.
  ///
  /// - Parameter figures: the number of plays, and the seconds of all plays together.
  mutating func retime(_ figures: [Int]) throws(Diagnostic) -> String {
    guard figures.count == 2, let duration = frames.map(\.shownDelay).total(), duration.numerator > 0 else {
      throw Diagnostic("the delays of its frames cannot be added exactly")
    }
    let (plays, seconds) = (figures[0], figures[1])
    guard let changed = retimed(frames, plays: plays, seconds: seconds) else {
      throw Diagnostic("a frame would get 10 ms or less, which viewers show for 100 ms")
    }
    (frames, self.plays) = (changed, plays)
    let before = Double(duration.numerator) * Double(plays) / Double(duration.denominator)
    let change = Int((abs(before / Double(seconds) - 1) * 1000).rounded())
    let times = plays == 1 ? "play once" : "play \(numberText(plays)) times"
    let played = "\(times) in \(countText(seconds, "second"))"
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

extension Picture {
  /// Leaves out frames until no more than a number are left.
  mutating func thin(to most: Int) throws(Diagnostic) -> String {
    let count = frames.count
    guard count > most else { throw Diagnostic("it has \(countText(count, "frame")) by now") }
    guard let fewer = thinned(frames, to: most) else {
      throw Diagnostic("the times of its frames have no exact sum that a file can hold")
    }
    frames = fewer
    return "\(countText(count, "frame")) became \(numberText(most)), in the same time"
  }
}

/// Leaves out the frames that are missed least, until `most` are left. The first always stays.
///
/// Runs of frames are joined from the bottom up, those first of which people see least: how far each frame
/// is from the one that is shown in its place, for as long as it was to be seen. Repeats go before anything
/// else, and where all moves evenly, what goes is evenly spread.
///
/// - Parameter most: at least 1.
/// - Returns: nil where a time would not fit an APNG exactly. The sum of the times that viewers show
///   stays exactly the same.
func thinned(_ frames: [Frame], to most: Int) -> [Frame]? {
  var runs = FrameRuns(frames)
  while runs.count > most { runs.joinTheNearest() }
  var kept: [Frame] = []
  for run in runs.all {
    let first = frames[run.lowerBound]
    guard let time = run.count == 1 ? first.delay : frames[run].map(\.shownDelay).total(), time.isStorable
    else { return nil }
    kept.append(Frame(first.bitmap, delay: time))
  }
  return kept
}

/// Frames in runs, each of which is shown as its first.
private struct FrameRuns {
  private(set) var all: [Range<Int>]
  /// What people see of it that a run is shown as its first frame.
  private var errors: [Double]
  /// What joining a run to the one before it adds to that; of the first nothing is asked.
  private var costs: [Double]
  /// Each frame as large as it takes to be compared.
  private let small: [Bitmap]
  /// Seconds that each is shown for.
  private let times: [Double]

  init(_ frames: [Frame]) {
    var small: [Bitmap] = []
    for (number, frame) in frames.enumerated() {
      let isRepeat = number > 0 && frame.bitmap == frames[number - 1].bitmap
      let size = frame.bitmap.size.fitted(into: comparedSize)
      small.append(isRepeat ? small[number - 1] : frame.bitmap.scaled(to: size))
    }
    self.small = small
    times = frames.map { $0.shownDelay.milliseconds / 1000 }
    all = frames.indices.map { $0..<$0 + 1 }
    (errors, costs) = (all.map { _ in 0 }, all.map { _ in 0 })
    for run in all.indices.dropFirst() { costs[run] = cost(of: run) }
  }

  var count: Int { all.count }

  mutating func joinTheNearest() {
    guard let run = all.indices.dropFirst().min(by: { costs[$0] < costs[$1] }) else { return }
    errors[run - 1] += errors[run] + costs[run]
    all[run - 1] = all[run - 1].lowerBound..<all[run].upperBound
    all.remove(at: run)
    errors.remove(at: run)
    costs.remove(at: run)
    if run > 1 { costs[run - 1] = cost(of: run - 1) }
    if run < all.count { costs[run] = cost(of: run) }
  }

  private func cost(of run: Int) -> Double {
    let shown = small[all[run - 1].lowerBound]
    return all[run].reduce(-errors[run]) { $0 + shown.distance(to: small[$1]) * times[$1] }
  }
}

/// Large enough to see what moves, and quickly compared.
private let comparedSize = PixelSize(32, 32)

extension Bitmap {
  /// How far another picture of the same size is: the sum over all samples, in premultiplied values.
  fileprivate func distance(to other: Bitmap) -> Double {
    var sum = 0
    for at in stride(from: 0, to: min(pixels.count, other.pixels.count), by: 4) {
      let (a, b) = (Int(pixels[at + 3]), Int(other.pixels[at + 3]))
      for sample in 0..<3 { sum += abs(Int(pixels[at + sample]) * a - Int(other.pixels[at + sample]) * b) }
      sum += abs(a - b) * 255
    }
    return Double(sum)
  }
}

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
  let (needed, isLong) = duration.numerator.multipliedReportingOverflow(by: minFramesPerSecond)
  return isMany || !isLong && shown >= needed
}

/// Below it motion falls apart into pictures.
private let minFramesPerSecond = 8

extension ExactSeconds {
  /// Whether fcTL's two numbers of 16 bits can hold it.
  var isStorable: Bool { reduced.numerator <= 0xFFFF && reduced.denominator <= 0xFFFF }
}
