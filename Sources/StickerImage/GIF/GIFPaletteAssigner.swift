/// Frames reduced to colors that a GIF can store.
struct GIFQuantizedFrames: Sendable {
  /// The frames as displayed: every pixel is opaque or transparent black.
  var frames: [Bitmap]
  /// The global palette, followed by the local palettes.
  var globalAndLocalPalettes: [GIFPalette]
  /// The index of each frame's palette in `palettes`.
  var paletteIndicesByFrame: [Int]
  /// The share of the color error that was diffused to neighbors, 0...1.
  var ditheringStrength: Float

  func palette(ofFrame frame: Int) -> GIFPalette { globalAndLocalPalettes[paletteIndicesByFrame[frame]] }
}

/// Assigns GIF palettes to frames: a global one, and local ones for frames that would lose a lot of quality
/// with it.
struct GIFPaletteAssigner {
  private let bitmaps: [Bitmap]
  private let quantizer: Quantizer
  private let maxQuantizedColors: Int

  /// - Parameter pictures: At least one, all of the same size. Every pixel is opaque or transparent black.
  init(_ pictures: [Bitmap]) {
    self.bitmaps = pictures
    quantizer = Quantizer(pictures)
    let hasHoles = pictures.contains { $0.hasFullyTransparentPixels }
    // Animations need a transparent color for pixels that don't change.
    maxQuantizedColors = hasHoles || pictures.count == 1 ? 256 : 255
  }

  /// Whether one palette can hold all colors.
  var fitsOnePalette: Bool { quantizer.colorCount ?? .max <= maxQuantizedColors }

  /// All frames, colored with the global palette.
  func framesWithGlobalPalette(dithering: Float) -> GIFQuantizedFrames {
    let made = quantizer.quantized(colors: maxQuantizedColors, dithering: dithering)
    return GIFQuantizedFrames(
      frames: made.frames, globalAndLocalPalettes: [GIFPalette(made.palette)],
      paletteIndicesByFrame: [Int](repeating: 0, count: bitmaps.count), ditheringStrength: dithering)
  }

  /// The amount of error diffusion that brings the frames closest to the originals, measured on a few frames
  /// from the middle.
  var bestDitheringStrength: Float {
    if fitsOnePalette { return 0 }
    let count = min(bitmaps.count, maxDitheringTestFrames)
    let start = (bitmaps.count - count) / 2
    let sample = start..<start + count
    func similarity(_ dithering: Float) -> Double {
      let made = quantizer.quantized(colors: maxQuantizedColors, dithering: dithering, range: sample)
      return FrameSimilarity(Array(bitmaps[sample]), made.frames).mean.mean
    }
    return similarity(trialGIFDitheringStrength) > similarity(0) ? trialGIFDitheringStrength : 0
  }

  /// The frames, with local palettes if the global one would lose a lot of quality.
  func quantizedFrames(dithering: Float) -> GIFQuantizedFrames {
    let global = framesWithGlobalPalette(dithering: dithering)
    return fitsOnePalette ? global : addingLocalPalettes(to: global) ?? global
  }

  /// - Returns: nil if one palette is enough.
  private func addingLocalPalettes(to global: GIFQuantizedFrames) -> GIFQuantizedFrames? {
    var colored = global
    for number in bitmaps.indices {
      let before = number > 0 ? bitmaps[number - 1] : nil
      let changed = bitmaps[number].keepingPixels(changedFrom: before)
      var shown = global.frames[number]
      let loss = meanSquaredPerceptualError(shown, overOpaquePixelsOf: changed)
      if loss > maxGlobalPaletteSquaredError {
        let own = Quantizer([changed]).quantized(
          colors: changed.hasFullyTransparentPixels ? 256 : 255, dithering: global.ditheringStrength)
        if meanSquaredPerceptualError(own.frames[0], overOpaquePixelsOf: changed) < loss / 2 {
          shown = own.frames[0]
          colored.paletteIndicesByFrame[number] = colored.globalAndLocalPalettes.count
          colored.globalAndLocalPalettes.append(GIFPalette(own.palette))
        }
      }
      // Pixels that don't change keep their color. Otherwise they would flicker.
      if let before {
        shown = bitmaps[number].selectingPixels(colored.frames[number - 1], whereEqualTo: before, else: shown)
      }
      colored.frames[number] = shown
    }
    return colored.globalAndLocalPalettes.count > 1 ? colored : nil
  }
}

/// The mean squared error of `shown` over the opaque pixels of `wanted`, measured in `PerceptualColor`.
private func meanSquaredPerceptualError(_ shown: Bitmap, overOpaquePixelsOf wanted: Bitmap) -> Float {
  var (sum, count) = (Float(0), 0)
  for at in 0..<wanted.size.area where wanted.pixelWord(atPixel: at) != 0 {
    count += 1
    let (a, b) = (shown.pixelWord(atPixel: at), wanted.pixelWord(atPixel: at))
    if a != b { sum += squaredLength(PerceptualColor(Pixel(a)).lanes - PerceptualColor(Pixel(b)).lanes) }
  }
  return count == 0 ? 0 : sum / Float(count)
}

/// An error of two levels out of 255, squared. Up to this mean error, no better palette is needed.
private let maxGlobalPaletteSquaredError: Float = 4
private let maxDitheringTestFrames = 8
private let trialGIFDitheringStrength: Float = 0.3

extension Bitmap {
  fileprivate var hasFullyTransparentPixels: Bool {
    stride(from: 3, to: pixels.count, by: 4).contains { pixels[$0] == 0 }
  }

  /// Only the pixels that differ from the previous frame, or all pixels if there is no previous frame.
  fileprivate func keepingPixels(changedFrom before: Bitmap?) -> Bitmap {
    guard let before else { return self }
    return selectingPixels(Bitmap(transparent: size), whereEqualTo: before, else: self)
  }

  /// The pixels of `kept` where this image equals `before`, and the pixels of `others` elsewhere.
  fileprivate func selectingPixels(_ kept: Bitmap, whereEqualTo before: Bitmap, else others: Bitmap) -> Bitmap
  {
    var result = others
    for at in 0..<size.area where pixelWord(atPixel: at) == before.pixelWord(atPixel: at) {
      for sample in at * 4..<at * 4 + 4 { result.pixels[sample] = kept.pixels[sample] }
    }
    return result
  }
}
