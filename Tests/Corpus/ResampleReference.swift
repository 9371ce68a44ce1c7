import Foundation
public import StickerImage

/// The resampler's maths written plainly in double precision: one output pixel after the other.
public struct ResampleReference {
  private let to: PixelSize
  private let toLight: (Double) -> Double
  private let toValue: (Double) -> Double

  /// A reference for one size of output, with the curves of sRGB.
  ///
  /// - Source: IEC 61966-2-1.
  public init(to: PixelSize) {
    self.init(
      to: to,
      toLight: { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) },
      toValue: { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 })
  }

  /// A reference with curves from stored value to light and back, both 0...1.
  public init(
    to: PixelSize, toLight: @escaping (Double) -> Double, toValue: @escaping (Double) -> Double
  ) {
    (self.to, self.toLight, self.toValue) = (to, toLight, toValue)
  }

  /// The bitmap in the reference's size.
  public func resample(_ bitmap: Bitmap) -> Bitmap {
    let columns = (0..<to.width).map { weights(at: $0, from: bitmap.width, to: to.width) }
    let rows = (0..<to.height).map { weights(at: $0, from: bitmap.height, to: to.height) }
    let light = premultipliedLight(bitmap)
    // Down first, then across.
    var pixels: [UInt8] = []
    for row in rows {
      var column = [Double](repeating: 0, count: bitmap.width * 4)
      for (y, weight) in row {
        for at in column.indices { column[at] += weight * light[y * bitmap.width * 4 + at] }
      }
      for sums in columns {
        var pixel = [0.0, 0.0, 0.0, 0.0]
        for (x, weight) in sums {
          for sample in 0..<4 { pixel[sample] += weight * column[x * 4 + sample] }
        }
        pixels += stored(pixel)
      }
    }
    return Bitmap(to, pixels: pixels)
  }

  private func premultipliedLight(_ bitmap: Bitmap) -> [Double] {
    let table = (0...255).map { toLight(Double($0) / 255) }
    return stride(from: 0, to: bitmap.pixels.count, by: 4).flatMap { at -> [Double] in
      let alpha = Double(bitmap.pixels[at + 3]) / 255
      return (0..<3).map { table[Int(bitmap.pixels[at + $0])] * alpha } + [alpha]
    }
  }

  private func stored(_ pixel: [Double]) -> [UInt8] {
    let alpha = UInt8((min(max(pixel[3], 0), 1) * 255).rounded())
    guard alpha > 0 else { return [0, 0, 0, 0] }
    let color = pixel.prefix(3).map { UInt8((toValue(min(max($0 / pixel[3], 0), 1)) * 255).rounded()) }
    return color + [alpha]
  }

  /// Lanczos with three lobes, widened where it shrinks; what lies outside is left out.
  private func weights(at position: Int, from: Int, to: Int) -> [(index: Int, weight: Double)] {
    let scale = Double(from) / Double(to)
    let width = max(scale, 1)
    let center = (Double(position) + 0.5) * scale
    let raw = (0..<from).map { index -> (index: Int, weight: Double) in
      let x = (Double(index) + 0.5 - center) / width
      if x == 0 { return (index, 1) }
      if abs(x) >= 3 { return (index, 0) }
      return (index, 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x))
    }.filter { $0.weight != 0 }
    let sum = raw.reduce(0) { $0 + $1.weight }
    return raw.map { ($0.index, $0.weight / sum) }
  }
}

/// How far two bitmaps are apart, each laid over white and over black.
public struct Distance {
  /// Of any sample of color, 0...255.
  public private(set) var largest = 0
  /// Of any alpha, 0...255.
  public private(set) var largestAlpha = 0
  /// Of all samples of color.
  public private(set) var mean = 0.0
  /// Peak signal to noise in decibels; infinite where nothing differs.
  public private(set) var signalToNoise = Double.infinity

  /// Compares two bitmaps of one size.
  public init(_ left: Bitmap, _ right: Bitmap) {
    var (sum, squares, count) = (0, 0, 0)
    for at in stride(from: 0, to: left.pixels.count, by: 4) {
      let alphas = (Int(left.pixels[at + 3]), Int(right.pixels[at + 3]))
      largestAlpha = max(largestAlpha, abs(alphas.0 - alphas.1))
      for sample in 0..<3 {
        for ground in [0, 255] {
          let a = laid(Int(left.pixels[at + sample]), alphas.0, over: ground)
          let b = laid(Int(right.pixels[at + sample]), alphas.1, over: ground)
          largest = max(largest, abs(a - b))
          sum += abs(a - b)
          squares += (a - b) * (a - b)
          count += 1
        }
      }
    }
    mean = Double(sum) / Double(count)
    if squares > 0 { signalToNoise = 10 * log10(255 * 255 * Double(count) / Double(squares)) }
  }

  private func laid(_ color: Int, _ alpha: Int, over ground: Int) -> Int {
    (2 * (color * alpha + ground * (255 - alpha)) + 255) / 510
  }
}
