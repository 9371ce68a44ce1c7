/// Measures how much of an animation flashes more than three times per second, over white and over black.
///
/// The method applies WCAG 2.2, criterion 2.3.1, to 1,024 points of the canvas. At each point it tracks peaks
/// and valleys of relative luminance (or redness) over time. A large enough change between a peak and a
/// valley is a transition, and two opposing transitions are a flash. Therefore, eight transitions in less
/// than a second are more than three flashes. Points that are within such a second at the same moment flash
/// concurrently, and their share of the canvas is the flashing area. A moving shape changes the points that
/// it covers and those that it uncovers at the same time, so motion doesn't count twice, as it would if whole
/// frames were compared.
///
/// Points also have to flash together: the mean luminance (or redness) of the canvas must flash at least four
/// times in the same second, by at least a quarter of the change that counts at a point. Motion brightens one
/// part of the canvas as it darkens another, so the mean stays the same.
///
/// For an animation that repeats, the analysis continues for one second past the seam between two plays.
/// Frames of 10 ms or less count as 100 ms, as in browsers.
///
/// - Source: WCAG 2.2, "general flash and red flash thresholds", with its working definition of a saturated
///   red.
public struct Flashes: Hashable, Sendable {
  /// The kind of flash.
  public enum Kind: Hashable, Sendable {
    /// A change in relative luminance of 0.1 or more, with the darker state below 0.8.
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
    /// The number of flashes per second at the point that flashes fastest.
    public let fastestPointFlashesPerSecond: Double
    /// The ascending indices of the frames that play during that second, starting at 0.
    public let frames: [Int]

    /// The share of the canvas that flashes, 0...1.
    public var areaShare: Double { Double(points) / Double(FlashMeter.pointCount) }
  }

  /// The moment at which the largest area flashes, or nil if nothing flashes more than three times per
  /// second.
  public let worst: Moment?
  /// The worst moment if the animation looped forever, regardless of its number of plays.
  let worstIfEndless: Moment?
  /// The part of the canvas whose color changes too often, or nil if no part does.
  public let strobe: ColorStrobe?
  /// Like `strobe`, but as if the animation looped forever.
  let strobeIfEndless: ColorStrobe?

  /// The flashes if the animation looped forever.
  package var ifLoopedForever: Flashes {
    Flashes(
      worst: worstIfEndless, worstIfEndless: worstIfEndless, strobe: strobeIfEndless,
      strobeIfEndless: strobeIfEndless)
  }
}

/// Tracks the peaks and valleys of one quantity at one point.
struct FlashTrack: Hashable, Sendable {
  /// A state: the quantity, and whether a transition to or from it counts.
  struct Reading: Hashable, Sendable {
    var luminanceOrRedness: Float
    /// For general flashes, whether the state is dark enough. For red flashes, whether it is saturated.
    var isDarkOrRedEnough: Bool
  }

  private var peak: Reading
  private var valley: Reading
  /// The direction of the last transition: 1 is up, -1 is down, and 0 means that there is none yet.
  private var lastTransitionDirection = 0
  /// The times of the last eight transitions in nanoseconds. `oldestTimeIndex` is the index of the oldest
  /// one.
  private var transitionTimes = SIMD8<Int64>(repeating: .min / 2)
  private var oldestTimeIndex = 0

  init(_ state: Reading) { (peak, valley) = (state, state) }

  /// Adds a new state.
  ///
  /// - Parameter minChange: The smallest change that counts as a transition.
  /// - Parameter countsEither: Whether a transition counts if either of its states counts, and not only if
  ///   the lower one does.
  /// - Returns: Whether a transition happened.
  @inline(__always)
  mutating func addReading(
    _ state: Reading, at time: Int64, minChange: Float, eitherStateCounts countsEither: Bool
  ) -> Bool {
    if lastTransitionDirection >= 0, peak.luminanceOrRedness - state.luminanceOrRedness >= minChange,
      state.isDarkOrRedEnough || (countsEither && peak.isDarkOrRedEnough)
    {
      valley = state
      recordTransition(-1, time)
      return true
    }
    if lastTransitionDirection <= 0, state.luminanceOrRedness - valley.luminanceOrRedness >= minChange,
      valley.isDarkOrRedEnough || (countsEither && state.isDarkOrRedEnough)
    {
      peak = state
      recordTransition(1, time)
      return true
    }
    if lastTransitionDirection >= 0, state.luminanceOrRedness > peak.luminanceOrRedness { peak = state }
    if lastTransitionDirection <= 0, state.luminanceOrRedness < valley.luminanceOrRedness { valley = state }
    return false
  }

