import Testing

@testable import StickerEngine

/// The values in the messengers' own checkers, documents and source code, copied literally and compared with
/// each profile. `MessengerLimitTests` tests files on both sides of each value.
@Suite("published limits") struct PublishedLimitTests {
  /// A value from a source.
  struct PublishedValue: Sendable, CustomTestStringConvertible {
    let profile: String
    /// The rule and its option, such as `file-size.max-bytes`.
    let key: String
    let value: String
    /// Where the value is published.
    let source: String

    var testDescription: String { "\(profile): \(key) = \(value), \(source)" }

    init(_ profile: String, _ key: String, _ value: String, _ source: String) {
      self.profile = profile
      self.key = key
      self.value = value
      self.source = source
    }
  }

  private static let signal: [PublishedValue] = [
    PublishedValue("signal", "file-size.max-bytes", "307200", "Signal-Desktop, constants.ts: 300 KiB"),
    PublishedValue("signal", "pixel-dimensions.min-pixels", "512", "Signal-Desktop, processImage.ts"),
    PublishedValue("signal", "pixel-dimensions.max-pixels", "512", "Signal-Desktop, processImage.ts"),
    PublishedValue("signal", "pixel-dimensions.min-animated-pixels", "10", "Signal-Desktop, apng.ts"),
    PublishedValue("signal", "pixel-dimensions.max-animated-pixels", "512", "Signal-Desktop, apng.ts"),
    PublishedValue("signal", "animation-limits.max-duration", "3000", "Signal-Desktop, constants.ts"),
    PublishedValue("signal", "animation-limits.palette", "no", "Signal-iOS, issue 4611"),
    PublishedValue("signal", "sticker-count.max-stickers", "200", "Signal-Desktop, constants.ts"),
    PublishedValue("signal", "unsupported-format.webp", "yes", "Signal-Desktop, processImage.ts"),
    PublishedValue("signal", "unsupported-format.animated-webp", "no", "Signal-Desktop, processImage.ts"),
  ]

  private static let telegram: [PublishedValue] = [
    PublishedValue("telegram", "file-size.max-bytes", "524288", "TDLib, StickerFormat.cpp: 1 << 19"),
    PublishedValue("telegram-emoji", "file-size.max-bytes", "131072", "TDLib, StickerFormat.cpp: 1 << 17"),
    PublishedValue(
      "telegram", "file-size.max-animated-bytes", "262144", "TDLib, StickerFormat.cpp: 1 << 18"),
    PublishedValue(
      "telegram-emoji", "file-size.max-animated-bytes", "65536", "TDLib, StickerFormat.cpp: 1 << 16"),
    PublishedValue("telegram", "animation-limits.max-duration", "3000", "core.telegram.org/stickers"),
    PublishedValue("telegram-emoji", "animation-limits.max-duration", "3000", "core.telegram.org/stickers"),
    PublishedValue("telegram", "animation-limits.min-frame-time", "33", "core.telegram.org/stickers: 30 fps"),
    PublishedValue("telegram", "pixel-dimensions.longer-side", "512", "core.telegram.org/stickers"),
    PublishedValue("telegram-emoji", "pixel-dimensions.min-pixels", "100", "core.telegram.org/stickers"),
    PublishedValue("telegram-emoji", "pixel-dimensions.max-pixels", "100", "core.telegram.org/stickers"),
    PublishedValue("telegram", "pack-texts.max-title", "64", "TDLib, StickersManager.h"),
    PublishedValue("telegram-emoji", "pack-texts.max-title", "64", "TDLib, StickersManager.h"),
    PublishedValue("telegram", "sticker-name.max-keywords", "20", "TDLib, td_api.tl, inputSticker"),
    PublishedValue("telegram", "sticker-name.max-keyword-characters", "64", "TDLib, td_api.tl, inputSticker"),
    PublishedValue("telegram-emoji", "sticker-name.max-keywords", "20", "TDLib, td_api.tl, inputSticker"),
    PublishedValue(
      "telegram-emoji", "sticker-name.max-keyword-characters", "64", "TDLib, td_api.tl, inputSticker"),
    PublishedValue("telegram", "sticker-count.max-stickers", "120", "TelegramStickersImport, Limits.swift"),
    PublishedValue("telegram-emoji", "sticker-count.max-stickers", "200", "TDLib, StickersManager.h"),
  ]

