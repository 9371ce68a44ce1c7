/// What the measures that the selected rules asked for have found.
public struct Survey: Hashable, Sendable {
  /// How many frames were seen.
  public let frameCount: Int
  /// How much of each frame is visible; nil where nobody asked.
  public let coverage: Coverage?
  /// What the outermost pixels are like; nil where nobody asked.
  public let border: Border?
  /// Hashes of the frames' pixels; nil where nobody asked.
  public let digests: FrameDigests?
  /// Where the art lies on the canvas; nil where nobody asked.
  public let bounds: Bounds?
  /// Straight runs on the sides of the canvas; nil where nobody asked.
  public let edgeCuts: EdgeCuts?
  /// Small groups of pixels apart from the art; nil where nobody asked.
  public let specks: Specks?
  /// Faint arcs apart from the art, or nil if they were not measured.
  package let arcs: FaintArcs?
  /// How jagged a hard outline is; nil where nobody asked.
  public let steps: Steps?
  /// Edge pixels that carry a matte; nil where nobody asked.
  public let fringe: Fringe?
  /// The middle of what is visible; nil where nobody asked.
  public let balance: Balance?
  /// Small holes in solid art; nil where nobody asked.
  public let pinholes: Pinholes?
  /// Rests of a white background; nil where nobody asked.
  public let whiteRim: WhiteRim?
  /// How wide the sharpest edges are; nil where nobody asked.
  public let sharpness: Sharpness?
  /// Traces of JPEG's blocks; nil where nobody asked.
  public let blockGrid: BlockGrid?
  /// Nil where nobody asked, and where it cannot be had. No frame alone shows it: who reads the file adds it.
  public var reencoding: Reencoding?
  /// Colors of visible pixels and their places; nil where nobody asked.
  public let samples: Samples?
  /// A few frames in points; nil where nobody asked.
  public let artPoints: ArtPoints?
  /// How much flashes too often; nil where nobody asked, and for a still.
  public package(set) var flashes: Flashes?
  /// What the image looks like at a glance; nil where nobody asked, and where next to nothing is to be seen.
  public let likeness: Likeness?
  /// How far the pictures are from each other; nil where nobody asked, and for a still.
  public let loopSteps: LoopSteps?

  /// Equal for images whose pixels and timing are the same; nil where digests were not asked for. Of a still
  /// also equal for some that differ, unless exact digests were.
  public var imageDigest: PixelDigest? { digests?.image }
}

/// One visitor for all rules: each measure sees a frame while it is in cache.
public struct Surveyor: FrameVisitor {
  private var frameCount = 0
  private var border: Border?
  private var shape: ShapeSurveyor?
  private var sparse: SampleMeasures?
  private var artPoints: ArtPoints?

  /// A surveyor that measures only what is asked for.
  ///
  /// - Parameter plays: how often an animation plays, 0 is endless; nil for a still.
  public init(measuring needs: MeasureSet, plays: Int? = nil) {
    if needs.isSuperset(of: .border) { border = Border() }
    if needs.isSuperset(of: .artPoints) { artPoints = ArtPoints() }
    shape = ShapeSurveyor(measuring: needs, isAnimated: plays != nil)
    sparse = SampleMeasures(measuring: needs, plays: plays)
  }

  /// Measures one frame.
  public mutating func visit(_ frame: Frame, number: Int) {
    frameCount += 1
    shape?.visit(frame, number: number)
    border?.take(frame.bitmap)
    sparse?.take(frame)
    artPoints?.take(frame, number: number)
  }

  /// What was found; nil where no frame was seen.
  public func survey() -> Survey? {
    guard frameCount > 0 else { return nil }
    let found = sparse?.found
    return Survey(
      frameCount: frameCount, coverage: shape?.coverage, border: border, digests: found?.digests,
      bounds: shape?.bounds, edgeCuts: shape?.edgeCuts, specks: shape?.specks, arcs: shape?.arcs,
      steps: shape?.steps,
      fringe: shape?.fringe, balance: shape?.balance, pinholes: shape?.pinholes, whiteRim: shape?.whiteRim,
      sharpness: shape?.sharpness, blockGrid: shape?.blockGrid, samples: found?.samples,
      artPoints: artPoints, flashes: found?.flashes, likeness: found?.likeness, loopSteps: found?.loopSteps)
  }
}
