import Corpus
import StickerImage

/// A file with one obvious fault.
struct FaultyFile: Sendable {
  /// The file name, which describes the fault.
  let fileName: String
  /// The rules that `lint` reports for the file on its own.
  let rules: Set<String>
  /// Creates the file.
  ///
  /// - Parameter side: the side of the faultless stickers in the pack, in px.
  let make: @Sendable (_ side: Int) throws -> [UInt8]

  /// All faulty files. Each has different art, so that no two are the same sticker.
  static let all = [
    tooSmall, whiteBackground, fileTooLarge, corrupted, wrongExtension, webPInside, opaqueJPEG, trailingBytes,
    shortDelays,
    playsTwice,
  ]
}

extension FaultyFile {
  private static let tooSmall = FaultyFile(fileName: "too-small.png", rules: ["pixel-dimensions"]) { _ in
    try Artwork.ghost.frames(side: 240)[0].bitmap.encodedPNG()
  }

  private static let whiteBackground = FaultyFile(
    fileName: "white-background.png", rules: ["opaque-background"]
  ) {
    side in
    try Artwork.avocado.frames(side: side)[0].bitmap.over(rgb: [255, 255, 255]).encodedPNG()
  }

  /// Art with film grain, which does not compress well.
  private static let fileTooLarge = FaultyFile(fileName: "too-heavy.png", rules: ["file-size"]) { _ in
    try addingNoiseToOpaquePixels(Artwork.donut.frames(side: 618)[0].bitmap, strength: 11).encodedPNG()
  }

  /// One flipped bit in the pixel data.
  private static let corrupted = FaultyFile(fileName: "damaged-in-transfer.png", rules: ["corrupt-image"]) {
    side in
    var bytes = try Artwork.rocket.file(side: side)
    bytes[bytes.count / 2] ^= 4
    return bytes
  }

  private static let wrongExtension = FaultyFile(fileName: "cat-waving.apng", rules: ["extension-mismatch"]) {
    side in
    try Artwork.wavingCat.file(side: side)
  }

  private static let webPInside = FaultyFile(fileName: "webp-inside.png", rules: ["unsupported-format"]) {
    side in
    HandmadeWebP.disc(side: side, [255, 127, 80])
  }

  private static let opaqueJPEG = FaultyFile(
    fileName: "jpeg-has-no-transparency.jpg", rules: ["discouraged-format", "opaque-background"]
  ) { side in
    try Artwork.cactus.frames(side: side)[0].bitmap.over(rgb: [255, 255, 255]).encodedJPEG()
  }

  private static let trailingBytes = FaultyFile(
    fileName: "something-behind-the-end.png", rules: ["trailing-data"]
  ) { side in
    try Artwork.rainCloud.file(side: side) + Array("exported by a tool that appends its notes\n".utf8)
  }

  /// A delay of 10 ms per frame, which all players increase.
  private static let shortDelays = FaultyFile(fileName: "too-hectic.png", rules: ["frame-delay"]) { side in
    let frames = spedUpKeepingEvery(4, of: Artwork.bouncingHeart.frames(side: side))
    return try frames.map { Frame($0.bitmap, delay: ExactSeconds(1, 100)) }.encodedAPNG(plays: 0)
  }

  private static let playsTwice = FaultyFile(fileName: "stops-after-two.png", rules: ["finite-loop"]) {
    side in
    try spedUpKeepingEvery(2, of: Artwork.blinkingStar.frames(side: side)).encodedAPNG(plays: 2)
  }
}

private func spedUpKeepingEvery(_ step: Int, of frames: [Frame]) -> [Frame] {
  stride(from: 0, to: frames.count, by: step).map { frames[$0] }
}

/// Returns the image with reproducible noise of up to `strength` in each color channel.
private func addingNoiseToOpaquePixels(_ bitmap: Bitmap, strength: Double) -> Bitmap {
  var (pixels, dice) = (bitmap.pixels, SeededRandom(seed: 618))
  for at in stride(from: 0, to: pixels.count, by: 4) where pixels[at + 3] == 255 {
    for channel in 0..<3 {
      let moved = Double(pixels[at + channel]) + dice.next(in: -strength...strength)
      pixels[at + channel] = UInt8(min(max(moved.rounded(), 0), 255))
    }
  }
  return Bitmap(bitmap.size, pixels: pixels)
}
