/// Moves the colors of a palette into the middle of what they stand for, a few times over.
///
/// Opaque pixels are only ever given opaque colors; translucent ones may be given any.
///
/// - Source: Lloyd, "Least squares quantization in PCM" (1982).
struct ColorRefiner {
  private let histogram: ColorHistogram
  private(set) var opaque: [SIMD4<Float>]
  private(set) var translucent: [SIMD4<Float>]
  private var opaqueGuesses: [Int]
  private var translucentGuesses: [Int]

  init(_ histogram: ColorHistogram, opaque: [SIMD4<Float>], translucent: [SIMD4<Float>]) {
    self.histogram = histogram
    self.opaque = opaque
    self.translucent = translucent
    opaqueGuesses = [Int](repeating: 0, count: histogram.opaque.count)
    translucentGuesses = [Int](repeating: 0, count: histogram.translucent.count)
  }

  /// Moves every color once into the middle of what it stands for.
  ///
  /// - Returns: whether anything is another than before; where nothing is, nothing will be.
  mutating func refine() -> Bool {
    let (before, guesses) = ((opaque, translucent), (opaqueGuesses, translucentGuesses))
    if !opaque.isEmpty {
      opaque = moved(opaque, opaque, histogram.opaque, &opaqueGuesses)
    }
    if !translucent.isEmpty {
      let clear = histogram.hasClear ? [SIMD4<Float>.zero] : []
      let all = translucent + opaque + clear
      translucent = moved(translucent, all, histogram.translucent, &translucentGuesses)
    }
    return before != (opaque, translucent) || guesses != (opaqueGuesses, translucentGuesses)
  }

  /// - Parameter all: `colors`, and behind them others that entries may also go to.
  private func moved(
    _ colors: [SIMD4<Float>], _ all: [SIMD4<Float>], _ entries: [ColorHistogram.Entry],
    _ guesses: inout [Int]
  ) -> [SIMD4<Float>] {
    let nearest = NearestColor(all)
    var sums = [SIMD4<Float>](repeating: .zero, count: all.count)
    var weights = [Float](repeating: 0, count: all.count)
    var worst = (error: Float(0), at: 0)
    for at in entries.indices {
      let entry = entries[at]
      let index = nearest.index(of: entry.lanes, guess: guesses[at])
      guesses[at] = index
      sums[index] += (entry.lanes - all[index]) * entry.weight  // small numbers: nothing is rounded away
      weights[index] += entry.weight
      let error = squaredLength(entry.lanes - all[index]) * entry.weight
      if error > worst.error { worst = (error, at) }
    }
    var unused = weights[..<colors.count].firstIndex(of: 0)
    return colors.indices.map { index in
      if index == unused, worst.error > 0 {
        unused = nil
        return entries[worst.at].lanes  // nobody needs it where it is
      }
      return weights[index] > 0 ? colors[index] + sums[index] / weights[index] : colors[index]
    }
  }
}
