import StickerImage

extension FuzzTarget {
  static let encode = FuzzTarget(
    "encode", summary: "images and animations, encoded in every format and decoded again",
    maxInputBytes: 2048,
    attempt: { bytes throws(PropertyViolation) in
      var source = ByteSource(bytes)
      let frames = frames(&source)
      let still = frames[0].bitmap
      let png = try attempted { () throws(InternalError) in try still.encodedPNG() }
      try expectShown(png, [Frame(still)], .png)
      let plays = source.number16()
      let apng = try attempted { () throws(InternalError) in try frames.encodedAPNG(plays: plays) }
      try expectShown(apng, frames, .apng)
      let jpeg = try attempted { () throws(InternalError) in
        try still.encodedJPEG(quality: source.number(1...100))
      }
      let shown = try decoded(jpeg)
      try expect(shown.container.format == .jpeg, "the JPEG has a different format")
      try expect(shown.frames.map(\.bitmap.size) == [still.size], "the JPEG has different dimensions")
    })

  static let resample = FuzzTarget(
    "resample", summary: "images of any size, scaled to any other size", maxInputBytes: 1024,
    attempt: { bytes throws(PropertyViolation) in
      var source = ByteSource(bytes)
      let from = PixelSize(source.number(1...130), source.number(1...40))
      let to = PixelSize(source.number(1...130), source.number(1...40))
      let bitmap = picture(&source, from)
      let scaled = Resampler(from: from, to: to).resample(bitmap)
      try expect(scaled.size == to && scaled.pixels.count == to.area * 4, "the dimensions are different")
      if isOpaque(bitmap) { try expect(isOpaque(scaled), "an opaque image gets transparent pixels") }
      let color = Array(bitmap.pixels[..<4])
      if visible(bitmap).pixels.elementsEqual(repeated(color, from.area)) {
        try expect(scaled.pixels == repeated(color, to.area), "a single color changes")
      }
      if from == to { try expect(scaled == visible(bitmap), "scaling to the same size changes the image") }
    })
}

private func repeated(_ color: [UInt8], _ count: Int) -> [UInt8] {
  (0..<count).flatMap { _ in color[3] == 0 ? [0, 0, 0, 0] : color }
}

private func isOpaque(_ bitmap: Bitmap) -> Bool {
  stride(from: 3, to: bitmap.pixels.count, by: 4).allSatisfy { bitmap.pixels[$0] == 255 }
}

/// The bitmap without the colors of pixels with alpha 0.
func visible(_ bitmap: Bitmap) -> Bitmap {
  var pixels = bitmap.pixels
  for at in stride(from: 0, to: pixels.count, by: 4) where pixels[at + 3] == 0 {
    pixels.replaceSubrange(at..<at + 4, with: [0, 0, 0, 0])
  }
  return Bitmap(bitmap.size, pixels: pixels)
}

/// An animation in which consecutive frames may be equal. No delay is 0, so that the delays show which frames
/// an encoder joined.
private func frames(_ source: inout ByteSource) -> [Frame] {
  let size = PixelSize(source.number(1...33), source.number(1...17))
  var frames: [Frame] = []
  for _ in 0..<source.number(1...5) {
    let delay = ExactSeconds(max(1, source.number16()), max(1, source.number16()))
    if let last = frames.last, source.byte() & 1 == 1 {
      frames.append(Frame(last.bitmap, delay: delay))
    } else {
      frames.append(Frame(picture(&source, size), delay: delay))
    }
  }
  return frames
}

/// An image of one of the kinds that encoders treat differently: any colors, grays, or a few colors.
func picture(_ source: inout ByteSource, _ size: PixelSize) -> Bitmap {
  let kind = source.byte()
  let (isGray, isOpaque) = (kind & 1 == 1, kind & 2 == 2)
  let few: [[UInt8]]? = kind & 4 == 4 ? (0..<source.number(1...20)).map { _ in source.bytes(4) } : nil
  // The last pixels are repeated, so that short inputs can describe large images.
  let period = source.number(1...64)
  var colors: [[UInt8]] = []
  for index in 0..<size.area {
    if index >= period, source.isEmpty {
      colors.append(colors[index - period])
      continue
    }
    var color = few.map { $0[Int(source.byte()) % $0.count] } ?? source.bytes(4)
    if isGray { (color[1], color[2]) = (color[0], color[0]) }
    if isOpaque { color[3] = 255 }
    colors.append(color)
  }
  return Bitmap(size, pixels: colors.flatMap { $0 })
}

func decoded(_ file: [UInt8]) throws(PropertyViolation) -> Image {
  do { return try Image(decoding: file) } catch {
    throw PropertyViolation(description: "encoded data cannot be decoded: \(error)")
  }
}

/// Checks that every original frame is shown for its delay, no matter which frames the encoder joined.
private func expectShown(_ file: [UInt8], _ frames: [Frame], _ format: ImageFormat) throws(PropertyViolation)
{
  let image = try decoded(file)
  try expect(image.container.format == format, "the format is different")
  var rest = frames[...]
  for shown in image.frames {
    var sum = ExactSeconds.zero
    var isFirst = true
    while isFirst || !sum.isSameTime(as: shown.shownDelay), let next = rest.popFirst() {
      isFirst = false
      try expect(visible(next.bitmap) == visible(shown.bitmap), "a different image is shown")
      sum = sum.adding(next.shownDelay) ?? sum
    }
    try expect(sum.isSameTime(as: shown.shownDelay), "the delay is different")
  }
  try expect(rest.isEmpty, "frames are missing")
}
