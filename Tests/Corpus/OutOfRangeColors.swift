public import StickerImage

/// Finds pixels in a scaled-down image whose color is outside the range of the source pixels that they
/// represent.
///
/// Each channel of a premultiplied pixel must be in the range of the source pixels in its cell and next to
/// that cell. If alpha is 5 or more, this also applies to each channel of the straight pixel. A difference of
/// 0.5 out of 255 is allowed for rounding.
///
/// - Returns: descriptions of the first few such pixels.
public func outOfRangeColors(in scaled: Bitmap, of source: Bitmap) -> [String] {
  let columns = (0..<scaled.width).map { sourceCellRange($0, from: source.width, to: scaled.width) }
  var found: [String] = []
  for y in 0..<scaled.height where found.count < 5 {
    let rows = sourceCellRange(y, from: source.height, to: scaled.height)
    let ranges = ColumnRanges(source, rows)
    for x in 0..<scaled.width {
      let at = (y * scaled.width + x) * 4
      let alpha = Int(scaled.pixels[at + 3])
      let range = ranges.combinedRange(columns[x])
      for channel in 0..<4 {
        let sample = Int(scaled.pixels[at + channel])
        let product = channel == 3 ? sample * 255 : sample * alpha
        let isInside =
          range.least[channel] - 128 < product && product < range.most[channel] + 128
          && (alpha < 5 || channel == 3
            || range.leastStraight[channel] <= sample && sample <= range.mostStraight[channel])
        if !isInside { found.append("(\(x), \(y)): channel \(channel) is \(sample), alpha \(alpha)") }
      }
    }
  }
  return found
}

/// The range of source cells that an output cell covers, extended by one at each end.
public func sourceCellRange(_ number: Int, from: Int, to: Int) -> Range<Int> {
  max(number * from / to - 1, 0)..<min(((number + 1) * from + to - 1) / to + 1, from)
}

/// The minimum and maximum of each column over some rows: of samples, and of samples multiplied by alpha
/// (0...65025).
private struct ColumnRanges {
  struct ChannelRanges {
    var least = [Int](repeating: .max, count: 4)
    var most = [Int](repeating: .min, count: 4)
    var leastStraight = [Int](repeating: .max, count: 3)
    var mostStraight = [Int](repeating: .min, count: 3)
  }
  private let premultipliedExtremes: [SIMD8<Int32>]  // four minimums and four maximums
  private let straightExtremes: [SIMD8<Int32>]

  init(_ bitmap: Bitmap, _ rows: Range<Int>) {
    var columns: [SIMD8<Int32>] = []
    var straight: [SIMD8<Int32>] = []
    for x in 0..<bitmap.width {
      var (least, most) = (SIMD4<Int32>(repeating: .max), SIMD4<Int32>(repeating: .min))
      var (leastStraight, mostStraight) = (least, most)
      for y in rows {
        let at = (y * bitmap.width + x) * 4
        let alpha = Int32(bitmap.pixels[at + 3])
        let color = SIMD4(
          Int32(bitmap.pixels[at]), Int32(bitmap.pixels[at + 1]), Int32(bitmap.pixels[at + 2]), 255)
        (least, most) = (pointwiseMin(least, color &* alpha), pointwiseMax(most, color &* alpha))
        guard alpha > 0 else { continue }
        leastStraight = pointwiseMin(leastStraight, color)
        mostStraight = pointwiseMax(mostStraight, color)
      }
      columns.append(SIMD8(lowHalf: least, highHalf: most))
      straight.append(SIMD8(lowHalf: leastStraight, highHalf: mostStraight))
    }
    (self.premultipliedExtremes, self.straightExtremes) = (columns, straight)
  }

  func combinedRange(_ columns: Range<Int>) -> ChannelRanges {
    var range = ChannelRanges()
    for x in columns {
      for channel in 0..<4 {
        range.least[channel] = min(range.least[channel], Int(self.premultipliedExtremes[x][channel]))
        range.most[channel] = max(range.most[channel], Int(self.premultipliedExtremes[x][channel + 4]))
      }
      for channel in 0..<3 {
        range.leastStraight[channel] = min(range.leastStraight[channel], Int(straightExtremes[x][channel]))
        range.mostStraight[channel] = max(range.mostStraight[channel], Int(straightExtremes[x][channel + 4]))
      }
    }
    return range
  }
}
