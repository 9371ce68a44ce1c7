/// A first palette: the box of colors with the largest error is split, across its longest extent, where the
/// two parts are most alike within.
///
/// - Source: the criterion of the split is Otsu's (1979), of variance between classes.
/// - Returns: at most `count` colors for each list of entries together, list by list.
func splitColors(_ lists: [[ColorHistogram.Entry]], into count: Int) -> [[SIMD4<Float>]] {
  var boxes = lists.enumerated().filter { !$0.element.isEmpty }.map { ColorBox($0.element, list: $0.offset) }
  while boxes.count < count {
    guard let widest = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }),
      boxes[widest].error > 0
    else { break }
    guard let (one, other) = boxes[widest].split() else {
      boxes[widest].error = 0
      continue
    }
    boxes[widest] = one
    boxes.append(other)
  }
  return lists.indices.map { list in
    boxes.filter { $0.list == list }.map { SIMD4<Float>($0.mean) }
  }
}

private struct ColorBox {
  let list: Int
  let entries: [ColorHistogram.Entry]
  let mean: SIMD4<Double>
  /// Weighted squared distances from the mean.
  var error: Double
  /// The direction in which it is longest.
  private let axis: SIMD4<Float>

  init(_ entries: [ColorHistogram.Entry], list: Int) {
    self.list = list
    self.entries = entries
    var (sum, weight) = (SIMD4<Double>.zero, 0.0)
    for entry in entries {
      sum += SIMD4<Double>(entry.lanes) * Double(entry.weight)
      weight += Double(entry.weight)
    }
    mean = sum / weight
    let center = SIMD4<Float>(mean)
    var columns = [SIMD4<Float>](repeating: .zero, count: 4)
    for entry in entries {
      let apart = entry.lanes - center
      let weighted = apart * entry.weight
      for lane in 0..<4 { columns[lane] += weighted * apart[lane] }
    }
    error = (0..<4).reduce(0) { $0 + Double(columns[$1][$1]) }
    axis = longestAxis(columns)
  }

  /// The box cut in two; nil where all entries are at one place.
  func split() -> (ColorBox, ColorBox)? {
    let places = entries.map { ($0.lanes * axis).sum() }
    guard let least = places.min(), let most = places.max(), most > least else { return nil }
    let scale = 255 / (most - least)
    let bins = places.map { Int(min(($0 - least) * scale, 255)) }
    let last = bestSplit(bins, places)
    var (low, high) = ([ColorHistogram.Entry](), [ColorHistogram.Entry]())
    for at in entries.indices {
      if bins[at] <= last { low.append(entries[at]) } else { high.append(entries[at]) }
    }
    guard !low.isEmpty, !high.isEmpty else { return nil }
    return (ColorBox(low, list: list), ColorBox(high, list: list))
  }

  /// The last bin of the lower part.
  private func bestSplit(_ bins: [Int], _ places: [Float]) -> Int {
    var (weights, sums) = ([Double](repeating: 0, count: 256), [Double](repeating: 0, count: 256))
    for at in bins.indices {
      weights[bins[at]] += Double(entries[at].weight)
      sums[bins[at]] += Double(entries[at].weight * places[at])
    }
    let (weight, sum) = (weights.reduce(0, +), sums.reduce(0, +))
    var (low, lowSum, best, last) = (0.0, 0.0, -1.0, 0)
    for bin in 0..<255 {
      low += weights[bin]
      lowSum += sums[bin]
      guard low > 0, weight - low > weight * 1e-9 else { continue }
      let apart = lowSum / low - (sum - lowSum) / (weight - low)
      let between = low * (weight - low) * apart * apart
      if between > best { (best, last) = (between, bin) }
    }
    return last
  }
}

/// The main axis of a covariance, by repeated products: 12 are enough to split well.
private func longestAxis(_ columns: [SIMD4<Float>]) -> SIMD4<Float> {
  let widest = (0..<4).max { columns[$0][$0] < columns[$1][$1] } ?? 0
  var axis = columns[widest]
  for _ in 0..<12 {
    let length = squaredLength(axis).squareRoot()
    guard length > 0 else { return SIMD4(1, 0, 0, 0) }
    axis /= length
    axis = axis.x * columns[0] + axis.y * columns[1] + axis.z * columns[2] + axis.w * columns[3]
  }
  let length = squaredLength(axis).squareRoot()
  return length > 0 ? axis / length : SIMD4(1, 0, 0, 0)
}
