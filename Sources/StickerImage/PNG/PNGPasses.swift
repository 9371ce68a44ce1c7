/// The rows of one pass over a picture, as they are stored.
struct PNGPass: Hashable {
  /// Columns and rows of the pass; never empty.
  let size: PixelSize
  /// The picture's line that the first row belongs to.
  let firstLine: Int
  /// Lines of the picture from one row to the next.
  let lineStep: Int
  /// The picture's column that the first pixel of a row belongs to.
  let firstColumn: Int
  /// Columns of the picture from one pixel to the next.
  let columnStep: Int
}

extension PNGHeader {
  /// One pass; interlaced: those of Adam7's seven that hold a pixel.
  ///
  /// - Source: PNG specification, third edition, section 8.
  var passes: [PNGPass] {
    guard isInterlaced else {
      return [PNGPass(size: size, firstLine: 0, lineStep: 1, firstColumn: 0, columnStep: 1)]
    }
    return adam7.compactMap { pass in
      let columns = (size.width - pass.x + pass.columnStep - 1) / pass.columnStep
      let rows = (size.height - pass.y + pass.lineStep - 1) / pass.lineStep
      guard columns > 0, rows > 0 else { return nil }
      return PNGPass(
        size: PixelSize(columns, rows), firstLine: pass.y, lineStep: pass.lineStep, firstColumn: pass.x,
        columnStep: pass.columnStep)
    }
  }

  /// Bytes of one row of a pass with its filter byte.
  func storedRowBytes(_ pass: PNGPass) -> Int { (pass.size.width * pixelBits + 7) / 8 + 1 }

  /// Bytes of all rows of all passes with their filter bytes: what the image data inflates to; `Int.max`
  /// where that does not fit.
  var scanlineBytes: Int {
    passes.reduce(0) { saturatingSum($0, saturatingProduct(storedRowBytes($1), $1.size.height)) }
  }

  /// The first row, in the order they are stored, whose filter type does not exist.
  ///
  /// - Returns: the type, and the picture's line.
  func unknownFilter(in scanlines: [UInt8]) -> (filter: UInt8, row: Int)? {
    var at = 0
    for pass in passes {
      for row in 0..<pass.size.height {
        if scanlines[at] > 4 { return (scanlines[at], pass.firstLine + row * pass.lineStep) }
        at += storedRowBytes(pass)
      }
    }
    return nil
  }
}

/// Where each pass begins and how far apart its pixels are.
private let adam7: [(x: Int, y: Int, columnStep: Int, lineStep: Int)] = [
  (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
]
