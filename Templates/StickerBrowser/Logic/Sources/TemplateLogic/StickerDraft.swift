import Foundation

/// What the person has typed for a sticker so far.
public struct StickerDraft: Equatable, Sendable {
  /// The most characters of a sticker's text: more would be too small to read.
  public static let textCharacters = 40

  /// The words or emoji to draw, as typed.
  public var text: String
  /// What VoiceOver is to read, as typed; may be empty.
  public var description: String

  /// A draft; an empty one to begin with.
  public init(text: String = "", description: String = "") {
    (self.text, self.description) = (text, description)
  }

  /// The text without space around it, of at most ``textCharacters`` characters: what is drawn.
  public var drawnText: String { cut(text, to: Self.textCharacters) }

  /// What VoiceOver reads: the description, or the text where there is none.
  public var spokenText: String {
    let spoken = cut(description, to: StickerLimits.descriptionCharacters)
    return spoken.isEmpty ? drawnText : spoken
  }

  /// The limit that what was typed exceeds, in characters; nil if nothing is cut.
  public var exceededLimit: Int? {
    let typed = [(text, Self.textCharacters), (description, StickerLimits.descriptionCharacters)]
    return typed.first { trimmed($0.0).count > $0.1 }?.1
  }

  /// Whether there is anything to add.
  public var isReady: Bool { !drawnText.isEmpty }
}

private func cut(_ text: String, to characters: Int) -> String {
  trimmed(String(trimmed(text).prefix(characters)))
}

private func trimmed(_ text: String) -> String {
  text.trimmingCharacters(in: .whitespacesAndNewlines)
}
