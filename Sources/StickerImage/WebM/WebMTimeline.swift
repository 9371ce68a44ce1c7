/// The frames that a WebM shows, with their times in milliseconds.
///
/// If there are more than 30 frames per second, frames are dropped so that the others start at multiples of
/// 1/30 s. The total time stays exact.
struct WebMTimeline: Hashable {
  /// A frame that is shown.
  struct Entry: Hashable {
    /// The index of the original frame.
    let originalFrameIndex: Int
    /// When the frame appears.
    let startMilliseconds: Int
  }

  private(set) var entries: [Entry] = []
  /// The duration of one play.
  let totalMilliseconds: Int

  /// - Parameter delays: The delays of the original frames.
  /// - Parameter maxMilliseconds: The maximum duration. A longer animation is played faster.
  /// - Throws: `InternalError` if the animation has no frames, takes no time, or takes more than a day.
  init(_ delays: [ExactSeconds], spedUpToFitMilliseconds maxMilliseconds: Int? = nil) throws(InternalError) {
    var (starts, end) = ([Double](), 0.0)
    for delay in delays {
      starts.append(end)
      end += Double(delay.numerator) * 1000 / Double(delay.denominator)
    }
    guard end > 0, end < 86_400_000 else { throw InternalError("a WebM can't have a duration of \(end) ms") }
    let scale = min(1, Double(maxMilliseconds ?? .max) / end)
    let total = end * scale
    totalMilliseconds = max(1, Int(total.rounded()))
    for index in starts.indices { starts[index] *= scale }
    let shortest = zip(starts, starts.dropFirst() + [total]).map { $1 - $0 }.min() ?? 0
    let cells = max(1, Int(total * maxWebMFrameRate / 1000 + 1e-6))
    if shortest >= minWebMFrameMilliseconds - 1e-6, delays.count <= cells + 1,
      Double(delays.count) <= total * maxWebMFrameRate / 1000 + 0.5
    {
      entries = starts.enumerated().map {
        Entry(originalFrameIndex: $0, startMilliseconds: Int($1.rounded()))
      }
      return
    }
    var frame = 0
    for cell in 0..<cells {
      let time = Double(cell) * 1000 / maxWebMFrameRate
      while frame + 1 < starts.count, starts[frame + 1] <= time + 1e-6 { frame += 1 }
      if entries.last?.originalFrameIndex == frame { continue }
      entries.append(Entry(originalFrameIndex: frame, startMilliseconds: Int(time.rounded())))
    }
  }

  /// How long an entry is shown, in milliseconds.
  func durationMilliseconds(ofEntry index: Int) -> Int {
    let end = index + 1 < entries.count ? entries[index + 1].startMilliseconds : totalMilliseconds
    return end - entries[index].startMilliseconds
  }
}

/// The maximum frame rate.
///
/// - Source: core.telegram.org/stickers: up to 30 frames per second.
private let maxWebMFrameRate = 30.0

/// The minimum duration of a frame. 1/30 s in whole milliseconds is 33 or 34 ms.
private let minWebMFrameMilliseconds = 33.0
