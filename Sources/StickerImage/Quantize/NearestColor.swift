import CImageCodecs

/// Finds the color of a palette that is nearest.
struct NearestColor {
  let colors: [SIMD4<Float>]
  /// For each color those nearest to it, itself first: the nearest first, by rank.
  private let neighbors: [UInt64]
  private let listed: Int

  /// - Parameter colors: the colors of the palette, 1 to 256.
  init(_ colors: [SIMD4<Float>]) {
    precondition(1...256 ~= colors.count)
    self.colors = colors
    listed = min(colors.count, 16)
    neighbors = NearestColor.neighbors(colors, listed)
  }

  private static func neighbors(_ colors: [SIMD4<Float>], _ listed: Int) -> [UInt64] {
    unsafe [UInt64](unsafeUninitializedCapacity: colors.count * listed) { rows, count in
      unsafe colors.withUnsafeBytes { colors in
        let lanes = unsafe colors.assumingMemoryBound(to: Float.self)
        unsafe sl_rank_neighbors(
          lanes.baseAddress, UInt32(lanes.count / 4), UInt32(listed), rows.baseAddress)
      }
      count = colors.count * listed
    }
  }

  /// Orders by distance, then by index: the bits of floats from 0 up are in the order of the floats.
  @inline(__always)
  private static func rank(of index: Int, at color: SIMD4<Float>, from other: SIMD4<Float>) -> UInt64 {
    UInt64(squaredLength(color - other).bitPattern) << 32 | UInt64(index)
  }

  /// The index of the nearest color; of several as near, the one nearest to the guess.
  ///
  /// - Parameter guess: an index; the nearer it is, the sooner it is found.
  @inline(__always)
  func index(of lanes: SIMD4<Float>, guess: Int) -> Int {
    var (best, least) = (guess, squaredLength(lanes - colors[guess]))
    let reach = 4 * least  // what is twice as far from the guess as we are is not nearer to us
    var at = guess &* listed
    let end = at &+ listed
    while at < end {
      let neighbor = neighbors[at]
      if Float(bitPattern: UInt32(truncatingIfNeeded: neighbor >> 32)) >= reach { return best }
      let index = Int(UInt32(truncatingIfNeeded: neighbor))
      let distance = squaredLength(lanes - colors[index])
      if distance < least { (best, least) = (index, distance) }
      at &+= 1
    }
    return listed == colors.count ? best : indexOfAll(lanes, guess: guess)
  }

  /// Looks at every color: the guess was a bad one.
  private func indexOfAll(_ lanes: SIMD4<Float>, guess: Int) -> Int {
    var (best, least, bestRank) = (guess, squaredLength(lanes - colors[guess]), UInt64(guess))
    for index in colors.indices {
      let distance = squaredLength(lanes - colors[index])
      guard distance <= least else { continue }
      let rank = NearestColor.rank(of: index, at: colors[index], from: colors[guess])
      if distance < least || rank < bestRank { (best, least, bestRank) = (index, distance, rank) }
    }
    return best
  }
}

/// In the file that asks for it most: another's is not inlined where tests are built.
@inline(__always)
func squaredLength(_ lanes: SIMD4<Float>) -> Float {
  let squares = lanes * lanes
  return (squares.x + squares.y) + (squares.z + squares.w)
}
