import CImageCodecs

/// Reads the alpha of a frame once for all shape measures. The masks have one bit per pixel for visible,
/// solid and translucent pixels.
///
/// The masks are reused from frame to frame. Rows are padded to whole words. A pixel's bit is bit `x % 64` of
/// word `x / 64` in its row. Bits beyond the width are 0.
struct AlphaMasks {
  /// Pixels with an alpha of at least 5.
  private(set) var visible = PixelMask(PixelSize(0, 0))
  /// Pixels with an alpha of at least 128: the art contributes more than the background.
  private(set) var halfOpaque = PixelMask(PixelSize(0, 0))
  /// Pixels with an alpha of 64...191: art and background each contribute at least a quarter.
  private(set) var midAlpha = PixelMask(PixelSize(0, 0))
  /// The ascending indices of the words of `midAlpha` that aren't 0.
  private(set) var midAlphaWordIndices: [Int] = []
  /// The counts and bounds of the last frame.
  private(set) var countsAndBounds = AlphaCountsAndBounds(sl_alpha_totals())

  /// Sets the masks of a frame whose pixels all have an alpha of 255, without reading them.
  mutating func readOpaque(_ size: PixelSize) {
    if countsAndBounds.isOpaque, size == visible.size { return }
    midAlpha = PixelMask(size)
    midAlphaWordIndices = []
    visible = PixelMask(filled: size)
    halfOpaque = visible
    countsAndBounds = AlphaCountsAndBounds(opaque: size)
  }

  mutating func read(_ bitmap: Bitmap) {
    if bitmap.size != visible.size {
      visible = PixelMask(bitmap.size)
      (halfOpaque, midAlpha) = (visible, visible)
    }
    let (width, height) = (bitmap.width, bitmap.height)
    var totals = sl_alpha_totals()
    midAlphaWordIndices = unsafe [Int](unsafeUninitializedCapacity: visible.words.count) { places, count in
      unsafe visible.words.withUnsafeMutableBufferPointer { visible in
        unsafe halfOpaque.words.withUnsafeMutableBufferPointer { solid in
          unsafe midAlpha.words.withUnsafeMutableBufferPointer { translucent in
            var masks = unsafe sl_alpha_masks(
              visible: visible.baseAddress, solid: solid.baseAddress, translucent: translucent.baseAddress,
              translucent_words: places.baseAddress)
            totals = unsafe sl_read_alpha(bitmap.pixels, width, height, &masks)
          }
        }
      }
      count = totals.translucent_words
    }
    self.countsAndBounds = AlphaCountsAndBounds(totals)
  }
}

/// The totals of one frame's masks.
struct AlphaCountsAndBounds {
  private let cTotals: sl_alpha_totals

  init(_ read: sl_alpha_totals) { self.cTotals = read }

  /// The totals of a frame whose pixels all have an alpha of 255.
  init(opaque size: PixelSize) {
    var totals = sl_alpha_totals()
    totals.is_opaque = 1
    totals.visible_pixels = size.area
    totals.visible = sl_extent(top: 0, bottom: size.height - 1, left: 0, right: size.width - 1, is_set: 1)
    totals.occupied = totals.visible
    self.init(totals)
  }

  /// The number of pixels with an alpha of at least 5.
  var visiblePixelCount: Int { cTotals.visible_pixels }
  /// The number of pixels with an alpha of 1...4.
  var hazePixelCount: Int { cTotals.haze_pixels }
  /// The number of pixels with an alpha of 3 or 4: the stronger half of the haze.
  var strongerHazePixelCount: Int { cTotals.nearly_visible_pixels }
  /// The number of pixels with an alpha of 5...8: visible but indistinct.
  var barelyVisiblePixelCount: Int { cTotals.faint_pixels }
  /// Whether every pixel has an alpha of 255.
  var isOpaque: Bool { cTotals.is_opaque != 0 }
  /// Whether some pixel has an alpha of 1...254.
  var hasPartialAlpha: Bool { cTotals.has_partial_alpha != 0 }
  /// The bounding box of all pixels with an alpha of at least 5, or nil if there are none.
  var visibleBox: PixelRect? { cTotals.visible.box }
  /// The bounding box of all pixels with an alpha of at least 1, or nil if there are none.
  var nonzeroAlphaBox: PixelRect? { cTotals.occupied.box }
}

extension sl_extent {
  fileprivate var box: PixelRect? {
    guard is_set != 0 else { return nil }
    return PixelRect(x: left, y: top, width: right + 1 - left, height: bottom + 1 - top)
  }
}

/// The visible pixels of each frame. A pixel is visible if its alpha is at least 5 of 255.
public struct VisibleCoverage: Hashable, Sendable {
  /// The number of visible pixels in each frame, in playing order.
  public private(set) var visiblePixelsByFrame: [Int] = []
  /// Whether any pixel of any frame isn't fully opaque.
  public private(set) var hasTransparency = false

  init() {}

  mutating func addFrame(_ masks: AlphaMasks) {
    visiblePixelsByFrame.append(masks.countsAndBounds.visiblePixelCount)
    if !masks.countsAndBounds.isOpaque { hasTransparency = true }
  }

  /// The number of visible pixels in the frame that has the most.
  public var maxVisiblePixels: Int { visiblePixelsByFrame.max() ?? 0 }
}

/// The position of the art on the canvas over all frames, and the invisible haze around it.
public struct ArtBounds: Hashable, Sendable {
  /// The bounding box of all visible pixels (alpha of at least 5), or nil if there are none.
  public private(set) var visibleBox: PixelRect?
  /// The bounding box of all pixels with an alpha of at least 1, or nil if there are none.
  public private(set) var nonzeroAlphaBox: PixelRect?
  /// The number of pixels with an alpha of 1...4, over all frames.
  public private(set) var totalHazePixels = 0
  /// The number of pixels with an alpha of 3 or 4, over all frames: the stronger half of the haze.
  public private(set) var totalStrongerHazePixels = 0
  /// The number of pixels with an alpha of 5...8, over all frames. A gradient that fades out has about as
  /// many of these as haze pixels. Leftover haze has almost none of them next to it.
  public private(set) var totalBarelyVisiblePixels = 0

  init() {}

  mutating func addFrame(_ masks: AlphaMasks) {
    visibleBox = PixelRect(around: visibleBox, masks.countsAndBounds.visibleBox)
    nonzeroAlphaBox = PixelRect(around: nonzeroAlphaBox, masks.countsAndBounds.nonzeroAlphaBox)
    totalHazePixels += masks.countsAndBounds.hazePixelCount
    totalStrongerHazePixels += masks.countsAndBounds.strongerHazePixelCount
    totalBarelyVisiblePixels += masks.countsAndBounds.barelyVisiblePixelCount
  }
}
