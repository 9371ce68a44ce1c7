/// How much of an animation flashes more than three times in a second, while it plays over white and over
/// black.
///
/// The method is that of WCAG 2.2, criterion 2.3.1, place by place: at 1,024 points of the canvas the peaks
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
    /// Points of 1,024 that flash concurrently.
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

/// Follows an animation's points through time.
///
/// Memory: half a megabyte, and the points of the first second, in which at most a hundred frames play.
struct FlashMeter: Sendable {
  /// Every fourth point of each row of the grid, others in the next row.
  private static let step = 4
  private static let phases = [0, 2, 1, 3]
  static let points = SampleGrid.side * SampleGrid.side / step
  /// Luminance and redness, each over white and over black.
  private static let tracksEach = 4

  /// How often the animation plays; 0 is endless.
  private let plays: Int
  private var clock = PlayClock()
  private var frames = 0
  private var shown: [UInt32] = []
  private var tracks: [FlashTrack] = []
  /// Until when the last eight transitions of a track lie within a second.
  private var until: [Int64] = []
  private var latest = Int64.min
  private var worst: Flashes.Moment?
  /// The frames of the first second, to play them again after the last.
  private var opening: [UInt32] = []
  private var openingDelays: [ExactSeconds] = []
  /// When each step of the last second and a bit was shown, and which frame it was.
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

  /// The flashes of all plays, and of an animation that plays without end. Both include the seam between
  /// two rounds, for which the opening is played again once.
  func flashes() -> Flashes {
    guard frames > 1 else { return Flashes(worst: worst, endless: worst) }
    var (played, round) = (self, 1)
    // Set after the last round. If the second at the seam ends earlier, it is that of endless plays.
    var (hasEnded, atEnd) = (plays == 1, worst)
    let seam = clock.now
    // The opening is all that fits a second, or the whole animation: only then it comes again.
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
      // The second frame: now there is something to compare.
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

  /// Starts the tracks of each point, in the order in which `follow` takes them.
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
/// The least change of a saturated red that counts: WCAG says “more than 20”.
private let minRedChange = (20 as Float).nextUp

/// Relative luminance; a transition counts where the darker state is below 0.8.
@inline(__always)
private func brightness(_ light: SIMD4<Float>) -> FlashTrack.State {
  let value = luminance(of: light)
  return FlashTrack.State(value: value, counts: value < 0.8)
}

/// WCAG's (R - G - B) × 320, never below 0; saturated where red is 0.8 or more of all light.
@inline(__always)
private func redness(_ light: SIMD4<Float>) -> FlashTrack.State {
  let all = light.x + light.y + light.z
  return FlashTrack.State(
    value: max(0, light.x - light.y - light.z) * 320, counts: all > 0 && light.x >= 0.8 * all)
}
