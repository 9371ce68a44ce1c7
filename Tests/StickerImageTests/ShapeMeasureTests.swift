import Corpus
import Testing

@testable import StickerImage

/// Sides at the boundaries of words and blocks of sixteen, and others.
private let sizes =
  (1...70).map { PixelSize($0, ($0 * 29) % 70 + 1) } + [PixelSize(129, 5), PixelSize(193, 2)]
private let everything: MeasureSet = [.coverage, .bounds, .edgeCuts, .specks, .outlinePixelGrid, .fringe]

@Suite struct ShapeMeasureTests {
  @Test("counts and bounds equal those of a simple loop at any size", arguments: sizes)
  func totals(_ size: PixelSize) throws {
    var random = RandomAlpha(seed: UInt64(size.width))
    for density in [0, 1, 30, 500, 1000] {
      let frames = (0..<3).map { _ in random.frame(size, density) }
      let measurements = try #require(takeMeasurements(of: frames, everything))
      let plain = frames.map(ShapeReference.init)
      #expect(measurements.coverage?.visiblePixelsByFrame == plain.map { $0.count(5...255) })
      #expect(measurements.coverage?.hasTransparency == plain.contains { $0.count(255...255) < size.area })
      let bounds = try #require(measurements.bounds)
      #expect(bounds.totalHazePixels == plain.reduce(0) { $0 + $1.count(1...4) })
      #expect(bounds.totalStrongerHazePixels == plain.reduce(0) { $0 + $1.count(3...4) })
      #expect(bounds.totalBarelyVisiblePixels == plain.reduce(0) { $0 + $1.count(5...8) })
      let visible = plain.reduce(into: Set()) { $0.formUnion($1.points { $0 >= 5 }) }
      let occupied = plain.reduce(into: Set()) { $0.formUnion($1.points { $0 >= 1 }) }
      #expect(bounds.visibleBox == ShapeReference.box(visible))
      #expect(bounds.nonzeroAlphaBox == ShapeReference.box(occupied))
    }
  }

  @Test("specks are the small separate groups that a simple search finds", arguments: sizes)
  func specks(_ size: PixelSize) throws {
    var random = RandomAlpha(seed: UInt64(size.width) + 1000)
    var seen = 0
    for density in [2, 5, 10, 40, 300] {
      let frame = random.frame(size, density, clumps: true)
      let found = try #require(takeMeasurements(of: [frame], .specks)?.specks?.foundSpecks)
      let groups = found.map {
        ShapeReference.Group(
          place: $0.boundingBox, pixels: $0.pixelCount, distance: $0.distanceToNearestPixel)
      }
      #expect(Set(groups) == ShapeReference(frame).specks())
      #expect(groups.count == Set(groups).count)
      seen += groups.count
    }
    if size.area > 1500 { #expect(seen > 0) }  // otherwise, nothing is tested
  }

  @Test("a speck is reported once, with the first frame that has it")
  func speckOverFrames() throws {
    let art = makeBitmap(100, 40) { x, _ in [0, 0, 0, x < 9 ? 255 : 0] }
    var dot = art
    dot.pixels[(20 * 100 + 70) * 4 + 3] = 5
    let found = try #require(takeMeasurements(of: [art, dot, dot], .specks)?.specks?.foundSpecks)
    #expect(found.map(\.frame) == [1])
    #expect(found.map(\.boundingBox) == [PixelRect(x: 70, y: 20, width: 1, height: 1)])
  }

  @Test("an image of only dots lists 256 of them as specks")
  func dust() throws {
    let dust = makeBitmap(200, 200) { x, y in [0, 0, 0, x % 5 == 0 && y % 5 == 0 ? 255 : 0] }
    let found = try #require(takeMeasurements(of: [dust], .specks)?.specks?.foundSpecks)
    #expect(found.count == 256)
    #expect(found.first?.boundingBox == PixelRect(x: 0, y: 0, width: 1, height: 1))
    #expect(found.allSatisfy { $0.distanceToNearestPixel == 5 })
  }

  @Test("a texture of dots leaves room for specks away from the texture")
  func speckBesideTexture() throws {
    let texture = makeBitmap(200, 200) { x, y in
      let isTexture = x < 120 && x % 5 == 0 && y % 5 == 0
      return [0, 0, 0, isTexture || (x, y) == (190, 190) ? 255 : 0]
    }
    let found = try #require(takeMeasurements(of: [texture], .specks)?.specks?.foundSpecks)
    #expect(found.count == 257)
    #expect(
      found.filter { $0.distanceToNearestPixel == 16 }.map(\.boundingBox) == [
        PixelRect(x: 190, y: 190, width: 1, height: 1)
      ])
  }

