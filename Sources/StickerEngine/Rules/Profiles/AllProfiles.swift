extension MessengerProfile {
  /// Every profile; the first holds where nobody chooses another.
  package static let all: [MessengerProfile] = [
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
  package static func named(_ name: String) -> MessengerProfile? { all.first { $0.name == name } }
}

/// What only Messages asks for, switched off: lines for `rules` of every other messenger's profile.
let withoutApple = """
    grid-size: off
    whole-points: off
    not-square: off
    scale-suffix: off
    mixed-sizes: off
    discouraged-format: off
    animation-format: off
    clamped-delay: off
    animation-weight: off
    finite-loop: off
    missing-icon: off
    missing-description: off
    missing-localization: off
    excess-margin: off
    enlarged-art: off
    uneven-scale: off
    off-center: off
  """
