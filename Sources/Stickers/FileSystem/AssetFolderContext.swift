package import StickerEngine

/// The role and the pack of a file, as determined by the folders above it.
struct AssetFolderContext {
  /// The role of files in the folder; nil if they are not assets, for example in an app's icon set.
  private(set) var role: AssetRole? = .sticker
  /// The folder of the pack.
  private(set) var packOrPlainFolder: Path?
  /// Whether the folder is inside an asset catalog, where only three kinds of folders contain assets.
  private var isInCatalog = false
  /// Whether the folder is inside a layered icon from Icon Composer, whose images are neither icons nor
  /// stickers.
  private(set) var isInLayeredIcon = false
  /// Whether the folder belongs to an interactive message. Images there are not stickers.
  private var isInMessageFolder = false

  /// The folder of an interactive message.
  static let messageFolder: AssetFolderContext = {
    var place = AssetFolderContext()
    (place.role, place.isInMessageFolder) = (.messageImage, true)
    return place
  }()

  /// Creates the context outside of any pack and catalog.
  init() {}

  /// Returns the context of a subfolder.
  ///
  /// - Parameter path: the path of the folder in reports.
  /// - Parameter name: the real name of the folder, which may differ from the name in `path`, such as `.`.
  func entering(_ path: Path, realName name: Path) -> AssetFolderContext {
    var place = self
    if isInLayeredIcon || isInMessageFolder { return place }
    switch name.lowercasedExtension {
    case "icon":
      place.isInLayeredIcon = true
      (place.role, place.packOrPlainFolder) = (nil, nil)
      return place
    case "xcassets", "xcstickers":
      place.isInCatalog = true
      place.role = nil
      place.packOrPlainFolder = nil
    case "stickerpack":
      place.isInCatalog = true
      place.role = nil
      place.packOrPlainFolder = path
      return place
    case "sticker": place.role = .sticker
    case "stickersequence": place.role = .frame
    case "stickersiconset": place.role = .icon
    default: place.role = isInCatalog ? nil : .sticker
    }
    if !place.isInCatalog { place.packOrPlainFolder = path }  // the files of a plain folder are one pack
    return place
  }

  /// The context of a folder on the command line.
  ///
  /// - Parameter path: the folder as the user specified it. If the pack is an enclosing folder, its path is a
  ///   prefix of this path.
  /// - Parameter real: its absolute path without symbolic links, which may contain folders that `path` does
  ///   not.
  init(of path: Path, real: Path) {
    self.init()
    let parts = real.components
    var shown = parts.map { _ in path }  // folders above the named one have no path in reports
    var rest = path
    for index in parts.indices.reversed() {
      guard rest.name == parts[index] else { break }
      shown[index] = rest
      rest = rest.parentOrEmpty
    }
    for (part, path) in zip(parts, shown) { self = entering(path, realName: part) }
  }
}

extension Path {
  /// The parent, or an empty path if there is none.
  fileprivate var parentOrEmpty: Path { bytes.contains(UInt8(ascii: "/")) ? parent : Path(bytes: []) }
}

extension ReadOnlyFileSystem {
  /// The absolute path without symbolic links. The file does not have to exist. Missing parts at the end are
  /// kept as they are.
  package func realPath(of path: Path) -> Path {
    var missing: [Path] = []
    var existing = path.withoutTrailingSlashes
    while true {
      if let real = try? calls.resolveLinks(existing) {
        return missing.reversed().reduce(real) { $0.appending($1) }
      }
      guard existing != existing.parent else { return path }
      missing.append(existing.name)
      existing = existing.parent
    }
  }
}

extension Path {
  /// Whether this is `folder` itself or inside it. Both paths must be absolute, without symbolic links.
  package func isInsideOrEqual(_ folder: Path) -> Bool { components.starts(with: folder.components) }
}

extension Path {
  func isInside(_ folder: Path) -> Bool {
    let prefix = folder.bytes.last == UInt8(ascii: "/") ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
    return bytes.starts(with: prefix)
  }
}
