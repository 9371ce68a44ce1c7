/// One pack as its rules see it: what is kept of its stickers, and what its catalog or description says.
public struct PackSummary: Sendable {
  /// The folder, `.stickerpack` or description that findings on the pack as a whole are listed under.
  public let path: Path
  /// Its assets of the roles that the rule applies to, in the order of the walk.
  public let stickers: [AssetSummary]
  /// What a catalog or a description says; nil for a plain folder, which cannot hold such things.
  public let declaration: PackDeclaration?

  /// A pack.
  public init(
    path: Path, stickers: [AssetSummary], declaration: PackDeclaration? = nil
  ) {
    self.path = path
    self.stickers = stickers
    self.declaration = declaration
  }
}

/// What a catalog or a description says of a pack, beside its pictures.
public struct PackDeclaration: Hashable, Sendable {
  /// Where it is said.
  public enum Source: Hashable, Sendable {
    /// The `Contents.json` files of an Xcode catalog.
    case catalog
    /// A `stickerpack.yml`.
    case description
  }
  /// Where it is said.
  public let source: Source
  /// How large the drawer shows the stickers; nil where nothing is said.
  public var gridSize: GridSize?
  /// The languages that descriptions are wanted in (BCP 47); empty where nothing is said.
  public var languages: [String] = []
  /// The stickers with their texts, in the order people see them.
  public var stickers: [DeclaredSticker] = []
  /// Whether there is an icon.
  public var hasIcon = false
  /// The picture that icons are made from, as reports name it.
  public var icon: Path?
  /// Pictures that a description gives for single sizes of the icon, as reports name them.
  public var slotIcons: Set<Path> = []
  /// Whether a color is given for a transparent icon to lie on.
  public var hasIconBackground = false
  /// The color of the sticker browser, 0xRRGGBB; nil where nothing is said.
  public var background: UInt32?

  /// A declaration that says nothing yet.
  public init(_ source: Source) { self.source = source }
}

/// A sticker in a catalog or a description.
public struct DeclaredSticker: Hashable, Sendable {
  /// Its picture, as reports name it.
  public let path: Path
  /// What people would call it: the name of its set or file, without extension.
  public let name: String
  /// What VoiceOver reads, by language (BCP 47, `und` where the source does not say which).
  public let descriptions: [String: String]

  /// A sticker with its texts.
  public init(path: Path, name: String, descriptions: [String: String]) {
    self.path = path
    self.name = name
    self.descriptions = descriptions
  }
}