  private mutating func recordTransition(_ direction: Int, _ time: Int64) {
    self.lastTransitionDirection = direction
    transitionTimes[oldestTimeIndex] = time
    oldestTimeIndex = (oldestTimeIndex + 1) & 7
  }

  /// The start of the second in which the last eight transitions happened, or nil if they took longer.
  @inline(__always)
  var flashingSecondStart: Int64? {
    transitionTimes[(oldestTimeIndex + 7) & 7] - transitionTimes[oldestTimeIndex]
      < CappedDelayClock.nanosecondsPerSecond ? transitionTimes[oldestTimeIndex] : nil
  }

  /// The number of flashes per second during the last eight transitions, which span seven half flashes.
  var latestFlashesPerSecond: Double {
    let span = max(1, transitionTimes[(oldestTimeIndex + 7) & 7] - transitionTimes[oldestTimeIndex])
    return 3.5 * Double(CappedDelayClock.nanosecondsPerSecond) / Double(span)
  }
}

/// Tracks an animation's points over time.
///
/// Takes half a megabyte of memory, plus the points of the first second (at most a hundred frames).
struct FlashMeter: Sendable {
  /// Every fourth point in each row of the grid is used, at a different offset in the next row.
  private static let columnStep = 4
  private static let columnOffsetsByRow = [0, 2, 1, 3]
  static let pointCount = SampledPixelGrid.cellsPerSide * SampledPixelGrid.cellsPerSide / columnStep
  /// Luminance and redness, each over white and over black.
  private static let tracksPerPoint = 4
  /// The minimum change of the mean, as a share of the minimum change at a point. A change in a quarter of
  /// the canvas is enough.
  private static let minMeanChangeShareOfMinPointChange: Float = 0.25

  /// The number of plays. 0 means infinite.
  private let plays: Int
  private var clock = CappedDelayClock()
  private var frameCount = 0
  private var previousSampledPixels: [UInt32] = []
  private var tracks: [FlashTrack] = []
  /// For each track, the time until which its last eight transitions are within a second.
  private var flashingUntilByTrack: [Int64] = []
  private var latestFlashingUntil = Int64.min
  private var canvasAverager = LuminanceAndRednessAverager()
  /// For each kind, the track of the canvas mean.
  private var canvasMeanTracks: [FlashTrack] = []
  /// For each track, the time until which the last eight transitions of the mean are within a second.
  private var canvasFlashingUntilByTrack = [Int64](repeating: .min, count: tracksPerPoint)
  private var strobeMeter = ColorStrobeMeter()
  private var worst: Flashes.Moment?
  /// The frames of the first second, which are played again after the last frame.
  private var firstSecondSampledPixels: [UInt32] = []
  private var firstSecondLuminanceAndRedness: [SIMD4<Float>] = []
  private var firstSecondDelays: [ExactSeconds] = []
  /// The start times and indices of the frames played during slightly more than the last second.
  private var recentFrameStarts: [FrameStartTime] = []

  private struct FrameStartTime {
    let startNanoseconds: Int64
    let frame: Int
  }

  init(plays: Int) { self.plays = plays }

  mutating func addFrame(_ grid: [UInt32], _ delay: ExactSeconds) {
    var points: [UInt32] = []
    points.reserveCapacity(Self.pointCount)
    for row in 0..<SampledPixelGrid.cellsPerSide {
      let (start, phase) = (row * SampledPixelGrid.cellsPerSide, Self.columnOffsetsByRow[row & 3])
      for column in stride(from: phase, to: SampledPixelGrid.cellsPerSide, by: Self.columnStep) {
        points.append(grid[start + column])
      }
    }
    strobeMeter.addFrame(points, delay)
    let means = canvasAverager.meansOnWhiteAndBlack(of: grid)
    if clock.elapsedNanoseconds < CappedDelayClock.nanosecondsPerSecond {
      firstSecondSampledPixels += points
      firstSecondLuminanceAndRedness.append(means)
      firstSecondDelays.append(delay)
    }
    updateTracksAndWorstMoment(points, means, frame: frameCount)
    clock.advance(by: delay)
    frameCount += 1
  }

