/// Reads an ICC profile. Every access is bounds-checked, because profiles come from untrusted files.
struct ICCProfileReader {
  let bytes: [UInt8]

  /// The profile's color space, such as `RGB `, `GRAY` or `CMYK`.
  let colorSpaceSignature: String

  /// Creates a reader for a profile.
  ///
  /// - Returns: nil if the bytes don't have a valid ICC header.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
    colorSpaceSignature = String(latin1: bytes[16..<20])
  }

  /// Whether the profile converts colors with lookup tables or multi-process elements. If it does, its curves
  /// and primaries are ignored.
  var hasLookupTables: Bool {
    ["A2B0", "A2B1", "A2B2", "D2B0", "D2B1", "D2B2", "D2B3"].contains { tag($0) != nil }
  }

  /// Whether the profile defines RGB by three primaries and three curves, without lookup tables.
  var isRGBMatrixProfile: Bool {
    colorSpaceSignature == "RGB " && usesXYZConnectionSpace && !hasLookupTables && tag("rXYZ") != nil
      && tag("gXYZ") != nil
      && tag("bXYZ") != nil
  }

  /// Whether the profile connection space is XYZ (not Lab).
  var usesXYZConnectionSpace: Bool { bytes[20..<24].elementsEqual("XYZ ".utf8) }

  /// The data of a tag, or nil if it is missing or outside the profile.
  func tag(_ name: String) -> ArraySlice<UInt8>? {
    for entry in 0..<min(bytes.big32(at: 128), (bytes.count - 132) / 12) {
      let start = 132 + entry * 12
      guard bytes[start..<start + 4].elementsEqual(name.utf8) else { continue }
      return bytes[...].checkedBytes(at: bytes.big32(at: start + 4), count: bytes.big32(at: start + 8))
    }
    return nil
  }

  /// The value of an `XYZ ` tag: three signed numbers with 16 fractional bits.
  ///
  /// - Source: ICC.1:2022, 10.31.
  func xyzValue(ofTag name: String) -> SIMD3<Double>? {
    guard let data = tag(name), data.prefix(4).elementsEqual("XYZ ".utf8),
      let x = data.checkedFixedPoint(at: 8), let y = data.checkedFixedPoint(at: 12),
      let z = data.checkedFixedPoint(at: 16)
    else { return nil }
    return SIMD3(x, y, z)
  }
}

/// A color space defined by three tone curves and three primaries. Nearly all embedded profiles are of this
/// kind, and the gAMA and cHRM chunks of a PNG describe such a color space.
///
/// Colors are relative to the white point of the space: white in one space becomes white in any other.
public struct ColorProfile: Hashable, Sendable {
  /// The tone curves of red, green and blue.
  let rgbCurves: [ToneCurve]
  /// The matrix from linear red, green and blue to D50 XYZ.
  let toD50XYZ: ColorMatrix

  /// The sRGB space.
  ///
  /// - Source: IEC 61966-2-1.
  public static let sRGB = ColorProfile(curve: .sRGB, rec709ToD50XYZ)
  /// Display P3: the primaries of digital cinema, a D65 white point, and the sRGB curve.
  ///
  /// - Source: SMPTE RP 431-2 for the primaries.
  public static let displayP3 = ColorProfile(curve: .sRGB, displayP3ToD50XYZ)

  /// The primaries of sRGB with a plain gamma of 2.2 (1/0.45455), which some files use instead of the sRGB
  /// curve.
  ///
  /// - Source: PNG specification, third edition, 11.3.2.5: an encoder that writes sRGB writes gAMA 45455.
  static let gamma22SRGB = ColorProfile(curve: .gamma(2.2), rec709ToD50XYZ)
  /// The primaries of Display P3 with the same plain gamma as `gamma22SRGB`.
  static let gamma22DisplayP3 = ColorProfile(curve: .gamma(2.2), displayP3ToD50XYZ)

  private init(curve: ToneCurve, _ toXYZ: ColorMatrix) { self.init([curve, curve, curve], toXYZ) }

