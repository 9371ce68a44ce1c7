import StickerEngine

/// Records how a folder is replaced on a file system that cannot exchange two folders. The old folder is
/// renamed, and then the new one is moved in. If the process ends between these steps, the next run reads the
/// journal and completes the replacement.
struct FolderReplacementJournal: Hashable {
  /// The names of entries in the journal's folder.
  let destinationName: Path
  let newFolderName: Path
  let oldFolderName: Path

  /// The contents: a heading and three names as hexadecimal digits, because names may contain any bytes.
  var bytes: [UInt8] {
    let names = [destinationName, newFolderName, oldFolderName].map { hexadecimal($0.bytes) }
    return Array(([journalHeading] + names).map { $0 + "\n" }.joined().utf8)
  }

  init(destination destinationName: Path, new: Path, old: Path) {
    self.destinationName = destinationName
    self.newFolderName = new
    self.oldFolderName = old
  }

  /// Parses a journal; nil if it is invalid. The file is untrusted, and must not refer to other folders.
  init?(bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 5, lines[0] == journalHeading, lines[4].isEmpty else { return nil }
    let names = lines[1...3].compactMap { plainName(fromHex: $0) }
    guard names.count == 3, names[1] != names[2] else { return nil }
    for name in names[1...] where TemporaryName(name)?.purpose != .temporary { return nil }
    self.init(destination: names[0], new: names[1], old: names[2])
  }
}

private let journalHeading = "stickerlint journal 1"

private func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

private func plainName(fromHex digits: Substring) -> Path? {
  let digits = Array(digits)
  guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
  let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
    UInt8(String(digits[$0...($0 + 1)]), radix: 16)
  }
  let name = Path(bytes: bytes)
  return bytes.count * 2 == digits.count && name.isPlainName ? name : nil
}

extension Path {
  /// Whether the path is the name of an entry in a folder, and not `.` or `..`.
  var isPlainName: Bool {
    !bytes.isEmpty && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0) && self != Path(".")
      && self != Path("..")
  }
}

extension FileWriter {
  /// Completes interrupted writes in a folder, and removes leftovers. Does not touch anything that a running
  /// process has locked. Runs only once for each folder.
  ///
  /// Never fails. Anything that cannot be completed now is left for the next run.
  func recoverInterruptedWritesOnce(in folder: OpenFolder) {
    guard let identity = try? calls.statusOfDescriptor(folder.descriptor).identity,
      recoveredFolders.withLock({ $0.insert(identity).inserted }),
      let entries = try? calls.entries(folder.descriptor)
    else { return }
    let met = entries.filter { $0.kind == .file || $0.kind == .folder }
      .compactMap { entry in TemporaryName(entry.name).map { ($0, entry.kind) } }
    var kept: Set<Path> = []
    for (name, kind) in met where name.purpose == .journal && kind == .file {
      guard let journal = readJournal(name, in: folder) else { continue }
      let isComplete = try? withLockedLeftover(name, kind, in: folder) { () throws(SystemError) in
        try complete(journal, name, in: folder)
      }
      if isComplete != true { kept.formUnion([journal.newFolderName, journal.oldFolderName]) }
    }
    for (name, kind) in met where name.purpose == .temporary && !kept.contains(name.path) {
      _ = try? withLockedLeftover(name, kind, in: folder) { () throws(SystemError) in
        kind == .file
          ? try calls.removeFile(folder.location(of: name.path)) : try folder.removeTree(name.path)
      }
    }
  }

  /// Runs an operation on a leftover. Returns false if a running process has locked it.
  ///
  /// A lock is more reliable than a process ID, because IDs are reused, and differ between containers that
  /// share a folder. On file systems without locks, only the ID can be checked.
  private func withLockedLeftover(
    _ name: TemporaryName, _ kind: EntryKind, in folder: OpenFolder, _ body: () throws(SystemError) -> Void
  ) throws(SystemError) -> Bool {
    let mode: OpenMode = kind == .file ? .reading(follow: false) : .folder(follow: false)
    let descriptor = try calls.open(folder.location(of: name.path), mode)
    defer { try? calls.close(descriptor) }
    do throws(SystemError) { try calls.tryLock(descriptor) } catch {
      if error == .wouldBlock || calls.processExists(name.processID) { return false }
    }
    try body()
    return true
  }

  private func readJournal(_ name: TemporaryName, in folder: OpenFolder) -> FolderReplacementJournal? {
    guard let descriptor = try? calls.open(folder.location(of: name.path), .reading(follow: false)) else {
      return nil
    }
    defer { try? calls.close(descriptor) }
    guard case .bytes(let bytes) = readWholeStream(descriptor, maxBytes: 4096, calls: calls) else {
      return nil
    }
    return FolderReplacementJournal(bytes: bytes)
  }

  private func complete(_ journal: FolderReplacementJournal, _ name: TemporaryName, in folder: OpenFolder)
    throws(SystemError)
  {
    if try folder.status(journal.destinationName) == nil {
      // The new tree was complete and flushed before the journal was written.
      let whole =
        try folder.status(journal.newFolderName) != nil ? journal.newFolderName : journal.oldFolderName
      try calls.rename(folder.location(of: whole), folder.location(of: journal.destinationName))
      try folder.flush()
    }
    try calls.removeFile(folder.location(of: name.path))
  }
}
