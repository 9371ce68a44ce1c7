package import StickerEngine
import StickerImage

/// Whether a tree may replace an existing folder.
package enum ReplacementPolicy: Hashable, Sendable {
  /// The folder must not exist yet.
  case nothing
  /// The folder may exist. All of its contents are replaced.
  case folder
}

extension FileWriter {
  /// Writes a whole folder. The folder is built and flushed under a temporary name next to its destination,
  /// and then exchanged with the old folder in one step, so that the destination always contains either the
  /// old or the new tree. If the file system cannot exchange two folders, the old one is renamed before the
  /// new one is moved in. If the process is killed between these two steps, the next run completes them.
  ///
  /// - Parameter tree: all files. Their permissions are determined by `umask`.
  /// - Parameter destination: a new name or a folder. Parent folders are created. A link is rejected.
  /// - Parameter old: the contents of the replaced folder, if it was just read. If a file with the same bytes
  ///   has not changed since then, and the file system supports hard links, it is linked instead of written.
  /// - Parameter verifying: checks the finished tree before it is moved to the destination. Receives its path
  ///   and the linked files. An error stops the operation.
  /// - Throws: a `CommandError` with the path and the reason, or the error that `verifying` throws. In that
  ///   case, the destination is unchanged, and new parent folders are removed.
  package func writeTree(
    _ tree: FileTree, to destination: Path, replacing: ReplacementPolicy, reusing old: FolderContents? = nil,
    verifying: (Path, FileTree) throws -> Void = { _, _ in }
  ) throws {
    let destination = destination.withoutTrailingSlashes
    guard destination.name.isPlainName else {
      let shown = destination.bytes.isEmpty ? "\"\"" : destination.displayText
      throw CommandError("\(shown) cannot be replaced as a whole. Specify a folder inside it.")
    }
    let (build, token) = try signalCleanup.runUninterrupted {
      let build = try startTreeBuild(destination, replacing)
      return (build, signalCleanup.addCleanUp(build.cleanUp))
    }
    do {
      let linkedFiles = try build.writeFilesReturningLinked(tree, reusing: old)
      try verifying(build.temporaryPath, linkedFiles)
      try signalCleanup.runUninterrupted {
        do throws(SystemError) { try build.commit() } catch {
          guard build.needsCompletionByNextRun else { throw writeError(at: destination, error) }
          throw CommandError(
            "cannot finish \(destination.displayText): \(error.reason). Run the command again to complete it."
          )
        }
        signalCleanup.removeCleanUp(token)
        build.removeOldTree()
      }
    } catch {
      signalCleanup.runUninterrupted {
        signalCleanup.removeCleanUp(token)
        build.removeNewTree()
      }
      throw error
    }
  }

  private func startTreeBuild(_ destination: Path, _ replacing: ReplacementPolicy) throws -> TreeBuild {
    var made: [Path] = []
    do {
      let parent = try openOrCreateFolder(destination.parent, created: &made)
      recoverInterruptedWritesOnce(in: parent)
      let old = try parent.status(destination.name)
      if let old, let objection = notReplaceableReason(old, replacing) {
        throw CommandError("cannot write \(destination.displayText): \(objection)")
      }
      return try TreeBuild(for: destination, replacing: old, in: parent, createdParents: made, self)
    } catch {
      for folder in made.reversed() { try? calls.removeEmptyFolder(FileLocation(folder)) }
      throw (error as? SystemError).map { writeError(at: destination, $0) } ?? error
    }
  }

  private func notReplaceableReason(_ old: FileStatus, _ replacing: ReplacementPolicy) -> String? {
    switch (old.kind, replacing) {
    case (.folder, .folder): nil
    case (.folder, .nothing): "it already exists. Choose another name."
    case (.symbolicLink, _): "it is a symbolic link. Specify the folder that it points to."
    default: "it is not a folder. Choose another name."
    }
  }

  /// Opens a folder, and creates missing folders in its path.
  ///
  /// - Parameter made: receives each new folder, the outermost first.
  func openOrCreateFolder(_ path: Path, created made: inout [Path]) throws(SystemError) -> OpenFolder {
    var missing: [Path] = []
    var existing = path
    while true {
      do throws(SystemError) {
        _ = try calls.status(FileLocation(existing), true)
        break
      } catch {
        guard error == .notFound, existing != existing.parent, existing != Path(".") else { throw error }
        missing.append(existing)
        existing = existing.parent
      }
    }
    for folder in missing.reversed() {
      do throws(SystemError) {
        try calls.makeFolder(FileLocation(folder))
        made.append(folder)
        try OpenFolder(folder.parent, calls: calls).flush()
      } catch .alreadyExists {
        continue  // another run has created it
      }
    }
    return try OpenFolder(path, calls: calls)
  }
}

