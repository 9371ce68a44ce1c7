package import StickerModel

extension Profile {
  /// Every profile; the first holds where nobody chooses another.
  package static let all: [Profile] = [imessage]
}
