/// The amount of detail in each block of 4 × 4 pixels in an image. Errors are invisible in noise and at
/// edges, and visible in smooth areas.
struct DetailMap {
  private static let blockSide = 4
  private let columns: Int
  /// For each block, the sum of two variances, in squared 255ths: of luma over gray, and of half the alpha.
  private var lumaPlusAlphaVariances: [Float]

  init(_ bitmap: Bitmap) {
    columns = (bitmap.width + Self.blockSide - 1) / Self.blockSide
    let rows = (bitmap.height + Self.blockSide - 1) / Self.blockSide
    var sums = [SIMD4<Float>](repeating: .zero, count: columns)
    lumaPlusAlphaVariances = []
    lumaPlusAlphaVariances.reserveCapacity(columns * rows)
    for row in 0..<rows {
      let lines = row * Self.blockSide..<min((row + 1) * Self.blockSide, bitmap.height)
      bitmap.withView { view in
        for y in lines {
          for x in 0..<view.size.width {
            let lanes = PerceptualColor(view[x, y]).lanes
            let level = SIMD4<Float>(lanes.x, lanes.y, 0, 0)
            let squares = level * level
            sums[x / Self.blockSide] += SIMD4(lanes.x, lanes.y, squares.x, squares.y)
          }
        }
      }
      for column in 0..<columns {
        let width = min((column + 1) * Self.blockSide, bitmap.width) - column * Self.blockSide
        let mean = sums[column] * (1 / Float(width * lines.count))
        lumaPlusAlphaVariances.append(max(mean.z - mean.x * mean.x, 0) + max(mean.w - mean.y * mean.y, 0))
        sums[column] = .zero
      }
    }
  }

  @inline(__always)
  private func variance(_ x: Int, _ y: Int) -> Float {
    lumaPlusAlphaVariances[(y / Self.blockSide) &* columns &+ x / Self.blockSide]
  }

  /// The weight of an error at a pixel, above 0 and at most 1. It falls as the variance rises, because
  /// structural similarity divides by the variance.
  @inline(__always)
  func errorWeight(_ x: Int, _ y: Int) -> Float { 1 / (1 + variance(x, y) * (1 / halfErrorWeightVariance)) }

  /// The share of an error that is diffused, 0...1: none in flat areas, all of it in gradients, and less with
  /// more detail, because dots next to an edge look like dirt.
  @inline(__always)
  func diffusedShare(_ x: Int, _ y: Int) -> Float {
    let variance = variance(x, y)
    return variance < minGradientVariance
      ? 0 : 1 / (1 + variance * variance * (1 / (halfDiffusionVariance * halfDiffusionVariance)))
  }
}

/// The variance at which an error has half its weight.
private let halfErrorWeightVariance: Float = 120
/// The minimum variance of a gradient. Rounding errors in the sums produce less.
private let minGradientVariance: Float = 0.03
/// The variance at which half of an error is diffused: a step of 12 levels across the block.
private let halfDiffusionVariance: Float = 36

/// Assigns a palette color to each pixel of a frame, and diffuses the errors to the neighbors that are
/// processed later.
///
/// - Source: The weights are from Floyd and Steinberg, "An adaptive algorithm for spatial gray scale" (1976).
///   Every other row is processed from right to left, so that errors don't drift to one side.
struct ErrorDiffusion {
  private let palette: OpaqueFirstPalette
  private let strength: Float
  private let width: Int
  private let height: Int
  /// The errors diffused to this row and the next one, with an extra column at both ends.
  private var paddedRowErrors: [SIMD4<Float>]
  private var paddedNextRowErrors: [SIMD4<Float>]

  init(_ palette: OpaqueFirstPalette, _ size: PixelSize, strength: Float) {
    self.palette = palette
    self.strength = min(max(strength, 0), 1)
    (width, height) = (size.width, size.height)
    paddedRowErrors = [SIMD4<Float>](repeating: .zero, count: size.width + 2)
    paddedNextRowErrors = paddedRowErrors
  }

  /// Returns the palette index of each pixel.
  ///
  /// - Parameter before: The previous frame and its indices. A pixel that didn't change keeps its index,
  ///   because otherwise, parts that don't move would flicker. A pixel whose previous index is only slightly
  ///   worse than the best one also keeps it, because flicker is more visible than a slightly different shade
  ///   and takes more bytes.
  mutating func indices(of frame: Bitmap, previous before: (frame: Bitmap, indices: [UInt8])?) -> [UInt8] {
    let details = strength > 0 ? DetailMap(frame) : nil
    let palette = palette  // a local copy: otherwise it would be copied for each pixel
    var indices = before?.indices ?? [UInt8](repeating: 0, count: frame.size.area)
    var guess = 0
    // Without diffusion, equal pixels get equal colors.
    var last: (pixel: Pixel, index: Int)?
    paddedRowErrors = [SIMD4<Float>](repeating: .zero, count: width + 2)
    paddedNextRowErrors = paddedRowErrors
    for y in 0..<height {
      let step = y & 1 == 0 ? 1 : -1
      frame.withView { view in
        for column in 0..<width {
          let x = step > 0 ? column : width &- 1 &- column
          let (pixel, at) = (view[x, y], y &* width &+ x)
          if let before, before.frame.pixelWord(atPixel: at) == pixel.abgr { continue }
          if pixel.alpha == 0 {
            indices[at] = palette.transparentIndexOrZero
            continue
          }
          if strength == 0, let last, last.pixel == pixel, before == nil {
            indices[at] = UInt8(truncatingIfNeeded: last.index)
            continue
          }
          let lanes = PerceptualColor(pixel).lanes
          let wanted = lanes + paddedRowErrors[x &+ 1]
          guess =
            if strength == 0, let last, last.pixel == pixel {
              last.index
            } else {
              palette.index(of: wanted, isOpaque: pixel.alpha == 255, guess: guess)
            }
          last = (pixel, guess)
          if before != nil, let kept = previousPaletteIndexIfClose(Int(indices[at]), guess, wanted, pixel) {
            guess = kept
          }
          indices[at] = UInt8(truncatingIfNeeded: guess)
          if let details {
            let share = details.diffusedShare(x, y) * strength
            if share > 0 { diffuseError(wanted - palette.perceptualColors[guess], share, pixel, x, step) }
          }
        }
      }
      swap(&paddedRowErrors, &paddedNextRowErrors)
      for x in paddedNextRowErrors.indices { paddedNextRowErrors[x] = .zero }
    }
    return indices
  }

