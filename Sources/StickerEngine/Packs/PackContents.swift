/// A pack for pack rules: the analyses of its stickers, and the contents of its catalog or pack file.
package struct PackContents: Sendable {
  /// The folder, `.stickerpack` or pack file under which findings on the whole pack are listed.
  let path: Path
  /// The assets with the roles of the rule, in the order of the walk.
  let stickers: [AssetAnalysis]
  /// The contents of the catalog or pack file; nil for a plain folder.
  let listing: PackListing?
}

/// The contents of a catalog or a pack file, without images.
package struct PackListing: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// The `Contents.json` files of an Xcode catalog.
    case catalog
    /// A pack file.
    case packFile
  }
  package let source: Source
  /// The texts and the look of the pack.
  package var metadata = PackMetadata()
  /// The stickers with their texts, in the order in which people see them.
  package var stickers: [ListedSticker] = []
  package var hasIcon = false
  /// The icon source, as reports name it.
  package var icon: Path?
  /// The images that a pack file names for single icon sizes, as reports name them.
  package var slotIcons: Set<Path> = []
  /// Whether a color behind a transparent icon is set.
  package var hasIconBackground = false
  /// The images in the folder that the pack file does not list, as reports name them.
  package var unlistedImages: [Path] = []

  package init(_ source: Source) { self.source = source }
}

/// A sticker of a catalog or a pack file.
package struct ListedSticker: Hashable, Sendable {
  /// The path of the image, as reports name it.
  package let path: Path
  /// Its texts. The name is that of its set or file, without extension, unless the source gives one.
  package var metadata: StickerMetadata

  package init(path: Path, metadata: StickerMetadata) {
    self.path = path
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
