/// The soft shadow of art on its background, where the background gradually gets darker.
struct BackgroundShadow {
  /// The alpha of the shadow at each pixel, or 0 where there is none. Empty if the image has no shadow.
  private(set) var alphaByPixel: [UInt8] = []
  /// The color of the shadow.
  let tint: ShadowTint

  /// The minimum share of the background's light that remains in a shadow. Anything darker is art.
  private static let minLightShare: Float = 0.25
  /// The maximum step between neighboring pixels. Edges of art are steeper.
  static let maxNeighborColorStep: UInt = 12
  /// The minimum root mean square of the background's samples. On a darker background, a shadow can't be told
  /// apart from noise.
  private static let minBackgroundRootMeanSquare: Int32 = 64

  /// Finds the shadow next to the flooded background. A shadow has the background's hue and gets darker
  /// gradually. Light gray art may be just as dark, but it is flat.
  ///
  /// - Parameter tint: The color of the shadow.
  /// - Parameter outline: The pixels of a die-cut outline, where the shadow ends. Empty if the art has no such
  ///   outline.
  /// - Parameter isSlopeVerified: Whether the caller has already checked that the shadow gets darker
  ///   gradually.
  init(
    _ bitmap: Bitmap, _ background: FlatBackground, _ flood: BackgroundFlood, tint: ShadowTint = .black,
    endingAt outline: [Bool] = [], isSlopeVerified: Bool = false
  ) {
    self.tint = tint
    let color = background.rgbSamplesPaddedWithZero
    guard
      (color &* color).wrappedSum() >= 3 * Self.minBackgroundRootMeanSquare * Self.minBackgroundRootMeanSquare
    else {
      return
    }
    var open: [Int32] = []
    var alpha = [UInt8](repeating: 0, count: flood.differences.count)
    let width = bitmap.width
    func enter(_ pixel: Int, beside other: Int) {
      guard !flood.isBackground[pixel], alpha[pixel] == 0, outline.isEmpty || !outline[pixel] else { return }
      let step = Int(flood.differences[pixel]) &- Int(flood.differences[other])
      // At the outline, the shadow may end abruptly.
      guard step.magnitude <= Self.maxNeighborColorStep || step < 0 && !outline.isEmpty,
        let shade = Self.shadowAlpha(
          bitmap.samples(atByte: pixel &* 4), color, tint, Float(3 + background.noiseBetweenNeighbors))
      else { return }
      alpha[pixel] = shade
      open.append(Int32(truncatingIfNeeded: pixel))
    }
    func enterSides(of pixel: Int) {
      let x = pixel % width
      if x > 0 { enter(pixel &- 1, beside: pixel) }
      if x &+ 1 < width { enter(pixel &+ 1, beside: pixel) }
      if pixel >= width { enter(pixel &- width, beside: pixel) }
      if pixel &+ width < alpha.count { enter(pixel &+ width, beside: pixel) }
    }
    for pixel in alpha.indices where flood.isBackground[pixel] { enterSides(of: pixel) }
    while let next = open.popLast() { enterSides(of: Int(next)) }
    guard isSlopeVerified || Self.isMostlySloped(alpha, width, background.noiseBetweenNeighbors) else {
      return
    }
    self.alphaByPixel = alpha
    extendIntoFaintPart(bitmap, background, flood)
  }

  /// The red, green, blue and alpha of the shadow at a pixel.
  func shadowColor(atPixel pixel: Int) -> SIMD4<UInt8> {
    var color = SIMD4<UInt8>(tint.color.rounded(.toNearestOrAwayFromZero))
    color.w = alphaByPixel[pixel]
    return color
  }

  /// Extends the shadow into its faint part, which was flooded as background, until it no longer stands out
  /// from noise.
  private mutating func extendIntoFaintPart(
    _ bitmap: Bitmap, _ background: FlatBackground, _ flood: BackgroundFlood
  ) {
    let (width, color) = (bitmap.width, background.rgbSamplesPaddedWithZero)
    var open = alphaByPixel.indices.filter { alphaByPixel[$0] > 0 }
    while let pixel = open.popLast() {
      let x = pixel % width
      let sides = [
        x > 0 ? pixel - 1 : pixel, x + 1 < width ? pixel + 1 : pixel, pixel - width, pixel + width,
      ]
      for side in sides where alphaByPixel.indices.contains(side) && alphaByPixel[side] == 0 {
        guard flood.isBackground[side], Int(flood.differences[side]) > background.noiseBetweenNeighbors,
          let shade = Self.shadowAlpha(
            bitmap.samples(atByte: side * 4), color, tint, Float(3 + background.noiseBetweenNeighbors))
        else { continue }
        alphaByPixel[side] = shade
        open.append(side)
      }
    }
  }

