/// The orders worth trying for a palette: which number a color gets decides how well the numbers deflate.
///
/// - Parameter layout: a palette with the frequent colors first.
func paletteOrders(_ layout: SampleLayout, _ bitmap: Bitmap, _ effort: OptimizingEffort) -> [SampleLayout] {
  guard layout.samples == .index, layout.palette.count > 2, effort != .fast else { return [layout] }
  let bright = SampleLayout(.index, bitDepth: layout.bitDepth, palette: byBrightness(layout.palette))
  let near = SampleLayout(.index, bitDepth: layout.bitDepth, palette: byNeighborhood(layout, bitmap))
  return [layout, bright, near]
}

/// Colors that are not opaque first, so that tRNS can end after them; within both groups dark ones first.
private func byBrightness(_ palette: [Pixel]) -> [Pixel] {
  palette.sorted { left, right in
    if (left.alpha < 255) != (right.alpha < 255) { return left.alpha < 255 }
    let (first, second) = (brightness(left), brightness(right))
    return first != second ? first < second : left.word < right.word
  }
}

/// BT.601's luma in thousandths, scaled by alpha: neighbors in a picture tend to be neighbors in it.
private func brightness(_ pixel: Pixel) -> Int {
  (299 * Int(pixel.red) + 587 * Int(pixel.green) + 114 * Int(pixel.blue)) * Int(pixel.alpha)
}

/// Colors that touch each other often get numbers near each other.
///
/// - Source: the greedy chain of Zeng, Li and Lei, "An efficient color re-indexing scheme for palette-based
///   compression" (2000): the color most often beside those in the chain joins it, at the end whose half of
///   the chain it touches more.
private func byNeighborhood(_ layout: SampleLayout, _ bitmap: Bitmap) -> [Pixel] {
  let palette = layout.palette
  let touches = touches(layout, bitmap)
  let count = palette.count
  var sums = (0..<count).map { touches[$0 * count] }  // with the chain
  var chain = [0]
  var left = Set(1..<count).sorted()
  while let best = left.max(by: { (sums[$0], $1) < (sums[$1], $0) }) {
    left.removeAll { $0 == best }
    var pull = 0
    for (place, member) in chain.enumerated() {
      pull += (chain.count - 1 - 2 * place) * touches[best * count + member]
    }
    chain.insert(best, at: pull > 0 ? 0 : chain.count)
    for other in left { sums[other] += touches[best * count + other] }
  }
  return chain.map { palette[$0] }
}

/// How often each pair of palette numbers lies side by side or one above the other.
private func touches(_ layout: SampleLayout, _ bitmap: Bitmap) -> [Int] {
  let count = layout.palette.count
  let whole = SampleLayout(.index, palette: layout.palette)  // a byte a pixel
  let rows = bitmap.withView { PNGRows($0, whole) }
  let stride = 1 + rows.rowBytes
  var touches = [Int](repeating: 0, count: count * count)
  for y in 0..<bitmap.height {
    for place in y * stride + 1..<(y + 1) * stride {
      let number = Int(rows.bytes[place])
      if place > y * stride + 1 { touches[number * count + Int(rows.bytes[place - 1])] += 1 }
      if y > 0 { touches[number * count + Int(rows.bytes[place - stride])] += 1 }
    }
  }
  for first in 0..<count {
    for second in 0..<first {
      let sum = touches[first * count + second] + touches[second * count + first]
      (touches[first * count + second], touches[second * count + first]) = (sum, sum)
    }
  }
  return touches
}
