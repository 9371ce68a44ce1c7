import CImageCodecs
import Corpus
import Testing

@testable import StickerImage

/// Parts that merge with a background, on shapes with known positions and shares.
@Suite struct LostPartsTests {
  @Test(
    "a dark disc is lost on black, but not on white",
    arguments: [0, 0x0C, 0x14, 0x1C, 0x28] as [UInt8])
  func darkDisc(_ gray: UInt8) throws {
    let art = discs([(204, 204, 150, [gray, gray, gray, 255])])
    let lost = try #require(Self.lost(art, on: .black).first)
    #expect(lost.lostShare == 1)
    #expect(lost.boxes.count == 1)
    let box = try #require(lost.boxes.first)
    // As precise as cells of 2 px allow.
    #expect(abs(box.x - 54) <= 2 && abs(box.width - 300) <= 4, "\(box)")
    #expect(Self.lost(art, on: .white).isEmpty)
  }

  @Test("a white disc is lost on white, but not on black", arguments: [0xF3, 0xFF] as [UInt8])
  func whiteDisc(_ gray: UInt8) {
    let art = discs([(204, 204, 150, [gray, gray, gray, 255])])
    #expect(Self.lost(art, on: .white).map(\.lostShare) == [1])
    #expect(Self.lost(art, on: .black).isEmpty)
  }

  @Test(
    "a disc is lost on black or white if its color is too near",
    arguments: [PlainBackground.black, .white])
  func nearColors(_ background: PlainBackground) {
    func lab(_ samples: [UInt8]) -> OKLab {
      OKLab(
        light: SIMD4(
          linearLight(ofSRGBSample: samples[0]) + 0.02, linearLight(ofSRGBSample: samples[1]) + 0.02,
          linearLight(ofSRGBSample: samples[2]) + 0.02, 0))
    }
    let base: UInt8 = background.isDark ? 0 : 255
    let (ground, least) = (lab([base, base, base]), background.isDark ? 0.09 : 0.045 as Float)
    for number in 0..<125 {
      let samples = [number / 25, number / 5 % 5, number % 5].map { step in
        background.isDark ? UInt8(step * 16) : UInt8(255 - step * 8)
      }
      let apart = lab(samples).lanes - ground.lanes
      let distance = (apart.x * apart.x + 0.09 * (apart.y * apart.y + apart.z * apart.z)).squareRoot()
      // A cell's light is rounded.
      if abs(distance - least) < 0.001 { continue }
      let lost = Self.lost(discs([(50, 50, 40, samples + [255])], side: 100), on: background)
      #expect(lost.isEmpty == (distance > least), "\(samples)")
    }
  }

  @Test("a disc is lost on a background of its own color only")
  func ownColor() {
    let art = discs([(204, 204, 150, [0x1F, 0x9E, 0x9E, 255])])
    #expect(Self.lost(art, on: PlainBackground(0x1F_9E_9E)).map(\.lostShare) == [1])
    for other: UInt32 in [0x9E_1F_1F, 0x2F_BF_BF, 0, 0xFF_FF_FF] {
      #expect(Self.lost(art, on: PlainBackground(other)).isEmpty)
    }
  }

  @Test("an outline in another color keeps a part visible, even with gaps of 8 px")
  func outlined() {
    let closed = discs([(204, 204, 150, Ink.white), (204, 204, 146, Ink.black)])
    #expect(Self.lost(closed, on: .black).isEmpty)
    var gaps = closed
    for y in stride(from: 100, to: 300, by: 40) {
      gaps.fill(PixelRect(x: 0, y: y, width: 408, height: 8), Ink.clear)
    }
    #expect(Self.lost(gaps, on: .black).isEmpty)
  }

  @Test("an outline in the color of the background is intended, however thick it is", arguments: [4, 12, 24])
  func artistsOutline(_ thickness: Int) {
    let art = discs([(204, 204, 150, Ink.black), (204, 204, 150 - thickness, [250, 200, 40, 255])])
    #expect(Self.lost(art, on: .black).isEmpty)
  }

  @Test("a dark part of a bright figure is lost, and its location is reported")
  func body() throws {
    // A yellow head with a black hat that is as wide as the head, and 60 px high.
    var art = discs([(204, 250, 110, [250, 200, 40, 255])])
    let hat = PixelRect(x: 94, y: 90, width: 220, height: 60)
    art.fill(hat, Ink.black)
    let lost = try #require(Self.lost(art, on: .black).first)
    let box = try #require(lost.boxes.first)
    #expect(lost.boxes.count == 1)
    #expect(abs(box.x - hat.x) <= 4 && abs(box.y - hat.y) <= 4, "\(box)")
    #expect(abs(box.width - hat.width) <= 8 && abs(box.height - hat.height) <= 12, "\(box)")
    #expect(Self.lost(art, on: .white).isEmpty)
  }

