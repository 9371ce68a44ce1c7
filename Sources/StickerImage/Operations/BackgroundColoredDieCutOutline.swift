/// A die-cut outline in the color of the background. The shadow around it shows where the outline ends, even
/// if the shadow is faint on some sides.
struct BackgroundColoredDieCutOutline {
  /// Whether each pixel belongs to the outline.
  let isOutline: [Bool]
  /// The background, which ends where the shadow begins.
  let flood: BackgroundFlood
  /// The shadow around the outline.
  let shadow: BackgroundShadow

  /// The minimum number of pixels in an outline. A smaller area between shadow and background is a gap in the
  /// shadow.
  private static let minOutlinePixels = 64
  /// The minimum number of pixels at which the shadow ends abruptly. With fewer, the outline may be due to
  /// chance.
  private static let minAbruptShadowPixels = 24
  /// The minimum alpha of a shadow that ends distinctly.
  private static let minDistinctShadowAlpha: UInt8 = 16

  /// The percentage of near-background pixels that must have exactly the background color. Otherwise the
  /// background is noisy.
  private static let minFloodExactColorPercent = 95

  /// Finds the outline.
  ///
  /// - Returns: nil if no faint line encloses pixels of the background color, or if the shadow also fades
  ///   toward those pixels, which means that they are background inside a ring of shadow.
  init?(_ bitmap: Bitmap, _ background: FlatBackground) {
    let background = background.withoutNoise
    let near = BackgroundFlood(bitmap, color: background.rgb, tolerance: background.tolerance)
    var exact = BackgroundFlood(near.size, differences: near.differences, tolerance: 0)
    let enclosed = near.differences.indices.map {
      near.isBackground[$0] && !exact.isBackground[$0] && near.differences[$0] == 0
    }
    let even = near.differences.indices.count { near.isBackground[$0] && near.differences[$0] == 0 }
    guard even * 100 >= near.isBackground.count(where: { $0 }) * Self.minFloodExactColorPercent,
      enclosed.contains(true)
    else { return nil }
    let (outline, gaps) = Self.splitOutlineFromShadowGaps(enclosed, exact.size)
    guard outline.contains(true) else { return nil }
    exact.markAsBackground(gaps)
    let gradient = BackgroundGradientPixels(exact, excluding: outline)
    guard Self.shadowEndsAbruptly(gradient, beside: outline, exact),
      let tint = ShadowTint(of: gradient, bitmap, background)
    else { return nil }
    exact.addFaintIslands(
      withDifferenceBelow: 2 * background.tolerance, maxPixels: BackgroundFlood.maxStrayGroupPixels)
    exact.addSmallDiagonallyTouchingGroups(tolerance: 0)
    let shadow = BackgroundShadow(
      bitmap, background, exact, tint: tint, endingAt: outline, isSlopeVerified: true)
    guard Self.isMostlyShaded(gradient, beside: outline, exact.size, by: shadow) else { return nil }
    isOutline = outline
    flood = exact
    self.shadow = shadow
  }

  /// Separates the areas of an outline from small gaps in the shadow.
  private static func splitOutlineFromShadowGaps(_ enclosed: [Bool], _ size: PixelSize) -> (
    outline: [Bool], gaps: [Bool]
  ) {
    var mask = PixelMask(size)
    for pixel in enclosed.indices where enclosed[pixel] {
      let column = pixel % size.width
      mask.words[pixel / size.width * mask.wordsPerRow + column / 64] |= 1 &<< UInt64(column % 64)
    }
    let groups = ConnectedPixelGroups(mask)
    var (outline, gaps) = (enclosed, [Bool](repeating: false, count: enclosed.count))
    for (run, group) in zip(groups.runs, groups.groupIndicesByRun)
    where groups.groupSizes[group] < minOutlinePixels {
      for column in run.columns {
        (outline[run.row * size.width + column], gaps[run.row * size.width + column]) = (false, true)
      }
    }
    return (outline, gaps)
  }

