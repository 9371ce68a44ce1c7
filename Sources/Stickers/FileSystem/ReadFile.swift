package import StickerEngine
import StickerImage

extension ReadOnlyFileSystem {
  /// Reads a whole file.
  ///
  /// Only regular files are read, so reading never blocks. Files are not memory-mapped, because a file that
  /// shrinks would then crash the process.
  ///
  /// - Parameter path: the path of the file.
  /// - Parameter limit: the maximum file size in bytes. Larger files are not read.
  /// - Parameter follow: whether to follow a link. Parent folders that are links are always followed.
  /// - Returns: at least one byte, or the reason why no bytes were read. A file that changed while it was
  ///   read is reported as unreadable.
  package func readWholeFile(_ path: Path, maxFileBytes limit: Int, follow: Bool) -> ReadOutcome {
    readWholeFile(FileLocation(path), maxFileBytes: limit, follow: follow)
  }

  /// Reads a file by its name in an open folder.
  func readWholeFile(_ place: FileLocation, maxFileBytes limit: Int, follow: Bool) -> ReadOutcome {
    if place.folder == nil, let bytes = calls.bytesInMemory(place.path) {
      return bytes.isEmpty ? .emptyFile : bytes.count > limit ? .tooLarge(bytes.count) : .bytes(bytes)
    }
    do throws(SystemError) {
      // Check before opening, because opening some devices has side effects.
      let met = try calls.status(place, follow)
      if let objection = met.kind.notAFileReason { return .unreadable(objection) }
      return try openAndReadWholeFile(place, maxFileBytes: limit, follow: follow, met: met).outcome
    } catch {
      return .unreadable(unreadableReason(error, at: place, follow: follow))
    }
  }

  /// Reads a file that its folder listed as a regular file, and returns its status. The kind is not checked
  /// before opening, only before reading.
  func readWholeListedFile(_ path: Path, maxFileBytes limit: Int) -> (
    outcome: ReadOutcome, status: FileStatus?
  ) {
    if calls.bytesInMemory(path) != nil {
      return (
        readWholeFile(path, maxFileBytes: limit, follow: false), try? calls.status(FileLocation(path), false)
      )
    }
    do throws(SystemError) {
      return try openAndReadWholeFile(FileLocation(path), maxFileBytes: limit, follow: false, met: nil)
    } catch {
      return (.unreadable(unreadableReason(error, at: FileLocation(path), follow: false)), nil)
    }
  }

  /// The first bytes of a regular file, at most `count`; nil if it cannot be read. A link is not followed.
  func readStart(of path: Path, count: Int) -> [UInt8]? {
    if let bytes = calls.bytesInMemory(path) { return Array(bytes.prefix(count)) }
    guard let met = try? calls.status(FileLocation(path), false), met.kind == .file,
      let descriptor = try? calls.open(FileLocation(path), .reading(follow: false))
    else { return nil }
    defer { try? calls.close(descriptor) }
    return try? readBytes(from: descriptor, count: count)
  }

  /// - Parameter met: the status before the file was opened; nil if it was not determined.
  private func openAndReadWholeFile(
    _ place: FileLocation, maxFileBytes limit: Int, follow: Bool, met: FileStatus?
  ) throws(SystemError) -> (outcome: ReadOutcome, status: FileStatus) {
    let descriptor = try calls.open(place, .reading(follow: follow))
    defer { try? calls.close(descriptor) }
    let before = try calls.statusOfDescriptor(descriptor)
    if let objection = before.kind.notAFileReason { return (.unreadable(objection), before) }
    if let met, before.identity != met.identity { return (.unreadable(changedWhileReadReason), before) }
    guard before.size > 0 else { return (.emptyFile, before) }
    guard before.size <= limit else { return (.tooLarge(before.size), before) }
    let bytes = try readBytes(from: descriptor, count: before.size)
    let after = try calls.statusOfDescriptor(descriptor)
    let isSame = bytes.count == before.size && after.isUnmodified(since: before)
    return (isSame ? .bytes(bytes) : .unreadable(changedWhileReadReason), after)
  }

  /// A hash of a file, computed with at most 1 MiB in memory; nil if the file cannot be read.
  func digestOfChunkDigests(ofFile path: Path) -> XXH3Digest? {
    guard let file = try? calls.open(FileLocation(path), .reading(follow: true)) else { return nil }
    defer { try? calls.close(file) }
    var (part, digests) = ([UInt8](repeating: 0, count: 1 << 20), [UInt8]())
    while true {
      var count: Int?
      unsafe part.withUnsafeMutableBytes { buffer in count = try? unsafe calls.read(file, buffer) }
      guard let count else { return nil }
      guard count > 0 else { return XXH3Digest(of: digests) }
      digests += XXH3Digest(of: count == part.count ? part : Array(part.prefix(count))).bytes
    }
  }

  /// The reason why a file cannot be changed in place; nil if it probably can be changed, or does not exist.
  func notChangeableReasonIfExists(of path: Path) -> String? {
    guard let met = try? calls.status(FileLocation(path), false) else { return nil }
    if met.kind == .symbolicLink { return "it is a symbolic link; specify its target instead" }
    return met.kind.notAFileReason ?? met.readOnlyReason
  }

  /// Reads `count` bytes, or up to the end of the file.
  private func readBytes(from descriptor: Int32, count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<count])
        do throws(SystemError) {
          let read = try unsafe calls.read(descriptor, rest)
          guard read > 0 else { return }
          filled += read
        } catch .interrupted {
          continue
        } catch {
          failure = error
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Why a path cannot be read, with specific reasons for links.
  private func unreadableReason(_ error: SystemError, at place: FileLocation, follow: Bool) -> String {
    let kind = try? calls.status(place, false).kind
    if !follow, let objection = kind?.notAFileReason { return objection }
    guard kind == .symbolicLink else { return error.reason }
    return switch error {
    case .notFound: "it is a link to a missing file"
    case .symbolicLinkLoop: "it is a link that leads back to itself"
    default: "it is a link to an unreadable file: \(error.reason)"
    }
  }
}

