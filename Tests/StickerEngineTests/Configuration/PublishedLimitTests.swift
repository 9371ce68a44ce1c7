import Testing

@testable import StickerEngine

/// The figures of the messengers' own checkers, documents and source code, copied as figures: each profile is
/// held to them. `MessengerLimitTests` tries files on both sides of each.
@Suite("published limits") struct PublishedLimitTests {
  /// One figure as its source has it.
  struct Figure: Sendable, CustomTestStringConvertible {
    let profile: String
    /// The rule and its parameter: `file-size.max-bytes`.
    let key: String
    let value: String
    /// Where it is published.
    let source: String

    var testDescription: String { "\(profile): \(key) = \(value), \(source)" }

    init(_ profile: String, _ key: String, _ value: String, _ source: String) {
      self.profile = profile
      self.key = key
      self.value = value
      self.source = source
    }
  }

  private static let signal: [Figure] = [
    Figure("signal", "file-size.max-bytes", "307200", "Signal-Desktop, constants.ts: 300 KiB"),
    Figure("signal", "pixel-dimensions.min-pixels", "512", "Signal-Desktop, processImage.ts"),
    Figure("signal", "pixel-dimensions.max-pixels", "512", "Signal-Desktop, processImage.ts"),
    Figure("signal", "pixel-dimensions.min-animated-pixels", "10", "Signal-Desktop, apng.ts"),
    Figure("signal", "pixel-dimensions.max-animated-pixels", "512", "Signal-Desktop, apng.ts"),
    Figure("signal", "animation-limits.max-duration", "3000", "Signal-Desktop, constants.ts"),
    Figure("signal", "animation-limits.palette", "no", "Signal-iOS, issue 4611"),
    Figure("signal", "sticker-count.max-stickers", "200", "Signal-Desktop, constants.ts"),
    Figure("signal", "unsupported-format.webp", "yes", "Signal-Desktop, processImage.ts"),
    Figure("signal", "unsupported-format.animated-webp", "no", "Signal-Desktop, processImage.ts"),
  ]

  private static let telegram: [Figure] = [
    Figure("telegram", "file-size.max-bytes", "524288", "TDLib, StickerFormat.cpp: 1 << 19"),
    Figure("telegram-emoji", "file-size.max-bytes", "131072", "TDLib, StickerFormat.cpp: 1 << 17"),
    Figure("telegram", "pixel-dimensions.longer-side", "512", "core.telegram.org/stickers"),
    Figure("telegram-emoji", "pixel-dimensions.min-pixels", "100", "core.telegram.org/stickers"),
    Figure("telegram-emoji", "pixel-dimensions.max-pixels", "100", "core.telegram.org/stickers"),
    Figure("telegram", "pack-texts.max-title", "64", "TDLib, StickersManager.h"),
    Figure("telegram-emoji", "pack-texts.max-title", "64", "TDLib, StickersManager.h"),
    Figure("telegram", "sticker-name.max-keywords", "20", "TDLib, td_api.tl, inputSticker"),
    Figure("telegram", "sticker-name.max-keyword-characters", "64", "TDLib, td_api.tl, inputSticker"),
    Figure("telegram-emoji", "sticker-name.max-keywords", "20", "TDLib, td_api.tl, inputSticker"),
    Figure("telegram-emoji", "sticker-name.max-keyword-characters", "64", "TDLib, td_api.tl, inputSticker"),
    Figure("telegram", "sticker-count.max-stickers", "120", "TelegramStickersImport, Limits.swift"),
    Figure("telegram-emoji", "sticker-count.max-stickers", "200", "TDLib, StickersManager.h"),
  ]

  private static let whatsApp: [Figure] = [
    Figure("whatsapp", "file-size.max-bytes", "102400", "StickerPackValidator.java: 100 KB"),
    Figure("whatsapp", "file-size.max-animated-bytes", "500000", "WhatsApp/stickers, issues 742, 746"),
    Figure("whatsapp", "pixel-dimensions.min-pixels", "512", "StickerPackValidator.java"),
    Figure("whatsapp", "pixel-dimensions.max-pixels", "512", "StickerPackValidator.java"),
    Figure("whatsapp", "animation-limits.min-frame-time", "8", "StickerPackValidator.java"),
    Figure("whatsapp", "animation-limits.max-duration", "10000", "StickerPackValidator.java"),
    Figure("whatsapp", "sticker-count.min-stickers", "3", "StickerPackValidator.java"),
    Figure("whatsapp", "sticker-count.max-stickers", "30", "StickerPackValidator.java"),
    Figure("whatsapp", "sticker-emoji.max-emoji", "3", "StickerPackValidator.java: EMOJI_MAX_LIMIT"),
    Figure("whatsapp", "description-length.max-length", "125", "StickerPackValidator.java: stills"),
    Figure("whatsapp", "description-length.max-animated-length", "255", "StickerPackValidator.java"),
    Figure("whatsapp", "pack-texts.max-text", "128", "StickerPackValidator.java: CHAR_COUNT_MAX"),
    Figure("whatsapp", "cover-picture.width", "96", "Limits.swift"),
    Figure("whatsapp", "cover-picture.max-bytes", "51200", "StickerPackValidator.java: 50 KB"),
  ]

