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
