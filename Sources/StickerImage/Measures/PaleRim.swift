/// A pale rim: a narrow ridge along the outline that is lighter than both the art inside it and a dark
/// background. It is left over when a white background is cut away.
///
/// From each outline pixel, the search takes four steps inward along the alpha gradient and compares the
/// lightness of the art on black. There is a ridge if the outermost two pixels are lighter than the darkest
/// pixel farther inside. The ridge must be at most two pixels wide, and its color must be a mixture of white
/// and the color of that darkest pixel. Pixel art is first reduced to one pixel per square.
public struct PaleRim: Hashable, Sendable {
  /// The number of outline pixels (alpha of at least 51, next to a pixel with less) in the worst frame.
  public private(set) var worstFrameOutlinePixels = 0
  /// The number of judged outline pixels: the art inside them is solid and isn't white.
  public private(set) var worstFrameCheckedPixels = 0
  /// The number of judged pixels with a ridge.
  public private(set) var worstFrameRidgePixels = 0
  /// The positions of up to 128 pixels with a ridge.
  public private(set) var ridgePositions: [PixelPoint] = []
  /// The index of the frame with the most ridge pixels that are near other ridge pixels, starting at 0.
  public private(set) var worstFrameIndex = 0
  /// The side length of the squares in pixel art; 1 for other art.
  public private(set) var pixelArtSquareSide = 1
  /// Whether the rim looks drawn: its color is even.
  public private(set) var looksDrawn = false
  /// The median height of the ridges at display size, as a difference of lightness in OKLab.
  public private(set) var ridgeHeightAtDisplaySize: Float = 0
  /// Whether the art is flat: 48 colors cover 95% of it. Shiny art has highlights along its edge.
  public private(set) var hasFewMainColors = false
  /// The number of ridge pixels in the worst frame that are near other ridge pixels.
  private var denseRidgePixelCount = 0

  init() {}

  /// The share of the judged pixels that have a ridge, 0...1.
  public var ridgeShare: Double {
    worstFrameCheckedPixels == 0 ? 0 : Double(worstFrameRidgePixels) / Double(worstFrameCheckedPixels)
  }
  /// The share of all outline pixels that have a ridge, 0...1.
  public var ridgeShareOfOutline: Double {
    worstFrameOutlinePixels == 0 ? 0 : Double(worstFrameRidgePixels) / Double(worstFrameOutlinePixels)
  }

  /// Below this share of ridges in a sample of the outline, there is no rim.
  private static let (minSampleRidgeShare, sampleStep) = (0.06, 8)
  /// Flat art has at most this many main colors.
  private static let maxFlatArtColors = 48

  /// - Parameter outline: The pixels with an alpha of at least 51.
  mutating func addFrame(_ bitmap: Bitmap, fifthOpaque outline: PixelMask, number: Int) {
    let side = bitmap.pixelArtSquareSide
    let drawing = side > 1 ? bitmap.onePixelPerSquare(squareSide: side) : bitmap
    let mask = side > 1 ? drawing.masks(ofAlphaAtLeast: [51])[0] : outline
    let search = RidgeSearch(drawing, mask)
    let places = search.outline
    if places.count >= 64 * Self.sampleStep {
      // Most outlines have no rim, and a sample is enough to show that.
      let few = search.judgedPixels(
        at: stride(from: Self.sampleStep / 2, to: places.count, by: Self.sampleStep).map { places[$0] })
      if Double(few.ridges.count) < Self.minSampleRidgeShare * Double(few.judged.count) { return }
    }
    let found = search.judgedPixels(at: places)
    let dense = found.denseRidges(on: mask.size)
    guard dense.count > denseRidgePixelCount else { return }
    (denseRidgePixelCount, worstFrameIndex, pixelArtSquareSide) = (dense.count, number, side)
    (worstFrameOutlinePixels, worstFrameCheckedPixels, worstFrameRidgePixels) = (
      places.count, found.judged.count, found.ridges.count
    )
    looksDrawn = found.looksDrawn(dense)
    let medianHeight = dense.map(\.lightnessAboveArt).sorted().medianOfSorted
    let scale = 408 * Float(side) / Float(bitmap.size.longerSide)
    ridgeHeightAtDisplaySize = medianHeight * min(1, scale)
    // Counted only if there may be a finding.
    hasFewMainColors = ridgeShare >= 0.1 && bitmap.mainColorCount <= Self.maxFlatArtColors
    ridgePositions = found.ridges.map { ridge in
      PixelPoint(
        x: min(ridge.place.x * side + side / 2, bitmap.width - 1),
        y: min(ridge.place.y * side + side / 2, bitmap.height - 1))
    }.evenlyThinned(to: 128)
  }
}

