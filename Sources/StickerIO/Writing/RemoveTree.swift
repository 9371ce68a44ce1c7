package import StickerModel

/// Removes a folder and all below it. It gets a temporary name first: under its own it is there whole, or not
/// at all. What a run that is killed leaves of it, the next one removes. Links are removed, never followed.
///
/// - Throws: why it could not be removed. It is then as it was.
package func removeTree(_ folder: Path) throws(CommandFailure) { try Writer.shared.removeTree(folder) }

extension Writer {
  func removeTree(_ path: Path) throws(CommandFailure) {
    let path = path.withoutTrailingSlashes
    guard path.name.isPlainName else {
      throw CommandFailure("\(path.shown) cannot be removed as a whole; name a folder in it")
    }
    do throws(SystemError) {
      try interruption.step { () throws(SystemError) in
        let parent = try Folder(path.parent, calls: calls)
        recover(in: parent)
        guard try parent.status(path.name)?.kind == .folder else { throw .notFound }
        let aside = TemporaryName(.temporary, processID: calls.processID()).path
        try calls.rename(parent.at(path.name), parent.at(aside))
        do throws(SystemError) { try parent.flush() } catch {
          try? calls.rename(parent.at(aside), parent.at(path.name))
          throw error
        }
        try? parent.removeTree(aside)
      }
    } catch {
      throw CommandFailure("cannot remove \(path.shown): \(error.words); \(error.advice)")
    }
  }
}
