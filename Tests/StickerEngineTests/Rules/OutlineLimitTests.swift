import Testing

@testable import StickerEngine
@testable import StickerImage

/// Values exactly at the limits of the rules about shape, and just past them.
@Suite struct OutlineLimitTests {
  @Test("5% of a side may be cut straight, and one pixel more may not", arguments: [(15, 0), (16, 1)])
  func cut(_ width: Int, _ count: Int) async throws {
    #expect(try await cuts([PixelRect(x: 100, y: 0, width: width, height: 200)]) == count)
  }

  @Test(
    "a run on the border is a cut if it is at least 80% of the run below", arguments: [(159, 0), (160, 1)])
  func straightness(_ width: Int, _ count: Int) async throws {
    let art = [
      PixelRect(x: 50, y: 3, width: 200, height: 200), PixelRect(x: 60, y: 0, width: width, height: 3),
    ]
    #expect(try await cuts(art) == count)
  }

  @Test("pixels along the border count with an alpha of at least 128", arguments: [(127, 0), (128, 1)])
  func halfCovered(_ alpha: UInt8, _ count: Int) async throws {
    // 15 solid pixels, which are allowed to be cut, and one more.
    let art = [PixelRect(x: 100, y: 0, width: 15, height: 200)]
    #expect(try await cuts(art) { $0 == 115 ? alpha : nil } == count)
  }

  @Test("a run is a cut if half of it is solid", arguments: [(249, 0), (250, 1)])
  func solid(_ alpha: UInt8, _ count: Int) async throws {
    let art = [PixelRect(x: 100, y: 0, width: 100, height: 200)]
    // 49 pixels are solid in any case, and one has the alpha under test.
    let messages = try await cuts(art) { 100..<200 ~= $0 ? ($0 < 149 ? 255 : $0 == 149 ? alpha : 200) : nil }
    #expect(messages == count)
  }

  @Test("an outline along the border is at most 24 px thick", arguments: [(24, 0), (25, 1)])
  func outline(_ thickness: Int, _ count: Int) async throws {
    var bitmap = Bitmap(transparent: canvas)
    bitmap.fill(PixelRect(x: 50, y: 0, width: 200, height: 200), [200, 90, 40, 255])
    bitmap.fill(PixelRect(x: 50, y: 0, width: 200, height: thickness), [20, 10, 40, 255])
    #expect(try await findings(.touchesEdge, bitmap).count == count)
  }

  @Test("an outline that runs at an angle to the border is a cut", arguments: [(0, 0), (1, 0), (4, 1)])
  func slant(_ rise: Int, _ count: Int) async throws {
    var bitmap = Bitmap(transparent: canvas)
    bitmap.fill(PixelRect(x: 50, y: 0, width: 200, height: 200), [200, 90, 40, 255])
    for x in 50..<250 {
      let thickness = 6 + rise * (x - 50) / 200
      bitmap.fill(PixelRect(x: x, y: 0, width: 1, height: thickness), [20, 10, 40, 255])
    }
    #expect(try await findings(.touchesEdge, bitmap).count == count)
  }

