public import StickerModel

extension Profile {
  /// Every profile; the first holds where nobody chooses another.
  public static let all: [Profile] = [imessage]
}
