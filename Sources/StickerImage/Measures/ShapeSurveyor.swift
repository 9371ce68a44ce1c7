/// The measures of shape: one walk over a frame's alpha makes masks, and they read those.
struct ShapeSurveyor {
  private(set) var coverage: Coverage?
  private(set) var bounds: Bounds?
  private(set) var edgeCuts: EdgeCuts?
  private(set) var specks: Specks?
  private(set) var arcs: FaintArcs?
  private(set) var steps: Steps?
  private(set) var fringe: Fringe?
  private(set) var balance: Balance?
  private(set) var pinholes: Pinholes?
  private(set) var whiteRim: WhiteRim?
  private(set) var sharpness: Sharpness?
  private(set) var blockGrid: BlockGrid?
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
      arcs = FaintArcs()
      if isAnimated { art = ArtOverFrames() }
    }
    if needs.isSuperset(of: .steps) { steps = Steps() }
    if needs.isSuperset(of: .fringe) { fringe = Fringe() }
    if needs.isSuperset(of: .balance) { balance = Balance() }
    if needs.isSuperset(of: .pinholes) { pinholes = Pinholes() }
    if needs.isSuperset(of: .whiteRim) { whiteRim = WhiteRim() }
    if needs.isSuperset(of: .sharpness) { sharpness = Sharpness() }
    if needs.isSuperset(of: .blockGrid) { blockGrid = BlockGrid() }
    let shape: MeasureSet = [
      .coverage, .bounds, .edgeCuts, .specks, .steps, .fringe, .balance, .pinholes, .whiteRim, .sharpness,
      .blockGrid,
    ]
    guard !needs.subtracting(.decoding).isDisjoint(with: shape) else { return nil }
  }

  /// Measures one frame.
  mutating func visit(_ frame: Frame, number: Int) {
    let bitmap = frame.bitmap
    masks.read(bitmap)
    coverage?.take(masks)
    bounds?.take(masks)
    steps?.take(masks)
    takeSpecks(bitmap, frame: number)
    balance?.take(masks, seconds: frame.shownDelay.milliseconds / 1000)
    sharpness?.take(bitmap, masks)
    blockGrid?.take(bitmap)
    if masks.totals.isOpaque { return }  // no outline
    pinholes?.take(masks, frame: number)
    whiteRim?.take(bitmap, masks, frame: number)
    // Squares of pixel art are known once its outline is.
    let square = steps.map { $0.isBinary ? $0.grid : 1 } ?? 1
    edgeCuts?.take(bitmap, box: masks.totals.visibleBox, square: square, frame: number)
    fringe?.take(bitmap, masks, frame: number)
  }

  private mutating func takeSpecks(_ bitmap: Bitmap, frame: Int) {
    let findsTips = arcs?.needsTips ?? false
    let own =
      masks.totals.isOpaque ? [] : specks?.take(masks.visible, frame: frame, findsTips: findsTips)
    let visible = masks.totals.visiblePixels
    specks?.remove { $0.frame == frame && $0.pixels == visible }  // beside nothing, it is the art
    specks?.weigh(bitmap, frame: frame)
    arcs?.take(bitmap, masks, tips: specks?.tips ?? [])
    specks?.removeTips()
    guard let own else { return }
    art?.take(masks.visible, without: own)
    if let art { specks?.remove { art.overlaps($0.place) } }
  }
}
