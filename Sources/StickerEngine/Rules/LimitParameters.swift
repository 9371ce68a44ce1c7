import StickerImage

// The limits of messengers as users write them. A limit is a property of `MessengerLimits` and a parameter here,
// in the list of the rule that judges by it.

extension Parameter {
  /// Every parameter that sets a limit.
  static let limits: [Parameter] =
    [fileSize, canvas, grid, formats, animation, count, mixing, emoji, naming, texts, pictures].flatMap(
      \.self)

  // MARK: file-size

  static let maxBytes = number(
    "max-bytes", \.maxBytes, .bytes, in: 1...1_000_000_000, source: .appleStickerBytes,
    "a file of more bytes is too heavy; one of exactly so many too, unless at-limit is: taken")
  static let maxAnimatedBytes = number(
    "max-animated-bytes", \.maxAnimatedBytes, .bytes, "the same for an animation; 0: as max-bytes")
  static let maxSmallerBytes = number(
    "max-smaller-bytes", \.maxSmallerBytes, .bytes,
    "the maximum bytes of each smaller size that is uploaded with an animation; 0: no smaller sizes")
  static let atLimit = choice(
    "at-limit", \.atLimit, "whether a file of exactly so many bytes is refused or taken")

  static let fileSize: [Parameter] = [.maxBytes, .maxAnimatedBytes, .maxSmallerBytes, .atLimit]

  // MARK: pixel-dimensions

  static let minPixels = number(
    "min-pixels", \.minPixels, .pixels, in: 1...65_535, source: .appleStickerSizes,
    "the least that a side may measure")
  static let maxPixels = number(
    "max-pixels", \.maxPixels, .pixels, in: 1...65_535, source: .appleStickerSizes,
    "the most that a side may measure")
  static let minAnimatedPixels = number(
    "min-animated-pixels", \.minAnimatedPixels, .pixels, in: 0...65_535,
    "the least that a side of an animation may measure; 0: as min-pixels")
  static let maxAnimatedPixels = number(
    "max-animated-pixels", \.maxAnimatedPixels, .pixels, in: 0...65_535,
    "the most that a side of an animation may measure; 0: as max-pixels")
  static let maxWidth = number(
    "max-width", \.maxWidth, .pixels, in: 0...65_535,
    "the most that the width may measure; 0: as max-pixels")
  static let maxHeight = number(
    "max-height", \.maxHeight, .pixels, in: 0...65_535,
    "the most that the height may measure; 0: as max-pixels")
  static let longerSide = number(
    "longer-side", \.longerSide, .pixels, in: 0...65_535,
    "what the longer side must measure exactly; 0: anything")
  static let minLongerSide = number(
    "min-longer-side", \.minLongerSide, .pixels, in: 0...65_535,
    "the least that the longer side must measure; 0: anything")
  static let requiresSquare = choice("square", \.requiresSquare, "whether both sides must be equal")
  static let requiresEvenSides = choice("even", \.requiresEvenSides, "whether both sides must be even")
  static let maxArea = number(
    "max-area", \.maxArea, .pixels, "the most pixels that the canvas may have in all; 0: any number")
  static let maxGIFArea = number(
    "max-gif-area", \.maxGIFArea, .pixels,
    "the most pixels that the canvas of a GIF may have in all; 0: as max-area")

  static let canvas: [Parameter] = [
    .minPixels, .maxPixels, .minAnimatedPixels, .maxAnimatedPixels, .maxWidth, .maxHeight, .longerSide,
    .minLongerSide, .requiresSquare, .requiresEvenSides, .maxArea, .maxGIFArea,
  ]

  // MARK: grid-size

  static let grid: [Parameter] = GridSize.allCases.map { size in
    number(
      "\(size.rawValue)-pixels", \.grid[size], .pixels, in: 1...65_535, source: .appleGridSizes,
      "the longer side of a sticker in a \(size.rawValue) grid")
  }

