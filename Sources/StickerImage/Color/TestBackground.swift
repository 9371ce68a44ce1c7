/// What a sticker may come to lie on: a bubble, a wallpaper, a photo.
public struct TestBackground: Hashable, Sendable {
  /// The name that messages use: `white`.
  public let name: String
  /// 0xRRGGBB, one for a flat color, or `side × side`, row by row.
  private let colors: [UInt32]
  /// Relative luminance of each color, and where it lies in OKLab.
  let luminances: [Float]
  let labs: [OKLab]

  /// Cells in each direction of a background that is not flat.
  static let side = SampleGrid.side

  /// A background of one color.
  ///
  /// - Parameter color: 0xRRGGBB.
  public static func flat(_ name: String, _ color: UInt32) -> TestBackground {
    TestBackground(name, colors: [color])
  }

  /// A soft picture.
  ///
  /// - Parameter column: what lies at a place, 0...1 from the left, by how far from the top, 0...1: red,
  ///   green and blue, 0...255.
  init(_ name: String, column: (_ x: Double) -> (_ y: Double) -> SIMD3<Double>) {
    var colors = [UInt32](repeating: 0, count: Self.side * Self.side)
    for x in 0..<Self.side {
      let draw = column((Double(x) + 0.5) / Double(Self.side))
      for y in 0..<Self.side {
        let color = draw((Double(y) + 0.5) / Double(Self.side))
        func sample(_ channel: Int) -> UInt32 { UInt32(min(max(color[channel], 0), 255) + 0.5) }
        colors[y * Self.side + x] = sample(0) << 16 | sample(1) << 8 | sample(2)
      }
    }
    self.init(name, colors: colors)
  }

  private init(_ name: String, colors: [UInt32]) {
    self.name = name
    self.colors = colors
    var (luminances, labs): ([Float], [OKLab]) = ([], [])
    luminances.reserveCapacity(colors.count)
    labs.reserveCapacity(colors.count)
    for light in colors.lazy.map(\.light) {
      luminances.append(luminance(of: light))
      labs.append(OKLab(light: light))
    }
    (self.luminances, self.labs) = (luminances, labs)
  }

  /// Which color lies behind a cell of the grid of samples.
  @inline(__always)
  func index(ofCell cell: Int) -> Int { colors.count == 1 ? 0 : cell }

  /// The color behind a cell of the grid of samples.
  @inline(__always)
  func color(ofCell cell: Int) -> UInt32 { colors[index(ofCell: cell)] }

  /// Whether it is the same color everywhere.
  public var isFlat: Bool { colors.count == 1 }

  /// The color at a place, 0xRRGGBB.
  ///
  /// - Parameter x: 0..<1 from the left.
  /// - Parameter y: 0..<1 from the top.
  public func color(x: Double, y: Double) -> UInt32 {
    func cell(_ share: Double) -> Int { min(max(Int(share * Double(Self.side)), 0), Self.side - 1) }
    return color(ofCell: cell(y) * Self.side + cell(x))
  }

  /// The background as an opaque picture.
  ///
  /// - Parameter size: each side at least 1; the picture is stretched to it, softly.
  public func bitmap(_ size: PixelSize) -> Bitmap {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(size.area * 4)
    for y in 0..<size.height {
      let (top, bottom, down) = Self.neighbors(y, of: size.height)
      for x in 0..<size.width {
        let (left, right, across) = Self.neighbors(x, of: size.width)
        let upper = mixed(top * Self.side + left, top * Self.side + right, across)
        let lower = mixed(bottom * Self.side + left, bottom * Self.side + right, across)
        let color = upper &+ (lower &- upper) &* Int32(down) / 256
        pixels += [UInt8(color.x), UInt8(color.y), UInt8(color.z), 255]
      }
    }
    return Bitmap(size, pixels: pixels)
  }

  /// The cells on either side of a pixel's center, and how far it lies from the first, in 256ths.
  private static func neighbors(_ pixel: Int, of pixels: Int) -> (Int, Int, Int) {
    let place = (2 * pixel + 1) * side * 128 / pixels - 128
    let first = min(max(place >> 8, 0), side - 1)
    return (first, min(first + 1, side - 1), place < 0 ? 0 : place & 255)
  }

  private func mixed(_ one: Int, _ other: Int, _ share: Int) -> SIMD4<Int32> {
    let (a, b) = (color(ofCell: one).lanes, color(ofCell: other).lanes)
    return a &+ (b &- a) &* Int32(share) / 256
  }
}

extension UInt32 {
  /// The red of 0xRRGGBB.
  fileprivate var red: UInt8 { UInt8(truncatingIfNeeded: self >> 16) }
  fileprivate var green: UInt8 { UInt8(truncatingIfNeeded: self >> 8) }
  fileprivate var blue: UInt8 { UInt8(truncatingIfNeeded: self) }
  fileprivate var light: SIMD4<Float> { SIMD4(linearLight(red), linearLight(green), linearLight(blue), 0) }
  fileprivate var lanes: SIMD4<Int32> { SIMD4(Int32(red), Int32(green), Int32(blue), 0) }
}
