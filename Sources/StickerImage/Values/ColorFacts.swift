/// What a PNG's chunks say of its colors, as they are stored: whole numbers, nothing is converted.
public struct ColorFacts: Hashable, Sendable {
  /// gAMA: the image's gamma × 100 000; 45 455 for 1/2.2.
  public var gamma: Int?
  /// cHRM: white point and primaries.
  public var chromaticities: Chromaticities?
  /// sRGB: the chunk's rendering intent. Nil without a chunk, or where its intent does not exist.
  public var sRGBIntent: RenderingIntent?
  /// cICP: code points of ITU-T H.273.
  public var codePoints: CodePoints?

  /// Facts of a file that says nothing of its colors.
  public init() {}
}

/// CIE x and y × 100 000 of the white point and the three primaries; 31 270 and 32 900 for D65.
public struct Chromaticities: Hashable, Sendable {
  /// One point of the CIE 1931 diagram, × 100 000, as stored.
  public struct Point: Hashable, Sendable {
    /// The coordinate x × 100 000: 0...2^32 - 1.
    public let x: Int
    /// The coordinate y × 100 000: 0...2^32 - 1.
    public let y: Int

    /// A point.
    public init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }
  }
  /// The white point.
  public let white: Point
  /// The red primary.
  public let red: Point
  /// The green primary.
  public let green: Point
  /// The blue primary.
  public let blue: Point

  /// White point and primaries.
  public init(white: Point, red: Point, green: Point, blue: Point) {
    (self.white, self.red, self.green, self.blue) = (white, red, green, blue)
  }
}

/// How colors that an output cannot show are replaced; the numbers are those of sRGB chunks and ICC headers.
public enum RenderingIntent: Int, Hashable, Sendable, CaseIterable {
  /// Pleasing pictures.
  case perceptual = 0
  /// Exact colors relative to the white point.
  case relativeColorimetric = 1
  /// Vivid charts.
  case saturation = 2
  /// Exact colors.
  case absoluteColorimetric = 3

  /// The intent in words: `relative colorimetric`.
  public var name: String {
    switch self {
    case .perceptual: "perceptual"
    case .relativeColorimetric: "relative colorimetric"
    case .saturation: "saturation"
    case .absoluteColorimetric: "absolute colorimetric"
    }
  }
}

/// A cICP chunk: the four bytes as stored. 12, 13, 0, 1 is Display P3; 9, 16, 0, 1 is BT.2100 PQ.
///
/// - Source: PNG specification, third edition, 11.3.2.6; ITU-T H.273.
public struct CodePoints: Hashable, Sendable {
  /// The number of the color primaries, 0...255.
  public let primaries: Int
  /// The number of the transfer function, 0...255.
  public let transfer: Int
  /// The number of the matrix coefficients, 0...255; a PNG's must be 0, RGB.
  public let matrix: Int
  /// The video full range flag, 0...255; 1 is full range.
  public let fullRange: Int

  /// Four code points.
  public init(primaries: Int, transfer: Int, matrix: Int, fullRange: Int) {
    (self.primaries, self.transfer, self.matrix, self.fullRange) = (primaries, transfer, matrix, fullRange)
  }
}
