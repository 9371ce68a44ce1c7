import Testing

@testable import StickerEngine

/// The values in the messengers' own checkers, documents and source code, copied literally and compared with
/// each profile. `MessengerLimitTests` tests files on both sides of each value.
@Suite("published limits") struct PublishedLimitTests {
  /// A value from a source.
  struct MeasuredValue: Sendable, CustomTestStringConvertible {
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

  private static let signal: [MeasuredValue] = [
    MeasuredValue("signal", "file-size.max-bytes", "307200", "Signal-Desktop, constants.ts: 300 KiB"),
    MeasuredValue("signal", "pixel-dimensions.min-pixels", "512", "Signal-Desktop, processImage.ts"),
    MeasuredValue("signal", "pixel-dimensions.max-pixels", "512", "Signal-Desktop, processImage.ts"),
    MeasuredValue("signal", "pixel-dimensions.min-animated-pixels", "10", "Signal-Desktop, apng.ts"),
    MeasuredValue("signal", "pixel-dimensions.max-animated-pixels", "512", "Signal-Desktop, apng.ts"),
    MeasuredValue("signal", "animation-limits.max-duration", "3000", "Signal-Desktop, constants.ts"),
    MeasuredValue("signal", "animation-limits.palette", "no", "Signal-iOS, issue 4611"),
    MeasuredValue("signal", "sticker-count.max-stickers", "200", "Signal-Desktop, constants.ts"),
    MeasuredValue("signal", "unsupported-format.webp", "yes", "Signal-Desktop, processImage.ts"),
    MeasuredValue("signal", "unsupported-format.animated-webp", "no", "Signal-Desktop, processImage.ts"),
  ]

  private static let telegram: [MeasuredValue] = [
    MeasuredValue("telegram", "file-size.max-bytes", "524288", "TDLib, StickerFormat.cpp: 1 << 19"),
    MeasuredValue("telegram-emoji", "file-size.max-bytes", "131072", "TDLib, StickerFormat.cpp: 1 << 17"),
    MeasuredValue(
      "telegram", "file-size.max-animated-bytes", "262144", "TDLib, StickerFormat.cpp: 1 << 18"),
    MeasuredValue(
      "telegram-emoji", "file-size.max-animated-bytes", "65536", "TDLib, StickerFormat.cpp: 1 << 16"),
    MeasuredValue("telegram", "animation-limits.max-duration", "3000", "core.telegram.org/stickers"),
    MeasuredValue("telegram-emoji", "animation-limits.max-duration", "3000", "core.telegram.org/stickers"),
    MeasuredValue("telegram", "animation-limits.min-frame-time", "33", "core.telegram.org/stickers: 30 fps"),
    MeasuredValue("telegram", "pixel-dimensions.longer-side", "512", "core.telegram.org/stickers"),
    MeasuredValue("telegram-emoji", "pixel-dimensions.min-pixels", "100", "core.telegram.org/stickers"),
    MeasuredValue("telegram-emoji", "pixel-dimensions.max-pixels", "100", "core.telegram.org/stickers"),
    MeasuredValue("telegram", "pack-texts.max-title", "64", "TDLib, StickersManager.h"),
    MeasuredValue("telegram-emoji", "pack-texts.max-title", "64", "TDLib, StickersManager.h"),
    MeasuredValue("telegram", "sticker-name.max-keywords", "20", "TDLib, td_api.tl, inputSticker"),
    MeasuredValue("telegram", "sticker-name.max-keyword-characters", "64", "TDLib, td_api.tl, inputSticker"),
    MeasuredValue("telegram-emoji", "sticker-name.max-keywords", "20", "TDLib, td_api.tl, inputSticker"),
    MeasuredValue(
      "telegram-emoji", "sticker-name.max-keyword-characters", "64", "TDLib, td_api.tl, inputSticker"),
    MeasuredValue("telegram", "sticker-count.max-stickers", "120", "TelegramStickersImport, Limits.swift"),
    MeasuredValue("telegram-emoji", "sticker-count.max-stickers", "200", "TDLib, StickersManager.h"),
  ]

