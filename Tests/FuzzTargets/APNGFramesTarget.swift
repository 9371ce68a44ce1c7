import StickerImage

extension FuzzTarget {
  static let apngFrames = FuzzTarget(
    "apng-frames", summary: "APNG patches with any blend and disposal, compared with a plain canvas",
    maxInputBytes: 1024,
    attempt: { bytes throws(PropertyViolation) in
      var source = ByteSource(bytes)
      let (file, frames) = animation(&source)
      try expectFrames(file, frames)
    })
}

/// An APNG, and the expected pixels of its frames.
private func animation(_ source: inout ByteSource) -> (file: [UInt8], frames: [[UInt8]]) {
  let (width, height) = (source.number(1...21), source.number(1...9))
  let (flags, wanted) = (source.byte(), source.number(1...6))
  let hidesDefaultImage = flags & 1 == 1
  var png = AssembledPNG()
  png.appendHeader(width, height)
  png.append("acTL", big32(wanted) + big32(source.number16()))
  if hidesDefaultImage { png.append("IDAT", storedStream(rows(&source, width, height).stored)) }
  var canvas = ReferenceCanvas(width: width, height: height)
  var (sequence, frames) = (0, [[UInt8]]())
  for number in 0..<wanted {
    let isDefault = number == 0 && !hidesDefaultImage
    let patch =
      isDefault
      ? PixelRect(PixelSize(width, height)) : rect(&source, width: width, height: height)
    let (disposal, blend) = (source.number(0...2), source.number(0...1))
    var control = big32(sequence) + big32(patch.width) + big32(patch.height) + big32(patch.x)
    control += big32(patch.y) + source.bytes(4) + [UInt8(disposal), UInt8(blend)]
    png.append("fcTL", control)
    sequence += 1
    let (stored, pixels) = rows(&source, patch.width, patch.height)
    if isDefault {
      png.append("IDAT", storedStream(stored))
    } else {
      png.append("fdAT", big32(sequence) + storedStream(stored))
      sequence += 1
    }
    frames.append(
      canvas.show(
        pixels, in: patch, blend == 0 ? .source : .over, [.keep, .background, .previous][disposal]))
  }
  png.append("IEND")
  return (png.bytes, frames)
}

/// Rows of truecolor with alpha, with any filters, and their pixels. A flag repeats a single row, so that
/// short inputs can describe large images.
private func rows(_ source: inout ByteSource, _ width: Int, _ height: Int) -> (
  stored: [UInt8], pixels: [UInt8]
) {
  let repeats = source.byte() & 1 == 1
  let first = [UInt8(source.number(0...4))] + source.bytes(width * 4)
  var (stored, pixels): ([UInt8], [UInt8]) = ([], [])
  var above = [UInt8](repeating: 0, count: width * 4)
  for row in 0..<height {
    let line = row == 0 || repeats ? first : [UInt8(source.number(0...4))] + source.bytes(width * 4)
    stored += line
    above = unfiltered(Array(line.dropFirst()), line[0], above, step: 4) ?? above
    pixels += above
  }
  return (stored, pixels)
}
