public import StickerModel

/// What a `stickerpack.yml` says: the stickers of a pack in their order, with texts, icon and colors.
public struct PackDescription: Hashable, Sendable {
  /// Shown in Messages; nil where nothing is said.
  public var name: String?
  /// Of the app; nil where nothing is said.
  public var bundleIdentifier: String?
  /// How large the drawer shows the stickers; nil where nothing is said.
  public var gridSize: GridSize?
  /// The picture that icons are made from, relative to the description's folder.
  public var icon: DescribedFile?
  /// Pictures for single sizes of the icon.
  public var slotIcons: [DescribedSlotIcon] = []
  /// What a transparent icon lies on, 0xRRGGBB.
  public var iconBackground: UInt32?
  /// The color of the sticker browser, 0xRRGGBB.
  public var background: UInt32?
  /// Where an extension with code fetches stickers from, a URL that `complaint(ofBaseURL:)` takes; nil where
  /// nothing is said.
  public var baseURL: String?
  /// The languages that descriptions are wanted in (BCP 47), in the order of the file.
  public var languages: [String] = []
  /// In the order people see them.
  public var stickers: [DescribedSticker] = []

  /// Every file that it names, the icons last.
  public var files: [DescribedFile] {
    stickers.flatMap(\.files) + (icon.map { [$0] } ?? []) + slotIcons.map(\.file)
  }

  /// What each file is for, by its path as reports name it.
  ///
  /// - Parameter folder: of the description, as reports name it.
  public func roles(in folder: Path) -> [Path: Role] {
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
  public func declaration(in folder: Path) -> PackDeclaration {
    var declaration = PackDeclaration(.description)
    declaration.gridSize = gridSize
    declaration.languages = languages
    declaration.hasIcon = icon != nil
    declaration.icon = icon.map { folder.appending($0.path) }
    declaration.slotIcons = Set(slotIcons.map { folder.appending($0.file.path) })
    declaration.hasIconBackground = iconBackground != nil
    declaration.background = background
    declaration.stickers = stickers.map { sticker in
      DeclaredSticker(
        path: folder.appending(sticker.file.path), name: sticker.name, descriptions: sticker.descriptions)
    }
    return declaration
  }
}

/// A file that a description names.
public struct DescribedFile: Hashable, Sendable {
  /// Relative to the description's folder, and inside of it.
  public let path: Path
  /// Where it is named.
  public let place: YAMLPlace
}

/// A picture for one size of the icon.
public struct DescribedSlotIcon: Hashable, Sendable {
  /// The size's name: `iphone-29x29@2x`.
  public let slot: String
  /// The picture.
  public let file: DescribedFile
}

/// One sticker of a description.
public struct DescribedSticker: Hashable, Sendable {
  /// What people would call it: the name of its file or of its frames' folder, without extension and scale.
  public let name: String
  /// The @3x art; the first frame of a sequence.
  public let file: DescribedFile
  /// The frames, where it is a sequence of pictures.
  public let sequence: FrameSequence?
  /// What VoiceOver reads, by language (BCP 47; `und` for a text without one).
  public let descriptions: [String: String]
  /// What a search finds it by.
  public let keywords: [String]

  /// The files that the art is: one, or a sequence's frames.
  public var files: [DescribedFile] {
    sequence.map { $0.frames.map { DescribedFile(path: $0, place: file.place) } } ?? [file]
  }
}
