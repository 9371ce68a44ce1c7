/// How many pixels go to a length on paper: a PNG's pHYs, a JPEG's JFIF. Screens do not look at it.
public struct PixelDensity: Hashable, Sendable {
  /// The length that pixels are counted for.
  public enum Unit: String, Hashable, Sendable {
    /// None: the two numbers tell the shape of a pixel only.
    case none
    /// 2835 are 72 dpi.
    case meter
    /// Dpi.
    case inch
    /// Centimeter.
    case centimeter
  }
  /// Pixels for each unit, as stored.
  public let horizontal: Int
  /// Pixels for each unit, as stored.
  public let vertical: Int
  /// The unit.
  public let unit: Unit

  /// A density.
  public init(_ horizontal: Int, _ vertical: Int, per unit: Unit) {
    (self.horizontal, self.vertical, self.unit) = (horizontal, vertical, unit)
  }
}
