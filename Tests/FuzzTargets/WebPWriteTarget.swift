import StickerImage

extension FuzzTarget {
  static let webPWrite = FuzzTarget(
    "webp-write", summary: "images and animations, encoded as WebP and decoded again", maxInputBytes: 1024,
    attempt: { bytes throws(PropertyViolation) in
      var source = ByteSource(bytes)
      let (frames, plays) = (animation(&source), source.number16())
      let (least, limit) = (source.number(0...40), source.number(20...4000))
      let still = frames[0].bitmap
      try expectShown(try expectEncoding { () throws(InternalError) in try still.encodedWebP() }, [still])
      let moving = try expectEncoding { () throws(InternalError) in
        try frames.encodedWebP(plays: plays, minFrameMilliseconds: least)
      }
      try expectShown(moving, frames.map(\.bitmap))
      let quality = Double(source.number(0...200)) / 2
      let lossy = try expectEncoding { () throws(InternalError) in
        try frames.encodedWebP(plays: plays, .lossy(quality: quality))
      }
      try expect(shown(lossy).allSatisfy { $0.size == still.size }, "an image has different dimensions")
      let fit = try expectEncoding { () throws(InternalError) in
        var search = try WebPQualitySearch(frames, plays: plays, maxBytes: limit)
        return try search.bestFit(allowsLossy: true)?.bytes ?? []
      }
      try expect(fit.count <= limit, "\(fit.count) bytes (limit: \(limit))")
      if !fit.isEmpty { _ = try shown(fit) }
    })
}

/// Frames with any delay that a WebP can store. Consecutive frames may be equal.
private func animation(_ source: inout ByteSource) -> [Frame] {
  let size = PixelSize(source.number(1...21), source.number(1...17))
  var frames: [Frame] = []
  for _ in 0..<source.number(1...4) {
    let delay = ExactSeconds(min(source.number16(), 4000), max(1, source.number16()))
    var bitmap = frames.last?.bitmap ?? Bitmap(transparent: size)
    for _ in 0..<source.number(0...3) {
      let color = source.bytes(4)
      let (x, y) = (source.number(0...size.width - 1), source.number(0...size.height - 1))
      let (width, height) = (source.number(1...size.width), source.number(1...size.height))
      for row in y..<min(y + height, size.height) {
        for column in x..<min(x + width, size.width) {
          let at = (row * size.width + column) * 4
          bitmap.pixels.replaceSubrange(at..<at + 4, with: color)
        }
      }
    }
    frames.append(Frame(bitmap, delay: delay))
  }
  return frames
}

/// The frames as stickerlint's reader shows them. It uses libwebp only to decode one still at a time.
private func shown(_ file: [UInt8]) throws(PropertyViolation) -> [Bitmap] {
  do { return try Image(decoding: file).frames.map(\.bitmap) } catch {
    throw PropertyViolation(description: "encoded data cannot be decoded: \(error)")
  }
}

/// Checks that the images are shown in order. Consecutive images that look the same count as one.
private func expectShown(_ file: [UInt8], _ pictures: [Bitmap]) throws(PropertyViolation) {
  var wanted: [Bitmap] = []
  for picture in pictures.map(clearingHiddenColors) where wanted.last != picture { wanted.append(picture) }
  try expect(try shown(file).map(clearingHiddenColors) == wanted, "the images are different")
}
