import CImageCodecs
import Corpus
import Testing

@testable import StickerImage

/// Compares the filters of truecolor rows with the wording of the specification, sample by sample.
@Suite struct PNGColorRowTests {
  @Test("every run of filters decodes as specified", arguments: [3, 4], 1...9)
  func runsOfFilters(step: Int, width: Int) {
    var random = SeededNumbers(seed: UInt64(width * 8 + step))
    // Three rows with every choice of filters: Paeth rows alone, in pairs and in threes, first and last.
    for filters in 0..<125 {
      let rows = [filters / 25, filters / 5 % 5, filters % 5].map { filter -> [UInt8] in
        [UInt8(filter)] + (0..<width * step).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      #expect(
        unfiltered(rows, step: step, width: width) == referenceUnfiltered(rows, step: step, width: width))
    }
  }

  @Test(
    "runs of 1 to 19 Paeth rows decode as specified",
    arguments: [3, 4], Array(1...9) + Array(29...41))
  func runsOfPaeth(step: Int, width: Int) {
    var random = SeededNumbers(seed: UInt64(width * 8 + step))
    for count in 1...19 {
      for first in 0...4 as ClosedRange<UInt8> {
        let filters =
          [first] + [UInt8](repeating: 4, count: count) + [UInt8.random(in: 0...4, using: &random)]
        let rows = filters.map { filter in
          [filter] + (0..<width * step).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        #expect(
          unfiltered(rows, step: step, width: width) == referenceUnfiltered(rows, step: step, width: width))
      }
    }
  }

  @Test(
    "any number of rows with mixed filters decodes as specified", arguments: [3, 4], 0...8
  )
  func allFilters(step: Int, mostlyPaeth: Int) {
    var random = SeededNumbers(seed: UInt64(mostlyPaeth * 8 + step))
    for width in 1...70 {
      let rows = (0..<Int.random(in: 1...26, using: &random)).map { _ -> [UInt8] in
        let isPaeth = Int.random(in: 0..<8, using: &random) < mostlyPaeth
        return [isPaeth ? 4 : .random(in: 0...3, using: &random)]
          + (0..<width * step).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      #expect(
        unfiltered(rows, step: step, width: width) == referenceUnfiltered(rows, step: step, width: width))
    }
  }

  @Test("uniform areas, whose stored values are 0, decode as specified", arguments: [3, 4])
  func areas(step: Int) {
    var random = SeededNumbers(seed: UInt64(step))
    for round in 0..<800 {
      // Rows with few runs: in some, most samples are 0, and half of all rows begin like the row above.
      let width = 1 + round % 61
      let rows = (0..<18).map { _ -> [UInt8] in
        var row = [round % 2 == 0 ? 4 : UInt8.random(in: 0...4, using: &random)]
        while row.count <= width * step {
          let sample: UInt8 = Bool.random(using: &random) ? 0 : .random(in: 0...3, using: &random)
          row += [UInt8](repeating: sample, count: step * .random(in: 1...9, using: &random))
        }
        return Array(row.prefix(width * step + 1))
      }
      #expect(
        unfiltered(rows, step: step, width: width) == referenceUnfiltered(rows, step: step, width: width))
    }
  }

  @Test("an unfiltered row among filtered ones decodes as specified", arguments: [3, 4], 0..<8)
  func copiedRow(step: Int, number: Int) {
    var random = SeededNumbers(seed: UInt64(number * 8 + step))
    let width = 64
    for end in 1..<width {
      // Below a first row of one color, stored values are 0, except where the filter ignores the row above.
      let rows = (0..<16).map { row -> [UInt8] in
        let filter: UInt8 = row == 0 ? 1 : row % 8 == number ? 0 : .random(in: 1...4, using: &random)
        let colored = [0: end, 1: 1][filter] ?? 0
        return [filter] + [UInt8](repeating: 40, count: colored * step)
          + [UInt8](repeating: 0, count: (width - colored) * step)
      }
      #expect(
        unfiltered(rows, step: step, width: width) == referenceUnfiltered(rows, step: step, width: width))
    }
  }

  @Test("spots in a uniform area survive the Paeth filter", arguments: [3, 4])
  func spots(step: Int) {
    var random = SeededNumbers(seed: UInt64(step))
    for _ in 0..<1500 {
      let (width, height) = (Int.random(in: 1...70, using: &random), 18)
      var shown = [[Int]](repeating: [Int](repeating: 40, count: width * step), count: height)
      func spot(_ x: Int, _ y: Int, _ columns: Int, _ rows: Int, _ sample: Int) {
        for row in y..<min(y + rows, height) {
          for column in x..<max(x, min(x + columns, width)) {
            for at in 0..<step { shown[row][column * step + at] = sample }
          }
        }
      }
      // Vertical bars, and dots five pixels apart. Below and between them, stored values are 0, although the
      // pixels are visible.
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let (x, y) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
        let (columns, rows) = (Int.random(in: 1...3, using: &random), Int.random(in: 1...9, using: &random))
        let sample = Bool.random(using: &random) ? 200 : 41
        spot(x, y, columns, rows, sample)
        if Bool.random(using: &random) { spot(x + 5, y, 1, 1, sample) }
      }
      let rows = shown.indices.map { filteredByPaeth(shown[$0], $0 > 0 ? shown[$0 - 1] : nil, step) }
      #expect(
        unfiltered(rows, step: step, width: width) == referenceUnfiltered(rows, step: step, width: width))
    }
  }

  @Test("the Paeth predictor equals the specification's for all neighbor orders and distances")
  func predictor() {
    let values = Array(stride(from: 0, through: 255, by: 15)) + [1, 2, 127, 128, 254]
    for above in values {
      for aboveLeft in values {
        for left in values {
          // The neighbors of the second pixel: the stored value of the first one is chosen so that it decodes
          // to `left`.
          let first = UInt8(truncatingIfNeeded: left - aboveLeft)
          let rows: [[UInt8]] = [
            [0] + [UInt8](repeating: UInt8(aboveLeft), count: 4) + [UInt8](repeating: UInt8(above), count: 4),
            [4] + [UInt8](repeating: first, count: 4) + [0, 0, 0, 0], [4] + [UInt8](repeating: 0, count: 8),
          ]
          for rows in [rows, Array(rows.prefix(2))] {
            #expect(unfiltered(rows, step: 4, width: 2) == referenceUnfiltered(rows, step: 4, width: 2))
          }
        }
      }
    }
  }

  @Test("an unknown filter type is reported with its row")
  func unknownFilter() throws {
    for row in 0..<10 {
      var rows = [[UInt8]](repeating: [4, 1, 2, 3, 4], count: 10)
      rows[row][0] = 5
      var frame = [UInt8](repeating: 0, count: 40)
      let scanlines: [UInt8] = rows.flatMap { $0 }
      let unknown = unsafe unfilterTruecolor(scanlines, bytesPerPixel: 4, PixelSize(1, 10), into: &frame)
      #expect(unknown?.filter == 5)
      #expect(unknown?.row == row)
    }
  }
}

