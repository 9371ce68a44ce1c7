package import StickerEngine
import StickerImage

extension FileSystem {
  /// Reads one whole file.
  ///
  /// Only regular files are read, none is waited for, and none is mapped into memory, because a file that
  /// shrinks would then kill the process.
  ///
  /// - Parameter path: as the system has it.
  /// - Parameter limit: bytes; a longer file is not read.
  /// - Parameter follow: whether a link is followed; a link on the way to the file always is.
  /// - Returns: its bytes, at least one; or why there are none. A file that changed meanwhile is unreadable.
  package func readFile(_ path: Path, limit: Int, follow: Bool) -> ReadOutcome {
    readFile(Location(path), limit: limit, follow: follow)
  }

  /// The same of a name in a folder that is open.
  func readFile(_ place: Location, limit: Int, follow: Bool) -> ReadOutcome {
    if place.folder == nil, let bytes = calls.kept(place.name) {
      return bytes.isEmpty ? .empty : bytes.count > limit ? .tooLarge(bytes.count) : .bytes(bytes)
    }
    do throws(SystemError) {
      // Asked before it is opened: opening some devices does something.
      let met = try calls.status(place, follow)
      if let objection = met.kind.objection { return .unreadable(objection) }
      return try readOpenFile(place, limit: limit, follow: follow, met: met).outcome
    } catch {
      return .unreadable(reason(error, at: place, follow: follow))
    }
  }

  /// Reads what its folder listed as a regular file, with what it was when it was read. That it is one is not
  /// asked once more: what has taken its place is opened, and not read.
  func readListedFile(_ path: Path, limit: Int) -> (outcome: ReadOutcome, status: FileStatus?) {
    if calls.kept(path) != nil {
      return (readFile(path, limit: limit, follow: false), try? calls.status(Location(path), false))
    }
    do throws(SystemError) {
      return try readOpenFile(Location(path), limit: limit, follow: false, met: nil)
    } catch {
      return (.unreadable(reason(error, at: Location(path), follow: false)), nil)
    }
  }

  /// The first bytes of a regular file, at most `count`; nil where it cannot be read. A link is not followed.
  func readStart(of path: Path, count: Int) -> [UInt8]? {
    if let bytes = calls.kept(path) { return Array(bytes.prefix(count)) }
    guard let met = try? calls.status(Location(path), false), met.kind == .file,
      let descriptor = try? calls.open(Location(path), .reading(follow: false))
    else { return nil }
    defer { try? calls.close(descriptor) }
    return try? bytes(of: descriptor, count: count)
  }

  /// - Parameter met: what was there before it was opened, where that was asked.
  private func readOpenFile(
    _ place: Location, limit: Int, follow: Bool, met: FileStatus?
  ) throws(SystemError) -> (outcome: ReadOutcome, status: FileStatus) {
    let descriptor = try calls.open(place, .reading(follow: follow))
    defer { try? calls.close(descriptor) }
    let before = try calls.statusOfOpen(descriptor)
    if let objection = before.kind.objection { return (.unreadable(objection), before) }
    if let met, before.identity != met.identity { return (.unreadable(changed), before) }
    guard before.size > 0 else { return (.empty, before) }
    guard before.size <= limit else { return (.tooLarge(before.size), before) }
    let bytes = try bytes(of: descriptor, count: before.size)
    let after = try calls.statusOfOpen(descriptor)
    let isSame = bytes.count == before.size && after.isSameContent(as: before)
    return (isSame ? .bytes(bytes) : .unreadable(changed), after)
  }

  /// A hash of a file, of which never more than a mebibyte is in memory; nil where it cannot be read.
  func digest(ofFile path: Path) -> PixelDigest? {
    guard let file = try? calls.open(Location(path), .reading(follow: true)) else { return nil }
    defer { try? calls.close(file) }
    var (part, digests) = ([UInt8](repeating: 0, count: 1 << 20), [UInt8]())
    while true {
      var count: Int?
      unsafe part.withUnsafeMutableBytes { buffer in count = try? unsafe calls.read(file, buffer) }
      guard let count else { return nil }
      guard count > 0 else { return PixelDigest(of: digests) }
      digests += PixelDigest(of: count == part.count ? part : Array(part.prefix(count))).bytes
    }
  }

  /// Why a file cannot be changed in its place; nil where it can, as far as can be told, or is not there.
  func objectionToChanging(_ path: Path) -> String? {
    guard let met = try? calls.status(Location(path), false) else { return nil }
    if met.kind == .link { return "it is a link: name the file that it leads to" }
    return met.kind.objection ?? met.objectionToWriting
  }