  /// Returns the flashes over all plays, and those that would occur if the animation looped forever. Both
  /// include the seam between two plays, which is measured by playing the opening again.
  func flashes() -> Flashes {
    let (strobe, strobeIfEndless) = (strobeMeter.strobe(plays: plays), strobeMeter.strobe(plays: 0))
    guard frameCount > 1 else {
      return Flashes(worst: worst, worstIfEndless: worst, strobe: nil, strobeIfEndless: nil)
    }
    var (played, round) = (self, 1)
    // Both are set after the last play. `worst` and `worstIfEndless` differ if the animation ends before the
    // one-second period at the seam does.
    var (hasEnded, atEnd) = (plays == 1, worst)
    let seam = clock.elapsedNanoseconds
    // If the opening is the whole animation, it repeats until a second has passed.
    let isWhole = firstSecondDelays.count == frameCount
    repeat {
      for (frame, delay) in firstSecondDelays.enumerated()
      where played.clock.elapsedNanoseconds - seam < CappedDelayClock.nanosecondsPerSecond {
        played.updateTracksAndWorstMoment(
          Array(firstSecondSampledPixels[frame * Self.pointCount..<(frame + 1) * Self.pointCount]),
          firstSecondLuminanceAndRedness[frame], frame: frame)
        played.clock.advance(by: delay)
      }
      round += 1
      if round == plays { (hasEnded, atEnd) = (true, played.worst) }
    } while isWhole && played.clock.elapsedNanoseconds - seam < CappedDelayClock.nanosecondsPerSecond
    return Flashes(
      worst: hasEnded ? atEnd : played.worst, worstIfEndless: played.worst, strobe: strobe,
      strobeIfEndless: strobeIfEndless)
  }

  private mutating func updateTracksAndWorstMoment(_ points: [UInt32], _ means: SIMD4<Float>, frame: Int) {
    let now = clock.elapsedNanoseconds
    recentFrameStarts.append(FrameStartTime(startNanoseconds: now, frame: frame))
    if recentFrameStarts.count > 512 {  // a second has at most a hundred frames
      recentFrameStarts.removeFirst(256)
    }
    if tracks.isEmpty {
      if previousSampledPixels.isEmpty {
        previousSampledPixels = points
        updateCanvasMeanTracks(means, now)
        return
      }
      // From the second frame on, there is something to compare.
      startTracks()
      flashingUntilByTrack = [Int64](repeating: .min, count: tracks.count)
    }
    for point in points.indices where points[point] != previousSampledPixels[point] {
      updateTracks(point, points[point], now)
    }
    previousSampledPixels = points
    updateCanvasMeanTracks(means, now)
    if latestFlashingUntil > now { updateWorstMoment(now) }
  }

  private mutating func updateTracks(_ point: Int, _ color: UInt32, _ now: Int64) {
    let (white, black) = (compositedLight(.white, color, 0), compositedLight(.black, color, 0))
    let track = point &* Self.tracksPerPoint
    updateTrack(track, luminanceReading(white), now, minFlashLuminanceChange, eitherStateCounts: false)
    updateTrack(track &+ 1, luminanceReading(black), now, minFlashLuminanceChange, eitherStateCounts: false)
    updateTrack(track &+ 2, rednessReading(white), now, minFlashRedChange, eitherStateCounts: true)
    updateTrack(track &+ 3, rednessReading(black), now, minFlashRedChange, eitherStateCounts: true)
  }

  @inline(__always)
  private mutating func updateTrack(
    _ track: Int, _ state: FlashTrack.Reading, _ now: Int64, _ change: Float, eitherStateCounts either: Bool
  ) {
    guard tracks[track].addReading(state, at: now, minChange: change, eitherStateCounts: either),
      let began = tracks[track].flashingSecondStart
    else { return }
    flashingUntilByTrack[track] = began + CappedDelayClock.nanosecondsPerSecond
    latestFlashingUntil = max(latestFlashingUntil, flashingUntilByTrack[track])
  }

  /// Updates the tracks of the means over the canvas. A mean counts regardless of its brightness.
  private mutating func updateCanvasMeanTracks(_ means: SIMD4<Float>, _ now: Int64) {
    if canvasMeanTracks.isEmpty {
      canvasMeanTracks = (0..<Self.tracksPerPoint).map {
        FlashTrack(FlashTrack.Reading(luminanceOrRedness: means[$0], isDarkOrRedEnough: true))
      }
    }
    for kind in canvasMeanTracks.indices {
      let state = FlashTrack.Reading(luminanceOrRedness: means[kind], isDarkOrRedEnough: true)
      let minPointChange = kind < 2 ? minFlashLuminanceChange : minFlashRedChange
      let change = minPointChange * Self.minMeanChangeShareOfMinPointChange
      if canvasMeanTracks[kind].addReading(state, at: now, minChange: change, eitherStateCounts: false),
        let began = canvasMeanTracks[kind].flashingSecondStart
      {
        canvasFlashingUntilByTrack[kind] = began + CappedDelayClock.nanosecondsPerSecond
      }
    }
  }

  /// Whether the mean of the canvas flashes now, over white or over black.
  private func isCanvasFlashing(trackIndex kind: Int, _ now: Int64) -> Bool {
    max(canvasFlashingUntilByTrack[kind & 2], canvasFlashingUntilByTrack[kind | 1]) > now
  }

