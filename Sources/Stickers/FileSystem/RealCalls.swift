import CSandbox
import StickerEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension SystemCalls {
  /// The real system calls.
  static let real = unsafe SystemCalls(
    open: realOpen, close: realClose, status: realStatus, statusOfDescriptor: realStatusOfDescriptor,
    entries: realEntries,
    resolveLinks: realResolveLinks, read: realRead, write: realWrite, awaitWritable: realAwaitWritable,
    awaitReadable: realAwaitReadable,
    flush: { descriptor throws(SystemError) in try throwErrnoIfFailed(retryOnEINTR { fsync(descriptor) }) },
    tryLock: { descriptor throws(SystemError) in try throwErrnoIfFailed(flock(descriptor, LOCK_EX | LOCK_NB))
    },
    setPermissions: { descriptor, mode throws(SystemError) in
      try throwErrnoIfFailed(fchmod(descriptor, mode_t(truncatingIfNeeded: mode)))
    },
    setOwner: { descriptor, owner, group throws(SystemError) in
      try throwErrnoIfFailed(fchown(descriptor, owner, group))
    },
    setOwnerOnlyFolderPermissions: { place throws(SystemError) in
      try unsafe withCPath(place) { unsafe fchmodat($0, $1, 0o700, 0) }
    },
    makeFolder: { place throws(SystemError) in try unsafe withCPath(place) { unsafe mkdirat($0, $1, 0o777) }
    },
    removeFile: { place throws(SystemError) in try unsafe withCPath(place) { unsafe unlinkat($0, $1, 0) } },
    removeEmptyFolder: { place throws(SystemError) in
      try unsafe withCPath(place) { unsafe unlinkat($0, $1, AT_REMOVEDIR) }
    },
    rename: { old, new throws(SystemError) in
      try unsafe withCPaths(old, new) { unsafe renameat($0, $1, $2, $3) }
    },
    createHardLink: { old, new throws(SystemError) in
      try unsafe withCPaths(old, new) { unsafe linkat($0, $1, $2, $3, 0) }
    },
    exchange: { one, other throws(SystemError) in
      try unsafe withCPaths(one, other) { unsafe sl_swap_names($0, $1, $2, $3) }
    },
    isTerminal: { isatty($0) == 1 },
    terminalColumns: { descriptor in
      let columns = Int(sl_terminal_columns(descriptor))
      return columns > 0 ? columns : nil
    },
    processExists: { kill($0, 0) == 0 || errno == EPERM },
    processID: { getpid() },
    monotonicNanoseconds: realMonotonicNanoseconds)
}

/// Throws the error in `errno` if the result is -1.
@discardableResult
private func throwErrnoIfFailed<Result: SignedInteger>(_ result: Result) throws(SystemError) -> Result {
  guard result != -1 else { throw SystemError(code: errno) }
  return result
}

/// Repeats a call that a signal interrupted, as happens on network file systems.
private func retryOnEINTR(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// Calls a C function with a location.
@discardableResult
private func withCPath(
  _ place: FileLocation, _ call: (Int32, UnsafePointer<CChar>) -> Int32
) throws(SystemError) -> Int32 {
  let bytes = place.path.bytes
  // A zero byte would end the name early, so it would refer to a different file.
  guard !bytes.contains(0) else { throw .notFound }
  let result = unsafe (bytes + [0]).withUnsafeBytes { buffer -> Int32 in
    guard let name = buffer.baseAddress else { return -1 }
    return unsafe call(place.folder ?? AT_FDCWD, name.assumingMemoryBound(to: CChar.self))
  }
  return try throwErrnoIfFailed(result)
}

private func withCPaths(
  _ one: FileLocation, _ other: FileLocation,
  _ call: (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>) -> Int32
) throws(SystemError) {
  var code: Int32 = 0
  try unsafe withCPath(one) { folder, name in
    do throws(SystemError) {
      return try unsafe withCPath(other) { unsafe call(folder, name, $0, $1) }
    } catch {
      code = error.code
      return 0
    }
  }
  guard code == 0 else { throw SystemError(code: code) }
}

@Sendable private func realOpen(_ place: FileLocation, _ mode: OpenMode) throws(SystemError) -> Int32 {
  // Never waits for the other end of a pipe, and never makes a terminal the controlling terminal.
  let always = O_CLOEXEC | O_NONBLOCK | O_NOCTTY
  let flags =
    switch mode {
    case .reading(let follow): O_RDONLY | (follow ? 0 : O_NOFOLLOW)
    case .folder(let follow): O_RDONLY | O_DIRECTORY | (follow ? 0 : O_NOFOLLOW)
    case .creatingNew: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    case .appendingOrCreating: O_WRONLY | O_CREAT | O_APPEND
    }
  return try unsafe withCPath(place) { folder, name in
    retryOnEINTR { unsafe openat(folder, name, always | flags, 0o666) }
  }
}

@Sendable private func realClose(_ descriptor: Int32) throws(SystemError) {
  try throwErrnoIfFailed(close(descriptor))
}

@Sendable
private func realRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
{
  try unsafe throwErrnoIfFailed(read(descriptor, buffer.baseAddress, buffer.count))
}

@Sendable
private func realWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) throws(SystemError) -> Int {
  try unsafe throwErrnoIfFailed(write(descriptor, buffer.baseAddress, buffer.count))
}

