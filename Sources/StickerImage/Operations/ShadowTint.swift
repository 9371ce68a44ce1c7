/// The pixels that differ gradually from the background, starting at its border, in any hue.
struct PaleSlope {
  /// Whether each pixel belongs to the slope.
  private(set) var contains: [Bool]
  let apart: [UInt8]

  /// Pixels that differ more from the background are art.
  static let mostApart: UInt8 = 192

  init(_ flood: BackgroundFlood, except outline: [Bool] = []) {
    (contains, apart) = ([Bool](repeating: false, count: flood.apart.count), flood.apart)
    let width = flood.size.width
    var open = contains.indices.filter { flood.isBackground[$0] }
    while let pixel = open.popLast() {
      let x = pixel % width
      for side in [
        x > 0 ? pixel - 1 : pixel, x + 1 < width ? pixel + 1 : pixel, pixel - width, pixel + width,
      ] where contains.indices.contains(side) && !contains[side] && !flood.isBackground[side] {
        guard outline.isEmpty || !outline[side], apart[side] < Self.mostApart,
          (Int(apart[side]) - Int(apart[pixel])).magnitude <= BackgroundShadow.mostStep
        else { continue }
        contains[side] = true
        open.append(side)
      }
    }
  }
}

/// The color of a shadow: the darkest color that gives the visible colors when laid over the background.
struct ShadowTint {
  /// Red, green and blue, each 0...255, and 0.
  let color: SIMD4<Float>

  static let black = ShadowTint(color: .zero)

  private init(color: SIMD4<Float>) { self.color = color }

  /// The mean tint of a slope, or nil if the slope is too faint or lighter than the background.
  init?(of slope: PaleSlope, _ bitmap: Bitmap, _ background: FlatBackground) {
    var sum = SIMD4<Int>.zero
    for pixel in slope.contains.indices where slope.contains[pixel] && slope.apart[pixel] >= 8 {
      let darker = background.samples &- bitmap.sample(at: pixel &* 4)
      sum &+= SIMD4(Int(darker.x), Int(darker.y), Int(darker.z), 0)
    }
    guard sum.x >= 0, sum.y >= 0, sum.z >= 0, sum != .zero else { return nil }
    let (darker, below) = (SIMD4<Float>(sum), SIMD4<Float>(background.samples))
    // Extend the line of colors until red, green or blue reaches 0.
    let reach = (0..<3).map { darker[$0] > 0 ? below[$0] / darker[$0] : .infinity }.min() ?? 0
    color = (below - darker * reach).clamped(
      lowerBound: .zero, upperBound: SIMD4(repeating: 255))
  }
}
