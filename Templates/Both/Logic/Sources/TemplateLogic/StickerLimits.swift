/// What Messages takes as a sticker, and what this app takes as a list of them.
public enum StickerLimits {
  /// The size of a sticker's file. Apple asks for less than 500 KB and does not say which KB, so the smaller
  /// one.
  public static let bytes = 1..<500_000 /*«sticker-bytes»*/
  /// Either side of a sticker in pixels, at three pixels a point.
  public static let pixels = leastPixels...mostPixels
  private static let leastPixels = 300 /*«least-pixels»*/
  private static let mostPixels = 618 /*«most-pixels»*/
  /// Characters of a description, which VoiceOver reads out.
  public static let descriptionCharacters = 150
  /// File types of stickers. An APNG is named `.png`.
  public static let fileExtensions: Set<String> = ["gif", "jpeg", "jpg", "png"]
  /// The most stickers of an index.
  public static let stickers = 1_000
  /// The most bytes of an index: 1 MiB.
  public static let indexBytes = 1_048_576
}

/// A size in pixels.
public struct PixelSize: Codable, Equatable, Sendable {
  /// Pixels from left to right.
  public let width: Int
  /// Pixels from top to bottom.
  public let height: Int

  /// A size in pixels.
  public init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }
}
