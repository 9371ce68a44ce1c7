#if WebP
  private import CLibWebP
#endif

/// Decodes a WebP file, still or animated: frames are composited as in an APNG, on a transparent canvas, as
/// browsers do, which ignore the background color.
func decodeWebP(_ bytes: [UInt8], _ budget: Budget) throws(ForeignFailure) -> ForeignPicture {
  #if WebP
    let container = try WebPContainer(bytes, budget)
    var canvas = Canvas(container.canvas)
    var frames: [Frame] = []
    for (number, picture) in container.pictures.enumerated() {
      guard let patch = decodedWebP(container.file(of: picture), picture.stored.patch.size) else {
        let place = FilePlace(
          offset: picture.stored.offset, frame: container.plays == nil ? nil : number)
        throw .damaged(Damage("the pixels are damaged", at: place))
      }
      canvas.draw(patch, picture.stored)
      frames.append(Frame(canvas.bitmap, delay: picture.stored.delay))
      canvas.dispose()
    }
    return ForeignPicture(
      frames, plays: container.plays, profile: container.profile, orientation: container.orientation)
  #else
    throw .leftOut(format: "WebP", trait: "WebP")
  #endif
}

#if WebP
  /// Decodes a file of one picture.
  ///
  /// - Parameter size: what the picture must have; it has met the budget.
  /// - Returns: straight RGBA; nil where the file is damaged, or has another size.
  private func decodedWebP(_ file: [UInt8], _ size: PixelSize) -> Bitmap? {
    var (width, height) = (Int32(0), Int32(0))
    guard unsafe WebPGetInfo(file, file.count, &width, &height) != 0, width == size.width,
      height == size.height
    else { return nil }
    var bitmap = Bitmap(transparent: size)
    let isWhole = unsafe bitmap.pixels.withUnsafeMutableBufferPointer { out in
      unsafe WebPDecodeRGBAInto(file, file.count, out.baseAddress, out.count, Int32(size.width * 4)) != nil
    }
    return isWhole ? bitmap : nil
  }
#endif
