/// A first-in, first-out queue of file numbers to analyze. Operations take constant time on average.
struct AnalysisQueue {
  /// The index of each number in `entries`. Entries at other indices are outdated.
  private var places: [Int: Int] = [:]
  private var entries: [Int] = []
  private var first = 0

  var count: Int { places.count }
  var isEmpty: Bool { places.isEmpty }
  /// The queued numbers, in no particular order.
  var numbers: some Collection<Int> { places.keys }

  /// Adds a number to the end. A number that is already queued moves to the end.
  mutating func append(_ number: Int) {
    if entries.count > 2 * places.count + 64 { compact() }
    places[number] = entries.count
    entries.append(number)
  }

  /// Removes and returns the oldest number; nil if the queue is empty.
  mutating func popFirst() -> Int? {
    while first < entries.count {
      let (number, place) = (entries[first], first)
      first += 1
      guard places[number] == place else { continue }
      places[number] = nil
      return number
    }
    return nil
  }

  mutating func removeAll() { self = AnalysisQueue() }

  /// Removes outdated entries.
  private mutating func compact() {
    entries = entries.indices.filter { $0 >= first && places[entries[$0]] == $0 }.map { entries[$0] }
    first = 0
    for (place, number) in entries.enumerated() { places[number] = place }
  }
}