  private init(_ curves: [ToneCurve], _ toXYZ: ColorMatrix) {
    self.rgbCurves = curves
    self.toD50XYZ = toXYZ
  }

  /// Creates a color space from a matrix ICC profile, for RGB or gray. Gray is treated as RGB with three
  /// equal samples.
  ///
  /// Returns nil for malformed profiles, and never traps.
  ///
  /// - Parameter bytes: An ICC profile of version 2 or 4.
  /// - Returns: nil if the profile uses lookup tables, is for another color model, or has invalid values.
  /// - Source: ICC.1:2022, 8.3.3 and 8.4.3 (required tags), F.3 (formulas).
  public init?(profile bytes: [UInt8]) {
    guard let profile = ICCProfileReader(bytes) else { return nil }
    if profile.colorSpaceSignature == "GRAY" {
      guard profile.usesXYZConnectionSpace, !profile.hasLookupTables,
        let curve = profile.tag("kTRC").flatMap(ToneCurve.init(tag:))
      else { return nil }
      self.init(curve: curve, rec709ToD50XYZ)
      return
    }
    guard profile.isRGBMatrixProfile, let red = profile.xyzValue(ofTag: "rXYZ"),
      let green = profile.xyzValue(ofTag: "gXYZ"),
      let blue = profile.xyzValue(ofTag: "bXYZ")
    else { return nil }
    let curves = ["rTRC", "gTRC", "bTRC"].compactMap { profile.tag($0).flatMap(ToneCurve.init(tag:)) }
    guard curves.count == 3 else { return nil }
    self.init(curves, ColorMatrix(columns: red, green, blue))
  }

  /// Creates the color space that a PNG's gAMA and cHRM chunks describe. If one of them is missing, its sRGB
  /// values are used.
  ///
  /// - Parameter gamma: The gAMA value as stored (× 100,000).
  /// - Parameter chromaticities: The values of the cHRM chunk.
  /// - Returns: nil if both are missing, or if their values are invalid. Decoders ignore invalid chunks.
  /// - Source: PNG specification, third edition, 11.3.2.1 (cHRM) and 11.3.2.2 (gAMA).
  public init?(gamma: Int?, chromaticities: Chromaticities?) {
    guard gamma != nil || chromaticities != nil else { return nil }
    var (curve, toXYZ) = (ToneCurve.sRGB, rec709ToD50XYZ)
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

  /// Creates the color space that a PNG's gAMA and cHRM chunks describe. Ignores profiles and chunks that
  /// take precedence.
  public init?(_ color: PNGColorSpaceChunks) {
    self.init(gamma: color.storedGamma, chromaticities: color.chromaticities)
  }

  /// Converts a color to D50 XYZ.
  ///
  /// - Parameter samples: Red, green and blue, 0...1.
  func d50XYZ(of samples: SIMD3<Double>) -> SIMD3<Double> {
    toD50XYZ
      * SIMD3(
        rgbCurves[0].linearLight(of: samples.x), rgbCurves[1].linearLight(of: samples.y),
        rgbCurves[2].linearLight(of: samples.z))
  }
}

extension ColorMatrix {
  /// The matrix for the primaries of a cHRM chunk, or nil if its values are invalid.
  fileprivate init?(_ points: Chromaticities) {
    let stored = [points.white, points.red, points.green, points.blue]
    guard stored.allSatisfy({ 0...100_000 ~= $0.x && 1...100_000 ~= $0.y }) else { return nil }
    let all = stored.map { SIMD2(Double($0.x), Double($0.y)) / 100_000 }
    self.init(white: all[0], red: all[1], green: all[2], blue: all[3])
  }
}

/// The D65 white point (daylight at 6500 K), as CIE x and y.
private let d65Chromaticity = SIMD2(0.3127, 0.3290)

/// The matrix to D50 XYZ from the primaries of ITU-R BT.709, which sRGB uses.
private let rec709ToD50XYZ = matrixToD50XYZ(SIMD2(0.64, 0.33), SIMD2(0.30, 0.60), SIMD2(0.15, 0.06))

/// The matrix to D50 XYZ from the primaries of Display P3.
private let displayP3ToD50XYZ = matrixToD50XYZ(SIMD2(0.680, 0.320), SIMD2(0.265, 0.690), SIMD2(0.15, 0.06))

/// The matrix for primaries that are known to be valid.
private func matrixToD50XYZ(_ red: SIMD2<Double>, _ green: SIMD2<Double>, _ blue: SIMD2<Double>)
  -> ColorMatrix
{
  ColorMatrix(white: d65Chromaticity, red: red, green: green, blue: blue)
    ?? ColorMatrix(diagonal: d50WhiteXYZ)
}

/// Maps stored values to linear light in one channel: a curve of an ICC profile, or a plain power function.
enum ToneCurve: Hashable, Sendable {
  /// `y = (a·x + b)^g + e` for `x ≥ d`, and `y = c·x + f` for lower values. Covers plain gammas and all five
  /// parametric types of ICC profiles.
  case power(g: Double, a: Double, b: Double, c: Double, d: Double, e: Double, f: Double)
  /// At least two evenly spaced samples, 0...65535, with linear interpolation.
  case tableOf65535ths([Double])

