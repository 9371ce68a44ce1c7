import CSandbox
import StickerEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How a program that draws art ended.
enum RenderingProgramTermination: Hashable {
  case exited(Int32)
  /// A signal ended the program.
  case endedBySignal(Int32)
  /// The program took longer than allowed, and was stopped.
  case timedOut
  /// The program wrote more than allowed, and was stopped.
  case exceededOutputLimit
}

/// The result of running a program that draws art.
struct RenderingProgramOutcome: Hashable {
  var termination: RenderingProgramTermination
  var output: [UInt8]
  /// The beginning of the program's output on standard error.
  var errorOutputStart: [UInt8]
}

/// Returns the path of a program in `PATH`, or nil if it is not installed.
///
/// - Parameter name: the name of the program, without a slash.
func programPath(named name: String) -> Path? {
  for folder in (nonemptyEnvironmentVariable("PATH") ?? "").split(separator: ":") where folder.hasPrefix("/")
  {
    let path = Path(String(folder)).appending(Path(name))
    let isRunnable = path.text.map { unsafe access($0, X_OK) == 0 } ?? false
    if isRunnable, (try? ReadOnlyFileSystem.disk.calls.status(FileLocation(path), true).kind) == .file {
      return path
    }
  }
  return nil
}

/// Runs a program with a file as its standard input, so that the program can seek in it.
///
/// - Parameter command: the path of the program, followed by its arguments.
/// - Parameter variables: the whole environment, as `NAME=VALUE`.
/// - Parameter maxOutputBytes: a program that writes more is stopped.
/// - Parameter seconds: a program that takes longer is stopped.
/// - Throws: an error if the program cannot be started.
@safe func runRenderingProgram(
  _ command: [[UInt8]], environment variables: [[UInt8]], input: [UInt8], maxOutputBytes: Int,
  maxSeconds seconds: Int
) throws(SystemError) -> RenderingProgramOutcome {
  let file = unsafe input.withUnsafeBytes { unsafe sl_make_unnamed_file($0.baseAddress, $0.count) }
  guard file >= 0 else { throw SystemError(code: errno) }
  defer { close(file) }
  let (output, errors) = (try PipeEnds(), try PipeEnds())
  let child = try startProgram(
    command, environment: variables, input: file, output: output.writeEnd, errors: errors.writeEnd)
  @Sendable func stop() {
    // The program leads a process group that includes everything that it started.
    kill(-child, SIGKILL)
    kill(child, SIGKILL)
  }
  let token = SignalCleanup.shared.addCleanUp(stop)
  defer { SignalCleanup.shared.removeCleanUp(token) }
  output.closeWriting()
  errors.closeWriting()
  let deadline = SystemCalls.real.monotonicNanoseconds() &+ UInt64(seconds) * 1_000_000_000
  var outputs: [[UInt8]] = [[], []]
  do throws(SystemError) {
    try readToEnd(
      of: [output.readEnd, errors.readEnd], limits: [maxOutputBytes, 1 << 16], deadlineNanoseconds: deadline,
      into: &outputs)
    // The program can close its output and keep running.
    while sl_has_ended(child) == 0 {
      guard SystemCalls.real.monotonicNanoseconds() < deadline else { throw SystemError(code: ETIMEDOUT) }
      sl_sleep(5)
    }
  } catch {
    stop()
    _ = waitForExit(of: child)
    let end: RenderingProgramTermination = error.code == ETIMEDOUT ? .timedOut : .exceededOutputLimit
    return RenderingProgramOutcome(termination: end, output: [], errorOutputStart: outputs[1])
  }
  // End the processes that the program left behind. The program's process ID stays reserved until its status
  // is read.
  kill(-child, SIGKILL)
  let ended = waitForExit(of: child)
  return RenderingProgramOutcome(
    termination: ended.signal.map(RenderingProgramTermination.endedBySignal)
      ?? .exited(ended.exitCodeOr128PlusSignal),
    output: outputs[0],
    errorOutputStart: outputs[1])
}

/// Runs a program in place of this process.
///
/// - Returns: the error code. The function returns only if the program cannot be run.
func replaceProcess(with command: [[UInt8]]) -> Int32 {
  let code = unsafe try? withCStrings(command) { words throws(SystemError) -> Int32 in
    guard let program = unsafe words[0] else { throw .invalidArgument }
    unsafe execv(program, words)
    return errno
  }
  return code ?? EINVAL
}
