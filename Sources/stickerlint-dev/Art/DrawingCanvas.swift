import StickerImage

/// A square of pixels on which shapes are painted.
struct DrawingCanvas {
  private let side: Int
  private let unitsPerPixel: Double
  /// The premultiplied pixels, 0...1, row by row.
  private var premultipliedPixels: [RGBAColor]

  /// Creates a transparent canvas.
  ///
  /// - Parameter side: the side in px.
  init(side: Int) {
    self.side = side
    unitsPerPixel = canvasSideUnits / Double(side)
    premultipliedPixels = [RGBAColor](repeating: RGBAColor(0, 0, 0, 0), count: side * side)
  }

  /// Paints a shape.
  ///
  /// - Parameter blur: the width of the soft edge in units, half of it inside; 0 for an antialiased edge.
  mutating func paint(_ shape: Shape, _ paint: Paint, blurWidthUnits blur: Double = 0) {
    let ramp = max(blur, unitsPerPixel)
    let box = shape.bounds.grown(ramp)
    let (left, top) = (firstPixel(box.topLeft.x), firstPixel(box.topLeft.y))
    let (right, bottom) = (endPixel(box.bottomRight.x), endPixel(box.bottomRight.y))
    for y in stride(from: top, to: bottom, by: tileSide) {
      for x in stride(from: left, to: right, by: tileSide) {
        let columns = x..<min(x + tileSide, right)
        let rows = y..<min(y + tileSide, bottom)
        // From one point to another, the distance to the shape changes by at most the distance between the points, so
        // the value at the center of a tile can show that the whole tile is inside or outside.
        let reach = Double(tileSide) * unitsPerPixel * 0.75
        let middle = shape.signedDistance(
          Point(Double(x) + halfTileSide, Double(y) + halfTileSide) * unitsPerPixel)
        if middle > reach + ramp { continue }
        let isFilled = middle < -reach - ramp
        for row in rows {
          for column in columns {
            let point = Point(Double(column) + 0.5, Double(row) + 0.5) * unitsPerPixel
            let coverage = isFilled ? 1 : coverage(shape.signedDistance(point), ramp, isSoft: blur > 0)
            if coverage > 0 {
              blendPixel(row * side + column, with: paint.color(at: point), coverage: coverage)
            }
          }
        }
      }
    }
  }

  /// The pixels as straight RGBA. Transparent pixels are black.
  var bitmap: Bitmap {
    var samples: [UInt8] = []
    samples.reserveCapacity(premultipliedPixels.count * 4)
    for pixel in premultipliedPixels {
      let alpha = (pixel.w * 255).rounded()
      let color =
        alpha == 0 ? RGBAColor(0, 0, 0, 0) : (pixel / pixel.w * 255).rounded(.toNearestOrAwayFromZero)
      for sample in [color.x, color.y, color.z, alpha] { samples.append(UInt8(min(max(sample, 0), 255))) }
    }
    return Bitmap(PixelSize(side, side), pixels: samples)
  }

  private mutating func blendPixel(_ index: Int, with color: RGBAColor, coverage: Double) {
    let alpha = color.w * coverage
    let over = RGBAColor(color.x * alpha, color.y * alpha, color.z * alpha, alpha)
    premultipliedPixels[index] = over + premultipliedPixels[index] * (1 - alpha)
  }

  private func firstPixel(_ units: Double) -> Int {
    min(max(Int((units / unitsPerPixel).rounded(.down)), 0), side)
  }
  private func endPixel(_ units: Double) -> Int {
    min(max(Int((units / unitsPerPixel).rounded(.up)), 0), side)
  }
}

/// The side of a tile in px: large enough to save work, small enough to fit between outlines.
private let tileSide = 8
private let halfTileSide = Double(tileSide) / 2

/// Returns the coverage of a pixel, 0...1. Edges that are not soft have 32 steps: finer steps would not be
/// visible, and 32 steps make files a tenth smaller.
private func coverage(_ distance: Double, _ ramp: Double, isSoft: Bool) -> Double {
  let share = min(max(0.5 - distance / ramp, 0), 1)
  return isSoft ? share * share * (3 - 2 * share) : (share * 32).rounded() / 32
}

/// A straight sRGB color: red, green, blue and opacity, each 0...1.
typealias RGBAColor = SIMD4<Double>

extension SIMD4<Double> {
  /// An opaque color from `0xRRGGBB`.
  init(hex: UInt32) {
    let bytes = [16, 8, 0].map { Double((hex >> UInt32($0)) & 255) / 255 }
    self.init(bytes[0], bytes[1], bytes[2], 1)
  }

  /// Mixes this color with another one. A share of 0 results in this color, and a share of 1 in the other
  /// one.
  func mixed(_ other: Self, _ share: Double) -> Self { self + (other - self) * share }

