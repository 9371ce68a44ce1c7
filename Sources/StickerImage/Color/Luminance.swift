/// The transfer curve of sRGB, between samples and light in proportion to its energy.
///
/// - Source: IEC 61966-2-1; 0.04045 is the knee, 12.92 the slope below it.
enum SRGBCurve {
  /// Light, 0...1, of each of the 256 samples; never falls.
  static let light = (0...255).map { Float(light(of: Double($0) / 255)) }

  /// The nearest sample for each of 65,536 steps of light: step `s` is light `s / 65535`. A step is a
  /// twentieth of a sample where the curve is flattest, so that the table's own error is below a tenth of a
  /// sample.
  static let samples: [UInt8] = {
    // A sample stands for all light from half a sample below to half a sample above it.
    let thresholds = (0..<255).map { light(of: (Double($0) + 0.5) / 255) }
    var sample = 0
    return (0...65535).map { step in
      while sample < 255, Double(step) / 65535 > thresholds[sample] { sample += 1 }
      return UInt8(sample)
    }
  }()

  /// - Parameter value: a stored value, 0...1.
  private static func light(of value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : portablePower((value + 0.055) / 1.055, 2.4)
  }
}

/// Linear light, 0...1, of an sRGB sample.
@inline(__always)
func linearLight(_ sample: UInt8) -> Float { SRGBCurve.light[Int(sample)] }

/// How bright a color looks beside white.
///
/// - Returns: 0 for black to 1 for white.
/// - Source: WCAG 2.2, definition of relative luminance; the knee of the curve is IEC 61966-2-1's 0.04045,
///   where WCAG's 0.03928 gives the same for all 256 samples.
public func relativeLuminance(red: UInt8, green: UInt8, blue: UInt8) -> Float {
  luminance(of: SIMD4(linearLight(red), linearLight(green), linearLight(blue), 0))
}

/// Relative luminance of linear light: red, green, blue.
@inline(__always)
func luminance(of light: SIMD4<Float>) -> Float {
  0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z
}

/// How much one relative luminance stands out from another: 1 for the same, 21 for white beside black.
///
/// - Source: WCAG 2.2, definition of contrast ratio.
public func contrastRatio(_ one: Float, _ other: Float) -> Float {
  (max(one, other) + 0.05) / (min(one, other) + 0.05)
}
