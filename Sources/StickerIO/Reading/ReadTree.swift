import StickerImage
package import StickerModel

/// What lies in a folder, all the way down.
package struct FolderContents: Hashable, Sendable {
  /// The regular files.
  package internal(set) var files = FileTree()
  /// Whatever else there is, in byte order of the paths.
  package internal(set) var others: [Other] = []
  /// What the files were when they were read, by path.
  var states: [String: FileStatus] = [:]

  /// Equal if the files and the others are.
  package static func == (a: FolderContents, b: FolderContents) -> Bool {
    a.files == b.files && a.others == b.others
  }

  /// Hashes the files and the others.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(files)
    hasher.combine(others)
  }

  /// Something that is no file of a tree.
  package struct Other: Hashable, Sendable {
    /// The path, as seen from the folder.
    package let path: Path
    /// Why it is no file of a tree, in a designer's words: `it is a link`.
    package let reason: String
  }
}

extension FileSystem {
  /// Returns the direct subfolders of a folder in byte order, without links; empty if the folder is missing.
  package func folders(in folder: Path) throws(CommandFailure) -> [Path] {
    do throws(SystemError) {
      let descriptor = try calls.open(Location(folder), .folder(follow: true))
      defer { try? calls.close(descriptor) }
      return try calls.entries(descriptor).filter { $0.kind == .folder }.map { folder.appending($0.name) }
        .sorted()
    } catch {
      if error.meansMissing { return [] }
      throw CommandFailure("cannot read the folder \(folder.shown): \(error.words)")
    }
  }

  /// What lies at a path; links are not followed. Nil for nothing.
  ///
  /// - Throws: where that cannot be told.
  package func entryKind(at path: Path) throws(CommandFailure) -> EntryKind? {
    do throws(SystemError) {
      return try calls.status(Location(path), false).kind
    } catch {
      if error.meansMissing { return nil }
      throw CommandFailure("cannot look at \(path.shown): \(error.words)")
    }
  }

  /// Reads a folder back. Links are not followed, neither in it nor to it.
  ///
  /// - Parameter known: files that need not be read, since their bytes are known; they are looked for all the
  ///   same.
  /// - Parameter expected: what most likely lies there: files that are the same share its memory.
  /// - Parameter fileBytes: the longest file that is read; a longer one is among the others.
  /// - Parameter totalBytes: all files together.
  /// - Parameter entries: files and folders together.
  /// - Returns: nil if there is nothing at the path.
  /// - Throws: if there is something else than a folder, if a folder or file in it cannot be read, or there
  ///   is more than the limits allow.
  package func readTree(
    _ path: Path, known: FileTree = FileTree(), expected: FileTree = FileTree(), fileBytes: Int = 1 << 28,
    totalBytes: Int = 1 << 30, entries: Int = 100_000
  ) throws(CommandFailure) -> FolderContents? {
    var reader = TreeReader(
      root: path, fileBytes: fileBytes, totalBytes: totalBytes, entries: entries, disk: self)
    (reader.known, reader.expected) = (known, expected)
    return try reader.contents()
  }
}

struct TreeReader {
  let root: Path
  let fileBytes: Int
  var totalBytes: Int
  var entries: Int
  let disk: FileSystem
  var known = FileTree()
  var expected = FileTree()
  private var found = FolderContents()
  /// The last file of each length: a pack holds its art twice, and one copy in memory is enough.
  private var lengths: [Int: [UInt8]] = [:]
  private var pending = [Path(bytes: [])]

  init(root: Path, fileBytes: Int, totalBytes: Int, entries: Int, disk: FileSystem) {
    (self.root, self.fileBytes, self.totalBytes, self.entries) = (root, fileBytes, totalBytes, entries)
    self.disk = disk
  }

  mutating func contents() throws(CommandFailure) -> FolderContents? {
    do throws(SystemError) {
      let status = try disk.calls.status(Location(root), false)
      guard status.kind == .folder else { throw .notAFolder }
    } catch {
      if error == .notFound { return nil }
      throw CommandFailure("cannot read \(root.shown) as a folder: \(error.words)")
    }
    while let folder = pending.popLast() {
      for entry in try list(folder) { try take(entry, in: folder) }
    }
    found.others.sort { $0.path < $1.path }
    return found
  }

  private mutating func list(_ folder: Path) throws(CommandFailure) -> [Entry] {
    do throws(SystemError) {
      let descriptor = try disk.calls.open(Location(below(folder)), .folder(follow: false))
      defer { try? disk.calls.close(descriptor) }
      let listed = try disk.calls.entries(descriptor)
      if listed.isEmpty, !folder.bytes.isEmpty { note(folder, "it is an empty folder") }
      entries -= listed.count
      guard entries >= 0 else { throw SystemError.invalid }
      return listed
    } catch {
      if entries < 0 {
        throw CommandFailure("\(root.shown) holds too many files to be a pack; choose another folder")
      }
      throw CommandFailure("cannot read the folder \(below(folder).shown): \(error.words)")
    }
  }

  private mutating func take(_ entry: Entry, in folder: Path) throws(CommandFailure) {
    let path = folder.appending(entry.name)
    switch entry.kind {
    case .folder: pending.append(path)
    case .file:
      guard let text = path.text else { return note(path, "its name is not UTF-8") }
      if let bytes = known[text] {
        found.files[text] = bytes
        return
      }
      let (outcome, state) = disk.readListedFile(below(path), limit: fileBytes)
      found.states[text] = state
      switch outcome {
      case .bytes(let bytes):
        totalBytes -= bytes.count
        guard totalBytes >= 0 else {
          throw CommandFailure("\(root.shown) holds too much to be a pack; choose another folder")
        }
        found.files[text] = shared(bytes, text)
      case .tooLarge(let length): note(path, "it is \(length) bytes long")
      case .empty: found.files[text] = []
      case .unreadable(let reason): throw CommandFailure("cannot read \(below(path).shown): \(reason)")
      }
    default: note(path, entry.kind.objection ?? "")
    }
  }

  private mutating func shared(_ bytes: [UInt8], _ path: String) -> [UInt8] {
    if let expected = expected[path], expected.hasSameBytes(as: bytes) { return expected }
    if let known = lengths[bytes.count], known.hasSameBytes(as: bytes) { return known }
    lengths[bytes.count] = bytes
    return bytes
  }

  private mutating func note(_ path: Path, _ reason: String) {
    found.others.append(FolderContents.Other(path: path, reason: reason))
  }

  private func below(_ path: Path) -> Path { path.bytes.isEmpty ? root : root.appending(path) }
}