  private static let line: [Figure] =
    ["line", "line-animated", "line-emoji"].flatMap { profile in
      [
        ("max-title", "40"), ("max-author", "50"), ("max-description", "160"), ("max-copyright", "50"),
        ("wide-counts-twice", "yes"),
      ].map { Figure(profile, "pack-texts.\($0.0)", $0.1, "creator.line.me: guidelines") }
    } + [
      Figure("line", "file-size.max-bytes", "1000000", "creator.line.me: guidelines"),
      Figure("line-animated", "animation-limits.min-frames", "5", "creator.line.me: guidelines"),
      Figure("line-animated", "animation-limits.max-frames", "20", "creator.line.me: guidelines"),
      Figure("line-animated", "animation-limits.max-play-time", "4000", "creator.line.me: guidelines"),
      Figure("line-emoji", "pixel-dimensions.max-pixels", "180", "creator.line.me: guidelines"),
    ]

  private static let discord: [Figure] = [
    Figure("discord-sticker", "file-size.max-bytes", "524288", "discord-api-docs, sticker.mdx"),
    Figure("discord-sticker", "pixel-dimensions.max-pixels", "320", "discord-api-docs, sticker.mdx"),
    Figure("discord-sticker", "animation-limits.max-duration", "5000", "discord-api-docs, sticker.mdx"),
    Figure(
      "discord-sticker", "animation-limits.max-frames", "1000",
      "discord-api-docs, opcodes-and-status-codes.mdx, 170004"),
    Figure("discord-sticker", "sticker-name.max-tags", "200", "discord-api-docs, sticker.mdx"),
    Figure("discord-emoji", "file-size.max-bytes", "262144", "discord-api-docs, emoji.mdx: 256 KiB"),
    Figure("discord-emoji", "unsupported-format.webp", "yes", "discord-api-docs, emoji.mdx"),
    Figure("discord-emoji", "sticker-name.min-name", "2", "discord.py, issue 10072"),
    Figure("discord-emoji", "sticker-name.max-name", "32", "discord.py, issue 10072"),
  ]

  private static let others: [Figure] = [
    Figure("slack", "file-size.max-bytes", "128000", "slack.com/help: 128 KB"),
    Figure("slack", "animation-limits.max-frames", "50", "makers"),
    Figure("slack", "sticker-name.max-name", "100", "emojibot, issue 4"),
    Figure("mastodon", "file-size.max-bytes", "262143", "custom_emoji.rb: less than 256 KiB"),
    Figure("mastodon", "pixel-dimensions.max-gif-area", "921600", "attachmentable.rb: GIF_MATRIX_LIMIT"),
    Figure("mastodon", "pixel-dimensions.max-area", "33177600", "attachmentable.rb: MAX_MATRIX_LIMIT"),
    Figure("misskey", "unsupported-format.apng", "yes", "misskey, const.ts"),
    Figure("misskey", "unsupported-format.webp", "yes", "misskey, const.ts"),
    Figure("misskey", "unsupported-format.jpeg", "yes", "misskey, const.ts"),
    Figure("misskey", "sticker-name.max-name", "128", "misskey, Emoji.ts"),
    Figure("twitch", "file-size.max-bytes", "1000000", "makers' copies of Twitch's page: 1 MB"),
    Figure("twitch", "file-size.max-smaller-bytes", "512000", "makers' copies of Twitch's page: 512 KB"),
    Figure("twitch", "pixel-dimensions.min-pixels", "112", "makers' copies of Twitch's page"),
    Figure("twitch", "pixel-dimensions.max-pixels", "4096", "makers' copies of Twitch's page"),
    Figure("twitch", "animation-limits.max-frames", "60", "makers' copies of Twitch's page"),
  ]

  @Test("a profile has the figure that is published", arguments: signal + telegram + whatsApp)
  func ofPacks(_ figure: Figure) throws { try expect(figure) }

  @Test("a profile has the figure that is published, too", arguments: line + discord + others)
  func ofEmoji(_ figure: Figure) throws { try expect(figure) }

  private func expect(_ figure: Figure) throws {
    let parts = figure.key.split(separator: ".").map(String.init)
    let configuration = try Disk([:]).settings(at: "a.png", profile: figure.profile).configuration
    // A rule that is off has no file to judge, and its figures hold for exports all the same.
    let rule = try #require(Rule.all.first { $0.id == parts[0] })
    let parameter = try #require(rule.parameters.first { $0.name == parts[1] })
    let settings = try #require(configuration.activeRule(parts[0])?.settings)
    #expect(settings.value(parameter).text == figure.value)
  }

  @Test("every profile names where its figures are from", arguments: MessengerProfile.all)
  func sources(_ profile: MessengerProfile) {
    #expect(profile.text.contains("sources:"))
    #expect(!profile.name.hasPrefix("line") || !profile.text.contains("second-hand"))
  }
}
