import Foundation
public import StickerImage

/// The resampler's math, written plainly in double precision: one axis after the other, with a formula for
/// each parabola.
///
/// - Source: Colella and Woodward, "The piecewise parabolic method" (1984).
public struct ResampleReference {
  private let targetSize: PixelSize

  /// Creates a reference for one output size.
  public init(to: PixelSize) { self.targetSize = to }

  /// The premultiplied output, 0...255: red, green, blue and alpha of each pixel.
  public func premultipliedOutput(_ bitmap: Bitmap) -> [[Double]] {
    let rows = (0..<bitmap.height).map { y in
      resampledMeans((0..<bitmap.width).map { bitmap.premultiplied($0, y) }, to: targetSize.width)
    }
    let columns = (0..<targetSize.width).map { x in resampledMeans(rows.map { $0[x] }, to: targetSize.height)
    }
    return (0..<targetSize.height).flatMap { y in columns.map { $0[y] } }
  }

  /// The means over `count` cells that together span all of the given cells.
  private func resampledMeans(_ means: [[Double]], to count: Int) -> [[Double]] {
    let parabolas = (0..<4).map { channel in
      let values = means.map { $0[channel] }
      return values.indices.map { Parabola(values, $0) }
    }
    return (0..<count).map { number in
      parabolas.map { parabolas in
        // In units of 1/`count` of a cell.
        let (first, end) = (number * means.count, (number + 1) * means.count)
        var sum = 0.0
        for cell in first / count...(end - 1) / count {
          let from = Double(max(first - cell * count, 0)) / Double(count)
          let to = Double(min(end - cell * count, count)) / Double(count)
          sum += parabolas[cell].integral(to) - parabolas[cell].integral(from)
        }
        return sum * Double(count) / Double(means.count)
      }
    }
  }
}

/// left + x·(rise + bulge·(1 − x)) over one cell, for x from 0 to 1.
private struct Parabola {
  let left: Double
  let rise: Double
  let bulge: Double

  init(_ values: [Double], _ cell: Int) {
    func value(_ place: Int) -> Double { values[min(max(place, 0), values.count - 1)] }
    func edge(_ place: Int) -> Double {  // the value between a cell and the next
      let (a, b) = (value(place), value(place + 1))
      return min(max((7 * (a + b) - (value(place - 1) + value(place + 2))) / 12, min(a, b)), max(a, b))
    }
    let mean = value(cell)
    var (left, right) = (edge(cell - 1), edge(cell))
    let skew = (right - left) * (mean - (left + right) / 2)
    let limit = (right - left) * (right - left) / 6
    if (right - mean) * (mean - left) <= 0 {
      (left, right) = (mean, mean)
    } else if skew > limit {
      left = 3 * mean - 2 * right
    } else if skew < -limit {
      right = 3 * mean - 2 * left
    }
    (self.left, rise, bulge) = (left, right - left, 6 * (mean - (left + right) / 2))
  }

  /// The integral from 0 to x.
  func integral(_ x: Double) -> Double { left * x + (rise + bulge) * x * x / 2 - bulge * x * x * x / 3 }
}

extension Bitmap {
  /// Red, green and blue multiplied by alpha, and alpha, 0...255.
  public func premultiplied(_ x: Int, _ y: Int) -> [Double] {
    let at = (y * width + x) * 4
    let alpha = Double(pixels[at + 3])
    return (0..<3).map { Double(pixels[at + $0]) * alpha / 255 } + [alpha]
  }
}