  // MARK: unsupported-format

  static let takesPNG = choice("png", \.takesPNG, "whether a still PNG is taken")
  static let apngSupport = choice(
    "apng", \.apngSupport,
    "whether an APNG is taken; partly: some of the apps do not play it, and a GIF is better")
  static let takesGIF = choice("gif", \.takesGIF, "whether a GIF is taken")
  static let takesJPEG = choice("jpeg", \.takesJPEG, "whether a JPEG is taken")
  static let takesWebP = choice("webp", \.takesWebP, "whether a WebP is taken")
  static let takesAnimatedWebP = choice(
    "animated-webp", \.takesAnimatedWebP, "whether a WebP may move, where a WebP is taken")

  static let formats: [Parameter] = [
    .takesPNG, .apngSupport, .takesGIF, .takesJPEG, .takesWebP, .takesAnimatedWebP,
  ]

  // MARK: animation-limits

  static let motion = choice("moves", \.motion, "whether a sticker may move, must, or must not")
  static let minFrames = number(
    "min-frames", \.minFrames, .frames, in: 0...1_000_000, "the fewest frames of an animation")
  static let maxFrames = number(
    "max-frames", \.maxFrames, .frames, in: 0...1_000_000, "the most frames of an animation; 0: any number")
  static let maxDuration = number(
    "max-duration", \.maxDuration, .milliseconds, "how long all frames may take once; 0: any time")
  static let minFrameTime = number(
    "min-frame-time", \.minFrameTime, .milliseconds, in: 0...60_000, "how long a frame must last, at least")
  static let minPlays = number(
    "min-plays", \.minPlays, .plays, in: 0...1_000_000, "how often an animation must play, at least")
  static let maxPlays = number(
    "max-plays", \.maxPlays, .plays, in: 0...1_000_000,
    "how often it may play, at most; 0: without end, too")
  static let requiresEndlessPlay = choice(
    "endless", \.requiresEndlessPlay, "whether it must play without end")
  static let maxPlayTime = number(
    "max-play-time", \.maxPlayTime, .milliseconds, "how long all plays may take together; 0: any time")
  static let requiresWholeSeconds = choice(
    "whole-seconds", \.requiresWholeSeconds, "whether all plays together must take whole seconds")
  static let requiresChange = choice(
    "differs", \.requiresChange, "whether one frame must differ from the others")
  static let takesPalette = choice(
    "palette", \.takesPalette, "whether an APNG that moves may store its colors in a palette")

  static let animation: [Parameter] = [
    .motion, .minFrames, .maxFrames, .maxDuration, .minFrameTime, .minPlays, .maxPlays, .requiresEndlessPlay,
    .maxPlayTime, .requiresWholeSeconds, .requiresChange, .takesPalette,
  ]

  // MARK: sticker-count

  static let minStickers = number(
    "min-stickers", \.minStickers, .number, in: 0...10_000, "the fewest stickers of a pack")
  static let maxStickers = number(
    "max-stickers", \.maxStickers, .number, in: 0...10_000, "the most stickers of a pack; 0: any number")
  static let stickerMultiple = number(
    "multiple-of", \.stickerMultiple, .number, in: 0...10_000,
    "what their number must be a multiple of; 0: any number")

  static let count: [Parameter] = [.minStickers, .maxStickers, .stickerMultiple]

  // MARK: mixed-animation

  static let takesMixedPacks = choice(
    "mix", \.takesMixedPacks, "whether a pack may hold stills and animations")

  static let mixing: [Parameter] = [.takesMixedPacks]

  // MARK: sticker-emoji

  static let minEmoji = number(
    "min-emoji", \.minEmoji, .number, in: 0...100, "the fewest emoji of a sticker")
  static let maxEmoji = number(
    "max-emoji", \.maxEmoji, .number, in: 0...100,
    "the maximum number of emoji of a sticker that are exported; 0: all")

