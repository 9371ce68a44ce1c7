package import StickerImage

/// What a messenger accepts. Rules check these limits, and the packer, the fixer and the preview respect
/// them. Nil means no limit, unless a property says otherwise.
///
/// `RuleOption+Limits.swift` declares each limit as an option, with its name, range and description.
package struct MessengerLimits: Hashable, Sendable {
  /// Apple's limits, for code without a configuration.
  package static let apple = MessengerLimits()

  // MARK: file-size

  /// The maximum file size in bytes. `maxBytesInclusivity` decides whether a file of exactly this size is
  /// accepted.
  var maxBytes = AppleLimits.exclusiveMaxStickerBytes
  /// The maximum file size of an animation in bytes; nil if `maxBytes` applies.
  var maxAnimatedBytesOverride: Int?
  /// The maximum file size in bytes of each smaller copy of an animation; nil if there are no smaller copies.
  package internal(set) var maxSmallerAnimationCopyBytes: Int?
  /// Whether a file of exactly the maximum size is accepted.
  var maxBytesInclusivity = MaxBytesInclusivity.exclusive

  // MARK: pixel-dimensions

  /// The minimum length of each side in pixels at @3x.
  var minSidePixels = AppleLimits.sidePixelRange.lowerBound
  /// The maximum length of each side in pixels at @3x. A configuration may set a maximum below the minimum.
  var maxSidePixels = AppleLimits.sidePixelRange.upperBound
  /// The minimum length of each side of an animation; nil if `minSidePixels` applies.
  package internal(set) var minAnimatedSidePixelsOverride: Int?
  /// The maximum length of each side of an animation; nil if `maxSidePixels` applies.
  package internal(set) var maxAnimatedSidePixelsOverride: Int?
  /// The maximum width, in addition to the maximum length of each side.
  package internal(set) var maxWidth: Int?
  /// The maximum height, in addition to the maximum length of each side.
  package internal(set) var maxHeight: Int?
  /// The exact length of the longer side.
  package internal(set) var exactLongerSide: Int?
  /// The minimum length of the longer side.
  var minLongerSide: Int?
  /// Whether both sides must be equal.
  var requiresSquare = false
  /// Whether both sides must be even.
  var requiresEvenSides = false
  /// The maximum area of a canvas in pixels.
  var maxArea: Int?
  /// The maximum area of a GIF in pixels; nil if `maxArea` applies.
  var maxGIFAreaOverride: Int?

  // MARK: grid-size

  /// The longer side of a sticker in each grid, in pixels at @3x.
  package internal(set) var gridSides = GridSides.apple

  // MARK: unsupported-format

  /// Whether still PNGs are accepted.
  var acceptsStillPNG = true
  /// Whether APNGs are accepted.
  var apngSupport = APNGSupport.full
  /// Whether GIFs are accepted.
  var acceptsGIF = true
  /// Whether JPEGs are accepted.
  var acceptsJPEG = true
  /// Whether WebP files are accepted.
  var acceptsWebP = false
  /// Whether an accepted WebP may be animated.
  var acceptsAnimatedWebP = true
  /// Whether TGS animations are accepted.
  package internal(set) var acceptsTGS = false
  /// Whether Lottie animations in JSON are accepted.
  package internal(set) var acceptsLottie = false
  /// Whether WebM videos (VP9) are accepted.
  package internal(set) var acceptsWebM = false

  // MARK: animation-limits

  /// Whether stickers may or must be animated.
  package internal(set) var animationPolicy = AnimationPolicy.any
  /// The minimum number of frames in an animation.
  var minFrames = 0
  /// The maximum number of frames in an animation.
  var maxFrames: Int?
  /// The maximum duration of one play in milliseconds.
  var maxSinglePlayMilliseconds: Int?
  /// The minimum duration of a frame in milliseconds.
  var minDelayMilliseconds = 0
  /// The minimum number of plays.
  var minPlays = 0
  /// The maximum number of plays; nil if an animation may loop forever.
  var maxPlays: Int?
  /// Whether an animation must loop forever.
  var requiresEndlessPlay = false
  /// The maximum duration of all plays in milliseconds.
  var maxTotalPlayMilliseconds: Int?
  /// Whether the total play time must be a whole number of seconds.
  var requiresWholeTotalPlaySeconds = false
  /// Whether at least one frame must differ from the others.
  var requiresOneDifferingFrame = false
  /// Whether an animated APNG may have a palette.
  var allowsAPNGPalette = true

  // MARK: sticker-count

  /// The minimum number of stickers in a pack.
  var minStickers = 0
  /// The maximum number of stickers in a pack.
  package internal(set) var maxStickers: Int?
  /// The number of stickers in a pack must be a multiple of this value.
  package internal(set) var stickerCountMultiple: Int?

  // MARK: mixed-animation

  /// Whether a pack may contain both stills and animations.
  package internal(set) var acceptsMixedPacks = true

  // MARK: sticker-emoji

  /// The minimum number of emoji per sticker.
  var minEmojiPerSticker = 0
  /// The maximum number of emoji that are exported per sticker.
  package internal(set) var maxExportedEmoji: Int?

  // MARK: sticker-name

  /// The minimum length of a sticker's name in characters.
  var minStickerNameLength = 0
  /// The maximum length of a sticker's name in characters.
  package internal(set) var maxStickerNameLength: Int?
  /// The characters that a sticker's name may contain.
  package internal(set) var stickerNameCharacters = NameCharacters.any
  /// The maximum total length of a sticker's keywords with separators, in characters.
  var maxJoinedKeywordsLength: Int?
  /// The maximum number of keywords per sticker.
  var maxKeywords: Int?
  /// The maximum total length of a sticker's keywords without separators, in characters.
  var maxTotalKeywordCharacters: Int?

  // MARK: pack-texts

  /// Whether a pack must have a name.
  package internal(set) var requiresPackName = false
  /// Whether a pack must have an author.
  package internal(set) var requiresAuthor = false
  /// Whether a pack must have a publisher.
  package internal(set) var requiresPublisher = false
  /// The maximum length of a name, an author or a publisher in characters.
  package internal(set) var maxNameAuthorPublisherLength: Int?
  /// The maximum length of the name in characters; nil if `maxNameAuthorPublisherLength` applies.
  package internal(set) var maxPackNameLengthOverride: Int?
  /// The maximum length of the author in characters; nil if `maxNameAuthorPublisherLength` applies.
  var maxAuthorLengthOverride: Int?
  /// The maximum length of the description in characters.
  var maxPackDescriptionLength: Int?
  /// The maximum length of the copyright notice in characters.
  var maxCopyrightLength: Int?
  /// Whether a Chinese, Japanese or Korean character counts as two.
  package internal(set) var countsWideCharactersTwice = false

  // MARK: cover-picture

  /// The width of the cover image in pixels, or nil.
  var coverWidth: Int?
  /// The height of the cover image in pixels, or nil.
  var coverHeight: Int?
  /// The maximum file size of the cover image and of the tab image in bytes.
  package internal(set) var maxCoverAndTabImageBytes: Int?
  /// The width of the tab image in pixels, or nil.
  var tabImageWidth: Int?
  /// The height of the tab image in pixels, or nil.
  var tabImageHeight: Int?
}

