import StickerEngine

/// What is under way where a file system cannot exchange two folders: the old one goes aside, the new one in.
/// Between the two there is none; if the process ends there, the next run reads this and completes it.
struct Journal: Hashable {
  /// Plain names in the folder that the journal lies in.
  let destination: Path
  let new: Path
  let old: Path

  /// A heading and three names in hexadecimal digits, since names may hold anything.
  var bytes: [UInt8] {
    let names = [destination, new, old].map { hexadecimal($0.bytes) }
    return Array(([heading] + names).map { $0 + "\n" }.joined().utf8)
  }

  init(destination: Path, new: Path, old: Path) {
    self.destination = destination
    self.new = new
    self.old = old
  }

  /// The journal in these bytes; nil for what we cannot have written: one can be planted, and must not lead
  /// elsewhere.
  init?(bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 5, lines[0] == heading, lines[4].isEmpty else { return nil }
    let names = lines[1...3].compactMap { plainName($0) }
    guard names.count == 3, names[1] != names[2] else { return nil }
    for name in names[1...] where TemporaryName(name)?.kind != .temporary { return nil }
    self.init(destination: names[0], new: names[1], old: names[2])
  }
}

private let heading = "stickerlint journal 1"

private func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

private func plainName(_ digits: Substring) -> Path? {
  let digits = Array(digits)
  guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
  let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
    UInt8(String(digits[$0...($0 + 1)]), radix: 16)
  }
  let name = Path(bytes: bytes)
  return bytes.count * 2 == digits.count && name.isPlainName ? name : nil
}

extension Path {
  /// Whether this names something in a folder, and neither that folder nor the one above.
  var isPlainName: Bool {
    !bytes.isEmpty && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0) && self != Path(".")
      && self != Path("..")
  }
}

extension FileWriter {
  /// Completes what a run that was killed had begun in a folder, and removes what it left. Nothing a living
  /// process holds is touched. It is done once for each folder.
  ///
  /// It never fails: what cannot be put right now is left for the next run.
  func recover(in folder: Folder) {
    guard let identity = try? calls.statusOfOpen(folder.descriptor).identity,
      recovered.withLock({ $0.insert(identity).inserted }),
      let entries = try? calls.entries(folder.descriptor)
    else { return }
    let met = entries.filter { $0.kind == .file || $0.kind == .folder }
      .compactMap { entry in TemporaryName(entry.name).map { ($0, entry.kind) } }
    var kept: Set<Path> = []
    for (name, kind) in met where name.kind == .journal && kind == .file {
      guard let journal = readJournal(name, in: folder) else { continue }
      let isComplete = try? withAbandoned(name, kind, in: folder) { () throws(SystemError) in
        try complete(journal, name, in: folder)
      }
      if isComplete != true { kept.formUnion([journal.new, journal.old]) }
    }
    for (name, kind) in met where name.kind == .temporary && !kept.contains(name.path) {
      _ = try? withAbandoned(name, kind, in: folder) { () throws(SystemError) in
        kind == .file ? try calls.removeFile(folder.at(name.path)) : try folder.removeTree(name.path)
      }
    }
  }

  /// Does something with what no living process holds; false where one does.
  ///
  /// A lock tells, since numbers of processes come again, and differ between containers that share a folder.
  /// Where a file system has no locks the number has to do.
  private func withAbandoned(
    _ name: TemporaryName, _ kind: EntryKind, in folder: Folder, _ body: () throws(SystemError) -> Void
  ) throws(SystemError) -> Bool {
    let mode: OpenMode = kind == .file ? .reading(follow: false) : .folder(follow: false)
    let descriptor = try calls.open(folder.at(name.path), mode)
    defer { try? calls.close(descriptor) }
    do throws(SystemError) { try calls.lock(descriptor) } catch {
      if error == .wouldBlock || calls.processExists(name.processID) { return false }
    }
    try body()
    return true
  }

  private func readJournal(_ name: TemporaryName, in folder: Folder) -> Journal? {
    guard let descriptor = try? calls.open(folder.at(name.path), .reading(follow: false)) else { return nil }
    defer { try? calls.close(descriptor) }
    guard case .bytes(let bytes) = readStream(descriptor, limit: 4096, calls: calls) else { return nil }
    return Journal(bytes: bytes)
  }

  private func complete(_ journal: Journal, _ name: TemporaryName, in folder: Folder) throws(SystemError) {
    if try folder.status(journal.destination) == nil {
      // The new tree was complete and flushed before the journal was written.
      let whole = try folder.status(journal.new) != nil ? journal.new : journal.old
      try calls.rename(folder.at(whole), folder.at(journal.destination))
      try folder.flush()
    }
    try calls.removeFile(folder.at(name.path))
  }
}
