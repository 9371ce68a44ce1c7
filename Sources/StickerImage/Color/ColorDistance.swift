/// How far colors lie from where a picture without any profile would show them, and from Display P3.
public struct ColorDistance: Hashable, Sendable {
  /// Largest change of a sample, 0...255, where the profile is taken for sRGB.
  public let sRGB: Int
  /// Largest change of a sample, 0...255, where it is taken for Display P3.
  public let displayP3: Int

  /// Compares colors all over the cube, from black to white, with where the two spaces have them.
  ///
  /// A space with the plain gamma of 2.2 that stands in for the sRGB curve counts as the space itself: of the
  /// same primaries colors differ by 9 samples near black at most.
  public init(_ profile: ColorProfile) {
    let levels = colorLevels.map { Double($0) / 255 }
    let light = profile.curves.map { curve in levels.map(curve.light) }
    self.init { red, green, blue in
      profile.toXYZ * SIMD3(light[0][red], light[1][green], light[2][blue])
    }
  }

  /// - Parameter light: of three numbers of `colorLevels`, in XYZ under D50.
  init(_ light: (Int, Int, Int) -> SIMD3<Double>) {
    let colors = colorLevels.indices.flatMap { red in
      colorLevels.indices.flatMap { green in
        colorLevels.indices.map { blue in
          (levels: SIMD3(red, green, blue), light: light(red, green, blue))
        }
      }
    }
    func least(_ spaces: ColorProfile...) -> Int {
      spaces.lazy.map { largestChange(of: colors, in: $0) }.min() ?? 255
    }
    sRGB = least(.sRGB, .plainSRGB)
    displayP3 = least(.displayP3, .plainDisplayP3)
  }

  /// The lesser of both distances.
  public var least: Int { min(sRGB, displayP3) }
}

/// Samples whose combinations are compared: even steps and one near black, where curves differ most.
let colorLevels = [0, 16, 32, 64, 96, 128, 160, 192, 224, 255]

/// The largest difference between colors and what a space makes of their samples, both as sRGB samples would
/// show them: its curve is the eye's near black, where a plain gamma makes samples of what nobody sees.
private func largestChange(
  of colors: [(levels: SIMD3<Int>, light: SIMD3<Double>)], in space: ColorProfile
) -> Int {
  guard let back = space.toXYZ.inverse else { return 255 }
  let table = SRGBCurve.samples
  func shown(_ light: Double) -> Int { Int(table[Int((min(max(light, 0), 1) * 65535).rounded())]) }
  let expected = colorLevels.map { shown(space.curves[0].light(Double($0) / 255)) }
  return colors.reduce(0) { most, color in
    let light = back * color.light
    let change =
      SIMD3(shown(light.x), shown(light.y), shown(light.z))
      &- SIMD3(expected[color.levels.x], expected[color.levels.y], expected[color.levels.z])
    return max(most, change.max(), -change.min())
  }
}
