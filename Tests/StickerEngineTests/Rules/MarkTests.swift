import Testing

@testable import StickerEngine
@testable import StickerImage

/// The locations that a page marks. They are known, because the tests draw the defects there.
@Suite struct MarkTests {
  @Test("every cut on every side is marked, including the shorter of two on one side")
  func cuts() async throws {
    let legs = [
      PixelRect(x: 40, y: 200, width: 30, height: 100), PixelRect(x: 140, y: 200, width: 50, height: 100),
      PixelRect(x: 0, y: 60, width: 80, height: 20), PixelRect(x: 200, y: 0, width: 15, height: 40),
    ]
    let marks = try await marks(.touchesEdge, [bitmap(filling: legs)])
    #expect(
      Set(marks) == [
        .rectangle(PixelRect(x: 40, y: 299, width: 30, height: 1), frame: 0),
        .rectangle(PixelRect(x: 140, y: 299, width: 50, height: 1), frame: 0),
        .rectangle(PixelRect(x: 0, y: 60, width: 1, height: 20), frame: 0),
      ])
    #expect(marks.count == 3)
  }

  @Test("a moving cut is marked in each of its locations with a frame that shows it")
  func movingCut() async throws {
    let arms = [20, 60, 20].map { bitmap(filling: [PixelRect(x: 220, y: $0, width: 80, height: 40)]) }
    #expect(
      try await marks(.touchesEdge, arms) == [
        .rectangle(PixelRect(x: 299, y: 20, width: 1, height: 40), frame: 0),
        .rectangle(PixelRect(x: 299, y: 60, width: 1, height: 40), frame: 1),
      ])
  }

  @Test("every reported speck is marked, and intended dots are not")
  func specks() async throws {
    let specks = [
      PixelRect(x: 10, y: 10, width: 3, height: 3), PixelRect(x: 280, y: 12, width: 2, height: 1),
      PixelRect(x: 15, y: 270, width: 1, height: 1),
    ]
    let dots = [
      PixelRect(x: 270, y: 270, width: 4, height: 4), PixelRect(x: 100, y: 150, width: 1, height: 1),
    ]
    let marks = try await marks(.strayPixels, [bitmap(filling: [art] + specks + dots)])
    #expect(marks == specks.map { .rectangle($0, frame: 0) })
  }

  @Test("haze is marked to its full extent, and so are specks on clear ground")
  func haze() async throws {
    var bitmap = bitmap(filling: [])
    bitmap.fill(PixelRect(x: 60, y: 70, width: 200, height: 150), [255, 255, 255, 2])
    bitmap.fill(art, ink)
    bitmap.fill(PixelRect(x: 8, y: 290, width: 2, height: 2), ink)
    #expect(
      try await marks(.strayPixels, [bitmap]) == [
        .rectangle(PixelRect(x: 8, y: 290, width: 2, height: 2), frame: 0),
        .rectangle(PixelRect(x: 8, y: 50, width: 252, height: 242), frame: nil),
      ])
  }

  @Test("at most 200 specks of dust are marked")
  func bounded() async throws {
    let dust = (0..<400).map {
      PixelRect(x: 14 * ($0 % 20) + 1, y: 14 * ($0 / 20) + 1, width: 1, height: 1)
    }
    #expect(try await marks(.strayPixels, [bitmap(filling: dust)]).count == 200)
  }

  @Test("a fringe is marked on its pixels, in the first frame that has one")
  func fringe() async throws {
    let clean = bitmap(filling: [art])
    // The color of a dark rectangle, mixed with white by the matting equation, next to its right side.
    let cutOut = [60, 100, 140].map { first in
      var bitmap = clean
      for row in first..<first + 30 {
        let alpha = row % 2 == 0 ? 90 : 170
        let color = [40, 30, 50].map { UInt8(($0 * alpha + 255 * (255 - alpha)) / 255) }
        bitmap.fill(PixelRect(x: 220, y: row, width: 1, height: 1), color + [UInt8(alpha)])
      }
      return bitmap
    }
    let marks = try await marks(.rim, [clean] + cutOut)
    let edge = (60..<90).map { PixelPoint(x: 220, y: $0) }
    #expect(marks == [.pixels(edge, frame: 1)])
  }

  @Test("small art is marked with its bounding box")
  func margin() async throws {
    let small = PixelRect(x: 100, y: 120, width: 50, height: 30)
    #expect(try await marks(.placement, [bitmap(filling: [small])]) == [.rectangle(small, frame: nil)])
  }

  @Test("a solid background is marked along the whole canvas")
  func background() async throws {
    let canvas = PixelRect(x: 0, y: 0, width: 300, height: 300)
    #expect(
      try await marks(.opaqueBackground, [bitmap(filling: [canvas])]) == [.rectangle(canvas, frame: nil)])
  }

  @Test("all frames of the second that flashes are marked")
  func flashing() async throws {
    // Three calm seconds, then eight changes between white and black within 400 ms.
    let sheet = PixelRect(x: 50, y: 50, width: 200, height: 200)
    let (light, dark) = (
      bitmap(filling: [sheet], [255, 255, 255, 255]), bitmap(filling: [sheet], [0, 0, 0, 255])
    )
    let frames = [light, light.slightlyChanged(), light] + (0..<8).map { $0 % 2 == 0 ? dark : light }
    let delays = [1000, 1000, 1000] + Array(repeating: 50, count: 8)
    #expect(try await marks(.flashing, frames, delays, plays: 1) == [.frames(Array(3...10))])
  }

  @Test("all frames that are too short are marked", arguments: [false, true])
  func delays(_ isClamped: Bool) async throws {
    let frames = (0..<5).map { bitmap(filling: [PixelRect(x: 50, y: 50, width: 200, height: 100 + $0)]) }
    let marks = try await marks(
      isClamped ? .clampedDelay : .frameDelay, frames, [10, 100, 40, 33, 15])
    #expect(marks == [.frames(isClamped ? [2, 3] : [0, 4])])
  }

  @Test("all frames that repeat the previous one are marked")
  func duplicates() async throws {
    let example = try #require(Rule.duplicateFrames.examples.first { $0.name == "every frame twice" })
    #expect(try await marks(.duplicateFrames, example.files[0].makeContents()) == [.frames([1, 3, 5])])
  }

  @Test("a blank first frame is marked")
  func blankFirstFrame() async throws {
    #expect(
      try await marks(.blankFirstFrame, [bitmap(filling: []), bitmap(filling: [art])]) == [.frames([0])])
  }

  @Test("a finding about the canvas dimensions has no mark")
  func noPlace() async throws {
    let small = bitmap(filling: [PixelRect(x: 5, y: 5, width: 80, height: 60)], side: 90)
    #expect(try await marks(.pixelDimensions, [small]) == [])
  }

  @Test("every mark of an example is inside its canvas and frames", arguments: Rule.all.map(\.id))
  func examples(_ id: String) async throws {
    let rule = try #require(Rule.all.first { $0.id == id })
    guard case .asset = rule.check else { return }
    let role: AssetRole = rule.roles.contains(.sticker) ? .sticker : rule.roles.first ?? .sticker
    for example in rule.examples where example.expectedFindingMessage != nil {
      let (asset, marks) = await marked(rule, try example.files[0].makeContents(), role)
      let canvas = PixelRect(asset.canvas ?? PixelSize(0, 0))
      for mark in marks { expectInside(mark.area, canvas, 0..<(asset.container?.frameCount ?? 0)) }
    }
  }

  private func expectInside(_ area: FindingMark.Area, _ canvas: PixelRect, _ all: Range<Int>) {
    switch area {
    case .rectangle(let rect, let frame):
      #expect(!rect.isEmpty)
      #expect(rect.intersection(canvas) == rect)
      #expect(all.contains(frame ?? 0))
    case .pixels(let points, let frame):
      #expect(!points.isEmpty)
      #expect(points.count <= 128)
      #expect(points.allSatisfy { $0.x < canvas.width && $0.y < canvas.height })
      #expect(all.contains(frame))
    case .frames(let frames):
      #expect(!frames.isEmpty)
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 < $1 })
      #expect(frames.allSatisfy { all.contains($0) })
    }
  }

  private func marks(
    _ rule: Rule, _ pictures: [Bitmap], _ milliseconds: [Int] = [100], plays: Int = 0
  ) async throws -> [FindingMark.Area] {
    let frames = pictures.enumerated().map { number, picture in
      Frame(picture, delay: ExactSeconds(milliseconds[number % milliseconds.count], 1000))
    }
    let bytes = try frames.count == 1 ? pictures[0].encodedPNG() : frames.encodedAPNG(plays: plays)
    return try await marks(rule, .bytes(bytes))
  }

  private func marks(_ rule: Rule, _ outcome: ReadOutcome) async throws -> [FindingMark.Area] {
    let found = await marked(rule, outcome).marks
    #expect(found.allSatisfy { $0.rule == rule.id })
    return found.map(\.area)
  }

  private func marked(
    _ rule: Rule, _ outcome: ReadOutcome, _ role: AssetRole = .sticker
  ) async -> (asset: Asset, marks: [FindingMark]) {
    let configuration = Configuration(rules: [rule])
    let asset = await readAsset(AssetSource("a.png", role: role, outcome), configuration, MemoryGate())
    return (asset, StickerEngine.marks(on: asset, findings(on: asset, configuration), configuration))
  }
}

private let ink: [UInt8] = [40, 30, 50, 255]

private let art = PixelRect(x: 110, y: 50, width: 110, height: 200)

/// Rectangles on a transparent square.
private func bitmap(filling rects: [PixelRect], _ pixel: [UInt8] = ink, side: Int = 300) -> Bitmap {
  var bitmap = Bitmap(transparent: PixelSize(side, side))
  for rect in rects { bitmap.fill(rect, pixel) }
  return bitmap
}

extension Bitmap {
  /// A copy with an almost invisible change, so that the frame is not merged with the one before it.
  fileprivate func slightlyChanged() -> Bitmap {
    var changed = self
    changed.fill(PixelRect(x: 50, y: 50, width: 1, height: 1), [250, 250, 250, 255])
    return changed
  }
}
