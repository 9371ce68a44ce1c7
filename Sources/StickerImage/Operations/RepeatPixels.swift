extension Bitmap {
  /// Returns the bitmap with each pixel repeated, which enlarges it without smoothing.
  ///
  /// - Parameter columns: how many times as wide the result is, at least 1.
  /// - Parameter rows: how many times as high the result is, at least 1.
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
