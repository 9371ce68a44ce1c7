extension Sequence {
  /// Elements by their keys, however far apart those of one key lie; groups in the order of their first.
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var (groups, places): ([[Element]], [Key: Int]) = ([], [:])
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].append(element)
      } else {
        places[key] = groups.count
        groups.append([element])
      }
    }
    return groups
  }
}

extension Sequence where Element: Hashable {
  /// The elements in the order in which they first occur, each once.
  package var withoutRepetition: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
