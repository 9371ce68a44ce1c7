package import StickerModel

/// Where files are looked for and read: the disk, or files in memory that look as if they lay on one. Nothing
/// is ever written by it.
package struct FileSystem: Sendable {
  let calls: SystemCalls

  /// The disk.
  package static let disk = FileSystem(calls: .real)

  init(calls: SystemCalls) { self.calls = calls }

  /// Files in memory. Reading one gives its bytes without a copy.
  ///
  /// - Parameter files: relative paths without `.` and `..`; none lies below another.
  /// - Parameter root: the folder that they seem to lie in, and that relative paths are seen from; absolute.
  package init(holding files: [Path: [UInt8]], in root: Path) {
    calls = MemoryFiles(files, in: root).calls
  }
}

/// Files in memory as system calls see a disk: folders have descriptors, and files are read as they are kept.
private struct MemoryFiles {
  private let root: Path
  /// The bytes of each file, by its absolute path.
  private var files: [Path: [UInt8]] = [:]
  private var folders: [Path: Folder] = [:]
  private var inOrder: [Path] = []

  private struct Folder {
    /// Its place in the order of folders.
    let number: Int
    var entries: Set<Entry> = []
  }

  init(_ files: [Path: [UInt8]], in root: Path) {
    self.root = root
    for path in Path.ancestors(of: root) { add(path) }
    for (path, bytes) in files {
      let absolute = path.absolute(from: root)
      self.files[absolute] = bytes
      addParents(of: absolute, .file)
    }
  }

  private mutating func add(_ folder: Path) {
    guard folders[folder] == nil else { return }
    folders[folder] = Folder(number: inOrder.count)
    inOrder.append(folder)
  }

  private mutating func addParents(of path: Path, _ kind: EntryKind) {
    var (path, kind) = (path, kind)
    while path != path.parent {
      let parent = path.parent
      let isKnown = folders[parent] != nil
      add(parent)
      folders[parent]?.entries.insert(Entry(name: path.name, kind: kind))
      if isKnown { return }
      (path, kind) = (parent, .folder)
    }
  }

  var calls: SystemCalls {
    var calls = SystemCalls.real
    calls.kept = { files[$0.absolute(from: root)] }
    calls.resolve = { (path) throws(SystemError) in
      let absolute = path.absolute(from: root)
      _ = try status(absolute)
      return absolute
    }
    calls.status = { (place, _) throws(SystemError) in try status(place.name.absolute(from: root)) }
    calls.open = { (place, mode) throws(SystemError) in
      guard case .folder = mode else { throw .invalid }
      guard let folder = folders[place.name.absolute(from: root)] else { throw .notAFolder }
      return Int32(folder.number)
    }
    calls.close = { _ in }
    calls.statusOfOpen = { (number) throws(SystemError) in try status(inOrder[Int(number)]) }
    calls.entries = { number in folders[inOrder[Int(number)]].map { Array($0.entries) } ?? [] }
    return calls
  }

  private func status(_ path: Path) throws(SystemError) -> FileStatus {
    if let bytes = files[path] { return FileStatus(.file, size: bytes.count, number: 0) }
    guard let folder = folders[path] else { throw .notFound }
    return FileStatus(.folder, size: 0, number: folder.number)
  }
}

extension FileStatus {
  /// - Parameter number: tells folders apart.
  fileprivate init(_ kind: EntryKind, size: Int, number: Int) {
    self.init(
      kind: kind, identity: Identity(device: 0, inode: UInt64(number)), size: size, links: 1,
      modifiedSeconds: 0, modifiedNanoseconds: 0, permissions: 0o644, owner: 0, group: 0)
  }
}

extension Path {
  /// The folder itself and everything above it, the root first.
  fileprivate static func ancestors(of folder: Path) -> [Path] {
    var all = [folder]
    while let last = all.last, last != last.parent { all.append(last.parent) }
    return all.reversed()
  }
}
