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
