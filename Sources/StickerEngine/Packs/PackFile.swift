/// What a `stickerpack.yml` says: the stickers of a pack in their order, with texts, icon and colors.
package struct PackFile: Hashable, Sendable {
  /// The name of the file in its folder.
  package static let fileName = Path("stickerpack.yml")

  /// The name, the languages and the look of the pack.
  package var metadata = PackMetadata()
  /// The bundle identifier of the app; nil where nothing is said.
  package var bundleIdentifier: String?
  /// The picture that icons are made from, relative to the description's folder.
  package var icon: Located<Path>?
  /// The sticker that icons are drawn from, where no picture is named; relative to the description's folder.
  package var iconSticker: Located<Path>?
  /// Pictures for single sizes of the icon.
  package var slotIcons: [PackFileSlotIcon] = []
  /// What a transparent icon lies on, 0xRRGGBB.
  package var iconBackground: UInt32?
  /// Where an extension with code fetches stickers from, a URL that `complaint(ofBaseURL:)` takes; nil where
  /// nothing is said.
  package var baseURL: String?
  /// The sticker that stands for the pack; nil where nothing is said: then it is the first.
  package var cover: Located<Path>?
  /// Whether the Xcode project has descriptions in every language; nil if the file does not say.
  package var localizesCatalog: Bool?
  /// The stickers in the order in which people see them.
  package var stickers: [PackFileSticker] = []

  /// Every file that the description names, the icons last.
  package var files: [Located<Path>] {
    stickers.flatMap(\.files) + (icon.map { [$0] } ?? []) + slotIcons.map(\.file)
  }

  /// What each file is for, by its path as reports name it.
  ///
  /// - Parameter folder: of the description, as reports name it.
  package func roles(in folder: Path) -> [Path: Role] {
    var roles: [Path: Role] = [:]
    for file in [icon].compactMap(\.self) + slotIcons.map(\.file) {
      roles[folder.appending(file.value)] = .icon
    }
    for sticker in stickers {
      for file in sticker.files {
        roles[folder.appending(file.value)] = sticker.sequence == nil ? .sticker : .frame
      }
    }
    return roles
  }

  /// What rules about packs ask for.
  ///
  /// - Parameter folder: of the description, as reports name it.
  package func declaration(in folder: Path) -> PackDeclaration {
    var declaration = PackDeclaration(.description)
    declaration.metadata = metadata
    declaration.hasIcon = icon != nil || iconSticker != nil
    declaration.icon = icon.map { folder.appending($0.value) }
    declaration.slotIcons = Set(slotIcons.map { folder.appending($0.file.value) })
    declaration.hasIconBackground = iconBackground != nil
    declaration.stickers = stickers.map {
      DeclaredSticker(path: folder.appending($0.file.value), metadata: $0.metadata)
    }
    return declaration
  }
}

/// A picture for one size of the icon.
package struct PackFileSlotIcon: Hashable, Sendable {
  /// The size's name: `iphone-29x29@2x`.
  package let slot: String
  /// The picture for this size.
  package let file: Located<Path>
}

/// One sticker of a description.
package struct PackFileSticker: Hashable, Sendable {
  /// Its texts. The name is the `name` key if present, otherwise the name of its file or of the folder of its
  /// frames, without extension and scale.
  package let metadata: StickerMetadata
  /// The @3x art; the first frame of a sequence.
  package let file: Located<Path>
  /// The frames, where it is a sequence of pictures.
  package let sequence: FrameSequence?
  /// The files that the art is: one, or a sequence's frames.
  package var files: [Located<Path>] {
    sequence.map { $0.frames.map { Located($0, at: file.location) } } ?? [file]
  }
}

/// The keys of a `stickerpack.yml`: the reader takes these, and the schema lists them.
enum PackKey: String, CaseIterable {
  case name
  case bundleIdentifier = "bundle-identifier"
  case gridSize = "grid-size"
  case icon
  case iconSticker = "icon-sticker"
  case iconBackground = "icon-background"
  case icons, background
  case baseURL = "base-url"
  case author, publisher, links
  case about = "description"
  case copyright, cover, languages, localize, stickers

  static let words = allCases.map(\.rawValue)
}

/// The keys of `links`.
enum LinkKey: String, CaseIterable {
  case website, privacy, license

  static let words = allCases.map(\.rawValue)
}

/// The keys of one of its stickers.
enum StickerKey: String, CaseIterable {
  case file, frames, fps, duration, repetitions, name, description, keywords, emoji

  static let words = allCases.map(\.rawValue)
  /// The keys that a sticker may have only with `frames`.
  static let ofSequences: [StickerKey] = [.fps, .duration, .repetitions]
}

/// What the figures of a sequence may be.
enum SequenceRange {
  /// Frames a second: within it a frame's time, written to a thousandth, fits the fields of an APNG.
  static let framesPerSecond = 0.1...60.0
  /// Seconds of a cycle: within it, milliseconds for each frame fit too.
  static let duration = 0.001...60.0
  static let repetitions = 0...1_000_000
  /// The most digits behind the point of a figure.
  static let maxDecimals = 3
}

extension [String: YAMLMember] {
  subscript(key: PackKey) -> YAMLMember? { self[key.rawValue] }
  subscript(key: LinkKey) -> YAMLMember? { self[key.rawValue] }
  subscript(key: StickerKey) -> YAMLMember? { self[key.rawValue] }
}
