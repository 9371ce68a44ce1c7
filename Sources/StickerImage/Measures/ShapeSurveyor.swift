/// The measures of shape: one walk over a frame's alpha makes masks, and they read those.
struct ShapeSurveyor {
  private(set) var coverage: Coverage?
  private(set) var bounds: Bounds?
  private(set) var edgeCuts: EdgeCuts?
  private(set) var specks: Specks?
  private(set) var steps: Steps?
  private(set) var fringe: Fringe?
  private var masks = AlphaMasks()
  /// The art over all frames; nil for a still.
  private var art: ArtOverFrames?

  /// The measures of shape that are asked for; nil where none is.
  init?(measuring needs: MeasureSet, isAnimated: Bool) {
    if needs.isSuperset(of: .coverage) { coverage = Coverage() }
    if needs.isSuperset(of: .bounds) { bounds = Bounds() }
    if needs.isSuperset(of: .edgeCuts) { edgeCuts = EdgeCuts() }
    if needs.isSuperset(of: .specks) {
      specks = Specks()
      if isAnimated { art = ArtOverFrames() }
    }
    if needs.isSuperset(of: .steps) { steps = Steps() }
    if needs.isSuperset(of: .fringe) { fringe = Fringe() }
    let shape: MeasureSet = [.coverage, .bounds, .edgeCuts, .specks, .steps, .fringe]
    guard !needs.subtracting(.decoding).isDisjoint(with: shape) else { return nil }
  }

  /// Measures one frame.
  mutating func visit(_ bitmap: Bitmap, number: Int) {
    masks.read(bitmap)
    coverage?.take(masks)
    bounds?.take(masks)
    steps?.take(masks)
    takeSpecks(frame: number)
    if masks.totals.isOpaque { return }  // no outline
    // Squares of pixel art are known once its outline is.
    let square = steps.map { $0.isBinary ? $0.grid : 1 } ?? 1
    edgeCuts?.take(bitmap, box: masks.totals.visibleBox, square: square, frame: number)
    fringe?.take(bitmap, masks, frame: number)
  }

  private mutating func takeSpecks(frame: Int) {
    let own = masks.totals.isOpaque ? [] : specks?.take(masks.visible, frame: frame)
    let visible = masks.totals.visiblePixels
    specks?.remove { $0.frame == frame && $0.pixels == visible }  // beside nothing, it is the art
    guard let own else { return }
    art?.take(masks.visible, without: own)
    if let art { specks?.remove { art.overlaps($0.place) } }
  }
}