  @Test("eyes inside a face are not lost, because art surrounds them")
  func eyes() {
    let art = discs([
      (204, 204, 150, [250, 200, 40, 255]), (150, 180, 30, Ink.black), (258, 180, 30, Ink.black),
    ])
    #expect(Self.lost(art, on: .black).isEmpty)
  }

  @Test(
    "whether a line next to the art counts as lost depends on its length",
    arguments: [(50, false), (70, true)])
  func line(_ length: Int, _ isLost: Bool) {
    var art = discs([(160, 204, 140, [250, 200, 40, 255])])
    art.fill(PixelRect(x: 340, y: 170, width: 12, height: length), Ink.black)
    let lost = Self.lost(art, on: .black)
    #expect(lost.contains { $0.longestLineShare > 0.14 } == isLost)
    #expect(lost.allSatisfy { $0.lostShare < 0.02 })
  }

  @Test("people recognize a drawing in dark lines on white, even without its fill")
  func lineDrawing() {
    // A white figure inside a line of 4 px that is open at the top and the bottom.
    var art = discs([(204, 204, 150, Ink.black), (204, 204, 146, Ink.white)])
    art.fill(PixelRect(x: 150, y: 50, width: 108, height: 14), Ink.clear)
    art.fill(PixelRect(x: 150, y: 340, width: 108, height: 18), Ink.clear)
    #expect(Self.lost(art, on: .white).isEmpty)
  }

  @Test("a shadow that disappears does not count as lost")
  func shadow() {
    let art = discs([(210, 216, 150, [0, 0, 0, 90]), (204, 204, 150, [250, 200, 40, 255])])
    #expect(Self.lost(art, on: .black).isEmpty)
  }

  @Test("up to four different frames of an animation are judged")
  func frames() throws {
    let (bright, dark) = (discs([(204, 204, 150, Ink.white)]), discs([(204, 204, 150, Ink.black)]))
    for (frames, expected) in [([bright, bright, bright, dark], [3]), ([dark, dark, dark], [0])] {
      let measured = try #require(takeMeasurements(of: frames, .displaySizeFrames)?.displaySizeFrames)
      #expect(measured.lostParts(on: .black).map(\.frame) == expected)
    }
    // Of ten frames, 0, 3, 6 and 9 are measured.
    var pass = MeasurementPass(measuring: .displaySizeFrames, plays: 0, frameCount: 10)
    for number in 0..<10 { pass.visit(Frame(number == 6 ? dark : bright), number: number) }
    #expect(pass.measurements()?.displaySizeFrames?.lostParts(on: .black).map(\.frame) == [6])
    #expect((0..<10).filter(SampledFrameIndices(count: 10).contains) == [0, 3, 6, 9])
    #expect((0..<3).filter(SampledFrameIndices(count: 3).contains) == [0, 1, 2])
  }

  @Test("art on an opaque background of its own loses nothing")
  func tile() {
    var art = makeBitmap(300, 300) { _, _ in Ink.white }
    art.fill(PixelRect(x: 100, y: 100, width: 50, height: 50), Ink.black)
    #expect(Self.lost(art, on: .white).isEmpty)
  }

  @Test("mirrored and rotated art loses the same parts", arguments: 0..<6)
  func turned(_ seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let art = discs(
      (0..<6).map { _ in
        let gray = UInt8([0, 20, 30, 120, 240, 255].randomElement(using: &numbers) ?? 0)
        return (
          Int.random(in: 60..<340, using: &numbers), Int.random(in: 60..<340, using: &numbers),
          Int.random(in: 10..<70, using: &numbers), [gray, gray, gray, 255]
        )
      }, side: 391)
    for background in [PlainBackground.black, .white] {
      let shares = [art, art.flipped, art.transposed, art.flipped.transposed].map {
        Self.lost($0, on: background).map(\.lostShare)
      }
      #expect(Set(shares).count == 1, "\(shares)")
    }
  }

  private static func lost(_ art: Bitmap, on background: PlainBackground) -> [LostParts] {
    takeMeasurements(of: [art], .displaySizeFrames)?.displaySizeFrames?.lostParts(on: background) ?? []
  }
}

