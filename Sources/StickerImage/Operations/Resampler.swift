/// Scales bitmaps of one size to another: Lanczos with three lobes, in linear light, on premultiplied alpha.
///
/// Tables and weights are made once, so one resampler serves all frames of an animation. The result is the
/// same on every machine: only IEEE sums, products, quotients and roots are used, in a fixed order.
public struct Resampler: Sendable {
  /// The size that bitmaps must have.
  public let from: PixelSize
  /// The size they get.
  public let to: PixelSize
  private let curve: TransferCurve
  private let across: LanczosFilter
  private let down: LanczosFilter

  /// A resampler between two sizes.
  ///
  /// - Parameter from: pixels, each side at least 1.
  /// - Parameter to: pixels, each side at least 1; larger or smaller than `from`.
  /// - Parameter curve: how the bitmaps' samples relate to light.
  public init(from: PixelSize, to: PixelSize, curve: TransferCurve = .sRGB) {
    precondition(from.shorterSide >= 1 && to.shorterSide >= 1)
    self.from = from
    self.to = to
    self.curve = curve
    across = LanczosFilter(from: from.width, to: to.width)
    down = LanczosFilter(from: from.height, to: to.height)
  }

  /// Scales one bitmap.
  ///
  /// - Parameter bitmap: straight RGBA of the size `from` (a precondition).
  /// - Returns: straight RGBA of the size `to`, rounded; what has alpha 0 is transparent black.
  /// - Complexity: O(pixels of both bitmaps · taps). Transparent margins cost next to nothing.
  public func resample(_ bitmap: Bitmap) -> Bitmap {
    precondition(bitmap.size == from)
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: to.area * 4) { output, count in
      unsafe bitmap.pixels.withUnsafeBytes { input in
        unsafe curve.samples.withUnsafeBufferPointer { samples in
          unsafe fill(output, from: input, samples)
        }
      }
      count = to.area * 4
    }
    return Bitmap(to, pixels: pixels)
  }

  /// Works from top to bottom: input rows turn into light once, in a ring of as many rows as the filter looks
  /// at; the filter runs down over them into one row, and across that row into the output.
  private func fill(
    _ output: UnsafeMutableBufferPointer<UInt8>, from input: UnsafeRawBufferPointer,
    _ samples: UnsafeBufferPointer<UInt8>
  ) {
    guard let source = input.baseAddress, let target = output.baseAddress, let samples = samples.baseAddress
    else { return }
    let ring = LightRows(width: from.width, count: down.taps)
    let column = LightRows(width: from.width, count: 1)
    var loaded = 0
    for y in 0..<to.height {
      let first = down.starts[y]
      while loaded < first + down.taps {
        unsafe ring.load(source + loaded * from.width * 4, into: loaded % down.taps, curve)
        loaded += 1
      }
      unsafe down.weights.withUnsafeBufferPointer { weights in
        guard let weights = weights.baseAddress else { return }
        unsafe column.sum(of: ring, first: first, weights + y * down.taps)
      }
      unsafe writeRow(column, target + y * to.width * 4, samples)
    }
  }

  /// Runs the filter across one row of light and turns the sums into samples.
  private func writeRow(
    _ row: borrowing LightRows, _ output: UnsafeMutablePointer<UInt8>, _ samples: UnsafePointer<UInt8>
  ) {
    let (light, visible, taps) = unsafe (row.row(0), row.visible(0), across.taps)
    let output = UnsafeMutableRawPointer(output)
    unsafe across.weights.withUnsafeBufferPointer { weights in
      guard var weight = weights.baseAddress else { return }
      for x in 0..<to.width {
        let first = across.starts[x]
        var pixel: UInt32 = 0
        if first < visible.upperBound && first &+ taps > visible.lowerBound {
          unsafe pixel = straightSamples(weightedSum(light + first, weight, taps), samples)
        }
        unsafe output.storeBytes(of: pixel, toByteOffset: x &* 4, as: UInt32.self)
        unsafe weight += taps
      }
    }
  }
}

@inline(__always)
private func weightedSum(
  _ light: UnsafePointer<SIMD4<Float>>, _ weights: UnsafePointer<Float>, _ count: Int
) -> SIMD4<Float> {
  var sum = SIMD4<Float>()
  var tap = 0
  while tap < count {
    unsafe sum += light[tap] * weights[tap]
    tap &+= 1
  }
  return sum
}

/// Straight samples of premultiplied light, as the four bytes of a pixel.
///
/// The filter overshoots at edges. Color is divided by the alpha it was summed with, before alpha is held to
/// 0...1: so an edge against nothing keeps its color.
@inline(__always)
private func straightSamples(_ sum: SIMD4<Float>, _ samples: UnsafePointer<UInt8>) -> UInt32 {
  let alpha = sum.w
  guard alpha >= 0.5 / 255 else { return 0 }
  var light = sum / alpha
  light.w = alpha
  light.replace(with: 0, where: light .< 0)
  light.replace(with: 1, where: light .> 1)
  // From 2^23 on, a float's last bit counts ones: the sum is rounded, and its low bits are the number.
  let rounded = light * SIMD4(65535, 65535, 65535, 255) + 0x1p23
  let steps = unsafe unsafeBitCast(rounded, to: SIMD4<UInt32>.self) & 0xffff
  let (red, green, blue) = unsafe (samples[Int(steps.x)], samples[Int(steps.y)], samples[Int(steps.z)])
  return UInt32(littleEndian: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | steps.w << 24)
}
