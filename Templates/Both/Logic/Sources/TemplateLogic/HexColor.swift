import Foundation

/// A color in web notation: `#RRGGBB`, in sRGB.
public struct HexColor: Equatable, Sendable {
  /// Red, 0...1.
  public let red: Double
  /// Green, 0...1.
  public let green: Double
  /// Blue, 0...1.
  public let blue: Double

  /// Reads `#RRGGBB`. Returns nil for any other text, including an empty string.
  public init?(_ text: String) {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let value = Int(digits, radix: 16)
    else { return nil }
    red = Double(value >> 16 & 0xFF) / 255
    green = Double(value >> 8 & 0xFF) / 255
    blue = Double(value & 0xFF) / 255
  }

  /// Whether black text is easier to read on this color than white text.
  ///
  /// The contrast ratios of WCAG 2 with black and with white are equal at a relative luminance of 0.179.
  public var isLight: Bool {
    let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    return luminance > 0.179
  }
}

/// Converts sRGB to linear light (IEC 61966-2-1).
private func linear(_ sample: Double) -> Double {
  sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
}
