/// Finds the color of a palette that is nearest.
struct NearestColor {
  let colors: [SIMD4<Float>]
  /// For each color those nearest to it, itself first: the nearest first, by rank.
  private let neighbors: [UInt64]
  private let listed: Int

  /// - Parameter colors: the colors of the palette, at least one.
  init(_ colors: [SIMD4<Float>]) {
    self.colors = colors
    let listed = min(colors.count, 16)
    self.listed = listed
    neighbors = colors.flatMap { color in
      var nearest: [UInt64] = []
      nearest.reserveCapacity(listed + 1)
      for other in colors.indices {
        let rank = NearestColor.rank(of: other, at: colors[other], from: color)
        if nearest.count == listed {
          if rank > nearest[listed - 1] { continue }
          nearest.removeLast()
        }
        var at = nearest.count
        while at > 0, nearest[at - 1] > rank { at -= 1 }
        nearest.insert(rank, at: at)
      }
      return nearest
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
