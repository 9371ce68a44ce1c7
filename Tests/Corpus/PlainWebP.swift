public import StickerImage

/// A lossless WebP that stores each sample in eight bits, written only from the specification.
///
/// - Parameter plays: the loop count; nil for a still of the first frame.
/// - Returns: nil if a delay is not a whole number of milliseconds, or is longer than a WebP can store.
public func plainWebP(_ frames: [Frame], plays: Int?) -> [UInt8]? {
  guard let size = frames.first?.bitmap.size else { return nil }
  guard let plays else { return HandmadeWebP.file([losslessChunk(frames[0].bitmap)]) }
  var stored: [[UInt8]] = []
  for frame in frames {
    let (thousandfold, rest) = (1000 * frame.delay.numerator).quotientAndRemainder(
      dividingBy: frame.delay.denominator)
    guard rest == 0, thousandfold < 1 << 24 else { return nil }
    // Each frame covers the canvas and replaces its pixels.
    stored.append(
      HandmadeWebP.frame(
        0, 0, size.width, size.height, milliseconds: thousandfold, flags: 2, losslessChunk(frame.bitmap)))
  }
  return HandmadeWebP.animation(size.width, size.height, plays: plays, stored)
}

private func losslessChunk(_ bitmap: Bitmap) -> [UInt8] {
  var bits = HandmadeWebP.BitWriter()
  bits.put(0, 3)
  bits.putByteCode(unusedSymbols: 24)
  for _ in 0..<3 { bits.putByteCode(unusedSymbols: 0) }
  bits.putSingleSymbolCode(0)
  for at in stride(from: 0, to: bitmap.pixels.count, by: 4) {
    for channel in [1, 0, 2, 3] { bits.putByteSymbol(Int(bitmap.pixels[at + channel])) }
  }
  return HandmadeWebP.chunk("VP8L", HandmadeWebP.losslessHeader(bitmap.width, bitmap.height) + bits.bytes)
}
