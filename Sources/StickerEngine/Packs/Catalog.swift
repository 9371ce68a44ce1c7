import StickerImage

/// An Xcode catalog, for the rules about catalogs. It leaves out sets without stickers, such as an app's
/// icons, colors and images.
package struct Catalog: Sendable {
  /// The catalog's own folder, as shown in reports.
  let path: Path
  /// The sets of the catalog, sorted by path in byte order.
  let recognizedFolders: [CatalogFolder]
  /// The sticker packs of other catalogs in the same folder, which Xcode uses for one target.
  var packsInSiblingCatalogs: [Path] = []

  /// The name of the document of every set.
  package static let documentName = Path("Contents.json")
  /// The maximum length of a `Contents.json` in bytes, enough for some 16,000 stickers.
  package static let maxDocumentBytes = 1 << 20
}

/// A folder in a catalog. Its `Contents.json` lists its contents.
package struct CatalogFolder: Sendable {
  /// The kind of a folder, by its extension.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The catalog of a sticker pack.
    case stickerCatalog = "xcstickers"
    /// An app's catalog, which can contain stickers.
    case assetCatalog = "xcassets"
    /// A sticker pack.
    case pack = "stickerpack"
    /// A sticker with one image.
    case sticker
    /// A sticker with an image for each frame.
    case sequence = "stickersequence"
    /// Icons of a sticker pack or a Messages app.
    case icons = "stickersiconset"

    /// Whether the folder is a catalog rather than a set in one.
    package var isCatalog: Bool { self == .stickerCatalog || self == .assetCatalog }

    /// Creates the kind of a folder from its name; nil for a folder without stickers or icons.
    package init?(_ name: Path) {
      guard let kind = name.lowercasedExtension.flatMap(Kind.init(rawValue:)) else { return nil }
      self = kind
    }
  }

  /// The result of reading the `Contents.json`.
  enum DocumentOutcome: Sendable {
    /// The file does not exist.
    case missing
    /// A configuration excludes the document.
    case excluded
    /// The file cannot be read, with the reason: `it is a link`.
    case unreadable(String)
    /// The file is longer than `Catalog.maxDocumentBytes`, with its length in bytes.
    case tooLarge(Int)
    /// The file is not valid JSON.
    case broken(Diagnostic)
    /// The parsed document.
    case document(JSONDocument)
  }

  /// The path of the folder, as shown in reports.
  let path: Path
  /// The kind of the folder, by its extension.
  let kind: Kind
  /// The innermost pack that contains the folder; nil outside a pack.
  let enclosingPack: Path?
  let documentOutcome: DocumentOutcome
  /// The entries of the folder except `Contents.json`, sorted by name in byte order.
  let entriesExceptDocument: [CatalogEntry]

  /// The path of the folder's `Contents.json`, which might not exist.
  var documentPath: Path { path.appending(Catalog.documentName) }

  /// The folder's document; nil if it could not be read.
  var document: JSONDocument? {
    if case .document(let document) = documentOutcome { document } else { nil }
  }
}

/// An entry in a catalog folder.
package struct CatalogEntry: Sendable {
  package enum Kind: Hashable, Sendable {
    /// A regular file, or a link that may be followed to one.
    case file
    case folder
    /// A link to a missing file, to a folder, or to a file outside the checked folders.
    case unusableLink
    /// An entry that cannot be an image, with the reason: `it is a named pipe`.
    case other(String)
  }

  /// The name of the entry, without the folder.
  package let name: Path
  package let kind: Kind
  /// Whether rules ignore the entry, because it is hidden or a configuration excludes it.
  package var isExcludedOrHidden: Bool
  /// The facts about the image; nil if the file was not read or is not an image.
  var iconOrFrameFacts: CatalogImageFacts?

  package init(name: Path, kind: Kind, isExcludedOrHidden isExcluded: Bool = false) {
    self.name = name
    self.kind = kind
    self.isExcludedOrHidden = isExcluded
  }
}

/// The facts about an image that rules about catalogs use.
struct CatalogImageFacts: Hashable, Sendable {
  /// The format of the content, regardless of the file name.
  let format: ImageFormat
  /// The canvas in pixels; nil if the header could not be read.
  let canvas: PixelSize?
  /// The number of frames; 1 for a still.
  let frameCount: Int
  /// Whether the image has an alpha channel or another form of transparency.
  let canBeTransparent: Bool

  /// Returns nil if the asset is not a supported image.
  init?(_ asset: AssetAnalysis) {
    guard let format = asset.facts.format else { return nil }
    (self.format, canvas, frameCount) = (format, asset.facts.canvas, asset.facts.frameCount)
    canBeTransparent = asset.facts.canBeTransparent
  }

  init(_ container: ImageContainer) {
    (format, frameCount) = (container.format, container.frameCount)
    canvas = container.canvas.area > 0 ? container.canvas : nil
    canBeTransparent = container.canBeTransparent
  }
}
