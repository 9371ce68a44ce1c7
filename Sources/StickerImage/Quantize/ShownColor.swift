/// A color and its alpha as four numbers, where straight distances are how much a change shows.
///
/// What a pixel shows over a ground g is p + (1 - a) · g, with p premultiplied. The squared error over white
/// and the one over black are, in the mean, (Δp - Δa/2)² + (Δa/2)²: the error over middle gray, and half of
/// the alpha's. So the lanes are luma over middle gray, half the alpha, and the two premultiplied color
/// differences, which are smaller numbers as the eye sees less of them. sRGB's samples are about even steps.
///
/// - Source: weights of luma, ITU-R BT.601.
struct ShownColor {
  /// Luma over gray, alpha / 2, blue difference, red difference; in 255ths.
  let lanes: SIMD4<Float>

  @inline(__always) init(lanes: SIMD4<Float>) { self.lanes = lanes }

  @inline(__always)
  init(_ pixel: Pixel) {
    let scale = Float(pixel.alpha) * (1 / 255)
    let color =
      Float(pixel.red) * redLanes + Float(pixel.green) * greenLanes + Float(pixel.blue) * blueLanes
    lanes = color * scale + Float(pixel.alpha) * alphaLanes
  }

  /// The nearest color that can be stored.
  func pixel() -> Pixel {
    let alpha = byte(2 * lanes.y)
    guard alpha > 0 else { return .clear }
    let luma = lanes.x + lanes.y
    let (blue, red) = (luma + lanes.z / blueOfDifference, luma + lanes.w / redOfDifference)
    let green = (luma - 0.299 * red - 0.114 * blue) / 0.587
    let scale = 255 / Float(alpha)
    let samples = [red, green, blue].map { UInt32(byte($0 * scale)) }
    return Pixel(samples[0] | samples[1] << 8 | samples[2] << 16 | UInt32(alpha) << 24)
  }
}

private func byte(_ sample: Float) -> UInt8 { UInt8(min(max(sample, 0), 255).rounded()) }

// Cb and Cr: how much of the differences from luma.
private let blueOfDifference: Float = 0.564
private let redOfDifference: Float = 0.713
private let redLanes = SIMD4<Float>(0.299, 0, -0.299 * blueOfDifference, 0.701 * redOfDifference)
private let greenLanes = SIMD4<Float>(0.587, 0, -0.587 * blueOfDifference, -0.587 * redOfDifference)
private let blueLanes = SIMD4<Float>(0.114, 0, 0.886 * blueOfDifference, -0.114 * redOfDifference)
private let alphaLanes = SIMD4<Float>(-0.5, 0.5, 0, 0)
