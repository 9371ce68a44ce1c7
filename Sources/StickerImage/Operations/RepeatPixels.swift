extension Bitmap {
  /// Returns the bitmap with each pixel repeated, which enlarges it without smoothing.
  ///
  /// - Parameter columns: The number of times that each pixel is repeated horizontally, at least 1.
  /// - Parameter rows: The number of times that each pixel is repeated vertically, at least 1.
  package func repeatingPixels(columns: Int, rows: Int) -> Bitmap {
    guard columns > 1 || rows > 1 else { return self }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(self.pixels.count * columns * rows)
    for row in 0..<height {
      var line: [UInt8] = []
      line.reserveCapacity(width * columns * 4)
      for column in 0..<width {
        let at = (row * width + column) * 4
        for _ in 0..<columns { line += self.pixels[at..<at + 4] }
      }
      for _ in 0..<rows { pixels += line }
    }
    return Bitmap(PixelSize(width * columns, height * rows), pixels: pixels)
  }
}
