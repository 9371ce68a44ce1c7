package import StickerImage

/// The first frame of an image, upright, in sRGB, for places that can show only a still.
///
/// - Returns: nil if the image exceeds limits, or the file cannot be decoded completely. Colors that cannot
///   be converted are kept.
package func uprightSRGBFirstFrame(of bytes: [UInt8], _ container: ImageContainer) -> Bitmap? {
  guard container.exceededLimits.isEmpty else { return nil }
  var visitor = FirstFrameVisitor()
  guard container.visitFrames(of: bytes, with: &visitor).isEmpty, let bitmap = visitor.bitmap else {
    return nil
  }
  let upright = bitmap.oriented(by: container.orientation ?? 1)
  return convertedToSRGB(upright, container).bitmap ?? upright
}

private struct FirstFrameVisitor: FrameVisitor {
  private(set) var bitmap: Bitmap?

  mutating func visit(_ frame: Frame, number: Int) { if number == 0 { bitmap = frame.bitmap } }
}