  private static let whatsApp: [MeasuredValue] = [
    MeasuredValue("whatsapp", "file-size.max-bytes", "102400", "StickerPackValidator.java: 100 KB"),
    MeasuredValue("whatsapp", "file-size.max-animated-bytes", "500000", "WhatsApp/stickers, issues 742, 746"),
    MeasuredValue("whatsapp", "pixel-dimensions.min-pixels", "512", "StickerPackValidator.java"),
    MeasuredValue("whatsapp", "pixel-dimensions.max-pixels", "512", "StickerPackValidator.java"),
    MeasuredValue("whatsapp", "animation-limits.min-frame-time", "8", "StickerPackValidator.java"),
    MeasuredValue("whatsapp", "animation-limits.max-duration", "10000", "StickerPackValidator.java"),
    MeasuredValue("whatsapp", "sticker-count.min-stickers", "3", "StickerPackValidator.java"),
    MeasuredValue("whatsapp", "sticker-count.max-stickers", "30", "StickerPackValidator.java"),
    MeasuredValue("whatsapp", "sticker-emoji.max-emoji", "3", "StickerPackValidator.java: EMOJI_MAX_LIMIT"),
    MeasuredValue("whatsapp", "description-length.max-length", "125", "StickerPackValidator.java: stills"),
    MeasuredValue("whatsapp", "description-length.max-animated-length", "255", "StickerPackValidator.java"),
    MeasuredValue("whatsapp", "pack-texts.max-text", "128", "StickerPackValidator.java: CHAR_COUNT_MAX"),
    MeasuredValue("whatsapp", "cover-picture.width", "96", "Limits.swift"),
    MeasuredValue("whatsapp", "cover-picture.max-bytes", "51200", "StickerPackValidator.java: 50 KB"),
  ]

  private static let line: [MeasuredValue] =
    ["line", "line-animated", "line-emoji"].flatMap { profile in
      [
        ("max-title", "40"), ("max-author", "50"), ("max-description", "160"), ("max-copyright", "50"),
        ("wide-counts-twice", "yes"),
      ].map { MeasuredValue(profile, "pack-texts.\($0.0)", $0.1, "creator.line.me: guidelines") }
    } + [
      MeasuredValue("line", "file-size.max-bytes", "1000000", "creator.line.me: guidelines"),
      MeasuredValue("line-animated", "animation-limits.min-frames", "5", "creator.line.me: guidelines"),
      MeasuredValue("line-animated", "animation-limits.max-frames", "20", "creator.line.me: guidelines"),
      MeasuredValue("line-animated", "animation-limits.max-play-time", "4000", "creator.line.me: guidelines"),
      MeasuredValue("line-emoji", "pixel-dimensions.max-pixels", "180", "creator.line.me: guidelines"),
    ]

  private static let discord: [MeasuredValue] = [
    MeasuredValue("discord-sticker", "file-size.max-bytes", "524288", "discord-api-docs, sticker.mdx"),
    MeasuredValue("discord-sticker", "pixel-dimensions.max-pixels", "320", "discord-api-docs, sticker.mdx"),
    MeasuredValue(
      "discord-sticker", "animation-limits.max-duration", "5000", "discord-api-docs, sticker.mdx"),
    MeasuredValue(
      "discord-sticker", "animation-limits.max-frames", "1000",
      "discord-api-docs, opcodes-and-status-codes.mdx, 170004"),
    MeasuredValue("discord-sticker", "sticker-name.max-tags", "200", "discord-api-docs, sticker.mdx"),
    MeasuredValue("discord-emoji", "file-size.max-bytes", "262144", "discord-api-docs, emoji.mdx: 256 KiB"),
    MeasuredValue("discord-emoji", "unsupported-format.webp", "yes", "discord-api-docs, emoji.mdx"),
    MeasuredValue("discord-emoji", "sticker-name.min-name", "2", "discord.py, issue 10072"),
    MeasuredValue("discord-emoji", "sticker-name.max-name", "32", "discord.py, issue 10072"),
  ]

