private import CImageCodecs

/// Decodes the frames of a WebP and shows each, composited, to the visitor. libwebp gets one still at a time.
func visitWebPFrames(
  _ bytes: [UInt8], _ container: Container, _ layout: WebPLayout, _ visitor: inout some FrameVisitor
) -> [Damage] {
  var canvas = Canvas(container.canvas)
  for (number, picture) in layout.pictures.enumerated() {
    do throws(Damage) {
      canvas.draw(
        try decodedWebP(picture, of: bytes, frame: container.animation == nil ? nil : number), picture.stored)
    } catch {
      return [error]
    }
    visitor.visit(Frame(canvas.bitmap, delay: picture.stored.delay), number: number)
    canvas.dispose()
  }
  return []
}

/// Decodes one picture.
///
/// - Parameter frame: its number, where it is one of several.
/// - Returns: straight RGBA, as large as its patch, which has met the budget.
private func decodedWebP(
  _ picture: WebPPicture, of bytes: [UInt8], frame: Int?
) throws(Damage) -> Bitmap {
  let size = picture.stored.patch.size
  let unit = picture.chunks.last.map { bytes.has("VP8L", at: $0.lowerBound) ? "VP8L" : "VP8" }
  let place = FilePlace(unit: unit, offset: picture.chunks.last?.lowerBound, frame: frame)
  if let groups = picture.mostGroups(in: bytes), groups > mostLosslessGroups {
    throw Damage(
      "the picture has \(groups) groups of codes, and no more than \(mostLosslessGroups) are read", at: place,
      isUnsupported: true)
  }
  let file = picture.file(from: bytes)
  var status = SL_DAMAGED
  // What libwebp leaves of a broken picture is never shown.
  let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size.area * 4) { out, count in
    status = unsafe sl_webp_read_rgba(
      file, file.count, UInt32(size.width), UInt32(size.height), out.baseAddress, size.area * 4)
    count = status == SL_OK ? size.area * 4 : 0
  }
  if status == SL_OK { return Bitmap(size, pixels: pixels) }
  switch status {
  case SL_SHORT: throw Damage("the picture's data ends before its last row", at: place)
  case SL_OUT_OF_MEMORY: throw Damage("out of memory", at: place)
  default: throw Damage("the picture's compressed data is broken", at: place)
  }
}
