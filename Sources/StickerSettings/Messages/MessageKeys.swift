import StickerModel

/// The keys of a `message.yml`: the reader takes these, and the schema lists them.
enum MessageKey: Hashable {
  case baseURL, image, media
  case text(MessageText)
  case states

  static let all: [MessageKey] =
    [.baseURL, .image, .media] + MessageText.allCases.map(MessageKey.text) + [.states]
  static let words = all.map(\.word)
  /// The keys that name files.
  static let ofFiles: [MessageKey] = [.image, .media]

  /// The keys that no other program's file is likely to have: one of them makes a file ours.
  static let telling: [MessageKey] = [.baseURL, .text(.accessibilityLabel)]
  /// The keys that others have too, for other things: they tell nothing.
  static let generic: Set<MessageKey> = [.image, .media, .text(.summary), .states]

  /// The key as a `message.yml` writes it.
  var word: String {
    switch self {
    case .baseURL: "base-url"
    case .image: "image"
    case .media: "media"
    case .text(let text): text.rawValue
    case .states: "states"
    }
  }
}

extension [String: YAMLMember] {
  subscript(key: MessageKey) -> YAMLMember? { self[key.word] }
}
