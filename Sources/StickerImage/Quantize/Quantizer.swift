/// Frames in a palette of few colors, one for all of them.
public struct QuantizedFrames: Sendable {
  /// Straight red, green, blue and alpha; at most as many as were asked for.
  public let palette: [SIMD4<UInt8>]
  /// For each frame, the palette's index of each pixel, row by row.
  public let indices: [[UInt8]]
  /// The frames that the indices show.
  public let frames: [Bitmap]
}

/// Reduces frames to palettes; what it knows of their colors serves any number of tries.
///
/// Errors are weighed as they show over white and over black, and by how much goes on around them. Fully
/// opaque and fully transparent pixels stay so. The same frames give the same result on every machine.
public struct Quantizer: Sendable {
  private let frames: [Bitmap]
  private let histogram: ColorHistogram
  private let exactColors: [Pixel]?

  /// A quantizer of frames that have one size.
  public init(_ frames: [Bitmap]) {
    precondition(frames.allSatisfy { $0.size == frames[0].size })
    let pictures = frames.map { clearingColorUnderTransparency($0) ?? $0 }
    self.frames = pictures
    exactColors = ColorCensus(pictures).colors?.keys.sorted { $0.word < $1.word }
    histogram = ColorHistogram(pictures)
  }

  /// The colors that the frames have; nil where there are more than 256. All transparent pixels are one.
  public var colorCount: Int? { exactColors?.count }

  /// The frames in at most `colors` colors.
  ///
  /// - Parameter colors: 2...256; frames that have no more keep theirs exactly. Below 3, what is neither
  ///   opaque nor transparent may have to become opaque.
  /// - Parameter dithering: how much of an error is handed on to neighbors, 0...1.
  /// - Parameter range: frames to give back, all where it is nil. The palette is that of all.
  public func quantized(colors: Int, dithering: Float, range: Range<Int>? = nil) -> QuantizedFrames {
    precondition(2...256 ~= colors)
    let frames = range.map { Array(self.frames[$0]) } ?? self.frames
    if let exactColors, exactColors.count <= colors { return exact(frames, exactColors) }
    let palette = palette(of: colors)
    let size = frames[0].size  // more than `colors` colors: there is a frame
    var diffusion = ErrorDiffusion(palette, size, strength: dithering)
    var indices: [[UInt8]] = []
    for (number, frame) in frames.enumerated() {
      let before = number > 0 ? (frames[number - 1], indices[number - 1]) : nil
      indices.append(diffusion.indices(of: frame, before: before))
    }
    return result(frames, palette.pixels, indices)
  }

  private func palette(of colors: Int) -> FittedPalette {
    let most = colors - (histogram.hasClear ? 1 : 0)
    var lists = [histogram.opaque, histogram.translucent]
    if most < 2 && !lists[0].isEmpty { lists[1] = [] }  // no room for both kinds
    let first = splitColors(lists, into: most)
    var refiner = ColorRefiner(histogram, opaque: first[0], translucent: first[1])
    for _ in 0..<refinements where !refiner.refine() { break }
    return FittedPalette(
      opaque: refiner.opaque, translucent: refiner.translucent, hasClear: histogram.hasClear)
  }

  private func exact(_ frames: [Bitmap], _ colors: [Pixel]) -> QuantizedFrames {
    let places = Dictionary(uniqueKeysWithValues: zip(colors, 0...))
    let indices = frames.map { frame in
      (0..<frame.size.area).map { UInt8(places[Pixel(frame.word($0))] ?? 0) }
    }
    return QuantizedFrames(palette: colors.map(samples), indices: indices, frames: frames)
  }

  private func result(
    _ frames: [Bitmap], _ palette: [Pixel], _ indices: [[UInt8]]
  ) -> QuantizedFrames {
    let colors = palette.map(samples)
    let bitmaps = zip(frames, indices).map { frame, indices in
      var pixels = [UInt8](repeating: 0, count: indices.count * 4)
      for at in indices.indices {
        let color = colors[Int(indices[at])]
        for sample in 0..<4 { pixels[at &* 4 &+ sample] = color[sample] }
      }
      return Bitmap(frame.size, pixels: pixels)
    }
    return QuantizedFrames(palette: colors, indices: indices, frames: bitmaps)
  }
}

/// Rounds of moving colors; later ones change next to nothing.
private let refinements = 8

private func samples(_ pixel: Pixel) -> SIMD4<UInt8> {
  SIMD4(pixel.red, pixel.green, pixel.blue, pixel.alpha)
}