  /// The alpha at which the tint over the background gives a color, or nil if the color's hue differs or the
  /// color is too dark.
  private static func shadowAlpha(
    _ color: SIMD4<Int32>, _ background: SIMD4<Int32>, _ tint: ShadowTint, _ tolerance: Float
  ) -> UInt8? {
    var (seen, below) = (SIMD4<Float>(color), SIMD4<Float>(background))
    guard seen.w == 255 else { return nil }
    (seen.w, below.w) = (0, 0)
    let all = below - tint.color
    let light = ((seen - tint.color) * all).sum() / (all * all).sum()
    let aside = seen - tint.color - all * light
    guard light >= minLightShare, light < 1, (aside * aside).sum() <= 3 * tolerance * tolerance else {
      return nil
    }
    return UInt8(max(1, ((1 - light) * 255).rounded(.toNearestOrAwayFromZero)))
  }

  /// Whether most of the shadow's pixels differ from the pixels a few steps to the right or below.
  private static func isMostlySloped(_ alpha: [UInt8], _ width: Int, _ noise: Int) -> Bool {
    let reach = 6
    var (asked, flat) = (0, 0)
    for pixel in 0..<max(0, alpha.count - reach * width - reach) where alpha[pixel] > 0 {
      let (right, below) = (alpha[pixel &+ reach], alpha[pixel &+ reach &* width])
      guard right > 0, below > 0 else { continue }
      asked += 1
      let own = Int(alpha[pixel])
      if abs(Int(right) - own) <= noise && abs(Int(below) - own) <= noise { flat += 1 }
    }
    return asked >= 64 && flat * 2 <= asked
  }
}

/// The pixels that can be reached from the background in small steps of color. They may have any hue.
struct BackgroundGradientPixels {
  /// Whether each pixel belongs to the gradient.
  private(set) var isGradient: [Bool]
  let differencesFromBackground: [UInt8]

  /// Pixels that differ more from the background are art.
  static let maxDifference: UInt8 = 192

  init(_ flood: BackgroundFlood, excluding outline: [Bool] = []) {
    (isGradient, differencesFromBackground) = (
      [Bool](repeating: false, count: flood.differences.count), flood.differences
    )
    let width = flood.size.width
    var open = isGradient.indices.filter { flood.isBackground[$0] }
    while let pixel = open.popLast() {
      let x = pixel % width
      for side in [
        x > 0 ? pixel - 1 : pixel, x + 1 < width ? pixel + 1 : pixel, pixel - width, pixel + width,
      ] where isGradient.indices.contains(side) && !isGradient[side] && !flood.isBackground[side] {
        guard outline.isEmpty || !outline[side], differencesFromBackground[side] < Self.maxDifference,
          (Int(differencesFromBackground[side]) - Int(differencesFromBackground[pixel])).magnitude
            <= BackgroundShadow.maxNeighborColorStep
        else { continue }
        isGradient[side] = true
        open.append(side)
      }
    }
  }
}

/// The color of a shadow: the darkest color that gives the visible colors when laid over the background.
struct ShadowTint {
  /// Red, green and blue (each 0...255), followed by 0.
  let color: SIMD4<Float>

  static let black = ShadowTint(color: .zero)

  private init(color: SIMD4<Float>) { self.color = color }

  /// Creates the mean tint of a gradient. Returns nil if the gradient is too faint or lighter than the
  /// background.
  init?(of slope: BackgroundGradientPixels, _ bitmap: Bitmap, _ background: FlatBackground) {
    var sum = SIMD4<Int>.zero
    for pixel in slope.isGradient.indices
    where slope.isGradient[pixel] && slope.differencesFromBackground[pixel] >= 8 {
      let darker = background.rgbSamplesPaddedWithZero &- bitmap.samples(atByte: pixel &* 4)
      sum &+= SIMD4(Int(darker.x), Int(darker.y), Int(darker.z), 0)
    }
    guard sum.x >= 0, sum.y >= 0, sum.z >= 0, sum != .zero else { return nil }
    let (darker, below) = (SIMD4<Float>(sum), SIMD4<Float>(background.rgbSamplesPaddedWithZero))
    // Extend the line of colors until red, green or blue reaches 0.
    let reach = (0..<3).map { darker[$0] > 0 ? below[$0] / darker[$0] : .infinity }.min() ?? 0
    color = (below - darker * reach).clamped(
      lowerBound: .zero, upperBound: SIMD4(repeating: 255))
  }
}

extension Bitmap {
  /// Whether a shadow remains although its art was removed. Such a shadow fades out on one side and ends
  /// abruptly on the other, where art in the background color was removed with the background.
  ///
  /// In contrast, a shadow on the floor below a jumping figure fades out on all sides.
  ///
  /// - Parameter depth: For each pixel, 0 if it is shadow or transparent, and higher in art.
  /// - Parameter noise: The noise of the background.
  func isLeftWithOrphanedShadow(artDepths depth: [UInt8], noise: Int) -> Bool {
    var masks = AlphaMasks()
    masks.read(self)
    let groups = ConnectedPixelGroups(masks.visible)
    var edges = [AbruptAndFaintEdgeCounts](
      repeating: AbruptAndFaintEdgeCounts(noise), count: groups.groupSizes.count)
    let least = max(
      AbruptAndFaintEdgeCounts.minEdgePixels, size.area / AbruptAndFaintEdgeCounts.speckCanvasDivisor)
    for (run, group) in zip(groups.runs, groups.groupIndicesByRun) where groups.groupSizes[group] >= least {
      for x in run.columns { edges[group].addPixel(self, depth, x, run.row) }
    }
    return zip(edges, groups.groupSizes).contains { $0.isOrphaned(groupPixelCount: $1) }
  }

