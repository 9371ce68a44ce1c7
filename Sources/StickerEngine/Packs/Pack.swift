package import StickerImage

/// The stickers that ship together, before anything of them is built.
package struct Pack: Hashable, Sendable {
  /// What the pack is called and how it looks; its name is always known.
  package var metadata: PackMetadata
  /// The stickers in the order in which people see them.
  package var stickers: [Sticker]
  /// The bundle identifier of the app; nil where the source does not say.
  package var bundleIdentifier: String?
  /// What icons are made from; nil where there is none.
  package var icon: PackIcon?
  /// Where an extension with code fetches stickers from, a URL that `complaint(ofBaseURL:)` takes; nil where
  /// the source does not say.
  package var baseURL: String?
  /// The sticker that stands for the pack, by its file; nil where the source does not say: then it is the
  /// first.
  package var cover: Path?
  /// What an extension with code sends; nil where nothing is said of it.
  package var message: PackMessage?

  /// The name of the pack, which is shown in Messages.
  package var name: String {
    get { metadata.name ?? "" }
    set { metadata.name = newValue }
  }

  package init(metadata: PackMetadata, stickers: [Sticker]) {
    self.metadata = metadata
    self.stickers = stickers
  }
}

/// One sticker of a pack: what it is called and where its @3x art lies.
package struct Sticker: Hashable, Sendable {
  /// The language of a description whose source does not say which it is, as BCP 47 has it: a catalog's
  /// `accessibility-label` has no language.
  package static let undeterminedLanguage = "und"

  /// Names its files: safe in every file system and unique within the pack, ignoring case and normalization.
  package var id: String
  /// The texts that the source gives it.
  package var metadata: StickerMetadata
  /// The art, relative to the pack's source.
  package var file: Path
  /// The frames and their timing, where the art is a sequence of pictures and `file` the first of them; nil
  /// where it is one file.
  package var sequence: FrameSequence?

  /// The files that the art is, relative to the pack's source: one, or a sequence's frames.
  package var files: [Path] { sequence?.frames ?? [file] }

  package init(id: String, metadata: StickerMetadata, file: Path, sequence: FrameSequence? = nil) {
    self.id = id
    self.metadata = metadata
    self.file = file
    self.sequence = sequence
  }
}

/// An animation that is kept as pictures: what Xcode calls a sticker sequence.
package struct FrameSequence: Hashable, Sendable {
  /// How long its frames are shown; all of them as long.
  package enum Timing: Hashable, Sendable {
    /// So many frames in so many seconds, both at least 1: 2,997 frames in 100 s are 29.97 frames a second.
    case framesPerSecond(frames: Int, seconds: Int)
    /// All frames once, in this time.
    case cycle(ExactSeconds)
  }
  /// The pictures in playing order, relative to the pack's source; at least one.
  package var frames: [Path]
  /// How long they are shown.
  package var timing: Timing
  /// How often it is played again after the first time; 0 is endless.
  package var repetitions: Int

  package init(frames: [Path], timing: Timing, repetitions: Int) {
    self.frames = frames
    self.timing = timing
    self.repetitions = repetitions
  }
}

/// What the icons of a pack are made from.
package struct PackIcon: Hashable, Sendable {
  /// The square picture for every slot without a picture of its own, relative to the pack's source.
  package var art: Path
  /// What a transparent picture lies on, 0xRRGGBB.
  package var background: UInt32?
  /// Pictures for single slots by the slot's name, relative to the pack's source.
  package var slots: [String: Path]
  /// Whether `art` is one of the stickers, which the icon is drawn from on `background`, or on white.
  package var isDrawn = false

  /// Icons from files.
  package init(art: Path, background: UInt32? = nil, slots: [String: Path] = [:]) {
    self.art = art
    self.background = background
    self.slots = slots
  }
}

/// The three sizes in which Messages' sticker browser lays out a pack.
package enum GridSize: String, Hashable, Sendable, CaseIterable {
  /// 100 pt.
  case small
  /// 136 pt; what Messages takes where nothing is said.
  case regular
  /// 206 pt.
  case large

  /// Pixels of a sticker's side at @3x.
  ///
  /// - Source: Apple, Messages framework: sticker sizes (100, 136 and 206 pt).
  package var pixels: Int {
    switch self {
    case .small: 300
    case .regular: 408
    case .large: 618
    }
  }
}

/// Who made and who publishes a pack: told once, and adapted for each messenger.
package struct PackCredits: Hashable, Sendable {
  /// Who drew the stickers; nil where nothing is said.
  package var author: String?
  /// Who publishes the pack; nil where nothing is said: then it is the author.
  package var publisher: String?
  /// The publisher's page, a URL that `complaint(ofLink:)` takes.
  package var website: String?
  /// The page of the privacy policy.
  package var privacy: String?
  /// The page of the license agreement.
  package var license: String?
  /// The description of the pack, or nil.
  var about: String?
  /// The copyright notice, or nil.
  var copyright: String?

  /// Nothing is said.
  package init() {}

  /// All of it, in one order.
  package var all: [String?] { [author, publisher, website, privacy, license, about, copyright] }

  /// From `all`; nil for what is none.
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

/// Whether a text is one emoji, as people see it: a symbol, a flag, a keycap, a family.
///
/// - Source: Unicode Technical Standard 51: the property Emoji, sequences with U+FE0F and U+20E3, and flags
///   of two regional indicators. A digit is an emoji only as a keycap, and half a flag is none.
package func isEmoji(_ text: String) -> Bool {
  guard text.count == 1, let first = text.unicodeScalars.first, first.properties.isEmoji else { return false }
  if first.isASCII { return text.unicodeScalars.contains("\u{20E3}") }
  let isRegional = (0x1F1E6...0x1F1FF).contains(first.value)
  return text.unicodeScalars.allSatisfy(isPartOfEmoji) && (!isRegional || text.unicodeScalars.count == 2)
}

private func isPartOfEmoji(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  // A joiner, the two presentations, a keycap, and the tags of regional flags.
  case 0x200D, 0xFE0E, 0xFE0F, 0x20E3, 0xE0020...0xE007F: true
  default: scalar.properties.isEmoji
  }
}