/// Compares a frame at display size with a plain average in double precision.
@Suite struct ShownCellsTests {
  @Test(
    "cells are averages of premultiplied linear light",
    arguments: [
      (408, 408), (300, 200), (613, 407), (500, 1), (7, 1000), (204, 204), (90, 60), (1, 1), (3, 70_001),
      (70_001, 3),
    ])
  func averages(_ width: Int, _ height: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(width * 7 + height))
    let art = makeBitmap(width, height) { x, y in
      // Rows with few changes, rows with transparent margins, and rows in which most pixels differ.
      if y / 7 % 3 == 2 { return x / 41 % 2 == 0 ? [30, 60, 200, 255] : [200, 30, 60, 100] }
      if y / 7 % 3 == 1, x < 37 || x >= width - 23 { return Ink.clear }
      if (x / 9 + y / 5) % 3 == 0 { return [30, 60, 200, 255] }
      return (0..<4).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
    }
    let cells = try #require(SingleFrameCells(art))
    #expect(cells.gridSizeInCells.longerSide == min(204, max(width, height)))
    let (columns, rows) = (cells.gridSizeInCells.width, cells.gridSizeInCells.height)
    for row in stride(from: 0, to: rows, by: max(rows / 9, 1)) {
      for column in stride(from: 0, to: columns, by: max(columns / 9, 1)) {
        let plain = plainCell(art, column, row, columns, rows)
        let level = cells.premultipliedLinearRGBAByCell[row * columns + column]
        for lane in 0..<4 {
          #expect(abs(Double(level[lane]) / 65_535 - plain.light[lane]) < 0.0001, "\(column), \(row)")
        }
        let isFigure = bit(cells.solidlyDrawnCells, column, row)
        if abs(plain.solid - 0.35) > 0.0001 { #expect(isFigure == (plain.solid > 0.35)) }
        #expect(bit(cells.nonzeroAlphaCells, column, row) == (level.w > 0))
      }
    }
  }

  @Test("colors that masks count as visible are visible", arguments: [0, 0xFF_FF_FF] as [UInt32])
  func visible(_ background: UInt32) throws {
    // Every color in steps of 17. Colors outside the mask differ in lightness by at least the limit.
    let limit: Float = background == 0 ? 0.09 : 0.045
    let ground = lab(background)
    for red in 0..<16 {
      for green in 0..<16 {
        let art = makeBitmap(16, 1) { x, _ in [UInt8(red * 17), UInt8(green * 17), UInt8(x * 17), 255] }
        let cells = try #require(SingleFrameCells(art))
        for x in 0..<16 where !bit(background == 0 ? cells.nearBlackCells : cells.nearWhiteCells, x, 0) {
          let apart = lab(UInt32(red * 17) << 16 | UInt32(green * 17) << 8 | UInt32(x * 17))
          #expect((apart.lightness - ground.lightness).magnitude >= limit)
        }
      }
    }
  }

