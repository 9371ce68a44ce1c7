import StickerEngine

/// The name, text and icon of a pack whose files are in memory. It is equivalent to a `stickerpack.yml`.
public struct PackDescription: Hashable, Sendable {
  /// The text and the frames of one sticker.
  public struct Sticker: Hashable, Sendable {
    /// The path of the image among the files of the pack; nil for a sequence.
    public var file: String?
    /// A glob for the frames of a sequence, such as `dance/*.png`, which play in the natural order of their
    /// names; nil for a single image.
    public var frameGlob: String?
    /// The speed of a sequence in frames per second.
    public var framesPerSecond: Double?
    /// The name of the sticker. If nil, the file name sets it.
    public var name: String?
    /// The text that VoiceOver reads, by language (BCP 47).
    public var descriptions: [String: String]
    /// The search terms for the sticker.
    public var keywords: [String]
    /// The emoji that match the sticker, best match first. Some messengers require one.
    public var emoji: [String]

    /// Creates the description of a sticker that is one image.
    public init(
      _ file: String, name: String? = nil, descriptions: [String: String] = [:], keywords: [String] = [],
      emoji: [String] = []
    ) {
      self.file = file
      self.name = name
      self.descriptions = descriptions
      self.keywords = keywords
      self.emoji = emoji
    }

    /// Creates the description of a sticker that is assembled from frames.
    ///
    /// - Parameters:
    ///   - frameGlob: a glob for the frames, such as `dance/*.png`.
    ///   - framesPerSecond: the speed, from 0.1 to 60 with at most three decimal places.
    public init(
      frameGlob: String, framesPerSecond: Double, name: String, descriptions: [String: String] = [:],
      keywords: [String] = [], emoji: [String] = []
    ) {
      self.frameGlob = frameGlob
      self.framesPerSecond = framesPerSecond
      self.name = name
      self.descriptions = descriptions
      self.keywords = keywords
      self.emoji = emoji
    }
  }

  /// The name of the pack, for places that can show only one name.
  public var name: String
  /// The names by language (BCP 47). If there are any, one of them must be `name`.
  public var localizedNames: [String: String] = [:]
  /// The languages of the descriptions (BCP 47). The first is the app's development language.
  public var languages: [String] = []
  /// Who drew the stickers (required by some messengers).
  public var author: String?
  /// Who publishes the pack, if not the author.
  public var publisher: String?
  /// The path of the icon source among the files of the pack: a square image of at least 1024 px.
  public var icon: String?
  /// The background color of a transparent icon, such as `#FFD54F`.
  public var iconBackgroundColor: String?
  /// The background color of the sticker browser, such as `#FFFFFF`.
  public var browserBackgroundColor: String?
  /// The path of the sticker that represents the pack; nil for the first one.
  public var cover: String?
  /// The bundle identifier of the app; nil to derive one from the name.
  public var bundleIdentifier: String?
  /// The stickers in the order in which people see them; empty for all images except the icon, in the natural
  /// order of their names.
  public var stickers: [Sticker] = []

  /// Creates the description of a pack that contains all of its images as stickers.
  public init(name: String) { self.name = name }

  /// Parses a color such as `#FFD54F`, and returns it as 0xRRGGBB; nil for other text.
  public static func color(parsing text: String) -> UInt32? { rgbColor(parsing: text) }

  /// The description as the contents of a `stickerpack.yml`. They are JSON, which is also valid YAML.
  ///
  /// - Parameter imagePaths: the paths of all images in the pack.
  func packFileContents(imagePaths: [String]) -> [UInt8] {
    func list(_ texts: [String]) -> JSON? { texts.isEmpty ? nil : .array(texts.map { .string($0) }) }
    func map(_ texts: [String: String]) -> JSON? {
      texts.isEmpty ? nil : .object(texts.mapValues { .string($0) })
    }
    let others = naturallySorted(imagePaths.filter { $0 != icon }.map { Path($0) }).compactMap(\.text)
    let all = stickers.isEmpty ? others.map { Sticker($0) } : stickers
    let members: [String: JSON?] = [
      "name": map(localizedNames) ?? .string(name), "languages": list(languages),
      "author": author.map { .string($0) }, "publisher": publisher.map { .string($0) },
      "icon": icon.map { .string($0) }, "icon-background": iconBackgroundColor.map { .string($0) },
      "background": browserBackgroundColor.map { .string($0) }, "cover": cover.map { .string($0) },
      "bundle-identifier": bundleIdentifier.map { .string($0) },
      "stickers": .array(
        all.map { sticker in
          let members: [String: JSON?] = [
            "file": sticker.file.map { .string($0) }, "frames": sticker.frameGlob.map { .string($0) },
            "fps": sticker.framesPerSecond.map { .number($0) }, "name": sticker.name.map { .string($0) },
            "description": map(sticker.descriptions), "keywords": list(sticker.keywords),
            "emoji": list(sticker.emoji),
          ]
          return .objectOmittingNil(members)
        }),
    ]
    return JSON.objectOmittingNil(members).encoded()
  }
}
