import StickerModel

/// The one writer: whatever it is stopped by, a destination is as it was before or as it should become.
final class Writer: Sendable {
  static let shared = Writer(calls: .real, interruption: .shared)

  let calls: SystemCalls
  let interruption: Interruption
  /// Folders that were looked through for what an earlier run left.
  let recovered = Guarded<Set<FileStatus.Identity>>([])

  init(calls: SystemCalls, interruption: Interruption) {
    self.calls = calls
    self.interruption = interruption
  }

  /// Makes a file or folder with a temporary name and holds its lock, so that no other run takes it for a
  /// left-over.
  ///
  /// - Parameter make: makes it and opens it.
  /// - Returns: the name, and the descriptor that holds the lock.
  func makeLocked(
    _ kind: TemporaryName.Kind, in folder: Folder, make: (Path) throws(SystemError) -> Int32
  ) throws(SystemError) -> (name: Path, descriptor: Int32) {
    for _ in 1...attempts {
      let name = TemporaryName(kind, processID: calls.processID()).path
      var made: Int32?
      do throws(SystemError) {
        let descriptor = try make(name)
        made = descriptor
        do throws(SystemError) { try calls.lock(descriptor) } catch {
          if error == .wouldBlock { throw error }  // else: no locks here, the process's number has to do
        }
        if try folder.status(name)?.identity == calls.statusOfOpen(descriptor).identity {
          return (name, descriptor)
        }
        try calls.close(descriptor)
      } catch {
        if let made { try? calls.close(made) }
        // Another run took it for a left-over in the moment before it was locked.
        guard error == .wouldBlock || error == .exists || error == .notFound else {
          try? calls.removeFile(folder.at(name))
          try? calls.removeFolder(folder.at(name))
          throw error
        }
      }
    }
    throw .exists
  }
}

private let attempts = 8

/// What stops a command when something cannot be written.
func cannotWrite(_ path: Path, _ error: SystemError) -> CommandFailure {
  if error == .notFound {
    return CommandFailure(
      "cannot write \(path.shown): its folder \(path.parent.shown) does not exist; make it first")
  }
  return CommandFailure("cannot write \(path.shown): \(error.words); \(error.advice)")
}
