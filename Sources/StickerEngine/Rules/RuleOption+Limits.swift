import StickerImage

// Messenger limits as rule options. Each limit is a property of `MessengerLimits` and an option in this file,
// listed under the rule that checks it.

extension RuleOption {
  /// All options that set a limit.
  static let messengerLimitOptions: [RuleOption] =
    [
      fileSizeOptions, canvasOptions, gridSizeLongerSideOptions, formatOptions, animationOptions,
      stickerCountOptions,
      mixedPackOptions, emojiOptions, stickerNameAndKeywordOptions, packTextOptions, coverAndTabImageOptions,
    ].flatMap(
      \.self)

  // MARK: file-size

  static let maxBytes = numberOption(
    "max-bytes", \.maxBytes, .bytes, in: 1...1_000_000_000, source: .appleStickerBytes,
    "maximum file size; `at-limit` decides whether a file of exactly this size is accepted")
  static let maxAnimatedBytes = numberOption(
    "max-animated-bytes", \.maxAnimatedBytesOverride, .bytes,
    "maximum file size of an animation; 0 means that `max-bytes` applies")
  static let maxSmallerAnimationCopyBytes = numberOption(
    "max-smaller-bytes", \.maxSmallerAnimationCopyBytes, .bytes,
    "maximum file size of each smaller copy that is uploaded with an animation; 0 means no smaller copies")
  static let maxBytesInclusivity = choiceOption(
    "at-limit", \.maxBytesInclusivity,
    "whether a file of exactly the maximum size is rejected (`refused`) or accepted (`taken`)")

  static let fileSizeOptions: [RuleOption] = [
    .maxBytes, .maxAnimatedBytes, .maxSmallerAnimationCopyBytes, .maxBytesInclusivity,
  ]

  // MARK: pixel-dimensions

  static let minSidePixels = numberOption(
    "min-pixels", \.minSidePixels, .pixels, in: 1...65_535, source: .appleStickerSizes,
    "minimum length of each side")
  static let maxSidePixels = numberOption(
    "max-pixels", \.maxSidePixels, .pixels, in: 1...65_535, source: .appleStickerSizes,
    "maximum length of each side")
  static let minAnimatedSidePixels = numberOption(
    "min-animated-pixels", \.minAnimatedSidePixelsOverride, .pixels, in: 0...65_535,
    "minimum length of each side of an animation; 0 means that `min-pixels` applies")
  static let maxAnimatedSidePixels = numberOption(
    "max-animated-pixels", \.maxAnimatedSidePixelsOverride, .pixels, in: 0...65_535,
    "maximum length of each side of an animation; 0 means that `max-pixels` applies")
  static let maxWidth = numberOption(
    "max-width", \.maxWidth, .pixels, in: 0...65_535,
    "maximum width; 0 means that `max-pixels` applies")
  static let maxHeight = numberOption(
    "max-height", \.maxHeight, .pixels, in: 0...65_535,
    "maximum height; 0 means that `max-pixels` applies")
  static let exactLongerSide = numberOption(
    "longer-side", \.exactLongerSide, .pixels, in: 0...65_535,
    "exact length of the longer side; 0 means any length")
  static let minLongerSide = numberOption(
    "min-longer-side", \.minLongerSide, .pixels, in: 0...65_535,
    "minimum length of the longer side; 0 means any length")
  static let requiresSquare = choiceOption("square", \.requiresSquare, "whether the canvas must be square")
  static let requiresEvenSides = choiceOption(
    "even", \.requiresEvenSides, "whether both sides must be an even number of pixels long")
  static let maxArea = numberOption(
    "max-area", \.maxArea, .pixels, "maximum number of canvas pixels (width × height); 0 means no limit"
  )
  static let maxGIFArea = numberOption(
    "max-gif-area", \.maxGIFAreaOverride, .pixels,
    "maximum number of canvas pixels of a GIF (width × height); 0 means that `max-area` applies")

  static let canvasOptions: [RuleOption] = [
    .minSidePixels, .maxSidePixels, .minAnimatedSidePixels, .maxAnimatedSidePixels, .maxWidth, .maxHeight,
    .exactLongerSide,
    .minLongerSide, .requiresSquare, .requiresEvenSides, .maxArea, .maxGIFArea,
  ]

  // MARK: grid-size

  static let gridSizeLongerSideOptions: [RuleOption] = GridSize.allCases.map { size in
    numberOption(
      "\(size.rawValue)-pixels", \.gridSides[size], .pixels, in: 1...65_535, source: .appleGridSizes,
      "length of the longer side of a sticker in a \(size.rawValue) grid")
  }

  // MARK: unsupported-format

