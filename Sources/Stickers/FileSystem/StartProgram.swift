import CSandbox

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Two ends that close themselves, and are closed in children.
final class PipeEnds {
  private(set) var reading: Int32
  private(set) var writing: Int32

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe sl_pipe(&ends) == 0 else { throw SystemError(code: errno) }
    (reading, writing) = (ends[0], ends[1])
  }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  deinit {
    closeWriting()
    closeReading()
  }
}

/// Starts another program, without a shell. It inherits no other open files or sockets of this process.
///
/// - Parameter arguments: the program's name first: a path, or found in `PATH`.
/// - Parameter variables: its whole environment, `NAME=VALUE` each.
/// - Parameter input: its standard input; nil: nothing is there.
/// - Parameter errors: its standard error; nil: nobody hears it.
/// - Parameter further: what it has at `furtherDescriptor`; nil: nothing.
func start(
  _ arguments: [[UInt8]], _ variables: [[UInt8]], input: Int32? = nil, output: Int32, errors: Int32?,
  further: Int32? = nil
) throws(SystemError) -> pid_t {
  #if canImport(Darwin)
    var (actions, attributes): (FileActions, posix_spawnattr_t?) = (nil, nil)
  #else
    var (actions, attributes) = unsafe (FileActions(), posix_spawnattr_t())
  #endif
  unsafe posix_spawn_file_actions_init(&actions)
  unsafe posix_spawnattr_init(&attributes)
  defer {
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
  }
  unsafe lay(input, output, errors, further, in: &actions)
  // We ignore SIGPIPE, and this thread may block signals: children would inherit both.
  var (defaults, blocked) = (sigset_t(), sigset_t())
  unsafe sigemptyset(&defaults)
  unsafe sigaddset(&defaults, SIGPIPE)
  unsafe sigemptyset(&blocked)
  unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
  unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
  var flags = Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
  #if canImport(Darwin)
    // Closes all descriptors that no file action names.
    flags |= Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
  #endif
  unsafe posix_spawnattr_setflags(&attributes, flags)
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

#if canImport(Darwin)
  private typealias FileActions = posix_spawn_file_actions_t?
#else
  private typealias FileActions = posix_spawn_file_actions_t
#endif

/// Where a child has a descriptor beside its standard streams.
let furtherDescriptor: Int32 = 3

/// Says which descriptors a child has open.
private func lay(
  _ input: Int32?, _ output: Int32, _ errors: Int32?, _ further: Int32?, in actions: inout FileActions
) {
  if let input {
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
  } else {
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  }
  unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
  if let errors {
    unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
  } else {
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
  }
  // After the others: one of them may stand there.
  if let further { unsafe posix_spawn_file_actions_adddup2(&actions, further, furtherDescriptor) }
  #if !canImport(Darwin)
    unsafe sl_close_from_in_child(&actions, furtherDescriptor + (further == nil ? 0 : 1))
  #endif
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
func environment(with settings: [String], without names: [String]) -> [[UInt8]] {
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

/// How a child ended.
struct ProgramEnd: Hashable {
  /// The exit code; 128 and the signal's number where a signal ended it.
  let status: Int32
  /// The signal that ended it; nil where it ended by itself.
  let signal: Int32?
  /// The most memory that it had at once, in bytes; 0 where that is not known.
  let peakMemory: Int

  /// Whether it ended by itself, with this exit code.
  func hasStatus(_ code: Int32) -> Bool { signal == nil && status == code }
}

/// The most memory that a process had at once, in bytes.
private func peakMemory(_ usage: rusage) -> Int {
  #if canImport(Darwin)
    Int(usage.ru_maxrss)
  #else
    Int(usage.ru_maxrss) * 1024
  #endif
}

/// The most memory that this process had at once, in bytes.
func peakMemory() -> Int {
  var usage = rusage()
  #if canImport(Glibc)
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  #else
    unsafe getrusage(RUSAGE_SELF, &usage)
  #endif
  return peakMemory(usage)
}

/// Waits for the end of a child.
///
/// - Parameter inherited: the most memory that this process had when it started the child: the system's
///   figure of the child begins with that, and less is not known.
func end(of child: pid_t, inherited: Int = 0) -> ProgramEnd {
  var (status, usage): (Int32, rusage) = (0, rusage())
  while unsafe wait4(child, &status, 0, &usage) == -1, errno == EINTR {}
  // The macros WIFEXITED, WEXITSTATUS and WTERMSIG of the system.
  let signal = status & 0x7F
  let most = peakMemory(usage)
  return ProgramEnd(
    status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, signal: signal == 0 ? nil : signal,
    peakMemory: most > inherited ? most : 0)
}

/// What another program left behind.
struct ProgramOutcome: Hashable {
  /// The exit code; 128 and the signal's number where a signal ended it.
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
  let (output, errors) = (try PipeEnds(), try PipeEnds())
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
    _ = end(of: child)
    throw error
  }
  return ProgramOutcome(status: end(of: child).status, output: heard[0], errors: heard[1])
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
