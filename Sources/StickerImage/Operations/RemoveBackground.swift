extension [Bitmap] {
  /// Removes a flat background from frames, leaving transparency around the art with a soft edge.
  ///
  /// Clears background that is connected to the edge of the canvas. Areas that art encloses are kept, and so
  /// is an outline in the background color (`BackgroundColoredDieCutOutline`). In the few pixels where art and background are
  /// mixed, color and alpha are computed by solving the matting equation C = aF + (1-a)B. F is the color of
  /// the art farther inside, and B is the background color. As a result, the art looks the same over the
  /// background and has no halo over other colors.
  ///
  /// - Precondition: All frames have the same size.
  /// - Returns: nil if the background isn't flat (`FlatBackground`), if nothing would be left of a frame, if
  ///   only an outline would be left because its inside would be cleared through a gap, or if only the shadow
  ///   of art in the background color would be left.
  /// - Complexity: O(pixels).
  /// - Source: Smith and Blinn, "Blue Screen Matting", SIGGRAPH 1996.
  public func withoutBackground() -> [Bitmap]? {
    FlatBackground(of: self).flatMap { withoutBackground($0) }
  }

  /// Removes a background that has already been found, like `withoutBackground()`.
  package func withoutBackground(_ background: FlatBackground) -> [Bitmap]? {
    var out: [Bitmap] = []
    for frame in self {
      guard let art = BackgroundRemoval(frame, background).artWithoutBackground() else { return nil }
      out.append(art)
    }
    return out.withoutSpecks()
  }
}

/// Removes the background from one frame.
struct BackgroundRemoval {
  private let bitmap: Bitmap
  private let background: SIMD4<Int32>
  private let noiseBetweenNeighbors: Int32
  private let isNoisy: Bool
  private let wouldClearInsideThroughGap: Bool
  private let differences: [UInt8]
  /// A die-cut outline in the background color, which is kept, or nil if the art has no such outline.
  private let outline: BackgroundColoredDieCutOutline?
  private let shadow: BackgroundShadow
  private let wouldLeaveColoredShadowWithoutItsArt: Bool
  /// The depth of each pixel: 0 for background, then the number of steps from it (across sides), and
  /// `deepInside` farther inside.
  private var artDepths: [UInt8]
  /// The pixels that may be mixed.
  private var possiblyMixedPixels: [Int32] = []

  /// If the area cleared through gaps exceeds what is left by this factor, only an outline is left.
  private static let maxNearlyEnclosedToKeptRatio = 4
  private static let maxArtDepth: UInt8 = 5
  private static let deepInside: UInt8 = maxArtDepth + 1

  init(_ bitmap: Bitmap, _ background: FlatBackground) {
    self.bitmap = bitmap
    outline = BackgroundColoredDieCutOutline(bitmap, background)
    // If there is an outline, what looked like noise was only its faint shadow.
    let background = outline == nil ? background : background.withoutNoise
    self.background = background.rgbSamplesPaddedWithZero
    noiseBetweenNeighbors = Int32(background.noiseBetweenNeighbors)
    isNoisy = background.isNoisy
    let flood = outline?.flood ?? BackgroundFlood(bitmap, on: background)
    let remainingPixels = flood.isBackground.count { !$0 }
    wouldClearInsideThroughGap =
      flood.nearlyEnclosedPixelCount() > Self.maxNearlyEnclosedToKeptRatio * remainingPixels
    differences = flood.differences
    shadow = outline?.shadow ?? BackgroundShadow(bitmap, background, flood)
    wouldLeaveColoredShadowWithoutItsArt =
      shadow.alphaByPixel.isEmpty && bitmap.wouldLeaveColoredShadowWithoutItsArt(background, flood)
    artDepths = flood.isBackground.map { $0 ? 0 : Self.deepInside }
    for pixel in shadow.alphaByPixel.indices where shadow.alphaByPixel[pixel] > 0 {
      artDepths[pixel] = 0
    }
    computeArtDepthsAndMixedPixels()
  }

