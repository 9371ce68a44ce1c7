/// A frame that a GIF shows, and for how long.
struct TimedFrame: Hashable, Sendable {
  /// Its number among those that were given.
  var number: Int
  /// Hundredths of a second, at least 2.
  var hundredths: Int
}

/// Which frames a GIF shows and for how long: it knows whole hundredths of a second, and players show what
/// lasts less than two of them for ten.
///
/// The end of each frame is the nearest hundredth to its exact time, so that no error adds up. Of neighbors
/// that last less than two hundredths, the one that lasts longest is shown for all of them.
///
/// - Parameter delays: at least one.
/// - Throws: where all together are shorter than two hundredths, or a frame is longer than a GIF can say.
func timedFrames(_ delays: [ExactSeconds]) throws(EncodingDefect) -> [TimedFrame] {
  guard delays.count > 1 else { return [TimedFrame(number: 0, hundredths: 0)] }
  var frames: [TimedFrame] = []
  var (time, start, end) = (ExactSeconds.zero, 0, 0)
  var longest: TimedFrame?
  for (number, delay) in delays.enumerated() {
    guard let sum = time.adding(delay), let ends = sum.hundredths else {
      throw EncodingDefect("its times have no sum that can be stored")
    }
    time = sum
    if ends - end > longest?.hundredths ?? -1 { longest = TimedFrame(number: number, hundredths: ends - end) }
    end = ends
    guard end - start >= leastHundredths, var frame = longest else { continue }
    frame.hundredths = end - start
    frames.append(frame)
    (start, longest) = (end, nil)
  }
  guard !frames.isEmpty else {
    throw EncodingDefect("all of its frames take less than two hundredths of a second together")
  }
  frames[frames.count - 1].hundredths += end - start
  guard frames.allSatisfy({ $0.hundredths <= 0xFFFF }) else {
    throw EncodingDefect("a frame of a GIF lasts 655 seconds at the most")
  }
  return frames
}

/// The shortest time that browsers keep to.
private let leastHundredths = 2

extension ExactSeconds {
  /// The nearest hundredth of a second; nil where it does not fit.
  package var hundredths: Int? {
    let (top, isWide) = numerator.multipliedReportingOverflow(by: 200)
    let (sum, isFull) = top.addingReportingOverflow(denominator)
    let (bottom, isFar) = denominator.multipliedReportingOverflow(by: 2)
    return isWide || isFull || isFar ? nil : sum / bottom
  }
}

/// Frames that look like the one before, joined with it: fewer frames, and fewer that are too short.
///
/// - Returns: each with the exact sum of its times.
func joiningRepeats(_ pictures: [Bitmap], _ delays: [ExactSeconds]) -> [(number: Int, delay: ExactSeconds)] {
  var runs: [(number: Int, delay: ExactSeconds)] = []
  for (number, delay) in delays.enumerated() {
    if let last = runs.last, pictures[last.number] == pictures[number],
      let sum = last.delay.adding(delay), sum.hundredths ?? .max < 0xFFFF
    {
      runs[runs.count - 1].delay = sum
    } else {
      runs.append((number, delay))
    }
  }
  return runs
}
