/// The measures that look at sparse points: one grid for all of them.
struct SampleMeasures {
  private var grid = SampleGrid()
  private var digests: FrameDigests?
  private var samples: Samples?
  private var meter: FlashMeter?
  private var sums: LikenessSums?
  private var loopSteps: LoopSteps?

  /// Nil where none of them is asked for.
  ///
  /// - Parameter plays: how often an animation plays, 0 is endless; nil for a still, which cannot flash.
  init?(measuring needs: MeasureSet, plays: Int?) {
    if needs.isSuperset(of: .samples) { samples = Samples() }
    if needs.isSuperset(of: .flashes), let plays { meter = FlashMeter(plays: plays) }
    if needs.isSuperset(of: .loopSteps), plays != nil { loopSteps = LoopSteps() }
    if needs.isSuperset(of: .likeness) { sums = LikenessSums() }
    if needs.isSuperset(of: .digests) {
      let isExact = needs.isSuperset(of: .exactDigests)
      digests = FrameDigests(isExact: plays != nil || isExact, keepsGlance: plays == nil && isExact)
    }
    if samples == nil, meter == nil, sums == nil, loopSteps == nil, digests == nil { return nil }
  }

  mutating func take(_ frame: Frame) {
    guard !frame.bitmap.pixels.isEmpty else { return }
    grid.read(frame.bitmap)
    digests?.take(frame, grid.points)
    samples?.take(grid.points)
    meter?.take(grid.points, frame.delay)
    sums?.take(grid.points)
    loopSteps?.take(grid.points)
  }

  /// What was found: each nil where nobody asked.
  var found:
    (samples: Samples?, flashes: Flashes?, likeness: Likeness?, digests: FrameDigests?, loopSteps: LoopSteps?)
  {
    (samples, meter?.flashes(), sums?.likeness(), digests, loopSteps)
  }
}
