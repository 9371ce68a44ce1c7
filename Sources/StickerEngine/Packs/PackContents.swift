/// One pack as its rules see it: what is kept of its stickers, and what its catalog or description says.
package struct PackContents: Sendable {
  /// The folder, `.stickerpack` or description that findings on the pack as a whole are listed under.
  let path: Path
  /// The pack's assets of the roles that the rule applies to, in the order of the walk.
  let stickers: [AssetAnalysis]
  /// What a catalog or a description says; nil for a plain folder, which cannot hold such things.
  let declaration: PackDeclaration?
}

/// What a catalog or a description says of a pack, beside its pictures.
package struct PackDeclaration: Hashable, Sendable {
  /// What says it: a catalog, or a description.
  package enum Source: Hashable, Sendable {
    /// The `Contents.json` files of an Xcode catalog.
    case catalog
    /// A `stickerpack.yml`.
    case description
  }
  /// What says it: a catalog, or a description.
  package let source: Source
  /// The name, the languages and the look of the pack.
  package var metadata = PackMetadata()
  /// The stickers with their texts, in the order people see them.
  package var stickers: [DeclaredSticker] = []
  /// Whether there is an icon.
  package var hasIcon = false
  /// The picture that icons are made from, as reports name it.
  package var icon: Path?
  /// Pictures that a description gives for single sizes of the icon, as reports name them.
  package var slotIcons: Set<Path> = []
  /// Whether a color is given for a transparent icon to lie on.
  package var hasIconBackground = false
  /// Pictures beside a description that it does not name, as reports name them.
  package var unlisted: [Path] = []

  /// A declaration that says nothing yet.
  package init(_ source: Source) { self.source = source }
}

/// A sticker in a catalog or a description.
package struct DeclaredSticker: Hashable, Sendable {
  /// The sticker's picture, as reports name it.
  package let path: Path
  /// Its texts. The name is that of its set or file, without extension, unless the source gives one.
  package var metadata: StickerMetadata

  package init(path: Path, metadata: StickerMetadata) {
    self.path = path
    self.metadata = metadata
  }
}

extension Path {
  /// What the running system looks the description of a picture up by, and VoiceOver reads where there is
  /// none.
  ///
  /// - Source: a developer's test on iOS 26; Apple's build system infers the same key.
  package var heardKey: String { "\(name.displayText).accessibilityLabel" }
}
