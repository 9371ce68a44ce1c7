/// What a profile says beside the figures of rules.
package struct Messenger: Hashable, Sendable {
  /// Forms in which a pack is handed over; each is one export.
  package enum Export: String, Hashable, Sendable, CaseIterable {
    /// Apple's catalog and sizes, with a manifest.
    case imessage
    /// A zip with `manifest.json`, which signal-cli uploads.
    case signal
    /// A folder with JSON in the shape of the Bot API.
    case telegram
    /// A zip with `main.png`, `tab.png` and numbered stickers.
    case line
    /// A folder with `names.json`.
    case folder
    /// A tar.gz of emoji, which `tootctl emoji import` reads.
    case mastodon
    /// A zip with `meta.json`.
    case misskey
    /// A folder with `contents.json`, as the sample apps have it.
    case whatsApp = "whatsapp"
  }

  /// How a pack is handed over; nil where nothing is said, and nothing can be exported.
  package var export: Export?
  /// Figures that nobody but makers of stickers reports, by rule.
  package var secondHand: [String: [Double]]

  /// A messenger of which nothing is said.
  package init(export: Export? = nil, secondHand: [String: [Double]] = [:]) {
    self.export = export
    self.secondHand = secondHand
  }

  /// Whether exports include the icon sets of Xcode catalogs. Other messengers ignore them.
  var takesIconSets: Bool { export == nil || export == .imessage }

  /// What follows a message whose limit is one of those; nothing for others.
  func words(of rule: String, _ figure: Figure?) -> String {
    guard let limit = figure?.limit, secondHand[rule]?.contains(limit) == true else { return "" }
    return " (reported by makers)"
  }
}

/// A figure of a rule that a messenger's profile sets, and that exports and fixes keep to as well.
struct MessengerFigure: Sendable {
  /// The rule that judges by it.
  let rule: String
  /// The parameter of that rule.
  let parameter: Parameter

  /// All of them but those that `StickerLimits` has names for, in one order.
  static let all: [MessengerFigure] =
    of(RuleID.fileSize, [.animatedBytes, .smallerBytes, .atLimit])
    + of(RuleID.pixelDimensions, Parameter.canvas)
    + of(RuleID.unsupportedFormat, Parameter.formats + [.takesAnimatedWebP])
    + of(RuleID.animationLimits, Parameter.animation) + of(RuleID.stickerCount, Parameter.count)
    + of(RuleID.mixedAnimation, [.mix]) + of(RuleID.stickerEmoji, [.leastEmoji, .mostEmoji])
    + of(RuleID.stickerName, Parameter.naming) + of(RuleID.packTexts, Parameter.texts)
    + of(RuleID.coverPicture, Parameter.pictures)

  private static func of(_ rule: String, _ parameters: [Parameter]) -> [MessengerFigure] {
    parameters.map { MessengerFigure(rule: rule, parameter: $0) }
  }

  /// The place of a parameter in `all`, by its rule's id and its name.
  static let places: [Parameter: Int] = Dictionary(
    zip(all.map(\.parameter), 0...), uniquingKeysWith: { first, _ in first })
}

extension Parameter {
  /// Whether a choice is made.
  static let yesOrNo = ["yes", "no"]

  private static func figure(
    _ name: String, _ unit: Unit, _ meaning: String, most: Int = 1_000_000_000, standard: Int = 0
  ) -> Parameter {
    Parameter(name, standard, unit, in: 0...most, source: .messengers, meaning)
  }

  private static func choice(_ name: String, _ standard: String, _ meaning: String) -> Parameter {
    Parameter(name, standard, of: yesOrNo, source: .messengers, meaning)
  }

  /// What holds for animations in place of `max-bytes`.
  static let animatedBytes = figure(
    "max-animated-bytes", .bytes, "the same for an animation; 0: as max-bytes")
  /// The most bytes of each smaller size of an animation that is uploaded beside it.
  package static let smallerBytes = figure(
    "max-smaller-bytes", .bytes,
    "the most bytes of each smaller size of an animation that is uploaded beside it; 0: there are none")
  /// Whether the limit itself is taken.
  static let atLimit = Parameter(
    "at-limit", "refused", of: ["refused", "taken"], source: .messengers,
    "whether a file of exactly so many bytes is refused or taken")