  /// The previous index of the pixel, if the best one is only slightly closer.
  @inline(__always)
  private func previousPaletteIndexIfClose(_ last: Int, _ best: Int, _ wanted: SIMD4<Float>, _ pixel: Pixel)
    -> Int?
  {
    guard last != best, palette.pixels[last].alpha > 0,
      (palette.pixels[last].alpha == 255) == (palette.pixels[best].alpha == 255)
    else { return nil }
    let least = squaredLength(wanted - palette.perceptualColors[best])
    return squaredLength(wanted - palette.perceptualColors[last]) <= 1.5 * least + maxInvisibleFlicker
      * maxInvisibleFlicker ? last : nil
  }

  @inline(__always)
  private mutating func diffuseError(
    _ lacking: SIMD4<Float>, _ share: Float, _ pixel: Pixel, _ x: Int, _ step: Int
  ) {
    var error = lacking * share
    if pixel.alpha == 255 { error.y = 0 }
    let length = squaredLength(error)
    if length > maxDiffusedErrorLength * maxDiffusedErrorLength {
      error *= maxDiffusedErrorLength / length.squareRoot()
    }
    let at = x &+ 1
    paddedRowErrors[at &+ step] += error * (7 / 16)
    paddedNextRowErrors[at &- step] += error * (3 / 16)
    paddedNextRowErrors[at] += error * (5 / 16)
    paddedNextRowErrors[at &+ step] += error * (1 / 16)
  }
}

/// A difference in 255ths that is invisible between frames.
private let maxInvisibleFlicker: Float = 2

/// The largest error that is diffused, in 255ths. A larger one would be visible far from its origin.
private let maxDiffusedErrorLength: Float = 20

extension Bitmap {
  /// The four samples of a pixel in a word, with red in the lowest byte.
  @inline(__always)
  func pixelWord(atPixel at: Int) -> UInt32 {
    let start = at &* 4
    return UInt32(pixels[start]) | UInt32(pixels[start &+ 1]) << 8 | UInt32(pixels[start &+ 2]) << 16
      | UInt32(pixels[start &+ 3]) << 24
  }
}

/// A color with alpha as four numbers, in which Euclidean distances correspond to visible changes.
///
/// Over a background g, a pixel is displayed as p + (1 - a) · g, with p premultiplied. The mean of the
/// squared errors over white and over black is (Δp - Δa/2)² + (Δa/2)²: the error over middle gray, and half
/// of the alpha's error. So the lanes are luma over middle gray, half the alpha, and the two premultiplied
/// color differences, which are scaled down because the eye is less sensitive to them. sRGB samples are
/// approximately perceptually uniform.
///
/// - Source: The weights of luma are from ITU-R BT.601.
struct PerceptualColor {
  /// Luma over gray, alpha / 2, blue difference and red difference, in 255ths.
  let lanes: SIMD4<Float>

  @inline(__always) init(lanes: SIMD4<Float>) { self.lanes = lanes }

  @inline(__always)
  init(_ pixel: Pixel) {
    let scale = Float(pixel.alpha) * (1 / 255)
    let color =
      Float(pixel.red) * perceptualRedCoefficients + Float(pixel.green) * perceptualGreenCoefficients + Float(
        pixel.blue)
      * perceptualBlueCoefficients
    lanes = color * scale + Float(pixel.alpha) * perceptualAlphaCoefficients
  }

  /// The nearest color that can be stored.
  func pixel() -> Pixel {
    let alpha = clampedByte(2 * lanes.y)
    guard alpha > 0 else { return .clear }
    let luma = lanes.x + lanes.y
    let (blue, red) = (luma + lanes.z / cbScale, luma + lanes.w / crScale)
    let green = (luma - 0.299 * red - 0.114 * blue) / 0.587
    let scale = 255 / Float(alpha)
    let samples = [red, green, blue].map { UInt32(clampedByte($0 * scale)) }
    return Pixel(samples[0] | samples[1] << 8 | samples[2] << 16 | UInt32(alpha) << 24)
  }
}

private func clampedByte(_ sample: Float) -> UInt8 { UInt8(min(max(sample, 0), 255).rounded()) }

// The scale of Cb and Cr relative to the differences from luma.
private let cbScale: Float = 0.564
private let crScale: Float = 0.713
private let perceptualRedCoefficients = SIMD4<Float>(0.299, 0, -0.299 * cbScale, 0.701 * crScale)
private let perceptualGreenCoefficients = SIMD4<Float>(0.587, 0, -0.587 * cbScale, -0.587 * crScale)
private let perceptualBlueCoefficients = SIMD4<Float>(0.114, 0, 0.886 * cbScale, -0.114 * crScale)
private let perceptualAlphaCoefficients = SIMD4<Float>(-0.5, 0.5, 0, 0)