private let changedWhileReadReason = "it changed while it was read"

extension FileStatus {
  fileprivate func isUnmodified(since other: FileStatus) -> Bool {
    identity == other.identity && size == other.size && modificationTime == other.modificationTime
  }
}

/// The identity, size and times of a file, used to detect changes without reading the file.
package struct FileStamp: Hashable, Sendable {
  private let status: FileStatus

  /// The size of the file in bytes.
  package var byteCount: Int { status.size }

  /// The stamp of a file; nil if there is no regular file at the path. Links are followed.
  package init?(of path: Path) {
    guard let status = try? SystemCalls.real.status(FileLocation(path), true), status.kind == .file else {
      return nil
    }
    self.status = status
  }

  /// A hash of the stamp.
  var stampDigest: XXH3Digest {
    var encoder = BinaryEncoder()
    let (identity, modified, changed) = (status.identity, status.modificationTime, status.statusChangeTime)
    encoder.encode(
      Int(truncatingIfNeeded: identity.device), Int(truncatingIfNeeded: identity.inode), status.size,
      modified.seconds, modified.nanoseconds, changed.seconds, changed.nanoseconds)
    return XXH3Digest(of: encoder.bytes)
  }
}

/// The text files in a folder that match a condition.
struct TextFilesWithMatchingContents: Hashable, Sendable {
  /// The paths in byte order. Each path starts with the path of the folder.
  var paths: [Path] = []
  /// Whether all files were read. Some may be unreadable, or exceed the limits.
  var isComplete = true

  /// The extensions, in lowercase, of files that may mention other files.
  static let extensions: Set<String> = [
    "json", "yml", "yaml", "md", "txt", "html", "css", "js", "ts", "swift", "plist", "strings", "csv", "tsv",
    "xml",
  ]
  /// The maximum size of a file in bytes.
  static let maxFileBytes = 1 << 20
  /// The maximum number of files to read.
  static let maxReadFiles = 500
  /// The maximum total size of all files in bytes.
  static let maxTotalBytes = 1 << 26
}

extension ReadOnlyFileSystem {
  /// Finds text files in a folder and its subfolders. Skips hidden files and folders, and does not follow
  /// links.
  ///
  /// - Parameter folder: the folder. The result is empty if it cannot be opened.
  /// - Parameter isWanted: returns whether the bytes of a file match.
  func textFiles(in folder: Path, where isWanted: ([UInt8]) -> Bool) -> TextFilesWithMatchingContents {
    var finder = TextFileContentsSearcher(disk: self)
    finder.search(folder, isWanted)
    finder.result.paths.sort()
    return finder.result
  }
}

private struct TextFileContentsSearcher {
  let disk: ReadOnlyFileSystem
  var result = TextFilesWithMatchingContents()
  private var fileReadsLeft = TextFilesWithMatchingContents.maxReadFiles
  private var bytesLeft = TextFilesWithMatchingContents.maxTotalBytes
  /// The limit for files and folders of any kind. It is high, because a pack can have thousands of images.
  private var entriesLeft = 100_000
  private let maxDepth = 32

  init(disk: ReadOnlyFileSystem) { self.disk = disk }

  // Uses a list instead of recursion, because the depth of the folders is untrusted. Searches breadth-first,
  // because files near the art mention it more often.
  mutating func search(_ root: Path, _ isWanted: ([UInt8]) -> Bool) {
    var level = [root]
    for depth in 0...maxDepth where !level.isEmpty {
      var next: [Path] = []
      for folder in level {
        for entry in visibleEntriesOrMarkIncomplete(of: folder, follow: depth == 0) {
          let path = folder.appending(entry.name)
          if entry.kind == .folder { next.append(path) }
          if entry.kind == .file { addIfMatching(path, isWanted) }
        }
      }
      level = next
    }
    if !level.isEmpty { result.isComplete = false }
  }

  private mutating func visibleEntriesOrMarkIncomplete(of folder: Path, follow: Bool) -> [FolderEntry] {
    guard let descriptor = try? disk.calls.open(FileLocation(folder), .folder(follow: follow)) else {
      result.isComplete = false
      return []
    }
    defer { try? disk.calls.close(descriptor) }
    guard let entries = try? disk.calls.entries(descriptor), entries.count <= entriesLeft else {
      result.isComplete = false
      return []
    }
    entriesLeft -= entries.count
    return entries.filter { $0.name.bytes.first != UInt8(ascii: ".") }.sorted { $0.name < $1.name }
  }

  private mutating func addIfMatching(_ path: Path, _ isWanted: ([UInt8]) -> Bool) {
    guard let word = path.lowercasedExtension, TextFilesWithMatchingContents.extensions.contains(word) else {
      return
    }
    guard fileReadsLeft > 0, bytesLeft > 0 else {
      result.isComplete = false
      return
    }
    fileReadsLeft -= 1
    switch disk.readWholeFile(
      path, maxFileBytes: min(TextFilesWithMatchingContents.maxFileBytes, bytesLeft), follow: false)
    {
    case .bytes(let bytes):
      bytesLeft -= bytes.count
      if isWanted(bytes) { result.paths.append(path) }
    case .emptyFile: return
    case .tooLarge, .unreadable: result.isComplete = false
    }
  }
}
