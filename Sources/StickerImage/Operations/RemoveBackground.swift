extension [Bitmap] {
  /// Removes a flat background from frames, leaving transparency around the art with a soft edge.
  ///
  /// Clears background that is connected to the edge of the canvas. Areas that art encloses stay, and so does
  /// an outline in the background color (`DieCutOutline`). In the few pixels where art and background are
  /// mixed, color and alpha are solved from the matting equation C = aF + (1-a)B. F is the color of the art
  /// further inside. So the result looks the same over the background, and has no halo over other colors.
  ///
  /// - Precondition: All frames have the same size.
  /// - Returns: nil if the background isn't flat (`FlatBackground`), if nothing would be left of a frame, if
  ///   only an outline would be left because it has a gap through which its inside would be cleared, or if
  ///   only the shadow of art in the background color would be left.
  /// - Complexity: O(pixels).
  /// - Source: Smith and Blinn, "Blue Screen Matting", SIGGRAPH 1996.
  public func withoutBackground() -> [Bitmap]? {
    FlatBackground(of: self).flatMap { without($0) }
  }

  /// Removes a background that has already been found, like `withoutBackground()`.
  package func without(_ background: FlatBackground) -> [Bitmap]? {
    var out: [Bitmap] = []
    for frame in self {
      guard let art = BackgroundEdge(frame, background).art() else { return nil }
      out.append(art)
    }
    return out.withoutSpecks()
  }
}

/// The pixels between a background and the art on it.
struct BackgroundEdge {
  private let bitmap: Bitmap
  private let background: SIMD4<Int32>
  private let noise: Int32
  private let isNoisy: Bool
  private let isLeaked: Bool
  private let apart: [UInt8]
  /// A die-cut outline in the background color, which stays, or nil.
  private let outline: DieCutOutline?
  private let shadow: BackgroundShadow
  private let hasTornTint: Bool
  /// 0 for background, then the number of steps from it (over sides), and `beyond` further inside.
  private var depth: [UInt8]
  /// The pixels that may be mixed.
  private var mixed: [Int32] = []

  /// If the area cleared through gaps exceeds what is left by this factor, only an outline is left.
  private static let maxEnclosedRatio = 4
  private static let reach: UInt8 = 5
  private static let beyond: UInt8 = reach + 1

  init(_ bitmap: Bitmap, _ background: FlatBackground) {
    self.bitmap = bitmap
    outline = DieCutOutline(bitmap, background)
    // The noise was only the faint shadow of the outline.
    let background = outline == nil ? background : background.withoutNoise
    self.background = background.samples
    noise = Int32(background.noise)
    isNoisy = background.isNoisy
    let flood = outline?.flood ?? BackgroundFlood(bitmap, on: background)
    let left = flood.isBackground.count { !$0 }
    isLeaked = flood.enclosed() > Self.maxEnclosedRatio * left
    apart = flood.apart
    shadow = outline?.shadow ?? BackgroundShadow(bitmap, background, flood)
    hasTornTint = shadow.alpha.isEmpty && bitmap.hasTornTint(background, flood)
    depth = flood.isBackground.map { $0 ? 0 : Self.beyond }
    for pixel in shadow.alpha.indices where shadow.alpha[pixel] > 0 { depth[pixel] = 0 }
    findDepths()
  }

  /// The remaining art. Nil if nothing is left, if the inside of an outline was cleared through a gap, or if
  /// a shadow would be left without its art.
  func art() -> Bitmap? {
    guard !isLeaked, !hasTornTint else { return nil }
    var out = bitmap
    var isEmpty = true
    for pixel in depth.indices {
      if depth[pixel] == 0 {
        let at = pixel &* 4
        let color = isShadow(pixel) ? shadow.pixel(pixel) : .zero
        for sample in 0..<4 { out.pixels[at &+ sample] = color[sample] }
      } else {
        isEmpty = false
      }
    }
    for pixel in mixed { unmix(Int(pixel), in: &out) }
    outline?.soften(&out, depth, background)
    if isEmpty || !shadow.alpha.isEmpty && out.hasTornShadow(depth, noise: Int(noise)) { return nil }
    return out
  }

  /// Whether the shadow is visible at a pixel. Where it ends, rounding leaves isolated dots.
  private func isShadow(_ pixel: Int) -> Bool {
    let shadow = shadow.alpha
    guard !shadow.isEmpty, shadow[pixel] >= 5 else { return false }
    if shadow[pixel] > 8 { return true }
    var beside = 0
    forNeighbors(of: pixel) { beside += shadow[$0] >= 5 ? 1 : 0 }
    return beside >= 3
  }

  /// Computes the depths layer by layer, inward from the background.
  private mutating func findDepths() {
    let width = bitmap.width
    var layer: [Int32] = []
    for pixel in depth.indices where depth[pixel] == 0 {
      var touches = false
      forNeighbors(of: pixel) { touches = touches || depth[$0] != 0 }
      if touches { layer.append(Int32(truncatingIfNeeded: pixel)) }
    }
    mixed = layer.filter {
      Int32(apart[Int($0)]) > noise && (shadow.alpha.isEmpty || shadow.alpha[Int($0)] == 0)
    }
    for step in 1...Self.reach {
      var next: [Int32] = []
      func enter(_ side: Int) {
        guard depth[side] == Self.beyond, outline?.contains[side] != true else { return }
        depth[side] = step
        next.append(Int32(truncatingIfNeeded: side))
      }
      for pixel in layer.lazy.map({ Int($0) }) {
        let x = pixel % width
        if x > 0 { enter(pixel &- 1) }
        if x &+ 1 < width { enter(pixel &+ 1) }
        if pixel >= width { enter(pixel &- width) }
        if pixel &+ width < depth.count { enter(pixel &+ width) }
      }
      mixed += next
      layer = next
    }
  }

