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
  /// What a transparent icon lies on, 0xRRGGBB.
  public var iconBackground: UInt32?
  /// The color of the sticker browser, 0xRRGGBB.
  public var background: UInt32?
  /// The languages that descriptions are wanted in (BCP 47), in the order of the file.
  public var languages: [String] = []
  /// In the order people see them.
  public var stickers: [DescribedSticker] = []

  /// Every file that it names, the icon last.
  public var files: [DescribedFile] { stickers.map(\.file) + (icon.map { [$0] } ?? []) }

  /// What rules about packs ask for.
  ///
  /// - Parameter folder: of the description, as reports name it.
  public func declaration(in folder: Path) -> PackDeclaration {
    var declaration = PackDeclaration(.description)
    declaration.gridSize = gridSize
    declaration.languages = languages
    declaration.hasIcon = icon != nil
    declaration.icon = icon.map { folder.appending($0.path) }
    declaration.hasIconBackground = iconBackground != nil
    declaration.background = background
    declaration.stickers = stickers.map { sticker in
      let file = sticker.file.path
      let name = String(decoding: file.splitScale.unscaled.stem.bytes, as: UTF8.self)
      return DeclaredSticker(path: folder.appending(file), name: name, descriptions: sticker.descriptions)
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

/// One sticker of a description.
public struct DescribedSticker: Hashable, Sendable {
  /// The @3x art.
  public let file: DescribedFile
  /// What VoiceOver reads, by language (BCP 47; `und` for a text without one).
  public let descriptions: [String: String]
  /// What a search finds it by.
  public let keywords: [String]
}
