/// Frames whose colors a GIF can store.
struct ColoredFrames: Sendable {
  /// The frames as displayed: every pixel is opaque or transparent black.
  var frames: [Bitmap]
  /// The global palette, followed by the local palettes.
  var tables: [GIFTable]
  /// The index of each frame's palette in `tables`.
  var places: [Int]
  /// The share of the color error that was diffused to neighbors, 0...1.
  var dithering: Float

  func table(_ frame: Int) -> GIFTable { tables[places[frame]] }
}

/// Assigns GIF palettes to frames: a global one, and local ones for frames that would lose much with it.
struct GIFColoring {
  private let pictures: [Bitmap]
  private let quantizer: Quantizer
  private let maxColors: Int

  /// - Parameter pictures: At least one, all of the same size. Every pixel is opaque or transparent black.
  init(_ pictures: [Bitmap]) {
    self.pictures = pictures
    quantizer = Quantizer(pictures)
    let hasHoles = pictures.contains { $0.hasTransparency }
    // Animations need a transparent color for pixels that don't change.
    maxColors = hasHoles || pictures.count == 1 ? 256 : 255
  }

  /// Whether one palette can hold all colors.
  var isExact: Bool { quantizer.colorCount ?? .max <= maxColors }

  /// All frames, colored with the global palette.
  func global(_ dithering: Float) -> ColoredFrames {
    let made = quantizer.quantized(colors: maxColors, dithering: dithering)
    return ColoredFrames(
      frames: made.frames, tables: [GIFTable(made.palette)],
      places: [Int](repeating: 0, count: pictures.count), dithering: dithering)
  }

  /// The amount of error diffusion that brings the frames closest to the originals, measured on a few frames
  /// from the middle.
  var dithering: Float {
    if isExact { return 0 }
    let count = min(pictures.count, sampledFrames)
    let start = (pictures.count - count) / 2
    let sample = start..<start + count
    func similarity(_ dithering: Float) -> Double {
      let made = quantizer.quantized(colors: maxColors, dithering: dithering, range: sample)
      return FrameSimilarity(Array(pictures[sample]), made.frames).mean.mean
    }
    return similarity(someDithering) > similarity(0) ? someDithering : 0
  }

  /// The frames, with local palettes where the global one loses much.
  func colored(_ dithering: Float) -> ColoredFrames {
    let global = global(dithering)
    return isExact ? global : local(global) ?? global
  }

  /// - Returns: nil if one palette is enough.
  private func local(_ global: ColoredFrames) -> ColoredFrames? {
    var colored = global
    for number in pictures.indices {
      let before = number > 0 ? pictures[number - 1] : nil
      let changed = pictures[number].keeping(changedFrom: before)
      var shown = global.frames[number]
      let loss = error(shown, changed)
      if loss > goodError {
        let own = Quantizer([changed]).quantized(
          colors: changed.hasTransparency ? 256 : 255, dithering: global.dithering)
        if error(own.frames[0], changed) < loss / 2 {
          shown = own.frames[0]
          colored.places[number] = colored.tables.count
          colored.tables.append(GIFTable(own.palette))
        }
      }
      // Pixels that don't change keep their color. Otherwise they would flicker.
      if let before {
        shown = pictures[number].taking(colored.frames[number - 1], whereEqualTo: before, else: shown)
      }
      colored.frames[number] = shown
    }
    return colored.tables.count > 1 ? colored : nil
  }
}

/// The mean squared error over the opaque pixels of `wanted`, in displayed colors.
private func error(_ shown: Bitmap, _ wanted: Bitmap) -> Float {
  var (sum, count) = (Float(0), 0)
  for at in 0..<wanted.size.area where wanted.word(at) != 0 {
    count += 1
    let (a, b) = (shown.word(at), wanted.word(at))
    if a != b { sum += squaredLength(ShownColor(Pixel(a)).lanes - ShownColor(Pixel(b)).lanes) }
  }
  return count == 0 ? 0 : sum / Float(count)
}

/// A mean error of two levels of 255, at which no better palette is needed.
private let goodError: Float = 4
private let sampledFrames = 8
private let someDithering: Float = 0.3

extension Bitmap {
  fileprivate var hasTransparency: Bool {
    stride(from: 3, to: pixels.count, by: 4).contains { pixels[$0] == 0 }
  }

  /// Only the pixels that differ from the previous frame, or all pixels if there is none.
  fileprivate func keeping(changedFrom before: Bitmap?) -> Bitmap {
    guard let before else { return self }
    return taking(Bitmap(transparent: size), whereEqualTo: before, else: self)
  }

  /// The pixels of `kept` where this image equals `before`, and the pixels of `others` elsewhere.
  fileprivate func taking(_ kept: Bitmap, whereEqualTo before: Bitmap, else others: Bitmap) -> Bitmap {
    var result = others
    for at in 0..<size.area where word(at) == before.word(at) {
      for sample in at * 4..<at * 4 + 4 { result.pixels[sample] = kept.pixels[sample] }
    }
    return result
  }
}