  @Test("all cut sides are reported at once, with the location and frame of the longest")
  func sides() async throws {
    let still = Bitmap(transparent: canvas)
    var moved = still
    moved.fill(PixelRect(x: 0, y: 100, width: 60, height: 40), [9, 9, 9, 255])
    moved.fill(PixelRect(x: 200, y: 270, width: 50, height: 30), [9, 9, 9, 255])
    let frames = [still, moved].map { Frame($0, delay: ExactSeconds(1, 10)) }
    let found = await findings(.touchesEdge, try frames.encodedAPNG(plays: 0))
    #expect(
      found.map(\.evidence.message) == [
        """
        the art is cut off at the bottom and on the left: it ends in a straight line of 50 px in frame 2, \
        16.7% of the bottom side (limit: 5%)
        """
      ])
    #expect(
      found.map(\.evidence.location) == [.region(PixelRect(x: 200, y: 299, width: 50, height: 1), frame: 1)])
  }

  @Test("a solid background gives no findings on its sides")
  func solidBackground() async throws {
    var bitmap = Bitmap(transparent: canvas)
    bitmap.fill(PixelRect(canvas), [9, 9, 9, 255])
    bitmap.fill(PixelRect(x: 50, y: 50, width: 9, height: 9), [0, 0, 0, 0])
    #expect(try await findings(.touchesEdge, bitmap) == [])
    // A rectangle of three-fifths of the canvas counts as a background too.
    bitmap.fill(PixelRect(x: 0, y: 0, width: 300, height: 120), [0, 0, 0, 0])
    #expect(try await findings(.touchesEdge, bitmap) == [])
    bitmap.fill(PixelRect(x: 0, y: 0, width: 300, height: 121), [0, 0, 0, 0])
    #expect(try await findings(.touchesEdge, bitmap).count == 1)
  }

  @Test("a plate trimmed to its size is whole, and a moved one is cut", arguments: [(0, 0), (1, 1), (30, 1)])
  func trimmed(_ shift: Int, _ count: Int) async throws {
    // The ends are rounded with a radius of 60 px.
    let bitmap = insetShape { row in
      let beyond = Double(max(0, 110 - row, row - 189))
      return 60 - (3600 - beyond * beyond).squareRoot()
    }
    #expect(try await findings(.touchesEdge, bitmap(shift)).count == count)
  }

  @Test("a shape that is cut equally on both sides is cut")
  func cutAlike() async throws {
    let slanted = insetShape { row in Double(max(0, 110 - row, row - 189)) / 2 }
    #expect(try await findings(.touchesEdge, slanted(0)).count == 1)
  }

  @Test("a shape that extends beyond the top edge is cut even if it follows a grid", arguments: [25, 50])
  func sheet(_ grid: Int) async throws {
    #expect(try await cuts([PixelRect(x: grid, y: 0, width: grid * 5, height: grid * 4)]) == 1)
  }

  @Test("a disc built from 20 px squares that touches all sides is whole")
  func pixelArt() async throws {
    var bitmap = Bitmap(transparent: canvas)
    for y in 0..<15 {
      for x in 0..<15 where (x - 7) * (x - 7) + (y - 7) * (y - 7) <= 56 {
        bitmap.fill(PixelRect(x: x * 20, y: y * 20, width: 20, height: 20), [200, 90, 40, 255])
      }
    }
    #expect(try await findings(.touchesEdge, bitmap) == [])
  }

  /// A shape in rows 51 to 248 that reaches from side to side, shifted to the right. In each row, the inset
  /// from the left equals the inset from the right.
  private func insetShape(_ inset: @escaping (Int) -> Double) -> (Int) -> Bitmap {
    { shift in
      var bitmap = Bitmap(transparent: canvas)
      for y in 51...248 {
        for x in 0..<300 where Double(min(x - shift, 299 - x + shift)) + 0.5 >= inset(y) {
          // Each pixel has its own color, so that no outline runs along a side.
          let pixel = [UInt8(x % 250), UInt8(x * 7 % 250), UInt8(y), 255]
          bitmap.fill(PixelRect(x: x, y: y, width: 1, height: 1), pixel)
        }
      }
      return bitmap
    }
  }

  @Test("art must cover at least 50% of the longer side", arguments: [(149, 1), (150, 0)])
  func extent(_ side: Int, _ count: Int) async throws {
    for (width, height) in [(side, 10), (10, side)] {
      var bitmap = Bitmap(transparent: canvas)
      let art = PixelRect(x: (300 - width) / 2, y: (300 - height) / 2, width: width, height: height)
      bitmap.fill(art, [9, 9, 9, 5])
      let found = try await findings(.placement, bitmap)
      #expect(found.count == count)
      #expect(found.allSatisfy { $0.evidence.location == .region(art, frame: nil) })
    }
  }

  private func cuts(_ art: [PixelRect], top: (Int) -> UInt8? = { _ in nil }) async throws -> Int {
    var bitmap = Bitmap(transparent: canvas)
    for rect in art { bitmap.fill(rect, [200, 90, 40, 255]) }
    for x in 0..<canvas.width {
      if let alpha = top(x) { bitmap.fill(PixelRect(x: x, y: 0, width: 1, height: 1), [200, 90, 40, alpha]) }
    }
    return try await findings(.touchesEdge, bitmap).count
  }
}

private let canvas = PixelSize(300, 300)

func findings(_ rule: Rule, _ bitmap: Bitmap) async throws -> [Finding] {
  await findings(rule, try bitmap.encodedPNG())
}

func findings(_ rule: Rule, _ bytes: [UInt8], settings: OptionValues = OptionValues()) async -> [Finding] {
  let configuration = Configuration(rules: [ActiveRule(rule, optionValues: settings)])
  return await lint([AssetSource("a.png", .bytes(bytes))], configuration, jobs: 1).findings
}

extension Bitmap {
  /// Replaces the pixels of a rectangle inside the bitmap.
  mutating func fill(_ rect: PixelRect, _ pixel: [UInt8]) {
    for y in rect.y..<rect.y + rect.height {
      for x in rect.x..<rect.x + rect.width {
        for sample in 0..<4 { pixels[(y * width + x) * 4 + sample] = pixel[sample] }
      }
    }
  }
}
