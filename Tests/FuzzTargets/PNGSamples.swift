/// A PNG color type with a bit depth, read one sample at a time.
///
/// - Source: PNG specification, third edition, 6.1 (color types), 8 (interlacing), 9 (filters), 13.12
///   (rescaling of samples).
struct PNGSampleFormat {
  let colorType: UInt8
  let depth: Int

  static let all: [PNGSampleFormat] =
    [1, 2, 4, 8, 16].map { PNGSampleFormat(colorType: 0, depth: $0) }
    + [1, 2, 4, 8].map { PNGSampleFormat(colorType: 3, depth: $0) }
    + [2, 4, 6].flatMap { type in [8, 16].map { PNGSampleFormat(colorType: type, depth: $0) } }

  /// The number of samples per pixel.
  var samplesPerPixel: Int {
    switch colorType {
    case 2: 3
    case 4: 2
    case 6: 4
    default: 1
    }
  }

  /// The distance in bytes to the byte on the left that filters refer to.
  var filterByteDistance: Int { max(1, samplesPerPixel * depth / 8) }

  func rowBytes(_ columns: Int) -> Int { (columns * samplesPerPixel * depth + 7) / 8 }

  struct Pass {
    let x: Int, y: Int, dx: Int, dy: Int, columns: Int, rows: Int
  }

  func passes(_ width: Int, _ height: Int, _ isInterlaced: Bool) -> [Pass] {
    guard isInterlaced else { return [Pass(x: 0, y: 0, dx: 1, dy: 1, columns: width, rows: height)] }
    let starts = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]
    return starts.compactMap { x, y, dx, dy in
      let (columns, rows) = (stride(from: x, to: width, by: dx), stride(from: y, to: height, by: dy))
      let pass = Pass(x: x, y: y, dx: dx, dy: dy, columns: Array(columns).count, rows: Array(rows).count)
      return pass.columns > 0 && pass.rows > 0 ? pass : nil
    }
  }

  /// The samples of a pixel in an unfiltered row.
  func samples(of line: [UInt8], _ column: Int) -> [Int] {
    (0..<samplesPerPixel).map { sample in
      let bit = (column * samplesPerPixel + sample) * depth
      switch depth {
      case 16: return Int(line[bit / 8]) << 8 | Int(line[bit / 8 + 1])
      case 8: return Int(line[bit / 8])
      default: return Int(line[bit / 8]) >> (8 - depth - bit % 8) & (1 << depth - 1)
      }
    }
  }

  /// A sample scaled to 0...255 and rounded.
  func eightBits(_ sample: Int) -> UInt8 {
    let most = 1 << depth - 1
    return UInt8((sample * 255 * 2 + most) / (most * 2))
  }
}

/// The row without its filter, or nil if the filter type does not exist.
func unfiltered(_ line: [UInt8], _ filter: UInt8, _ above: [UInt8], step: Int) -> [UInt8]? {
  var out = line
  for at in line.indices {
    let (a, b) = (at >= step ? Int(out[at - step]) : 0, Int(above[at]))
    let c = at >= step ? Int(above[at - step]) : 0
    let predicted: Int
    switch filter {
    case 0: predicted = 0
    case 1: predicted = a
    case 2: predicted = b
    case 3: predicted = (a + b) / 2
    case 4: predicted = paeth(a, b, c)
    default: return nil
    }
    out[at] &+= UInt8(truncatingIfNeeded: predicted)
  }
  return out
}

private func paeth(_ a: Int, _ b: Int, _ c: Int) -> Int {
  let estimate = a + b - c
  let (pa, pb, pc) = (abs(estimate - a), abs(estimate - b), abs(estimate - c))
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
}
