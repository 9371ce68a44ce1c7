import StickerEngine
import StickerImage
import Stickers

/// A file as the page wrote it, to be known again.
struct SavedFile: Equatable {
  let byteCount: Int
  private let digest: String

  init(_ bytes: [UInt8]) { (byteCount, digest) = (bytes.count, SHA256.hexDigest(of: bytes)) }
}

/// Finds names for fixed art beside a description: those that nothing has, and those of files that the page
/// has written itself and that are not needed any more.
struct FixedFileNames {
  private static let maxAttempts = 1000
  private let place: Path
  private let folder: DirectoryHandle
  private let savedFiles: [Path: SavedFile]
  private let named: Set<Path>
  private let copies: FixedCopies
  /// Names that were given already, small: where capitals are not told apart, two may be one.
  private var taken: Set<String> = []
  /// What lies in the folder at names that were given, and gives way.
  private(set) var replaced: [Path: [UInt8]] = [:]

  /// - Parameter place: the folder of the description.
  /// - Parameter savedFiles: what the page has written.
  /// - Parameter named: what the description names, seen from its folder.
  init(
    in place: Path, of folder: DirectoryHandle, savedFiles: [Path: SavedFile], named: Set<Path>,
    copies: FixedCopies
  ) {
    self.place = place
    self.folder = folder
    self.savedFiles = savedFiles
    self.named = named
    self.copies = copies
  }

  /// The name of what a picture became.
  ///
  /// - Parameter path: the picture, as the description names it.
  mutating func name(for path: Path, _ better: (path: Path, bytes: [UInt8])) -> Path {
    // What was fixed once more keeps the name of the art that it was made of.
    let name = Path(
      bytes: copies.subject(of: path).bytes + better.path.name.bytes.dropFirst(better.path.stem.bytes.count))
    for count in 1...Self.maxAttempts {
      let found = FixedCopies.folder.appending(numbered(name, count))
      // What others are called by is not given away, also where it is missing.
      guard found == path || !named.contains(found), !taken.contains(found.displayText.lowercased()),
        isFree(found, for: better.bytes)
      else { continue }
      taken.insert(found.displayText.lowercased())
      return found
    }
    return FixedCopies.folder.appending(name)  // where nothing can be read, nothing is written either
  }

  private mutating func isFree(_ found: Path, for bytes: [UInt8]) -> Bool {
    let whole = place.appending(found)
    let own = savedFiles[whole]
    switch folder.read(whole, limit: max(bytes.count, own?.byteCount ?? 0)) {
    case nil, .bytes(bytes)?: return true
    case .bytes(let there)? where SavedFile(there) == own:
      replaced[whole] = there
      return true
    case .bytes?, .tooLarge?, .unreadable?: return false
    }
  }
}