  /// The sRGB curve.
  ///
  /// - Source: IEC 61966-2-1; 0.04045 is the knee, 12.92 the slope below it.
  static let sRGB = ToneCurve.power(
    g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045, e: 0, f: 0)

  /// Creates a curve that raises values to the power of `g`, which must be above 0 and at most 64.
  static func gamma(_ g: Double) -> Self { .power(g: g, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0) }

  /// The linear light of a stored value, both 0...1.
  func linearLight(of value: Double) -> Double {
    switch self {
    case .power(let g, let a, let b, let c, let d, let e, let f):
      let light = value >= d ? portablePower(max(a * value + b, 0), g) + e : c * value + f
      return min(max(light, 0), 1)
    case .tableOf65535ths(let samples):
      let position = value * Double(samples.count - 1)
      let left = min(Int(position), samples.count - 2)
      let share = position - Double(left)
      return (samples[left] * (1 - share) + samples[left + 1] * share) / 65535
    }
  }
}

extension ToneCurve {
  /// Creates a curve from a tag of a profile. Returns nil for other tags and for invalid values.
  ///
  /// - Source: ICC.1:2022, 10.6 (`curv`) and 10.18 (`para`).
  init?(tag data: ArraySlice<UInt8>) {
    if data.prefix(4).elementsEqual("curv".utf8), let count = data.checkedBig32(at: 8) {
      self.init(curveOf: data, count: count)
    } else if data.prefix(4).elementsEqual("para".utf8), let type = data.checkedBig16(at: 8) {
      self.init(parametersOf: data, type: type)
    } else {
      return nil
    }
  }

  private init?(curveOf data: ArraySlice<UInt8>, count: Int) {
    switch count {
    case 0: self = .gamma(1)
    case 1:
      guard let gamma = data.checkedBig16(at: 12) else { return nil }
      self = .gamma(Double(gamma) / 256)
    default:
      guard count <= (data.count - 12) / 2 else { return nil }
      self = .tableOf65535ths((0..<count).compactMap { data.checkedBig16(at: 12 + 2 * $0).map(Double.init) })
    }
  }

  private init?(parametersOf data: ArraySlice<UInt8>, type: Int) {
    let counts = [1, 3, 4, 5, 7]
    guard type < counts.count else { return nil }
    let values = (0..<counts[type]).compactMap { data.checkedFixedPoint(at: 12 + 4 * $0) }
    guard values.count == counts[type] else { return nil }
    let g = values[0]
    guard g > 0, g <= 64 else { return nil }
    guard type > 0 else {
      self = .gamma(g)
      return
    }
    let (a, b) = (values[1], values[2])
    if type <= 2 {
      guard a > 0 else { return nil }
      let level = type == 2 ? values[3] : 0
      self = .power(g: g, a: a, b: b, c: 0, d: -b / a, e: level, f: level)
    } else {
      let (e, f) = type == 4 ? (values[5], values[6]) : (0, 0)
      self = .power(g: g, a: a, b: b, c: values[3], d: values[4], e: e, f: f)
    }
  }
}

/// A 3 × 3 matrix, stored in columns, that converts between linear color spaces.
struct ColorMatrix: Hashable, Sendable {
  /// The first column: the result for (1, 0, 0).
  var firstColumn: SIMD3<Double>
  /// The second column: the result for (0, 1, 0).
  var secondColumn: SIMD3<Double>
  /// The third column: the result for (0, 0, 1).
  var thirdColumn: SIMD3<Double>