/// The result of the code under test, which must equal that of the generic code.
private func unfiltered(_ rows: [[UInt8]], step: Int, width: Int) -> [UInt8] {
  var (frame, portable) = ([UInt8](repeating: 77, count: width * rows.count * 4), [UInt8]())
  portable = frame
  let scanlines: [UInt8] = rows.flatMap { $0 } + [99]
  let unknown = unsafe unfilterTruecolor(
    scanlines, bytesPerPixel: step, PixelSize(width, rows.count), into: &frame)
  #expect(unknown == nil)
  let done = unsafe sl_unfilter_color_portable(scanlines, step, width, rows.count, &portable)
  #expect(done == rows.count)
  #expect(portable == frame)
  // Places the rows at the end of the frame's own memory.
  let room = width * rows.count * 4 + 32 * width + rows.count - (scanlines.count - 1)
  var shared = [UInt8](repeating: 77, count: room) + scanlines
  let inPlace = unsafe shared.withUnsafeMutableBufferPointer { memory -> (filter: UInt8, row: Int)? in
    guard let start = memory.baseAddress else { return nil }
    return unsafe unfilterTruecolor(
      start + room, bytesPerPixel: step, PixelSize(width, rows.count), into: start)
  }
  #expect(inPlace == nil)
  #expect(Array(shared.prefix(frame.count)) == frame)
  return frame
}

/// A row as an encoder stores it with filter 4 (PNG specification, third edition, section 9.4).
private func filteredByPaeth(_ row: [Int], _ above: [Int]?, _ step: Int) -> [UInt8] {
  [4]
    + row.indices.map { x in
      let (a, c) = x < step ? (0, 0) : (row[x - step], above?[x - step] ?? 0)
      return UInt8(truncatingIfNeeded: row[x] - paeth(a, above?[x] ?? 0, c))
    }
}

private func paeth(_ a: Int, _ b: Int, _ c: Int) -> Int {
  let (pa, pb, pc) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
}

/// PNG specification, third edition, sections 9.2 and 9.4, implemented literally.
private func referenceUnfiltered(_ rows: [[UInt8]], step: Int, width: Int) -> [UInt8] {
  var before = [Int](repeating: 0, count: width * step)
  var frame: [UInt8] = []
  for row in rows {
    var recon = [Int](repeating: 0, count: width * step)
    for x in recon.indices {
      let (a, b, c) = (x < step ? 0 : recon[x - step], before[x], x < step ? 0 : before[x - step])
      recon[x] = (Int(row[x + 1]) + [0, a, b, (a + b) / 2, paeth(a, b, c)][Int(row[0])]) % 256
    }
    for x in 0..<width {
      frame += recon[x * step..<x * step + step].map { UInt8($0) }
      if step == 3 { frame.append(255) }
    }
    before = recon
  }
  return frame
}
