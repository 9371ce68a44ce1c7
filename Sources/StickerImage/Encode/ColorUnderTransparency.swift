/// Makes every transparent pixel transparent black: the color under alpha 0 is never seen, and costs bytes.
///
/// - Returns: nil where it is so already.
func clearingColorUnderTransparency(_ bitmap: Bitmap) -> Bitmap? {
  guard hasColorUnderTransparency(bitmap) else { return nil }
  var pixels = bitmap.pixels
  for start in stride(from: 0, to: pixels.count, by: 4) where pixels[start + 3] == 0 {
    (pixels[start], pixels[start + 1], pixels[start + 2]) = (0, 0, 0)
  }
  return Bitmap(bitmap.size, pixels: pixels)
}

extension Bitmap {
  /// Makes every transparent pixel transparent black.
  package mutating func clearColorUnderTransparency() {
    if let cleared = clearingColorUnderTransparency(self) { self = cleared }
  }
}

private func hasColorUnderTransparency(_ bitmap: Bitmap) -> Bool {
  guard bitmap.size.area > 0 else { return false }
  return bitmap.withView { view in
    for y in 0..<view.size.height {
      var found: UInt32 = 0
      for x in 0..<view.size.width {
        let pixel = view[x, y]
        found |= pixel.alpha == 0 ? pixel.word : 0
      }
      if found != 0 { return true }
    }
    return false
  }
}
