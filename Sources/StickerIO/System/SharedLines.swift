/// Lines for people that several threads have something to add to.
package final class SharedLines: Sendable {
  private let lines = Guarded<[String]>([])

  /// None yet.
  package init() {}

  /// All that there are, in the order of the alphabet.
  package var all: [String] { lines.withLock { $0.sorted() } }

  /// Adds a line.
  package func add(_ line: String) { lines.withLock { $0.append(line) } }
}
