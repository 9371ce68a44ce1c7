import StickerEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Every system call that this module uses. Tests replace these calls to make them fail.
///
/// Calls that can fail throw a `SystemError`. `open` and `flush` retry after EINTR. For `read` and `write`,
/// the caller has to retry.
@safe struct SystemCalls: Sendable {
  /// Opens a file or folder: `openat`.
  var open: @Sendable (FileLocation, OpenMode) throws(SystemError) -> Int32
  var close: @Sendable (Int32) throws(SystemError) -> Void
  /// The status of a location: `fstatat`.
  var status: @Sendable (FileLocation, _ follow: Bool) throws(SystemError) -> FileStatus
  /// The status of an open file or folder: `fstat`.
  var statusOfDescriptor: @Sendable (Int32) throws(SystemError) -> FileStatus
  /// The entries of an open folder except `.` and `..`, in any order: `readdir`.
  var entries: @Sendable (Int32) throws(SystemError) -> [FolderEntry]
  /// The absolute path without symbolic links: `realpath`.
  var resolveLinks: @Sendable (Path) throws(SystemError) -> Path
  var read: @Sendable (Int32, UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
  var write: @Sendable (Int32, UnsafeRawBufferPointer) throws(SystemError) -> Int
  /// Waits until a descriptor is writable: `poll`.
  var awaitWritable: @Sendable (Int32) throws(SystemError) -> Void
  /// Waits until a descriptor is readable or has reached its end: `poll`.
  var awaitReadable: @Sendable (Int32) throws(SystemError) -> Void
  /// Waits until written data is on the disk: `fsync`.
  var flush: @Sendable (Int32) throws(SystemError) -> Void
  /// Locks an open file or folder until its descriptor is closed, or throws `wouldBlock` if another process
  /// has the lock: `flock`.
  var tryLock: @Sendable (Int32) throws(SystemError) -> Void
  /// Sets the permissions of an open file or folder: `fchmod`.
  var setPermissions: @Sendable (Int32, UInt32) throws(SystemError) -> Void
  /// Sets the owner and group of an open file or folder: `fchown`.
  var setOwner: @Sendable (Int32, _ owner: UInt32, _ group: UInt32) throws(SystemError) -> Void
  /// Gives the owner of a folder full access: `fchmodat` with 0700.
  var setOwnerOnlyFolderPermissions: @Sendable (FileLocation) throws(SystemError) -> Void
  /// Creates a folder: `mkdirat`.
  var makeFolder: @Sendable (FileLocation) throws(SystemError) -> Void
  /// Removes a file: `unlinkat`.
  var removeFile: @Sendable (FileLocation) throws(SystemError) -> Void
  /// Removes an empty folder: `unlinkat` with `AT_REMOVEDIR`.
  var removeEmptyFolder: @Sendable (FileLocation) throws(SystemError) -> Void
  /// Renames a file or folder: `renameat`.
  var rename: @Sendable (FileLocation, FileLocation) throws(SystemError) -> Void
  /// Creates a hard link, without following symbolic links: `linkat`.
  var createHardLink: @Sendable (FileLocation, FileLocation) throws(SystemError) -> Void
  /// Exchanges two names in one step: `renameat2(RENAME_EXCHANGE)`, `renameatx_np(RENAME_SWAP)`.
  var exchange: @Sendable (FileLocation, FileLocation) throws(SystemError) -> Void
  var isTerminal: @Sendable (Int32) -> Bool
  /// The width of a terminal in characters; nil if unknown.
  var terminalColumns: @Sendable (Int32) -> Int?
  /// Whether a process exists: `kill` with signal 0.
  var processExists: @Sendable (Int32) -> Bool
  var processID: @Sendable () -> Int32
  /// The bytes of a file that is in memory; nil if it has to be read.
  var bytesInMemory: @Sendable (Path) -> [UInt8]? = { _ in nil }
  /// The monotonic time in nanoseconds.
  var monotonicNanoseconds: @Sendable () -> UInt64
}

/// A name in an open folder, or a path relative to the working folder.
struct FileLocation: Hashable {
  /// The descriptor of the open folder; nil for the working folder.
  let folder: Int32?
  let path: Path

  init(_ name: Path, in folder: Int32? = nil) {
    self.path = name
    self.folder = folder
  }
}

/// The purpose of opening a file or folder. Descriptors are closed in child processes, and opening never
/// blocks.
enum OpenMode: Hashable {
  /// To read a file.
  case reading(follow: Bool)
  /// To list a folder, or to keep it open. Fails for anything else.
  case folder(follow: Bool)
  /// To write a file that must not exist yet; `umask` applies to its permissions.
  case creatingNew
  /// To append to a file, which is created if it does not exist.
  case appendingOrCreating
}

/// An error from a system call.
struct SystemError: Error, Hashable {
  /// The value of `errno`.
  let code: Int32

