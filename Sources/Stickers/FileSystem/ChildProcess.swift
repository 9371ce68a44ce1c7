import CSandbox

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The two ends of a pipe. They are closed automatically, and child processes do not inherit them.
final class PipeEnds {
  private(set) var readEnd: Int32
  private(set) var writeEnd: Int32

  init() throws(SystemError) {
    ignoreBrokenPipes
    var ends: [Int32] = [-1, -1]
    guard unsafe sl_pipe(&ends) == 0 else { throw SystemError(code: errno) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  func closeReading() {
    if readEnd >= 0 { close(readEnd) }
    readEnd = -1
  }

  func closeWriting() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  deinit {
    closeWriting()
    closeReading()
  }
}

/// Starts another program, without a shell. The program inherits no other open files or sockets from this
/// process.
///
/// - Parameter arguments: the program, as a path or a name in `PATH`, followed by its arguments.
/// - Parameter variables: the complete environment, as `NAME=VALUE` strings.
/// - Parameter input: the standard input; nil for empty input.
/// - Parameter errors: the standard error; nil to discard it.
/// - Parameter extraDescriptor: the descriptor for `extraDescriptorNumber`; nil for none.
func startProgram(
  _ arguments: [[UInt8]], environment variables: [[UInt8]], input: Int32? = nil, output: Int32,
  errors: Int32?,
  extraDescriptor: Int32? = nil
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
  unsafe connectDescriptors(input, output, errors, extraDescriptor, in: &actions)
  // This process ignores SIGPIPE, and this thread may block signals. Child processes must inherit neither.
  var (defaults, blocked) = (sigset_t(), sigset_t())
  unsafe sigemptyset(&defaults)
  unsafe sigaddset(&defaults, SIGPIPE)
  unsafe sigemptyset(&blocked)
  unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
  unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
  var flags = Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
  #if canImport(Darwin)
    // This closes all descriptors that are not in a file action.
    flags |= Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
  #endif
  unsafe posix_spawnattr_setflags(&attributes, flags)
  return try unsafe withCStrings(arguments) { words throws(SystemError) in
    try unsafe withCStrings(variables) { variables throws(SystemError) in
      var child = pid_t()
      guard let name = unsafe words[0] else { throw .invalidArgument }
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

/// The number of the additional descriptor in a child process.
let extraDescriptorNumber: Int32 = 3

/// Sets the open descriptors of a child process.
private func connectDescriptors(
  _ input: Int32?, _ output: Int32, _ errors: Int32?, _ extraDescriptor: Int32?, in actions: inout FileActions
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
  // This comes last, because one of the other descriptors may have this number.
  if let extraDescriptor {
    unsafe posix_spawn_file_actions_adddup2(&actions, extraDescriptor, extraDescriptorNumber)
  }
  #if !canImport(Darwin)
    unsafe sl_close_descriptors_from_in_child(
      &actions, extraDescriptorNumber + (extraDescriptor == nil ? 0 : 1))
  #endif
}

/// Converts strings to C strings. A null pointer ends the list.
func withCStrings<Result>(
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

/// The environment of this process with some variables replaced and others removed.
func environment(setting settings: [String], removing names: [String]) -> [[UInt8]] {
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

/// How a child process ended.
struct ProcessTermination: Hashable {
  /// The exit code, or 128 plus the number of the signal that ended the process.
  let exitCodeOr128PlusSignal: Int32
  /// The signal that ended the process; nil if it ended by itself.
  let signal: Int32?
  /// The peak memory in bytes; 0 if unknown.
  let peakMemoryBytes: Int

  /// Whether the process ended by itself with an exit code.
  func hasExitCode(_ code: Int32) -> Bool { signal == nil && exitCodeOr128PlusSignal == code }
}

/// The peak memory of a process in bytes.
private func peakMemoryBytes(_ usage: rusage) -> Int {
  #if canImport(Darwin)
    Int(usage.ru_maxrss)
  #else
    Int(usage.ru_maxrss) * 1024
  #endif
}

/// The peak memory of this process in bytes.
func ownPeakMemoryBytes() -> Int {
  var usage = rusage()
  #if canImport(Glibc)
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  #else
    unsafe getrusage(RUSAGE_SELF, &usage)
  #endif
  return peakMemoryBytes(usage)
}

/// Waits for a child process to end.
///
/// - Parameter inheritedPeakBytes: the peak memory of this process when it started the child. The system's
///   figure for the child includes this value, so a smaller peak cannot be determined.
func waitForExit(of child: pid_t, ignoringPeakBytesUpTo inheritedPeakBytes: Int = 0) -> ProcessTermination {
  var (status, usage): (Int32, rusage) = (0, rusage())
  while unsafe wait4(child, &status, 0, &usage) == -1, errno == EINTR {}
  // Equivalent to the system macros WIFEXITED, WEXITSTATUS and WTERMSIG.
  let signal = status & 0x7F
  let most = peakMemoryBytes(usage)
  return ProcessTermination(
    exitCodeOr128PlusSignal: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
    signal: signal == 0 ? nil : signal,
    peakMemoryBytes: most > inheritedPeakBytes ? most : 0)
}

/// The result of running another program.
struct ProgramOutcome: Hashable {
  /// The exit code, or 128 plus the number of the signal that ended the program.
  let exitCodeOr128PlusSignal: Int32
  let output: [UInt8]
  /// The beginning of the program's output on standard error.
  let errorOutputPrefix: [UInt8]
}

/// Runs another program without a shell, with empty standard input, and waits for it to end.
///
/// - Parameter arguments: the name of the program in `PATH`, followed by its arguments.
/// - Parameter settingVariables: variables, as `NAME=VALUE`, that replace those in the environment.
/// - Parameter names: the names of variables to remove.
/// - Parameter maxOutputBytes: the maximum size of the program's output in bytes. A program that writes more
///   is stopped.
/// - Throws: an error that says why the program could not be started or its output could not be read.
@safe func runProgram(
  _ arguments: [[UInt8]], settingVariables: [String], removingVariables names: [String] = [],
  throwingAboveOutputBytes maxOutputBytes: Int
) throws(SystemError) -> ProgramOutcome {
  let (output, errors) = (try PipeEnds(), try PipeEnds())
  let variables = environment(setting: settingVariables, removing: names)
  let child = try startProgram(
    arguments, environment: variables, output: output.writeEnd, errors: errors.writeEnd)
  // If a signal ends this process, also end the program.
  let token = SignalCleanup.shared.addCleanUp { kill(child, SIGTERM) }
  defer { SignalCleanup.shared.removeCleanUp(token) }
  output.closeWriting()
  errors.closeWriting()
  var outputs: [[UInt8]] = [[], []]
  do throws(SystemError) {
    try readToEnd(of: [output.readEnd, errors.readEnd], limits: [maxOutputBytes, 1 << 16], into: &outputs)
  } catch {
    kill(child, SIGKILL)
    _ = waitForExit(of: child)
    throw error
  }
  return ProgramOutcome(
    exitCodeOr128PlusSignal: waitForExit(of: child).exitCodeOr128PlusSignal, output: outputs[0],
    errorOutputPrefix: outputs[1])
}

/// Reads several descriptors to the end, in the order in which data arrives.
///
/// - Parameter deadline: the monotonic time in nanoseconds at which to stop with `ETIMEDOUT`; nil for none.
func readToEnd(
  of descriptors: [Int32], limits: [Int], deadlineNanoseconds deadline: UInt64? = nil,
  into outputs: inout [[UInt8]]
) throws(SystemError) {
  var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while waiting.contains(where: { $0.fd >= 0 }) {
    let now = SystemCalls.real.monotonicNanoseconds()
    let rest = deadline.map { $0 > now ? Int32(clamping: ($0 - now) / 1_000_000 + 1) : 0 } ?? -1
    let ready = unsafe poll(&waiting, nfds_t(waiting.count), rest)
    guard ready > 0 else {
      if ready == 0 { throw SystemError(code: ETIMEDOUT) }
      if errno == EINTR { continue }
      throw SystemError(code: errno)
    }
    for index in waiting.indices where waiting[index].fd >= 0 && waiting[index].revents != 0 {
      let count = unsafe read(waiting[index].fd, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 {
        waiting[index].fd = -1  // ignored by `poll`
      } else if outputs[index].count < limits[index] {
        outputs[index] += piece.prefix(count)
      } else if index == 0 {
        throw SystemError(code: EFBIG)
      }
    }
  }
}
