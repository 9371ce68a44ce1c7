/// What became of a process that read an asset and came to its end by that, again when it was tried alone.
package enum WorkerFailure: Hashable, Sendable {
  /// A signal ended it (`SIGSEGV`), or it broke off in another way, in a clause that follows "with".
  case crashed(String)
  /// It was not done in so many seconds of processor time, or slept as long.
  case outOfTime(seconds: Int)
  /// It asked for more than `bytes` bytes of memory.
  case outOfMemory(bytes: Int)

  /// What happened, in a clause for people.
  package var words: String {
    switch self {
    case .crashed(let with): "it ended with \(with)"
    case .outOfTime(let seconds): "it took more than \(numberText(seconds)) s"
    case .outOfMemory(let bytes): "it took more than \(numberText(bytes >> 20)) MiB of memory"
    }
  }

  /// For a finding or an answer.
  ///
  /// - Parameters:
  ///   - work: "reading it", which can be allowed more.
  ///   - failure: "the file cannot be read", of which nothing more is known.
  package func sentence(on work: String, _ failure: String) -> UserMessage {
    switch self {
    case .crashed(let with): "\(failure): the worker process failed twice (\(with))"
    case .outOfTime(let seconds):
      "\(work) takes more than \(numberText(seconds)) s; \(.moreTime)"
    case .outOfMemory(let bytes):
      "\(work) takes more than \(numberText(bytes >> 20)) MiB of memory; \(.moreMemory)"
    }
  }

  /// A sentence on a file that could not be read.
  var sentence: UserMessage { sentence(on: "reading it", "the file cannot be read") }

  /// Whether more of what it took would have helped.
  var isExcess: Bool { if case .crashed = self { false } else { true } }
}

/// How far the processes that read files were kept from doing anything else.
package struct Isolation: Hashable, Sendable {
  /// What the system confined them with, such as `landlock` and `seccomp`.
  let means: [String]
  /// What the system does not have.
  let missing: [String]

  package init(means: [String], missing: [String]) { (self.means, self.missing) = (means, missing) }
}
