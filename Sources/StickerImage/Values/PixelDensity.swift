/// How many pixels go to a length on paper: a PNG's pHYs, a JPEG's JFIF. Screens do not look at it.
public struct PixelDensity: Hashable, Sendable {
  /// The length that pixels are counted for.
  public enum Unit: String, Hashable, Sendable {
    /// No length: the two numbers tell the shape of a pixel only.
    case none
    /// A meter: 2835 pixels to it are 72 dpi.
    case meter
    /// An inch: the numbers are dpi.
    case inch
    /// A centimeter.
    case centimeter
  }
  /// Pixels for each unit from left to right, as stored.
  public let horizontal: Int
  /// Pixels for each unit from top to bottom, as stored.
  public let vertical: Int
  /// The unit.
  public let unit: Unit

  /// A density.
  public init(_ horizontal: Int, _ vertical: Int, per unit: Unit) {
    (self.horizontal, self.vertical, self.unit) = (horizontal, vertical, unit)
  }
}
