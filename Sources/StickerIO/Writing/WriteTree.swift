package import StickerModel

/// Whether a tree may take the place of a folder.
package enum Replacing: Hashable, Sendable {
  /// The folder must not exist yet.
  case nothing
  /// The folder may exist, and all that is in it goes.
  case folder
}

/// Writes a whole folder: built and flushed under a temporary name beside its destination, then exchanged
/// with it in one step, so that there is the old tree or the new one at any time. Where a file system cannot
/// exchange two folders, the old one goes aside before the new one comes in; a run that is killed between the
/// two is completed by the next one.
///
/// - Parameter tree: all of its files; they get the permissions that `umask` leaves.
/// - Parameter destination: a new name or a folder; folders above it are made. A link is refused.
/// - Parameter old: the folder that is replaced, as somebody has just read it: a file with the same bytes is
///   taken over instead of written again, where it has not changed since and the file system lets it have two
///   names.
/// - Parameter verifying: looks at the finished tree before it is put in place, and gets the files that were
///   taken over; what it throws stops that.
/// - Throws: a `CommandFailure` with path and reason, or what `verifying` throws. The destination is then as
///   it was, and folders that were made for it are gone.
package func writeTree(
  _ tree: FileTree, to destination: Path, replacing: Replacing, over old: FolderContents? = nil,
  verifying: (Path, FileTree) throws -> Void = { _, _ in }
) throws {
  try Writer.shared.writeTree(
    tree, to: destination, replacing: replacing, over: old, verifying: verifying)
}

extension Writer {
  func writeTree(
    _ tree: FileTree, to destination: Path, replacing: Replacing, over old: FolderContents? = nil,
    verifying: (Path, FileTree) throws -> Void = { _, _ in }
  ) throws {
    let destination = destination.withoutTrailingSlashes
    guard destination.name.isPlainName else {
      let shown = destination.bytes.isEmpty ? "\"\"" : destination.shown
      throw CommandFailure("\(shown) cannot be replaced as a whole; name a folder in it")
    }
    let (build, token) = try interruption.step {
      let build = try begin(destination, replacing)
      return (build, interruption.remember(build.cleanUp))
    }
    do {
      let takenOver = try build.fill(tree, over: old)
      try verifying(build.path, takenOver)
      try interruption.step {
        do throws(SystemError) { try build.commit() } catch {
          guard build.isLeftToJournal else { throw cannotWrite(destination, error) }
          throw CommandFailure(
            "cannot finish \(destination.shown): \(error.words); run it again to complete it")
        }
        interruption.forget(token)
        build.removeOld()
      }
    } catch {
      interruption.step {
        interruption.forget(token)
        build.abandon()
      }
      throw error
    }
  }

  private func begin(_ destination: Path, _ replacing: Replacing) throws -> TreeBuild {
    var made: [Path] = []
    do {
      let parent = try openMaking(destination.parent, &made)
      recover(in: parent)
      let old = try parent.status(destination.name)
      if let old, let objection = objection(to: old, replacing) {
        throw CommandFailure("cannot write \(destination.shown): \(objection)")
      }
      return try TreeBuild(for: destination, replacing: old, in: parent, making: made, self)
    } catch {
      for folder in made.reversed() { try? calls.removeFolder(Location(folder)) }
      throw (error as? SystemError).map { cannotWrite(destination, $0) } ?? error
    }
  }

  private func objection(to old: FileStatus, _ replacing: Replacing) -> String? {
    switch (old.kind, replacing) {
    case (.folder, .folder): nil
    case (.folder, .nothing): "it exists already; choose another name"
    case (.link, _): "it is a link, which is not written through; name the folder that it leads to"
    default: "it is not a folder; choose another name"
    }
  }

  /// Opens a folder and makes what is missing on the way to it.
  ///
  /// - Parameter made: gets each folder that was made, outermost first.
  func openMaking(_ path: Path, _ made: inout [Path]) throws(SystemError) -> Folder {
    var missing: [Path] = []
    var existing = path
    while true {
      do throws(SystemError) {
        _ = try calls.status(Location(existing), true)
        break
      } catch {
        guard error == .notFound, existing != existing.parent, existing != Path(".") else { throw error }
        missing.append(existing)
        existing = existing.parent
      }
    }
    for folder in missing.reversed() {
      do throws(SystemError) {
        try calls.makeFolder(Location(folder))
        made.append(folder)
        try Folder(folder.parent, calls: calls).flush()
      } catch .exists {
        continue  // another run made it meanwhile
      }
    }
    return try Folder(path, calls: calls)
  }
}