extension MessengerLimits {
  /// Whether a file of exactly the maximum size is accepted.
  enum MaxBytesInclusivity: String, Hashable, Sendable, CaseIterable {
    case exclusive = "refused"
    case inclusive = "taken"
  }

  /// Whether APNGs are accepted.
  enum APNGSupport: String, Hashable, Sendable, CaseIterable {
    /// All of the messenger's apps play them.
    case full = "yes"
    /// They are not accepted.
    case none = "no"
    /// All apps accept them, but only some play them.
    case partial = "partly"
  }

  /// Whether stickers may or must be animated.
  package enum AnimationPolicy: String, Hashable, Sendable, CaseIterable {
    /// Stills and animations are accepted.
    case any
    /// Only animations are accepted.
    case required = "yes"
    /// Only stills are accepted.
    case refused = "no"
  }

  /// Creates the limits that rule options set. The options of disabled rules count, too, because turning off
  /// a rule hides its findings but does not change what the messenger accepts.
  init(_ rules: [ActiveRule]) {
    for activeRule in rules {
      for option in activeRule.rule.options {
        guard let limit = option.messengerLimitToSet,
          let value = activeRule.optionValues.explicitValue(of: option),
          option.allows(value)
        else { continue }
        limit.set(value, in: &self)
      }
    }
  }

  /// The smallest file size in bytes that is rejected for a still.
  package var minRejectedStillBytes: Int { minRejectedBytes(isAnimated: false) }

  /// The smallest file size in bytes that is rejected.
  package func minRejectedBytes(isAnimated: Bool) -> Int {
    let most = isAnimated ? maxAnimatedBytesOverride ?? maxBytes : maxBytes
    return maxBytesInclusivity == .inclusive ? most + 1 : most
  }

  /// The allowed length of each side in pixels at @3x. If the maximum is below the minimum, only the minimum
  /// is allowed.
  package var sidePixels: ClosedRange<Int> { minSidePixels...max(minSidePixels, maxSidePixels) }

