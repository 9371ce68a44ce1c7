/// The pixels that are art in any frame of an animation. Small marks there aren't specks, because a sparkle
/// begins as a dot, and a ball that pops may end as one.
struct ArtOverFrames {
  private var mask = PixelMask(PixelSize(0, 0))

  /// Adds the visible pixels of a frame without its specks.
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
    for part in place.maskWords { words[part.row * stride + part.word] &= ~part.bits }
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
  private(set) var coverage: Coverage?
  private(set) var bounds: Bounds?
  private(set) var edgeCuts: EdgeCuts?
  private(set) var specks: Specks?
  private(set) var faintArcs: FaintArcs?
  private(set) var steps: OutlineSteps?
  private(set) var fringe: Fringe?
  private(set) var balance: CenterOfMass?
  private(set) var pinholes: Pinholes?
  private(set) var sharpness: Sharpness?
  private(set) var blockGrid: BlockGrid?
  private var masks = AlphaMasks()
  /// The art over all frames, or nil for a still.
  private var art: ArtOverFrames?

  /// Returns nil if no shape measure is requested.
  init?(measuring needs: MeasureSet, isAnimated: Bool) {
    if needs.isSuperset(of: .coverage) { coverage = Coverage() }
    if needs.isSuperset(of: .bounds) { bounds = Bounds() }
    if needs.isSuperset(of: .edgeCuts) { edgeCuts = EdgeCuts() }
    if needs.isSuperset(of: .specks) {
      specks = Specks()
      faintArcs = FaintArcs()
      if isAnimated { art = ArtOverFrames() }
    }
    if needs.isSuperset(of: .outlineSteps) { steps = OutlineSteps() }
    if needs.isSuperset(of: .fringe) { fringe = Fringe() }
    if needs.isSuperset(of: .centerOfMass) { balance = CenterOfMass() }
    if needs.isSuperset(of: .pinholes) { pinholes = Pinholes() }
    if needs.isSuperset(of: .sharpness) { sharpness = Sharpness() }
    if needs.isSuperset(of: .blockGrid) { blockGrid = BlockGrid() }
    let shape: MeasureSet = [
      .coverage, .bounds, .edgeCuts, .specks, .outlineSteps, .fringe, .centerOfMass, .pinholes, .sharpness,
      .blockGrid,
    ]
    guard !needs.subtracting(.decoding).isDisjoint(with: shape) else { return nil }
  }

  /// Measures one frame.
  mutating func visit(_ frame: Frame, number: Int) {
    let bitmap = frame.bitmap
    masks.read(bitmap)
    coverage?.addFrame(masks)
    bounds?.addFrame(masks)
    steps?.addFrame(masks)
    addSpecks(bitmap, frame: number)
    balance?.addFrame(masks, seconds: frame.shownDelay.milliseconds / 1000)
    sharpness?.addFrame(bitmap, masks)
    blockGrid?.addFrame(bitmap)
    if masks.totals.isOpaque { return }  // no outline
    pinholes?.addFrame(masks, frame: number)
    // The size of pixel-art squares is known after the outline has been read.
    let square = steps.map { $0.hasBinaryAlpha ? $0.gridSide : 1 } ?? 1
    edgeCuts?.addFrame(bitmap, visibleBox: masks.totals.visibleBox, squareSide: square, frame: number)
    fringe?.addFrame(bitmap, masks, frame: number)
  }

  private mutating func addSpecks(_ bitmap: Bitmap, frame: Int) {
    let findsTips = faintArcs?.needsTips ?? false
    let own =
      masks.totals.isOpaque ? [] : specks?.addFrame(masks.visible, frame: frame, findsTips: findsTips)
    let visible = masks.totals.visiblePixels
    // A speck with nothing else in the frame is the art.
    specks?.remove { $0.frame == frame && $0.pixelCount == visible }
    specks?.measureOpaqueArea(bitmap, frame: frame)
    faintArcs?.addFrame(bitmap, masks, tips: specks?.tipPixels ?? [])
    specks?.removeTipPixels()
    guard let own else { return }
    art?.addFrame(masks.visible, withoutSpecks: own)
    if let art { specks?.remove { art.overlaps($0.boundingBox) } }
  }
}

/// The center of mass of the visible pixels (alpha of at least 5) over all frames. All pixels have the same
/// weight, and each frame is weighted by its display time.
public struct CenterOfMass: Hashable, Sendable {
  private var totalWeight = 0.0
  private var (weightedX, weightedY) = (0.0, 0.0)

  init() {}

  /// The distance of the center from the left and top edges of the canvas in pixels, or nil if nothing is
  /// visible.
  public var center: (x: Double, y: Double)? {
    totalWeight > 0 ? (weightedX / totalWeight, weightedY / totalWeight) : nil
  }

  /// - Parameter seconds: The display time of the frame.
  mutating func addFrame(_ masks: AlphaMasks, seconds: Double) {
    let mask = masks.visible
    // The distances of pixel centers from the origin are doubled so that they are integers.
    var (across, along, count) = (0, 0, 0)
    for row in 0..<mask.size.height {
      var pixels = 0
      for word in row * mask.stride..<(row + 1) * mask.stride {
        let bits = mask.words[word]
        if bits == 0 { continue }
        let (own, places) = bits.bitCountAndIndexSum
        pixels &+= own
        across &+= 128 &* (word &- row &* mask.stride) &* own &+ 2 &* places &+ own
      }
      count &+= pixels
      along &+= (2 &* row &+ 1) &* pixels
    }
    let share = seconds
    totalWeight += Double(count) * share
    weightedX += Double(across) * share / 2
    weightedY += Double(along) * share / 2
  }
}

extension UInt64 {
  /// The number of set bits, and the sum of their indices (the lowest is 0).
  @inline(__always)
  fileprivate var bitCountAndIndexSum: (Int, Int) {
    // Most words are inside the art or at an edge, so their ones form a single run at the low or the high
    // end.
    if self & (self &+ 1) == 0 {
      let count = (~self).trailingZeroBitCount
      return (count, count &* (count &- 1) / 2)
    }
    let clear = trailingZeroBitCount
    if ~self == (1 &<< UInt64(clear)) &- 1 { return (64 &- clear, 2016 &- clear &* (clear &- 1) / 2) }
    return (nonzeroBitCount, sumOfBitIndices)
  }

  /// The sum of the indices of all set bits.
  private var sumOfBitIndices: Int {
    // Each mask selects the bits whose index has a particular binary digit.
    (self & 0xAAAA_AAAA_AAAA_AAAA).nonzeroBitCount
      &+ 2 &* (self & 0xCCCC_CCCC_CCCC_CCCC).nonzeroBitCount
      &+ 4 &* (self & 0xF0F0_F0F0_F0F0_F0F0).nonzeroBitCount
      &+ 8 &* (self & 0xFF00_FF00_FF00_FF00).nonzeroBitCount
      &+ 16 &* (self & 0xFFFF_0000_FFFF_0000).nonzeroBitCount
      &+ 32 &* (self & 0xFFFF_FFFF_0000_0000).nonzeroBitCount
  }
}
