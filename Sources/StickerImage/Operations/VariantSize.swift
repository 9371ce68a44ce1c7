extension PixelSize {
  /// The size of a sticker's variant where this one is that of the @3x canvas, each side at least 1 px.
  ///
  /// - Parameter scale: 1, 2 or 3.
  /// - Returns: `scale` thirds of each side, halves rounded up, at least 1 px.
  /// - Source: Apple's three sticker scales.
  public func variantSize(scale: Int) -> PixelSize {
    func side(_ pixels: Int) -> Int { max(1, (2 * pixels * scale + 3) / 6) }
    return PixelSize(side(width), side(height))
  }
}