  @Test(
    "the generic code gives the same cells",
    arguments: [(408, 408), (618, 500), (613, 407), (499, 499), (33, 31), (1, 300)])
  func generic(_ width: Int, _ height: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(width + height))
    let colors: [Color] = [Ink.clear, Ink.black, Ink.white, [200, 30, 60, 191], [9, 200, 77, 192]]
    let art = makeBitmap(width, height) { x, y in
      // Long runs of one color above, and noise below.
      colors[(y < height / 2 ? x / 7 + y / 5 : Int(truncatingIfNeeded: numbers.next() >> 8)) % colors.count]
    }
    let size = try #require(SingleFrameCells(art)).gridSizeInCells
    #expect(unsafe CellBytes(art, size, sl_average_cells) == CellBytes(art, size, sl_average_cells_portable))
  }

  /// What a function writes for the cells of a frame.
  private struct CellBytes: Equatable {
    var levels: [UInt16]
    var masks: [UInt64]

    init(
      _ art: Bitmap, _ size: PixelSize,
      _ average: (
        UnsafePointer<UInt8>?, Int, Int, UnsafePointer<Float>?, UnsafePointer<sl_cells>?
      ) -> Int32
    ) {
      let (stride, margin) = ((size.width + 2 * SingleFrameCells.marginCells + 63) / 64, 8)
      let words = stride * (size.height + 2 * margin)
      levels = [UInt16](repeating: 0, count: size.area * 4)
      masks = [UInt64](repeating: 0, count: words * 5)
      unsafe levels.withUnsafeMutableBufferPointer { levels in
        unsafe masks.withUnsafeMutableBufferPointer { masks in
          guard let first = masks.baseAddress else { return }
          var out = unsafe sl_cells(
            columns: size.width, rows: size.height, levels: levels.baseAddress, stride: stride,
            margin: margin, figure: first, visible: first + words, quarter: first + 2 * words,
            dark: first + 3 * words,
            light: first + 4 * words, max_dark: SingleFrameCells.maxDarkConeResponse,
            min_light: SingleFrameCells.minLightConeResponse)
          #expect(unsafe average(art.pixels, art.width, art.height, SRGBCurve.lightBySample, &out) != 0)
        }
      }
    }
  }

  @Test("mirrored and rotated frames have the same cells", arguments: [(408, 408), (391, 263)])
  func turned(_ width: Int, _ height: Int) throws {
    var numbers = SeededNumbers(seed: 3)
    let art = makeBitmap(width, height) { _, _ in
      (0..<4).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
    }
    let cells = try #require(SingleFrameCells(art))
    let (mirrored, turned) = (
      try #require(SingleFrameCells(art.flipped)), try #require(SingleFrameCells(art.transposed))
    )
    for row in 0..<cells.gridSizeInCells.height {
      for column in 0..<cells.gridSizeInCells.width {
        let level = cells.premultipliedLinearRGBAByCell[row * cells.gridSizeInCells.width + column]
        #expect(
          level
            == mirrored.premultipliedLinearRGBAByCell[(row + 1) * cells.gridSizeInCells.width - 1 - column])
        #expect(level == turned.premultipliedLinearRGBAByCell[column * cells.gridSizeInCells.height + row])
      }
    }
  }

  private func bit(_ mask: PixelMask, _ column: Int, _ row: Int) -> Bool {
    let x = column + SingleFrameCells.marginCells
    return mask.word(x / 64, row: row + SingleFrameCells.marginCells) >> UInt64(x % 64) & 1 == 1
  }

  private func lab(_ color: UInt32) -> OKLab {
    func light(_ shift: UInt32) -> Float {
      linearLight(ofSRGBSample: UInt8(truncatingIfNeeded: color >> shift)) + 0.02
    }
    return OKLab(light: SIMD4(light(16), light(8), light(0), 0))
  }

  private func plainCell(
    _ art: Bitmap, _ column: Int, _ row: Int, _ columns: Int, _ rows: Int
  ) -> (light: [Double], solid: Double) {
    func weights(_ cell: Int, _ cells: Int, _ pixels: Int) -> [(pixel: Int, weight: Double)] {
      let (start, end) = (
        Double(cell * pixels) / Double(cells), Double((cell + 1) * pixels) / Double(cells)
      )
      return (Int(start)..<min(Int(end) + 1, pixels)).map {
        ($0, max(0, min(end, Double($0 + 1)) - max(start, Double($0))) / (end - start))
      }
    }
    var (light, solid) = ([0.0, 0, 0, 0], 0.0)
    for (y, down) in weights(row, rows, art.height) {
      for (x, across) in weights(column, columns, art.width) {
        let at = (y * art.width + x) * 4
        let alpha = Double(art.pixels[at + 3]) / 255
        for channel in 0..<3 {
          light[channel] +=
            down * across * alpha * Double(linearLight(ofSRGBSample: art.pixels[at + channel]))
        }
        light[3] += down * across * alpha
        if art.pixels[at + 3] >= 192 { solid += down * across }
      }
    }
    return (light, solid)
  }
}

