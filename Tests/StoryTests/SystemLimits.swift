import Foundation

/// A shell command that limits the commands after it: 10 s of processor time for each process, and memory. A
/// process that exceeds a limit is killed, or reports that memory ran out.
///
/// - Parameter memory: the limit on private memory in KiB.
func systemLimits(memory: Int) -> String {
  "export SWIFT_BACKTRACE=enable=no; ulimit -c 0 \(isSanitized ? "" : "-t 10 -d \(memory)")"
}

/// Whether the tests run under `make sanitize`. Sanitizers use many times the memory and time of the program,
/// so the limits do not apply, but all answers are still tested.
let isSanitized = ProcessInfo.processInfo.environment["STICKERLINT_SANITIZED"] != nil

#if os(Linux)
  let isLinux = true
#else
  let isLinux = false
#endif