  /// Whether the shadow ends abruptly at the outline. A shadow that fades is twice as strong at twice the
  /// distance.
  private static func shadowEndsAbruptly(
    _ gradient: BackgroundGradientPixels, beside outline: [Bool], _ flood: BackgroundFlood
  ) -> Bool {
    var (clear, breaks) = (0, 0)
    for pixel in outline.indices where outline[pixel] {
      for (across, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        func shade(_ steps: Int) -> Int {
          let (x, y) = (pixel % flood.size.width + steps * across, pixel / flood.size.width + steps * down)
          guard 0..<flood.size.width ~= x, 0..<flood.size.height ~= y else { return 0 }
          let at = y * flood.size.width + x
          return gradient.isGradient[at] ? Int(flood.differences[at]) : 0
        }
        let own = (shade(1), shade(2))
        guard own.0 > 0, max(own.0, own.1) >= Int(Self.minDistinctShadowAlpha) else { continue }
        clear += 1
        if shade(3) * 2 <= own.0 * 3 || shade(4) * 2 <= own.1 * 3 { breaks += 1 }
      }
    }
    return breaks >= minAbruptShadowPixels && breaks * 2 >= clear
  }

  /// Whether most gradient pixels next to the outline have the hue of the shadow.
  private static func isMostlyShaded(
    _ gradient: BackgroundGradientPixels, beside outline: [Bool], _ size: PixelSize,
    by shadow: BackgroundShadow
  ) -> Bool {
    var (beside, shaded) = (0, 0)
    guard !shadow.alphaByPixel.isEmpty else { return false }
    for pixel in outline.indices where outline[pixel] {
      for side in [pixel - 1, pixel + 1, pixel - size.width, pixel + size.width]
      where gradient.isGradient.indices.contains(side) && gradient.isGradient[side] {
        beside += 1
        if shadow.alphaByPixel[side] > 0 { shaded += 1 }
      }
    }
    return shaded * 4 >= beside * 3
  }

  /// Softens the outer edge of the outline. Where the shadow falls off, the outline covers the rest of each
  /// pixel. If the shadow is too faint to tell, the edge is softened by half a pixel on either side.
  ///
  /// - Parameter depth: For each pixel, 0 if it is neither art nor outline.
  func softenEdge(_ out: inout Bitmap, _ depth: [UInt8], _ background: SIMD4<Int32>) {
    let (width, height) = (flood.size.width, flood.size.height)
    guard width > 2, height > 2 else { return }
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        let pixel = y &* width &+ x
        guard let paper = outlineShare(ofEdgePixel: pixel, depth) else { continue }
        let shade = isOutline[pixel] ? 0 : Float(shadow.alphaByPixel[pixel]) / 255
        let color = SIMD4<Float>(background) * paper + shadow.tint.color * shade
        for channel in 0..<3 {
          out.pixels[pixel &* 4 &+ channel] = UInt8(
            clamping: Int((color[channel] / (paper + shade)).rounded(.toNearestOrAwayFromZero)))
        }
        out.pixels[pixel &* 4 &+ 3] = UInt8(
          (min(paper + shade, 1) * 255).rounded(.toNearestOrAwayFromZero))
      }
    }
  }

  /// The share of an edge pixel that the outline covers. Nil for other pixels, or if the outline covers
  /// nothing.
  private func outlineShare(ofEdgePixel pixel: Int, _ depth: [UInt8]) -> Float? {
    var (covered, isAtOutline, isAtArt, darkest) = (0, isOutline[pixel], false, UInt8(0))
    for row in -1...1 {
      for column in -1...1 {
        let other = pixel &+ row &* flood.size.width &+ column
        darkest = max(darkest, shadow.alphaByPixel[other])
        guard depth[other] > 0 else { continue }
        covered &+= (2 &- abs(row)) &* (2 &- abs(column))
        isAtOutline = isAtOutline || isOutline[other]
        isAtArt = isAtArt || !isOutline[other]
      }
    }
    guard isAtOutline, !isAtArt, (1..<16).contains(covered) else { return nil }
    guard darkest >= Self.minDistinctShadowAlpha else { return Float(covered) / 16 }
    if isOutline[pixel] { return nil }
    let share = 1 - Float(shadow.alphaByPixel[pixel]) / Float(darkest)
    return share > 0 ? share : nil
  }
}
