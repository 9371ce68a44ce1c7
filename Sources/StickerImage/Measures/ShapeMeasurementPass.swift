/// The pixels that are art in any frame of an animation. Small marks in these places aren't specks, because a
/// sparkle begins as a dot, and a ball that pops may end as one.
struct ArtInAnyFrame {
  private var mask = PixelMask(PixelSize(0, 0))

  /// Adds the visible pixels of a frame, except for its specks.
  mutating func addFrame(_ visible: PixelMask, withoutSpecks specks: [PixelRect]) {
    if mask.size != visible.size { mask = PixelMask(visible.size) }
    var art = visible
    for place in specks { art.clear(place) }
    for at in art.words.indices { mask.words[at] |= art.words[at] }
  }

  /// Whether any frame has art in a rectangle.
  func overlaps(_ place: PixelRect) -> Bool {
    mask.size.area > 0 && place.maskWords.contains { mask.word($0.word, row: $0.row) & $0.bits != 0 }
  }
}

extension PixelMask {
  fileprivate mutating func clear(_ place: PixelRect) {
    for part in place.maskWords { words[part.row * wordsPerRow + part.word] &= ~part.bits }
  }
}

extension PixelRect {
  /// The words of a mask that the rectangle overlaps, each with the rectangle's bits.
  fileprivate var maskWords: [(word: Int, row: Int, bits: UInt64)] {
    (y..<y + height).flatMap { row in
      (x / 64...(x + width - 1) / 64).map { word in
        let (first, end) = (max(x, word * 64) - word * 64, min(x + width, word * 64 + 64) - word * 64)
        let bits = UInt64.max &>> UInt64(64 - (end - first))
        return (word, row, bits &<< UInt64(first))
      }
    }
  }
}

/// The shape measures. All of them use the same masks, so a frame's alpha is read only once.
struct ShapeMeasurementPass {
  private(set) var coverage: VisibleCoverage?
  private(set) var bounds: ArtBounds?
  private(set) var edgeCuts: EdgeCuts?
  private(set) var specks: Specks?
  private(set) var faintArcs: FaintArcRemnants?
  private(set) var outlinePixelGrid: PixelArtOutlineGrid?
  private(set) var fringe: Fringe?
  private(set) var centerOfMass: CenterOfMass?
  private(set) var pinholes: Pinholes?
  private(set) var sharpness: Sharpness?
  private(set) var jpegBlockTraces: JPEGBlockTraces?
  private(set) var filledBox: FilledBoundingBox?
  private let isOpaque: Bool
  private var masks = AlphaMasks()
  /// The art over all frames, or nil for a still.
  private var art: ArtInAnyFrame?

  /// Returns nil if no shape measure is requested.
  ///
  /// - Parameter isOpaque: Whether every pixel of every frame is known to have an alpha of 255.
  init?(measuring needs: MeasureSet, isAnimated: Bool, isOpaque: Bool) {
    self.isOpaque = isOpaque
    if needs.isSuperset(of: .coverage) { coverage = VisibleCoverage() }
    if needs.isSuperset(of: .bounds) { bounds = ArtBounds() }
    if needs.isSuperset(of: .edgeCuts) { edgeCuts = EdgeCuts() }
    if needs.isSuperset(of: .specks) {
      specks = Specks()
      faintArcs = FaintArcRemnants()
      if isAnimated { art = ArtInAnyFrame() }
    }
    if needs.isSuperset(of: .outlinePixelGrid) { outlinePixelGrid = PixelArtOutlineGrid() }
    if needs.isSuperset(of: .fringe) { fringe = Fringe() }
    if needs.isSuperset(of: .centerOfMass) { centerOfMass = CenterOfMass() }
    if needs.isSuperset(of: .pinholes) { pinholes = Pinholes() }
    if needs.isSuperset(of: .sharpness) { sharpness = Sharpness() }
    if needs.isSuperset(of: .jpegBlockTraces) { jpegBlockTraces = JPEGBlockTraces() }
    if needs.isSuperset(of: .border) { filledBox = FilledBoundingBox() }
    let shape: MeasureSet = [
      .coverage, .border, .bounds, .edgeCuts, .specks, .outlinePixelGrid, .fringe, .centerOfMass, .pinholes,
      .sharpness,
      .jpegBlockTraces,
    ]
    guard !needs.subtracting(.decoding).isDisjoint(with: shape) else { return nil }
  }

  /// Measures one frame.
  ///
  /// - Parameter canvasRing: The ring of the frame's outermost pixels; nil to read it if it is needed.
  mutating func visit(_ frame: Frame, index number: Int, canvasRing: BorderRing?) {
    let bitmap = frame.bitmap
    if isOpaque { masks.readOpaque(bitmap.size) } else { masks.read(bitmap) }
    coverage?.addFrame(masks)
    bounds?.addFrame(masks)
    filledBox?.addFrame(bitmap, masks, canvasRing: canvasRing ?? BorderRing(of: bitmap))
    outlinePixelGrid?.addFrame(masks)
    addSpecksAndFaintArcs(bitmap, frame: number)
    centerOfMass?.addFrame(bitmap, seconds: frame.shownDelay.millisecondsRoundedToTenths / 1000)
    sharpness?.addFrame(bitmap, masks)
    jpegBlockTraces?.addFrame(bitmap)
    if masks.countsAndBounds.isOpaque { return }  // an opaque frame has no outline
    pinholes?.addFrame(bitmap, masks, frame: number)
    // The size of pixel-art squares is known only after the outline has been read.
    let square = outlinePixelGrid.map { $0.hasBinaryAlpha ? $0.gridSidePixels : 1 } ?? 1
    edgeCuts?.addFrame(
      bitmap, visibleBox: masks.countsAndBounds.visibleBox, pixelArtSquareSide: square, frame: number)
    fringe?.addFrame(bitmap, masks, frame: number)
  }

  private mutating func addSpecksAndFaintArcs(_ bitmap: Bitmap, frame: Int) {
    let findsTips = faintArcs?.needsTopRunStarts ?? false
    let own =
      masks.countsAndBounds.isOpaque
      ? [] : specks?.addFrame(masks.visible, frame: frame, collectsTopRunStarts: findsTips)
    let visible = masks.countsAndBounds.visiblePixelCount
    // If a speck is the only thing in the frame, it is the art.
    specks?.remove { $0.frame == frame && $0.pixelCount == visible }
    specks?.measureSpeckAlphaAreas(bitmap, frame: frame)
    faintArcs?.addFrame(bitmap, masks, topRunStarts: specks?.latestTopRunStarts ?? [])
    specks?.removeTopRunStarts()
    guard let own else { return }
    art?.addFrame(masks.visible, withoutSpecks: own)
    if let art { specks?.remove { art.overlaps($0.boundingBox) } }
  }
}
