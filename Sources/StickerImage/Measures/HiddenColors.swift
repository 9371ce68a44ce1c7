/// Which solid points of a frame cannot be told from which backgrounds; each color is looked at once.
struct HiddenColors {
  /// A bit for each background, the first the lowest.
  typealias Grounds = UInt16

  /// Points that do not stand out from a background.
  private(set) var hidden: [PixelMask]
  /// Those of them that lie even nearer to it than what touches something else may.
  private(set) var alike: [PixelMask]
  private let grounds: [Ground]
  private let limits: StandingOut

  /// A background, as colors are compared with it: nothing that is counted, for it is read for each color.
  private struct Ground {
    /// 0xRRGGBB.
    let color: UInt32
    let luminance: Float
    let lab: OKLab
    let strict: StandingOut
    /// Whether only colors with more red than green and blue are near enough in hue.
    let isRed: Bool
  }

  /// What became of a color.
  private struct Verdict {
    var point: UInt32 = 0  // a solid point is never 0
    var hidden: Grounds = 0
    var alike: Grounds = 0
  }

  /// Art comes back to its colors: the last of each of so many kinds is remembered.
  private static let kinds = 2048

  /// - Parameter backgrounds: flat ones, at most 16, each with what is asked of points that touch something
  ///   else: never more than `limits`.
  init(
    _ shape: ArtShape, on backgrounds: [(background: TestBackground, strict: StandingOut)],
    _ limits: StandingOut
  ) {
    grounds = backgrounds.map {
      Ground(
        color: $0.background.color(ofCell: 0), luminance: $0.background.luminances[0],
        lab: $0.background.labs[0],
        strict: $0.strict, isRed: Self.isRed($0.background.labs[0], limits.minDistance))
    }
    self.limits = limits
    hidden = backgrounds.map { _ in PixelMask(shape.solid.size) }
    alike = hidden
    look(at: shape.runs)
  }

  private mutating func look(at runs: [ArtShape.ColorRun]) {
    let lights = PointLights()
    var known = [Verdict](repeating: Verdict(), count: Self.kinds)
    for run in runs {
      let kind = Int((run.point &* 0x9E37_79B1) >> 21)
      if known[kind].point != run.point { known[kind] = verdict(run.point, lights) }
      var (rest, near) = (known[kind].hidden, known[kind].alike)
      while rest != 0 {
        let number = rest.trailingZeroBitCount
        hidden[number].words[Int(run.word)] |= run.bits
        rest &= rest &- 1
      }
      while near != 0 {
        alike[near.trailingZeroBitCount].words[Int(run.word)] |= run.bits
        near &= near &- 1
      }
    }
  }

  private func verdict(_ point: UInt32, _ lights: PointLights) -> Verdict {
    var verdict = Verdict(point: point)
    let isOpaque = point.sampledAlpha == 255
    var light = lights.light(opaque: point)
    var own = luminance(of: light)
    var lab: OKLab?
    for number in grounds.indices {
      let ground = grounds[number]
      if !isOpaque {
        light = lightOver(ground.color, point)
        (own, lab) = (luminance(of: light), nil)
      }
      if limits.separates(own, fromLuminance: ground.luminance) { continue }
      if ground.isRed, light.x <= max(light.y, light.z) { continue }
      let chroma = squaredChroma(light, ground.lab, &lab)
      if limits.separates(squaredChroma: chroma) { continue }
      verdict.hidden |= 1 << Grounds(number)
      let differs =
        ground.strict.separates(own, fromLuminance: ground.luminance)
        || ground.strict.separates(squaredChroma: chroma)
      if !differs { verdict.alike |= 1 << Grounds(number) }
    }
    return verdict
  }

  /// Where light has no more red than green, `greenRed` is below 0.05; where it has more than green, but no
  /// more than blue, `blueYellow` is below 0.01. A test looks at all colors.
  private static func isRed(_ lab: OKLab, _ minDistance: Float) -> Bool {
    lab.greenRed >= minDistance + 0.05 && lab.blueYellow >= minDistance + 0.01
  }
}
