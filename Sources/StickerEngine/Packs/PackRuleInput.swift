/// A pack as seen by pack rules: the analyses of its stickers, and the contents of its catalog or pack file.
package struct PackRuleInput: Sendable {
  /// The path of findings on the whole pack: a folder, a `.stickerpack` or a pack file.
  let path: Path
  /// The assets with the roles to which the rule applies, in the order in which they were found.
  let assetsRuleAppliesTo: [AssetAnalysis]
  /// The contents of the catalog or pack file; nil for a plain folder.
  let packDeclaration: PackDeclaration?
}

/// The contents of a catalog or a pack file, without images.
package struct PackDeclaration: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// The `Contents.json` files of an Xcode catalog.
    case catalog
    /// A pack file.
    case packFile
  }
  package let source: Source
  /// The pack's text and appearance.
  package var metadata = PackMetadata()
  /// The stickers with their text, in the order in which people see them.
  package var stickers: [DeclaredSticker] = []
  package var hasIcon = false
  /// The icon source, as shown in reports.
  package var iconSourcePath: Path?
  /// The images that a pack file specifies for individual icon sizes, as shown in reports.
  package var slotIcons: Set<Path> = []
  /// Whether a background color for a transparent icon is set.
  package var hasIconBackground = false
  /// The images in the folder that the pack file does not list, as shown in reports.
  package var unlistedImages: [Path] = []

  package init(_ source: Source) { self.source = source }
}

/// A sticker in a catalog or pack file.
package struct DeclaredSticker: Hashable, Sendable {
  /// The path of the image, as shown in reports.
  package let imagePath: Path
  /// The sticker's text. Unless the source specifies a name, the name is that of the sticker's set or file,
  /// without the extension.
  package var metadata: StickerMetadata

  package init(path: Path, metadata: StickerMetadata) {
    self.imagePath = path
    self.metadata = metadata
  }
}

extension Path {
  /// The key by which iOS looks up the description of an image. VoiceOver reads the key if there is no
  /// description.
  ///
  /// - Source: a developer's test on iOS 26; Apple's build system infers the same key.
  package var accessibilityLabelKey: String { "\(name.displayText).accessibilityLabel" }
}
