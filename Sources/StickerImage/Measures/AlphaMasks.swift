import CImageCodecs

/// One walk over the alpha of a frame, from which every measure of shape comes: a bit a pixel for what is
/// visible and for what is translucent, and how much there is of each.
///
/// The masks are used again from frame to frame. Rows are padded to whole words; a pixel's bit is bit
/// `x % 64` of word `x / 64` of its row, and bits beyond the width are 0.
struct AlphaMasks {
  /// Pixels with alpha of at least 5.
  private(set) var visible = PixelMask(PixelSize(0, 0))
  /// Alpha of at least 128: more of the art shows than of what is behind.
  private(set) var solid = PixelMask(PixelSize(0, 0))
  /// Alpha of 64...191: as much of the art shows as of what was behind, a quarter at least.
  private(set) var translucent = PixelMask(PixelSize(0, 0))
  /// Numbers of the words of `translucent` that are not 0, ascending.
  private(set) var translucentWords: [Int] = []
  /// Counts and bounds of the frame that was read last.
  private(set) var totals = AlphaTotals(sl_alpha_totals())

  /// Reads the alpha of a frame.
  mutating func read(_ bitmap: Bitmap) {
    if bitmap.size != visible.size {
      visible = PixelMask(bitmap.size)
      (solid, translucent) = (visible, visible)
    }
    let (width, height) = (bitmap.width, bitmap.height)
    var totals = sl_alpha_totals()
    translucentWords = unsafe [Int](unsafeUninitializedCapacity: visible.words.count) { places, count in
      unsafe visible.words.withUnsafeMutableBufferPointer { visible in
        unsafe solid.words.withUnsafeMutableBufferPointer { solid in
          unsafe translucent.words.withUnsafeMutableBufferPointer { translucent in
            var masks = unsafe sl_alpha_masks(
              visible: visible.baseAddress, solid: solid.baseAddress, translucent: translucent.baseAddress,
              translucent_words: places.baseAddress)
            totals = unsafe sl_read_alpha(bitmap.pixels, width, height, &masks)
          }
        }
      }
      count = totals.translucent_words
    }
    self.totals = AlphaTotals(totals)
  }
}

/// What the masks of one frame add up to.
struct AlphaTotals {
  private let read: sl_alpha_totals

  init(_ read: sl_alpha_totals) { self.read = read }

  /// Pixels with alpha of at least 5.
  var visiblePixels: Int { read.visible_pixels }
  /// Pixels with alpha of 1...4.
  var hazePixels: Int { read.haze_pixels }
  /// Pixels with alpha of 3 or 4: of what nobody sees, the stronger half.
  var nearlyVisiblePixels: Int { read.nearly_visible_pixels }
  /// Pixels with alpha of 5...8: what is visible, but not distinct.
  var faintPixels: Int { read.faint_pixels }
  /// Whether every pixel has alpha 255.
  var isOpaque: Bool { read.is_opaque != 0 }
  /// Whether some pixel has an alpha between 0 and 255.
  var isPartial: Bool { read.is_partial != 0 }
  /// The rectangle of all pixels with alpha of at least 5; nil where there is none.
  var visibleBox: PixelRect? { read.visible.box }
  /// The rectangle of all pixels with alpha of at least 1; nil where there is none.
  var occupiedBox: PixelRect? { read.occupied.box }
}

extension sl_extent {
  fileprivate var box: PixelRect? {
    guard is_set != 0 else { return nil }
    return PixelRect(x: left, y: top, width: right + 1 - left, height: bottom + 1 - top)
  }
}

/// How many pixels of each frame are visible: alpha of at least 5 of 255, below which nobody sees them.
public struct Coverage: Hashable, Sendable {
  /// How many pixels of each frame are visible, in playing order.
  public private(set) var visiblePixels: [Int] = []
  /// Whether any pixel of any frame is not wholly opaque.
  public private(set) var hasTransparency = false

  init() {}

  mutating func take(_ masks: AlphaMasks) {
    visiblePixels.append(masks.totals.visiblePixels)
    if !masks.totals.isOpaque { hasTransparency = true }
  }

  /// Visible pixels of the fullest frame.
  public var fullest: Int { visiblePixels.max() ?? 0 }
}

/// Where the art lies on the canvas, all frames together, and what nobody sees around it.
public struct Bounds: Hashable, Sendable {
  /// The rectangle of everything visible (alpha of at least 5); nil where nothing is.
  public private(set) var visible: PixelRect?
  /// The rectangle of everything with alpha of at least 1; nil where there is nothing.
  public private(set) var occupied: PixelRect?
  /// Pixels with alpha 1...4, over all frames.
  public private(set) var hazePixels = 0
  /// Pixels with alpha 3 or 4, over all frames: the stronger half of the haze.
  public private(set) var nearlyVisiblePixels = 0
  /// Pixels with alpha 5...8, over all frames. A gradient that fades out has about as many of them as of
  /// haze; a film that was left over has next to none.
  public private(set) var faintPixels = 0

  init() {}

  mutating func take(_ masks: AlphaMasks) {
    visible = PixelRect(around: visible, masks.totals.visibleBox)
    occupied = PixelRect(around: occupied, masks.totals.occupiedBox)
    hazePixels += masks.totals.hazePixels
    nearlyVisiblePixels += masks.totals.nearlyVisiblePixels
    faintPixels += masks.totals.faintPixels
  }
}