  package static let leastAnimated = figure(
    "min-animated-pixels", .pixels, "the least that a side of an animation may measure; 0: as min-pixels",
    most: 65_535)
  package static let mostAnimated = figure(
    "max-animated-pixels", .pixels, "the most that a side of an animation may measure; 0: as max-pixels",
    most: 65_535)
  package static let mostWidth = figure(
    "max-width", .pixels, "the most that the width may measure; 0: as max-pixels", most: 65_535)
  package static let mostHeight = figure(
    "max-height", .pixels, "the most that the height may measure; 0: as max-pixels", most: 65_535)
  package static let longerSide = figure(
    "longer-side", .pixels, "what the longer side must measure exactly; 0: anything", most: 65_535)
  static let leastLongerSide = figure(
    "min-longer-side", .pixels, "the least that the longer side must measure; 0: anything", most: 65_535)
  static let square = choice("square", "no", "whether both sides must be equal")
  static let even = choice("even", "no", "whether both sides must be even")
  static let mostArea = figure(
    "max-area", .pixels, "the most pixels that the canvas may have in all; 0: any number")

  static let mostGIFArea = figure(
    "max-gif-area", .pixels, "the most pixels that the canvas of a GIF may have in all; 0: as max-area")

  /// All of these.
  static let canvas: [Parameter] = [
    .leastAnimated, .mostAnimated, .mostWidth, .mostHeight, .longerSide, .leastLongerSide, .square, .even,
    .mostArea, .mostGIFArea,
  ]

  static let takesPNG = choice("png", "yes", "whether a still PNG is taken")
  static let takesAPNG = Parameter(
    "apng", "yes", of: yesOrNo + ["partly"], source: .messengers,
    "whether an APNG is taken; partly: some of the apps do not play it, and a GIF is better")
  static let takesGIF = choice("gif", "yes", "whether a GIF is taken")
  static let takesJPEG = choice("jpeg", "yes", "whether a JPEG is taken")
  static let takesWebP = choice("webp", "no", "whether a WebP is taken")
  static let takesAnimatedWebP = choice(
    "animated-webp", "yes", "whether a WebP may move, where a WebP is taken")

  /// All that name a format.
  static let formats: [Parameter] = [.takesPNG, .takesAPNG, .takesGIF, .takesJPEG, .takesWebP]

  package static let moves = Parameter(
    "moves", "any", of: ["any", "yes", "no"], source: .messengers,
    "whether a sticker may move, must, or must not")
  static let leastFrames = figure(
    "min-frames", .frames, "the fewest frames of an animation", most: 1_000_000)
  static let mostFrames = figure(
    "max-frames", .frames, "the most frames of an animation; 0: any number", most: 1_000_000)
  static let mostDuration = figure(
    "max-duration", .milliseconds, "how long all frames may take once; 0: any time")
  static let leastFrameTime = figure(
    "min-frame-time", .milliseconds, "how long a frame must last, at least", most: 60_000)
  static let leastPlays = figure(
    "min-plays", .plays, "how often an animation must play, at least", most: 1_000_000)
  static let mostPlays = figure(
    "max-plays", .plays, "how often it may play, at most; 0: without end, too", most: 1_000_000)
  static let endless = choice("endless", "no", "whether it must play without end")
  static let mostPlayTime = figure(
    "max-play-time", .milliseconds, "how long all plays may take together; 0: any time")
  static let wholeSeconds = choice(
    "whole-seconds", "no", "whether all plays together must take whole seconds")
  static let differs = choice("differs", "no", "whether one frame must differ from the others")
  static let takesPalette = choice(
    "palette", "yes", "whether an APNG that moves may store its colors in a palette")

  /// All of these.
  static let animation: [Parameter] = [
    .moves, .leastFrames, .mostFrames, .mostDuration, .leastFrameTime, .leastPlays, .mostPlays, .endless,
    .mostPlayTime, .wholeSeconds, .differs, .takesPalette,
  ]