  /// Whether removing the background would leave a tinted shadow without its art.
  func wouldLeaveColoredShadowWithoutItsArt(_ background: FlatBackground, _ flood: BackgroundFlood) -> Bool {
    guard let tint = ShadowTint(of: BackgroundGradientPixels(flood), self, background) else { return false }
    let shadow = BackgroundShadow(self, background, flood, tint: tint, isSlopeVerified: true)
    guard !shadow.alphaByPixel.isEmpty else { return false }
    var shade = Bitmap(transparent: size)
    var depth = [UInt8](repeating: 0, count: size.area)
    for pixel in depth.indices {
      let alpha = shadow.alphaByPixel[pixel]
      depth[pixel] = flood.isBackground[pixel] || alpha > 0 ? 0 : 1
      shade.pixels[pixel &* 4 &+ 3] = depth[pixel] > 0 ? 255 : alpha < 5 ? 0 : alpha
    }
    return shade.isLeftWithOrphanedShadow(artDepths: depth, noise: background.noiseBetweenNeighbors)
  }

  fileprivate func alpha(atPixel pixel: Int) -> UInt8 { pixels[pixel &* 4 &+ 3] }
}

/// How a shadow ends, and how much art is connected to it.
private struct AbruptAndFaintEdgeCounts {
  /// The number of art pixels that are surrounded by art. A smoothed edge leaves a line of single pixels next
  /// to a shadow.
  private var artPixelsSurroundedByArt = 0
  /// The number of distinct shadow pixels next to transparent pixels, and of faint ones where the shadow
  /// fades out.
  private var (abruptPixels, faintPixels) = (0, 0)
  /// The minimum alpha of a distinct shadow that isn't noise.
  private let minDistinctShadowAlpha: UInt8

  /// The minimum length of either edge in px. A shorter one may be due to chance.
  static let minEdgePixels = 24
  /// A group with fewer pixels than the canvas area divided by this number is only a speck.
  static let speckCanvasDivisor = 500

  init(_ noise: Int) { minDistinctShadowAlpha = UInt8(clamping: 16 + 3 * noise) }

  mutating func addPixel(_ bitmap: Bitmap, _ depth: [UInt8], _ x: Int, _ y: Int) {
    let pixel = y &* bitmap.width &+ x
    if depth[pixel] > 0 {
      if Self.isSurroundedByArt(depth, bitmap.size, x, y) { artPixelsSurroundedByArt += 1 }
      return
    }
    let alpha = bitmap.alpha(atPixel: pixel)
    var (isAbrupt, isFaint) = (false, false)
    for (across, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
      func there(_ steps: Int) -> UInt8? {
        let (column, row) = (x + steps * across, y + steps * down)
        guard 0..<bitmap.width ~= column, 0..<bitmap.height ~= row else { return nil }
        return bitmap.alpha(atPixel: row &* bitmap.width &+ column)
      }
      let inward = Int(there(-2) ?? 0)
      // In a shadow that fades out, alpha doubles at twice the distance.
      if alpha >= minDistinctShadowAlpha, there(1) == 0 || there(2) == 0, inward * 2 <= Int(alpha) * 3 {
        isAbrupt = true
      }
      // An antialiased edge of a flat area is one pixel wide.
      let next = Int(there(-1) ?? 0)
      let isFlat = next >= minDistinctShadowAlpha && Int(there(-3) ?? 0) * 2 <= next * 3
      if alpha < minDistinctShadowAlpha, there(1) == 0, inward < 3 * Int(minDistinctShadowAlpha), !isFlat {
        isFaint = true
      }
    }
    if isAbrupt { abruptPixels += 1 }
    if isFaint { faintPixels += 1 }
  }

  private static func isSurroundedByArt(_ depth: [UInt8], _ size: PixelSize, _ x: Int, _ y: Int) -> Bool {
    guard x > 0, y > 0, x + 1 < size.width, y + 1 < size.height else { return true }
    let pixel = y &* size.width &+ x
    return depth[pixel - 1] > 0 && depth[pixel + 1] > 0 && depth[pixel - size.width] > 0
      && depth[pixel + size.width] > 0
  }

  func isOrphaned(groupPixelCount pixelCount: Int) -> Bool {
    artPixelsSurroundedByArt * 5 < pixelCount && abruptPixels >= Self.minEdgePixels
      && faintPixels >= Self.minEdgePixels
  }
}
