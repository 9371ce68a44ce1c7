import CImageCodecs

/// A frame sampled at 128 × 128 evenly spaced points: which points are solid, and their colors. Stored as
/// runs of equal points, because art has few colors and large areas of each.
struct ArtPointGrid: Hashable, Sendable {
  /// Equal adjacent points in one word of the mask.
  struct ColorRun: Hashable, Sendable {
    /// The pixel, with alpha in the top byte and red in the lowest.
    let color: UInt32
    /// The index of the word.
    let wordIndex: Int32
    /// The bits of the run in the word.
    let bits: UInt64
  }

  /// The number of points in each direction.
  static let side = 128
  private static let wordsPerRow = side / 64

  /// Points with an alpha of at least 128.
  let solid: PixelMask
  /// The colors of the solid points, row by row.
  let runs: [ColorRun]
  /// The number of solid points.
  let solidCount: Int

  /// - Parameter bitmap: A bitmap with at least one pixel.
  init(_ bitmap: Bitmap) {
    let columns = (0..<Self.side).map { Int32((2 * $0 + 1) * bitmap.width / (2 * Self.side)) }
    var (solid, runs) = (PixelMask(PixelSize(Self.side, Self.side)), [ColorRun]())
    // Noise has that many runs, and growing the array would take longer.
    runs.reserveCapacity(Self.side * Self.side)
    unsafe bitmap.pixels.withUnsafeBytes { pixels in
      unsafe columns.withUnsafeBufferPointer { columns in
        for word in solid.words.indices {
          let row = (2 * (word / Self.wordsPerRow) + 1) * bitmap.height / (2 * Self.side)
          let (start, first) = (row * bitmap.width, word % Self.wordsPerRow * 64)
          // The base addresses exist, because the bitmap has pixels and there are columns.
          let looked = unsafe sl_look_at_points(
            pixels.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self) + start &* 4,
            columns.baseAddress.unsafelyUnwrapped + first)
          let starts = looked.starts
          solid.words[word] = looked.solid
          var rest = starts & looked.solid
          while rest != 0 {
            let at = UInt64(rest.trailingZeroBitCount)
            let behind = starts & ~((2 &<< at) &- 1)
            let end = UInt64(behind == 0 ? 64 : behind.trailingZeroBitCount)
            let bits = (UInt64.max &>> (64 &- (end &- at))) &<< at
            let point = unsafe Self.pixelWord(pixels, start, columns, first &+ Int(at))
            runs.append(ColorRun(color: point, wordIndex: Int32(word), bits: bits))
            rest &= rest &- 1
          }
        }
      }
    }
    (self.solid, self.runs, solidCount) = (solid, runs, solid.count)
  }

  @inline(__always)
  private static func pixelWord(
    _ pixels: UnsafeRawBufferPointer, _ start: Int, _ columns: UnsafeBufferPointer<Int32>, _ number: Int
  ) -> UInt32 {
    let at = unsafe (start &+ Int(columns[number])) &* 4
    return UInt32(littleEndian: unsafe pixels.loadUnaligned(fromByteOffset: at, as: UInt32.self))
  }
}

/// A few frames of the art, each sampled at evenly spaced points. This is enough to distinguish the parts of
/// the art and their colors.
public struct ArtPoints: Hashable, Sendable {
  /// The maximum number of frames: the first one, and others at equal intervals.
  static let maxFrames = 4

  /// A sampled frame.
  struct SampledFrame: Hashable, Sendable {
    /// The index of the frame, starting at 0.
    let frame: Int
    let pointGrid: ArtPointGrid
    /// The time in seconds until the next sampled frame.
    var secondsUntilNext: Double
  }

  private(set) var sampledFrames: [SampledFrame] = []
  private(set) var canvas = PixelSize(0, 0)
  /// One out of this many frames is kept. Always a power of two.
  private var frameStep = 1

  init() {}

  mutating func addFrame(_ frame: Frame, number: Int) {
    guard !frame.bitmap.pixels.isEmpty else { return }
    if number.isMultiple(of: frameStep), sampledFrames.count == Self.maxFrames { dropEveryOtherFrame() }
    let seconds = frame.shownDelay.milliseconds / 1000
    guard number.isMultiple(of: frameStep) else {
      sampledFrames[sampledFrames.count - 1].secondsUntilNext += seconds
      return
    }
    canvas = frame.bitmap.size
    sampledFrames.append(
      SampledFrame(frame: number, pointGrid: ArtPointGrid(frame.bitmap), secondsUntilNext: seconds))
  }

  /// Keeps every other frame. The time of each kept frame includes that of the dropped frame after it.
  private mutating func dropEveryOtherFrame() {
    frameStep *= 2
    var kept: [SampledFrame] = []
    for sampled in sampledFrames {
      if sampled.frame.isMultiple(of: frameStep) {
        kept.append(sampled)
      } else {
        kept[kept.count - 1].secondsUntilNext += sampled.secondsUntilNext
      }
    }
    sampledFrames = kept
  }

  /// The pixels that a rectangle of points covers.
  ///
  /// - Parameter box: A rectangle in columns and rows of points.
  func pixelRect(ofPoints box: PixelRect) -> PixelRect {
    let (left, top) = (box.x * canvas.width / ArtPointGrid.side, box.y * canvas.height / ArtPointGrid.side)
    let right = ((box.x + box.width) * canvas.width + ArtPointGrid.side - 1) / ArtPointGrid.side
    let bottom = ((box.y + box.height) * canvas.height + ArtPointGrid.side - 1) / ArtPointGrid.side
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

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
  private(set) var whiteRim: WhiteRim?
  private(set) var sharpness: Sharpness?
  private(set) var blockGrid: BlockGrid?
  private(set) var filledBox: FilledBox?
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
    if needs.isSuperset(of: .whiteRim) { whiteRim = WhiteRim() }
    if needs.isSuperset(of: .sharpness) { sharpness = Sharpness() }
    if needs.isSuperset(of: .blockGrid) { blockGrid = BlockGrid() }
    if needs.isSuperset(of: .border) { filledBox = FilledBox() }
    let shape: MeasureSet = [
      .coverage, .border, .bounds, .edgeCuts, .specks, .outlineSteps, .fringe, .centerOfMass, .pinholes,
      .whiteRim,
      .sharpness,
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
    filledBox?.addFrame(bitmap, masks)
    steps?.addFrame(masks)
    addSpecks(bitmap, frame: number)
    balance?.addFrame(bitmap, seconds: frame.shownDelay.milliseconds / 1000)
    sharpness?.addFrame(bitmap, masks)
    blockGrid?.addFrame(bitmap)
    if masks.totals.isOpaque { return }  // no outline
    pinholes?.addFrame(bitmap, masks, frame: number)
    whiteRim?.addFrame(bitmap, masks, frame: number)
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