  static let notFound = SystemError(code: ENOENT)
  static let notAFolder = SystemError(code: ENOTDIR)
  static let alreadyExists = SystemError(code: EEXIST)
  static let notEmpty = SystemError(code: ENOTEMPTY)
  static let permissionDenied = SystemError(code: EACCES)
  static let notPermitted = SystemError(code: EPERM)
  static let noSpace = SystemError(code: ENOSPC)
  static let inputOutputError = SystemError(code: EIO)
  static let interrupted = SystemError(code: EINTR)
  static let wouldBlock = SystemError(code: EWOULDBLOCK)
  static let brokenPipe = SystemError(code: EPIPE)
  static let invalidArgument = SystemError(code: EINVAL)
  static let notImplemented = SystemError(code: ENOSYS)
  static let symbolicLinkLoop = SystemError(code: ELOOP)
  static let badDescriptor = SystemError(code: EBADF)

  /// Whether the error means that the file system does not support an operation, such as exchanging two
  /// folders.
  var meansUnsupported: Bool { [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(code) }

  /// Whether the error means that permission was denied.
  var meansPermissionDenied: Bool { self == .permissionDenied || self == .notPermitted }

  /// Whether the error means that the system has temporarily run out of a resource.
  var meansResourcesExhausted: Bool { [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(code) }

  /// Whether the error means that the disk is full, or that the user's quota is used up.
  var meansDiskFull: Bool { [ENOSPC, EDQUOT].contains(code) }

  /// Whether the error means that a path does not exist.
  var meansMissingPath: Bool { self == .notFound || self == .notAFolder }

  /// The human-readable reason, without the path.
  var reason: String {
    switch code {
    case EACCES, EPERM: "permission denied"
    case ENOENT: "it does not exist"
    case ENOTDIR: "a part of its path is not a folder"
    case ELOOP: "its path has too many symbolic links"
    case ENAMETOOLONG: "its path is too long for the system"
    case ENOSPC: "no space left on the device"
    case EDQUOT: "the disk quota is exceeded"
    case EFBIG: "the file system does not support files of that size"
    case EROFS: "the file system is read-only"
    case EIO: "the device reports an input/output error"
    case EMFILE, ENFILE: "too many files are open"
    case EAGAIN: "the system is out of resources"
    case ENOMEM: "there is not enough memory"
    case EBUSY, ETXTBSY: "it is in use"
    case EEXIST, ENOTEMPTY: "it already exists"
    case EBADF: "it is closed"
    default: unsafe "the system reports \"\(String(cString: strerror(code)))\""
    }
  }

  /// What to do about the error, as a sentence.
  var adviceOrNothingChanged: String {
    switch code {
    case EACCES, EPERM: "Check the permissions."
    case ENOSPC, EDQUOT: "Free some space, and run the command again."
    case EROFS: "Choose a writable destination."
    case ENAMETOOLONG: "Choose a shorter path."
    default: "Nothing was changed."
    }
  }
}

/// The kind of a file system entry.
package enum EntryKind: Hashable, Sendable {
  /// A regular file.
  case file
  /// A folder.
  case folder
  /// A symbolic link that was not followed.
  case symbolicLink
  /// A named pipe.
  case pipe
  /// A socket.
  case socket
  /// A block or character device, or an unknown kind.
  case device

  /// Why the entry cannot be read as a file; nil for a file.
  var notAFileReason: String? {
    switch self {
    case .file: nil
    case .folder: "it is a folder, not a file"
    case .symbolicLink: "it is a link, which is not followed"
    case .pipe: "it is a named pipe, not a file"
    case .socket: "it is a socket, not a file"
    case .device: "it is a device, not a file"
    }
  }
}

/// The fields of `struct stat` that this module uses.
struct FileStatus: Hashable {
  var kind: EntryKind
  /// The device and inode, which identify the file.
  var identity: Identity
  /// The size in bytes.
  var size: Int
  /// The number of hard links.
  var linkCount: Int
  /// When the contents last changed. Programs can set it.
  var modificationTime: FileTime
  /// When the contents, a name or the permissions last changed. Programs cannot set it.
  var statusChangeTime: FileTime
  /// The lowest 12 bits of the mode.
  var permissions: UInt32
  var owner: UInt32
  var group: UInt32

  /// An identity that is the same for all paths of a file.
  struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64
  }
}

/// A point in time, counted from the start of 1970.
struct FileTime: Hashable, Comparable {
  var seconds: Int
  var nanoseconds: Int

  static func < (a: FileTime, b: FileTime) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }
}

/// An entry of a folder.
struct FolderEntry: Hashable {
  let name: Path
  let kind: EntryKind
}
