#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