  private static let whatsApp: [PublishedValue] = [
    PublishedValue("whatsapp", "file-size.max-bytes", "102400", "StickerPackValidator.java: 100 KB"),
    PublishedValue(
      "whatsapp", "file-size.max-animated-bytes", "500000", "WhatsApp/stickers, issues 742, 746"),
    PublishedValue("whatsapp", "pixel-dimensions.min-pixels", "512", "StickerPackValidator.java"),
    PublishedValue("whatsapp", "pixel-dimensions.max-pixels", "512", "StickerPackValidator.java"),
    PublishedValue("whatsapp", "animation-limits.min-frame-time", "8", "StickerPackValidator.java"),
    PublishedValue("whatsapp", "animation-limits.max-duration", "10000", "StickerPackValidator.java"),
    PublishedValue("whatsapp", "sticker-count.min-stickers", "3", "StickerPackValidator.java"),
    PublishedValue("whatsapp", "sticker-count.max-stickers", "30", "StickerPackValidator.java"),
    PublishedValue("whatsapp", "sticker-emoji.max-emoji", "3", "StickerPackValidator.java: EMOJI_MAX_LIMIT"),
    PublishedValue("whatsapp", "description-length.max-length", "125", "StickerPackValidator.java: stills"),
    PublishedValue("whatsapp", "description-length.max-animated-length", "255", "StickerPackValidator.java"),
    PublishedValue("whatsapp", "pack-texts.max-text", "128", "StickerPackValidator.java: CHAR_COUNT_MAX"),
    PublishedValue("whatsapp", "cover-picture.width", "96", "Limits.swift"),
    PublishedValue("whatsapp", "cover-picture.max-bytes", "51200", "StickerPackValidator.java: 50 KB"),
  ]

  private static let line: [PublishedValue] =
    ["line", "line-animated", "line-emoji"].flatMap { profile in
      [
        ("max-title", "40"), ("max-author", "50"), ("max-description", "160"), ("max-copyright", "50"),
        ("wide-counts-twice", "yes"),
      ].map { PublishedValue(profile, "pack-texts.\($0.0)", $0.1, "creator.line.me: guidelines") }
    } + [
      PublishedValue("line", "file-size.max-bytes", "1000000", "creator.line.me: guidelines"),
      PublishedValue("line-animated", "animation-limits.min-frames", "5", "creator.line.me: guidelines"),
      PublishedValue("line-animated", "animation-limits.max-frames", "20", "creator.line.me: guidelines"),
      PublishedValue(
        "line-animated", "animation-limits.max-play-time", "4000", "creator.line.me: guidelines"),
      PublishedValue("line-emoji", "pixel-dimensions.max-pixels", "180", "creator.line.me: guidelines"),
    ]

  private static let discord: [PublishedValue] = [
    PublishedValue("discord-sticker", "file-size.max-bytes", "524288", "discord-api-docs, sticker.mdx"),
    PublishedValue("discord-sticker", "pixel-dimensions.max-pixels", "320", "discord-api-docs, sticker.mdx"),
    PublishedValue(
      "discord-sticker", "animation-limits.max-duration", "5000", "discord-api-docs, sticker.mdx"),
    PublishedValue(
      "discord-sticker", "animation-limits.max-frames", "1000",
      "discord-api-docs, opcodes-and-status-codes.mdx, 170004"),
    PublishedValue("discord-sticker", "sticker-name.max-tags", "200", "discord-api-docs, sticker.mdx"),
    PublishedValue("discord-emoji", "file-size.max-bytes", "262144", "discord-api-docs, emoji.mdx: 256 KiB"),
    PublishedValue("discord-emoji", "unsupported-format.webp", "yes", "discord-api-docs, emoji.mdx"),
    PublishedValue("discord-emoji", "sticker-name.min-name", "2", "discord.py, issue 10072"),
    PublishedValue("discord-emoji", "sticker-name.max-name", "32", "discord.py, issue 10072"),
  ]

