package import StickerEngine

/// What the folders above a file say about it: its role and its pack.
struct FolderContext {
  /// The role of files here; nil: they are not assets, as in an app's icon set.
  private(set) var role: Role? = .sticker
  /// The folder whose assets ship together.
  private(set) var pack: Path?
  /// Whether this lies in an asset catalog, where only three kinds of set hold assets.
  private var isInCatalog = false
  /// Whether this lies in a layered icon of Icon Composer, whose pictures are neither icons nor stickers.
  private(set) var isInLayeredIcon = false
  /// Whether this is inside the folder of an interactive message. Images there are not stickers.
  private var isOfMessage = false

  /// The folder of an interactive message.
  static let ofMessage: FolderContext = {
    var place = FolderContext()
    (place.role, place.isOfMessage) = (.messageImage, true)
    return place
  }()

  /// A place outside of every pack and catalog.
  init() {}

  /// Goes into a folder.
  ///
  /// - Parameter path: the folder as reports name it.
  /// - Parameter name: its own name, which `path` need not show: `.`.
  func entering(_ path: Path, named name: Path) -> FolderContext {
    var place = self
    if isInLayeredIcon || isOfMessage { return place }
    switch name.lowercasedExtension {
    case "icon":
      place.isInLayeredIcon = true
      (place.role, place.pack) = (nil, nil)
      return place
    case "xcassets", "xcstickers":
      place.isInCatalog = true
      place.role = nil
      place.pack = nil
    case "stickerpack":
      place.isInCatalog = true
      place.role = nil
      place.pack = path
      return place
    case "sticker": place.role = .sticker
    case "stickersequence": place.role = .frame
    case "stickersiconset": place.role = .icon
    default: place.role = isInCatalog ? nil : .sticker
    }
    if !place.isInCatalog { place.pack = path }  // a plain folder holds its files together
    return place
  }

  /// The place of a folder that the command line names.
  ///
  /// - Parameter path: as named; packs are named by its parts.
  /// - Parameter real: the same folder, absolute and without links: it shows folders that the name does not.
  init(of path: Path, real: Path) {
    self.init()
    let parts = real.components
    var shown = parts.map { _ in path }  // above what was named, the name stands for all
    var rest = path
    for index in parts.indices.reversed() {
      guard rest.name == parts[index] else { break }
      shown[index] = rest
      rest = rest.withoutLastPart
    }
    for (part, path) in zip(parts, shown) { self = entering(path, named: part) }
  }
}

extension Path {
  /// `parent`, but empty where nothing is left.
  fileprivate var withoutLastPart: Path { bytes.contains(UInt8(ascii: "/")) ? parent : Path(bytes: []) }
}

extension FileSystem {
  /// The absolute path without links, of a file that need not exist yet: what is missing at its end stays as
  /// it is written.
  package func realPath(of path: Path) -> Path {
    var missing: [Path] = []
    var existing = path.withoutTrailingSlashes
    while true {
      if let real = try? calls.resolve(existing) {
        return missing.reversed().reduce(real) { $0.appending($1) }
      }
      guard existing != existing.parent else { return path }
      missing.append(existing.name)
      existing = existing.parent
    }
  }
}

extension Path {
  /// Whether this lies in `folder`, however deep, or is it. Both absolute and without links.
  package func isInsideOrEqual(_ folder: Path) -> Bool { components.starts(with: folder.components) }
}

extension Path {
  /// Returns whether the path is inside a folder.
  func isInside(_ folder: Path) -> Bool {
    let prefix = folder.bytes.last == UInt8(ascii: "/") ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
    return bytes.starts(with: prefix)
  }
}
