package import StickerEngine

/// A folder that was opened once, and is held open. What is read and written in it stays in it, and goes
/// through no link, whatever its path means by then; where it lies elsewhere by now nothing is written.
package final class DirectoryHandle: Sendable {
  /// Where it lay when it was opened.
  package let path: Path
  private let folder: Folder
  private let identity: FileStatus.Identity
  private let writer: FileWriter

  /// Opens a folder.
  ///
  /// - Parameter path: absolute and without links.
  package init(_ path: Path, _ writer: FileWriter = .shared) throws(UsageError) {
    let calls = writer.calls
    do throws(SystemError) {
      folder = Folder(owning: try calls.open(Location(path), .folder(follow: false)), calls: calls)
      identity = try calls.statusOfOpen(folder.descriptor).identity
    } catch {
      throw UsageError("cannot open the folder \(path.displayText): \(error.words)")
    }
    self.path = path
    self.writer = writer
  }

  /// Reads a file in it.
  ///
  /// - Parameter path: seen from the folder.
  /// - Parameter limit: bytes; a longer file is not read.
  /// - Returns: nil where nothing lies there.
  package func read(_ path: Path, limit: Int) -> ReadOutcome? {
    do throws(SystemError) {
      guard let folder = try opened(path.parent), try folder.status(path.name) != nil else { return nil }
      return FileSystem(calls: writer.calls).readFile(folder.at(path.name), limit: limit, follow: false)
    } catch {
      return .unreadable(error.words)
    }
  }

  /// Whether something has a name in it, be it a link.
  package func has(_ path: Path) -> Bool { (try? status(path)) != nil }

  /// Writes new files, and then one more: all of them, or none.
  ///
  /// - Parameter new: names, seen from the folder, that nothing has, or that files of the very same bytes
  ///   have.
  /// - Parameter last: what is written when all others are there.
  /// - Parameter replaced: the bytes that some of `new` have now, which are replaced; they are put back where
  ///   not all can be written.
  /// - Parameter old: the bytes that `last` has now, which are replaced; nil where nothing may have its name.
  /// - Returns: what is not as expected, so that nothing was written; nil where all is written.
  /// - Throws: why it could not be written.
  package func write(
    _ new: [(path: Path, bytes: [UInt8])], replacing replaced: [Path: [UInt8]] = [:],
    then last: (path: Path, bytes: [UInt8]), inPlaceOf old: [UInt8]?
  ) throws(UsageError) -> Path? {
    for (path, _) in new + [last] where path.components.contains(Path("..")) {
      throw UsageError(
        "\(path.displayText) leads out of the folder \(self.path.displayText): nothing is written")
    }
    try mustLieWhereItLay()
    return try writer.interruption.step { () throws(UsageError) in
      var made = Made()
      do throws(UsageError) {
        for file in new {
          let (isNew, before) = (try isFree(file.path), replaced[file.path])
          if isNew, try isFree(file.path.parent) { made.folders.append(file.path.parent) }
          // One that could be put in its place and not be flushed is put back, too.
          if !isNew, let before { made.replaced.append((file.path, file.bytes, before)) }
          guard try put(file, inPlaceOf: isNew ? nil : before) else { return undo(made, since: file.path) }
          if isNew { made.files.append(file) }
        }
        guard try put(last, inPlaceOf: old) else { return undo(made, since: last.path) }
      } catch {
        // Of what is in its place only the folder could not be flushed: it stays, with all that it names.
        if read(last.path, limit: last.bytes.count) != .bytes(last.bytes) { _ = undo(made, since: last.path) }
        throw error
      }
      return nil
    }
  }

  private struct Made {
    var files: [(path: Path, bytes: [UInt8])] = []
    var replaced: [(path: Path, bytes: [UInt8], before: [UInt8])] = []
    var folders: [Path] = []
  }

  private func undo(_ made: Made, since path: Path) -> Path {
    for file in made.files {
      try? writer.removeFile(whole(file.path), expecting: file.bytes, below: root)
    }
    for file in made.replaced where read(file.path, limit: file.bytes.count) == .bytes(file.bytes) {
      try? writer.writeFile(file.before, to: whole(file.path), expecting: file.bytes, below: root)
    }
    for path in made.folders {
      // One that somebody has put something into meanwhile stays.
      if let folder = try? opened(path.parent) { try? writer.calls.removeFolder(folder.at(path.name)) }
    }
    return path
  }

  /// - Returns: false where something else lies there.
  private func put(
    _ file: (path: Path, bytes: [UInt8]), inPlaceOf old: [UInt8]?
  ) throws(UsageError) -> Bool {
    let path = whole(file.path)
    guard let old else { return try writer.createFile(file.bytes, at: path, below: root) }
    do throws(UsageError) {
      try writer.writeFile(file.bytes, to: path, expecting: old, below: root)
      return true
    } catch {
      if error == hasChanged(path) { return false }
      throw error
    }
  }

  private func isFree(_ path: Path) throws(UsageError) -> Bool {
    do throws(SystemError) { return try status(path) == nil } catch { throw cannotWrite(whole(path), error) }
  }

  /// What lies at a path, nil for nothing, and where the way leads through a link.
  private func status(_ path: Path) throws(SystemError) -> FileStatus? {
    guard let folder = try opened(path.parent) else { return nil }
    return try folder.status(path.name)
  }

  private var root: FileWriter.Root { FileWriter.Root(path: path, held: folder) }

  private func whole(_ path: Path) -> Path { self.path.appending(path) }

  private func mustLieWhereItLay() throws(UsageError) {
    guard let there = try? writer.calls.status(Location(path), false), there.identity == identity else {
      throw UsageError(
        "the folder \(path.displayText) was moved, renamed or replaced since it was opened: nothing is written"
      )
    }
  }

  /// A folder in it; nil where it is not there, or the way leads through a link.
  private func opened(_ path: Path) throws(SystemError) -> Folder? {
    var folder = folder
    for name in path.components where name != Path(".") {
      guard name != Path("..") else { return nil }
      do throws(SystemError) { folder = try folder.open(name) } catch {
        // A link that is not followed is told so, or as what it is not.
        if error.meansMissing || error == .loop { return nil }
        throw error
      }
    }
    return folder
  }
}