/// Compares operations on masks with plain loops.
@Suite struct MaskShapeTests {
  @Test("discs, crosses, groups and distances equal those of plain loops", arguments: 0..<12)
  func plain(_ seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let size = PixelSize(Int.random(in: 20...140, using: &numbers), Int.random(in: 12...30, using: &numbers))
    var mask = PixelMask(size)
    for row in 2..<size.height - 2 {
      for column in 2..<size.width - 2 where Int.random(in: 0..<9, using: &numbers) < 2 {
        mask.set(MaskRun(row: row, columns: column..<column + 1))
      }
    }
    let set = mask.positions
    func points(_ isSet: (Int, Int) -> Bool) -> [PixelPoint] {
      (0..<size.height).flatMap { y in
        (0..<size.width).filter { isSet($0, y) }.map { PixelPoint(x: $0, y: y) }
      }
    }
    func square(_ x: Int, _ y: Int) -> Int {
      set.map { ($0.x - x) * ($0.x - x) + ($0.y - y) * ($0.y - y) }.min() ?? .max
    }
    for radius in [1, 2, 4, 9, 12] {
      #expect(mask.dilated(byDiscOfSquaredRadius: radius).positions == points { square($0, $1) <= radius })
    }
    #expect(
      mask.dilatedByCross(2).positions
        == points { x, y in set.contains { abs($0.x - x) + abs($0.y - y) <= 2 } })
    #expect(
      mask.erodedByCross.positions
        == points { x, y in
          [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)].allSatisfy { shift in
            set.contains(PixelPoint(x: x + shift.0, y: y + shift.1))
          }
        })
    #expect(mask.inverted.positions == points { square($0, $1) > 0 })
    let map = DistanceMap(to: mask)
    for y in 0..<size.height {
      for x in 0..<size.width {
        #expect(abs(map[x, y] - Float(square(x, y)).squareRoot()) < 0.001)
      }
    }
    let outside = mask.inverted.connected(to: (0, 0))
    #expect(outside.positions == flooded(mask, size))
  }

  /// The pixels that can be reached from the corner through pixels that are not set.
  private func flooded(_ mask: PixelMask, _ size: PixelSize) -> [PixelPoint] {
    let walls = Set(mask.positions)
    var (seen, open) = (Set([PixelPoint(x: 0, y: 0)]), [PixelPoint(x: 0, y: 0)])
    while let next = open.popLast() {
      for (across, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        let place = PixelPoint(x: next.x + across, y: next.y + down)
        guard 0..<size.width ~= place.x, 0..<size.height ~= place.y, !walls.contains(place) else { continue }
        if seen.insert(place).inserted { open.append(place) }
      }
    }
    return seen.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
  }

  @Test("pixels that touch at a corner are one group if diagonals join")
  func diagonals() {
    var mask = PixelMask(PixelSize(70, 3))
    for (row, columns) in [(0, 60..<64), (1, 64..<66), (2, 62..<64), (2, 68..<69)] {
      mask.set(MaskRun(row: row, columns: columns))
    }
    #expect(ConnectedPixelGroups(mask).groupSizes == [4, 2, 2, 1])
    #expect(ConnectedPixelGroups(mask, joinsDiagonals: true).groupSizes == [8, 1])
    #expect(ConnectedPixelGroups(mask).groupIndex(ofFirstPixelIn: MaskRun(row: 1, columns: 65..<66)) == 1)
    #expect(ConnectedPixelGroups(mask).groupIndex(ofFirstPixelIn: MaskRun(row: 1, columns: 66..<67)) == nil)
  }
}

/// The colors of shapes.
enum Ink {
  static let black: Color = [0, 0, 0, 255]
  static let white: Color = [255, 255, 255, 255]
  static let clear: Color = [0, 0, 0, 0]
}

/// Discs with soft edges, each drawn over the previous ones: center, radius and color.
func discs(_ discs: [(x: Int, y: Int, radius: Int, color: Color)], side: Int = 408) -> Bitmap {
  makeBitmap(side, side) { x, y in
    var (light, alpha) = (SIMD3<Double>.zero, 0.0)
    for disc in discs {
      let (across, down) = (Double(x - disc.x), Double(y - disc.y))
      let distance = (across * across + down * down).squareRoot()
      let cover = min(max(Double(disc.radius) + 0.5 - distance, 0), 1) * Double(disc.color[3]) / 255
      let own = SIMD3(Double(disc.color[0]), Double(disc.color[1]), Double(disc.color[2]))
      light = light * (1 - cover) + own * cover
      alpha = alpha * (1 - cover) + cover
    }
    guard alpha > 0 else { return Ink.clear }
    return (0..<3).map { UInt8((light[$0] / alpha).rounded()) } + [UInt8((alpha * 255).rounded())]
  }
}

extension Bitmap {
  /// Replaces a rectangle with a color.
  fileprivate mutating func fill(_ rect: PixelRect, _ color: Color) {
    for y in rect.y..<rect.y + rect.height {
      for x in rect.x..<rect.x + rect.width {
        let at = (y * width + x) * 4
        pixels.replaceSubrange(at..<at + 4, with: color)
      }
    }
  }

  /// The bitmap, mirrored from left to right.
  var flipped: Bitmap { moved(size) { ($1.width - 1 - $0.x, $0.y) } }

  /// The bitmap, with columns and rows exchanged.
  var transposed: Bitmap { moved(PixelSize(height, width)) { place, _ in (place.y, place.x) } }

  private func moved(
    _ size: PixelSize, from source: ((x: Int, y: Int), PixelSize) -> (x: Int, y: Int)
  ) -> Bitmap {
    makeBitmap(size.width, size.height) { x, y in
      let place = source((x, y), size)
      let at = (place.y * width + place.x) * 4
      return Array(pixels[at..<at + 4])
    }
  }
}
