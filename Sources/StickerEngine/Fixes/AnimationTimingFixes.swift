import StickerImage

extension EditableImage {
  /// Sets the number of plays and the speed so that the total play time is a whole number of seconds.
  ///
  /// - Parameter arguments: the number of plays, and the total time in seconds.
  /// - Returns: a description of the change.
  mutating func setPlaysAndTotalSeconds(_ arguments: [Int]) throws(Diagnostic) -> String {
    guard arguments.count == 2, let duration = frames.map(\.shownDelay).total(), duration.numerator > 0 else {
      throw Diagnostic("the sum of its frame delays cannot be computed exactly")
    }
    let (plays, seconds) = (arguments[0], arguments[1])
    guard let changed = retimed(frames, plays: plays, totalSeconds: seconds) else {
      throw Diagnostic("a frame would last 10 ms or less, and viewers show such frames for 100 ms")
    }
    (frames, self.playsOrZeroForever) = (changed, plays)
    let before = Double(duration.numerator) * Double(plays) / Double(duration.denominator)
    let change = Int((abs(before / Double(seconds) - 1) * 1000).rounded())
    let times = plays == 1 ? "play once" : "play \(numberText(plays)) times"
    let played = "\(times) in \(countText(seconds, "second"))"
    if change == 0 { return played }
    let percent = change % 10 == 0 ? "\(change / 10)" : "\(change / 10).\(change % 10)"
    let speed = before > Double(seconds) ? "faster" : "slower"
    return "\(played) (the animation runs \(percent)% \(speed))"
  }
}

extension EditableImage {
  /// Shortens the animation so that one play takes at most `milliseconds`.
  ///
  /// - Parameter method: how to shorten the animation, or nil if the options do not specify a method.
  /// - Returns: a description of the change.
  mutating func shortenPlay(toMilliseconds milliseconds: Int, _ method: LongAnimationFix?) throws(Diagnostic)
    -> String
  {
    guard let duration = frames.map(\.shownDelay).total() else {
      throw Diagnostic("the sum of its frame delays cannot be computed exactly")
    }
    guard duration.exceeds(milliseconds: milliseconds) else { throw Diagnostic("it is short enough") }
    guard let method else { throw Diagnostic("it is too long. Use \(.animationShorteningOptions)") }
    let whole = Double(duration.numerator) * 1000 / Double(duration.denominator)
    let speed = method == .speedUp ? Double(milliseconds) / whole : 1
    var (time, begin) = (ExactSeconds.zero, 0)
    var result: [Frame] = []
    for frame in frames {
      time = time.adding(frame.shownDelay) ?? time
      let exact = Double(time.numerator) * 1000 / Double(time.denominator) * speed
      let end = min(Int(exact.rounded()), milliseconds)
      // Viewers would show a shorter frame for 100 ms, so its time is added to the next frame instead.
      guard end - begin > 10 else { continue }
      result.append(Frame(frame.bitmap, delay: ExactSeconds(end - begin, 1000).reduced))
      begin = end
      if end == milliseconds { break }
    }
    let before = "\(numberText(duration.millisecondsRoundedUp)) to \(numberText(milliseconds)) ms"
    frames = result.isEmpty ? [Frame(frames[0].bitmap, delay: ExactSeconds(milliseconds, 1000))] : result
    switch method {
    case .trim: return "cut the end: \(before)"
    case .speedUp: return "play the animation \(Int(((1 / speed - 1) * 100).rounded()))% faster: \(before)"
    }
  }
}

/// Returns the frames with delays scaled to a new total time.
///
/// The end time of each frame is rounded to a multiple of a unit that divides the cycle evenly, so that equal
/// delays stay equal. The sum is exact.
///
/// - Parameter plays: the number of plays.
/// - Parameter totalSeconds: the total time of all plays.
/// - Returns: the frames, or nil if a frame would get a delay of 10 ms or less, because viewers show such
///   frames for longer.
func retimed(_ frames: [Frame], plays: Int, totalSeconds: Int) -> [Frame]? {
  // The unit is at most 1 ms for a cycle of one second.
  let (perPlay, isLarge) = (frames.count * max(1, (1000 + frames.count - 1) / max(frames.count, 1)))
    .multipliedReportingOverflow(by: totalSeconds)
  let (perSecond, isFine) = (perPlay / max(totalSeconds, 1)).multipliedReportingOverflow(by: plays)
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
    guard delay.isShownAsStored else { return nil }
    result.append(Frame(frame.bitmap, delay: delay))
    begin = end
  }
  return result
}

extension EditableImage {
  /// Drops frames until at most `most` remain.
  mutating func dropLeastVisibleFrames(downTo most: Int) throws(Diagnostic) -> String {
    let count = frames.count
    guard count > most else { throw Diagnostic("it already has only \(countText(count, "frame"))") }
    guard let fewer = droppingLeastVisibleFramesIfStorable(frames, downTo: most) else {
      throw Diagnostic("the file cannot store the exact sum of its frame delays")
    }
    frames = fewer
    return "reduce \(countText(count, "frame")) to \(numberText(most)), with the same duration"
  }
}

/// Drops the frames whose loss is least visible until `most` remain. The first frame is always kept.
///
/// Runs of frames are merged bottom-up, starting with the least visible merge. The cost of a merge is the
/// difference between each frame and the frame that is shown instead, multiplied by the delay. As a result,
/// repeated frames are dropped first, and in uniform motion the dropped frames are evenly spaced.
///
/// - Parameter most: the maximum number of frames, at least 1.
/// - Returns: the frames, which viewers show for the same total time, or nil if an APNG cannot store a delay
///   exactly.
func droppingLeastVisibleFramesIfStorable(_ frames: [Frame], downTo most: Int) -> [Frame]? {
  var runs = MergedFrameRuns(frames)
  while runs.count > most { runs.mergeCheapestRun() }
  var kept: [Frame] = []
  for run in runs.ranges {
    let first = frames[run.lowerBound]
    guard let time = run.count == 1 ? first.delay : frames[run].map(\.shownDelay).total(),
      time.isStorableInAPNG
    else { return nil }
    kept.append(Frame(first.bitmap, delay: time))
  }
  return kept
}

