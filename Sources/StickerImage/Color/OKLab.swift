/// A color in OKLab, a color space in which colors at equal distances look about equally different.
///
/// - Source: Björn Ottosson, "A perceptual color space for image processing" (2020), with the matrices of
///   2021-01-25.
public struct OKLab: Hashable, Sendable {
  /// Lightness (0...1), then green to red and blue to yellow (each about -0.4...0.4). The fourth lane is 0.
  let lanes: SIMD4<Float>

  /// The lightness, from 0 (black) to 1 (white).
  public var lightness: Float { lanes.x }
  /// The green–red axis: negative values are green, positive values are red. About -0.4...0.4.
  public var greenRed: Float { lanes.y }
  /// The blue–yellow axis: negative values are blue, positive values are yellow. About -0.4...0.4.
  public var blueYellow: Float { lanes.z }

  /// Converts an sRGB color.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.init(
      light: SIMD4(
        linearLight(ofSRGBSample: red), linearLight(ofSRGBSample: green), linearLight(ofSRGBSample: blue), 0))
  }

  /// Converts linear light: red, green and blue, each 0...1. Ignores the fourth lane.
  init(light: SIMD4<Float>) {
    let cones =
      light.x * coneResponsesFromLinearRed + light.y * coneResponsesFromLinearGreen + light.z
      * coneResponsesFromLinearBlue
    let roots = cubeRoots(cones)
    lanes = roots.x * labOfLongCone + roots.y * labOfMediumCone + roots.z * labOfShortCone
  }

  /// The Euclidean distance. The distance between black and white is 1.
  public func distance(to other: OKLab) -> Float { squaredDistance(to: other).squareRoot() }

  @inline(__always)
  func squaredDistance(to other: OKLab) -> Float {
    let apart = lanes - other.lanes
    let squares = apart * apart
    return squares.x + squares.y + squares.z
  }
}

// Columns of the two matrices: linear sRGB to cone responses, and their cube roots to OKLab. They are
// computed properties, because every access to a stored global checks whether it is initialized.
private var coneResponsesFromLinearRed: SIMD4<Float> { SIMD4(0.4122214708, 0.2119034982, 0.0883024619, 0) }
private var coneResponsesFromLinearGreen: SIMD4<Float> { SIMD4(0.5363325363, 0.6806995451, 0.2817188376, 0) }
private var coneResponsesFromLinearBlue: SIMD4<Float> { SIMD4(0.0514459929, 0.1073969566, 0.6299787005, 0) }
private var labOfLongCone: SIMD4<Float> { SIMD4(0.2104542553, 1.9779984951, 0.0259040371, 0) }
private var labOfMediumCone: SIMD4<Float> { SIMD4(0.7936177850, -2.4285922050, 0.7827717662, 0) }
private var labOfShortCone: SIMD4<Float> { SIMD4(-0.0040720468, 0.4505937099, -0.8086757660, 0) }

/// Cube roots of numbers 0...1, computed with basic arithmetic only, so that the results are bit-identical on
/// all machines.
///
/// - Returns: The roots, with a relative error of about 10^-6. Exactly 0 for 0.
@inline(__always)
private func cubeRoots(_ numbers: SIMD4<Float>) -> SIMD4<Float> {
  // Dividing the bits by 3 divides the exponent by 3, which gives a guess that is accurate to within 6%. The
  // constant restores the bias.
  func guess(_ number: Float) -> Float { Float(bitPattern: number.bitPattern / 3 &+ 709_921_077) }
  var root = SIMD4(guess(numbers.x), guess(numbers.y), guess(numbers.z), 1)
  let third = SIMD4<Float>(repeating: 1 / 3)
  for _ in 0..<3 { root = (root + root + numbers / (root * root)) * third }  // Newton's method
  return root.replacing(with: 0, where: numbers .<= SIMD4(repeating: 1e-12))
}

/// How much the colors of a profile differ from sRGB (which software assumes if there is no profile) and from
/// Display P3.
public struct ColorProfileSampleDifferences: Hashable, Sendable {
  /// The largest change of a sample (0...255) if the colors were treated as sRGB.
  public let maxDifferenceFromSRGB: Int
  /// The largest change of a sample (0...255) if the colors were treated as Display P3.
  public let maxDifferenceFromDisplayP3: Int

  /// Compares a grid of colors over the whole RGB cube with the same colors in sRGB and Display P3.
  ///
  /// A space with the primaries of sRGB or Display P3 and a plain gamma of 2.2 counts as that space. Its
  /// samples differ by at most 9 from those of the sRGB curve, near black.
  public init(_ profile: ColorProfile) {
    let levels = comparedSampleLevels.map { Double($0) / 255 }
    let light = profile.rgbCurves.map { curve in levels.map(curve.linearLight) }
    self.init { red, green, blue in
      profile.toD50XYZ * SIMD3(light[0][red], light[1][green], light[2][blue])
    }
  }

  /// - Parameter light: The D50 XYZ of a color, given by three indices into `comparedSampleLevels`.
  init(d50XYZOfLevels light: (Int, Int, Int) -> SIMD3<Double>) {
    let colors = comparedSampleLevels.indices.flatMap { red in
      comparedSampleLevels.indices.flatMap { green in
        comparedSampleLevels.indices.map { blue in
          (levels: SIMD3(red, green, blue), light: light(red, green, blue))
        }
      }
    }
    func least(_ spaces: ColorProfile...) -> Int {
      spaces.lazy.map { largestSampleChange(of: colors, in: $0) }.min() ?? 255
    }
    maxDifferenceFromSRGB = least(.sRGB, .gamma22SRGB)
    maxDifferenceFromDisplayP3 = least(.displayP3, .gamma22DisplayP3)
  }

  /// The smaller of the two differences.
  public var smallerDifference: Int { min(maxDifferenceFromSRGB, maxDifferenceFromDisplayP3) }
}

/// The samples whose combinations are compared: even steps, plus one near black, where curves differ most.
let comparedSampleLevels = [0, 16, 32, 64, 96, 128, 160, 192, 224, 255]

/// The largest difference between colors and the colors that the same samples have in `space`. Both are
/// compared as sRGB samples, because near black, the sRGB curve is close to perception, whereas a plain gamma
/// would exaggerate invisible differences.
private func largestSampleChange(
  of colors: [(levels: SIMD3<Int>, light: SIMD3<Double>)], in space: ColorProfile
) -> Int {
  guard let back = space.toD50XYZ.inverse else { return 255 }
  let table = SRGBCurve.sampleBy16BitLight
  func sRGBSample(ofLight light: Double) -> Int { Int(table[Int((min(max(light, 0), 1) * 65535).rounded())]) }
  let expected = comparedSampleLevels.map {
    sRGBSample(ofLight: space.rgbCurves[0].linearLight(of: Double($0) / 255))
  }
  return colors.reduce(0) { most, color in
    let light = back * color.light
    let change =
      SIMD3(sRGBSample(ofLight: light.x), sRGBSample(ofLight: light.y), sRGBSample(ofLight: light.z))
      &- SIMD3(expected[color.levels.x], expected[color.levels.y], expected[color.levels.z])
    return max(most, change.max(), -change.min())
  }
}
