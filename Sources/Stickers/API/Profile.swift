import StickerEngine

/// A messenger's limits, and the format of the files that it accepts.
public struct Profile: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The name of a built-in profile, or the path of a profile file.
  public let name: String

  private init(name: String) { self.name = name }

  /// Creates a profile from its name or from the path of its file.
  ///
  /// - Parameter text: the name of a built-in profile, or a path that contains `/` or ends with `.yml`.
  /// - Throws: `StickersError.invalidRequest`, which suggests similar names, for any other text.
  public init(parsing text: String) throws(StickersError) {
    self = text.contains("/") || text.hasSuffix(".yml") ? Profile(name: text) : try Self.builtIn(text)
  }

  /// Returns the built-in profile with the given name.
  ///
  /// - Throws: `StickersError.invalidRequest`, which suggests similar names, if there is no such profile.
  public static func builtIn(_ name: String) throws(StickersError) -> Profile {
    guard let profile = named(name) else {
      let names = MessengerProfile.all.map(\.name)
      throw .invalidRequest([UserMessage(unknownNameMessage("messenger", name, in: names))])
    }
    return profile
  }

  /// Messages, with Apple's published limits.
  public static let iMessage = Profile(name: "imessage")
  /// Signal's sticker packs.
  public static let signal = Profile(name: "signal")
  /// Telegram's packs of static stickers.
  public static let telegram = Profile(name: "telegram")
  /// Telegram's packs of static custom emoji.
  public static let telegramEmoji = Profile(name: "telegram-emoji")
  /// WhatsApp's sticker packs.
  public static let whatsApp = Profile(name: "whatsapp")
  /// LINE's sets of still stickers.
  public static let line = Profile(name: "line")
  /// LINE's sets of animated stickers.
  public static let lineAnimated = Profile(name: "line-animated")
  /// LINE's sets of emoji.
  public static let lineEmoji = Profile(name: "line-emoji")
  /// The stickers of a Discord server.
  public static let discordSticker = Profile(name: "discord-sticker")
  /// The emoji of a Discord server.
  public static let discordEmoji = Profile(name: "discord-emoji")
  /// Slack's custom emoji.
  public static let slack = Profile(name: "slack")
  /// Mastodon's custom emoji.
  public static let mastodon = Profile(name: "mastodon")
  /// Misskey's custom emoji.
  public static let misskey = Profile(name: "misskey")
  /// Twitch's emotes.
  public static let twitch = Profile(name: "twitch")
  /// Image packs of Matrix rooms.
  public static let matrix = Profile(name: "matrix")
  /// Viber's stickers.
  public static let viber = Profile(name: "viber")

  /// All built-in profiles. The first is the default.
  public static var all: [Profile] { MessengerProfile.all.map { Profile(name: $0.name) } }

  /// Returns the built-in profile with the given name, such as `signal`, or nil if the name is unknown.
  public static func named(_ name: String) -> Profile? { all.first { $0.name == name } }

  /// A profile file with the limits of another messenger.
  ///
  /// - Parameter path: the path of the file, relative to the working folder.
  public static func file(_ path: String) -> Profile {
    // A name without a slash means a built-in profile.
    Profile(name: path.contains("/") ? path : "./\(path)")
  }

  /// The absolute path of the profile file, with symbolic links resolved; nil for a built-in profile.
  var file: Path? { Self.named(name) == nil ? ReadOnlyFileSystem.disk.realPath(of: Path(name)) : nil }

  /// The name of a built-in profile, or the absolute path of the file.
  var resolvedNameOrPath: String { file?.text ?? name }

  /// The name.
  public var description: String { name }
}
