/// Gives each pixel of a frame a color of the palette, and hands what is lacking on to the neighbors that
/// are still to come.
///
/// - Source: the shares, Floyd and Steinberg, "An adaptive algorithm for spatial gray scale" (1976); every
///   second row runs from right to left, or the errors would all drift to one side.
struct ErrorDiffusion {
  private let palette: FittedPalette
  private let strength: Float
  private let width: Int
  private let height: Int
  /// The errors handed on to this row; as those of the next, with a column more at both ends.
  private var errors: [SIMD4<Float>]
  private var nextErrors: [SIMD4<Float>]

  init(_ palette: FittedPalette, _ size: PixelSize, strength: Float) {
    self.palette = palette
    self.strength = min(max(strength, 0), 1)
    (width, height) = (size.width, size.height)
    errors = [SIMD4<Float>](repeating: .zero, count: size.width + 2)
    nextErrors = errors
  }

  /// The palette's index of each pixel.
  ///
  /// - Parameter before: the frame before and its indices. A pixel that is as it was keeps its index: else
  ///   what stands still would flicker. So does one whose index is hardly worse than the best: what flickers
  ///   shows more than what is a shade off, and takes more bytes.
  mutating func indices(of frame: Bitmap, before: (frame: Bitmap, indices: [UInt8])?) -> [UInt8] {
    let details = strength > 0 ? DetailMap(frame) : nil
    let palette = palette  // as what changes here is asked for it, it would be copied for each pixel
    var indices = before?.indices ?? [UInt8](repeating: 0, count: frame.size.area)
    var guess = 0
    // Without diffusion the same pixel gets the same color again.
    var last: (pixel: Pixel, index: Int)?
    errors = [SIMD4<Float>](repeating: .zero, count: width + 2)
    nextErrors = errors
    for y in 0..<height {
      let step = y & 1 == 0 ? 1 : -1
      frame.withView { view in
        for column in 0..<width {
          let x = step > 0 ? column : width &- 1 &- column
          let (pixel, at) = (view[x, y], y &* width &+ x)
          if let before, before.frame.word(at) == pixel.word { continue }
          if pixel.alpha == 0 {
            indices[at] = palette.clearIndex
            continue
          }
          if strength == 0, let last, last.pixel == pixel, before == nil {
            indices[at] = UInt8(truncatingIfNeeded: last.index)
            continue
          }
          let lanes = ShownColor(pixel).lanes
          let wanted = lanes + errors[x &+ 1]
          guess =
            if strength == 0, let last, last.pixel == pixel {
              last.index
            } else {
              palette.index(of: wanted, isOpaque: pixel.alpha == 255, guess: guess)
            }
          last = (pixel, guess)
          if before != nil, let kept = kept(Int(indices[at]), guess, wanted, pixel) { guess = kept }
          indices[at] = UInt8(truncatingIfNeeded: guess)
          if let details {
            let share = details.diffusion(x, y) * strength
            if share > 0 { handOn(wanted - palette.colors[guess], share, pixel, x, step) }
          }
        }
      }
      swap(&errors, &nextErrors)
      for x in nextErrors.indices { nextErrors[x] = .zero }
    }
    return indices
  }

  /// The index that the pixel had, where the best one is hardly nearer.
  @inline(__always)
  private func kept(_ last: Int, _ best: Int, _ wanted: SIMD4<Float>, _ pixel: Pixel) -> Int? {
    guard last != best, palette.pixels[last].alpha > 0,
      (palette.pixels[last].alpha == 255) == (palette.pixels[best].alpha == 255)
    else { return nil }
    let least = squaredLength(wanted - palette.colors[best])
    return squaredLength(wanted - palette.colors[last]) <= 1.5 * least + patience * patience ? last : nil
  }

  @inline(__always)
  private mutating func handOn(
    _ lacking: SIMD4<Float>, _ share: Float, _ pixel: Pixel, _ x: Int, _ step: Int
  ) {
    var error = lacking * share
    if pixel.alpha == 255 { error.y = 0 }
    let length = squaredLength(error)
    if length > mostError * mostError { error *= mostError / length.squareRoot() }
    let at = x &+ 1
    errors[at &+ step] += error * (7 / 16)
    nextErrors[at &- step] += error * (3 / 16)
    nextErrors[at] += error * (5 / 16)
    nextErrors[at &+ step] += error * (1 / 16)
  }
}

/// In 255ths: a difference that nobody sees from one frame to the next.
private let patience: Float = 2

/// The largest error that is handed on, in 255ths: more would shine through far from where it arose.
private let mostError: Float = 20

extension Bitmap {
  /// The four samples of a pixel.
  @inline(__always)
  func word(_ at: Int) -> UInt32 {
    let start = at &* 4
    return UInt32(pixels[start]) | UInt32(pixels[start &+ 1]) << 8 | UInt32(pixels[start &+ 2]) << 16
      | UInt32(pixels[start &+ 3]) << 24
  }
}