  static let emoji: [Parameter] = [.minEmoji, .maxEmoji]

  // MARK: sticker-name

  static let minNameLength = number(
    "min-name", \.minNameLength, .characters, in: 0...1000, "the fewest characters of a sticker's name")
  static let maxNameLength = number(
    "max-name", \.maxNameLength, .characters, in: 0...1000,
    "the most characters of a sticker's name; 0: any number")
  static let nameCharacters = choice(
    "characters", \.nameCharacters,
    "what a name consists of; word: ASCII letters, digits and _; lower: lower-case letters of any script, "
      + "digits, _ and -")
  static let maxTagsLength = number(
    "max-tags", \.maxTagsLength, .characters, in: 0...10_000,
    "the most characters of what a search finds it by; 0: any number")
  static let maxKeywords = number(
    "max-keywords", \.maxKeywords, .number, in: 0...10_000,
    "the most keywords of a sticker; 0: any number")
  static let maxKeywordCharacters = number(
    "max-keyword-characters", \.maxKeywordCharacters, .characters, in: 0...10_000,
    "the most characters of all keywords of a sticker together, without separators; 0: any number")

  static let naming: [Parameter] = [
    .minNameLength, .maxNameLength, .nameCharacters, .maxTagsLength, .maxKeywords, .maxKeywordCharacters,
  ]

  // MARK: pack-texts

  static let requiresTitle = choice("title", \.requiresTitle, "whether a pack must have a name")
  static let requiresAuthor = choice("author", \.requiresAuthor, "whether a pack must say who drew it")
  static let requiresPublisher = choice(
    "publisher", \.requiresPublisher, "whether a pack must say who publishes it")
  static let maxTextLength = number(
    "max-text", \.maxTextLength, .characters, in: 0...10_000,
    "the most characters of each; 0: any number")
  static let maxTitleLength = number(
    "max-title", \.maxTitleLength, .characters, in: 0...10_000,
    "the most characters of the pack's name; 0: as max-text")
  static let maxAuthorLength = number(
    "max-author", \.maxAuthorLength, .characters, in: 0...10_000,
    "the most characters of the author's name; 0: as max-text")
  static let maxDescriptionLength = number(
    "max-description", \.maxDescriptionLength, .characters, in: 0...10_000,
    "the most characters of the pack's description; 0: any number")
  static let maxCopyrightLength = number(
    "max-copyright", \.maxCopyrightLength, .characters, in: 0...10_000,
    "the most characters of the pack's copyright notice; 0: any number")
  static let wideCountsTwice = choice(
    "wide-counts-twice", \.wideCountsTwice, "whether a Chinese, Japanese or Korean character counts as two")

  static let texts: [Parameter] = [
    .requiresTitle, .requiresAuthor, .requiresPublisher, .maxTextLength, .maxTitleLength, .maxAuthorLength,
    .maxDescriptionLength, .maxCopyrightLength, .wideCountsTwice,
  ]

  // MARK: cover-picture

  static let coverWidth = number(
    "width", \.coverWidth, .pixels, in: 0...65_535, "the width of the pack's picture; 0: no picture")
  static let coverHeight = number(
    "height", \.coverHeight, .pixels, in: 0...65_535,
    "the height of the pack's picture; 0: no picture")
  static let maxCoverBytes = number(
    "max-bytes", \.maxCoverBytes, .bytes, "the most bytes of each picture of the pack; 0: any number")
  static let tabWidth = number(
    "tab-width", \.tabWidth, .pixels, in: 0...65_535,
    "the width of the small picture on a tab; 0: no picture")
  static let tabHeight = number(
    "tab-height", \.tabHeight, .pixels, in: 0...65_535,
    "the height of the small picture on a tab; 0: no picture")

  static let pictures: [Parameter] = [.coverWidth, .coverHeight, .maxCoverBytes, .tabWidth, .tabHeight]
}

