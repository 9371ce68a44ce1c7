import StickerImage
import StickerModel

/// A tree on its way: built in a folder beside its destination, then put in its place.
///
/// Its temporary name means the new tree until `commit`, and the old one from then on.
final class TreeBuild {
  private let writer: Writer
  private let calls: SystemCalls
  private let destination: Path
  private let parent: Folder
  private let old: FileStatus?
  private let built: Folder
  private let builtName: Path
  /// Parents that had to be made, outermost first.
  private let madeParents: [Path]
  private var asideName: Path?
  /// Whether the next run has to complete this one: then nothing may be touched any more.
  private(set) var isLeftToJournal = false

  /// Makes the temporary folder.
  init(
    for destination: Path, replacing old: FileStatus?, in parent: Folder, making madeParents: [Path],
    _ writer: Writer
  )
    throws(SystemError)
  {
    self.writer = writer
    self.destination = destination
    self.parent = parent
    self.old = old
    self.madeParents = madeParents
    let calls = writer.calls
    self.calls = calls
    let (name, descriptor) = try writer.makeLocked(.temporary, in: parent) { (name) throws(SystemError) in
      try calls.makeFolder(parent.at(name))
      return try calls.open(parent.at(name), .folder(follow: false))
    }
    builtName = name
    built = Folder(owning: descriptor, calls: calls)
  }

  /// Where the new tree lies until `commit`.
  var path: Path { destination.parent.appending(builtName) }

  /// Removes the new tree when the process is interrupted. It says so before `commit` only by name: the same
  /// call then removes the old one.
  var cleanUp: @Sendable () -> Void {
    let (parent, name, made, calls) = (parent, builtName, madeParents, calls)
    return {
      try? parent.removeTree(name)
      for folder in made.reversed() { try? calls.removeFolder(Location(folder)) }
    }
  }

  /// Writes every file, or takes it over from the old tree, and makes files and folders last.
  ///
  /// - Returns: what was taken over.
  func fill(_ tree: FileTree, over known: FolderContents?) throws(CommandFailure) -> FileTree {
    var takenOver = FileTree()
    var open: [(name: Path, folder: Folder)] = []
    for path in tree.paths {
      do throws(SystemError) {
        try writer.interruption.step { () throws(SystemError) in
          let parts = Path(path).components
          try close(&open, downTo: commonCount(open.map(\.name), parts.dropLast()))
          for part in parts.dropLast().dropFirst(open.count) {
            let folder = open.last?.folder ?? built
            try calls.makeFolder(folder.at(part))
            open.append((part, try folder.open(part)))
          }
          guard let name = parts.last else { throw .invalid }
          let folder = open.last?.folder ?? built
          if let known, takeOver(path, tree[path], known, into: folder, as: name) {
            takenOver[path] = tree[path]
            return
          }
          try folder.write(tree[path] ?? [], as: name)
        }
      } catch {
        throw cannotWrite(destination.appending(path), error)
      }
    }
    do throws(SystemError) {
      try writer.interruption.step { () throws(SystemError) in
        try close(&open, downTo: 0)
        if let old { try writer.dress(built.descriptor, like: old) }
        try built.flush()
      }
    } catch {
      throw cannotWrite(destination, error)
    }
    return takenOver
  }

  /// Whether a file of the old tree got a second name. One that has a second name elsewhere is not taken: who
  /// changes the other would change this.
  private func takeOver(
    _ path: String, _ bytes: [UInt8]?, _ known: FolderContents, into folder: Folder, as name: Path
  ) -> Bool {
    guard old != nil, let state = known.states[path], state.links == 1, let bytes,
      let earlier = known.files[path],
      bytes.hasSameBytes(as: earlier)
    else { return false }
    let place = parent.at(destination.name.appending(Path(path)))
    do throws(SystemError) {
      try calls.link(place, folder.at(name))
      var taken = try folder.status(name)
      taken?.links = 1
      if taken == state { return true }
      try calls.removeFile(folder.at(name))
    } catch {
      try? calls.removeFile(folder.at(name))
    }
    return false
  }

  private func close(_ open: inout [(name: Path, folder: Folder)], downTo count: Int) throws(SystemError) {
    while open.count > count { try open.removeLast().folder.flush() }
  }

  /// Puts the new tree in its place. When it throws, the old one is there, or `isLeftToJournal`.
  func commit() throws(SystemError) {
    let (new, place) = (parent.at(builtName), parent.at(destination.name))
    guard old != nil else {
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
    let record = Journal(destination: destination.name, new: builtName, old: aside)
    let (journal, descriptor) = try writeJournal(record)
    defer { try? calls.close(descriptor) }  // not earlier: it holds the lock
    let (new, place, old) = (parent.at(builtName), parent.at(destination.name), parent.at(aside))
    do throws(SystemError) {
      try calls.rename(place, old)
      isLeftToJournal = true
      do throws(SystemError) {
        try calls.rename(new, place)
        try flushParent { () throws(SystemError) in try calls.rename(place, new) }
      } catch {
        try calls.rename(old, place)
        isLeftToJournal = false
        throw error
      }
    } catch {
      if !isLeftToJournal { try? calls.removeFile(parent.at(journal)) }
      throw error
    }
    isLeftToJournal = false
    asideName = aside
    try? calls.removeFile(parent.at(journal))
  }

  /// Written under a temporary name first: under its own it is always complete.
  private func writeJournal(_ journal: Journal) throws(SystemError) -> (Path, Int32) {
    let name = TemporaryName(.journal, processID: calls.processID()).path
    let (temporary, descriptor) = try writer.makeLockedFile(.temporary, in: parent)
    do throws(SystemError) {
      try parent.fill(descriptor, journal.bytes)
      try calls.rename(parent.at(temporary), parent.at(name))
      try parent.flush()
    } catch {
      try? calls.removeFile(parent.at(temporary))
      try? calls.removeFile(parent.at(name))
      try? calls.close(descriptor)
      throw error
    }
    return (name, descriptor)
  }

  /// Removes the old tree after `commit`. What cannot be removed is left for the next run.
  func removeOld() {
    if old != nil { try? parent.removeTree(asideName ?? builtName) }
  }

  /// Instead of `commit`, or when that failed: nothing of the new tree is left.
  func abandon() { if !isLeftToJournal { cleanUp() } }
}

private func commonCount(_ names: [Path], _ others: ArraySlice<Path>) -> Int {
  zip(names, others).prefix { $0 == $1 }.count
}
