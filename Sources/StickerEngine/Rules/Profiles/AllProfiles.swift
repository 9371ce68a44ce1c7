extension MessengerProfile {
  /// All profiles. The first one is the default.
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
    .matrix,
    .viber,
  ]

  /// The profile with this name, or nil.
  package static func named(_ name: String) -> MessengerProfile? { all.first { $0.name == name } }
}

/// YAML that turns off the rules that apply only to Messages, for `rules` in the profiles of other
/// messengers.
let messagesOnlyRulesOffYAML = """
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
    placement: off
    enlarged-art: off
  """
