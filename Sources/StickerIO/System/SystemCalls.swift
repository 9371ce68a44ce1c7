import StickerModel

/// Every system call of this target, so that a test can make each of them fail in turn.
///
/// All of them throw a `SystemError`. After EINTR `open` and `flush` are repeated here, `read` and `write`
/// where they are called.
@safe struct SystemCalls: Sendable {
  /// The corresponding C function is `openat`.
  var open: @Sendable (Location, OpenMode) throws(SystemError) -> Int32
  var close: @Sendable (Int32) throws(SystemError) -> Void
  /// What lies at a location, links followed or not: `fstatat`.
  var status: @Sendable (Location, _ follow: Bool) throws(SystemError) -> FileStatus
  /// What an open file or folder is: `fstat`.
  var statusOfOpen: @Sendable (Int32) throws(SystemError) -> FileStatus
  /// Everything in an open folder but `.` and `..`, unordered: `readdir`.
  var entries: @Sendable (Int32) throws(SystemError) -> [Entry]
  /// The absolute path without links: `realpath`.
  var resolve: @Sendable (Path) throws(SystemError) -> Path
  var read: @Sendable (Int32, UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
  var write: @Sendable (Int32, UnsafeRawBufferPointer) throws(SystemError) -> Int
  /// Waits until a descriptor takes bytes: `poll`.
  var awaitWritable: @Sendable (Int32) throws(SystemError) -> Void
  /// Waits until a descriptor has bytes, or ends: `poll`.
  var awaitReadable: @Sendable (Int32) throws(SystemError) -> Void
  /// Waits until what was written is on the disk: `fsync`.
  var flush: @Sendable (Int32) throws(SystemError) -> Void
  /// Takes the lock of an open file or folder, which the end of the process releases; `wouldBlock` if another
  /// has it: `flock`.
  var lock: @Sendable (Int32) throws(SystemError) -> Void
  /// Sets the permissions of an open file or folder: `fchmod`.
  var setPermissions: @Sendable (Int32, UInt32) throws(SystemError) -> Void
  /// Sets owner and group of an open file or folder: `fchown`.
  var setOwner: @Sendable (Int32, _ owner: UInt32, _ group: UInt32) throws(SystemError) -> Void
  /// Gives a folder back to its owner: `fchmodat` with 0700.
  var unlockFolder: @Sendable (Location) throws(SystemError) -> Void
  /// Makes a folder: `mkdirat`.
  var makeFolder: @Sendable (Location) throws(SystemError) -> Void
  /// Removes a file: `unlinkat`.
  var removeFile: @Sendable (Location) throws(SystemError) -> Void
  /// Removes an empty folder: `unlinkat` with `AT_REMOVEDIR`.
  var removeFolder: @Sendable (Location) throws(SystemError) -> Void
  /// Gives a file or folder another name: `renameat`.
  var rename: @Sendable (Location, Location) throws(SystemError) -> Void
  /// Another name for a file: `linkat`, links themselves not followed.
  var link: @Sendable (Location, Location) throws(SystemError) -> Void
  /// Two names change places in one step: `renameat2(RENAME_EXCHANGE)`, `renameatx_np(RENAME_SWAP)`.
  var exchange: @Sendable (Location, Location) throws(SystemError) -> Void
  var isTerminal: @Sendable (Int32) -> Bool
  /// How many characters a line of a terminal shows; nil where it does not tell.
  var columns: @Sendable (Int32) -> Int?
  /// Whether a process exists: `kill` with signal 0.
  var processExists: @Sendable (Int32) -> Bool
  var processID: @Sendable () -> Int32
  /// The bytes of a file that is in memory anyway; nil for one that has to be read.
  var kept: @Sendable (Path) -> [UInt8]? = { _ in nil }
  /// Nanoseconds of a clock that never goes back.
  var now: @Sendable () -> UInt64
}

/// A name, seen from an open folder; or any path, seen from the current one.
struct Location: Hashable {
  /// The descriptor of the open folder; nil for the current folder.
  let folder: Int32?
  let name: Path

  init(_ name: Path, in folder: Int32? = nil) {
    self.name = name
    self.folder = folder
  }
}

/// What a file or folder is opened for. Descriptors are closed in children, and no open ever waits.
enum OpenMode: Hashable {
  /// To read a file.
  case reading(follow: Bool)
  /// To look into a folder, or to hold it; what is no folder is not opened.
  case folder(follow: Bool)
  /// To write a file that must not exist yet; `umask` applies to its permissions.
  case creating
  /// To write behind what a file holds; it is made where it is missing.
  case appending
}
