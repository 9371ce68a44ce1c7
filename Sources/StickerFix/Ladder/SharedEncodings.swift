import StickerImage

/// What the pictures of one source were encoded to: what several messengers want alike is encoded once.
///
/// One source is worked on by one thread at a time, and so this is none's to share.
final class SharedEncodings {
  /// All that an encoder goes by.
  private struct Key: Hashable {
    let size: PixelSize
    let pixels: [PixelDigest]
    let delays: [ExactSeconds]
    let plays: Int?
    let chunks: CarriedChunks
    let storage: Picture.Storage
    let takesPalette: Bool
    let effort: OptimizingEffort?

    init(_ picture: Picture, _ effort: OptimizingEffort?) {
      (size, delays, plays) = (picture.size, picture.frames.map(\.delay), picture.plays)
      pixels = picture.bitmaps.map { PixelDigest(of: $0.pixels) }
      (chunks, storage, self.effort) = (picture.chunks, picture.storage, effort)
      takesPalette = picture.takesPalette
    }
  }

  private var files: [Key: [UInt8]] = [:]
  private var gifs: [Key: EncodedGIF] = [:]

  /// The PNG or APNG of a picture.
  func file(_ picture: Picture, _ effort: OptimizingEffort) throws(EncodingDefect) -> [UInt8] {
    let key = Key(picture, effort)
    if let known = files[key] { return known }
    let made = try picture.encoded(effort)
    files[key] = made
    return made
  }

  /// The GIF of a picture, which knows nothing but frames.
  func gif(_ picture: Picture, plays: Int) throws(EncodingDefect) -> EncodedGIF {
    let key = Key(picture, nil)
    if let known = gifs[key] { return known }
    let made = try picture.frames.encodedGIF(plays: plays)
    gifs[key] = made
    return made
  }
}