  /// Sets a mixed pixel to the art's color, with the art's share as alpha.
  private func unmix(_ pixel: Int, in out: inout Bitmap) {
    let color = shift(pixel)
    guard let top = crest(from: pixel), top != pixel, depth[top] > 0 else { return }
    let art = shift(top)
    let length = Float((art &* art).wrappedSum())
    let share = Float(max((color &* art).wrappedSum(), 0)) / length
    // Push noise to 0 and 1, so that it doesn't become haze around the art or holes in it.
    let grain = isNoisy ? min(Float(noise) * 1.5 / length.squareRoot(), 0.25) : 0
    let whole = min(max((share - grain) / (1 - 2 * grain), 0), 1)
    let alpha = Float(bitmap.pixels[pixel &* 4 &+ 3])
    let covered = Int32((whole * alpha).rounded(.toNearestOrAwayFromZero))
    guard covered < 250 || isNoisy else { return }
    // Deviations from the line are texture of the art. They are kept but not amplified. In a JPEG they may
    // also be noise, or color that bled over the edge.
    let mean = SIMD4<Int32>((SIMD4<Float>(art) * min(share, 1)).rounded(.toNearestOrAwayFromZero))
    let own = background &+ art &+ (isNoisy ? .zero : color &- mean)
    let at = pixel &* 4
    for channel in 0..<3 { out.pixels[at &+ channel] = covered < 5 ? 0 : UInt8(clamping: own[channel]) }
    out.pixels[at &+ 3] = covered < 5 ? 0 : UInt8(clamping: covered)
  }

  /// Climbs inward from a pixel while the color moves away from the background, up to where it is only art.
  /// Returns nil if the pixel is behind a line of the art, whose far side isn't mixed with the background.
  private func crest(from pixel: Int) -> Int? {
    var place = pixel
    if depth[pixel] > (isNoisy ? 3 : 1) {
      var isBehind = false
      let own = Int32(apart[pixel])
      forNeighbors(of: pixel) {
        isBehind = isBehind || depth[$0] < depth[pixel] && Int32(apart[$0]) > own + 4 + noise
      }
      if isBehind { return nil }
    }
    // In a JPEG the slope is long and has dents. A low pixel next to a high one is part of its slope.
    if isNoisy, let high = steepest(from: pixel, reach: 4), Int(apart[pixel]) * 3 < Int(apart[high]) {
      place = high
    }
    for _ in 0...Self.reach {
      guard !isSolid(place), let next = steepest(from: place, reach: isNoisy ? 2 : 1) else { return place }
      place = next
    }
    return place
  }

  /// Whether the pixels further inside have the same color.
  private func isSolid(_ pixel: Int) -> Bool {
    guard depth[pixel] > 0, depth[pixel] < Self.beyond else { return depth[pixel] == Self.beyond }
    let color = shift(pixel)
    let most = 3 * (4 + noise / 2) * (4 + noise / 2)
    // On a slope, a neighbor may happen to be as high, but more neighbors are higher.
    var (equal, higher) = (0, 0)
    forNeighbors(of: pixel) { other in
      guard depth[other] > depth[pixel] else { return }
      let apart = color &- shift(other)
      if (apart &* apart).wrappedSum() <= most {
        equal += 1
      } else if self.apart[other] > self.apart[pixel] {
        higher += 1
      }
    }
    return equal > higher
  }

  /// The nearby pixel, not closer to the background, whose color is furthest from the background in the same
  /// direction.
  private func steepest(from pixel: Int, reach: Int) -> Int? {
    let color = shift(pixel)
    var (best, most) = (-1, Int32(apart[pixel]) + 2 + noise / (isNoisy ? 2 : 1))
    let least = depth[pixel] <= 1 ? 1 : depth[pixel] + 1
    let (x, y) = (pixel % bitmap.width, pixel / bitmap.width)
    for row in max(y &- reach, 0)...min(y &+ reach, bitmap.height &- 1) {
      for column in max(x &- reach, 0)...min(x &+ reach, bitmap.width &- 1) {
        let other = row &* bitmap.width &+ column
        guard depth[other] >= least, Int32(apart[other]) > most, isOnLine(color, shift(other)) else {
          continue
        }
        (best, most) = (other, Int32(apart[other]))
      }
    }
    return best < 0 ? nil : best
  }

  /// Whether a color may be a mixture of another color with the background.
  private func isOnLine(_ color: SIMD4<Int32>, _ art: SIMD4<Int32>) -> Bool {
    let length = (art &* art).wrappedSum()
    // Small deviations in any direction next to an edge are JPEG artifacts.
    if isNoisy, (color &* color).wrappedSum() &* 4 < length { return true }
    let share = max((color &* art).wrappedSum(), 0)
    let aside = color &- art &* share / SIMD4(repeating: max(length, 1))
    let most = isNoisy ? 10 + 5 * noise : 10 + 2 * noise
    return (aside &* aside).wrappedSum() <= 3 * most * most
  }

  /// The color relative to the background.
  @inline(__always)
  private func shift(_ pixel: Int) -> SIMD4<Int32> {
    var color = bitmap.sample(at: pixel &* 4) &- background
    color.w = 0
    return color
  }

  @inline(__always)
  private func forNeighbors(of pixel: Int, _ body: (Int) -> Void) {
    let width = bitmap.width
    let x = pixel % width
    let (left, right) = (x > 0 ? pixel &- 1 : pixel, x &+ 1 < width ? pixel &+ 1 : pixel)
    if pixel >= width { for other in left...right { body(other &- width) } }
    if left != pixel { body(left) }
    if right != pixel { body(right) }
    if pixel &+ width < depth.count { for other in left...right { body(other &+ width) } }
  }
}
