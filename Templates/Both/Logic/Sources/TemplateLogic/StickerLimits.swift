/// The limits that Messages has for stickers, and that this app has for a list of stickers.
public enum StickerLimits {
  /// The file size of a sticker. Apple requires less than 500 KB and does not define KB, so this uses the
  /// smaller unit of 1,000 bytes.
  public static let fileBytes = 1..<500_000 /*«sticker-bytes»*/
  /// The width and the height of a sticker in pixels, at three pixels per point.
  public static let sidePixels = leastPixels...mostPixels
  private static let leastPixels = 300 /*«least-pixels»*/
  private static let mostPixels = 618 /*«most-pixels»*/
  /// The maximum number of characters of a description, which VoiceOver reads aloud.
  public static let maxDescriptionCharacters = 150
  /// File types of stickers. An APNG is named `.png`.
  public static let fileExtensions: Set<String> = ["gif", "jpeg", "jpg", "png"]
  /// The maximum number of stickers in an index.
  public static let maxStickers = 1_000
  /// The maximum size of an index: 1 MiB.
  public static let maxIndexBytes = 1_048_576
}

/// Dimensions in pixels.
public struct PixelSize: Codable, Equatable, Sendable {
  /// The width.
  public let width: Int
  /// The height.
  public let height: Int

  /// Creates dimensions in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