  /// Creates a matrix that scales each component.
  init(diagonal: SIMD3<Double>) {
    self.init(columns: SIMD3(diagonal.x, 0, 0), SIMD3(0, diagonal.y, 0), SIMD3(0, 0, diagonal.z))
  }

  /// Creates a matrix from its columns.
  init(columns x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
    (self.firstColumn, self.secondColumn, self.thirdColumn) = (x, y, z)
  }

  /// Applies the matrix to a color.
  static func * (matrix: ColorMatrix, color: SIMD3<Double>) -> SIMD3<Double> {
    matrix.firstColumn * color.x + matrix.secondColumn * color.y + matrix.thirdColumn * color.z
  }

  /// The matrix that applies `right` first, then `left`.
  static func * (left: ColorMatrix, right: ColorMatrix) -> ColorMatrix {
    ColorMatrix(columns: left * right.firstColumn, left * right.secondColumn, left * right.thirdColumn)
  }

  /// The inverse by Cramer's rule, or nil if the matrix is singular.
  var inverse: ColorMatrix? {
    let (a, b, c) = (
      crossProduct(secondColumn, thirdColumn), crossProduct(thirdColumn, firstColumn),
      crossProduct(firstColumn, secondColumn)
    )
    let volume = (firstColumn * a).sum()
    guard volume.magnitude > 1e-9, volume.isFinite else { return nil }
    return ColorMatrix(
      columns: SIMD3(a.x, b.x, c.x) / volume, SIMD3(a.y, b.y, c.y) / volume, SIMD3(a.z, b.z, c.z) / volume)
  }
}

private func crossProduct(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

extension ColorMatrix {
  /// Creates the matrix that converts linear red, green and blue to D50 XYZ, with chromatic adaptation from
  /// the white point to D50.
  ///
  /// - Parameter white: CIE x and y of the white point, with y above 0. The primaries have the same form.
  /// - Returns: nil if the primaries lie on one line, or can't produce the white point.
  /// - Source: SMPTE RP 177 for the weights of primaries; Bradford's cone response for the adaptation, as in
  ///   ICC.1:2022, annex E.
  init?(white: SIMD2<Double>, red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>) {
    let primaries = ColorMatrix(columns: tristimulus(red), tristimulus(green), tristimulus(blue))
    guard let weights = primaries.inverse.map({ $0 * tristimulus(white) }),
      let back = bradford.inverse
    else { return nil }
    let cones = bradford * tristimulus(white)
    guard weights.min() > 0, cones.min() > 0 else { return nil }
    let adaptation = back * ColorMatrix(diagonal: (bradford * d50WhiteXYZ) / cones) * bradford
    self = adaptation * primaries * ColorMatrix(diagonal: weights)
  }
}

/// The XYZ values of a chromaticity at Y = 1.
private func tristimulus(_ point: SIMD2<Double>) -> SIMD3<Double> {
  SIMD3(point.x / point.y, 1, (1 - point.x - point.y) / point.y)
}

/// D50, the white point of the profile connection space.
///
/// - Source: ICC.1:2022, 7.2.16.
let d50WhiteXYZ = SIMD3(0.9642, 1, 0.8249)

/// Bradford's cone response matrix.
///
/// - Source: ICC.1:2022, annex E.3.
private let bradford = ColorMatrix(
  columns: SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685), SIMD3(-0.1614, 0.0367, 1.0296))