  /// The art without its background. Nil if nothing is left, if the inside of an outline was cleared through
  /// a gap, or if a shadow would be left without its art.
  func artWithoutBackground() -> Bitmap? {
    guard !wouldClearInsideThroughGap, !wouldLeaveColoredShadowWithoutItsArt else { return nil }
    var out = bitmap
    var isEmpty = true
    for pixel in artDepths.indices {
      if artDepths[pixel] == 0 {
        let at = pixel &* 4
        let color = isVisibleShadow(pixel) ? shadow.shadowColor(atPixel: pixel) : .zero
        for sample in 0..<4 { out.pixels[at &+ sample] = color[sample] }
      } else {
        isEmpty = false
      }
    }
    for pixel in possiblyMixedPixels { unmix(Int(pixel), in: &out) }
    outline?.softenEdge(&out, artDepths, background)
    if isEmpty
      || !shadow.alphaByPixel.isEmpty
        && out.isLeftWithOrphanedShadow(artDepths: artDepths, noise: Int(noiseBetweenNeighbors))
    {
      return nil
    }
    return out
  }

  /// Whether the shadow is visible at a pixel. Where the shadow ends, rounding leaves isolated dots, which
  /// don't count.
  private func isVisibleShadow(_ pixel: Int) -> Bool {
    let shadow = shadow.alphaByPixel
    guard !shadow.isEmpty, shadow[pixel] >= 5 else { return false }
    if shadow[pixel] > 8 { return true }
    var beside = 0
    forEachOfEightNeighbors(of: pixel) { beside += shadow[$0] >= 5 ? 1 : 0 }
    return beside >= 3
  }

  /// Computes the depths layer by layer, inward from the background.
  private mutating func computeArtDepthsAndMixedPixels() {
    let width = bitmap.width
    var layer: [Int32] = []
    for pixel in artDepths.indices where artDepths[pixel] == 0 {
      var touches = false
      forEachOfEightNeighbors(of: pixel) { touches = touches || artDepths[$0] != 0 }
      if touches { layer.append(Int32(truncatingIfNeeded: pixel)) }
    }
    possiblyMixedPixels = layer.filter {
      Int32(differences[Int($0)]) > noiseBetweenNeighbors
        && (shadow.alphaByPixel.isEmpty || shadow.alphaByPixel[Int($0)] == 0)
    }
    for step in 1...Self.maxArtDepth {
      var next: [Int32] = []
      func enter(_ side: Int) {
        guard artDepths[side] == Self.deepInside, outline?.isOutline[side] != true else { return }
        artDepths[side] = step
        next.append(Int32(truncatingIfNeeded: side))
      }
      for pixel in layer.lazy.map({ Int($0) }) {
        let x = pixel % width
        if x > 0 { enter(pixel &- 1) }
        if x &+ 1 < width { enter(pixel &+ 1) }
        if pixel >= width { enter(pixel &- width) }
        if pixel &+ width < artDepths.count { enter(pixel &+ width) }
      }
      possiblyMixedPixels += next
      layer = next
    }
  }

  /// Sets a mixed pixel to the art's color, with the art's share as alpha.
  private func unmix(_ pixel: Int, in out: inout Bitmap) {
    let color = differenceFromBackground(pixel)
    guard let top = pureArtPixel(from: pixel), top != pixel, artDepths[top] > 0 else { return }
    let art = differenceFromBackground(top)
    let length = Float((art &* art).wrappedSum())
    let share = Float(max((color &* art).wrappedSum(), 0)) / length
    // Push noise to 0 and 1, so that it doesn't become haze around the art or holes in it.
    let grain = isNoisy ? min(Float(noiseBetweenNeighbors) * 1.5 / length.squareRoot(), 0.25) : 0
    let whole = min(max((share - grain) / (1 - 2 * grain), 0), 1)
    let alpha = Float(bitmap.pixels[pixel &* 4 &+ 3])
    let covered = Int32((whole * alpha).rounded(.toNearestOrAwayFromZero))
    guard covered < 250 || isNoisy else { return }
    // Deviations from the line are texture in the art. They are kept but not amplified. In a JPEG, they may
    // also be noise or color that bled across the edge.
    let mean = SIMD4<Int32>((SIMD4<Float>(art) * min(share, 1)).rounded(.toNearestOrAwayFromZero))
    let own = background &+ art &+ (isNoisy ? .zero : color &- mean)
    let at = pixel &* 4
    for channel in 0..<3 { out.pixels[at &+ channel] = covered < 5 ? 0 : UInt8(clamping: own[channel]) }
    out.pixels[at &+ 3] = covered < 5 ? 0 : UInt8(clamping: covered)
  }

