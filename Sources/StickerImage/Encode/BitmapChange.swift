/// What is different between two bitmaps of one size.
struct BitmapChange: Hashable, Sendable {
  /// The smallest rectangle around every pixel that differs.
  var rect: PixelRect
  /// How many pixels differ.
  var pixels: Int
  /// Whether all of these are opaque in the new bitmap.
  var isOpaque: Bool
}

/// What turns one bitmap into another of the same size; nil where they are equal.
func change(from old: Bitmap, to new: Bitmap) -> BitmapChange? {
  guard new.size.area > 0 else { return nil }
  return old.withView { old in
    new.withView { new in
      var (left, right, top, bottom) = (Int.max, -1, -1, -1)
      var (count, isOpaque) = (0, true)
      for y in 0..<new.size.height {
        guard let row = rowChange(old, new, y) else { continue }
        if top < 0 { top = y }
        bottom = y
        (left, right) = (min(left, row.first), max(right, row.last))
        count += row.pixels
        isOpaque = isOpaque && row.isOpaque
      }
      guard bottom >= 0 else { return nil }
      let rect = PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
      return BitmapChange(rect: rect, pixels: count, isOpaque: isOpaque)
    }
  }
}

private func rowChange(
  _ old: PixelView, _ new: PixelView, _ y: Int
) -> (first: Int, last: Int, pixels: Int, isOpaque: Bool)? {
  let width = new.size.width
  var differs: UInt32 = 0
  for x in 0..<width { differs |= old[x, y].word ^ new[x, y].word }  // all that the many equal rows cost
  guard differs != 0 else { return nil }
  var (first, last, count) = (width, 0, 0)
  var alpha: UInt32 = 0xFF00_0000
  for x in 0..<width where old[x, y] != new[x, y] {
    first = min(first, x)
    last = x
    count += 1
    alpha &= new[x, y].word
  }
  return (first, last, count, alpha == 0xFF00_0000)
}

extension Bitmap {
  /// Makes the pixels of a rectangle transparent black.
  mutating func clear(_ rect: PixelRect) {
    let nothing = [UInt8](repeating: 0, count: rect.width * 4)
    for y in rect.y..<rect.y + rect.height {
      let start = (y * width + rect.x) * 4
      pixels.replaceSubrange(start..<start + rect.width * 4, with: nothing)
    }
  }
}