  private static let others: [MeasuredValue] = [
    MeasuredValue("slack", "file-size.max-bytes", "128000", "slack.com/help: 128 KB"),
    MeasuredValue("slack", "animation-limits.max-frames", "50", "makers"),
    MeasuredValue("slack", "sticker-name.max-name", "100", "emojibot, issue 4"),
    MeasuredValue("mastodon", "file-size.max-bytes", "262143", "custom_emoji.rb: less than 256 KiB"),
    MeasuredValue(
      "mastodon", "pixel-dimensions.max-gif-area", "921600", "attachmentable.rb: GIF_MATRIX_LIMIT"),
    MeasuredValue("mastodon", "pixel-dimensions.max-area", "33177600", "attachmentable.rb: MAX_MATRIX_LIMIT"),
    MeasuredValue("misskey", "unsupported-format.apng", "yes", "misskey, const.ts"),
    MeasuredValue("misskey", "unsupported-format.webp", "yes", "misskey, const.ts"),
    MeasuredValue("misskey", "unsupported-format.jpeg", "yes", "misskey, const.ts"),
    MeasuredValue("misskey", "sticker-name.max-name", "128", "misskey, Emoji.ts"),
    MeasuredValue("twitch", "file-size.max-bytes", "1000000", "makers' copies of Twitch's page: 1 MB"),
    MeasuredValue(
      "twitch", "file-size.max-smaller-bytes", "512000", "makers' copies of Twitch's page: 512 KB"),
    MeasuredValue("twitch", "pixel-dimensions.min-pixels", "112", "makers' copies of Twitch's page"),
    MeasuredValue("twitch", "pixel-dimensions.max-pixels", "4096", "makers' copies of Twitch's page"),
    MeasuredValue("matrix", "sticker-name.max-name", "100", "Matrix specification 1.19, shortcode grammar"),
    MeasuredValue(
      "matrix", "sticker-name.characters", "shortcode", "Matrix specification 1.19, shortcode grammar"),
    MeasuredValue("matrix", "file-size.max-bytes", "52428800", "Synapse, max_upload_size: 50M"),
    MeasuredValue("viber", "pixel-dimensions.min-pixels", "490", "sticker-convert, compression.json"),
    MeasuredValue("viber", "pixel-dimensions.max-pixels", "490", "sticker-convert, compression.json"),
    MeasuredValue("viber", "sticker-count.max-stickers", "24", "sticker-convert, upload_viber.py"),
    MeasuredValue("viber", "cover-picture.width", "120", "sticker-convert, upload_viber.py"),
    MeasuredValue("viber", "cover-picture.height", "120", "sticker-convert, upload_viber.py"),
    MeasuredValue("telegram", "tgs-file-size.max-bytes", "65536", "TDLib, StickerFormat.cpp: 1 << 16"),
    MeasuredValue("telegram", "tgs-file-size.max-unpacked-bytes", "2097152", "tdesktop, lottie_common.h"),
    MeasuredValue("telegram", "tgs-canvas.side", "512", "core.telegram.org/stickers"),
    MeasuredValue("telegram", "tgs-duration.max-duration", "3000", "core.telegram.org/stickers"),
    MeasuredValue("twitch", "animation-limits.max-frames", "60", "makers' copies of Twitch's page"),
  ]

  @Test("a profile has the published figure", arguments: signal + telegram + whatsApp)
  func ofPacks(_ figure: MeasuredValue) throws { try expect(figure) }

  @Test("a profile also has this published figure", arguments: line + discord + others)
  func ofEmoji(_ figure: MeasuredValue) throws { try expect(figure) }

  private func expect(_ figure: MeasuredValue) throws {
    let parts = figure.key.split(separator: ".").map(String.init)
    let configuration = try Disk([:]).settings(at: "a.png", profile: figure.profile).configuration
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
