import Foundation

/// Shell that puts the commands behind it under limits that the system keeps: 10 s of processor time for each
/// process, and memory. Whoever exceeds one of them dies of it, or says that memory ran out.
///
/// - Parameter memory: KiB of private memory that may be asked for.
func systemLimits(memory: Int) -> String {
  "export SWIFT_BACKTRACE=enable=no; ulimit -c 0 \(isSanitized ? "" : "-t 10 -d \(memory)")"
}

/// Whether this is `make sanitize`: a sanitizer takes memory and time for itself, many times what the program
/// does. The answers are tested all the same.
let isSanitized = ProcessInfo.processInfo.environment["STICKERLINT_SANITIZED"] != nil

#if os(Linux)
  let isLinux = true
#else
  let isLinux = false
#endif
