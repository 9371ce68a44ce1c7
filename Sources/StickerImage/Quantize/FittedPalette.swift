/// A palette as it is stored: opaque colors first, then the others, then transparent black.
struct FittedPalette {
  let pixels: [Pixel]
  /// The colors as they are shown, in the order of `pixels`.
  let colors: [SIMD4<Float>]
  /// The index of transparent black; 0 where there is none.
  let clearIndex: UInt8
  private let opaqueCount: Int
  private let opaque: NearestColor?
  private let any: NearestColor

  /// - Precondition: there are 1...256 colors in all.
  init(opaque: [SIMD4<Float>], translucent: [SIMD4<Float>], hasClear: Bool) {
    let solid = distinct(opaque.map { ShownColor(lanes: $0).pixel() })
    // Rounding must not turn what is nearly opaque or nearly clear into either.
    let others = distinct(
      translucent.map { ShownColor(lanes: $0).pixel() }.filter { $0.alpha > 0 && $0.alpha < 255 })
    pixels = solid + others + (hasClear || solid.isEmpty && others.isEmpty ? [.clear] : [])
    precondition(1...256 ~= pixels.count)
    colors = pixels.map { ShownColor($0).lanes }
    clearIndex = hasClear ? UInt8(pixels.count - 1) : 0
    opaqueCount = solid.count
    self.opaque = solid.isEmpty ? nil : NearestColor(Array(colors[..<solid.count]))
    any = NearestColor(colors)
  }

  @inline(__always)
  func index(of lanes: SIMD4<Float>, isOpaque: Bool, guess: Int) -> Int {
    guard isOpaque, let opaque else { return any.index(of: lanes, guess: guess) }
    return opaque.index(of: lanes, guess: guess < opaqueCount ? guess : 0)
  }
}

private func distinct(_ pixels: [Pixel]) -> [Pixel] {
  var seen: Set<Pixel> = []
  return pixels.filter { seen.insert($0).inserted }
}
