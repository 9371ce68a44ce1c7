package import StickerImage

/// A sticker pack before it is built.
package struct Pack: Hashable, Sendable {
  /// The pack's text and appearance. The name is always set.
  package var metadata: PackMetadata
  /// The stickers in the order in which people see them.
  package var stickers: [Sticker]
  /// The bundle identifier of the app; nil if the source has none.
  package var bundleIdentifier: String?
  /// The icon source; nil if there is none.
  package var icon: PackIcon?
  /// The valid base URL from which an extension with code fetches stickers; nil if the source has none.
  package var baseURL: String?
  /// The file of the sticker that represents the pack; nil for the first sticker.
  package var cover: Path?
  /// The interactive message of an extension with code; nil if there is none.
  package var message: PackMessage?

  /// The name that Messages shows.
  package var name: String {
    get { metadata.name ?? "" }
    set { metadata.name = newValue }
  }

  package init(metadata: PackMetadata, stickers: [Sticker]) {
    self.metadata = metadata
    self.stickers = stickers
  }
}

/// One sticker in a pack, with the path of its @3x art.
package struct Sticker: Hashable, Sendable {
  /// The language code for a description that has no language, as in the `accessibility-label` of a catalog
  /// (BCP 47).
  package static let undeterminedLanguage = "und"

  /// The name of the sticker's files. It is safe in every file system, and unique within the pack even if
  /// case and Unicode normalization are ignored.
  package var id: String
  /// The text from the source.
  package var metadata: StickerMetadata
  /// The art, relative to the pack's source.
  package var file: Path
  /// The frames and their timing if the art is a sequence, whose first frame is `file`; nil if it is one
  /// file.
  package var sequence: FrameSequence?

  /// The files of the art, relative to the pack's source: one file, or the frames of a sequence.
  package var files: [Path] { sequence?.frames ?? [file] }

  package init(id: String, metadata: StickerMetadata, file: Path, sequence: FrameSequence? = nil) {
    self.id = id
    self.metadata = metadata
    self.file = file
    self.sequence = sequence
  }
}

/// An animation that is stored as one image for each frame. Xcode calls it a sticker sequence.
package struct FrameSequence: Hashable, Sendable {
  /// The timing, which is the same for all frames.
  package enum Timing: Hashable, Sendable {
    /// A frame rate as a fraction. Both numbers are at least 1. For example, 2,997 frames in 100 s are 29.97
    /// frames per second.
    case framesPerSecond(frames: Int, seconds: Int)
    /// The total duration of all frames.
    case cycle(ExactSeconds)
  }
  /// The frames in playing order, relative to the pack's source. There is at least one.
  package var frames: [Path]
  package var timing: Timing
  /// The number of repetitions after the first play; 0 repeats the animation forever.
  package var repetitions: Int

  package init(frames: [Path], timing: Timing, repetitions: Int) {
    self.frames = frames
    self.timing = timing
    self.repetitions = repetitions
  }
}

/// The icon source of a pack.
package struct PackIcon: Hashable, Sendable {
  /// The square image for all slots without an image of their own, relative to the pack's source.
  package var art: Path
  /// The color behind a transparent image, 0xRRGGBB.
  package var background: UInt32?
  /// The images for individual slots, keyed by slot name and relative to the pack's source.
  package var slotImages: [String: Path]
  /// Whether `art` is a sticker. If so, the icon is drawn on `background`, or on white if there is none.
  package var isStickerArt = false

  package init(art: Path, background: UInt32? = nil, slotImages: [String: Path] = [:]) {
    self.art = art
    self.background = background
    self.slotImages = slotImages
  }
}

/// The three sticker sizes in the Messages sticker browser.
package enum GridSize: String, Hashable, Sendable, CaseIterable {
  /// 100 pt.
  case small
  /// 136 pt, the default of Messages.
  case regular
  /// 206 pt.
  case large

  /// The side of a sticker at @3x, in pixels.
  ///
  /// - Source: Apple, Messages framework: sticker sizes (100, 136 and 206 pt).
  package var sidePixels: Int {
    switch self {
    case .small: 300
    case .regular: 408
    case .large: 618
    }
  }
}

/// A pack's author, publisher, links and notices. Each messenger uses some of these.
package struct PackCredits: Hashable, Sendable {
  /// The author of the stickers; nil if not set.
  package var author: String?
  /// The publisher; nil if the author is the publisher.
  package var publisher: String?
  /// The publisher's website, which is a valid link (`fault(ofLink:)`).
  package var website: String?
  /// The link to the privacy policy.
  package var privacy: String?
  /// The link to the license agreement.
  package var license: String?
  /// The description of the pack, or nil.
  var about: String?
  /// The copyright notice, or nil.
  var copyright: String?

  package init() {}

  /// All values in a fixed order.
  package var all: [String?] { [author, publisher, website, privacy, license, about, copyright] }

  /// Creates credits from the values of `all`; nil if there are too few or too many values.
  package init?(all: [String?]) {
    guard all.count == self.all.count else { return nil }
    author = all[0]
    publisher = all[1]
    website = all[2]
    privacy = all[3]
    license = all[4]
    about = all[5]
    copyright = all[6]
  }
}

/// Whether a text is a single emoji as people see it, such as a symbol, a flag, a keycap or a family.
///
/// - Source: Unicode Technical Standard 51: the property Emoji, sequences with U+FE0F and U+20E3, and flags
///   of two regional indicators. A digit is an emoji only as a keycap, and half a flag is not an emoji.
package func isEmoji(_ text: String) -> Bool {
  guard text.count == 1, let first = text.unicodeScalars.first, first.properties.isEmoji else { return false }
  if first.isASCII { return text.unicodeScalars.contains("\u{20E3}") }
  let isRegional = (0x1F1E6...0x1F1FF).contains(first.value)
  return text.unicodeScalars.allSatisfy(isPartOfEmoji) && (!isRegional || text.unicodeScalars.count == 2)
}

private func isPartOfEmoji(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  // The joiner, the two presentation selectors, the keycap, and the tags of regional flags.
  case 0x200D, 0xFE0E, 0xFE0F, 0x20E3, 0xE0020...0xE007F: true
  default: scalar.properties.isEmoji
  }
}