  static let leastStickers = figure(
    "min-stickers", .number, "the fewest stickers of a pack", most: 10_000)
  package static let mostStickers = figure(
    "max-stickers", .number, "the most stickers of a pack; 0: any number", most: 10_000)
  package static let stickerStep = figure(
    "multiple-of", .number, "what their number must be a multiple of; 0: any number", most: 10_000)

  /// All of these.
  static let count: [Parameter] = [.leastStickers, .mostStickers, .stickerStep]

  package static let mix = choice("mix", "yes", "whether a pack may hold stills and animations")
  static let leastEmoji = figure("min-emoji", .number, "the fewest emoji of a sticker", most: 100)
  package static let mostEmoji = figure(
    "max-emoji", .number, "how many emoji of a sticker are told; 0: none", most: 100)

  static let leastName = figure(
    "min-name", .characters, "the fewest characters of a sticker's name", most: 1000)
  package static let mostName = figure(
    "max-name", .characters, "the most characters of a sticker's name; 0: any number", most: 1000)
  static let nameCharacters = Parameter(
    "characters", "any", of: ["any", "word", "lower"], source: .messengers,
    "what a name consists of; word: ASCII letters, digits and _; lower: lower-case letters of any script, "
      + "digits, _ and -")
  static let mostTags = figure(
    "max-tags", .characters, "the most characters of what a search finds it by; 0: any number", most: 10_000)

  static let mostKeywords = figure(
    "max-keywords", .number, "the most keywords of a sticker; 0: any number", most: 10_000)
  static let mostKeywordCharacters = figure(
    "max-keyword-characters", .characters,
    "the most characters of all keywords of a sticker together, without separators; 0: any number",
    most: 10_000)

  /// All of these.
  static let naming: [Parameter] = [
    .leastName, .mostName, .nameCharacters, .mostTags, .mostKeywords, .mostKeywordCharacters,
  ]

  package static let wantsTitle = choice("title", "no", "whether a pack must have a name")
  package static let wantsAuthor = choice("author", "no", "whether a pack must say who drew it")
  package static let wantsPublisher = choice("publisher", "no", "whether a pack must say who publishes it")
  package static let mostText = figure(
    "max-text", .characters, "the most characters of each; 0: any number", most: 10_000)
  package static let mostTitle = figure(
    "max-title", .characters, "the most characters of the pack's name; 0: as max-text", most: 10_000)
  static let mostAuthor = figure(
    "max-author", .characters, "the most characters of the author's name; 0: as max-text", most: 10_000)
  static let mostAbout = figure(
    "max-description", .characters, "the most characters of the pack's description; 0: any number",
    most: 10_000)
  static let mostCopyright = figure(
    "max-copyright", .characters, "the most characters of the pack's copyright notice; 0: any number",
    most: 10_000)
  package static let wideCountsTwice = choice(
    "wide-counts-twice", "no", "whether a Chinese, Japanese or Korean character counts as two")

  /// All of these.
  static let texts: [Parameter] = [
    .wantsTitle, .wantsAuthor, .wantsPublisher, .mostText, .mostTitle, .mostAuthor, .mostAbout,
    .mostCopyright, .wideCountsTwice,
  ]

  package static let coverWidth = figure(
    "width", .pixels, "how wide the picture of the pack is; 0: there is none", most: 65_535)
  package static let coverHeight = figure(
    "height", .pixels, "how high the picture of the pack is; 0: there is none", most: 65_535)
  package static let coverBytes = figure(
    "max-bytes", .bytes, "the most bytes of each picture of the pack; 0: any number")
  package static let tabWidth = figure(
    "tab-width", .pixels, "how wide the small picture is that a tab shows; 0: there is none", most: 65_535)
  package static let tabHeight = figure(
    "tab-height", .pixels, "how high the small picture is that a tab shows; 0: there is none", most: 65_535)

  /// All of these.
  static let pictures: [Parameter] = [.coverWidth, .coverHeight, .coverBytes, .tabWidth, .tabHeight]
}

extension Reference {
  /// What the profiles have.
  package static let messengers = Reference(
    "the messengers' profiles",
    "Each messenger publishes limits of its own; its profile has the figures and says where they are from.")
}