  static let acceptsStillPNG = choiceOption("png", \.acceptsStillPNG, "whether still PNGs are accepted")
  static let apngSupport = choiceOption(
    "apng", \.apngSupport,
    "whether APNGs are accepted; `partly` means that some apps do not play them, so a GIF is better")
  static let acceptsGIF = choiceOption("gif", \.acceptsGIF, "whether GIFs are accepted")
  static let acceptsJPEG = choiceOption("jpeg", \.acceptsJPEG, "whether JPEGs are accepted")
  static let acceptsWebP = choiceOption("webp", \.acceptsWebP, "whether WebP files are accepted")
  static let acceptsAnimatedWebP = choiceOption(
    "animated-webp", \.acceptsAnimatedWebP, "whether an accepted WebP may be animated")
  static let acceptsTGS = choiceOption("tgs", \.acceptsTGS, "whether TGS animations are accepted")
  static let acceptsLottie = choiceOption(
    "lottie", \.acceptsLottie, "whether Lottie animations in JSON are accepted")

  static let acceptsWebM = choiceOption(
    "webm", \.acceptsWebM,
    "whether WebM videos (VP9) are accepted; if so, animations in formats that are not accepted are converted "
      + "to WebM")

  static let formatOptions: [RuleOption] = [
    .acceptsStillPNG, .apngSupport, .acceptsGIF, .acceptsJPEG, .acceptsWebP, .acceptsAnimatedWebP,
    .acceptsTGS,
    .acceptsLottie, .acceptsWebM,
  ]

  // MARK: animation-limits

  static let animationPolicy = choiceOption(
    "moves", \.animationPolicy,
    "whether stickers must be animated (`yes`), must be still (`no`), or may be either (`any`)")
  static let minFrames = numberOption(
    "min-frames", \.minFrames, .frames, in: 0...1_000_000, "minimum number of frames in an animation")
  static let maxFrames = numberOption(
    "max-frames", \.maxFrames, .frames, in: 0...1_000_000,
    "maximum number of frames in an animation; 0 means no limit")
  static let maxSinglePlayMilliseconds = numberOption(
    "max-duration", \.maxSinglePlayMilliseconds, .milliseconds,
    "maximum duration of one play; 0 means no limit"
  )
  static let minFrameDelayMilliseconds = numberOption(
    "min-frame-time", \.minDelayMilliseconds, .milliseconds, in: 0...60_000, "minimum duration of each frame")
  static let minPlays = numberOption(
    "min-plays", \.minPlays, .plays, in: 0...1_000_000, "minimum number of plays")
  static let maxPlays = numberOption(
    "max-plays", \.maxPlays, .plays, in: 0...1_000_000,
    "maximum number of plays; 0 means no limit, so an animation may loop forever")
  static let requiresEndlessPlay = choiceOption(
    "endless", \.requiresEndlessPlay, "whether an animation must loop forever")
  static let maxTotalPlayMilliseconds = numberOption(
    "max-play-time", \.maxTotalPlayMilliseconds, .milliseconds, "maximum total play time; 0 means no limit")
  static let requiresWholeTotalPlaySeconds = choiceOption(
    "whole-seconds", \.requiresWholeTotalPlaySeconds,
    "whether the total play time must be a whole number of seconds")
  static let requiresOneDifferingFrame = choiceOption(
    "differs", \.requiresOneDifferingFrame, "whether at least one frame must differ from the others")
  static let allowsAPNGPalette = choiceOption(
    "palette", \.allowsAPNGPalette, "whether an animated APNG may store its colors in a palette")

  static let animationOptions: [RuleOption] = [
    .animationPolicy, .minFrames, .maxFrames, .maxSinglePlayMilliseconds, .minFrameDelayMilliseconds,
    .minPlays,
    .maxPlays,
    .requiresEndlessPlay,
    .maxTotalPlayMilliseconds, .requiresWholeTotalPlaySeconds, .requiresOneDifferingFrame, .allowsAPNGPalette,
  ]

  // MARK: sticker-count

  static let minStickers = numberOption(
    "min-stickers", \.minStickers, .unitless, in: 0...10_000, "minimum number of stickers in a pack")
  static let maxStickers = numberOption(
    "max-stickers", \.maxStickers, .unitless, in: 0...10_000,
    "maximum number of stickers in a pack; 0 means no limit")
  static let stickerCountMultiple = numberOption(
    "multiple-of", \.stickerCountMultiple, .unitless, in: 0...10_000,
    "number that the sticker count must be a multiple of; 0 means any number")

  static let stickerCountOptions: [RuleOption] = [.minStickers, .maxStickers, .stickerCountMultiple]

  // MARK: mixed-animation

  static let acceptsMixedPacks = choiceOption(
    "mix", \.acceptsMixedPacks, "whether a pack may contain both stills and animations")