  /// Returns the color with its opacity multiplied by `opacity`.
  func withOpacity(multipliedBy opacity: Double) -> Self {
    var copy = self
    copy.w *= opacity
    return copy
  }
}

/// The fill of a shape.
enum Paint: Sendable {
  /// One color.
  case flat(RGBAColor)
  /// A linear gradient between two points.
  case linear(RGBAColor, at: Point, to: RGBAColor, end: Point)
  /// A radial gradient from a center out to a radius.
  case radial(RGBAColor, at: Point, RGBAColor, radius: Double)

  /// One opaque color from `0xRRGGBB`.
  static func hex(_ hex: UInt32) -> Paint { .flat(RGBAColor(hex: hex)) }

  /// A vertical gradient from `top` to `bottom`.
  static func vertical(_ a: UInt32, _ top: Double, _ b: UInt32, _ bottom: Double) -> Paint {
    .linear(RGBAColor(hex: a), at: Point(0, top), to: RGBAColor(hex: b), end: Point(0, bottom))
  }

  /// The color at a point.
  func color(at point: Point) -> RGBAColor {
    switch self {
    case .flat(let color): return color
    case .linear(let first, let a, let last, let b):
      let share = (point - a).dot(b - a) / max((b - a).dot(b - a), 1e-9)
      return first.mixed(last, min(max(share, 0), 1))
    case .radial(let first, let center, let last, let radius):
      return first.mixed(last, min((point - center).length / radius, 1))
    }
  }

  /// Returns a copy with changed colors.
  func mapped(_ change: (RGBAColor) -> RGBAColor) -> Paint {
    switch self {
    case .flat(let color): .flat(change(color))
    case .linear(let first, let a, let last, let b): .linear(change(first), at: a, to: change(last), end: b)
    case .radial(let first, let center, let last, let radius):
      .radial(change(first), at: center, change(last), radius: radius)
    }
  }
}

/// A point in units. The canvas is 200 × 200 units, and the origin is the top-left corner.
typealias Point = SIMD2<Double>

/// The side of the canvas in units.
let canvasSideUnits = 200.0

extension SIMD2<Double> {
  /// The distance from the origin.
  var length: Double { (x * x + y * y).squareRoot() }

  /// The dot product.
  func dot(_ other: Self) -> Double { x * other.x + y * other.y }

  /// Rotates the point around `center`. A full turn is 1, clockwise on screen.
  func rotated(turns: Double, around center: Point) -> Point {
    let (c, s) = (cosine(turns), sine(turns))
    let p = self - center
    return center + Point(p.x * c - p.y * s, p.x * s + p.y * c)
  }
}

/// The sine of an angle in full turns.
///
/// The system's sine differs in the last digit between platforms, and drawn files must be the same on every
/// platform.
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
  var topLeft: Point
  var bottomRight: Point

  /// The smallest box around points. Without any points, it is empty and at the origin.
  init(around points: [Point]) {
    topLeft = points.first ?? Point(0, 0)
    bottomRight = topLeft
    for point in points.dropFirst() {
      topLeft = pointwiseMin(topLeft, point)
      bottomRight = pointwiseMax(bottomRight, point)
    }
  }

  /// Returns the box, enlarged by `margin` on every side.
  func grown(_ margin: Double) -> Box {
    Box(around: [topLeft - Point(margin, margin), bottomRight + Point(margin, margin)])
  }

  /// The smallest box around both boxes.
  func union(_ other: Box) -> Box { Box(around: [topLeft, bottomRight, other.topLeft, other.bottomRight]) }

  /// Returns the distance of a point from the box; 0 if the point is inside.
  func distanceOrZeroInside(_ point: Point) -> Double {
    pointwiseMax(pointwiseMax(topLeft - point, point - bottomRight), Point(0, 0)).length
  }

  var corners: [Point] {
    [topLeft, Point(bottomRight.x, topLeft.y), bottomRight, Point(topLeft.x, bottomRight.y)]
  }
}

extension Bitmap {
  /// Returns the image composited over an opaque image of the same size.
  func over(opaque ground: Bitmap) -> Bitmap {
    var out = ground
    for at in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Int(pixels[at + 3])
      for sample in at..<at + 3 {
        out.pixels[sample] = UInt8(
          (Int(pixels[sample]) * alpha + Int(ground.pixels[sample]) * (255 - alpha) + 127) / 255)
      }
    }
    return out
  }

  /// Returns the image composited over one color.
  ///
  /// - Parameter color: red, green and blue.
  func over(rgb color: [UInt8]) -> Bitmap {
    over(opaque: Bitmap(size, pixels: Array(repeatElement(color + [255], count: size.area).joined())))
  }
}
