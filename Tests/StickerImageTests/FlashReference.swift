@testable import StickerImage

/// Detects flashes according to WCAG 2.3.1 in the simplest way: for every pixel, with the animation unrolled
/// until it repeats, in every second. Only seconds in which the mean of the canvas also flashes count. Times
/// are in milliseconds.
struct FlashReference {
  let frames: [Bitmap]
  let milliseconds: [Int]
  let plays: Int

  /// The largest share of the canvas that flashes more than three times in one second, among all seconds
  /// that end at a frame.
  func worst(_ kind: Flashes.Kind) -> Double {
    let (pictures, times) = timeline()
    var best = 0
    let means = [255.0, 0.0].map { ground in
      meanTransitions(pictures.map { mean(frames[$0], ground, kind) }, kind).map { times[$0] }
    }
    for ground in [255.0, 0.0] {
      let moments = (0..<frames[0].size.area).map { pixel in
        transitions(pictures.map { state(frames[$0], pixel, ground, kind) }, kind).map { times[$0] }
      }
      for now in times where means.contains(where: { hasTooManyTransitions($0, now) }) {
        let flashing = moments.count { hasTooManyTransitions($0, now) }
        best = max(best, flashing)
      }
    }
    return Double(best) / Double(frames[0].size.area)
  }

  private func hasTooManyTransitions(_ moments: [Int], _ now: Int) -> Bool {
    moments.count { $0 > now - 1000 && $0 <= now } >= 8
  }

  private func mean(_ bitmap: Bitmap, _ ground: Double, _ kind: Flashes.Kind) -> Double {
    let values = (0..<bitmap.size.area).map { state(bitmap, $0, ground, kind).value }
    return values.reduce(0, +) / Double(values.count)
  }

  /// The frames where the mean has changed by a quarter of the change that counts for a pixel, alternately up
  /// and down.
  private func meanTransitions(_ means: [Double], _ kind: Flashes.Kind) -> [Int] {
    let least = (kind == .red ? 20 : 0.1) / 4
    var (found, low, high, direction): ([Int], Double, Double, Int) = ([], means[0], means[0], 0)
    for (at, mean) in means.enumerated() {
      let step = direction != 1 && mean - low >= least ? 1 : direction != -1 && high - mean >= least ? -1 : 0
      if step != 0 {
        found.append(at)
        (direction, low, high) = (step, mean, mean)
      }
      (low, high) = (min(low, mean), max(high, mean))
    }
    return found
  }

  /// The sequence of frames for two cycles and two more seconds, limited by the number of plays.
  private func timeline() -> (pictures: [Int], times: [Int]) {
    var (pictures, times, now): ([Int], [Int], Int) = ([], [], 0)
    let round = milliseconds.reduce(0, +)
    let rounds = plays == 0 ? 2 + 2000 / round : plays
    for _ in 0..<rounds {
      for (frame, delay) in milliseconds.enumerated() {
        pictures.append(frame)
        times.append(now)
        now += delay
      }
    }
    return (pictures, times)
  }

  private struct State {
    let value: Double
    let counts: Bool
  }

  private func state(_ bitmap: Bitmap, _ pixel: Int, _ ground: Double, _ kind: Flashes.Kind) -> State {
    let alpha = Double(bitmap.pixels[pixel * 4 + 3]) / 255
    let light = (0..<3).map { sample in
      let stored = Double(bitmap.pixels[pixel * 4 + sample]) * alpha + ground * (1 - alpha)
      let value = stored.rounded() / 255
      return value <= 0.04045 ? value / 12.92 : portablePower((value + 0.055) / 1.055, 2.4)
    }
    if kind == .general {
      let luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
      return State(value: luminance, counts: luminance < 0.8)
    }
    let sum = light.reduce(0, +)
    return State(
      value: max(0, light[0] - light[1] - light[2]) * 320, counts: sum > 0 && light[0] / sum >= 0.8)
  }

  /// The frames where transitions end: from each peak to the first state that is far enough below, and back.
  private func transitions(_ states: [State], _ kind: Flashes.Kind) -> [Int] {
    func isTransition(_ from: State, _ to: State) -> Bool {
      let change = abs(from.value - to.value)
      if kind == .red { return change > 20 && (from.counts || to.counts) }
      return change >= 0.1 && (from.value < to.value ? from : to).counts
    }
    var (found, start, rises): ([Int], Int, Bool?) = ([], 0, nil)
    var at = 1
    while at < states.count {
      // Any state since the last transition may be the peak or valley that this one is compared with.
      let since = start..<at
      let up = since.contains { states[$0].value < states[at].value && isTransition(states[$0], states[at]) }
      let down = since.contains {
        states[$0].value > states[at].value && isTransition(states[$0], states[at])
      }
      if up && rises != true || down && rises != false {
        rises = rises.map { !$0 } ?? up
        found.append(at)
        start = at
      }
      at += 1
    }
    return found
  }
}