  @Test("frames full of dots leave room for specks in later frames")
  func speckAfterDust() throws {
    let dust = makeBitmap(700, 700) { x, y in [0, 0, 0, x % 2 == 0 && y % 2 == 0 ? 255 : 0] }
    let dot = makeBitmap(700, 700) { x, y in
      let isArt = x < 400 && y < 400
      return [0, 0, 0, isArt || (x, y) == (650, 650) ? 255 : 0]
    }
    let found = try #require(takeMeasurements(of: [dust, dot], .specks)?.specks?.foundSpecks)
    #expect(found.map(\.boundingBox) == [PixelRect(x: 650, y: 650, width: 1, height: 1)])
  }

  @Test("the only visible content of a frame is the art, however small")
  func alone() throws {
    let dot = makeBitmap(100, 100) { x, y in [0, 0, 0, x == 50 && y == 50 ? 255 : 0] }
    let two = makeBitmap(100, 100) { x, y in [0, 0, 0, (x == 50 || x == 80) && y == 50 ? 255 : 0] }
    #expect(takeMeasurements(of: [dot], .specks)?.specks?.foundSpecks == [])
    #expect(takeMeasurements(of: [two], .specks)?.specks?.foundSpecks.count == 2)
  }

  @Test("a dot where another frame has art is part of a movement", arguments: [62, 63, 64, 100])
  func sparkle(_ x: Int) throws {
    func frame(_ side: Int, at left: Int) -> Bitmap {
      makeBitmap(200, 100) { column, row in
        let isSparkle = left..<left + side ~= column && 40..<40 + side ~= row
        return [0, 0, 0, isSparkle || column < 20 ? 255 : 0]
      }
    }
    func found(_ frames: [Bitmap]) throws -> [Int] {
      var pass = MeasurementPass(measuring: .specks, plays: 0)
      for (number, bitmap) in frames.enumerated() { pass.visit(Frame(bitmap), number: number) }
      return try #require(pass.measurements()?.specks).foundSpecks.map(\.frame)
    }
    #expect(try found([frame(2, at: x), frame(9, at: x)]) == [])
    #expect(try found([frame(9, at: x), frame(2, at: x)]) == [])
    #expect(try found([frame(9, at: x), frame(2, at: x + 8)]) == [])  // its last column
    #expect(try found([frame(9, at: x), frame(2, at: x + 9)]) == [1])
    #expect(try found([frame(2, at: x), frame(9, at: x + 2)]) == [0])
    #expect(try found([frame(2, at: x), frame(2, at: x)]) == [0])  // a dot is not art, whatever is below it
  }

