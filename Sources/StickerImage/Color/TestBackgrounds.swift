/// A background that a sticker may be placed on: a message bubble, a wallpaper or a photo.
public struct TestBackground: Hashable, Sendable {
  /// The name used in messages, such as `white`.
  public let name: String
  /// 0xRRGGBB: one value for a flat color, or `cellsPerSide` × `cellsPerSide` values, row by row.
  private let flatOrCellColors: [UInt32]

  /// The number of cells in each direction of a background that isn't flat.
  static let cellsPerSide = SampledPixelGrid.cellsPerSide

  /// Creates a background of one color.
  ///
  /// - Parameter name: The name used in messages.
  /// - Parameter color: 0xRRGGBB.
  public static func flat(_ name: String, _ color: UInt32) -> TestBackground {
    TestBackground(name, colors: [color])
  }

  /// Creates a background from a function.
  ///
  /// - Parameter column: Returns the function that draws a column, for a position 0...1 from the left. That
  ///   function returns red, green and blue (0...255) for a position 0...1 from the top.
  init(_ name: String, column: (_ x: Double) -> (_ y: Double) -> SIMD3<Double>) {
    var colors = [UInt32](repeating: 0, count: Self.cellsPerSide * Self.cellsPerSide)
    for x in 0..<Self.cellsPerSide {
      let draw = column((Double(x) + 0.5) / Double(Self.cellsPerSide))
      for y in 0..<Self.cellsPerSide {
        let color = draw((Double(y) + 0.5) / Double(Self.cellsPerSide))
        func sample(_ channel: Int) -> UInt32 { UInt32(min(max(color[channel], 0), 255) + 0.5) }
        colors[y * Self.cellsPerSide + x] = sample(0) << 16 | sample(1) << 8 | sample(2)
      }
    }
    self.init(name, colors: colors)
  }

  private init(_ name: String, colors: [UInt32]) {
    self.name = name
    self.flatOrCellColors = colors
  }

  /// The index of the color behind a cell of the sample grid.
  @inline(__always)
  func colorIndex(ofCell cell: Int) -> Int { flatOrCellColors.count == 1 ? 0 : cell }

  /// The color behind a cell of the sample grid.
  @inline(__always)
  func color(ofCell cell: Int) -> UInt32 { flatOrCellColors[colorIndex(ofCell: cell)] }

  /// Whether the background has only one color.
  public var isFlat: Bool { flatOrCellColors.count == 1 }

  /// The color at a position, as 0xRRGGBB.
  ///
  /// - Parameter x: 0..<1 from the left.
  /// - Parameter y: 0..<1 from the top.
  public func color(x: Double, y: Double) -> UInt32 {
    func cell(_ share: Double) -> Int {
      min(max(Int(share * Double(Self.cellsPerSide)), 0), Self.cellsPerSide - 1)
    }
    return color(ofCell: cell(y) * Self.cellsPerSide + cell(x))
  }

  /// Renders the background as an opaque image.
  ///
  /// - Parameter size: The dimensions, at least 1 px per side. The background is stretched to fit them, with
  ///   interpolation.
  public func bitmap(_ size: PixelSize) -> Bitmap {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(size.area * 4)
    for y in 0..<size.height {
      let (top, bottom, down) = Self.neighborCellsAndDistance256ths(y, of: size.height)
      for x in 0..<size.width {
        let (left, right, across) = Self.neighborCellsAndDistance256ths(x, of: size.width)
        let upper = interpolatedColor(
          ofCells: top * Self.cellsPerSide + left, top * Self.cellsPerSide + right, share256ths: across)
        let lower = interpolatedColor(
          ofCells: bottom * Self.cellsPerSide + left, bottom * Self.cellsPerSide + right, share256ths: across)
        let color = upper &+ (lower &- upper) &* Int32(down) / 256
        pixels += [UInt8(color.x), UInt8(color.y), UInt8(color.z), 255]
      }
    }
    return Bitmap(size, pixels: pixels)
  }

  /// The cells on either side of a pixel's center, and the center's distance from the first cell in 256ths of
  /// a cell.
  private static func neighborCellsAndDistance256ths(_ pixel: Int, of pixels: Int) -> (Int, Int, Int) {
    let place = (2 * pixel + 1) * cellsPerSide * 128 / pixels - 128
    let first = min(max(place >> 8, 0), cellsPerSide - 1)
    return (first, min(first + 1, cellsPerSide - 1), place < 0 ? 0 : place & 255)
  }

  private func interpolatedColor(ofCells one: Int, _ other: Int, share256ths share: Int) -> SIMD4<Int32> {
    let (a, b) = (color(ofCell: one).rgbLanes, color(ofCell: other).rgbLanes)
    return a &+ (b &- a) &* Int32(share) / 256
  }
}

extension UInt32 {
  fileprivate var red: UInt8 { UInt8(truncatingIfNeeded: self >> 16) }
  fileprivate var green: UInt8 { UInt8(truncatingIfNeeded: self >> 8) }
  fileprivate var blue: UInt8 { UInt8(truncatingIfNeeded: self) }
  fileprivate var rgbLanes: SIMD4<Int32> { SIMD4(Int32(red), Int32(green), Int32(blue), 0) }
}

