import StickerEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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

/// A system call that failed.
struct SystemError: Error, Hashable {
  /// The value of `errno`.
  let code: Int32

  static let notFound = SystemError(code: ENOENT)
  static let notAFolder = SystemError(code: ENOTDIR)
  static let exists = SystemError(code: EEXIST)
  static let notEmpty = SystemError(code: ENOTEMPTY)
  static let permission = SystemError(code: EACCES)
  static let notPermitted = SystemError(code: EPERM)
  static let noSpace = SystemError(code: ENOSPC)
  static let inputOutput = SystemError(code: EIO)
  static let interrupted = SystemError(code: EINTR)
  static let wouldBlock = SystemError(code: EWOULDBLOCK)
  static let brokenPipe = SystemError(code: EPIPE)
  static let invalid = SystemError(code: EINVAL)
  static let notImplemented = SystemError(code: ENOSYS)
  static let loop = SystemError(code: ELOOP)
  static let closed = SystemError(code: EBADF)

  /// Whether the file system, not the state of the disk, is why two folders cannot be exchanged.
  var meansUnsupported: Bool { [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(code) }

  /// Whether more rights are needed.
  var meansPermission: Bool { self == .permission || self == .notPermitted }

  /// Whether the system has no more of something that others may give back.
  var meansExhausted: Bool { [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(code) }

  /// Whether nothing lies at a path.
  var meansMissing: Bool { self == .notFound || self == .notAFolder }

  /// The reason in a designer's words.
  var words: String {
    switch code {
    case EACCES, EPERM: "permission denied"
    case ENOENT: "it is no longer there"
    case ENOTDIR: "a part of its path is not a folder"
    case ELOOP: "its path leads through too many links"
    case ENAMETOOLONG: "its path is too long for the system"
    case ENOSPC: "no space left on the device"
    case EDQUOT: "the disk quota is used up"
    case EFBIG: "the file system does not take files of that size"
    case EROFS: "the file system is read-only"
    case EIO: "the device reports an input/output error"
    case EMFILE, ENFILE: "too many files are open"
    case EAGAIN: "the system has no room for one more"
    case ENOMEM: "there is not enough memory"
    case EBUSY, ETXTBSY: "it is in use"
    case EEXIST, ENOTEMPTY: "something else lies there already"
    case EBADF: "it is closed"
    default: unsafe "the system says \"\(String(cString: strerror(code)))\""
    }
  }

  /// What to do about it, to follow a semicolon.
  var advice: String {
    switch code {
    case EACCES, EPERM: "check who may write there"
    case ENOSPC, EDQUOT: "free some space and run it again"
    case EROFS: "choose a destination that can be written"
    case ENAMETOOLONG: "choose a shorter path"
    default: "nothing was changed"
    }
  }
}

/// What lies at a path.
package enum EntryKind: Hashable, Sendable {
  /// A regular file.
  case file
  /// A folder.
  case folder
  /// A symbolic link, itself.
  case link
  /// A named pipe.
  case pipe
  /// A socket.
  case socket
  /// A block or character device, or what the system knows beyond these.
  case device

  /// Why it cannot be read as a file; nil for a file.
  var objection: String? {
    switch self {
    case .file: nil
    case .folder: "it is a directory, not a file"
    case .link: "it is a link, which is not followed here"
    case .pipe: "it is a named pipe, not a file"
    case .socket: "it is a socket, not a file"
    case .device: "it is a device, not a file"
    }
  }
}

/// The part of `struct stat` that is used here.
struct FileStatus: Hashable {
  var kind: EntryKind
  /// Device and inode: which file it is.
  var identity: Identity
  /// The length in bytes.
  var size: Int
  /// How many names the file has.
  var links: Int
  /// When the content last changed. Programs can set it.
  var modified: FileTime
  /// When the content, a name or the permissions last changed. No program can set it.
  var changed: FileTime
  /// The lowest 12 bits of the mode.
  var permissions: UInt32
  var owner: UInt32
  var group: UInt32

  /// What is equal for two paths that lead to one file.
  struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64
  }
}

/// A point in time since 1970.
struct FileTime: Hashable, Comparable {
  var seconds: Int
  var nanoseconds: Int

  static func < (a: FileTime, b: FileTime) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }
}

/// One name in a folder.
struct Entry: Hashable {
  let name: Path
  let kind: EntryKind
}