  @Test(
    "a hole has 12 px of art on every side and diagonally",
    arguments: [-1, 0, 1], [-1, 0, 1])
  func pinholes(_ right: Int, _ down: Int) throws {
    let shapes: [(columns: Int, rows: Int, isHole: (Int, Int) -> Bool)] = [
      (1, 1, { _, _ in true }), (6, 1, { _, _ in true }), (1, 6, { _, _ in true }),
      (6, 6, { $0 == $1 }), (6, 6, { $0 + $1 == 5 }), (6, 6, { $0 == 5 || $1 == 5 }),
      (5, 3, { $1 == 2 || $0 % 4 == 0 }),
    ]
    for shape in shapes {
      for gap in 9...15 {
        // The other transparent area, which is too large for a hole, at this distance from the hole.
        func start(_ way: Int, _ side: Int) -> Int { way < 0 ? 50 - gap - 8 : way > 0 ? 50 + side + gap : 50 }
        let (left, top) = (start(right, shape.columns), start(down, shape.rows))
        let hasOther = (right, down) != (0, 0)
        let art = makeBitmap(120, 120) { x, y in
          let isOther = hasOther && left..<left + 8 ~= x && top..<top + 8 ~= y
          let isHole =
            50..<50 + shape.columns ~= x && 50..<50 + shape.rows ~= y && shape.isHole(x - 50, y - 50)
          return [9, 9, 9, isOther || isHole ? 0 : 255]
        }
        let found = try #require(takeMeasurements(of: [art], .pinholes)?.pinholes?.holes).map(\.boundingBox)
        let place = PixelRect(x: 50, y: 50, width: shape.columns, height: shape.rows)
        #expect(found == (gap >= 12 || !hasOther ? [place] : []), "\(place), \(gap) px apart")
      }
    }
  }

