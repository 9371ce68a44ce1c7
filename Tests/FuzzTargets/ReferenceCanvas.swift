import StickerImage

/// Composites patches on a canvas pixel by pixel, as the specifications describe it.
///
/// - Source: PNG specification, third edition, 11.3.6.2 (dispose and blend operations), 13.16 (alpha
///   compositing, here rounded once). GIF89a, 23 (disposal), where "background" is transparent, as in
///   browsers.
struct ReferenceCanvas {
  let width: Int
  let height: Int
  private(set) var pixels: [UInt8]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = [UInt8](repeating: 0, count: width * height * 4)
  }

  /// Composites a patch of straight RGBA.
  ///
  /// - Returns: the visible pixels. The canvas then has the content that the patch's disposal leaves.
  mutating func show(
    _ patch: [UInt8], in rect: PixelRect, _ blend: StoredFrame.Blend, _ disposal: StoredFrame.Disposal
  ) -> [UInt8] {
    let before = pixels
    for y in 0..<rect.height {
      for x in 0..<rect.width {
        let from = (y * rect.width + x) * 4
        let at = ((rect.y + y) * width + rect.x + x) * 4
        let above = Array(patch[from..<from + 4])
        let pixel = blend == .source ? above : over(above, Array(pixels[at..<at + 4]))
        pixels.replaceSubrange(at..<at + 4, with: pixel)
      }
    }
    let shown = pixels
    switch disposal {
    case .keep: break
    case .previous: pixels = before
    case .background:
      for y in rect.y..<rect.y + rect.height {
        for at in (y * width + rect.x) * 4..<(y * width + rect.x + rect.width) * 4 { pixels[at] = 0 }
      }
    }
    return shown
  }
}

private func over(_ above: [UInt8], _ below: [UInt8]) -> [UInt8] {
  let (fa, ba) = (Int(above[3]), Int(below[3]))
  if fa == 255 { return above }
  if fa == 0 { return below }
  let (u, v) = (fa * 255, (255 - fa) * ba)
  let colors = (0..<3).map { sample in
    UInt8((2 * (Int(above[sample]) * u + Int(below[sample]) * v) + u + v) / (2 * (u + v)))
  }
  return colors + [UInt8((2 * (u + v) + 255) / 510)]
}

/// A rectangle inside a canvas, from the next four numbers.
func rect(_ source: inout ByteSource, width: Int, height: Int) -> PixelRect {
  let (x, y) = (source.number(0...width - 1), source.number(0...height - 1))
  return PixelRect(x: x, y: y, width: source.number(1...width - x), height: source.number(1...height - y))
}

/// Compares the frames of a file with the pixels that the specification requires.
func expectFrames(_ file: [UInt8], _ expected: [[UInt8]]) throws(PropertyViolation) {
  guard let shown = try expectConsistentReading(file) else {
    throw PropertyViolation(description: "a file is not recognized")
  }
  try expect(
    shown.isSound,
    "a valid file has damage: \(shown.container.damage + shown.damage) \(shown.container.exceededLimits)")
  try expect(shown.frames.count == expected.count, "\(shown.frames.count) of \(expected.count) frames")
  for (number, frame) in shown.frames.enumerated() {
    try expect(frame.bitmap.pixels == expected[number], "different pixels in frame \(number)")
  }
}
