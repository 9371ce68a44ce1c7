/// Decodes the frames of a GIF and shows each, composited, to the visitor.
///
/// The canvas begins transparent and "restore to background" makes it so again: the background color is
/// ignored, as browsers do.
func visitGIFFrames(
  _ bytes: [UInt8], _ container: Container, _ layout: GIFLayout, _ visitor: inout some FrameVisitor
) -> [Damage] {
  var canvas = Canvas(container.canvas)
  var painter = GIFPainter()
  for (number, frame) in layout.frames.enumerated() {
    guard let palette = frame.palette, 1...8 ~= bytes[frame.data.lowerBound], !frame.stored.patch.isEmpty
    else { return [] }  // the walk has said so
    do {
      try painter.draw(frame, number, palette, of: bytes, on: &canvas)
    } catch {
      return [error]
    }
    visitor.visit(Frame(canvas.bitmap, delay: frame.stored.delay), number: number)
    canvas.dispose()
  }
  return []
}

/// Draws frame after frame; its buffers serve all of them.
private struct GIFPainter {
  private var decoder = LZWDecoder()
  private var colors = GIFColors()

  /// Decodes a frame and lays it over the canvas, which stays as it is where the frame is damaged.
  mutating func draw(
    _ frame: GIFFrame, _ number: Int, _ palette: Range<Int>, of bytes: [UInt8], on canvas: inout Canvas
  ) throws(Damage) {
    let size = frame.stored.patch.size
    var place = FilePlace(unit: "image descriptor", offset: frame.stored.offset, frame: number)
    switch decoder.decode(frame.data, of: bytes, pixels: size.area) {
    case .whole: break
    case .short(let pixels):
      frame.point(&place, after: pixels, codeBytes: decoder.codeBytes, of: bytes)
      throw Damage("the frame's data ends after \(pixels / size.width) of \(size.height) rows", at: place)
    case .broken(let pixels):
      frame.point(&place, after: pixels, codeBytes: decoder.codeBytes, of: bytes)
      let rows = "\(pixels / size.width) of \(size.height) rows"
      throw Damage("the frame's compressed data is broken after \(rows)", at: place)
    }
    colors.take(palette, transparent: frame.transparentIndex, of: bytes)
    try unsafe decoder.withIndices(size.area) { (indices) throws(Damage) in
      if let beyond = unsafe colors.numberBeyond(indices, codeSize: bytes[frame.data.lowerBound]) {
        throw Damage("a pixel uses color number \(beyond), the palette has \(colors.count)", at: place)
      }
      unsafe canvas.draw(indices, colors, frame)
    }
  }
}
