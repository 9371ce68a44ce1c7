/// A shape as a signed distance field: the distance of a point from the outline, negative inside.
///
/// From one point to another, this distance changes by at most the distance between the points, so `DrawingCanvas`
/// can skip whole tiles.
struct Shape: Sendable {
  /// A box around the outline.
  var bounds: Box
  /// Returns the distance from the outline in units, negative inside.
  var signedDistance: @Sendable (Point) -> Double

  /// A disc.
  static func circle(_ center: Point, _ radius: Double) -> Shape {
    Shape(bounds: Box(around: [center]).grown(radius)) { ($0 - center).length - radius }
  }

  /// A rectangle with rounded corners.
  static func roundedRectangle(center: Point, width: Double, height: Double, cornerRadius: Double) -> Shape {
    let half = Point(width / 2, height / 2)
    let inner = half - Point(cornerRadius, cornerRadius)
    return Shape(bounds: Box(around: [center - half, center + half])) {
      let p = $0 - center
      let q = Point(abs(p.x), abs(p.y)) - inner
      return pointwiseMax(q, Point(0, 0)).length + min(max(q.x, q.y), 0) - cornerRadius
    }
  }

  /// A thick line with round ends. The ends may have different radii.
  static func capsule(_ a: Point, _ b: Point, _ radiusA: Double, _ radiusB: Double? = nil) -> Shape {
    let (along, square) = (b - a, max((b - a).dot(b - a), 1e-9))
    let change = (radiusB ?? radiusA) - radiusA
    let bounds = Box(around: [a, b]).grown(max(radiusA, radiusA + change))
    let slope = max(1, (1 + change * change / square).squareRoot())
    return Shape(bounds: bounds) {
      let t = min(max(($0 - a).dot(along) / square, 0), 1)
      return (($0 - a - along * t).length - radiusA - change * t) / slope
    }
  }

  /// An ellipse with horizontal and vertical axes.
  static func ellipse(_ center: Point, _ width: Double, _ height: Double) -> Shape {
    let radii = Point(width / 2, height / 2)
    return Shape(bounds: Box(around: [center - radii, center + radii])) {
      signedEllipseDistance($0 - center, radii)
    }
  }

  static func polygon(_ points: [Point]) -> Shape {
    Shape(bounds: Box(around: points)) { signedPolygonDistance($0, points) }
  }

  /// The area inside a closed smooth curve through `points`.
  static func blob(_ points: [Point]) -> Shape { polygon(smoothCurve(through: points, closed: true)) }

  /// A smooth line through `points`, drawn with a round pen.
  static func smoothStroke(_ points: [Point], width: Double) -> Shape {
    let line = points.count > 2 ? smoothCurve(through: points, closed: false) : points
    return Shape(bounds: Box(around: line).grown(width / 2)) { p in
      var nearest = Double.infinity
      for (a, b) in zip(line, line.dropFirst()) {
        nearest = min(nearest, segmentDistanceSquared(p, a, b))
      }
      return nearest.squareRoot() - width / 2
    }
  }

  /// A star with `count` points and corners that are rounded by `corner` units.
  static func star(_ center: Point, _ count: Int, outer: Double, inner: Double, corner: Double) -> Shape {
    let points = (0..<2 * count).map { index in
      let radius = (index % 2 == 0 ? outer : inner) - corner
      return center + Point(0, -radius).rotated(turns: Double(index) / Double(2 * count), around: Point(0, 0))
    }
    return polygon(points).grown(corner)
  }
}

extension Shape {
  /// A heart centered at `center`, `width` units wide.
  static func heart(_ center: Point, _ width: Double) -> Shape {
    let half = [
      Point(0, -0.27), Point(0.08, -0.375), Point(0.2, -0.43), Point(0.33, -0.42), Point(0.44, -0.345),
      Point(0.5, -0.22),
      Point(0.495, -0.08), Point(0.43, 0.06), Point(0.31, 0.2), Point(0.16, 0.34), Point(0.05, 0.425),
    ]
    let other = half.dropFirst().reversed().map { Point(-$0.x, $0.y) }
    return .blob((half + [Point(0, 0.45)] + other).map { center + $0 * width })
  }
}

/// Returns the distance to an ellipse around the origin. Finds the nearest point in four iterations along the
/// evolute.
private func signedEllipseDistance(_ point: Point, _ radii: Point) -> Double {
  let p = Point(abs(point.x), abs(point.y))
  var t = Point(0.5.squareRoot(), 0.5.squareRoot())
  for _ in 0..<4 {
    let near = radii * t
    let bend = radii.x * radii.x - radii.y * radii.y
    let evolute = Point(bend * t.x * t.x * t.x, -bend * t.y * t.y * t.y) / radii
    let (reach, aim) = (near - evolute, p - evolute)
    let ratio = reach.length / max(aim.length, 1e-9)
    let next = pointwiseMin(pointwiseMax((aim * ratio + evolute) / radii, Point(0, 0)), Point(1, 1))
    t = next / max(next.length, 1e-9)
  }
  let inside = (p / radii).length < 1
  return inside ? -(radii * t - p).length : (radii * t - p).length
}

