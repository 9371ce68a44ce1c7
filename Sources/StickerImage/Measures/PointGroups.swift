/// Groups of points that hang together over their sides.
struct PointGroups {
  /// The group of each point; 0 where it belongs to none.
  private(set) var groups = [Int](repeating: 0, count: ArtPoints.side * ArtPoints.side)
  /// How many points each group has; the first stands for those that belong to none.
  private(set) var sizes: [Int] = [0]

  /// - Parameter members: whether each point belongs to a group.
  init(_ members: [Bool]) {
    var joined: [Int] = [0]
    let side = ArtPoints.side
    for at in members.indices where members[at] {
      let left = at % side > 0 ? groups[at - 1] : 0
      let above = at >= side ? groups[at - side] : 0
      switch (left, above) {
      case (0, 0):
        groups[at] = joined.count
        joined.append(joined.count)
      case (0, _): groups[at] = above
      case (_, 0): groups[at] = left
      default: groups[at] = join(left, above, in: &joined)
      }
    }
    number(&joined)
  }

  /// Gives each group one number, in the order of their first points.
  private mutating func number(_ joined: inout [Int]) {
    var numbers = [Int](repeating: 0, count: joined.count)
    for at in groups.indices where groups[at] > 0 {
      let root = root(of: groups[at], in: &joined)
      if numbers[root] == 0 {
        numbers[root] = sizes.count
        sizes.append(0)
      }
      groups[at] = numbers[root]
      sizes[numbers[root]] += 1
    }
  }
}

/// Who stands for a number among those that were joined.
func root(of number: Int, in joined: inout [Int]) -> Int {
  var at = number
  while joined[at] != at {
    joined[at] = joined[joined[at]]
    at = joined[at]
  }
  return at
}

/// Joins two numbers.
///
/// - Returns: who stands for both.
@discardableResult
func join(_ one: Int, _ other: Int, in joined: inout [Int]) -> Int {
  let (first, second) = (root(of: one, in: &joined), root(of: other, in: &joined))
  joined[max(first, second)] = min(first, second)
  return min(first, second)
}

extension [Bool] {
  /// The points of a grid and those around them, corners too.
  ///
  /// - Parameter reach: how far around.
  func grown(by reach: Int) -> [Bool] {
    let side = ArtPoints.side
    var wide = self
    for at in indices where self[at] {
      let row = at / side * side
      for near in Swift.max(row, at - reach)...Swift.min(row + side - 1, at + reach) { wide[near] = true }
    }
    var all = wide
    for at in indices where wide[at] {
      for near in 1...Swift.max(1, reach) {
        if at >= near * side { all[at - near * side] = true }
        if at + near * side < count { all[at + near * side] = true }
      }
    }
    return all
  }

  /// The points of a grid that have no others around them; beyond the grid there are others.
  ///
  /// - Returns: nil where there are none.
  func shrunk(by reach: Int) -> [Bool]? {
    let side = ArtPoints.side
    var (kept, isEmpty) = ([Bool](repeating: false, count: count), true)
    for y in reach..<side - reach {
      for at in y * side + reach..<(y + 1) * side - reach where self[at] {
        // Outlines end here.
        guard self[at - reach], self[at + reach], self[at - reach * side], self[at + reach * side] else {
          continue
        }
        let rows = stride(from: at - reach * side, through: at + reach * side, by: side)
        guard rows.allSatisfy({ row in (row - reach...row + reach).allSatisfy { self[$0] } }) else {
          continue
        }
        (kept[at], isEmpty) = (true, false)
      }
    }
    return isEmpty ? nil : kept
  }
}