/// Runs of frames, each of which is shown as its first frame.
private struct MergedFrameRuns {
  private(set) var ranges: [Range<Int>]
  /// The visible error of each run.
  private var visibleErrorPerRun: [Double]
  /// The error added by merging each run into the previous one; unused for the first run.
  private var mergeIntoPreviousCosts: [Double]
  /// The frames, scaled down for comparison.
  private let thumbnails: [Bitmap]
  /// The time for which viewers show each frame, in seconds.
  private let shownSecondsPerFrame: [Double]

  init(_ frames: [Frame]) {
    var small: [Bitmap] = []
    for (number, frame) in frames.enumerated() {
      let isRepeat = number > 0 && frame.bitmap == frames[number - 1].bitmap
      let size = frame.bitmap.size.scaledDown(toFit: maxThumbnailSize)
      small.append(isRepeat ? small[number - 1] : frame.bitmap.scaled(to: size))
    }
    self.thumbnails = small
    shownSecondsPerFrame = frames.map { $0.shownDelay.millisecondsRoundedToTenths / 1000 }
    ranges = frames.indices.map { $0..<$0 + 1 }
    (visibleErrorPerRun, mergeIntoPreviousCosts) = (ranges.map { _ in 0 }, ranges.map { _ in 0 })
    for run in ranges.indices.dropFirst() { mergeIntoPreviousCosts[run] = mergeIntoPreviousCost(of: run) }
  }

  var count: Int { ranges.count }

  mutating func mergeCheapestRun() {
    guard
      let run = ranges.indices.dropFirst().min(by: { mergeIntoPreviousCosts[$0] < mergeIntoPreviousCosts[$1] }
      )
    else { return }
    visibleErrorPerRun[run - 1] += visibleErrorPerRun[run] + mergeIntoPreviousCosts[run]
    ranges[run - 1] = ranges[run - 1].lowerBound..<ranges[run].upperBound
    ranges.remove(at: run)
    visibleErrorPerRun.remove(at: run)
    mergeIntoPreviousCosts.remove(at: run)
    if run > 1 { mergeIntoPreviousCosts[run - 1] = mergeIntoPreviousCost(of: run - 1) }
    if run < ranges.count { mergeIntoPreviousCosts[run] = mergeIntoPreviousCost(of: run) }
  }

  private func mergeIntoPreviousCost(of run: Int) -> Double {
    let shown = thumbnails[ranges[run - 1].lowerBound]
    return ranges[run].reduce(-visibleErrorPerRun[run]) {
      $0 + shown.summedPremultipliedDifference(to: thumbnails[$1]) * shownSecondsPerFrame[$1]
    }
  }
}

/// The size of thumbnails, which is large enough to detect motion and small enough to compare quickly.
private let maxThumbnailSize = PixelSize(32, 32)

extension Bitmap {
  /// Returns the sum of the differences between the premultiplied samples of two bitmaps of the same size.
  fileprivate func summedPremultipliedDifference(to other: Bitmap) -> Double {
    var sum = 0
    for at in stride(from: 0, to: min(pixels.count, other.pixels.count), by: 4) {
      let (a, b) = (Int(pixels[at + 3]), Int(other.pixels[at + 3]))
      for sample in 0..<3 { sum += abs(Int(pixels[at + sample]) * a - Int(other.pixels[at + sample]) * b) }
      sum += abs(a - b) * 255
    }
    return Double(sum)
  }
}

/// Keeps `count` of the frames, evenly spaced and including the first. The frame before a dropped frame gets
/// the dropped frame's time.
///
/// - Returns: the frames, which viewers show for the same total time, or nil if an APNG cannot store a delay
///   exactly or fewer than 8 frames per second would remain.
func framesAtEvenlySpacedIndices(_ count: Int, of frames: [Frame]) -> [Frame]? {
  precondition(1...frames.count ~= count)
  guard let duration = frames.map(\.shownDelay).total(), isSmoothFrameCount(count, in: duration) else {
    return nil
  }
  var kept: [Frame] = []
  for (number, frame) in frames.enumerated() {
    // Keep the first frame at or above each whole multiple of the spacing.
    if number * count % frames.count < count {
      kept.append(frame)
    } else {
      let sum = kept[kept.count - 1].shownDelay.adding(frame.shownDelay)
      guard let sum, sum.isStorableInAPNG else { return nil }
      kept[kept.count - 1].delay = sum
    }
  }
  return kept
}

/// Whether a number of frames is enough for smooth motion over a duration.
func isSmoothFrameCount(_ count: Int, in duration: ExactSeconds) -> Bool {
  let (shown, isMany) = count.multipliedReportingOverflow(by: duration.denominator)
  let (needed, isLong) = duration.numerator.multipliedReportingOverflow(by: minSmoothFramesPerSecond)
  return isMany || !isLong && shown >= needed
}

/// Below this frame rate, motion looks like separate images.
private let minSmoothFramesPerSecond = 8

extension ExactSeconds {
  /// Whether the two 16-bit numbers of an fcTL chunk can store the time.
  var isStorableInAPNG: Bool { reduced.numerator <= 0xFFFF && reduced.denominator <= 0xFFFF }
}
