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
