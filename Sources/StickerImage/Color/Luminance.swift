/// The sRGB transfer curve between samples and linear light.
///
/// - Source: IEC 61966-2-1; 0.04045 is the knee, 12.92 the slope below it.
enum SRGBCurve {
  /// The linear light (0...1) of each of the 256 samples, in ascending order.
  static let lightBySample = (0...255).map { Float(light(of: Double($0) / 255)) }

  /// The nearest sample for each of 65,536 levels of light, where level `s` is light `s / 65535`. Near black,
  /// where the curve is flattest, one level is a twentieth of a sample, so the error of the table itself is
  /// below a tenth of a sample.
  static let sampleBy16BitLight: [UInt8] = {
    // A sample covers all light from half a sample below it to half a sample above it.
    let thresholds = (0..<255).map { light(of: (Double($0) + 0.5) / 255) }
    var sample = 0
    return (0...65535).map { step in
      while sample < 255, Double(step) / 65535 > thresholds[sample] { sample += 1 }
      return UInt8(sample)
    }
  }()

  /// - Parameter value: A stored value, 0...1.
  private static func light(of value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : portablePower((value + 0.055) / 1.055, 2.4)
  }
}

/// The linear light (0...1) of an sRGB sample.
@inline(__always)
func linearLight(ofSRGBSample sample: UInt8) -> Float { SRGBCurve.lightBySample[Int(sample)] }

/// The relative luminance of an sRGB color.
///
/// - Returns: 0 for black to 1 for white.
/// - Source: WCAG 2.2, definition of relative luminance. The knee of the curve is 0.04045 from IEC 61966-2-1.
///   WCAG's 0.03928 gives the same results for all 256 samples.
public func relativeLuminance(red: UInt8, green: UInt8, blue: UInt8) -> Float {
  luminance(
    of: SIMD4(
      linearLight(ofSRGBSample: red), linearLight(ofSRGBSample: green), linearLight(ofSRGBSample: blue), 0))
}

/// The relative luminance of linear red, green and blue.
@inline(__always)
func luminance(of light: SIMD4<Float>) -> Float {
  0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z
}

/// The contrast ratio of two relative luminances: 1 for equal ones, 21 for white and black.
///
/// - Source: WCAG 2.2, definition of contrast ratio.
public func contrastRatio(_ one: Float, _ other: Float) -> Float {
  (max(one, other) + 0.05) / (min(one, other) + 0.05)
}
