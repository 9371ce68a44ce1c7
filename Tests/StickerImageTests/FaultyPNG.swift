/// A picture of 8 × 8 pixels with one fault in its image data.
struct FaultyPNG: Hashable, Sendable, CustomStringConvertible {
  enum Fault: CaseIterable {
    case none, trailingBytes, filterType, tooMuch, tooLittle, cutOff, checksum, colorNumber
  }

  enum Layout: CaseIterable {
    case plain, interlaced, deep, deepInterlaced

    var isInterlaced: Bool { self == .interlaced || self == .deepInterlaced }
    var depth: Int { self == .deep || self == .deepInterlaced ? 16 : 8 }
  }

  let fault: Fault
  let layout: Layout
  let hasPalette: Bool

  static let all: [FaultyPNG] = Fault.allCases.flatMap { fault in
    Layout.allCases.flatMap { layout in
      [true, false].map { FaultyPNG(fault: fault, layout: layout, hasPalette: $0) }
    }
  }.filter { faulty in  // a palette has at most 8 bits, and other pictures have no color indices
    faulty.hasPalette ? faulty.layout.depth == 8 : faulty.fault != .colorNumber
  }

  var description: String { "\(fault), \(layout)\(hasPalette ? ", palette" : "")" }

  /// The columns and rows that are stored. For 8 × 8 pixels, Adam7's passes are these (PNG specification,
  /// third edition, section 8).
  private var passes: [(columns: Int, rows: Int)] {
    layout.isInterlaced
      ? [(1, 1), (1, 1), (2, 1), (2, 2), (4, 2), (4, 4), (8, 4)] : [(8, 8)]
  }

  private var pixelBytes: Int { hasPalette ? 1 : layout.depth / 2 }

  /// Filter types 0 to 4 in turn, and values that stay small under every filter.
  private var rows: [UInt8] {
    var rows: [UInt8] = []
    for pass in passes {
      for row in 0..<pass.rows {
        rows.append(UInt8(row % 5))
        rows += [UInt8](repeating: row % 5 == 0 ? 1 : 0, count: pass.columns * pixelBytes)
      }
    }
    return rows
  }

  /// The whole file.
  var bytes: [UInt8] {
    var rows = self.rows
    let lastRow = rows.count - 8 * pixelBytes - 1
    switch fault {
    case .filterType: rows[lastRow] = 5
    case .tooMuch: rows += [0]
    case .tooLittle: rows.removeLast()
    case .colorNumber: (rows[lastRow], rows[rows.count - 1]) = (0, 7)
    default: break
    }
    var data = HandmadePNG.storedZlibStream(rows)
    switch fault {
    case .cutOff: data.removeLast(6)
    case .checksum: data[data.count - 1] ^= 1
    case .trailingBytes: data += [1, 2, 3]
    default: break
    }
    let colors: [UInt8] = [9, 9, 9, 200, 10, 30, 0, 0, 0, 7, 7, 7, 1, 2, 3]
    var file = HandmadePNG.signature
    file += HandmadePNG.header(
      8, 8, depth: UInt8(layout.depth), colorType: hasPalette ? 3 : 6, interlace: layout.isInterlaced ? 1 : 0)
    if hasPalette { file += HandmadePNG.chunk("PLTE", colors) }
    return file + HandmadePNG.chunk("IDAT", data) + HandmadePNG.chunk("IEND", [])
  }

  /// The expected message; nil if the file is valid.
  var expectedMessage: String? {
    switch fault {
    case .none, .trailingBytes: nil
    case .filterType: "unknown filter type 5"
    case .tooMuch: "the image data has more than the expected \(rows.count) bytes"
    case .tooLittle: "the image data ends early: \(rows.count - 1) of \(rows.count) bytes"
    case .cutOff, .checksum: "the compressed image data is damaged or truncated"
    case .colorNumber: "a pixel uses color index 7 (palette size: 5)"
    }
  }

  /// The line of the picture if it is known. The last stored row is the picture's last row in every layout.
  var expectedScanLine: Int? { fault == .filterType ? 7 : nil }
}
