extension Shape {
  /// What lies in any of the shapes.
  static func union(_ shapes: [Shape]) -> Shape {
    Shape(bounds: commonBounds(shapes)) { p in
      var nearest = Double.infinity
      for shape in shapes where shape.mayLie(within: nearest, of: p) {
        nearest = min(nearest, shape.distance(p))
      }
      return nearest
    }
  }

  /// What lies in any of the shapes, with the notches between them filled softly over `width` units.
  static func melted(_ shapes: [Shape], _ width: Double) -> Shape {
    Shape(bounds: commonBounds(shapes).grown(width / 4)) { p in
      var sum = Double.infinity
      for shape in shapes where shape.mayLie(within: sum + width, of: p) {  // what is farther changes nothing
        let other = shape.distance(p)
        let near = sum == .infinity ? 0 : max(width - abs(sum - other), 0) / width
        sum = min(sum, other) - near * near * width / 4
      }
      return sum
    }
  }

  /// Whether the distance may be less than `limit`; inside of the bounds it may be anything.
  private func mayLie(within limit: Double, of p: Point) -> Bool {
    let least = bounds.distance(p)
    return least == 0 || least < limit
  }

  private static func commonBounds(_ shapes: [Shape]) -> Box {
    Box(around: shapes.flatMap { [$0.bounds.low, $0.bounds.high] })
  }

  /// What lies in this shape and in the other one.
  func clipped(to other: Shape) -> Shape {
    var bounds = Box(around: [
      pointwiseMax(self.bounds.low, other.bounds.low), pointwiseMin(self.bounds.high, other.bounds.high),
    ])
    bounds.low = pointwiseMin(bounds.low, bounds.high)
    return Shape(bounds: bounds) { [distance] in max(distance($0), other.distance($0)) }
  }

  /// What lies in this shape and not in the other.
  func minus(_ other: Shape) -> Shape {
    Shape(bounds: bounds) { [distance] in max(distance($0), -other.distance($0)) }
  }

  /// The shape with its outline moved out by `width` units (in, where negative).
  func grown(_ width: Double) -> Shape {
    Shape(bounds: bounds.grown(max(width, 0))) { [distance] in distance($0) - width }
  }

  /// The shape moved.
  func moved(_ x: Double, _ y: Double) -> Shape {
    let way = Point(x, y)
    return Shape(bounds: Box(around: [bounds.low + way, bounds.high + way])) { [distance] in
      distance($0 - way)
    }
  }

  /// The shape after a turn around `center`; clockwise, a full circle is 1.
  func turned(_ turns: Double, around center: Point) -> Shape {
    let (c, s) = (cosine(turns), sine(turns))
    return Shape(bounds: Box(around: bounds.corners.map { $0.turned(turns, around: center) })) { [distance] in
      let p = $0 - center
      return distance(center + Point(p.x * c + p.y * s, p.y * c - p.x * s))
    }
  }

  /// The shape enlarged around `center`, by different factors across and down. Where these differ, distances
  /// are those of the smaller factor: outlines stay exact, growing gets thinner along the longer axis.
  func scaled(_ x: Double, _ y: Double, around center: Point) -> Shape {
    let (factors, least) = (Point(x, y), min(abs(x), abs(y)))
    let corners = bounds.corners.map { center + ($0 - center) * factors }
    return Shape(bounds: Box(around: corners)) { [distance] in
      distance(center + ($0 - center) / factors) * least
    }
  }

  /// The shape's mirror image on the other side of the vertical line at `x`.
  func mirrored(at x: Double) -> Shape { scaled(-1, 1, around: Point(x, 0)) }
}
