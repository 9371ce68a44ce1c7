import StickerEngine

/// Reads a `stickerpack.yml` and the folder that contains it.
func readPackFile(
  _ path: Path, on disk: ReadOnlyFileSystem = .disk
) throws(Diagnostic) -> PackFile {
  let (bytes, folder) = try readDocumentBytes(path, on: disk)
  do throws(Diagnostic) {
    return try readPackFile(bytes, in: folder, allowedIconSlots: IconSlot.all.map(\.name))
  } catch {
    throw error.withFile(path)
  }
}

/// Reads a `message.yml` and the folder that contains it.
///
/// - Parameter isNamed: whether the user specified the file. If so, its contents do not have to look like a
///   message.
/// - Returns: nil for a file of this name that belongs to another program, or cannot be read.
func readMessage(
  _ path: Path, isUserSpecified isNamed: Bool, on disk: ReadOnlyFileSystem = .disk
) throws(Diagnostic) -> InteractiveMessageFile? {
  guard isNamed else {
    guard case .message(let message) = try readMessageCandidate(path, on: disk) else { return nil }
    return message
  }
  let (bytes, folder) = try readDocumentBytes(path, on: disk)
  return try parseMessage(bytes, at: path, in: folder)
}

/// The result of reading a file named `message.yml`.
enum InteractiveMessageFileCandidate {
  case message(InteractiveMessageFile)
  /// A file that seems to belong to another program, with a remark that says why.
  case notAMessage(remark: String)
}

/// Reads a `message.yml` that was found, and that may belong to another program.
///
/// - Throws: every problem in a stickerlint message file.
func readMessageCandidate(
  _ path: Path, on disk: ReadOnlyFileSystem = .disk
) throws(Diagnostic) -> InteractiveMessageFileCandidate {
  let (bytes, folder): ([UInt8], PackFolderAccess)
  do throws(Diagnostic) { (bytes, folder) = try readDocumentBytes(path, on: disk) } catch {
    return .notAMessage(
      remark: error.allDiagnostics.map { "\($0.messageLineWithFile) (file was skipped)" }.joined(
        separator: "; "))
  }
  guard isInteractiveMessageFile(bytes) else {
    return .notAMessage(
      remark: "skipped \(path.displayText), because it has no base-url or accessibility-label")
  }
  return .message(try parseMessage(bytes, at: path, in: folder))
}

private func parseMessage(
  _ bytes: [UInt8], at path: Path, in folder: PackFolderAccess
) throws(Diagnostic) -> InteractiveMessageFile {
  do throws(Diagnostic) {
    return try readInteractiveMessageFile(bytes, at: path, in: folder)
  } catch {
    throw error.withFile(path)
  }
}

/// The bytes of a pack file or message file, and the folder that contains it.
private func readDocumentBytes(
  _ path: Path, on disk: ReadOnlyFileSystem
) throws(Diagnostic) -> (bytes: [UInt8], folder: PackFolderAccess) {
  let bytes: [UInt8]
  switch disk.readWholeFile(path, maxFileBytes: maxDocumentBytes, follow: true) {
  case .bytes(let read): bytes = read
  case .tooLarge(let count):
    throw Diagnostic("file size is \(numberText(count)) bytes (limit: 1 MiB)", file: path)
  case .unreadable(let reason): throw Diagnostic("\(reason)", file: path)
  }
  let real = disk.realPath(of: path.parent)
  let walked = FolderImagePathCache(on: disk)
  let folder = PackFolderAccess { file in
    disk.kindFollowingLinks(of: path.parent.appending(file)) == .file
  } isInside: { file in
    disk.realPath(of: path.parent.appending(file)).isInsideOrEqual(real)
  } images: {
    walked.relativeImagePaths(in: path.parent)
  } framesMatching: { glob in
    sortedFramesWithoutVariants(matching: glob, in: path.parent, walked)
  }
  return (bytes, folder)
}

extension ReadOnlyFileSystem {
  fileprivate func kindFollowingLinks(of path: Path) -> EntryKind? {
    try? entryKind(at: realPath(of: path))
  }
}

/// The images in a folder that match a glob, in natural order. Smaller variants of an image are left out.
private func sortedFramesWithoutVariants(
  matching glob: String, in folder: Path, _ walked: FolderImagePathCache
)
  -> [Path]
{
  guard let pattern = Glob(git: Array(glob.utf8)[...], anchored: true) else { return [] }
  let parts = glob.split(separator: "/").dropLast().prefix { part in !part.contains { "*?[\\".contains($0) } }
  let below = parts.reduce(Path(bytes: [])) { $0.appending(String($1)) }
  let start = below.bytes.isEmpty ? folder : folder.appending(below)
  let found = walked.relativeImagePaths(in: start).map { below.appending($0) }.filter { pattern.matches($0) }
  let smaller = found.pathsAt3xByVariant()
  return naturallySorted(found.filter { smaller[$0] == nil })
}

/// The images in folders. Each folder is searched once, because a pack file may have a thousand globs.
private final class FolderImagePathCache {
  private let disk: ReadOnlyFileSystem
  private var relativeImagePathsByFolder: [Path: [Path]] = [:]

  init(on disk: ReadOnlyFileSystem) { self.disk = disk }

  /// The paths of the images in a folder, relative to it.
  func relativeImagePaths(in folder: Path) -> [Path] {
    if let known = relativeImagePathsByFolder[folder] { return known }
    let place = SourceRoot(folder, on: disk)
    let sources =
      disk.kindFollowingLinks(of: folder) == .folder ? (try? disk.walk([folder]))?.sources ?? [] : []
    let pictures = sources.map { place.pathRelativeToSource(of: $0.path) }
    relativeImagePathsByFolder[folder] = pictures
    return pictures
  }
}

/// The size limit in bytes for a `Contents.json`, a pack file or a message file.
let maxDocumentBytes = 1 << 20
