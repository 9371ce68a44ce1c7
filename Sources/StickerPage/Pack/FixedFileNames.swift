import StickerEngine
import StickerImage
import Stickers

/// The size and hash of a file that the page wrote, so that the page can recognize the file later.
struct SavedFileFingerprint: Equatable {
  let byteCount: Int
  private let digest: String

  init(_ bytes: [UInt8]) { (byteCount, digest) = (bytes.count, SHA256.hexDigest(of: bytes)) }
}

/// Chooses names for fixed art next to a pack file: names that are free, or names of files that the page
/// itself wrote and no longer needs.
struct FixedFileNamer {
  private static let maxAttempts = 1000
  private let packFolder: Path
  private let servedFolder: ConfinedFolderAccess
  private let savedFiles: [Path: SavedFileFingerprint]
  private let referencedPaths: Set<Path>
  private let copyAndOriginalMatcher: FixedCopyMatcher
  /// The assigned names, in lowercase because some file systems ignore case.
  private var lowercasedAssignedPaths: Set<String> = []
  /// The existing files at assigned names, which will be replaced.
  private(set) var existingFilesToOverwrite: [Path: [UInt8]] = [:]

  /// - Parameters:
  ///   - place: the folder of the pack file.
  ///   - savedFiles: the files that the page has written.
  ///   - named: the files that the pack file refers to, relative to its folder.
  init(
    packFolder place: Path, servedFolder folder: ConfinedFolderAccess,
    savedFiles: [Path: SavedFileFingerprint], referencedPaths named: Set<Path>,
    copies: FixedCopyMatcher
  ) {
    self.packFolder = place
    self.servedFolder = folder
    self.savedFiles = savedFiles
    self.referencedPaths = named
    self.copyAndOriginalMatcher = copies
  }

  /// Returns the name for a fixed image.
  ///
  /// - Parameter path: the path of the image in the pack file.
  mutating func assignPackRelativePath(for path: Path, fixedFile better: (path: Path, bytes: [UInt8])) -> Path
  {
    // A copy that is fixed again keeps the name of the original art.
    let name = Path(
      bytes: copyAndOriginalMatcher.originalStem(of: path).bytes
        + better.path.name.bytes.dropFirst(better.path.stem.bytes.count))
    for count in 1...Self.maxAttempts {
      let found = FixedCopyMatcher.copiesFolder.appending(numberedPathUnlessFirst(name, count))
      // Do not take the path of another file that the pack file lists, even if that file is missing.
      guard found == path || !referencedPaths.contains(found),
        !lowercasedAssignedPaths.contains(found.displayText.lowercased()),
        canUseRecordingExistingFile(found, for: better.bytes)
      else { continue }
      lowercasedAssignedPaths.insert(found.displayText.lowercased())
      return found
    }
    return FixedCopyMatcher.copiesFolder.appending(name)  // if nothing can be read, writing will fail too
  }

  /// Whether a name can be used: it is free, or its file may be replaced. Adds such a file to
  /// `existingFilesToOverwrite`.
  private mutating func canUseRecordingExistingFile(_ found: Path, for bytes: [UInt8]) -> Bool {
    let whole = packFolder.appending(found)
    let own = savedFiles[whole]
    switch servedFolder.readIfExists(whole, limit: max(bytes.count, own?.byteCount ?? 0)) {
    case nil, .bytes(bytes)?: return true
    case .bytes(let there)? where SavedFileFingerprint(there) == own:
      existingFilesToOverwrite[whole] = there
      return true
    case .bytes?, .tooLarge?, .unreadable?: return false
    }
  }
}
