/// Lines for people that several threads have something to add to.
package final class SharedLines: Sendable {
  private let lines = Guarded<[String]>([])

  package init() {}

  /// All lines, in the order of the alphabet.
  package var all: [String] { lines.withLock { $0.sorted() } }

  /// Adds a line.
  package func add(_ line: String) { lines.withLock { $0.append(line) } }
}
