/// A place in a drawing, in units: a canvas is 200 × 200 of them, the origin is the top left corner.
typealias Point = SIMD2<Double>

/// The sides of a drawing's canvas, units.
let canvasUnits = 200.0

extension SIMD2<Double> {
  /// The distance from the origin.
  var length: Double { (x * x + y * y).squareRoot() }

  /// The dot product.
  func dot(_ other: Self) -> Double { x * other.x + y * other.y }

  /// The same point after a turn around `center`; clockwise on screen, a full circle is 1.
  func turned(_ turns: Double, around center: Point) -> Point {
    let (c, s) = (cosine(turns), sine(turns))
    let p = self - center
    return center + Point(p.x * c - p.y * s, p.x * s + p.y * c)
  }
}

/// The sine of an angle in full turns.
///
/// Ours, because the system's differs in the last digit between platforms, and drawn files are compared byte
/// by byte.
func sine(_ turns: Double) -> Double {
  let t = turns - turns.rounded(.down)  // 0..<1
  let folded = t < 0.25 ? t : t < 0.75 ? 0.5 - t : t - 1  // the same sine within -0.25...0.25
  let x = folded * 2 * Double.pi
  let square = x * x
  var (term, sum) = (x, x)
  for n in stride(from: 2.0, through: 18.0, by: 2.0) {
    term *= -square / (n * (n + 1))
    sum += term
  }
  return sum
}

/// The cosine of an angle in full turns.
func cosine(_ turns: Double) -> Double { sine(turns + 0.25) }

/// A rectangle in units.
struct Box {
  /// The top left corner.
  var low: Point
  /// The bottom right corner.
  var high: Point

  /// The smallest box around points; empty at the origin without any.
  init(around points: [Point]) {
    low = points.first ?? Point(0, 0)
    high = low
    for point in points.dropFirst() {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
  }

  /// The box with every side moved out by `margin`.
  func grown(_ margin: Double) -> Box {
    Box(around: [low - Point(margin, margin), high + Point(margin, margin)])
  }

  /// The smallest box around both.
  func union(_ other: Box) -> Box { Box(around: [low, high, other.low, other.high]) }

  /// How far a point is from the box at least; 0 inside.
  func distance(_ point: Point) -> Double {
    pointwiseMax(pointwiseMax(low - point, point - high), Point(0, 0)).length
  }

  /// The four corners.
  var corners: [Point] { [low, Point(high.x, low.y), high, Point(low.x, high.y)] }
}
