import StickerModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What another program left behind.
struct ProgramOutcome: Hashable {
  /// Its exit code; 128 and the signal's number where one ended it.
  let status: Int32
  let output: [UInt8]
  /// The start of what it said on standard error.
  let errors: [UInt8]
}

/// Runs another program to its end, without a shell and with nothing on its standard input.
///
/// - Parameter arguments: the program's name, found in `PATH`, first.
/// - Parameter settings: `NAME=VALUE` each, in place of what the environment says.
/// - Parameter names: of variables that it is not given.
/// - Parameter limit: bytes of output; a program that writes more is ended.
/// - Throws: why it could not be started, or listened to.
@safe func runProgram(
  _ arguments: [[UInt8]], settings: [String], without names: [String] = [], limit: Int
) throws(SystemError) -> ProgramOutcome {
  let output = try Pipe()
  let errors = try Pipe()
  let variables = environment(with: settings, without: names)
  let child = try start(arguments, variables, output: output.writing, errors: errors.writing)
  // A signal that ends us ends it too.
  let token = Interruption.shared.remember { kill(child, SIGTERM) }
  defer { Interruption.shared.forget(token) }
  output.closeWriting()
  errors.closeWriting()
  var heard: [[UInt8]] = [[], []]
  do throws(SystemError) {
    try listen(to: [output.reading, errors.reading], limits: [limit, 1 << 16], &heard)
  } catch {
    kill(child, SIGKILL)
    _ = exitStatus(of: child)
    throw error
  }
  return ProgramOutcome(status: exitStatus(of: child), output: heard[0], errors: heard[1])
}

/// Two ends that close themselves, and are closed in children.
private final class Pipe {
  let reading: Int32
  private(set) var writing: Int32

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(code: errno) }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  deinit {
    closeWriting()
    close(reading)
  }
}

private func start(
  _ arguments: [[UInt8]], _ variables: [[UInt8]], output: Int32, errors: Int32
) throws(SystemError) -> pid_t {
  #if canImport(Darwin)
    var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
  #else
    var (actions, attributes) = unsafe (posix_spawn_file_actions_t(), posix_spawnattr_t())
  #endif
  unsafe posix_spawn_file_actions_init(&actions)
  unsafe posix_spawnattr_init(&attributes)
  defer {
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
  }
  unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
  unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
  // We ignore SIGPIPE, and this thread may block signals: children would inherit both.
  var (defaults, blocked) = (sigset_t(), sigset_t())
  unsafe sigemptyset(&defaults)
  unsafe sigaddset(&defaults, SIGPIPE)
  unsafe sigemptyset(&blocked)
  unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
  unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
  unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
  return try unsafe withCStrings(arguments) { words throws(SystemError) in
    try unsafe withCStrings(variables) { variables throws(SystemError) in
      var child = pid_t()
      guard let name = unsafe words[0] else { throw .invalid }
      let code = unsafe posix_spawnp(&child, name, &actions, &attributes, words, variables)
      guard code == 0 else { throw SystemError(code: code) }
      return child
    }
  }
}

/// Texts as C has them: each ends with a zero, and a null pointer ends the list.
private func withCStrings<Result>(
  _ texts: [[UInt8]],
  _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) throws(SystemError) -> Result
) throws(SystemError) -> Result {
  let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count + 1)
  unsafe pointers.initialize(repeating: nil, count: texts.count + 1)
  for (index, text) in texts.enumerated() {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count + 1)
    for (place, byte) in text.enumerated() { unsafe copy[place] = CChar(bitPattern: byte) }
    unsafe copy[text.count] = 0
    unsafe pointers[index] = copy
  }
  defer {
    for index in texts.indices { unsafe pointers[index]?.deallocate() }
    unsafe pointers.deallocate()
  }
  return try unsafe body(pointers)
}

/// Our own environment with other values for some of its names, and without some.
private func environment(with settings: [String], without names: [String]) -> [[UInt8]] {
  let others = settings.map { String($0.prefix { $0 != "=" }) } + names
  let names = others.map { Array("\($0)=".utf8) }
  var variables: [[UInt8]] = []
  var next = unsafe environ
  while let variable = unsafe next.pointee {
    let count = unsafe strlen(variable)
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: variable, count: count))
    if !names.contains(where: bytes.starts) { variables.append(bytes) }
    unsafe next += 1
  }
  return variables + settings.map { Array($0.utf8) }
}

/// Reads from several descriptors, whichever has something, to their ends.
private func listen(
  to descriptors: [Int32], limits: [Int], _ heard: inout [[UInt8]]
) throws(SystemError) {
  var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while waiting.contains(where: { $0.fd >= 0 }) {
    guard unsafe poll(&waiting, nfds_t(waiting.count), -1) > 0 else {
      if errno == EINTR { continue }
      throw SystemError(code: errno)
    }
    for index in waiting.indices where waiting[index].fd >= 0 && waiting[index].revents != 0 {
      let count = unsafe read(waiting[index].fd, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 {
        waiting[index].fd = -1  // passed over from now on
      } else if heard[index].count < limits[index] {
        heard[index] += piece.prefix(count)
      } else if index == 0 {
        throw SystemError(code: EFBIG)
      }
    }
  }
}

/// Waits for the end of a child.
private func exitStatus(of child: pid_t) -> Int32 {
  var status: Int32 = 0
  while unsafe waitpid(child, &status, 0) == -1, errno == EINTR {}
  // The macros WIFEXITED, WEXITSTATUS and WTERMSIG of the system.
  let signal = status & 0x7F
  return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
}