  /// Counts the points that flash concurrently at this moment.
  private mutating func updateWorstMoment(_ now: Int64) {
    var counts = [Int](repeating: 0, count: Self.tracksPerPoint)
    for track in flashingUntilByTrack.indices where flashingUntilByTrack[track] > now {
      counts[track % Self.tracksPerPoint] += 1
    }
    for kind in 0..<Self.tracksPerPoint
    where counts[kind] > (worst?.points ?? 0) && isCanvasFlashing(trackIndex: kind, now) {
      let flashing = stride(from: kind, to: flashingUntilByTrack.count, by: Self.tracksPerPoint).filter {
        flashingUntilByTrack[$0] > now
      }
      let began =
        flashing.map { flashingUntilByTrack[$0] }.min().map { $0 - CappedDelayClock.nanosecondsPerSecond }
        ?? now
      let played = recentFrameStarts.indices.filter { step in
        step + 1 == recentFrameStarts.count || recentFrameStarts[step + 1].startNanoseconds > began
      }
      worst = Flashes.Moment(
        kind: kind >= 2 ? .red : .general, points: counts[kind],
        fastestPointFlashesPerSecond: flashing.map { tracks[$0].latestFlashesPerSecond }.max() ?? 0,
        frames: Set(played.map { recentFrameStarts[$0].frame }).sorted())
    }
  }

  /// Starts the tracks of each point, in the order in which `updateTracks` uses them.
  private mutating func startTracks() {
    tracks.reserveCapacity(previousSampledPixels.count * Self.tracksPerPoint)
    for color in previousSampledPixels {
      let (white, black) = (compositedLight(.white, color, 0), compositedLight(.black, color, 0))
      for state in [
        luminanceReading(white), luminanceReading(black), rednessReading(white), rednessReading(black),
      ] {
        tracks.append(FlashTrack(state))
      }
    }
  }
}

/// Sums the luminance and redness of all points of a grid, over white and over black, from frame to frame.
private struct LuminanceAndRednessAverager: Sendable {
  private var previousSampledPixels: [UInt32] = []
  /// The luminance of each point over white and over black, and then its redness over white and over black.
  private var luminanceAndRednessByPoint: [SIMD4<Float>] = []
  private var latestFrameLuminanceAndRednessSums = SIMD4<Double>.zero

  /// Returns the means over a frame's points.
  mutating func meansOnWhiteAndBlack(of grid: [UInt32]) -> SIMD4<Float> {
    if previousSampledPixels.isEmpty {
      previousSampledPixels = grid
      luminanceAndRednessByPoint = grid.map(Self.luminanceAndRedness)
      for value in luminanceAndRednessByPoint { latestFrameLuminanceAndRednessSums += SIMD4<Double>(value) }
    } else {
      for point in grid.indices where grid[point] != previousSampledPixels[point] {
        let value = Self.luminanceAndRedness(onWhiteAndBlack: grid[point])
        latestFrameLuminanceAndRednessSums +=
          SIMD4<Double>(value) - SIMD4<Double>(luminanceAndRednessByPoint[point])
        luminanceAndRednessByPoint[point] = value
      }
      previousSampledPixels = grid
    }
    return SIMD4<Float>(latestFrameLuminanceAndRednessSums / Double(grid.count))
  }

  private static func luminanceAndRedness(onWhiteAndBlack point: UInt32) -> SIMD4<Float> {
    let (white, black) = (compositedLight(.white, point, 0), compositedLight(.black, point, 0))
    return SIMD4(
      luminanceReading(white).luminanceOrRedness, luminanceReading(black).luminanceOrRedness,
      rednessReading(white).luminanceOrRedness,
      rednessReading(black).luminanceOrRedness)
  }
}

private let minFlashLuminanceChange: Float = 0.1
/// The smallest change in a saturated red that counts. WCAG says “more than 20”.
private let minFlashRedChange = (20 as Float).nextUp

/// Relative luminance. A transition counts if the darker state is below 0.8.
@inline(__always)
private func luminanceReading(_ light: SIMD4<Float>) -> FlashTrack.Reading {
  let value = luminance(of: light)
  return FlashTrack.Reading(luminanceOrRedness: value, isDarkOrRedEnough: value < 0.8)
}

/// WCAG's (R - G - B) × 320, at least 0. A color is a saturated red if red makes up 0.8 or more of its light.
@inline(__always)
private func rednessReading(_ light: SIMD4<Float>) -> FlashTrack.Reading {
  let all = light.x + light.y + light.z
  return FlashTrack.Reading(
    luminanceOrRedness: max(0, light.x - light.y - light.z) * 320,
    isDarkOrRedEnough: all > 0 && light.x >= 0.8 * all)
}
