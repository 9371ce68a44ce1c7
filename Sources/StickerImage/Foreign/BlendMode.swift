/// How a layer is mixed with the layers below it. The raw values are the ones in Aseprite files.
///
/// - Source: W3C, "Compositing and Blending Level 1", sections 9 and 10. `addition`, `subtract` and `divide`
///   aren't in that document. They are the sum, difference and quotient, clamped to 0...1.
enum BlendMode: Int, Hashable, Sendable, CaseIterable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight
  case difference, exclusion, hue, saturation, color, luminosity, addition, subtract, divide

  /// Composites a straight RGBA color over another.
  ///
  /// - Parameter opacity: The opacity of the layer, 0...255.
  func composite(
    _ source: SIMD4<UInt8>, opacity: Int, over backdrop: SIMD4<UInt8>
  ) -> SIMD4<UInt8> {
    if self == .normal { return Self.sourceOver(source, opacity: opacity, backdrop) }
    let (top, below) = (SIMD4<Float>(source) / 255, SIMD4<Float>(backdrop) / 255)
    let (sourceAlpha, backdropAlpha) = (top.w * Float(opacity) / 255, below.w)
    let alpha = sourceAlpha + backdropAlpha * (1 - sourceAlpha)
    guard alpha > 0 else { return SIMD4(0, 0, 0, 0) }
    let (cs, cb) = (SIMD3(top.x, top.y, top.z), SIMD3(below.x, below.y, below.z))
    let mixed = (1 - backdropAlpha) * cs + backdropAlpha * blended(cs, over: cb)
    let color = (sourceAlpha * mixed + backdropAlpha * (1 - sourceAlpha) * cb) / alpha
    let samples = SIMD4(color, alpha).clamped(lowerBound: .zero, upperBound: .one) * 255
    return SIMD4<UInt8>(samples.rounded(.toNearestOrAwayFromZero))
  }

  /// Source-over compositing in integers, rounded to nearest.
  private static func sourceOver(
    _ source: SIMD4<UInt8>, opacity: Int, _ backdrop: SIMD4<UInt8>
  ) -> SIMD4<UInt8> {
    // The weights of both colors, in units of 255 * 255 * 255.
    let weight = Int(source.w) * opacity * 255
    let rest = Int(backdrop.w) * (255 * 255 - Int(source.w) * opacity)
    let sum = weight + rest
    guard sum > 0 else { return SIMD4(0, 0, 0, 0) }
    func sample(_ channel: Int) -> UInt8 {
      UInt8((2 * (Int(source[channel]) * weight + Int(backdrop[channel]) * rest) + sum) / (2 * sum))
    }
    return SIMD4(sample(0), sample(1), sample(2), UInt8((2 * sum + 65025) / 130_050))
  }

  /// The blend function B(Cb, Cs), without alpha. Samples are 0...1.
  private func blended(_ cs: SIMD3<Float>, over cb: SIMD3<Float>) -> SIMD3<Float> {
    switch self {
    case .normal: cs
    case .multiply: cs * cb
    case .screen: cb + cs - cb * cs
    case .overlay: mapPairs(cb, cs, hardLightSample)
    case .darken: pointwiseMin(cs, cb)
    case .lighten: pointwiseMax(cs, cb)
    case .colorDodge: mapPairs(cs, cb) { cs, cb in cb == 0 ? 0 : cs >= 1 ? 1 : min(1, cb / (1 - cs)) }
    case .colorBurn: mapPairs(cs, cb) { cs, cb in cb >= 1 ? 1 : cs <= 0 ? 0 : 1 - min(1, (1 - cb) / cs) }
    case .hardLight: mapPairs(cs, cb, hardLightSample)
    case .softLight: mapPairs(cs, cb, softLightSample)
    case .difference: pointwiseMax(cs, cb) - pointwiseMin(cs, cb)
    case .exclusion: cb + cs - 2 * cb * cs
    case .hue: cs.withSaturation(cb.saturation).withLuminosity(cb.luminosity)
    case .saturation: cb.withSaturation(cs.saturation).withLuminosity(cb.luminosity)
    case .color: cs.withLuminosity(cb.luminosity)
    case .luminosity: cb.withLuminosity(cs.luminosity)
    case .addition: pointwiseMin(cs + cb, .one)
    case .subtract: pointwiseMax(cb - cs, .zero)
    case .divide: mapPairs(cs, cb) { cs, cb in cb == 0 ? 0 : cb >= cs ? 1 : cb / cs }
    }
  }
}

private func mapPairs(
  _ one: SIMD3<Float>, _ other: SIMD3<Float>, _ mix: (Float, Float) -> Float
) -> SIMD3<Float> {
  SIMD3(mix(one.x, other.x), mix(one.y, other.y), mix(one.z, other.z))
}

private func hardLightSample(_ cs: Float, _ cb: Float) -> Float {
  cs <= 0.5 ? cb * 2 * cs : cb + (2 * cs - 1) - cb * (2 * cs - 1)
}

private func softLightSample(_ cs: Float, _ cb: Float) -> Float {
  if cs <= 0.5 { return cb - (1 - 2 * cs) * cb * (1 - cb) }
  let root = cb <= 0.25 ? ((16 * cb - 12) * cb + 4) * cb : cb.squareRoot()
  return cb + (2 * cs - 1) * (root - cb)
}

extension SIMD3<Float> {
  fileprivate var luminosity: Float { 0.3 * x + 0.59 * y + 0.11 * z }
  fileprivate var saturation: Float { self.max() - self.min() }

  fileprivate func withLuminosity(_ wanted: Float) -> SIMD3<Float> {
    var color = self + (wanted - luminosity)
    let (low, high) = (color.min(), color.max())
    if low < 0 { color = wanted + (color - wanted) * wanted / (wanted - low) }
    if high > 1 { color = wanted + (color - wanted) * (1 - wanted) / (high - wanted) }
    return color
  }

  fileprivate func withSaturation(_ wanted: Float) -> SIMD3<Float> {
    let low = self.min()
    let range = self.max() - low
    return range > 0 ? (self - low) * wanted / range : .zero
  }
}
