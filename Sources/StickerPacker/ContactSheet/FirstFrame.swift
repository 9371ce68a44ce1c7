package import StickerImage

/// The first frame of a picture, upright, in sRGB: what is left of it where only a still is shown.
///
/// - Returns: nil where limits are exceeded, or the file cannot be decoded whole; colors that cannot be
///   converted stay as they are.
package func firstFrame(of bytes: [UInt8], _ container: Container) -> Bitmap? {
  guard container.exceeded.isEmpty else { return nil }
  var visitor = FirstFrame()
  guard container.visitFrames(of: bytes, with: &visitor).isEmpty, let bitmap = visitor.bitmap else {
    return nil
  }
  let upright = bitmap.oriented(by: container.orientation ?? 1)
  return inSRGB(upright, container).bitmap ?? upright
}

private struct FirstFrame: FrameVisitor {
  private(set) var bitmap: Bitmap?

  mutating func visit(_ frame: Frame, number: Int) { if number == 0 { bitmap = frame.bitmap } }
}
