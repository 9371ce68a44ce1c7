/// What a `stickerpack.yml` says: the stickers of a pack in their order, with texts, icon and colors.
package struct PackDescription: Hashable, Sendable {
  /// Shown in Messages; nil where nothing is said.
  package var name: String?
  /// The bundle identifier of the app; nil where nothing is said.
  package var bundleIdentifier: String?
  /// How large the drawer shows the stickers; nil where nothing is said.
  package var gridSize: GridSize?
  /// The picture that icons are made from, relative to the description's folder.
  package var icon: DescribedFile?
  /// The sticker that icons are drawn from, where no picture is named; relative to the description's folder.
  package var iconSticker: DescribedFile?
  /// Pictures for single sizes of the icon.
  package var slotIcons: [DescribedSlotIcon] = []
  /// What a transparent icon lies on, 0xRRGGBB.
  package var iconBackground: UInt32?
  /// The color of the sticker browser, 0xRRGGBB.
  package var background: UInt32?
  /// Where an extension with code fetches stickers from, a URL that `complaint(ofBaseURL:)` takes; nil where
  /// nothing is said.
  package var baseURL: String?
  /// Who made and who publishes the pack, and their pages.
  package var credits = PackCredits()
  /// The sticker that stands for the pack; nil where nothing is said: then it is the first.
  package var cover: DescribedFile?
  /// The languages that descriptions are wanted in (BCP 47), in the order of the file.
  package var languages: [String] = []
  /// Whether the Xcode project has descriptions in every language; nil if the file does not say.
  package var localizesCatalog: Bool?
  /// The stickers in the order in which people see them.
  package var stickers: [DescribedSticker] = []

  /// Every file that the description names, the icons last.
  package var files: [DescribedFile] {
    stickers.flatMap(\.files) + (icon.map { [$0] } ?? []) + slotIcons.map(\.file)
  }

  /// What each file is for, by its path as reports name it.
  ///
  /// - Parameter folder: of the description, as reports name it.
  package func roles(in folder: Path) -> [Path: Role] {
    var roles: [Path: Role] = [:]
    for file in [icon].compactMap(\.self) + slotIcons.map(\.file) {
      roles[folder.appending(file.path)] = .icon
    }
    for sticker in stickers {
      for file in sticker.files {
        roles[folder.appending(file.path)] = sticker.sequence == nil ? .sticker : .frame
      }
    }
    return roles
  }

  /// What rules about packs ask for.
  ///
  /// - Parameter folder: of the description, as reports name it.
  package func declaration(in folder: Path) -> PackDeclaration {
    var declaration = PackDeclaration(.description)
    declaration.gridSize = gridSize
    declaration.languages = languages
    declaration.hasIcon = icon != nil || iconSticker != nil
    declaration.icon = icon.map { folder.appending($0.path) }
    declaration.slotIcons = Set(slotIcons.map { folder.appending($0.file.path) })
    declaration.hasIconBackground = iconBackground != nil
    declaration.background = background
    declaration.name = name
    declaration.credits = credits
    declaration.stickers = stickers.map { sticker in
      var declared = DeclaredSticker(
        path: folder.appending(sticker.file.path), name: sticker.name, descriptions: sticker.descriptions)
      declared.emoji = sticker.emoji
      declared.keywords = sticker.keywords
      return declared
    }
    return declaration
  }
}

/// A file that a description names.
package struct DescribedFile: Hashable, Sendable {
  /// The path of the file, relative to the description's folder, and inside of it.
  package let path: Path
  /// Where the description names the file.
  let place: YAMLPlace
}

/// A picture for one size of the icon.
package struct DescribedSlotIcon: Hashable, Sendable {
  /// The size's name: `iphone-29x29@2x`.
  package let slot: String
  /// The picture for this size.
  package let file: DescribedFile
}

/// One sticker of a description.
package struct DescribedSticker: Hashable, Sendable {
  /// The name: the `name` key if present, otherwise the name of its file or of the folder of its frames,
  /// without extension and scale.
  package let name: String
  /// The @3x art; the first frame of a sequence.
  package let file: DescribedFile
  /// The frames, where it is a sequence of pictures.
  package let sequence: FrameSequence?
  /// What VoiceOver reads, by language (BCP 47; `und` for a text without one).
  package let descriptions: [String: String]
  /// What a search finds it by.
  package let keywords: [String]
  /// What people feel who send it, the most fitting first; each is one emoji.
  package let emoji: [String]

  /// The files that the art is: one, or a sequence's frames.
  package var files: [DescribedFile] {
    sequence.map { $0.frames.map { DescribedFile(path: $0, place: file.place) } } ?? [file]
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
  static let mostDecimals = 3
}

extension [String: YAMLMember] {
  subscript(key: PackKey) -> YAMLMember? { self[key.rawValue] }
  subscript(key: LinkKey) -> YAMLMember? { self[key.rawValue] }
  subscript(key: StickerKey) -> YAMLMember? { self[key.rawValue] }
}
