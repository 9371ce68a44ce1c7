/// The reason why a worker process failed twice on an asset, the second time while processing only this
/// asset.
package enum WorkerFailure: Hashable, Sendable {
  /// The worker process was terminated by a signal (such as `SIGSEGV`) or failed in another way. The value is
  /// a noun phrase that follows "with".
  case crashed(String)
  /// The worker process used more than the given number of seconds of CPU time, or slept for as long.
  case outOfTime(seconds: Int)
  /// The worker process requested more than `bytes` bytes of memory.
  case outOfMemory(bytes: Int)

  /// A human-readable clause that describes the failure.
  package var clause: String {
    switch self {
    case .crashed(let with): "it ended with \(with)"
    case .outOfTime(let seconds): "it took more than \(numberText(seconds)) s"
    case .outOfMemory(let bytes): "it used more than \(numberText(bytes >> 20)) MiB of memory"
    }
  }

  /// Returns a message for a finding or an error.
  ///
  /// - Parameters:
  ///   - work: what exceeded a limit: "reading it".
  ///   - failure: the result of a crash: "the file cannot be read".
  package func message(during work: String, consequence failure: String) -> UserMessage {
    switch self {
    case .crashed(let with): "\(failure): the worker process failed twice (\(with))"
    case .outOfTime(let seconds):
      "\(work) takes more than \(numberText(seconds)) s; \(.raiseWorkerCPUTimeLimit)"
    case .outOfMemory(let bytes):
      "\(work) takes more than \(numberText(bytes >> 20)) MiB of memory; \(.raiseWorkerMemoryLimit)"
    }
  }

  /// The message for a file that could not be read.
  var unreadableFileMessage: UserMessage {
    message(during: "reading it", consequence: "the file cannot be read")
  }

  /// Whether the worker process exceeded a time or memory limit.
  var didExceedLimit: Bool { if case .crashed = self { false } else { true } }
}

/// The confinement of worker processes.
package struct Isolation: Hashable, Sendable {
  /// The mechanisms in use, such as `landlock` and `seccomp`.
  let activeMechanisms: [String]
  /// The mechanisms that the system does not support.
  let unsupportedMechanisms: [String]

  package init(activeMechanisms: [String], unsupportedMechanisms: [String]) {
    (self.activeMechanisms, self.unsupportedMechanisms) = (activeMechanisms, unsupportedMechanisms)
  }
}
