import Foundation

/// The reason why a drawing is not a sticker.
public enum MadeStickerError: Error, Equatable, Sendable {
  /// Not a PNG.
  case notPNG
  /// A file size outside ``StickerLimits/bytes``.
  case size(bytes: Int)
  /// A side outside ``StickerLimits/pixels``.
  case pixels(PixelSize)
  /// No description, or more than ``StickerLimits/descriptionCharacters`` characters.
  case description(characters: Int)
}

/// A sticker that the person made: a PNG within the limits, and what VoiceOver reads for it.
public struct MadeSticker: Equatable, Sendable {
  /// The file.
  public let png: Data
  /// Its dimensions.
  public let pixels: PixelSize
  /// What VoiceOver reads.
  public let description: String

  /// Checks a drawing against the limits of the pack's stickers.
  public init(png: Data, description: String) throws(MadeStickerError) {
    guard StickerLimits.bytes.contains(png.count) else { throw .size(bytes: png.count) }
    guard let pixels = pixelSize(ofPNG: png) else { throw .notPNG }
    guard StickerLimits.pixels.contains(pixels.width), StickerLimits.pixels.contains(pixels.height) else {
      throw .pixels(pixels)
    }
    guard 1...StickerLimits.descriptionCharacters ~= description.count else {
      throw .description(characters: description.count)
    }
    (self.png, self.pixels, self.description) = (png, pixels, description)
  }
}

/// Reads the dimensions in the header of a PNG: signature, then the chunk IHDR with width and height (PNG,
/// 5.2 and 11.2.1).
private func pixelSize(ofPNG data: Data) -> PixelSize? {
  let bytes = [UInt8](data.prefix(24))
  let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
  guard bytes.count == 24, Array(bytes.prefix(16)) == start else { return nil }
  func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
  return PixelSize(width: number(at: 16), height: number(at: 20))
}
