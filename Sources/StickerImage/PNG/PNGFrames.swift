import CImageCodecs

/// Decodes the frames of a PNG or APNG and shows each, composited, to the visitor.
///
/// Of an animation whose container is damaged the default image is shown.
func visitPNGFrames(
  _ bytes: consuming [UInt8], _ container: Container, _ layout: PNGLayout, _ visitor: inout some FrameVisitor
) -> [Damage] {
  guard layout.isReadable else { return [] }
  do {
    if let animation = container.animation {
      try visitAnimation(bytes, animation, layout, &visitor)
    } else {
      visitor.visit(Frame(try decodedStill(bytes, layout)), number: 0)
    }
    return []
  } catch {
    return [error]
  }
}

/// Decodes a still in the memory of its file, where nobody else holds that: of a large picture the file, its
/// image data in one piece and the frame are megabytes each, and two of the three are enough.
private func decodedStill(_ bytes: consuming [UInt8], _ layout: PNGLayout) throws(Damage) -> Bitmap {
  // What smaller pictures left for the next of their kind is of no use to a large one.
  if layout.header.size.area * 4 >= largeFrame { sl_return_freed_memory() }
  let picture = PNGPicture(defaultImageOf: copy bytes, layout)
  return try decodePNGPicture(picture, picture.stream(takenFrom: consume bytes))
}

/// Bytes of a frame from which on memory goes back first: stickers stay below, and of ten pictures of up to
/// 3 000 px, one after the other, 69 MiB became 65.
private let largeFrame = 16 << 20

private func visitAnimation(
  _ bytes: [UInt8], _ animation: Animation, _ layout: PNGLayout, _ visitor: inout some FrameVisitor
) throws(Damage) {
  if animation.hidesDefaultImage {  // not shown, but a damaged one is damage all the same
    let hidden = PNGPicture(defaultImageOf: bytes, layout)
    _ = try decodePNGPicture(hidden, hidden.stream(in: bytes))
  }
  var canvas = Canvas(layout.header.size)
  for (number, stored) in animation.frames.enumerated() {
    let place = layout.placeOfData(number, isDefaultImage: number == 0 && !animation.hidesDefaultImage)
    let picture = PNGPicture(
      bytes, layout, size: stored.patch.size, data: layout.frameData[number], place: place)
    let patch = try decodePNGPicture(picture, picture.stream(in: bytes))
    canvas.draw(patch, stored)
    visitor.visit(Frame(canvas.bitmap, delay: stored.delay), number: number)
    canvas.dispose()
  }
}
