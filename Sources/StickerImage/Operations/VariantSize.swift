/// The size of a sticker's variant.
///
/// - Parameter size: the @3x canvas in pixels, each side at least 1.
/// - Parameter scale: 1, 2 or 3.
/// - Returns: `scale` thirds of each side, halves rounded up, at least 1 px.
/// - Source: Apple's three sticker scales.
public func variantSize(_ size: PixelSize, scale: Int) -> PixelSize {
  func side(_ pixels: Int) -> Int { max(1, (2 * pixels * scale + 3) / 6) }
  return PixelSize(side(size.width), side(size.height))
}