  /// Moves inward from a pixel while the color gets farther from the background, up to a pixel that is only
  /// art. Returns nil if the pixel is behind a line of the art, whose far side isn't mixed with the
  /// background.
  private func pureArtPixel(from pixel: Int) -> Int? {
    var place = pixel
    if artDepths[pixel] > (isNoisy ? 3 : 1) {
      var isBehind = false
      let own = Int32(differences[pixel])
      forEachOfEightNeighbors(of: pixel) {
        isBehind =
          isBehind
          || artDepths[$0] < artDepths[pixel] && Int32(differences[$0]) > own + 4 + noiseBetweenNeighbors
      }
      if isBehind { return nil }
    }
    // In a JPEG, the slope is long and has dents. A pixel that differs little from the background and is near
    // one that differs much more is part of that pixel's slope.
    if isNoisy, let high = leastMixedPixel(near: pixel, reach: 4),
      Int(differences[pixel]) * 3 < Int(differences[high])
    {
      place = high
    }
    for _ in 0...Self.maxArtDepth {
      guard !hasSameColorInward(place),
        let next = leastMixedPixel(near: place, reach: isNoisy ? 2 : 1)
      else { return place }
      place = next
    }
    return place
  }

  /// Whether the pixels farther inside have the same color.
  private func hasSameColorInward(_ pixel: Int) -> Bool {
    guard artDepths[pixel] > 0, artDepths[pixel] < Self.deepInside else {
      return artDepths[pixel] == Self.deepInside
    }
    let color = differenceFromBackground(pixel)
    let most = 3 * (4 + noiseBetweenNeighbors / 2) * (4 + noiseBetweenNeighbors / 2)
    // On a slope, a neighbor may happen to have the same color, but more neighbors differ more from the
    // background.
    var (equal, higher) = (0, 0)
    forEachOfEightNeighbors(of: pixel) { other in
      guard artDepths[other] > artDepths[pixel] else { return }
      let apart = color &- differenceFromBackground(other)
      if (apart &* apart).wrappedSum() <= most {
        equal += 1
      } else if self.differences[other] > self.differences[pixel] {
        higher += 1
      }
    }
    return equal > higher
  }

  /// The nearby pixel whose color is farthest from the background color in the same direction, among those
  /// that aren't closer to the background.
  private func leastMixedPixel(near pixel: Int, reach: Int) -> Int? {
    let color = differenceFromBackground(pixel)
    var (best, most) = (-1, Int32(differences[pixel]) + 2 + noiseBetweenNeighbors / (isNoisy ? 2 : 1))
    let least = artDepths[pixel] <= 1 ? 1 : artDepths[pixel] + 1
    let (x, y) = (pixel % bitmap.width, pixel / bitmap.width)
    for row in max(y &- reach, 0)...min(y &+ reach, bitmap.height &- 1) {
      for column in max(x &- reach, 0)...min(x &+ reach, bitmap.width &- 1) {
        let other = row &* bitmap.width &+ column
        guard artDepths[other] >= least, Int32(differences[other]) > most,
          mayBeMixture(color, differenceFromBackground(other))
        else {
          continue
        }
        (best, most) = (other, Int32(differences[other]))
      }
    }
    return best < 0 ? nil : best
  }

  /// Whether a color may be a mixture of another color and the background.
  private func mayBeMixture(_ color: SIMD4<Int32>, _ art: SIMD4<Int32>) -> Bool {
    let length = (art &* art).wrappedSum()
    // Small deviations in any direction next to an edge are JPEG artifacts.
    if isNoisy, (color &* color).wrappedSum() &* 4 < length { return true }
    let share = max((color &* art).wrappedSum(), 0)
    let aside = color &- art &* share / SIMD4(repeating: max(length, 1))
    let most = isNoisy ? 10 + 5 * noiseBetweenNeighbors : 10 + 2 * noiseBetweenNeighbors
    return (aside &* aside).wrappedSum() <= 3 * most * most
  }

  /// The color relative to the background.
  @inline(__always)
  private func differenceFromBackground(_ pixel: Int) -> SIMD4<Int32> {
    var color = bitmap.samples(atByte: pixel &* 4) &- background
    color.w = 0
    return color
  }

  @inline(__always)
  private func forEachOfEightNeighbors(of pixel: Int, _ body: (Int) -> Void) {
    let width = bitmap.width
    let x = pixel % width
    let (left, right) = (x > 0 ? pixel &- 1 : pixel, x &+ 1 < width ? pixel &+ 1 : pixel)
    if pixel >= width { for other in left...right { body(other &- width) } }
    if left != pixel { body(left) }
    if right != pixel { body(right) }
    if pixel &+ width < artDepths.count { for other in left...right { body(other &+ width) } }
  }
}
