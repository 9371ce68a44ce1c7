/// Lines for people that several threads have something to add to.
public final class SharedLines: Sendable {
  private let lines = Guarded<[String]>([])

  /// None yet.
  public init() {}

  /// All that there are, in the order of the alphabet.
  public var all: [String] { lines.withLock { $0.sorted() } }

  /// Adds a line.
  public func add(_ line: String) { lines.withLock { $0.append(line) } }
}
