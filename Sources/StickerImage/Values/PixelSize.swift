/// Dimensions in pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// The width in pixels, at least 0.
  public let width: Int
  /// The height in pixels, at least 0.
  public let height: Int

  /// Creates dimensions in pixels.
  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  /// The larger of width and height.
  public var longerSide: Int { max(width, height) }
  /// The smaller of width and height.
  public var shorterSide: Int { min(width, height) }
  /// The number of pixels, or `Int.max` on overflow.
  public var area: Int {
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : product
  }

  /// Returns the dimensions scaled down (never up) to fit inside `box`. If they are scaled, one side equals
  /// that side of the box. The other side is rounded down so that it fits, but is at least 1 px.
  package func scaledDown(toFit box: PixelSize) -> PixelSize {
    width > box.width || height > box.height ? scaled(toFit: box) : self
  }

  /// Returns the dimensions scaled up or down to fit inside `box`. At least one side equals that side of the
  /// box.
  package func scaled(toFit box: PixelSize) -> PixelSize {
    width * box.height >= height * box.width
      ? PixelSize(box.width, max(height * box.width / width, 1))
      : PixelSize(max(width * box.height / height, 1), box.height)
  }

  /// The dimensions in words, such as `617 × 299 px`.
  public var description: String { "\(width) × \(height) px" }
}

/// The position of a pixel. The origin is the top-left corner of the canvas.
public struct PixelPoint: Hashable, Sendable {
  /// The distance from the left edge of the canvas in pixels.
  public let x: Int
  /// The distance from the top edge of the canvas in pixels.
  public let y: Int

  /// Creates a position.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A rectangle of pixels. The origin is the top-left corner of the canvas.
public struct PixelRect: Hashable, Sendable, CustomStringConvertible {
  /// The distance from the left edge of the canvas in pixels. May be negative.
  public let x: Int
  /// The distance from the top edge of the canvas in pixels. May be negative.
  public let y: Int
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// Creates a rectangle.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates the smallest rectangle that contains two others. Returns nil if both are nil.
  init?(around one: PixelRect?, _ other: PixelRect?) {
    guard let first = one ?? other else { return nil }
    let second = other ?? first
    let (x, y) = (min(first.x, second.x), min(first.y, second.y))
    let right = max(first.x + first.width, second.x + second.width)
    let bottom = max(first.y + first.height, second.y + second.height)
    self.init(x: x, y: y, width: right - x, height: bottom - y)
  }

  /// Creates the rectangle of a whole canvas.
  public init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  /// The dimensions of the rectangle.
  public var size: PixelSize { PixelSize(width, height) }
  /// Whether the rectangle contains no pixels.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
  /// The dimensions and position in words, such as `40 × 30 px at (8, 0)`.
  public var description: String { "\(size) at (\(x), \(y))" }

  /// The intersection of two rectangles, which is empty if they don't overlap.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
    guard right > left, bottom > top else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// The pixel density in print, from a PNG's pHYs chunk or a JPEG's JFIF segment. Irrelevant on screens.
public struct PixelDensity: Hashable, Sendable {
  /// The unit of length of a density.
  public enum Unit: String, Hashable, Sendable {
    /// No unit. The two numbers give only the pixel aspect ratio.
    case none
    /// Pixels per meter. 2835 is 72 dpi.
    case meter
    /// Pixels per inch (dpi).
    case inch
    /// Pixels per centimeter.
    case centimeter
  }
  /// The number of pixels per unit horizontally, as stored.
  public let horizontal: Int
  /// The number of pixels per unit vertically, as stored.
  public let vertical: Int
  /// The unit of both numbers.
  public let unit: Unit

  /// Creates a density.
  public init(_ horizontal: Int, _ vertical: Int, per unit: Unit) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.unit = unit
  }
}

extension PixelSize {
  /// The dimensions of a sticker's variant, if these are the dimensions of the @3x canvas.
  ///
  /// - Parameter scale: 1, 2 or 3.
  /// - Returns: `scale` thirds of each side, rounded half up, at least 1 px.
  /// - Source: Apple's three sticker scales.
  public func variantSize(scale: Int) -> PixelSize {
    func side(_ pixels: Int) -> Int { max(1, (2 * pixels * scale + 3) / 6) }
    return PixelSize(side(width), side(height))
  }
}
