/// Frames in colors that a GIF can store.
struct ColoredFrames: Sendable {
  /// The frames as they are shown: every pixel opaque, or transparent black.
  var frames: [Bitmap]
  /// The palette of all frames, then those of frames that have one of their own.
  var tables: [GIFTable]
  /// For each frame, the place of its palette.
  var places: [Int]
  /// How much of an error was handed on to neighbors, 0...1.
  var dithering: Float

  /// The palette of a frame.
  func table(_ frame: Int) -> GIFTable { tables[places[frame]] }
}

/// Gives frames the palettes of a GIF: one for all of them where that serves, else others for those frames
/// that lose much by it.
struct GIFColoring {
  private let pictures: [Bitmap]
  private let quantizer: Quantizer
  private let maxColors: Int

  /// - Parameter pictures: at least one, all of one size, every pixel opaque or transparent black.
  init(_ pictures: [Bitmap]) {
    self.pictures = pictures
    quantizer = Quantizer(pictures)
    let hasHoles = pictures.contains { $0.hasTransparency }
    // What moves needs a number for what stays as it was.
    maxColors = hasHoles || pictures.count == 1 ? 256 : 255
  }

  /// Whether one palette has all colors that there are.
  var isExact: Bool { quantizer.colorCount ?? .max <= maxColors }

  /// All frames in one palette.
  func global(_ dithering: Float) -> ColoredFrames {
    let made = quantizer.quantized(colors: maxColors, dithering: dithering)
    return ColoredFrames(
      frames: made.frames, tables: [GIFTable(made.palette)],
      places: [Int](repeating: 0, count: pictures.count), dithering: dithering)
  }

  /// How much of the errors should be diffused, so that the frames look most like what they were: by a few
  /// frames out of the middle.
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

  /// The frames with palettes of their own where that of all frames loses much.
  func colored(_ dithering: Float) -> ColoredFrames {
    let global = global(dithering)
    return isExact ? global : local(global) ?? global
  }

  /// - Returns: nil where one palette serves.
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
      // What stays as it was keeps the color that it has: else it would flicker.
      if let before {
        shown = pictures[number].taking(colored.frames[number - 1], whereEqualTo: before, else: shown)
      }
      colored.frames[number] = shown
    }
    return colored.tables.count > 1 ? colored : nil
  }
}

/// The mean squared error of the opaque pixels of `wanted`, as it shows.
private func error(_ shown: Bitmap, _ wanted: Bitmap) -> Float {
  var (sum, count) = (Float(0), 0)
  for at in 0..<wanted.size.area where wanted.word(at) != 0 {
    count += 1
    let (a, b) = (shown.word(at), wanted.word(at))
    if a != b { sum += squaredLength(ShownColor(Pixel(a)).lanes - ShownColor(Pixel(b)).lanes) }
  }
  return count == 0 ? 0 : sum / Float(count)
}

/// Two levels of 255 in the mean: nobody looks for a better palette.
private let goodError: Float = 4
private let sampledFrames = 8
private let someDithering: Float = 0.3

extension Bitmap {
  /// Whether a pixel is transparent.
  fileprivate var hasTransparency: Bool {
    stride(from: 3, to: pixels.count, by: 4).contains { pixels[$0] == 0 }
  }

  /// Only the pixels that are others than in the frame before; all of them without one.
  fileprivate func keeping(changedFrom before: Bitmap?) -> Bitmap {
    guard let before else { return self }
    return taking(Bitmap(transparent: size), whereEqualTo: before, else: self)
  }

  /// The pixels of `kept` where this picture is as `before`, those of `others` where it is not.
  fileprivate func taking(_ kept: Bitmap, whereEqualTo before: Bitmap, else others: Bitmap) -> Bitmap {
    var result = others
    for at in 0..<size.area where word(at) == before.word(at) {
      for sample in at * 4..<at * 4 + 4 { result.pixels[sample] = kept.pixels[sample] }
    }
    return result
  }
}
