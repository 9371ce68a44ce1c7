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
  /// For each of so many parts of the luminances 0...1, a bit for each background from which nothing in it,
  /// or not everything, stands out by its luminance alone.
  private let groundsByLuminance: [Grounds]

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
    groundsByLuminance = Self.groundsByLuminance(grounds, limits)
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
    guard point.sampledAlpha == 255 else {
      for number in grounds.indices {
        let light = lightOver(grounds[number].color, point)
        var lab: OKLab?
        add(grounds[number], number, light, luminance(of: light), &lab, to: &verdict)
      }
      return verdict
    }
    let light = lights.light(opaque: point)
    let own = luminance(of: light)
    var lab: OKLab?
    var rest = groundsByLuminance[Self.part(of: own)]
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      add(grounds[number], number, light, own, &lab, to: &verdict)
      rest &= rest &- 1
    }
    return verdict
  }

  /// Adds what becomes of a color, by its light, on one background.
  @inline(__always)
  private func add(
    _ ground: Ground, _ number: Int, _ light: SIMD4<Float>, _ own: Float, _ lab: inout OKLab?,
    to verdict: inout Verdict
  ) {
    if limits.separates(own, fromLuminance: ground.luminance) { return }
    if ground.isRed, light.x <= max(light.y, light.z) { return }
    let chroma = squaredChroma(light, ground.lab, &lab)
    if limits.separates(squaredChroma: chroma) { return }
    verdict.hidden |= 1 << Grounds(number)
    let differs =
      ground.strict.separates(own, fromLuminance: ground.luminance)
      || ground.strict.separates(squaredChroma: chroma)
    if !differs { verdict.alike |= 1 << Grounds(number) }
  }

  private static let parts = 256

  /// The part that a luminance lies in.
  @inline(__always)
  private static func part(of luminance: Float) -> Int { min(Int(luminance * Float(parts)), parts - 1) }

  private static func groundsByLuminance(_ grounds: [Ground], _ limits: StandingOut) -> [Grounds] {
    var found = [Grounds](repeating: 0, count: parts)
    for (number, ground) in grounds.enumerated() {
      // Whatever is this much darker or lighter stands out; a part more on either side is for rounding.
      let (darkest, lightest) = (
        (ground.luminance + 0.05) / limits.minContrast - 0.05,
        (ground.luminance + 0.05) * limits.minContrast - 0.05
      )
      let first = max(part(of: max(0, darkest)) - 1, 0)
      let last = min(part(of: min(1, lightest)) + 1, parts - 1)
      for at in first...last { found[at] |= 1 << Grounds(number) }
    }
    return found
  }

  /// Where light has no more red than green, `greenRed` is below 0.05; where it has more than green, but no
  /// more than blue, `blueYellow` is below 0.01. A test looks at all colors.
  private static func isRed(_ lab: OKLab, _ minDistance: Float) -> Bool {
    lab.greenRed >= minDistance + 0.05 && lab.blueYellow >= minDistance + 0.01
  }
}
