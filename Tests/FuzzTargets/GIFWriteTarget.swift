import StickerImage

extension FuzzTarget {
  static let gifWrite = FuzzTarget(
    "gif-write", summary: "animations with any colors and delays, written as GIF and read back",
    maxInputBytes: 2048,
    attempt: { bytes throws(PropertyViolation) in
      var source = ByteSource(bytes)
      let (frames, thousandths) = movingFrames(&source)
      let plays = source.number16()
      let gif: EncodedGIF
      do throws(InternalError) { gif = try frames.encodedGIF(plays: plays) } catch {
        return try expect(
          thousandths.reduce(0, +) < 15, "frames that fit in a GIF cannot be written: \(error)")
      }
      let image = try decoded(gif.bytes)
      try expect(image.container.format == .gif, "the format is different")
      try expect(
        image.frames.map(\.bitmap) == gif.displayedFrames.map(\.bitmap), "other frames than reported")
      let isMoving = image.frames.count > 1
      if isMoving { try expect(image.container.animation?.plays == plays, "the loop count is different") }
      try expectTimes(image.frames, frames, thousandths, gif.isQuantizationLossless, isMoving: isMoving)
    })
}

/// Frames with their delays in milliseconds. Consecutive frames may be equal.
private func movingFrames(_ source: inout ByteSource) -> ([Frame], [Int]) {
  let size = PixelSize(source.number(1...33), source.number(1...17))
  var (frames, thousandths) = ([Frame](), [Int]())
  for _ in 0..<source.number(1...6) {
    let time = source.byte() & 1 == 1 ? source.number(0...40) : source.number(0...255) * 10
    let isRepeat = source.byte() & 3 == 3
    let bitmap = isRepeat ? frames.last?.bitmap : nil
    frames.append(Frame(bitmap ?? picture(&source, size), delay: ExactSeconds(time, 1000)))
    thousandths.append(time)
  }
  return (frames, thousandths)
}

/// Checks that each written frame ends within 5 ms of an original one, lasts at least 20 ms, and shows an
/// original frame that is visible during part of its time: always with the same outline, and with the same
/// colors if the encoder kept all colors.
private func expectTimes(
  _ shown: [Frame], _ given: [Frame], _ thousandths: [Int], _ isExact: Bool, isMoving: Bool
) throws(PropertyViolation) {
  let ends = thousandths.indices.map { thousandths[...$0].reduce(0, +) }
  var start = 0
  for frame in shown {
    let time = frame.delay.numerator * 1000 / frame.delay.denominator
    if isMoving { try expect(time >= 20, "a frame of \(time) ms") }
    let end = isMoving ? start + time : ends.last ?? 0
    try expect(ends.contains { abs($0 - end) <= 5 }, "a frame ends at \(end) ms")
    let isGiven = given.indices.contains { number in
      let from = number > 0 ? ends[number - 1] : 0
      return from - 5 <= end && ends[number] + 5 >= start
        && isShown(given[number].bitmap, as: frame.bitmap, isExact)
    }
    try expect(isGiven, "a frame shows none of the original images")
    start = end
  }
  if isMoving { try expect(abs(start - (ends.last ?? 0)) <= 5, "the animation takes \(start) ms") }
}

/// Whether an image equals another one after its semitransparent pixels become opaque or transparent.
private func isShown(_ given: Bitmap, as shown: Bitmap, _ isExact: Bool) -> Bool {
  stride(from: 0, to: given.pixels.count, by: 4).allSatisfy { at in
    let alpha = Int(given.pixels[at + 3])
    guard alpha >= 128 else { return shown.pixels[at..<at + 4].allSatisfy { $0 == 0 } }
    guard shown.pixels[at + 3] == 255 else { return false }
    return !isExact
      || (at..<at + 3).allSatisfy { sample in
        let wanted = Double(Int(given.pixels[sample]) * alpha + 128 * (255 - alpha)) / 255
        return abs(Double(shown.pixels[sample]) - wanted) <= 0.51
      }
  }
}
