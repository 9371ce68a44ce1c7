@testable import StickerImage

/// The measurements of shape, implemented literally from their descriptions, pixel by pixel.
struct ShapeReference {
  let width: Int
  let height: Int
  /// Rows of alpha.
  let alpha: [[Int]]

  init(_ bitmap: Bitmap) {
    (width, height) = (bitmap.width, bitmap.height)
    alpha = (0..<bitmap.height).map { y in
      (0..<bitmap.width).map { Int(bitmap.pixels[(y * bitmap.width + $0) * 4 + 3]) }
    }
  }

  struct Point: Hashable {
    var x: Int
    var y: Int

    func distance(to other: Point) -> Int { max(abs(x - other.x), abs(y - other.y)) }
  }

  func points(_ isMeant: (Int) -> Bool) -> Set<Point> {
    var points: Set<Point> = []
    for y in 0..<height {
      for x in 0..<width where isMeant(alpha[y][x]) { points.insert(Point(x: x, y: y)) }
    }
    return points
  }

  func count(_ range: ClosedRange<Int>) -> Int { points(range.contains).count }

  static func box(_ points: Set<Point>) -> PixelRect? {
    guard let left = points.map(\.x).min(), let right = points.map(\.x).max(),
      let top = points.map(\.y).min(), let bottom = points.map(\.y).max()
    else { return nil }
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  struct Group: Hashable {
    let place: PixelRect
    let pixels: Int
    let distance: Int
  }

  /// Groups of at most 15 visible pixels that are at least 4 px from the rest of the art.
  func specks() -> Set<Group> {
    let all = points { $0 >= 5 }
    var (left, found): (Set<Point>, Set<Group>) = (all, [])
    while let start = left.first {
      var (group, border): (Set<Point>, Set<Point>) = ([], [start])
      while let point = border.popFirst() {
        group.insert(point)
        left.remove(point)
        for other in left where other.distance(to: point) == 1 { border.insert(other) }
      }
      guard group.count <= 15 else { continue }
      let rest = all.subtracting(group)
      if rest.isEmpty { continue }
      let distance = group.flatMap { one in rest.map { one.distance(to: $0) } }.min() ?? 16
      guard distance >= 4, let place = Self.box(group) else { continue }
      found.insert(Group(place: place, pixels: group.count, distance: min(distance, 16)))
    }
    return found
  }

  private func isVisible(_ x: Int, _ y: Int) -> Bool {
    x >= 0 && y >= 0 && x < width && y < height && alpha[y][x] >= 5
  }

  /// A line along a side, `depth` pixels from it.
  func line(_ side: EdgeCuts.Side, _ depth: Int) -> [Int] {
    switch side {
    case .top: alpha[depth]
    case .bottom: alpha[height - 1 - depth]
    case .left: alpha.map { $0[depth] }
    case .right: alpha.map { $0[width - 1 - depth] }
    }
  }

  static func solidRuns(_ line: [Int]) -> [Range<Int>] {
    (0..<line.count).flatMap { start in
      (start + 1..<line.count + 1).map { start..<$0 }.filter { run in
        run.allSatisfy { line[$0] >= 128 } && (run.lowerBound == 0 || line[run.lowerBound - 1] < 128)
          && (run.upperBound == line.count || line[run.upperBound] < 128)
      }
    }
  }
}
