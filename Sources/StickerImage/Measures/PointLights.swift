/// The light of points, from a table that is looked up once.
struct PointLights {
  private let table = TransferCurve.sRGB.light

  /// Linear light of a point over a flat background.
  @inline(__always)
  func light(_ point: UInt32, over background: TestBackground) -> SIMD4<Float> {
    point.sampledAlpha == 255 ? light(opaque: point) : lightOver(background, point, 0)
  }

  @inline(__always)
  private func light(opaque point: UInt32) -> SIMD4<Float> {
    SIMD4(table[Int(point.sampledRed)], table[Int(point.sampledGreen)], table[Int(point.sampledBlue)], 0)
  }

  /// A bit for each background from which a point does not stand out by its luminance.
  func hidden(_ point: UInt32, on backgrounds: [TestBackground], _ limits: StandingOut) -> UInt64 {
    var hidden: UInt64 = 0
    let opaque = point.sampledAlpha == 255 ? luminance(of: light(opaque: point)) : nil
    for number in backgrounds.indices {
      let own = opaque ?? luminance(of: lightOver(backgrounds[number], point, 0))
      let standsOut = limits.separates(own, fromLuminance: backgrounds[number].luminances[0])
      if !standsOut { hidden |= 1 << UInt64(number) }
    }
    return hidden
  }
}

extension UInt32 {
  /// Whether a point's alpha is at least 128.
  var isSolid: Bool { self >= 128 << 24 }
}
