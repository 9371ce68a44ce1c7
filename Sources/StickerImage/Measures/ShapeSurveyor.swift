/// The measures of shape: one walk over a frame's alpha makes masks, and they read those.
struct ShapeSurveyor {
  private(set) var coverage: Coverage?
  private(set) var bounds: Bounds?
  private(set) var edgeCuts: EdgeCuts?
  private(set) var specks: Specks?
  private(set) var steps: Steps?
  private(set) var fringe: Fringe?
  private var masks = AlphaMasks()

  /// Nil where no measure of shape is asked for.
  init?(measuring needs: MeasureSet) {
    if needs.isSuperset(of: .coverage) { coverage = Coverage() }
    if needs.isSuperset(of: .bounds) { bounds = Bounds() }
    if needs.isSuperset(of: .edgeCuts) { edgeCuts = EdgeCuts() }
    if needs.isSuperset(of: .specks) { specks = Specks() }
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
    if masks.totals.isOpaque { return }  // no outline, nothing apart
    edgeCuts?.take(bitmap, box: masks.totals.visibleBox, frame: number)
    specks?.take(masks.visible, frame: number)
    fringe?.take(bitmap, masks)
  }
}
