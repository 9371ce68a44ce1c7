/// Measures how much of an animation flashes more than three times per second, over white and over black.
///
/// The method applies WCAG 2.2, criterion 2.3.1, to 1,024 points of the canvas. At each point it tracks peaks
/// and valleys of relative luminance (or redness) over time. A change between a peak and a valley that is
/// large enough is a transition, and two opposing transitions are a flash. So eight transitions in less than
/// a second are more than three flashes. Points that are within such a second at the same moment flash
/// concurrently, and their share of the canvas is the area. Motion changes the points that a shape covers and
/// uncovers at the same time, so it doesn't count twice, as it would when comparing whole frames.
///
/// An animation that repeats is followed across the seam for one second. Frames of 10 ms or less count as 100
/// ms, as in browsers.
///
/// - Source: WCAG 2.2, "general flash and red flash thresholds", with its working definition of a saturated
///   red.
public struct Flashes: Hashable, Sendable {
  /// The kind of flash.
  public enum Kind: Hashable, Sendable {
    /// Relative luminance changes by 0.1 or more, and the darker state is below 0.8.
    case general
    /// A change to or from a saturated red.
    case red
  }

  /// The worst moment.
  public struct Moment: Hashable, Sendable {
    /// The kind of flash.
    public let kind: Kind
    /// The number of points (of 1,024) that flash concurrently.
    public let points: Int
    /// The flashes per second of the fastest point.
    public let perSecond: Double
    /// The ascending indices of the frames that play during that second, starting at 0.
    public let frames: [Int]

    /// The share of the canvas that flashes, 0...1.
    public var area: Double { Double(points) / Double(FlashMeter.points) }
  }

  /// The moment at which the largest area flashes, or nil if nothing flashes more than three times per
  /// second.
  public let worst: Moment?
  /// The worst moment if the animation played endlessly, whatever its number of plays.
  let endless: Moment?

  /// The flashes if the animation played endlessly.
  package var playedWithoutEnd: Flashes { Flashes(worst: endless, endless: endless) }
}

/// Tracks the peaks and valleys of one quantity at one point.
struct FlashTrack: Hashable, Sendable {
  /// A state: the quantity, and whether a transition to or from it counts.
  struct State: Hashable, Sendable {
    var value: Float
    /// For general flashes: dark enough. For red flashes: saturated.
    var counts: Bool
  }

  private var highest: State
  private var lowest: State
  /// The direction of the last transition: up 1, down -1, none yet 0.
  private var direction = 0
  /// The times of the last eight transitions in nanoseconds. `next` is the index of the oldest.
  private var times = SIMD8<Int64>(repeating: .min / 2)
  private var next = 0

  init(_ state: State) { (highest, lowest) = (state, state) }

  /// Adds a new state.
  ///
  /// - Parameter change: The smallest change that is a transition.
  /// - Parameter either: Whether a transition counts if either of its states counts, not only the lower one.
  /// - Returns: Whether a transition happened.
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

  /// The start of the second in which the last eight transitions happened, or nil if they took longer.
  @inline(__always)
  var secondBegan: Int64? {
    times[(next + 7) & 7] - times[next] < PlayClock.second ? times[next] : nil
  }

  /// Flashes per second. There are seven half flashes between eight transitions.
  var perSecond: Double {
    let span = max(1, times[(next + 7) & 7] - times[next])
    return 3.5 * Double(PlayClock.second) / Double(span)
  }
}

/// Tracks an animation's points over time.
///
/// Memory: half a megabyte, plus the points of the first second (at most a hundred frames).
struct FlashMeter: Sendable {
  /// Every fourth point of each row of the grid, at another offset in the next row.
  private static let step = 4
  private static let phases = [0, 2, 1, 3]
  static let points = SampleGrid.side * SampleGrid.side / step
  /// Luminance and redness, each over white and over black.
  private static let tracksEach = 4

  /// The number of plays. 0 is endless.
  private let plays: Int
  private var clock = PlayClock()
  private var frames = 0
  private var shown: [UInt32] = []
  private var tracks: [FlashTrack] = []
  /// The time until which the last eight transitions of a track are within a second.
  private var until: [Int64] = []
  private var latest = Int64.min
  private var worst: Flashes.Moment?
  /// The frames of the first second, to play them again after the last.
  private var opening: [UInt32] = []
  private var openingDelays: [ExactSeconds] = []
  /// The times and frame indices of the steps of slightly more than the last second.
  private var steps: [Step] = []

  private struct Step {
    let time: Int64
    let frame: Int
  }

  init(plays: Int) { self.plays = plays }

  mutating func take(_ grid: [UInt32], _ delay: ExactSeconds) {
    var points: [UInt32] = []
    points.reserveCapacity(Self.points)
    for row in 0..<SampleGrid.side {
      let (start, phase) = (row * SampleGrid.side, Self.phases[row & 3])
      for column in stride(from: phase, to: SampleGrid.side, by: Self.step) {
        points.append(grid[start + column])
      }
    }
    if clock.now < PlayClock.second {
      opening += points
      openingDelays.append(delay)
    }
    show(points, frame: frames)
    clock.pass(delay)
    frames += 1
  }

