import Foundation

/// The reason why a drawing is not a sticker.
public enum UserStickerError: Error, Equatable, Sendable {
  /// The data is not a PNG.
  case notPNG
  /// The file size is outside ``StickerLimits/fileBytes``.
  case size(bytes: Int)
  /// A side is outside ``StickerLimits/sidePixels``.
  case pixels(PixelSize)
  /// There is no description, or it has more than ``StickerLimits/maxDescriptionCharacters`` characters.
  case description(characters: Int)
}

/// A sticker that the person made: a PNG within the limits, and the text that VoiceOver reads for it.
public struct UserSticker: Equatable, Sendable {
  /// The file.
  public let png: Data
  /// Its dimensions.
  public let pixels: PixelSize
  /// The text that VoiceOver reads.
  public let description: String

  /// Checks a drawing against the limits of the pack's stickers.
  public init(png: Data, description: String) throws(UserStickerError) {
    guard StickerLimits.fileBytes.contains(png.count) else { throw .size(bytes: png.count) }
    guard let pixels = ImageHeader(png: [UInt8](png))?.pixels else { throw .notPNG }
    guard StickerLimits.sidePixels.contains(pixels.width), StickerLimits.sidePixels.contains(pixels.height)
    else {
      throw .pixels(pixels)
    }
    guard 1...StickerLimits.maxDescriptionCharacters ~= description.count else {
      throw .description(characters: description.count)
    }
    self.png = png
    self.pixels = pixels
    self.description = description
  }
}
