/// Finds the color of a palette that is nearest.
struct NearestColor {
  let colors: [SIMD4<Float>]
  /// For each color all colors, the nearest first: bits of the squared distance, then the index.
  private let neighbors: [UInt64]

  /// - Parameter colors: the colors of the palette, at least one.
  init(_ colors: [SIMD4<Float>]) {
    self.colors = colors
    neighbors = colors.flatMap { color in
      colors.indices.map { other in
        // The bits of floats from 0 up are in the order of the floats.
        UInt64(squaredLength(colors[other] - color).bitPattern) << 32 | UInt64(other)
      }.sorted()
    }
  }

  /// The index of the nearest color.
  ///
  /// - Parameter guess: an index; the nearer it is, the sooner it is found.
  @inline(__always)
  func index(of lanes: SIMD4<Float>, guess: Int) -> Int {
    var (best, least) = (guess, squaredLength(lanes - colors[guess]))
    let reach = 4 * least  // what is twice as far from the guess as we are is not nearer to us
    var at = guess &* colors.count
    let end = at &+ colors.count
    while at < end {
      let neighbor = neighbors[at]
      if Float(bitPattern: UInt32(truncatingIfNeeded: neighbor >> 32)) >= reach { break }
      let index = Int(UInt32(truncatingIfNeeded: neighbor))
      let distance = squaredLength(lanes - colors[index])
      if distance < least { (best, least) = (index, distance) }
      at &+= 1
    }
    return best
  }
}
