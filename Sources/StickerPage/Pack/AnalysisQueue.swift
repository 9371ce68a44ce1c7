/// A first-in, first-out queue of file numbers to analyze. Operations take amortized constant time.
struct AnalysisQueue {
  /// The index of each number in `entries`. Entries at other indices are outdated.
  private var indexByNumber: [Int: Int] = [:]
  private var entriesIncludingOutdated: [Int] = []
  private var headIndex = 0

  var count: Int { indexByNumber.count }
  var isEmpty: Bool { indexByNumber.isEmpty }
  /// The queued numbers, in no particular order.
  var unorderedNumbers: some Collection<Int> { indexByNumber.keys }

  /// Adds a number to the end. A number that is already queued moves to the end.
  mutating func appendOrMoveToEnd(_ number: Int) {
    if entriesIncludingOutdated.count > 2 * indexByNumber.count + 64 { compact() }
    indexByNumber[number] = entriesIncludingOutdated.count
    entriesIncludingOutdated.append(number)
  }

  /// Removes and returns the oldest number; nil if the queue is empty.
  mutating func popFirst() -> Int? {
    while headIndex < entriesIncludingOutdated.count {
      let (number, place) = (entriesIncludingOutdated[headIndex], headIndex)
      headIndex += 1
      guard indexByNumber[number] == place else { continue }
      indexByNumber[number] = nil
      return number
    }
    return nil
  }

  mutating func removeAll() { self = AnalysisQueue() }

  /// Removes outdated entries.
  private mutating func compact() {
    entriesIncludingOutdated = entriesIncludingOutdated.indices.filter {
      $0 >= headIndex && indexByNumber[entriesIncludingOutdated[$0]] == $0
    }.map {
      entriesIncludingOutdated[$0]
    }
    headIndex = 0
    for (place, number) in entriesIncludingOutdated.enumerated() { indexByNumber[number] = place }
  }
}