  private static let others: [PublishedValue] = [
    PublishedValue("slack", "file-size.max-bytes", "128000", "slack.com/help: 128 KB"),
    PublishedValue("slack", "animation-limits.max-frames", "50", "makers"),
    PublishedValue("slack", "sticker-name.max-name", "100", "emojibot, issue 4"),
    PublishedValue("mastodon", "file-size.max-bytes", "262143", "custom_emoji.rb: less than 256 KiB"),
    PublishedValue(
      "mastodon", "pixel-dimensions.max-gif-area", "921600", "attachmentable.rb: GIF_MATRIX_LIMIT"),
    PublishedValue(
      "mastodon", "pixel-dimensions.max-area", "33177600", "attachmentable.rb: MAX_MATRIX_LIMIT"),
    PublishedValue("misskey", "unsupported-format.apng", "yes", "misskey, const.ts"),
    PublishedValue("misskey", "unsupported-format.webp", "yes", "misskey, const.ts"),
    PublishedValue("misskey", "unsupported-format.jpeg", "yes", "misskey, const.ts"),
    PublishedValue("misskey", "sticker-name.max-name", "128", "misskey, Emoji.ts"),
    PublishedValue("twitch", "file-size.max-bytes", "1000000", "makers' copies of Twitch's page: 1 MB"),
    PublishedValue(
      "twitch", "file-size.max-smaller-bytes", "512000", "makers' copies of Twitch's page: 512 KB"),
    PublishedValue("twitch", "pixel-dimensions.min-pixels", "112", "makers' copies of Twitch's page"),
    PublishedValue("twitch", "pixel-dimensions.max-pixels", "4096", "makers' copies of Twitch's page"),
    PublishedValue("matrix", "sticker-name.max-name", "100", "Matrix specification 1.19, shortcode grammar"),
    PublishedValue(
      "matrix", "sticker-name.characters", "shortcode", "Matrix specification 1.19, shortcode grammar"),
    PublishedValue("matrix", "file-size.max-bytes", "52428800", "Synapse, max_upload_size: 50M"),
    PublishedValue("viber", "pixel-dimensions.min-pixels", "490", "sticker-convert, compression.json"),
    PublishedValue("viber", "pixel-dimensions.max-pixels", "490", "sticker-convert, compression.json"),
    PublishedValue("viber", "sticker-count.max-stickers", "24", "sticker-convert, upload_viber.py"),
    PublishedValue("viber", "cover-picture.width", "120", "sticker-convert, upload_viber.py"),
    PublishedValue("viber", "cover-picture.height", "120", "sticker-convert, upload_viber.py"),
    PublishedValue("telegram", "tgs-file-size.max-bytes", "65536", "TDLib, StickerFormat.cpp: 1 << 16"),
    PublishedValue("telegram", "tgs-file-size.max-unpacked-bytes", "2097152", "tdesktop, lottie_common.h"),
    PublishedValue("telegram", "tgs-canvas.side", "512", "core.telegram.org/stickers"),
    PublishedValue("telegram", "tgs-duration.max-duration", "3000", "core.telegram.org/stickers"),
    PublishedValue("twitch", "animation-limits.max-frames", "60", "makers' copies of Twitch's page"),
  ]

  @Test("a profile has the published figure", arguments: signal + telegram + whatsApp)
  func ofPacks(_ figure: PublishedValue) throws { try expect(figure) }

  @Test("a profile also has this published figure", arguments: line + discord + others)
  func ofEmoji(_ figure: PublishedValue) throws { try expect(figure) }

  private func expect(_ figure: PublishedValue) throws {
    let parts = figure.key.split(separator: ".").map(String.init)
    let configuration = try MockFileSystem([:]).settings(at: "a.png", profile: figure.profile).configuration
    // If the rule were off, it would check no file, although the value would still apply to exports.
    let rule = try #require(Rule.all.first { $0.id == parts[0] })
    let option = try #require(rule.options.first { $0.name == parts[1] })
    let settings = try #require(configuration.activeRule(parts[0])?.optionValues)
    #expect(settings.value(of: option).text == figure.value)
  }

  @Test("every profile cites the sources of its figures", arguments: MessengerProfile.all)
  func sources(_ profile: MessengerProfile) {
    #expect(profile.yaml.contains("sources:"))
    #expect(!profile.name.hasPrefix("line") || !profile.yaml.contains("second-hand"))
  }
}