extension Parameter {
  private static func number<Value: LimitValue>(
    _ name: String, _ path: MessengerLimit.Property<Value>, _ unit: Unit,
    in range: ClosedRange<Int> = 0...1_000_000_000,
    source: Reference = .messengers, _ meaning: String
  ) -> Parameter {
    let limit = MessengerLimit(path)
    guard case .whole(let standard) = limit.value(of: .apple) else {
      preconditionFailure("\(name) is a choice")
    }
    return Parameter(name, .whole(standard: standard, range: range), unit, source, meaning, sets: limit)
  }

  private static func choice<Value: LimitChoice>(
    _ name: String, _ path: MessengerLimit.Property<Value>, _ meaning: String
  ) -> Parameter {
    let limit = MessengerLimit(path)
    let standard = limit.value(of: .apple).text
    return Parameter(
      name, .choice(standard: standard, words: Value.words), .number, .messengers, meaning, sets: limit)
  }
}

/// A property of `MessengerLimits` that a parameter sets.
struct MessengerLimit: Hashable, Sendable {
  typealias Property<Value> = any WritableKeyPath<MessengerLimits, Value> & Sendable

  private let path: any PartialKeyPath<MessengerLimits> & Sendable
  private let read: @Sendable (MessengerLimits) -> Parameter.Value
  private let write: @Sendable (Parameter.Value, inout MessengerLimits) -> Void

  init<Value: LimitValue>(_ path: Property<Value>) {
    self.path = path
    read = { $0[keyPath: path].written }
    write = { written, limits in
      if let value = Value(written: written) { limits[keyPath: path] = value }
    }
  }

  /// The limit as users write it.
  func value(of limits: MessengerLimits) -> Parameter.Value { read(limits) }

  /// Sets the limit to a value that its parameter allows.
  func set(_ value: Parameter.Value, in limits: inout MessengerLimits) { write(value, &limits) }

  static func == (first: MessengerLimit, second: MessengerLimit) -> Bool { first.path == second.path }

  func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

// MARK: - Values as users write them

/// A type of limit.
protocol LimitValue: Sendable {
  /// The value as users write it.
  var written: Parameter.Value { get }

  /// The value that users write; nil for one of another kind.
  init?(written: Parameter.Value)
}

/// A limit that is one of some words.
protocol LimitChoice: LimitValue {
  /// The words, in the order of documentation.
  static var words: [String] { get }
}

extension Int: LimitValue {
  var written: Parameter.Value { .whole(self) }

  init?(written: Parameter.Value) {
    guard case .whole(let number) = written else { return nil }
    self = number
  }
}

/// Users write 0 for no limit.
extension Int?: LimitValue {
  var written: Parameter.Value { .whole(self ?? 0) }

  init?(written: Parameter.Value) {
    guard case .whole(let number) = written else { return nil }
    self = number == 0 ? .none : .some(number)
  }
}

extension Bool: LimitChoice {
  static let words = ["yes", "no"]

  var written: Parameter.Value { .word(self ? "yes" : "no") }

  init?(written: Parameter.Value) {
    guard case .word(let word) = written else { return nil }
    self = word == "yes"
  }
}

extension LimitChoice where Self: RawRepresentable & CaseIterable, RawValue == String {
  static var words: [String] { allCases.map(\.rawValue) }

  var written: Parameter.Value { .word(rawValue) }

  init?(written: Parameter.Value) {
    guard case .word(let word) = written else { return nil }
    self.init(rawValue: word)
  }
}

extension MessengerLimits.AtLimit: LimitChoice {}
extension MessengerLimits.APNGSupport: LimitChoice {}
extension MessengerLimits.Motion: LimitChoice {}
extension NameCharacters: LimitChoice {}

extension Reference {
  /// The limits in the profiles.
  static let messengers = Reference(
    "the messengers' profiles",
    "Each messenger publishes limits of its own; its profile has the figures and says where they are from.")
}
