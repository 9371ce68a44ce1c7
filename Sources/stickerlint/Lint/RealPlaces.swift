import StickerIO
import StickerImage
import StickerModel
import StickerSettings

/// Where the files of a run lie: absolute, and without links on the way to them.
struct RealPlaces {
  private var folders: [Path: Path] = [:]

  /// The absolute path of what a report names; a link that is itself named stays one.
  mutating func place(of path: Path) -> Path {
    let path = path.withoutTrailingSlashes
    if [Path("."), Path(".."), Path("/")].contains(path.name) { return folder(path) }
    return folder(path.parent).appending(path.name)
  }

  private mutating func folder(_ path: Path) -> Path {
    if let known = folders[path] { return known }
    let real = realPath(of: path)
    folders[path] = real
    return real
  }
}

/// SHA-256 of what findings are on, each read once more and only where somebody asks.
struct ContentDigests {
  private let sources: [Path: AssetSource]
  private let settings: SettingsMap
  private var known: [Path: String?] = [:]

  init(_ run: CheckRun) {
    sources = Dictionary(run.sources.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    settings = run.settings
  }

  /// Nil for a folder, and for what cannot be read.
  mutating func digest(of path: Path) -> String? {
    if let known = known[path] { return known }
    let outcome =
      sources[path]?.read(settings.configuration(at: path).budget.fileBytes)
      ?? readFile(path, limit: Catalog.mostDocumentBytes, follow: true)
    var digest: String?
    if case .bytes(let bytes) = outcome { digest = SHA256.hexDigest(of: bytes) }
    known[path] = .some(digest)
    return digest
  }
}
