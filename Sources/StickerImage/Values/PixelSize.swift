/// Width and height in pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// The width in pixels, at least 0.
  public let width: Int
  /// The height in pixels, at least 0.
  public let height: Int

  /// A size in pixels.
  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  /// The larger of width and height.
  public var longerSide: Int { max(width, height) }
  /// The smaller of width and height.
  public var shorterSide: Int { min(width, height) }
  /// Pixels in all; `Int.max` where the product does not fit.
  public var area: Int {
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : product
  }

  /// The size scaled down until it fits into another, and never up. The side that is too long by more
  /// decides; the other follows, rounded down so that both fit, to at least 1 px.
  package func fitted(into box: PixelSize) -> PixelSize {
    width > box.width || height > box.height ? filling(box) : self
  }

  /// The same, scaled up as well until one side is as long as the other's.
  package func filling(_ box: PixelSize) -> PixelSize {
    width * box.height >= height * box.width
      ? PixelSize(box.width, max(height * box.width / width, 1))
      : PixelSize(max(width * box.height / height, 1), box.height)
  }

  /// The size in words: `617 × 299 px`.
  public var description: String { "\(width) × \(height) px" }
}

/// A pixel; the origin is the top left corner of the canvas.
public struct PixelPoint: Hashable, Sendable {
  /// Pixels from the left edge of the canvas.
  public let x: Int
  /// Pixels from the top edge of the canvas.
  public let y: Int

  /// The pixel at (`x`, `y`).
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A rectangle of pixels; the origin is the top left corner of the canvas.
public struct PixelRect: Hashable, Sendable, CustomStringConvertible {
  /// Pixels from the left edge of the canvas.
  public let x: Int
  /// Pixels from the top edge of the canvas.
  public let y: Int
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// A rectangle at (`x`, `y`).
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The smallest rectangle around both; nil where there is none.
  init?(around one: PixelRect?, _ other: PixelRect?) {
    guard let first = one ?? other else { return nil }
    let second = other ?? first
    let (x, y) = (min(first.x, second.x), min(first.y, second.y))
    let right = max(first.x + first.width, second.x + second.width)
    let bottom = max(first.y + first.height, second.y + second.height)
    self.init(x: x, y: y, width: right - x, height: bottom - y)
  }

  /// The rectangle of a whole canvas.
  public init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  /// The rectangle's extent.
  public var size: PixelSize { PixelSize(width, height) }
  /// Whether no pixel lies inside.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
  /// Size and place in words: `40 × 30 px at (8, 0)`.
  public var description: String { "\(size) at (\(x), \(y))" }

  /// What lies in both rectangles; empty where they do not meet.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
    guard right > left, bottom > top else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

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
    self.horizontal = horizontal
    self.vertical = vertical
    self.unit = unit
  }
}

extension PixelSize {
  /// The size of a sticker's variant where this one is that of the @3x canvas, each side at least 1 px.
  ///
  /// - Parameter scale: 1, 2 or 3.
  /// - Returns: `scale` thirds of each side, halves rounded up, at least 1 px.
  /// - Source: Apple's three sticker scales.
  public func variantSize(scale: Int) -> PixelSize {
    func side(_ pixels: Int) -> Int { max(1, (2 * pixels * scale + 3) / 6) }
    return PixelSize(side(width), side(height))
  }
}
