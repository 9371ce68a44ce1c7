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
  private(set) var totals = AlphaTotals()

  /// Reads the alpha of a frame.
  mutating func read(_ bitmap: Bitmap) {
    if bitmap.size != visible.size {
      visible = PixelMask(bitmap.size)
      (solid, translucent) = (visible, visible)
    }
    translucentWords.removeAll(keepingCapacity: true)
    translucentWords.reserveCapacity(bitmap.height)
    var totals = AlphaTotals()
    let (width, stride) = (bitmap.width, visible.stride)
    guard stride > 0 else {
      self.totals = totals
      return
    }
    let last = UInt64.max &>> UInt64(stride &* 64 &- width)
    var row = [AlphaWord](repeating: AlphaWord(), count: stride)
    unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
      unsafe visible.words.withUnsafeMutableBufferPointer { visible in
        unsafe solid.words.withUnsafeMutableBufferPointer { solid in
          unsafe translucent.words.withUnsafeMutableBufferPointer { translucent in
            unsafe row.withUnsafeMutableBufferPointer { row in
              // What has rows has addresses.
              guard let start = pixels.baseAddress, let words = row.baseAddress else { return }
              var at = 0
              for y in 0..<bitmap.height {
                unsafe sl_read_alpha(start + y &* width &* 4, width, words)
                for word in 0..<stride {
                  let bits = unsafe words[word]
                  unsafe visible[at] = bits.visible
                  unsafe solid[at] = bits.solid
                  unsafe translucent[at] = bits.translucent
                  if bits.translucent != 0 { translucentWords.append(at) }
                  totals.add(bits, of: word &+ 1 == stride ? last : .max, word, y)
                  at &+= 1
                }
              }
            }
          }
        }
      }
    }
    self.totals = totals
  }
}