/// Looks for ridges along the outline of one frame.
struct RidgeSearch {
  /// A pixel of the outline with a ridge.
  struct RidgePixel {
    let place: PixelPoint
    /// The color of the ridge, and how much lighter it is than the art inside it.
    let color: SIMD3<Float>
    let lightnessAboveArt: Float
    /// The color of the art inside the ridge.
    let artColor: SIMD3<Float>
  }

  /// The results for some pixels of an outline.
  struct JudgedPixels {
    var judged: [PixelPoint] = []
    var ridges: [RidgePixel] = []
  }

  /// The pixels with an alpha of at least 51 that touch a pixel with less, including diagonally. Where the
  /// canvas cuts off the art, there is no outline.
  let outline: [PixelPoint]
  private let bitmap: Bitmap

  /// The number of steps inward.
  private static let inwardStepCount = 4
  private static let minLightnessAboveArt: Float = 0.12
  /// The minimum share of white in the color of a ridge, and the maximum distance from a mixture with white
  /// (root mean square, samples 0...255).
  private static let (minWhiteShare, maxMixtureDistance): (Float, Float) = (0.25, 28)
  /// The minimum alpha of solid pixels.
  private static let minSolidAlpha: UInt8 = 243
  /// The minimum distance of the art's color from white (root mean square).
  private static let minArtDistanceFromWhite: Float = 56

  /// - Parameter mask: The pixels with an alpha of at least 51.
  init(_ bitmap: Bitmap, _ mask: PixelMask) {
    self.bitmap = bitmap
    outline = mask.subtracting(mask.eroded(by: 1)).withoutOutermostPixels.positions
  }

  /// Finds the ridges at pixels of the outline.
  func judgedPixels(at places: [PixelPoint]) -> JudgedPixels {
    var result = JudgedPixels()
    guard !places.isEmpty else { return result }
    let gradients = AlphaGradientOperator.fineScale.gradients(of: bitmap, at: places)
    var lightness = LightnessOnBlack()
    bitmap.withView { view in
      for (place, gradient) in zip(places, gradients) {
        guard let walk = InwardWalk(from: place, along: gradient, view) else { continue }
        walk.judgePixel(at: place, &lightness, &result)
      }
    }
    return result
  }

  /// The pixels on the way inward from an outline pixel.
  private struct InwardWalk {
    var pixels = SIMD8<UInt32>.zero

    /// Returns nil if the pixels inside the outline aren't solid.
    @inline(__always)
    init?(from place: PixelPoint, along gradient: SIMD2<Double>, _ view: PixelView) {
      let length = (gradient.x * gradient.x + gradient.y * gradient.y).squareRoot()
      guard length > 0 else { return nil }
      let (across, down) = (gradient.x / length, gradient.y / length)
      for step in 0...RidgeSearch.inwardStepCount {
        let x = place.x + Int((across * Double(step)).rounded())
        let y = place.y + Int((down * Double(step)).rounded())
        guard x >= 0, y >= 0, x < view.size.width, y < view.size.height else { return nil }
        let pixel = view[x, y]
        if step > 0, pixel.alpha < RidgeSearch.minSolidAlpha { return nil }
        pixels[step] = pixel.abgr
      }
    }

    @inline(__always)
    func judgePixel(at place: PixelPoint, _ lightness: inout LightnessOnBlack, _ result: inout JudgedPixels) {
      var levels = SIMD8<Float>.zero
      for step in 0...RidgeSearch.inwardStepCount { levels[step] = lightness(pixels[step]) }
      var valley = 2
      for step in 3...RidgeSearch.inwardStepCount where levels[step] < levels[valley] { valley = step }
      let peak = levels[1] > levels[0] ? 1 : 0
      let art = pixels[valley].color
      let line = SIMD3<Float>(repeating: 255) - art
      let square = (line * line).sum()
      guard square >= 3 * RidgeSearch.minArtDistanceFromWhite * RidgeSearch.minArtDistanceFromWhite else {
        return
      }
      result.judged.append(place)
      let height = levels[peak] - levels[valley]
      guard height >= RidgeSearch.minLightnessAboveArt, levels[2] - levels[valley] <= height / 2 else {
        return
      }
      let color = pixels[peak].color
      let shift = color - art
      let white = (shift * line).sum() / square
      let rest = shift - line * white
      guard white >= RidgeSearch.minWhiteShare,
        (rest * rest).sum() <= 3 * RidgeSearch.maxMixtureDistance * RidgeSearch.maxMixtureDistance
      else { return }
      result.ridges.append(RidgePixel(place: place, color: color, lightnessAboveArt: height, artColor: art))
    }
  }
}

