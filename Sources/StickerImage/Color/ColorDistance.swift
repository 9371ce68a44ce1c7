/// How far colors lie from where a picture without any profile would show them, and from Display P3.
public struct ColorDistance: Hashable, Sendable {
  /// Largest change of a sample, 0...255, where the profile is taken for sRGB.
  public let sRGB: Int
  /// Largest change of a sample, 0...255, where it is taken for Display P3.
  public let displayP3: Int

  /// Compares colors all over the cube, from black to white, with where the two spaces have them.
  ///
  /// A space with the plain gamma of 2.2 that stands in for the sRGB curve counts as the space itself: with
  /// the same primaries no color is further away than the curves are, which is 8 samples near black.
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
          (samples: SIMD3(colorLevels[red], colorLevels[green], colorLevels[blue]), light(red, green, blue))
        }
      }
    }
    func least(_ spaces: ColorProfile...) -> Int {
      spaces.lazy.map { largestChange(of: colors, in: $0) }.min() ?? 255
    }
    sRGB = least(.sRGB, .plainSRGB)
    displayP3 = least(.displayP3, .plainDisplayP3)
  }

  /// The lesser of both.
  public var least: Int { min(sRGB, displayP3) }
}

/// Samples whose combinations are compared: even steps and one near black, where curves differ most.
let colorLevels = [0, 16, 32, 64, 96, 128, 160, 192, 224, 255]

/// The largest difference between colors and the samples that a space has for their light.
private func largestChange(
  of colors: [(samples: SIMD3<Int>, light: SIMD3<Double>)], in space: ColorProfile
) -> Int {
  guard let back = space.toXYZ.inverse else { return 255 }
  let table = space.curves[0] == .sRGB ? TransferCurve.sRGB.samples : plainCurve.samples
  return colors.reduce(0) { most, color in
    let steps = ((back * color.light) * 65535).rounded(.toNearestOrEven).clamped(
      lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 65535))
    let there = SIMD3(
      Int(table[Int(steps.x)]), Int(table[Int(steps.y)]), Int(table[Int(steps.z)]))
    let change = there &- color.samples
    return max(most, change.max(), -change.min())
  }
}

/// The plain gamma of 2.2.
private let plainCurve = TransferCurve { realPower($0, 2.2) }