  /// Reads `count` bytes, or as many as there are.
  private func bytes(of descriptor: Int32, count: Int) throws(SystemError) -> [UInt8] {
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

  /// Why a path cannot be read; links get words of their own.
  private func reason(_ error: SystemError, at place: Location, follow: Bool) -> String {
    let kind = try? calls.status(place, false).kind
    if !follow, let objection = kind?.objection { return objection }
    guard kind == .link else { return error.words }
    return switch error {
    case .notFound: "it is a link that leads nowhere"
    case .loop: "it is a link that leads in a circle"
    default: "it is a link to something that cannot be read: \(error.words)"
    }
  }
}

private let changed = "it changed while it was read"

extension FileStatus {
  fileprivate func isSameContent(as other: FileStatus) -> Bool {
    identity == other.identity && size == other.size && modified == other.modified
  }
}

/// Identity, size and times of a file, by which a change is noticed without reading the file.
package struct FileStamp: Hashable, Sendable {
  private let status: FileStatus

  /// How long the file is.
  package var byteCount: Int { status.size }

  /// The stamp of what lies at a path, links followed; nil for nothing, and for what is no file.
  package init?(of path: Path) {
    guard let status = try? SystemCalls.real.status(Location(path), true), status.kind == .file else {
      return nil
    }
    self.status = status
  }

  /// A hash of the stamp.
  var digest: PixelDigest {
    var encoder = BinaryEncoder()
    let (identity, modified, changed) = (status.identity, status.modified, status.changed)
    encoder.encode(
      Int(truncatingIfNeeded: identity.device), Int(truncatingIfNeeded: identity.inode), status.size,
      modified.seconds, modified.nanoseconds, changed.seconds, changed.nanoseconds)
    return PixelDigest(of: encoder.bytes)
  }
}

/// The text files of a folder that a test accepts.
struct TextFiles: Hashable, Sendable {
  /// The paths in byte order, below the folder's own path.
  var paths: [Path] = []
  /// Whether all were looked at. There may be more than somebody wants to wait for, and some cannot be read.
  var isComplete = true

  /// Extensions of files that may name others, in small letters.
  static let extensions: Set<String> = [
    "json", "yml", "yaml", "md", "txt", "html", "css", "js", "ts", "swift", "plist", "strings", "csv", "tsv",
    "xml",
  ]
  /// Bytes of the longest file that is read.
  static let maxFileBytes = 1 << 20
  /// The most files that are read.
  static let maxFiles = 500
  /// The most bytes of all files together.
  static let maxBytes = 1 << 26
}

extension FileSystem {
  /// Goes through the text files of a folder, all the way down. Hidden files and folders are passed over, and
  /// links are not followed.
  ///
  /// - Parameter folder: where it is no folder, or cannot be opened, there is nothing.
  /// - Parameter isWanted: gets the bytes of each file.
  func textFiles(in folder: Path, where isWanted: ([UInt8]) -> Bool) -> TextFiles {
    var finder = TextFinder(disk: self)
    finder.search(folder, isWanted)
    finder.found.paths.sort()
    return finder.found
  }
}

private struct TextFinder {
  let disk: FileSystem
  var found = TextFiles()
  private var filesLeft = TextFiles.maxFiles
  private var bytesLeft = TextFiles.maxBytes
  /// Files and folders of any kind: a pack has thousands of pictures.
  private var entriesLeft = 100_000
  private let maxDepth = 32

  init(disk: FileSystem) { self.disk = disk }

  // A stack instead of recursion: how deep folders lie is for a stranger to choose. Breadth first: what lies
  // near names the art more often than what lies deep.
  mutating func search(_ root: Path, _ isWanted: ([UInt8]) -> Bool) {
    var level = [root]
    for depth in 0...maxDepth where !level.isEmpty {
      var next: [Path] = []
      for folder in level {
        for entry in entries(of: folder, follow: depth == 0) {
          let path = folder.appending(entry.name)
          if entry.kind == .folder { next.append(path) }
          if entry.kind == .file { look(at: path, isWanted) }
        }
      }
      level = next
    }
    if !level.isEmpty { found.isComplete = false }
  }

  private mutating func entries(of folder: Path, follow: Bool) -> [Entry] {
    guard let descriptor = try? disk.calls.open(Location(folder), .folder(follow: follow)) else {
      found.isComplete = false
      return []
    }
    defer { try? disk.calls.close(descriptor) }
    guard let entries = try? disk.calls.entries(descriptor), entries.count <= entriesLeft else {
      found.isComplete = false
      return []
    }
    entriesLeft -= entries.count
    return entries.filter { $0.name.bytes.first != UInt8(ascii: ".") }.sorted { $0.name < $1.name }
  }

  private mutating func look(at path: Path, _ isWanted: ([UInt8]) -> Bool) {
    guard let word = path.lowercasedExtension, TextFiles.extensions.contains(word) else { return }
    guard filesLeft > 0, bytesLeft > 0 else {
      found.isComplete = false
      return
    }
    filesLeft -= 1
    switch disk.readFile(path, limit: min(TextFiles.maxFileBytes, bytesLeft), follow: false) {
    case .bytes(let bytes):
      bytesLeft -= bytes.count
      if isWanted(bytes) { found.paths.append(path) }
    case .empty: return
    case .tooLarge, .unreadable: found.isComplete = false
    }
  }
}