/// Returns the distance to a polygon. A point is inside if a ray to the right crosses an odd number of edges.
private func signedPolygonDistance(_ p: Point, _ points: [Point]) -> Double {
  var (nearest, inside) = (Double.infinity, false)
  var a = points[points.count - 1]
  for b in points {
    nearest = min(nearest, segmentDistanceSquared(p, a, b))
    if (a.y > p.y) != (b.y > p.y), p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) { inside.toggle() }
    a = b
  }
  return inside ? -nearest.squareRoot() : nearest.squareRoot()
}

private func segmentDistanceSquared(_ p: Point, _ a: Point, _ b: Point) -> Double {
  let along = b - a
  let t = min(max((p - a).dot(along) / max(along.dot(along), 1e-12), 0), 1)
  let away = p - a - along * t
  return away.dot(away)
}

/// Returns a smooth curve through points as short line segments (a Catmull-Rom spline).
private func smoothCurve(through points: [Point], closed: Bool) -> [Point] {
  let (count, pieces) = (points.count, 8)
  func at(_ index: Int) -> Point {
    closed ? points[(index + count) % count] : points[min(max(index, 0), count - 1)]
  }
  var line: [Point] = []
  for index in 0..<(closed ? count : count - 1) {
    let (p0, p1, p2, p3) = (at(index - 1), at(index), at(index + 1), at(index + 2))
    for piece in 0..<pieces {
      let t = Double(piece) / Double(pieces)
      let linear: Point = (p2 - p0) * t
      let square: Point = (p0 * 2 - p1 * 5 + p2 * 4 - p3) * (t * t)
      let cube: Point = (p1 * 3 - p0 - p2 * 3 + p3) * (t * t * t)
      line.append((p1 * 2 + linear + square + cube) * 0.5)
    }
  }
  return closed ? line : line + [at(count - 1)]
}

extension Shape {
  /// The union of shapes.
  static func union(_ shapes: [Shape]) -> Shape {
    Shape(bounds: unionBounds(shapes)) { p in
      var nearest = Double.infinity
      for shape in shapes where shape.mayLie(within: nearest, of: p) {
        nearest = min(nearest, shape.signedDistance(p))
      }
      return nearest
    }
  }

  /// The union of shapes, with the notches between them filled smoothly over `width` units.
  static func smoothUnion(_ shapes: [Shape], width: Double) -> Shape {
    Shape(bounds: unionBounds(shapes).grown(width / 4)) { p in
      var sum = Double.infinity
      for shape in shapes where shape.mayLie(within: sum + width, of: p) {  // others have no effect
        let other = shape.signedDistance(p)
        let near = sum == .infinity ? 0 : max(width - abs(sum - other), 0) / width
        sum = min(sum, other) - near * near * width / 4
      }
      return sum
    }
  }

  /// Whether the distance may be less than `limit`. Inside the bounds, it can have any value.
  private func mayLie(within limit: Double, of p: Point) -> Bool {
    let least = bounds.distanceOrZeroInside(p)
    return least == 0 || least < limit
  }

  private static func unionBounds(_ shapes: [Shape]) -> Box {
    Box(around: shapes.flatMap { [$0.bounds.topLeft, $0.bounds.bottomRight] })
  }

  /// Returns the intersection with another shape.
  func clipped(to other: Shape) -> Shape {
    var bounds = Box(around: [
      pointwiseMax(self.bounds.topLeft, other.bounds.topLeft),
      pointwiseMin(self.bounds.bottomRight, other.bounds.bottomRight),
    ])
    bounds.topLeft = pointwiseMin(bounds.topLeft, bounds.bottomRight)
    return Shape(bounds: bounds) { [signedDistance] in
      max(signedDistance($0), other.signedDistance($0))
    }
  }

  /// Returns this shape with another shape cut out.
  func subtracting(_ other: Shape) -> Shape {
    Shape(bounds: bounds) { [signedDistance] in max(signedDistance($0), -other.signedDistance($0))
    }
  }

  /// Returns the shape, grown by `width` units, or shrunk if `width` is negative.
  func grown(_ width: Double) -> Shape {
    Shape(bounds: bounds.grown(max(width, 0))) { [signedDistance] in signedDistance($0) - width }
  }

  func moved(_ x: Double, _ y: Double) -> Shape {
    let way = Point(x, y)
    return Shape(bounds: Box(around: [bounds.topLeft + way, bounds.bottomRight + way])) {
      [signedDistance] in
      signedDistance($0 - way)
    }
  }

  /// Rotates the shape around `center`. A full turn is 1, clockwise.
  func rotated(turns: Double, around center: Point) -> Shape {
    let (c, s) = (cosine(turns), sine(turns))
    return Shape(bounds: Box(around: bounds.corners.map { $0.rotated(turns: turns, around: center) })) {
      [signedDistance] in
      let p = $0 - center
      return signedDistance(center + Point(p.x * c + p.y * s, p.y * c - p.x * s))
    }
  }

  /// Scales the shape around `center`, horizontally and vertically. If the factors differ, distances use the
  /// smaller one: outlines stay exact, but `grown` adds less along the longer axis.
  func scaled(_ x: Double, _ y: Double, around center: Point) -> Shape {
    let (factors, least) = (Point(x, y), min(abs(x), abs(y)))
    let corners = bounds.corners.map { center + ($0 - center) * factors }
    return Shape(bounds: Box(around: corners)) { [signedDistance] in
      signedDistance(center + ($0 - center) / factors) * least
    }
  }

  /// Mirrors the shape across the vertical line at `x`.
  func mirrored(at x: Double) -> Shape { scaled(-1, 1, around: Point(x, 0)) }
}