  static let mixedPackOptions: [RuleOption] = [.acceptsMixedPacks]

  // MARK: sticker-emoji

  static let minEmojiPerSticker = numberOption(
    "min-emoji", \.minEmojiPerSticker, .unitless, in: 0...100, "minimum number of emoji per sticker")
  static let maxExportedEmoji = numberOption(
    "max-emoji", \.maxExportedEmoji, .unitless, in: 0...100,
    "maximum number of emoji that are exported per sticker; 0 means all")

  static let emojiOptions: [RuleOption] = [.minEmojiPerSticker, .maxExportedEmoji]

  // MARK: sticker-name

  static let minStickerNameLength = numberOption(
    "min-name", \.minStickerNameLength, .characters, in: 0...1000, "minimum length of a sticker name")
  static let maxStickerNameLength = numberOption(
    "max-name", \.maxStickerNameLength, .characters, in: 0...1000,
    "maximum length of a sticker name; 0 means no limit")
  static let stickerNameCharacters = choiceOption(
    "characters", \.stickerNameCharacters,
    "characters that a sticker name may contain: `any`; `word` (ASCII letters, digits and _); `lower` "
      + "(lowercase letters of any script, digits, _ and -); or `shortcode` (ASCII letters, digits, _ and -)")
  static let maxJoinedKeywordsLength = numberOption(
    "max-tags", \.maxJoinedKeywordsLength, .characters, in: 0...10_000,
    "maximum total length of a sticker's keywords, with separators; 0 means no limit")
  static let maxKeywords = numberOption(
    "max-keywords", \.maxKeywords, .unitless, in: 0...10_000,
    "maximum number of keywords per sticker; 0 means no limit")
  static let maxTotalKeywordCharacters = numberOption(
    "max-keyword-characters", \.maxTotalKeywordCharacters, .characters, in: 0...10_000,
    "maximum total length of a sticker's keywords, without separators; 0 means no limit")

  static let stickerNameAndKeywordOptions: [RuleOption] = [
    .minStickerNameLength, .maxStickerNameLength, .stickerNameCharacters, .maxJoinedKeywordsLength,
    .maxKeywords,
    .maxTotalKeywordCharacters,
  ]

  // MARK: pack-texts

  static let requiresPackName = choiceOption("title", \.requiresPackName, "whether a pack must have a name")
  static let requiresAuthor = choiceOption("author", \.requiresAuthor, "whether a pack must have an author")
  static let requiresPublisher = choiceOption(
    "publisher", \.requiresPublisher, "whether a pack must have a publisher")
  static let maxNameAuthorPublisherLength = numberOption(
    "max-text", \.maxNameAuthorPublisherLength, .characters, in: 0...10_000,
    "maximum length of the name, the author and the publisher; 0 means no limit")
  static let maxPackNameLength = numberOption(
    "max-title", \.maxPackNameLengthOverride, .characters, in: 0...10_000,
    "maximum length of the pack name; 0 means that `max-text` applies")
  static let maxAuthorLength = numberOption(
    "max-author", \.maxAuthorLengthOverride, .characters, in: 0...10_000,
    "maximum length of the author's name; 0 means that `max-text` applies")
  static let maxPackDescriptionLength = numberOption(
    "max-description", \.maxPackDescriptionLength, .characters, in: 0...10_000,
    "maximum length of the pack description; 0 means no limit")
  static let maxCopyrightLength = numberOption(
    "max-copyright", \.maxCopyrightLength, .characters, in: 0...10_000,
    "maximum length of the copyright notice; 0 means no limit")
  static let countsWideCharactersTwice = choiceOption(
    "wide-counts-twice", \.countsWideCharactersTwice,
    "whether Chinese, Japanese and Korean characters count as two")

  static let packTextOptions: [RuleOption] = [
    .requiresPackName, .requiresAuthor, .requiresPublisher, .maxNameAuthorPublisherLength, .maxPackNameLength,
    .maxAuthorLength,
    .maxPackDescriptionLength, .maxCopyrightLength, .countsWideCharactersTwice,
  ]

  // MARK: cover-picture

  static let coverWidth = numberOption(
    "width", \.coverWidth, .pixels, in: 0...65_535, "width of the cover image; 0 means no cover")
  static let coverHeight = numberOption(
    "height", \.coverHeight, .pixels, in: 0...65_535,
    "height of the cover image; 0 means no cover")
  static let maxCoverAndTabImageBytes = numberOption(
    "max-bytes", \.maxCoverAndTabImageBytes, .bytes,
    "maximum file size of the cover and tab images; 0 means no limit")
  static let tabImageWidth = numberOption(
    "tab-width", \.tabImageWidth, .pixels, in: 0...65_535,
    "width of the tab image; 0 means no tab image")
  static let tabImageHeight = numberOption(
    "tab-height", \.tabImageHeight, .pixels, in: 0...65_535,
    "height of the tab image; 0 means no tab image")