/// A tree that is being written. It is built in a folder next to its destination and then moved there.
///
/// Until `commit`, the temporary name belongs to the new tree. Afterward, it belongs to the old tree.
final class TreeBuild {
  private let writer: FileWriter
  private let calls: SystemCalls
  private let destination: Path
  private let parent: OpenFolder
  private let oldFolderStatus: FileStatus?
  private let buildFolder: OpenFolder
  private let temporaryName: Path
  /// New parent folders, the outermost first.
  private let createdParents: [Path]
  private var asideTreeName: Path?
  /// Whether the next run has to complete this write. In that case, nothing may be changed.
  private(set) var needsCompletionByNextRun = false

  /// Creates the temporary folder.
  init(
    for destination: Path, replacing old: FileStatus?, in parent: OpenFolder,
    createdParents madeParents: [Path],
    _ writer: FileWriter
  )
    throws(SystemError)
  {
    self.writer = writer
    self.destination = destination
    self.parent = parent
    self.oldFolderStatus = old
    self.createdParents = madeParents
    let calls = writer.calls
    self.calls = calls
    let (name, descriptor) = try writer.createLockedTemporaryEntry(.temporary, in: parent) {
      (name) throws(SystemError) in
      try calls.makeFolder(parent.location(of: name))
      return try calls.open(parent.location(of: name), .folder(follow: false))
    }
    temporaryName = name
    buildFolder = OpenFolder(owning: descriptor, calls: calls)
  }

  /// The path of the new tree until `commit` is called.
  var temporaryPath: Path { destination.parent.appending(temporaryName) }

  /// Removes the tree with the temporary name if the process is interrupted: the new one before `commit`, and
  /// the old one afterward.
  var cleanUp: @Sendable () -> Void {
    let (parent, name, made, calls) = (parent, temporaryName, createdParents, calls)
    return {
      try? parent.removeTree(name)
      for folder in made.reversed() { try? calls.removeEmptyFolder(FileLocation(folder)) }
    }
  }

  /// Writes every file, or links it from the old tree, and flushes files and folders.
  ///
  /// - Returns: the linked files.
  func writeFilesReturningLinked(_ tree: FileTree, reusing known: FolderContents?) throws(CommandError)
    -> FileTree
  {
    var linkedFiles = FileTree()
    var open: [(name: Path, folder: OpenFolder)] = []
    for path in tree.paths {
      do throws(SystemError) {
        try writer.signalCleanup.runUninterrupted { () throws(SystemError) in
          let parts = Path(path).components
          try flushAndCloseFolders(&open, downTo: commonPrefixCount(open.map(\.name), parts.dropLast()))
          for part in parts.dropLast().dropFirst(open.count) {
            let folder = open.last?.folder ?? buildFolder
            try calls.makeFolder(folder.location(of: part))
            open.append((part, try folder.open(part)))
          }
          guard let name = parts.last else { throw .invalidArgument }
          let folder = open.last?.folder ?? buildFolder
          if let known, hardLinkFromOldTree(path, tree[path], known, into: folder, as: name) {
            linkedFiles[path] = tree[path]
            return
          }
          try folder.writeAndFlushNewFile(tree[path] ?? [], as: name)
        }
      } catch {
        throw writeError(at: destination.appending(path), error)
      }
    }
    do throws(SystemError) {
      try writer.signalCleanup.runUninterrupted { () throws(SystemError) in
        try flushAndCloseFolders(&open, downTo: 0)
        if let oldFolderStatus {
          try writer.copyOwnerAndPermissions(from: oldFolderStatus, to: buildFolder.descriptor)
        }
        try buildFolder.flush()
      }
    } catch {
      throw writeError(at: destination, error)
    }
    return linkedFiles
  }

  /// Links a file of the old tree, and returns whether that succeeded. Files with other hard links are not
  /// linked, because changes elsewhere would affect them.
  private func hardLinkFromOldTree(
    _ path: String, _ bytes: [UInt8]?, _ known: FolderContents, into folder: OpenFolder, as name: Path
  ) -> Bool {
    guard oldFolderStatus != nil, let state = known.fileStatuses[path], state.linkCount == 1, let bytes,
      let earlier = known.files[path],
      bytes.hasSameBytes(as: earlier)
    else { return false }
    let place = parent.location(of: destination.name.appending(Path(path)))
    do throws(SystemError) {
      try calls.createHardLink(place, folder.location(of: name))
      var taken = try folder.status(name)
      // Creating the link changed these two properties.
      taken?.linkCount = 1
      taken?.statusChangeTime = state.statusChangeTime
      if taken == state { return true }
      try calls.removeFile(folder.location(of: name))
    } catch {
      try? calls.removeFile(folder.location(of: name))
    }
    return false
  }

