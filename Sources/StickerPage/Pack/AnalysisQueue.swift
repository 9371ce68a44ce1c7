/// The numbers of files that wait to be analyzed, first in, first out. Each operation has a constant cost on
/// average, however many files wait.
struct AnalysisQueue {
  /// The places of the numbers in `entries`. An entry at another place is out of date.
  private var places: [Int: Int] = [:]
  private var entries: [Int] = []
  private var first = 0

  /// How many files wait.
  var count: Int { places.count }
  var isEmpty: Bool { places.isEmpty }
  /// The numbers of the files that wait, in no order.
  var numbers: some Collection<Int> { places.keys }

  /// Adds a number to the end. A number that waits already moves there.
  mutating func append(_ number: Int) {
    if entries.count > 2 * places.count + 64 { compact() }
    places[number] = entries.count
    entries.append(number)
  }

  /// Removes the number that has waited longest; nil if none waits.
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

  /// Removes all numbers.
  mutating func removeAll() { self = AnalysisQueue() }

  /// Removes the entries that are out of date.
  private mutating func compact() {
    entries = entries.indices.filter { $0 >= first && places[entries[$0]] == $0 }.map { entries[$0] }
    first = 0
    for (place, number) in entries.enumerated() { places[number] = place }
  }
}
