import StickerImage

/// An Xcode catalog that was read: what the rules about catalogs judge. Sets that hold no stickers, such as
/// an app's icons, colors and pictures, are not in it.
package struct Catalog: Sendable {
  /// The catalog's own folder, as reports name it.
  let path: Path
  /// The sets of the catalog, in byte order of their paths.
  let sets: [CatalogSet]
  /// The sticker packs of the other catalogs in the same folder, in which Xcode keeps what is of one target.
  var packsBeside: [Path] = []

  /// What the document of every set is called.
  package static let documentName = Path("Contents.json")
  /// Bytes of the largest `Contents.json` that is read: some 16,000 stickers.
  package static let maxDocumentBytes = 1 << 20
}

/// A folder of a catalog that says in a `Contents.json` what it holds.
package struct CatalogSet: Sendable {
  /// What a folder is, by its extension.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The catalog of a sticker pack.
    case stickerCatalog = "xcstickers"
    /// An app's catalog; it can hold stickers among other things.
    case assetCatalog = "xcassets"
    /// The stickers that ship together.
    case pack = "stickerpack"
    /// One sticker with its picture.
    case sticker
    /// One sticker with the pictures of its frames.
    case sequence = "stickersequence"
    /// Icons of a sticker pack or a Messages app.
    case icons = "stickersiconset"

    /// Whether it is a catalog, and no set in one.
    package var isCatalog: Bool { self == .stickerCatalog || self == .assetCatalog }

    /// The kind of a folder; nil for one that has nothing to do with stickers.
    package init?(_ name: Path) {
      guard let kind = name.lowercasedExtension.flatMap(Kind.init(rawValue:)) else { return nil }
      self = kind
    }
  }

  /// What reading the `Contents.json` gave.
  enum Contents: Sendable {
    /// There is none.
    case missing
    /// The document is not to be judged.
    case excluded
    /// Why it cannot be read: `it is a link`.
    case unreadable(String)
    /// It is longer than `Catalog.maxDocumentBytes`; its length in bytes.
    case tooLarge(Int)
    /// It is no JSON.
    case broken(Diagnostic)
    /// What it says.
    case document(JSONDocument)
  }

  /// The path of the folder, as reports name it.
  let path: Path
  /// What the folder is by its extension.
  let kind: Kind
  /// The innermost pack around it; nil outside of one.
  let pack: Path?
  /// What its `Contents.json` says.
  let contents: Contents
  /// What lies directly in it, but for `Contents.json`, in byte order of the names.
  let entries: [CatalogEntry]

  /// `Contents.json` in this folder, whether it is there or not.
  var documentPath: Path { path.appending(Catalog.documentName) }

  /// The folder's document; nil where it could not be read.
  var document: JSONDocument? {
    if case .document(let document) = contents { document } else { nil }
  }
}

/// What lies in a folder of a catalog.
package struct CatalogEntry: Sendable {
  /// What kind of entry it is.
  package enum Kind: Hashable, Sendable {
    /// A regular file, or a link to one that may be followed.
    case file
    /// A folder.
    case folder
    /// A link to nowhere, to a folder, or out of what is checked.
    case strayLink
    /// Something that can hold no picture: `it is a named pipe`.
    case other(String)
  }

  /// The name of the entry, without the folder.
  package let name: Path
  package let kind: Kind
  /// Whether nothing is to be said of it, since it is hidden, or somebody left it out.
  package var isExcluded: Bool
  /// What is known of the picture in it; nil where nobody read it, or it is none.
  var picture: PictureFacts?

  /// An entry of a folder.
  package init(name: Path, kind: Kind, isExcluded: Bool = false) {
    self.name = name
    self.kind = kind
    self.isExcluded = isExcluded
  }
}

/// What rules about catalogs ask of a picture.
struct PictureFacts: Hashable, Sendable {
  /// The format by content, never by name.
  let format: ImageFormat
  /// The canvas in pixels; nil where the header could not be read.
  let canvas: PixelSize?
  /// Frames of the animation, 1 for a still.
  let frameCount: Int
  /// Whether it has an alpha channel, or whatever its format has instead.
  let canBeTransparent: Bool

  /// What was kept of an asset; nil where it is no image of ours.
  init?(_ asset: AssetAnalysis) {
    guard let format = asset.facts.format else { return nil }
    (self.format, canvas, frameCount) = (format, asset.facts.canvas, asset.facts.frameCount)
    canBeTransparent = asset.facts.canBeTransparent
  }

  /// What a container says.
  init(_ container: Container) {
    (format, frameCount) = (container.format, container.frameCount)
    canvas = container.canvas.area > 0 ? container.canvas : nil
    canBeTransparent = container.canBeTransparent
  }
}