@Sendable private func realStatus(_ place: FileLocation, follow: Bool) throws(SystemError) -> FileStatus {
  var found = stat()
  try unsafe withCPath(place) { unsafe fstatat($0, $1, &found, follow ? 0 : AT_SYMLINK_NOFOLLOW) }
  return FileStatus(found)
}

@Sendable private func realStatusOfDescriptor(_ descriptor: Int32) throws(SystemError) -> FileStatus {
  var found = stat()
  try unsafe throwErrnoIfFailed(fstat(descriptor, &found))
  return FileStatus(found)
}

extension FileTime {
  fileprivate init(_ time: timespec) { self.init(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec)) }
}

extension FileStatus {
  fileprivate init(_ found: stat) {
    #if canImport(Darwin)
      let (modified, changed) = (found.st_mtimespec, found.st_ctimespec)
    #else
      let (modified, changed) = (found.st_mtim, found.st_ctim)
    #endif
    self.init(
      kind: EntryKind(mode: found.st_mode),
      identity: Identity(
        device: UInt64(truncatingIfNeeded: found.st_dev), inode: UInt64(truncatingIfNeeded: found.st_ino)),
      size: Int(found.st_size), linkCount: Int(found.st_nlink), modificationTime: FileTime(modified),
      statusChangeTime: FileTime(changed),
      permissions: UInt32(found.st_mode) & 0o7777, owner: found.st_uid, group: found.st_gid)
  }
}

extension EntryKind {
  fileprivate init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .symbolicLink
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    default: self = .device
    }
  }
}

@Sendable private func realEntries(_ folder: Int32) throws(SystemError) -> [FolderEntry] {
  // Use a new descriptor, because the stream closes its descriptor, and because a new descriptor starts at
  // the first entry.
  let descriptor = try realOpen(FileLocation(Path("."), in: folder), .folder(follow: false))
  guard let stream = unsafe fdopendir(descriptor) else {
    let error = SystemError(code: errno)
    close(descriptor)
    throw error
  }
  defer { unsafe closedir(stream) }
  var entries: [FolderEntry] = []
  while true {
    errno = 0
    guard let entry = unsafe readdir(stream) else { break }
    // The record is only as long as its name, so copying a whole `dirent` would read past it.
    let record = UnsafeRawPointer(entry)
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name),
      let typeOffset = MemoryLayout<dirent>.offset(of: \.d_type)
    else { throw .invalidArgument }
    let text = unsafe (record + nameOffset).assumingMemoryBound(to: CChar.self)
    let name = unsafe Path(bytes: [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text))))
    guard name != Path("."), name != Path("..") else { continue }
    let type = unsafe record.load(fromByteOffset: typeOffset, as: UInt8.self)
    entries.append(FolderEntry(name: name, kind: try kind(Int32(type), of: name, in: folder)))
  }
  guard errno == 0 else { throw SystemError(code: errno) }
  return entries
}

/// The kind of an entry as listed by its folder. Some file systems provide it only through `stat`.
private func kind(_ type: Int32, of name: Path, in folder: Int32) throws(SystemError) -> EntryKind {
  switch type {
  case Int32(DT_REG): return .file
  case Int32(DT_DIR): return .folder
  case Int32(DT_LNK): return .symbolicLink
  case Int32(DT_FIFO): return .pipe
  case Int32(DT_SOCK): return .socket
  case Int32(DT_CHR), Int32(DT_BLK): return .device
  default: return try realStatus(FileLocation(name, in: folder), follow: false).kind
  }
}

@Sendable private func realResolveLinks(_ path: Path) throws(SystemError) -> Path {
  var resolved: Path?
  try unsafe withCPath(FileLocation(path)) { _, name in
    guard let found = unsafe realpath(name, nil) else { return -1 }
    defer { unsafe free(found) }
    resolved = unsafe Path(bytes: [UInt8](UnsafeRawBufferPointer(start: found, count: strlen(found))))
    return 0
  }
  guard let resolved else { throw .notFound }
  return resolved
}

@Sendable private func realAwaitWritable(_ descriptor: Int32) throws(SystemError) {
  var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  try unsafe throwErrnoIfFailed(poll(&waiting, 1, -1))
}

@Sendable private func realAwaitReadable(_ descriptor: Int32) throws(SystemError) {
  var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  try unsafe throwErrnoIfFailed(poll(&waiting, 1, -1))
}

@Sendable private func realMonotonicNanoseconds() -> UInt64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
