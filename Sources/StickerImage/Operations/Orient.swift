extension PixelSize {
  /// The canvas as EXIF wants it seen: 5 to 8 lie on their side.
  ///
  /// - Source: Exif 2.32, 4.6.4, tag 0x0112.
  public func oriented(by orientation: Int) -> PixelSize {
    (5...8).contains(orientation) ? PixelSize(height, width) : self
  }
}

extension Bitmap {
  /// The bitmap as EXIF wants it seen; unchanged for 1 and for numbers that Exif does not know.
  ///
  /// - Returns: the same pixels, elsewhere; shape `size.oriented(by: orientation)`.
  /// - Complexity: O(pixels).
  public func oriented(by orientation: Int) -> Bitmap {
    guard (2...8).contains(orientation) else { return self }
    let size = self.size.oriented(by: orientation)
    var pixels = [UInt8](repeating: 0, count: self.pixels.count)
    for y in 0..<size.height {
      for x in 0..<size.width {
        // Where the picture stores what is seen at (x, y).
        let (column, row) =
          switch orientation {
          case 2: (width - 1 - x, y)
          case 3: (width - 1 - x, height - 1 - y)
          case 4: (x, height - 1 - y)
          case 5: (y, x)
          case 6: (y, height - 1 - x)
          case 7: (width - 1 - y, height - 1 - x)
          default: (width - 1 - y, x)
          }
        let (from, to) = ((row * width + column) * 4, (y * size.width + x) * 4)
        for sample in 0..<4 { pixels[to + sample] = self.pixels[from + sample] }
      }
    }
    return Bitmap(size, pixels: pixels)
  }
}