  static let coverAndTabImageOptions: [RuleOption] = [
    .coverWidth, .coverHeight, .maxCoverAndTabImageBytes, .tabImageWidth, .tabImageHeight,
  ]
}

extension RuleOption {
  private static func numberOption<Value: LimitValue>(
    _ name: String, _ path: LimitKeyPath.Property<Value>, _ unit: Unit,
    in range: ClosedRange<Int> = 0...1_000_000_000,
    source: Reference = .messengerProfiles, _ meaning: String
  ) -> RuleOption {
    let limit = LimitKeyPath(path)
    guard case .whole(let standard) = limit.value(of: .apple) else {
      preconditionFailure("\(name) is a choice")
    }
    return RuleOption(name, .whole(standard: standard, range: range), unit, source, meaning, sets: limit)
  }

  private static func choiceOption<Value: LimitChoice>(
    _ name: String, _ path: LimitKeyPath.Property<Value>, _ meaning: String
  ) -> RuleOption {
    let limit = LimitKeyPath(path)
    let standard = limit.value(of: .apple).text
    return RuleOption(
      name, .choice(standard: standard, words: Value.choices), .unitless, .messengerProfiles, meaning,
      sets: limit)
  }
}

/// The property of `MessengerLimits` that an option sets.
struct LimitKeyPath: Hashable, Sendable {
  typealias Property<Value> = any WritableKeyPath<MessengerLimits, Value> & Sendable

  private let path: any PartialKeyPath<MessengerLimits> & Sendable
  private let read: @Sendable (MessengerLimits) -> RuleOption.Value
  private let write: @Sendable (RuleOption.Value, inout MessengerLimits) -> Void

  init<Value: LimitValue>(_ path: Property<Value>) {
    self.path = path
    read = { $0[keyPath: path].optionValue }
    write = { written, limits in
      if let value = Value(optionValue: written) { limits[keyPath: path] = value }
    }
  }

  /// The limit as users write it.
  func value(of limits: MessengerLimits) -> RuleOption.Value { read(limits) }

  /// Sets the limit to a value that its option allows.
  func set(_ value: RuleOption.Value, in limits: inout MessengerLimits) { write(value, &limits) }

  static func == (first: LimitKeyPath, second: LimitKeyPath) -> Bool { first.path == second.path }

  func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

// MARK: - Values as users write them

/// The type of a limit's value.
protocol LimitValue: Sendable {
  /// The value as users write it.
  var optionValue: RuleOption.Value { get }

  /// Creates the limit from an option value; nil if the value is of another kind.
  init?(optionValue: RuleOption.Value)
}

/// A limit that users choose from a list of words.
protocol LimitChoice: LimitValue {
  /// The allowed words, in the order in which the documentation lists them.
  static var choices: [String] { get }
}

extension Int: LimitValue {
  var optionValue: RuleOption.Value { .whole(self) }

  init?(optionValue: RuleOption.Value) {
    guard case .whole(let number) = optionValue else { return nil }
    self = number
  }
}

/// An optional limit. Users write 0 for nil.
extension Int?: LimitValue {
  var optionValue: RuleOption.Value { .whole(self ?? 0) }

  init?(optionValue: RuleOption.Value) {
    guard case .whole(let number) = optionValue else { return nil }
    self = number == 0 ? .none : .some(number)
  }
}

extension Bool: LimitChoice {
  static let choices = ["yes", "no"]

  var optionValue: RuleOption.Value { .word(self ? "yes" : "no") }

  init?(optionValue: RuleOption.Value) {
    guard case .word(let word) = optionValue else { return nil }
    self = word == "yes"
  }
}

extension LimitChoice where Self: RawRepresentable & CaseIterable, RawValue == String {
  static var choices: [String] { allCases.map(\.rawValue) }

  var optionValue: RuleOption.Value { .word(rawValue) }

  init?(optionValue: RuleOption.Value) {
    guard case .word(let word) = optionValue else { return nil }
    self.init(rawValue: word)
  }
}

extension MessengerLimits.MaxBytesInclusivity: LimitChoice {}
extension MessengerLimits.APNGSupport: LimitChoice {}
extension MessengerLimits.AnimationPolicy: LimitChoice {}
extension NameCharacters: LimitChoice {}

extension Reference {
  static let messengerProfiles = Reference(
    "messenger profiles",
    "Each messenger publishes its own limits. Its profile lists the figures and their sources.")
}
