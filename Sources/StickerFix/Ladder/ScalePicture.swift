import StickerImage

extension Picture {
  /// All frames and the hidden default image at another size.
  func scaled(to size: PixelSize) -> Picture {
    let resampler = Resampler(from: self.size, to: size)
    return mapped { resampler.resample($0) }
  }

  /// The picture with every bitmap changed. What repeats the frame before stays a repeat.
  func mapped(_ change: (Bitmap) -> Bitmap) -> Picture {
    var result = self
    for number in frames.indices {
      let isRepeat = number > 0 && frames[number].bitmap == frames[number - 1].bitmap
      result.frames[number].bitmap =
        isRepeat ? result.frames[number - 1].bitmap : change(frames[number].bitmap)
    }
    result.hidden = hidden.map(change)
    return result
  }

  /// All frames, and last the hidden default image.
  var bitmaps: [Bitmap] { frames.map(\.bitmap) + (hidden.map { [$0] } ?? []) }

  /// The picture with some or all of its frames replaced by bitmaps, which are ordered like `bitmaps`.
  func replacing(_ bitmaps: [Bitmap], _ range: Range<Int>) -> Picture {
    var result = self
    result.hidden = nil
    result.frames = []
    for (number, bitmap) in zip(range, bitmaps) {
      if number < frames.count {
        result.frames.append(Frame(bitmap, delay: frames[number].delay))
      } else {
        result.hidden = bitmap
      }
    }
    return result
  }
}

/// The sizes that a picture may be scaled down to, the largest first.
///
/// If the longer side is a multiple of 3 px, as Apple's sizes are, both sides are rounded to 3 px.
/// The aspect ratio stays as close as rounding allows. A result is smaller than `size`, and its
/// shorter side is at least `leastSide`.
func smallerSizes(than size: PixelSize, longerSides: some Sequence<Int>, leastSide: Int) -> [PixelSize] {
  var sizes: [PixelSize] = []
  for longer in longerSides.sorted(by: >) where longer >= 3 && longer < size.longerSide {
    let point = longer % 3 == 0 ? 3 : 1
    let sides = [size.width, size.height].map { side in
      let exact = (side * longer * 2 + size.longerSide) / (size.longerSide * 2)
      return min((exact + point / 2) / point * point, size.longerSide / point * point)
    }
    let smaller = PixelSize(sides[0], sides[1])
    guard smaller.shorterSide >= max(leastSide, 1), smaller != sizes.last else { continue }
    guard smaller.width <= size.width, smaller.height <= size.height, smaller != size else { continue }
    sizes.append(smaller)
  }
  return sizes
}
