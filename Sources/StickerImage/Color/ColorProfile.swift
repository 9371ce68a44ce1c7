/// A color space of three curves and three primaries: what nearly every picture carries, and what a PNG's
/// gAMA and cHRM describe.
///
/// Colors are relative to the white of the space, which becomes the white of any other.
public struct ColorProfile: Hashable, Sendable {
  /// The tone curves of red, green and blue.
  let curves: [ToneCurve]
  /// The matrix from linear red, green and blue to XYZ under D50.
  let toXYZ: ColorMatrix

  /// The sRGB space.
  ///
  /// - Source: IEC 61966-2-1.
  public static let sRGB = ColorProfile(curve: .sRGB, rec709)
  /// Display P3: the primaries of digital cinema, D65, the sRGB curve.
  ///
  /// - Source: SMPTE RP 431-2 for the primaries.
  public static let displayP3 = ColorProfile(curve: .sRGB, p3)

  /// The primaries of sRGB with the plain gamma that files give in place of its curve, 1/0.45455.
  ///
  /// - Source: PNG specification, third edition, 11.3.2.5: an encoder that writes sRGB writes gAMA 45455.
  static let plainSRGB = ColorProfile(curve: .gamma(2.2), rec709)
  /// The primaries of Display P3 with a plain gamma, as `plainSRGB` has it.
  static let plainDisplayP3 = ColorProfile(curve: .gamma(2.2), p3)

  private init(curve: ToneCurve, _ toXYZ: ColorMatrix) { self.init([curve, curve, curve], toXYZ) }

  private init(_ curves: [ToneCurve], _ toXYZ: ColorMatrix) {
    self.curves = curves
    self.toXYZ = toXYZ
  }

  /// An ICC profile of the matrix type: RGB, or gray, whose colors are those of an RGB profile with three
  /// like samples.
  ///
  /// - Parameter profile: of version 2 or 4; hostile bytes give nil, never a trap.
  /// - Returns: nil where the profile works by tables, or is for other colors, or has no sense.
  /// - Source: ICC.1:2022, 8.3.3 and 8.4.3 (which tags), F.3 (the arithmetic).
  public init?(profile bytes: [UInt8]) {
    guard let profile = ICCProfile(bytes) else { return nil }
    if profile.colorSpace == "GRAY" {
      guard profile.leadsToXYZ, !profile.hasTables,
        let curve = profile.tag("kTRC").flatMap(ToneCurve.init(tag:))
      else { return nil }
      self.init(curve: curve, rec709)
      return
    }
    guard profile.isMatrixOfRGB, let red = profile.color("rXYZ"), let green = profile.color("gXYZ"),
      let blue = profile.color("bXYZ")
    else { return nil }
    let curves = ["rTRC", "gTRC", "bTRC"].compactMap { profile.tag($0).flatMap(ToneCurve.init(tag:)) }
    guard curves.count == 3 else { return nil }
    self.init(curves, ColorMatrix(red, green, blue))
  }

  /// What a PNG's gAMA and cHRM chunks describe; what one of them leaves open is as in sRGB.
  ///
  /// - Parameter gamma: as stored: × 100 000.
  /// - Returns: nil where neither is there, or their numbers have no sense: decoders then pass them over.
  /// - Source: PNG specification, third edition, 11.3.2.1 (cHRM) and 11.3.2.2 (gAMA).
  public init?(gamma: Int?, chromaticities: Chromaticities?) {
    guard gamma != nil || chromaticities != nil else { return nil }
    var (curve, toXYZ) = (ToneCurve.sRGB, rec709)
    if let gamma {
      let exponent = 100_000 / Double(gamma)
      guard gamma > 0, exponent <= 64 else { return nil }
      curve = .gamma(exponent)
    }
    if let points = chromaticities {
      guard let matrix = ColorMatrix(points) else { return nil }
      toXYZ = matrix
    }
    self.init(curve: curve, toXYZ)
  }

  /// What a PNG's chunks describe, where neither a profile nor a statement above them counts.
  public init?(_ color: ColorFacts) { self.init(gamma: color.gamma, chromaticities: color.chromaticities) }

  /// Light in XYZ under D50 of a color.
  ///
  /// - Parameter samples: red, green and blue, 0...1.
  func light(_ samples: SIMD3<Double>) -> SIMD3<Double> {
    toXYZ
      * SIMD3(curves[0].light(samples.x), curves[1].light(samples.y), curves[2].light(samples.z))
  }
}

extension ColorMatrix {
  /// The primaries of a cHRM chunk; nil where its numbers have no sense.
  fileprivate init?(_ points: Chromaticities) {
    let stored = [points.white, points.red, points.green, points.blue]
    guard stored.allSatisfy({ 0...100_000 ~= $0.x && 1...100_000 ~= $0.y }) else { return nil }
    let all = stored.map { SIMD2(Double($0.x), Double($0.y)) / 100_000 }
    self.init(white: all[0], red: all[1], green: all[2], blue: all[3])
  }
}

/// The white of daylight of 6500 K, as CIE x and y.
private let d65 = SIMD2(0.3127, 0.3290)

/// The primaries of ITU-R BT.709, which sRGB has, to XYZ under D50.
private let rec709 = primaries(SIMD2(0.64, 0.33), SIMD2(0.30, 0.60), SIMD2(0.15, 0.06))

/// The primaries of Display P3 to XYZ under D50.
private let p3 = primaries(SIMD2(0.680, 0.320), SIMD2(0.265, 0.690), SIMD2(0.15, 0.06))

/// Primaries that are known to make a white.
private func primaries(_ red: SIMD2<Double>, _ green: SIMD2<Double>, _ blue: SIMD2<Double>) -> ColorMatrix {
  ColorMatrix(white: d65, red: red, green: green, blue: blue) ?? ColorMatrix(diagonal: whiteOfProfiles)
}
