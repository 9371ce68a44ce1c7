/// How much goes on in each 4 × 4 pixels of a picture: an error hides in noise and at edges, and shows in
/// what is smooth.
struct DetailMap {
  private static let side = 4
  private let columns: Int
  /// Variances of luma over gray and of half the alpha, in squared 255ths.
  private var variances: [Float]

  init(_ bitmap: Bitmap) {
    columns = (bitmap.width + Self.side - 1) / Self.side
    let rows = (bitmap.height + Self.side - 1) / Self.side
    var sums = [SIMD4<Float>](repeating: .zero, count: columns)
    variances = []
    variances.reserveCapacity(columns * rows)
    for row in 0..<rows {
      let lines = row * Self.side..<min((row + 1) * Self.side, bitmap.height)
      bitmap.withView { view in
        for y in lines {
          for x in 0..<view.size.width {
            let lanes = ShownColor(view[x, y]).lanes
            let level = SIMD4<Float>(lanes.x, lanes.y, 0, 0)
            let squares = level * level
            sums[x / Self.side] += SIMD4(lanes.x, lanes.y, squares.x, squares.y)
          }
        }
      }
      for column in 0..<columns {
        let width = min((column + 1) * Self.side, bitmap.width) - column * Self.side
        let mean = sums[column] * (1 / Float(width * lines.count))
        variances.append(max(mean.z - mean.x * mean.x, 0) + max(mean.w - mean.y * mean.y, 0))
        sums[column] = .zero
      }
    }
  }

  @inline(__always)
  private func variance(_ x: Int, _ y: Int) -> Float {
    variances[(y / Self.side) &* columns &+ x / Self.side]
  }

  /// How much an error at a pixel counts, above 0 to 1: structural similarity divides by the variance.
  @inline(__always)
  func importance(_ x: Int, _ y: Int) -> Float { 1 / (1 + variance(x, y) * (1 / detailThatHides)) }

  /// How much of an error is handed on, 0...1: none where all is flat, all in gradients, and less the more
  /// goes on, since dots beside an edge are dirt.
  @inline(__always)
  func diffusion(_ x: Int, _ y: Int) -> Float {
    let variance = variance(x, y)
    return variance < leastGradient ? 0 : 1 / (1 + variance * variance * (1 / (edge * edge)))
  }
}

/// Variance at which an error counts half.
private let detailThatHides: Float = 120
/// The least variance that is a gradient: the rounding of sums alone gives less.
private let leastGradient: Float = 0.03
/// Variance at which half of an error is handed on: a step of 12 levels through the cell.
private let edge: Float = 36
