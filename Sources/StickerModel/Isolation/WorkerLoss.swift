/// What became of a process that read an asset and came to its end by that, again when it was tried alone.
public enum WorkerLoss: Hashable, Sendable {
  /// A signal ended it (`SIGSEGV`), or it broke off in another way, in a clause that follows "with".
  case crashed(String)
  /// It was not done in so many seconds of processor time, or waited for something five times as long.
  case outOfTime(seconds: Int)
  /// It asked for more than so many bytes of memory.
  case outOfMemory(bytes: Int)

  /// For people, in a clause.
  public var words: String {
    switch self {
    case .crashed(let with): "it ended with \(with)"
    case .outOfTime(let seconds): "it took more than \(grouped(seconds)) s"
    case .outOfMemory(let bytes): "it took more than \(grouped(bytes >> 20)) MiB of memory"
    }
  }
}