extension TestBackground {
  /// White: a web page, or a received message's bubble in light mode.
  public static let white = flat("white", 0xFF_FF_FF)
  /// Black: the transcript in dark mode.
  public static let black = flat("black", 0x00_00_00)
  /// A saturated red, which many stickers also contain.
  public static let red = flat("red", 0xFF_00_00)
  /// Yellow, the brightest saturated color.
  public static let yellow = flat("yellow", 0xFF_FF_00)
  /// All hues in soft diagonal stripes.
  public static let multicolor = TestBackground("multicolor") { x in
    { y in
      let turn = (x + y * 0.5) * 2
      return saturatedColor(turn - turn.rounded(.down))
    }
  }
  /// An imitation of a vacation photo, drawn in code: sky, sun, hills, a meadow and a person.
  public static let photo = TestBackground("photo", column: landscapeColumn)

  /// The backgrounds on which people can preview stickers.
  public static let all: [TestBackground] = [.white, .black, .red, .yellow, .multicolor, .photo]
}

/// A fully saturated hue. 0 and 1 are red.
private func saturatedColor(_ turn: Double) -> SIMD3<Double> {
  func ramp(_ shift: Double) -> Double {
    let turned = turn + shift
    let away = ((turned - turned.rounded(.down)) - 0.5).magnitude  // 0.5 at the hue itself
    return min(max(away * 6 - 1, 0), 1) * 255
  }
  return SIMD3(ramp(0), ramp(2.0 / 3), ramp(1.0 / 3))
}

private func landscapeColumn(_ x: Double) -> (_ y: Double) -> SIMD3<Double> {
  let farHills = 0.47 + 0.05 * sineOfPi(times: x * 3 + 0.4) + 0.02 * sineOfPi(times: x * 7)
  let nearHills = 0.58 + 0.06 * sineOfPi(times: x * 2 + 1.2)
  let meadow = 0.03 * sineOfPi(times: x + 0.3)
  return { y in
    var color = mix(SIMD3(84, 142, 212), SIMD3(216, 229, 238), y / 0.55)
    color = mix(
      color, SIMD3(255, 255, 255), rampAroundZero(at: valueNoise(x * 5, y * 14, 1) - 0.45, 0.3) * 0.8)
    let sun = ((x - 0.8) * (x - 0.8) + (y - 0.18) * (y - 0.18)) / 0.01
    color = mix(color, SIMD3(255, 246, 214), 1 / (1 + sun * sun))
    color = mix(color, SIMD3(116, 140, 158), rampAroundZero(at: y - farHills, 0.02))
    func foliageColor() -> SIMD3<Double> {
      mix(SIMD3(38, 72, 34), SIMD3(98, 128, 60), valueNoise(x * 24, y * 24, 2))
    }
    color = mix(color, foliageColor(), rampAroundZero(at: y - nearHills, 0.03))
    func grassColor() -> SIMD3<Double> {
      mix(SIMD3(104, 140, 58), SIMD3(166, 176, 96), valueNoise(x * 12, y * 30, 3))
    }
    color = mix(color, grassColor(), rampAroundZero(at: y - 0.74 - meadow, 0.04))
    return person(x, y, on: color)
  }
}

private func person(_ x: Double, _ y: Double, on ground: SIMD3<Double>) -> SIMD3<Double> {
  func inside(_ centerX: Double, _ centerY: Double, _ width: Double, _ height: Double) -> Double {
    let (across, down) = ((x - centerX) / width, (y - centerY) / height)
    return rampAroundZero(at: 1 - (across * across + down * down), 0.35)
  }
  var color = mix(ground, SIMD3(64, 44, 36), inside(0.32, 0.47, 0.105, 0.125))
  color = mix(color, SIMD3(176, 66, 58), inside(0.32, 0.96, 0.2, 0.33))
  color = mix(color, SIMD3(206, 154, 122), inside(0.32, 0.63, 0.04, 0.09))
  let cheek = mix(SIMD3(232, 188, 158), SIMD3(204, 146, 116), (x - 0.24) / 0.16)
  return mix(color, cheek, inside(0.32, 0.51, 0.082, 0.105))
}

/// - Parameter other: Not evaluated if its share is 0, because leaves and grass are slow to compute.
private func mix(
  _ one: SIMD3<Double>, _ other: @autoclosure () -> SIMD3<Double>, _ share: Double
) -> SIMD3<Double> {
  share > 0 ? one + (other() - one) * min(share, 1) : one
}

/// A linear ramp that is `width` wide and centered on 0. The result is 0 below the ramp and 1 above it.
private func rampAroundZero(at height: Double, _ width: Double) -> Double {
  min(max(height / width + 0.5, 0), 1)
}

/// Value noise for clouds and leaves: random values 0...1 at integer positions, with linear interpolation.
private func valueNoise(_ x: Double, _ y: Double, _ seed: UInt32) -> Double {
  let (column, row) = (x.rounded(.down), y.rounded(.down))
  func value(_ right: UInt32, _ down: UInt32) -> Double {
    var bits = (UInt32(column) &+ right) &* 0x9E37_79B1 ^ (UInt32(row) &+ down) &* 0x85EB_CA77 ^ seed
    bits = (bits ^ bits >> 15) &* 0x2C1B_3C6D
    bits = (bits ^ bits >> 12) &* 0x297A_2D39
    return Double(bits >> 8) / Double(1 << 24)
  }
  let (across, down) = (x - column, y - row)
  let top = value(0, 0) + (value(1, 0) - value(0, 0)) * across
  let bottom = value(0, 1) + (value(1, 1) - value(0, 1)) * across
  return top + (bottom - top) * down
}