  /// The flashes over all plays, and those of an animation that plays endlessly. Both include the seam
  /// between two rounds, for which the opening is played again once.
  func flashes() -> Flashes {
    guard frames > 1 else { return Flashes(worst: worst, endless: worst) }
    var (played, round) = (self, 1)
    // Set after the last round. If the animation ends before the second at the seam does, the results differ.
    var (hasEnded, atEnd) = (plays == 1, worst)
    let seam = clock.now
    // If the opening is the whole animation, it repeats until a second has passed.
    let isWhole = openingDelays.count == frames
    repeat {
      for (frame, delay) in openingDelays.enumerated() where played.clock.now - seam < PlayClock.second {
        played.show(Array(opening[frame * Self.points..<(frame + 1) * Self.points]), frame: frame)
        played.clock.pass(delay)
      }
      round += 1
      if round == plays { (hasEnded, atEnd) = (true, played.worst) }
    } while isWhole && played.clock.now - seam < PlayClock.second
    return Flashes(worst: hasEnded ? atEnd : played.worst, endless: played.worst)
  }

  private mutating func show(_ points: [UInt32], frame: Int) {
    let now = clock.now
    steps.append(Step(time: now, frame: frame))
    if steps.count > 512 {  // a second has at most a hundred
      steps.removeFirst(256)
    }
    if tracks.isEmpty {
      if shown.isEmpty {
        shown = points
        return
      }
      // From the second frame on, there is something to compare.
      startTracks()
      until = [Int64](repeating: .min, count: tracks.count)
    }
    for point in points.indices where points[point] != shown[point] { follow(point, points[point], now) }
    shown = points
    if latest > now { measure(now) }
  }

  private mutating func follow(_ point: Int, _ color: UInt32, _ now: Int64) {
    let (white, black) = (lightOver(.white, color, 0), lightOver(.black, color, 0))
    let track = point &* Self.tracksEach
    follow(track, brightness(white), now, minLuminanceChange, either: false)
    follow(track &+ 1, brightness(black), now, minLuminanceChange, either: false)
    follow(track &+ 2, redness(white), now, minRedChange, either: true)
    follow(track &+ 3, redness(black), now, minRedChange, either: true)
  }

  @inline(__always)
  private mutating func follow(
    _ track: Int, _ state: FlashTrack.State, _ now: Int64, _ change: Float, either: Bool
  ) {
    guard tracks[track].see(state, at: now, change: change, either: either),
      let began = tracks[track].secondBegan
    else { return }
    until[track] = began + PlayClock.second
    latest = max(latest, until[track])
  }

  /// Counts the points that flash concurrently now.
  private mutating func measure(_ now: Int64) {
    var counts = [Int](repeating: 0, count: Self.tracksEach)
    for track in until.indices where until[track] > now { counts[track % Self.tracksEach] += 1 }
    for kind in 0..<Self.tracksEach where counts[kind] > (worst?.points ?? 0) {
      let flashing = stride(from: kind, to: until.count, by: Self.tracksEach).filter { until[$0] > now }
      let began = flashing.map { until[$0] }.min().map { $0 - PlayClock.second } ?? now
      let played = steps.indices.filter { step in
        step + 1 == steps.count || steps[step + 1].time > began
      }
      worst = Flashes.Moment(
        kind: kind >= 2 ? .red : .general, points: counts[kind],
        perSecond: flashing.map { tracks[$0].perSecond }.max() ?? 0,
        frames: Set(played.map { steps[$0].frame }).sorted())
    }
  }

  /// Starts the tracks of each point, in the order in which `follow` uses them.
  private mutating func startTracks() {
    tracks.reserveCapacity(shown.count * Self.tracksEach)
    for color in shown {
      let (white, black) = (lightOver(.white, color, 0), lightOver(.black, color, 0))
      tracks.append(FlashTrack(brightness(white)))
      tracks.append(FlashTrack(brightness(black)))
      tracks.append(FlashTrack(redness(white)))
      tracks.append(FlashTrack(redness(black)))
    }
  }
}

private let minLuminanceChange: Float = 0.1
/// The smallest change of a saturated red that counts. WCAG says “more than 20”.
private let minRedChange = (20 as Float).nextUp

/// Relative luminance. A transition counts if the darker state is below 0.8.
@inline(__always)
private func brightness(_ light: SIMD4<Float>) -> FlashTrack.State {
  let value = luminance(of: light)
  return FlashTrack.State(value: value, counts: value < 0.8)
}

/// WCAG's (R - G - B) × 320, at least 0. A color is saturated if red is 0.8 or more of all light.
@inline(__always)
private func redness(_ light: SIMD4<Float>) -> FlashTrack.State {
  let all = light.x + light.y + light.z
  return FlashTrack.State(
    value: max(0, light.x - light.y - light.z) * 320, counts: all > 0 && light.x >= 0.8 * all)
}
