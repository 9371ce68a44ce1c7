extension Bitmap {
  /// The bitmap without what is too faint to be seen: pixels with alpha 1...4 become transparent black.
  ///
  /// - Complexity: O(pixels).
  public func withoutHaze() -> Bitmap {
    var out = self
    for at in stride(from: 0, to: out.pixels.count, by: 4) where out.pixels[at &+ 3] < 5 {
      (out.pixels[at], out.pixels[at &+ 1], out.pixels[at &+ 2], out.pixels[at &+ 3]) = (0, 0, 0, 0)
    }
    return out
  }
}
