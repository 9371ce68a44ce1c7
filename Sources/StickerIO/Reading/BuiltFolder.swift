import StickerModel

/// A folder that stickerlint built. Beside the catalog it holds generated files: scaled variants and copies.
struct BuiltFolder {
  private let manifest: [UInt8]

  /// Creates a value from the bytes of `manifest.json`. Returns nil if another program wrote the manifest.
  init?(manifest: [UInt8]) {
    // Web apps have a file of this name too: parse only what may be a manifest of stickerlint.
    guard manifest.contains(text: "\"stickerlint\""),
      let json = try? JSON(parsing: manifest, atMost: JSON.mostManifestBytes),
      json["generator"]?["name"] == .string("stickerlint")
    else { return nil }
    self.manifest = manifest
  }

  /// Returns whether an entry of the folder is generated from the stickers of its catalog. For common folder
  /// names, the manifest must list a file inside the folder.
  func isGenerated(_ name: Path, isFolder: Bool) -> Bool {
    guard isFolder else {
      return name.bytes.starts(with: Array("contact-sheet".utf8)) && name.lowercasedExtension == "png"
    }
    guard let name = name.text else { return false }
    return name == "variants" || bundleFolders.contains(name) && manifest.contains(text: "\"\(name)/")
  }
}

/// The folders that the Xcode templates with code copy into the app bundle.
private let bundleFolders = ["Assets.xcassets", messageFolder, stickersFolder]
private let messageFolder = "Message"
private let stickersFolder = "Stickers"

extension FileSystem {
  /// Returns the build in a folder, or nil if the folder holds none.
  func builtFolder(_ folder: Path) -> BuiltFolder? {
    let manifest = folder.appending(manifestName)
    guard case .bytes(let bytes) = readListedFile(manifest, limit: JSON.mostManifestBytes).outcome else {
      return nil
    }
    return BuiltFolder(manifest: bytes)
  }

  /// Returns whether a folder holds the image of an interactive message: its name is `Message`, and its
  /// sibling folder `Stickers` holds the `index.json` of a generated project.
  func isMessageFolder(_ folder: Path, named name: Path) -> Bool {
    guard name == Path(messageFolder) else { return false }
    let index = folder.parent.appending(stickersFolder).appending("index.json")
    guard (try? entryKind(at: index)) == .file,
      case .bytes(let bytes) = readListedFile(index, limit: JSON.mostManifestBytes).outcome,
      let json = try? JSON(parsing: bytes, atMost: JSON.mostManifestBytes), case .integer? = json["schema"],
      case .array(let stickers)? = json["stickers"]
    else { return false }
    return stickers.allSatisfy { $0["file"] != nil && $0["sha256"] != nil }
  }
}

let manifestName = Path("manifest.json")

extension [UInt8] {
  fileprivate func contains(text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}