  private func flushAndCloseFolders(_ open: inout [(name: Path, folder: OpenFolder)], downTo count: Int)
    throws(SystemError)
  {
    while open.count > count { try open.removeLast().folder.flush() }
  }

  /// Moves the new tree to its destination. If this throws, either the old tree is in place or
  /// `needsCompletionByNextRun` is true.
  func commit() throws(SystemError) {
    let (new, place) = (parent.location(of: temporaryName), parent.location(of: destination.name))
    guard oldFolderStatus != nil else {
      try calls.rename(new, place)
      return try flushParent { () throws(SystemError) in try calls.rename(place, new) }
    }
    do throws(SystemError) { try calls.exchange(new, place) } catch {
      guard error.meansUnsupported else { throw error }
      return try commitWithJournal()
    }
    try flushParent { () throws(SystemError) in try calls.exchange(new, place) }
  }

  private func flushParent(orElse undo: () throws(SystemError) -> Void) throws(SystemError) {
    do throws(SystemError) { try parent.flush() } catch {
      try? undo()
      throw error
    }
  }

  private func commitWithJournal() throws(SystemError) {
    let aside = TemporaryName(.temporary, processID: calls.processID()).path
    let record = FolderReplacementJournal(destination: destination.name, new: temporaryName, old: aside)
    let (journal, descriptor) = try writeJournal(record)
    defer { try? calls.close(descriptor) }  // not earlier, because the descriptor holds the lock
    let (new, place, old) = (
      parent.location(of: temporaryName), parent.location(of: destination.name), parent.location(of: aside)
    )
    do throws(SystemError) {
      try calls.rename(place, old)
      needsCompletionByNextRun = true
      do throws(SystemError) {
        try calls.rename(new, place)
        try flushParent { () throws(SystemError) in try calls.rename(place, new) }
      } catch {
        try calls.rename(old, place)
        needsCompletionByNextRun = false
        throw error
      }
    } catch {
      if !needsCompletionByNextRun { try? calls.removeFile(parent.location(of: journal)) }
      throw error
    }
    needsCompletionByNextRun = false
    asideTreeName = aside
    try? calls.removeFile(parent.location(of: journal))
  }

  /// Writes the journal under a temporary name first, so that a file with the journal's own name is always
  /// complete.
  private func writeJournal(_ journal: FolderReplacementJournal) throws(SystemError) -> (Path, Int32) {
    let name = TemporaryName(.journal, processID: calls.processID()).path
    let (temporary, descriptor) = try writer.createLockedFile(.temporary, in: parent)
    do throws(SystemError) {
      try parent.writeAndFlush(to: descriptor, journal.bytes)
      try calls.rename(parent.location(of: temporary), parent.location(of: name))
      try parent.flush()
    } catch {
      try? calls.removeFile(parent.location(of: temporary))
      try? calls.removeFile(parent.location(of: name))
      try? calls.close(descriptor)
      throw error
    }
    return (name, descriptor)
  }

  /// Removes the old tree after `commit`. If that fails, the next run removes it.
  func removeOldTree() {
    if oldFolderStatus != nil { try? parent.removeTree(asideTreeName ?? temporaryName) }
  }

  /// Removes the new tree. Call this instead of `commit`, or after `commit` has failed.
  func removeNewTree() { if !needsCompletionByNextRun { cleanUp() } }
}

private func commonPrefixCount(_ names: [Path], _ others: ArraySlice<Path>) -> Int {
  zip(names, others).prefix { $0 == $1 }.count
}

extension FileWriter {
  /// Removes a folder and everything in it. The folder is renamed first, so that its own name refers either
  /// to the complete folder or to nothing. If the process is killed, the next run removes the rest. Links are
  /// removed, but never followed.
  ///
  /// - Throws: an error that says why the folder could not be removed. In that case, it is unchanged.
  func removeTree(_ path: Path) throws(CommandError) {
    let path = path.withoutTrailingSlashes
    guard path.name.isPlainName else {
      throw CommandError("\(path.displayText) cannot be removed as a whole. Specify a folder inside it.")
    }
    do throws(SystemError) {
      try signalCleanup.runUninterrupted { () throws(SystemError) in
        let parent = try OpenFolder(path.parent, calls: calls)
        recoverInterruptedWritesOnce(in: parent)
        guard try parent.status(path.name)?.kind == .folder else { throw .notFound }
        let aside = TemporaryName(.temporary, processID: calls.processID()).path
        try calls.rename(parent.location(of: path.name), parent.location(of: aside))
        do throws(SystemError) { try parent.flush() } catch {
          try? calls.rename(parent.location(of: aside), parent.location(of: path.name))
          throw error
        }
        try? parent.removeTree(aside)
      }
    } catch {
      throw CommandError(
        "cannot remove \(path.displayText): \(error.reason). \(error.adviceOrNothingChanged)")
    }
  }
}
