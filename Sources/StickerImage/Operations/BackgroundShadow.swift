/// The soft shadow that art throws on its background: where that gets darker little by little.
struct BackgroundShadow {
  /// The alpha of the shadow at each pixel, 0 without shadow. Empty
  /// if there is no shadow at all.
  private(set) var alpha: [UInt8] = []
  /// The color of the shadow.
  let tint: ShadowTint

  /// Darker than this it is no shadow but art: the share of the background's light that is left.
  private static let leastLight: Float = 0.25
  /// A pixel is at most so much darker than its neighbor; edges of art are steeper.
  static let mostStep: UInt = 12
  /// On a background darker than this no shadow can be told from noise.
  private static let leastBackground: Int32 = 64

  /// Looks for a shadow beside what was flooded. It has the background's hue and slopes; light gray art,
  /// which may be as dark, is flat.
  ///
  /// - Parameter tint: the color of the shadow.
  /// - Parameter outline: the pixels of a die-cut outline, where the shadow ends; empty without one.
  /// - Parameter isSloping: whether the caller has checked already that the shadow slopes.
  init(
    _ bitmap: Bitmap, _ background: FlatBackground, _ flood: BackgroundFlood, tint: ShadowTint = .black,
    of outline: [Bool] = [], isSloping: Bool = false
  ) {
    self.tint = tint
    let color = background.samples
    guard (color &* color).wrappedSum() >= 3 * Self.leastBackground * Self.leastBackground else { return }
    var open: [Int32] = []
    var alpha = [UInt8](repeating: 0, count: flood.apart.count)
    let width = bitmap.width
    func enter(_ pixel: Int, beside other: Int) {
      guard !flood.isBackground[pixel], alpha[pixel] == 0, outline.isEmpty || !outline[pixel] else { return }
      let step = Int(flood.apart[pixel]) &- Int(flood.apart[other])
      // The shadow ends abruptly at its outline.
      guard step.magnitude <= Self.mostStep || step < 0 && !outline.isEmpty,
        let shade = Self.shade(bitmap.sample(at: pixel &* 4), color, tint, Float(3 + background.noise))
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
    guard isSloping || Self.slopes(alpha, width, background.noise) else { return }
    self.alpha = alpha
    fadeOut(bitmap, background, flood)
  }

  /// Red, green, blue and alpha of the shadow at a pixel.
  func pixel(_ pixel: Int) -> SIMD4<UInt8> {
    var color = SIMD4<UInt8>(tint.color.rounded(.toNearestOrAwayFromZero))
    color.w = alpha[pixel]
    return color
  }

  /// Goes on into what is so faint that it was flooded, as far as it stands out from noise.
  private mutating func fadeOut(
    _ bitmap: Bitmap, _ background: FlatBackground, _ flood: BackgroundFlood
  ) {
    let (width, color) = (bitmap.width, background.samples)
    var open = alpha.indices.filter { alpha[$0] > 0 }
    while let pixel = open.popLast() {
      let x = pixel % width
      let sides = [
        x > 0 ? pixel - 1 : pixel, x + 1 < width ? pixel + 1 : pixel, pixel - width, pixel + width,
      ]
      for side in sides where alpha.indices.contains(side) && alpha[side] == 0 {
        guard flood.isBackground[side], Int(flood.apart[side]) > background.noise,
          let shade = Self.shade(bitmap.sample(at: side * 4), color, tint, Float(3 + background.noise))
        else { continue }
        alpha[side] = shade
        open.append(side)
      }
    }
  }

  /// The alpha of the tint over the background that gives a color, or nil if the hue differs or it is too
  /// dark.
  private static func shade(
    _ color: SIMD4<Int32>, _ background: SIMD4<Int32>, _ tint: ShadowTint, _ tolerance: Float
  ) -> UInt8? {
    var (seen, below) = (SIMD4<Float>(color), SIMD4<Float>(background))
    guard seen.w == 255 else { return nil }
    (seen.w, below.w) = (0, 0)
    let all = below - tint.color
    let light = ((seen - tint.color) * all).sum() / (all * all).sum()
    let aside = seen - tint.color - all * light
    guard light >= leastLight, light < 1, (aside * aside).sum() <= 3 * tolerance * tolerance else {
      return nil
    }
    return UInt8(max(1, ((1 - light) * 255).rounded(.toNearestOrAwayFromZero)))
  }

  /// Whether most of it differs from what lies some pixels further, to the right or below.
  private static func slopes(_ alpha: [UInt8], _ width: Int, _ noise: Int) -> Bool {
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