  /// Whether the canvas requirements go beyond a minimum and a maximum for each side.
  var restrictsCanvasBeyondSideRange: Bool {
    minSidePixels >= maxSidePixels || minAnimatedSidePixelsOverride != nil
      || maxAnimatedSidePixelsOverride != nil
      || maxWidth != nil
      || maxHeight != nil || exactLongerSide != nil || minLongerSide != nil || requiresSquare
      || requiresEvenSides
      || maxArea != nil || maxGIFAreaOverride != nil
  }

  /// Whether a smaller canvas with the same aspect ratio may be rejected, because the messenger requires one
  /// size, an exact or minimum length of the longer side, or even sides.
  var mayRejectDownscaledCanvas: Bool {
    minSidePixels >= maxSidePixels || exactLongerSide != nil || minLongerSide != nil || requiresEvenSides
  }

  /// Whether both sides are between the minimum and the maximum, inclusive.
  package func allowsSides(of pixels: PixelSize) -> Bool {
    sidePixels.contains(pixels.width) && sidePixels.contains(pixels.height)
  }

  /// The size of the cover image; nil if the messenger has none.
  package var coverSize: PixelSize? { size(coverWidth, coverHeight) }
  /// The size of the tab image; nil if the messenger has none.
  package var tabImageSize: PixelSize? { size(tabImageWidth, tabImageHeight) }

  private func size(_ width: Int?, _ height: Int?) -> PixelSize? {
    guard let width, let height else { return nil }
    return PixelSize(width, height)
  }
}

// MARK: - Formats

extension MessengerLimits {
  /// The names of the accepted formats.
  var acceptedFormatNames: [String] {
    ["PNG", "APNG", "GIF", "JPEG", "WebP", "WebM", "TGS", "Lottie JSON"].filter(accepts)
  }

  /// Whether a format is accepted.
  ///
  /// - Parameter format: the name of the format, such as `WebP`.
  func accepts(_ format: String) -> Bool {
    switch format {
    case "PNG": acceptsStillPNG
    case "APNG": apngSupport != .none
    case "GIF": acceptsGIF
    case "JPEG": acceptsJPEG
    case "WebP": acceptsWebP
    case "TGS", ForeignFormat.tgs.name: acceptsTGS
    case ForeignFormat.lottie.name: acceptsLottie
    case "WebM": acceptsWebM
    default: false
    }
  }

  /// Whether a still or an animation of a format is accepted.
  func accepts(_ format: String, isAnimated: Bool) -> Bool {
    accepts(format) && !(isAnimated && format == "WebP" && !acceptsAnimatedWebP)
  }

  /// The best accepted format for a still; nil if none is accepted.
  var bestStillFormat: String? {
    animationPolicy == .required ? nil : ["PNG", "WebP", "JPEG", "GIF"].first(where: accepts)
  }

  /// The best accepted format for an animation; nil if none is accepted.
  var bestAnimationFormat: String? {
    if animationPolicy == .refused { return nil }
    if apngSupport == .full { return "APNG" }
    return ["GIF", "WebP", "WebM", "APNG", "TGS", "Lottie JSON"].first { accepts($0, isAnimated: true) }
  }

  /// Whether an image in this format is converted to WebM for the messenger.
  func convertsToWebM(_ format: ImageFormat, isAnimated: Bool) -> Bool {
    acceptsWebM && isAnimated && animationPolicy != .refused && !accepts(format.name, isAnimated: true)
  }

  /// Whether WebP is the only accepted format.
  var acceptsOnlyWebP: Bool { acceptedFormatNames == ["WebP"] }
}

/// The longer side of a sticker in each of the three grids, in pixels at @3x.
package struct GridSides: Hashable, Sendable {
  private var small = GridSize.small.sidePixelsAt3x
  private var regular = GridSize.regular.sidePixelsAt3x
  private var large = GridSize.large.sidePixelsAt3x

  package static let apple = GridSides()

  /// The longer side of a sticker, in pixels at @3x.
  package internal(set) subscript(size: GridSize) -> Int {
    get {
      switch size {
      case .small: small
      case .regular: regular
      case .large: large
      }
    }
    set {
      switch size {
      case .small: small = newValue
      case .regular: regular = newValue
      case .large: large = newValue
      }
    }
  }

  /// All three lengths, largest first.
  package var descending: [Int] { [small, regular, large].sorted(by: >) }

  /// The grid size nearest to the art: the one with the smallest sum of distances to the longer sides. Ties
  /// go to `regular`.
  ///
  /// - Parameter longerSides: the longer side of each sticker, in pixels at @3x.
  package func nearest(to longerSides: [Int]) -> GridSize {
    func distance(_ size: GridSize) -> Int { longerSides.reduce(0) { $0 + abs($1 - self[size]) } }
    let byPreference: [GridSize] = [.regular, .small, .large]
    return byPreference.min { distance($0) < distance($1) } ?? .regular
  }
}
