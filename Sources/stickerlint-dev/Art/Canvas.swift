import StickerImage

/// A square of pixels that shapes are painted on, one over the other.
struct Canvas {
  private let side: Int
  private let unitsPerPixel: Double
  /// Premultiplied, 0...1, row by row.
  private var pixels: [Ink]

  /// A transparent canvas.
  ///
  /// - Parameter side: pixels.
  init(side: Int) {
    self.side = side
    unitsPerPixel = canvasUnits / Double(side)
    pixels = [Ink](repeating: Ink(0, 0, 0, 0), count: side * side)
  }

  /// Paints a shape.
  ///
  /// - Parameter blur: units over which the edge fades, half of them inside; 0 smooths it over one pixel.
  mutating func paint(_ shape: Shape, _ paint: Paint, blur: Double = 0) {
    let ramp = max(blur, unitsPerPixel)
    let box = shape.bounds.grown(ramp)
    let (left, top) = (firstPixel(box.low.x), firstPixel(box.low.y))
    let (right, bottom) = (lastPixel(box.high.x), lastPixel(box.high.y))
    for y in stride(from: top, to: bottom, by: tile) {
      for x in stride(from: left, to: right, by: tile) {
        let columns = x..<min(x + tile, right)
        let rows = y..<min(y + tile, bottom)
        // A distance changes by no more than the way: one look at the middle may settle the whole tile.
        let reach = Double(tile) * unitsPerPixel * 0.75
        let middle = shape.distance(Point(Double(x) + half, Double(y) + half) * unitsPerPixel)
        if middle > reach + ramp { continue }
        let isFilled = middle < -reach - ramp
        for row in rows {
          for column in columns {
            let point = Point(Double(column) + 0.5, Double(row) + 0.5) * unitsPerPixel
            let coverage = isFilled ? 1 : coverage(shape.distance(point), ramp, isSoft: blur > 0)
            if coverage > 0 { cover(row * side + column, paint.color(at: point), coverage) }
          }
        }
      }
    }
  }

  /// Straight RGBA. A pixel without opacity has no color either.
  var bitmap: Bitmap {
    var samples: [UInt8] = []
    samples.reserveCapacity(pixels.count * 4)
    for pixel in pixels {
      let alpha = (pixel.w * 255).rounded()
      let color = alpha == 0 ? Ink(0, 0, 0, 0) : (pixel / pixel.w * 255).rounded(.toNearestOrAwayFromZero)
      for sample in [color.x, color.y, color.z, alpha] { samples.append(UInt8(min(max(sample, 0), 255))) }
    }
    return Bitmap(PixelSize(side, side), pixels: samples)
  }

  private mutating func cover(_ index: Int, _ color: Ink, _ coverage: Double) {
    let alpha = color.w * coverage
    let over = Ink(color.x * alpha, color.y * alpha, color.z * alpha, alpha)
    pixels[index] = over + pixels[index] * (1 - alpha)
  }

  private func firstPixel(_ units: Double) -> Int {
    min(max(Int((units / unitsPerPixel).rounded(.down)), 0), side)
  }
  private func lastPixel(_ units: Double) -> Int {
    min(max(Int((units / unitsPerPixel).rounded(.up)), 0), side)
  }
}

/// Pixels; wide enough to settle much at once, narrow enough to fit between outlines.
private let tile = 8
private let half = Double(tile) / 2

/// How much of a pixel lies inside, in 32 steps: nobody sees a finer one, and files get a tenth smaller.
private func coverage(_ distance: Double, _ ramp: Double, isSoft: Bool) -> Double {
  let share = min(max(0.5 - distance / ramp, 0), 1)
  return isSoft ? share * share * (3 - 2 * share) : (share * 32).rounded() / 32
}
