import StickerModel

/// What lies in a folder that stickerlint built beside the catalog: copies and sizes of the stickers.
struct BuiltFolder {
  private let manifest: [UInt8]

  /// A folder with this `manifest.json`; nil where another program made it.
  init?(manifest: [UInt8]) {
    guard manifest.contains(text: "\"stickerlint\"") else { return nil }
    self.manifest = manifest
  }

  /// Whether a file or folder directly in it is generated from stickers that its catalog holds. Of names that
  /// people use as well, the manifest has to list a file below them.
  func isGenerated(_ name: Path, isFolder: Bool) -> Bool {
    guard isFolder else {
      return name.bytes.starts(with: Array("contact-sheet".utf8)) && name.lowercasedExtension == "png"
    }
    guard let name = name.text else { return false }
    return name == "variants" || bundleFolders.contains(name) && manifest.contains(text: "\"\(name)/")
  }
}

/// What an extension with code takes into its bundle.
private let bundleFolders = ["Assets.xcassets", messageFolder, stickersFolder]
private let messageFolder = "Message"
private let stickersFolder = "Stickers"

extension FileSystem {
  /// The build that a folder holds; nil where there is none.
  func builtFolder(_ folder: Path) -> BuiltFolder? {
    let manifest = folder.appending(manifestName)
    guard case .bytes(let bytes) = readListedFile(manifest, limit: mostDocumentBytes).outcome else {
      return nil
    }
    return BuiltFolder(manifest: bytes)
  }

  /// Whether a folder holds the picture of an interactive message: it is called `Message`, and beside it lies
  /// the folder `Stickers` with the index that our projects with code have.
  func isMessageFolder(_ folder: Path, named name: Path) -> Bool {
    guard name == Path(messageFolder) else { return false }
    let index = folder.parent.appending(stickersFolder).appending("index.json")
    guard (try? entryKind(at: index)) == .file,
      case .bytes(let bytes) = readListedFile(index, limit: mostDocumentBytes).outcome,
      let json = try? JSON(parsing: bytes, atMost: mostDocumentBytes), case .integer? = json["schema"],
      case .array(let stickers)? = json["stickers"]
    else { return false }
    return stickers.allSatisfy { $0["file"] != nil && $0["sha256"] != nil }
  }
}

let manifestName = Path("manifest.json")
/// Bytes of the longest manifest or index that is read.
private let mostDocumentBytes = 64 << 20

extension [UInt8] {
  fileprivate func contains(text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}
