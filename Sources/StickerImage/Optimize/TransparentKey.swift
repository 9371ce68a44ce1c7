/// An opaque color of no pixel, which can stand for the transparent ones: a channel less than alpha.
///
/// - Parameter bitmaps: transparent pixels are transparent black.
/// - Parameter isGray: whether the key must be gray too.
/// - Returns: nil where no pixel is transparent, where one is translucent, or where no color is left. Black
///   where it is free, or else the lowest free color.
func transparentKey(_ bitmaps: [Bitmap], isGray: Bool) -> Pixel? {
  guard haveHolesOnly(bitmaps) else { return nil }
  var used = [Bool](repeating: false, count: isGray ? 1 << 8 : 1 << 24)
  for bitmap in bitmaps where bitmap.size.area > 0 {
    bitmap.withView { view in
      for y in 0..<view.size.height {
        for x in 0..<view.size.width where view[x, y].alpha == 255 {
          used[Int(view[x, y].word & (isGray ? 0xFF : 0xFF_FFFF))] = true
        }
      }
    }
  }
  guard let free = used.firstIndex(of: false) else { return nil }
  return Pixel(0xFF00_0000 | UInt32(free) * (isGray ? 0x1_0101 : 1))
}

/// Whether some pixel is transparent and none translucent. Most art is neither opaque nor hard: it is told
/// before there is a table of all colors, which takes longer to make than this to find out.
private func haveHolesOnly(_ bitmaps: [Bitmap]) -> Bool {
  var hasHole = false
  for bitmap in bitmaps where bitmap.size.area > 0 {
    let isHard = bitmap.withView { view in
      for y in 0..<view.size.height {
        for x in 0..<view.size.width {
          let alpha = view[x, y].alpha
          if alpha == 0 { hasHole = true } else if alpha < 255 { return false }
        }
      }
      return true
    }
    guard isHard else { return false }
  }
  return hasHole
}