extension RidgeSearch.JudgedPixels {
  /// Half the side of the square in which ridges are counted.
  private static let densityReach = 5
  private static let minRidgeDensity = 0.35

  /// The ridges that are near other ridges: at least 35% of the judged pixels around them have a ridge.
  fileprivate func denseRidges(on size: PixelSize) -> [RidgeSearch.RidgePixel] {
    var (all, own) = (PixelMask(size), PixelMask(size))
    for place in judged { all.set(MaskRun(row: place.y, columns: place.x..<place.x + 1)) }
    for ridge in ridges { own.set(MaskRun(row: ridge.place.y, columns: ridge.place.x..<ridge.place.x + 1)) }
    // The column itself is bit 31.
    let near = (UInt64(1) << UInt64(2 * Self.densityReach + 1) - 1) << UInt64(31 - Self.densityReach)
    return ridges.filter { ridge in
      func count(_ mask: PixelMask) -> Int {
        (ridge.place.y - Self.densityReach...ridge.place.y + Self.densityReach).reduce(0) {
          $0 + (mask.rowBits(around: ridge.place.x, row: $1) & near).nonzeroBitCount
        }
      }
      return Double(count(own)) >= Self.minRidgeDensity * Double(count(all))
    }
  }

  /// Whether the rim has one color, except at corners, or an even color that is mostly pure white, as in a
  /// bevel, a die-cut border or outlined letters. Remnants of a background are uneven.
  fileprivate func looksDrawn(_ dense: [RidgeSearch.RidgePixel]) -> Bool {
    guard dense.count > 3 else { return true }
    var (sum, squares) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    for ridge in dense {
      let color = SIMD3<Double>(ridge.color)
      sum += color
      squares += color * color
    }
    let mean = sum / Double(dense.count)
    let variance = squares / Double(dense.count) - mean * mean
    let deviation = (0..<3).reduce(0) { $0 + max(variance[$1], 0).squareRoot() } / 3
    let pure = ridges.count { $0.color.min() >= 244 }
    return hasMostlyOneColor(dense) || deviation < 20 && pure * 5 >= ridges.count * 3
  }

  /// Whether at least 85% of the ridges are within 8 of their median color in each channel. Among the labeled
  /// images, that share is at most 77% for remnants of a background, and 100% for three drawn rims. A drawn
  /// bezel with antialiased corners has 91%.
  private func hasMostlyOneColor(_ dense: [RidgeSearch.RidgePixel]) -> Bool {
    let colors = dense.map(\.color)
    func median(_ channel: Int) -> Float { colors.map { $0[channel] }.sorted().medianOfSorted }
    let middle = SIMD3(median(0), median(1), median(2))
    let near = colors.count {
      let apart = $0 - middle
      return max(apart.max(), -apart.min()) <= 8
    }
    return near * 20 >= colors.count * 17
  }
}

/// The lightness of pixels on black in OKLab, including ambient light that the screen reflects.
private struct LightnessOnBlack {
  private var cachedLightness = [(pixel: UInt32, lightness: Float)](
    repeating: (0, OKLab(light: .init(0.02, 0.02, 0.02, 0)).lightness), count: 256)

  @inline(__always)
  mutating func callAsFunction(_ pixel: UInt32) -> Float {
    let slot = Int((pixel &* 0x9E37_79B1) >> 24)
    if cachedLightness[slot].pixel == pixel { return cachedLightness[slot].lightness }
    let alpha = Float(pixel.sampledAlpha) / 255
    let light = SIMD4(
      linearLight(ofSRGBSample: pixel.sampledRed), linearLight(ofSRGBSample: pixel.sampledGreen),
      linearLight(ofSRGBSample: pixel.sampledBlue), 0)
    let lightness = OKLab(light: light * alpha + SIMD4(0.02, 0.02, 0.02, 0)).lightness
    cachedLightness[slot] = (pixel, lightness)
    return lightness
  }
}

extension UInt32 {
  /// Red, green and blue, 0...255.
  @inline(__always)
  fileprivate var color: SIMD3<Float> {
    SIMD3(Float(sampledRed), Float(sampledGreen), Float(sampledBlue))
  }
}