  @Test(
    "edges measured on the whole canvas are the same, whatever colors are hidden around the art",
    arguments: [0, 1, 9])
  func sharpness(_ softness: Int) throws {
    var random = SeededNumbers(seed: 7)
    let hidden = (0..<90 * 90).map { _ in UInt8.random(in: 0...255, using: &random) }
    func art(corners: UInt8) -> Bitmap {
      makeBitmap(90, 90) { x, y in
        let isCorner = (x, y) == (0, 0) || (x, y) == (89, 89)
        // The distance from the edge of the art, in pixels, and how much of the art is there.
        let inside: Int = min(min(x - 29, 60 - x), min(y - 24, 65 - y))
        let alpha = inside <= 0 ? 0 : UInt8(min(255, inside * 255 / (softness + 1)))
        let red = alpha == 0 ? hidden[y * 90 + x] : UInt8(90 + x)
        return [red, 40, 40, isCorner ? corners : alpha]
      }
    }
    let (near, wide) = (
      takeMeasurements(of: [art(corners: 0)], .sharpness), takeMeasurements(of: [art(corners: 1)], .sharpness)
    )
    #expect(try #require(near?.sharpness) == wide?.sharpness)
    if softness == 9 { #expect(near?.sharpness?.sharpestEdgeWidth != nil) }
  }

  @Test(
    "the pixel art grid is the common divisor of its horizontal and vertical steps",
    arguments: zip([(1, 1), (2, 2), (3, 3), (7, 7), (4, 6), (1, 2), (2, 1)], [1, 2, 3, 7, 2, 1, 1]))
  func grid(_ step: (Int, Int), _ grid: Int) throws {
    // A staircase, away from the corner.
    let art = makeBitmap(90, 90) { x, y in
      let (column, row) = ((x - 5) / step.0, (y - 9) / step.1)
      return [0, 0, 0, x >= 5 && y >= 9 && column < 10 && row <= column ? 255 : 0]
    }
    #expect(takeMeasurements(of: [art], .outlinePixelGrid)?.outlinePixelGrid?.gridSidePixels == grid)
  }

  @Test("one translucent pixel in any frame means that alpha is not binary", arguments: [1, 4, 254])
  func binary(_ alpha: UInt8) throws {
    let hard = makeBitmap(20, 20) { x, _ in [0, 0, 0, x < 9 ? 255 : 0] }
    var soft = hard
    soft.pixels[19 * 4 + 3] = alpha
    #expect(takeMeasurements(of: [hard, hard], .outlinePixelGrid)?.outlinePixelGrid?.hasBinaryAlpha == true)
    #expect(takeMeasurements(of: [hard, soft], .outlinePixelGrid)?.outlinePixelGrid?.hasBinaryAlpha == false)
  }

  @Test("runs on the border and 3 px inside equal those of a simple search", arguments: sizes)
  func cuts(_ size: PixelSize) throws {
    var random = RandomAlpha(seed: UInt64(size.width) + 3000)
    // Each pixel has its own color, so that no outline runs along a side.
    let frames = (0..<2).map { _ in random.runs(size) }
    let found = try #require(takeMeasurements(of: frames, .edgeCuts)?.edgeCuts?.longestCutsByStraightness)
    for side in EdgeCuts.Side.allCases {
      let own = found.filter { $0.side == side }
      guard size.shorterSide > 6 else {
        #expect(own.isEmpty)
        continue
      }
      let all = frames.flatMap { plainCuts(ShapeReference($0), side) }
      for cut in own { #expect(all.contains(Run(length: cut.length, straightness: cut.straightnessPercent))) }
      // No line in the plain result is both longer and straighter than all lines that were found. A run of a
      // few pixels may have one color by chance, and therefore an outline.
      for run in all where run.length >= 8 {
        #expect(own.contains { $0.length >= run.length && $0.straightnessPercent >= run.straightness })
      }
    }
  }

  private struct Run: Hashable {
    let length: Int
    let straightness: Int
  }

  private func plainCuts(_ plain: ShapeReference, _ side: EdgeCuts.Side) -> [Run] {
    let (border, inner) = (plain.line(side, 0), ShapeReference.solidRuns(plain.line(side, 3)))
    return ShapeReference.solidRuns(border).compactMap { run in
      let beside = inner.filter { $0.overlaps(run) }.map(\.count).max() ?? 0
      let solid = border[run].count { $0 >= 250 }
      guard run.count * 100 >= border.count, solid * 2 >= run.count, run.count * 2 >= beside else {
        return nil
      }
      return Run(length: run.count, straightness: min(100, run.count * 100 / max(beside, 1)))
    }
  }
}

func takeMeasurements(of frames: [Bitmap], _ needs: MeasureSet) -> Measurements? {
  var pass = MeasurementPass(measuring: needs)
  for (number, bitmap) in frames.enumerated() { pass.visit(Frame(bitmap), number: number) }
  return pass.measurements()
}

/// Random frames, the same in every run.
private struct RandomAlpha {
  private var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  private mutating func isHit(_ thousandths: Int) -> Bool {
    Int.random(in: 0..<1000, using: &numbers) < thousandths
  }
  private mutating func sample() -> UInt8 { UInt8.random(in: 0...255, using: &numbers) }

  /// Random pixels at a rate per thousand, and clumps beside them.
  mutating func frame(
    _ size: PixelSize, _ thousandths: Int,
    alphas: [UInt8] = [1, 2, 3, 4, 5, 8, 9, 15, 16, 235, 236, 250, 254, 255],
    clumps: Bool = false
  ) -> Bitmap {
    let whole = thousandths == 1000 && isHit(500)  // every pixel opaque, in some
    var bitmap = Bitmap(transparent: size)
    for pixel in 0..<size.area where isHit(thousandths) {
      let alpha = whole ? 255 : alphas[Int.random(in: 0..<alphas.count, using: &numbers)]
      bitmap.pixels[pixel * 4 + 3] = alpha
      guard clumps else { continue }
      for other in [pixel + 1, pixel + size.width, pixel + size.width + 1, pixel + 2 * size.width]
      where other < size.area && isHit(500) { bitmap.pixels[other * 4 + 3] = 200 }
    }
    return bitmap
  }

  /// Long runs of alpha on both sides of 128 and 250, in random colors.
  mutating func runs(_ size: PixelSize) -> Bitmap {
    var alpha: UInt8 = 255
    return makeBitmap(size.width, size.height) { x, y in
      let ring = min(x, y, size.width - 1 - x, size.height - 1 - y)
      if isHit(120) { alpha = [0, 127, 128, 249, 250, 255][Int.random(in: 0..<6, using: &numbers)] }
      return [sample(), sample(), sample(), isHit(ring == 3 ? 60 : 0) ? 0 : alpha]
    }
  }
}
