import StickerModel

extension Writer {
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
