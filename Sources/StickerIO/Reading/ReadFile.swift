package import StickerModel

extension FileSystem {
  /// Reads one whole file.
  ///
  /// Only regular files are read, none is waited for, and none is mapped into memory, because a file that
  /// shrinks would then kill the process.
  ///
  /// - Parameter path: as the system has it.
  /// - Parameter limit: bytes; a longer file is not read.
  /// - Parameter follow: whether a link is followed; a link on the way to the file always is.
  /// - Returns: its bytes, at least one; or why there are none. A file that changed meanwhile is unreadable.
  package func readFile(_ path: Path, limit: Int, follow: Bool) -> ReadOutcome {
    readFile(Location(path), limit: limit, follow: follow)
  }

  /// The same of a name in a folder that is open.
  func readFile(_ place: Location, limit: Int, follow: Bool) -> ReadOutcome {
    if place.folder == nil, let bytes = calls.kept(place.name) {
      return bytes.isEmpty ? .empty : bytes.count > limit ? .tooLarge(bytes.count) : .bytes(bytes)
    }
    do throws(SystemError) {
      // Asked before it is opened: opening some devices does something.
      let met = try calls.status(place, follow)
      if let objection = met.kind.objection { return .unreadable(objection) }
      return try readOpenFile(place, limit: limit, follow: follow, met: met).outcome
    } catch {
      return .unreadable(reason(error, at: place, follow: follow))
    }
  }

  /// Reads what its folder listed as a regular file, with what it was when it was read. That it is one is not
  /// asked once more: what has taken its place is opened, and not read.
  func readListedFile(_ path: Path, limit: Int) -> (outcome: ReadOutcome, status: FileStatus?) {
    if calls.kept(path) != nil {
      return (readFile(path, limit: limit, follow: false), try? calls.status(Location(path), false))
    }
    do throws(SystemError) {
      return try readOpenFile(Location(path), limit: limit, follow: false, met: nil)
    } catch {
      return (.unreadable(reason(error, at: Location(path), follow: false)), nil)
    }
  }

  /// The first bytes of a regular file, at most `count`; nil where it cannot be read. A link is not followed.
  func readStart(of path: Path, count: Int) -> [UInt8]? {
    if let bytes = calls.kept(path) { return Array(bytes.prefix(count)) }
    guard let met = try? calls.status(Location(path), false), met.kind == .file,
      let descriptor = try? calls.open(Location(path), .reading(follow: false))
    else { return nil }
    defer { try? calls.close(descriptor) }
    return try? bytes(of: descriptor, count: count)
  }

  /// - Parameter met: what was there before it was opened, where that was asked.
  private func readOpenFile(
    _ place: Location, limit: Int, follow: Bool, met: FileStatus?
  ) throws(SystemError) -> (outcome: ReadOutcome, status: FileStatus) {
    let descriptor = try calls.open(place, .reading(follow: follow))
    defer { try? calls.close(descriptor) }
    let before = try calls.statusOfOpen(descriptor)
    if let objection = before.kind.objection { return (.unreadable(objection), before) }
    if let met, before.identity != met.identity { return (.unreadable(changed), before) }
    guard before.size > 0 else { return (.empty, before) }
    guard before.size <= limit else { return (.tooLarge(before.size), before) }
    let bytes = try bytes(of: descriptor, count: before.size)
    let after = try calls.statusOfOpen(descriptor)
    let isSame = bytes.count == before.size && after.isSameContent(as: before)
    return (isSame ? .bytes(bytes) : .unreadable(changed), after)
  }

  /// Reads `count` bytes, or as many as there are.
  private func bytes(of descriptor: Int32, count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<count])
        do throws(SystemError) {
          let read = try unsafe calls.read(descriptor, rest)
          guard read > 0 else { return }
          filled += read
        } catch .interrupted {
          continue
        } catch {
          failure = error
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Why a path cannot be read; links get words of their own.
  private func reason(_ error: SystemError, at place: Location, follow: Bool) -> String {
    let kind = try? calls.status(place, false).kind
    if !follow, let objection = kind?.objection { return objection }
    guard kind == .link else { return error.words }
    return switch error {
    case .notFound: "it is a link that leads nowhere"
    case .loop: "it is a link that leads in a circle"
    default: "it is a link to something that cannot be read: \(error.words)"
    }
  }
}

private let changed = "it changed while it was read"

extension FileStatus {
  fileprivate func isSameContent(as other: FileStatus) -> Bool {
    identity == other.identity && size == other.size && modifiedSeconds == other.modifiedSeconds
      && modifiedNanoseconds == other.modifiedNanoseconds
  }
}
