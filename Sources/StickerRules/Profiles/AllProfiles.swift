package import StickerModel

extension Profile {
  /// Every profile; the first holds where nobody chooses another.
  package static let all: [Profile] = [
    .imessage,
    .signal,
    .telegram,
    .telegramEmoji,
    .whatsApp,
    .line,
    .lineAnimated,
    .lineEmoji,
    .discordSticker,
    .discordEmoji,
    .slack,
    .mastodon,
    .misskey,
    .twitch,
  ]

  /// The profile of a name; nil where none has it.
  package static func named(_ name: String) -> Profile? { all.first { $0.name == name } }
}
