/// Peaks and valleys of one quantity at one point.
struct FlashTrack: Hashable, Sendable {
  /// One state: a quantity, and whether it lets a transition count.
  struct State: Hashable, Sendable {
    var value: Float
    /// General: dark enough. Red: saturated.
    var counts: Bool
  }

  private var highest: State
  private var lowest: State
  /// The direction of the last transition: up 1, down -1, none yet 0.
  private var direction = 0
  /// When the last eight transitions happened, in nanoseconds; `next` is the oldest of them.
  private var times = SIMD8<Int64>(repeating: .min / 2)
  private var next = 0

  init(_ state: State) { (highest, lowest) = (state, state) }

  /// Takes in a new state.
  ///
  /// - Parameter change: the least change that is a transition.
  /// - Returns: whether a transition happened.
  @inline(__always)
  mutating func see(_ state: State, at time: Int64, change: Float, either: Bool) -> Bool {
    if direction >= 0, highest.value - state.value >= change,
      state.counts || (either && highest.counts)
    {
      lowest = state
      turn(-1, time)
      return true
    }
    if direction <= 0, state.value - lowest.value >= change,
      lowest.counts || (either && state.counts)
    {
      highest = state
      turn(1, time)
      return true
    }
    if direction >= 0, state.value > highest.value { highest = state }
    if direction <= 0, state.value < lowest.value { lowest = state }
    return false
  }

  private mutating func turn(_ direction: Int, _ time: Int64) {
    self.direction = direction
    times[next] = time
    next = (next + 1) & 7
  }

  /// When the second began in which the last eight transitions happened; nil where they took longer.
  @inline(__always)
  var secondBegan: Int64? {
    times[(next + 7) & 7] - times[next] < PlayClock.second ? times[next] : nil
  }

  /// Flashes a second: seven times half of one lies between eight transitions.
  var perSecond: Double {
    let span = max(1, times[(next + 7) & 7] - times[next])
    return 3.5 * Double(PlayClock.second) / Double(span)
  }
}
