/// Three columns of three: a linear change of one space of light into another.
struct ColorMatrix: Hashable, Sendable {
  /// Where the matrix takes (1, 0, 0).
  var x: SIMD3<Double>
  /// Where the matrix takes (0, 1, 0).
  var y: SIMD3<Double>
  /// Where the matrix takes (0, 0, 1).
  var z: SIMD3<Double>

  /// A change that scales each of the three.
  init(diagonal: SIMD3<Double>) {
    self.init(SIMD3(diagonal.x, 0, 0), SIMD3(0, diagonal.y, 0), SIMD3(0, 0, diagonal.z))
  }

  /// The matrix that takes the three units to `x`, `y` and `z`.
  init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) { (self.x, self.y, self.z) = (x, y, z) }

  /// Where the matrix takes a color.
  static func * (matrix: ColorMatrix, color: SIMD3<Double>) -> SIMD3<Double> {
    matrix.x * color.x + matrix.y * color.y + matrix.z * color.z
  }

  /// The matrix that applies `right` first, then `left`.
  static func * (left: ColorMatrix, right: ColorMatrix) -> ColorMatrix {
    ColorMatrix(left * right.x, left * right.y, left * right.z)
  }

  /// The way back, by Cramer's rule; nil where there is none: the three lie in one plane.
  var inverse: ColorMatrix? {
    let (a, b, c) = (crossed(y, z), crossed(z, x), crossed(x, y))
    let volume = (x * a).sum()
    guard volume.magnitude > 1e-9, volume.isFinite else { return nil }
    return ColorMatrix(
      SIMD3(a.x, b.x, c.x) / volume, SIMD3(a.y, b.y, c.y) / volume, SIMD3(a.z, b.z, c.z) / volume)
  }
}

private func crossed(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

extension ColorMatrix {
  /// From red, green and blue light to XYZ under D50: three primaries that make white together, and the eye
  /// that has adapted from that white to D50.
  ///
  /// - Parameter white: x and y of the white, y above 0; likewise the primaries.
  /// - Returns: nil where primaries lie on one line, or do not make the white.
  /// - Source: SMPTE RP 177 for the weights of primaries; Bradford's cone response for the adaptation, as
  ///   ICC.1:2022, annex E.
  init?(white: SIMD2<Double>, red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>) {
    let primaries = ColorMatrix(tristimulus(red), tristimulus(green), tristimulus(blue))
    guard let weights = primaries.inverse.map({ $0 * tristimulus(white) }),
      let back = bradford.inverse
    else { return nil }
    let cones = bradford * tristimulus(white)
    guard weights.min() > 0, cones.min() > 0 else { return nil }
    let adaptation = back * ColorMatrix(diagonal: (bradford * whiteOfProfiles) / cones) * bradford
    self = adaptation * primaries * ColorMatrix(diagonal: weights)
  }
}

/// XYZ of a chromaticity, its Y being 1.
private func tristimulus(_ point: SIMD2<Double>) -> SIMD3<Double> {
  SIMD3(point.x / point.y, 1, (1 - point.x - point.y) / point.y)
}

/// D50 as the space that profiles lead to has it.
///
/// - Source: ICC.1:2022, 7.2.16.
let whiteOfProfiles = SIMD3(0.9642, 1, 0.8249)

/// Bradford's cone response.
///
/// - Source: ICC.1:2022, annex E.3.
private let bradford = ColorMatrix(
  SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685), SIMD3(-0.1614, 0.0367, 1.0296))
