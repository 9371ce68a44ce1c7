import Foundation

/// The text that the person has typed for a sticker so far.
public struct StickerDraft: Equatable, Sendable {
  /// The maximum number of characters in a sticker's text. Longer text would be too small to read.
  public static let maxTextCharacters = 40

  /// The words or emoji to draw, as typed.
  public var text: String
  /// The text for VoiceOver, as typed; may be empty.
  public var description: String

  /// Creates a draft (default: empty).
  public init(text: String = "", description: String = "") {
    self.text = text
    self.description = description
  }

  /// The text to draw: trimmed, and at most ``maxTextCharacters`` characters.
  public var drawnText: String { cut(text, to: Self.maxTextCharacters) }

  /// The text that VoiceOver reads: the description, or the drawn text if the description is empty.
  public var spokenText: String {
    let spoken = cut(description, to: StickerLimits.maxDescriptionCharacters)
    return spoken.isEmpty ? drawnText : spoken
  }

  /// The limit that is exceeded, in characters, or nil.
  public var exceededLimit: Int? {
    let typed = [(text, Self.maxTextCharacters), (description, StickerLimits.maxDescriptionCharacters)]
    return typed.first { trimmed($0.0).count > $0.1 }?.1
  }

  /// Whether there is enough text for a sticker.
  public var isReady: Bool { !drawnText.isEmpty }
}

private func cut(_ text: String, to characters: Int) -> String {
  trimmed(String(trimmed(text).prefix(characters)))
}

private func trimmed(_ text: String) -> String {
  text.trimmingCharacters(in: .whitespacesAndNewlines)
}
