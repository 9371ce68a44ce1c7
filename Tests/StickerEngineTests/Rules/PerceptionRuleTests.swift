import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite struct PerceptionRuleTests {
  @Test("art in the color of its pack's own background is reported there only")
  func ownBackground() async throws {
    var listing = PackDeclaration(.packFile)
    let teal = try still { _, _ in [0x1F, 0x9E, 0x9E] }
    let source = AssetSource("Pack/teal.png", pack: Path("Pack"), .bytes(teal))
    for (background, messages) in [
      (
        0x1F_9E_9E,
        ["100% of the art disappears on the pack's own background (limit: 2%)"]
      ),
      (0xFF_FF_FF, []), (nil, []),
    ] as [(UInt32?, [String])] {
      listing.metadata.browserBackgroundColor = background
      let report = await lint(
        [source], Configuration(rules: [.lowContrast]), listings: [Path("Pack"): listing], jobs: 1)
      #expect(report.findings.map(\.evidence.message) == messages)
    }
  }

  @Test("a solid rectangle is reported only by opaque-background")
  func solid() async throws {
    let white = try Bitmap(PixelSize(300, 300), pixels: Array(repeating: 255, count: 360_000)).encodedPNG()
    let rules: [Rule] = [.opaqueBackground, .lowContrast]
    let report = await lint([AssetSource("a.png", .bytes(white))], Configuration(rules: rules), jobs: 1)
    #expect(report.findings.map(\.rule) == ["opaque-background"])
  }

  @Test("the share that may vanish can be set, and its location is marked")
  func part() async throws {
    // A white square of 60 px, a tenth of the art, next to a blue one of 180 px.
    let art = try Self.canvasPNG { x, y in
      if 20..<200 ~= x, 20..<200 ~= y { return [0x20, 0x40, 0xC0, 255] }
      return 220..<280 ~= x && 220..<280 ~= y ? [255, 255, 255, 255] : [0, 0, 0, 0]
    }
    for (limit, fires) in [(2, true), (9, true), (11, false)] {
      let found = try await evidence(
        of: .lowContrast, options: OptionValues(["max-lost": .whole(limit)]), in: art)
      #expect(found.isEmpty != fires, "\(limit)%")
    }
    let source = AssetSource("a.png", .bytes(art))
    let configuration = Configuration(rules: [.lowContrast])
    let asset = await readAsset(source, configuration, MemoryGate())
    let places = marks(on: asset, findings(on: asset, configuration), configuration).map(\.area)
    guard case .rectangle(let place, frame: 0) = places.first, places.count == 1 else {
      return #expect(Bool(false), "\(places)")
    }
    // The measurement uses cells of about 1.5 px, so it is not more precise.
    #expect(abs(place.x - 220) <= 2 && abs(place.y - 220) <= 2, "\(place)")
    #expect(abs(place.width - 60) <= 4 && abs(place.height - 60) <= 4, "\(place)")
  }

  @Test("the length of a separate line can be set")
  func line() async throws {
    // A black line of 60 px, a fifth of the canvas, next to a large yellow square.
    let art = try Self.canvasPNG { x, y in
      if 10..<250 ~= x, 10..<290 ~= y { return [250, 200, 40, 255] }
      return 275..<287 ~= x && 100..<160 ~= y ? [0, 0, 0, 255] : [0, 0, 0, 0]
    }
    for (limit, fires) in [(14, true), (19, true), (22, false)] {
      let found = try await evidence(
        of: .lowContrast, options: OptionValues(["max-line": .whole(limit)]), in: art)
      #expect(found.isEmpty != fires, "\(limit)%")
    }
  }

  @Test("the required color distance can be set")
  func distance() async throws {
    // With the reflected light, #2F2F2F is 0.093 from black, and #F0F0F0 is 0.044 from white, computed in
    // Python with Ottosson's matrices.
    for (gray, option, values) in [
      (0x2F, "min-dark-distance", [(0.09, false), (0.1, true)]),
      (0xF0, "min-light-distance", [(0.043, false), (0.05, true)]),
    ] as [(UInt8, String, [(Double, Bool)])] {
      for (value, fires) in values {
        let found = try await evidence(
          of: .lowContrast, options: OptionValues([option: .real(value)]),
          in: try still { _, _ in [gray, gray, gray] })
        #expect(found.isEmpty != fires, "\(gray) at \(value)")
      }
    }
  }

  @Test("black is a warning, white is a hint, and red is not tested")
  func severity() async throws {
    for (color, severities) in [([255, 255, 255], [.hint]), ([0, 0, 0], [nil]), ([255, 0, 0], [])]
      as [([UInt8], [Severity?])]
    {
      let found = try await evidence(
        of: .lowContrast, options: OptionValues(), in: try still { _, _ in color })
      #expect(found.map(\.defaultSeverityOverride) == severities)
    }
  }

  @Test("one frame in which the art vanishes is enough")
  func moments() async throws {
    for vanishing in [0, 1, 4] {
      let frames = (0..<4).map { number in
        Frame(
          bitmap { _, _ in number < vanishing ? [0, 0, 0] : [250, 120, 0] }, delay: ExactSeconds(1, 10))
      }
      let found = try await evidence(
        of: .lowContrast, options: OptionValues(), in: try frames.encodedAPNG(plays: 0))
      #expect(found.isEmpty == (vanishing == 0), "\(vanishing) of 4 frames")
    }
  }

  @Test("a sequence frame may be faint, and a sticker may not", arguments: [AssetRole.sticker, .frame])
  func faint(_ role: AssetRole) async throws {
    let white = try still { _, _ in [255, 255, 255] }
    let source = AssetSource("a.png", role: role, .bytes(white))
    let report = await lint([source], Configuration(rules: [.lowContrast]), jobs: 1)
    #expect(report.findings.isEmpty == (role == .frame))
  }

  @Test("the area that may flash can be set")
  func area() async throws {
    let frames = [255, 0].map { level -> Frame in
      Frame(bitmap { _, _ in [UInt8(level), UInt8(level), UInt8(level)] }, delay: ExactSeconds(1, 20))
    }
    let art = try frames.encodedAPNG(plays: 0)
    // The disc covers 54.5% of the canvas.
    for (limit, fires) in [(0, true), (53, true), (56, false), (100, false)] {
      let found = try await evidence(
        of: .flashing, options: OptionValues(["max-area": .whole(limit)]), in: art)
      #expect(found.isEmpty != fires, "\(limit)%")
    }
  }

  @Test("a sticker that resembles several is reported once with the closest earlier one")
  func nearest() async throws {
    func art(_ speck: Int) throws -> [UInt8] {
      try Self.canvasPNG { x, y in
        guard 25..<275 ~= x, 25..<275 ~= y else { return [0, 0, 0, 0] }
        if speck > 0, x - 100 < speck, y - 100 < speck, x >= 100, y >= 100 { return [255, 255, 255, 255] }
        return [UInt8(x / 2), UInt8(y / 2), 90, 255]
      }
    }
    let files = [
      ("a.png", try art(0)), ("b.png", try art(0)), ("c.png", try art(1)), ("d.png", try art(9)),
      ("e.png", try still { x, y in [UInt8(y / 2), 20, UInt8(x / 2)] }),
    ]
    let sources = files.map { AssetSource("Pack/\($0.0)", pack: Path("Pack"), .bytes($0.1)) }
    let found = await lint(sources, Configuration(rules: [.nearDuplicateSticker]), jobs: 2).findings
    // b is an exact copy, which another rule reports. c and d are similar to a.
    #expect(found.map(\.path.displayText) == ["Pack/c.png", "Pack/d.png"])
    #expect(
      found.allSatisfy { $0.message == "looks the same as a.png" && $0.evidence.measuredValue?.measured == 0 }
    )
  }

  @Test("in a pack of hundreds of similar stickers, copies of the first and the latest are found")
  func hundreds() async throws {
    // Each sticker has checkerboards in two of 64 tiles. No two stickers look alike, but their hashes are
    // similar.
    let pairs = (0..<1300).map { [$0 % 37, 37 + $0 / 37 * 2 % 27] }
    let pattern = Set(pairs).sorted { $0.lexicographicallyPrecedes($1) }
    var sources = try pattern.indices.map { try checkerboardTileSource("a\(1000 + $0)", pattern[$0]) }
    sources += [
      try checkerboardTileSource("b", pattern[1], speck: 1),
      try checkerboardTileSource("c", pattern[pattern.count - 2], speck: 1),
    ]
    let found = await lint(sources, Configuration(rules: [.nearDuplicateSticker]), jobs: 2).findings
    #expect(found.map(\.path.displayText) == ["Pack/b.png", "Pack/c.png"])
    let named = ["looks the same as a1001.png", "looks the same as a\(1000 + pattern.count - 2).png"]
    #expect(zip(found, named).allSatisfy { $0.evidence.message.hasPrefix($1) })
  }

  /// A gradient of 64 px. Some of its 8 px tiles have a checkerboard that is too fine to change the hash.
  private func checkerboardTileSource(_ name: String, _ checked: [Int], speck: UInt8 = 0) throws
    -> AssetSource
  {
    var bitmap = Bitmap(transparent: PixelSize(64, 64))
    for y in 0..<64 {
      for x in 0..<64 {
        let change = checked.contains(y / 8 * 8 + x / 8) ? ((x / 4 + y / 4) % 2 == 0 ? 28 : -28) : 0
        let level = UInt8(50 + x * 2 + y / 4 + change)
        let at = (y * 64 + x) * 4
        bitmap.pixels.replaceSubrange(at..<at + 4, with: [level, level, level, 255])
      }
    }
    bitmap.pixels[0] += speck
    return AssetSource("Pack/\(name).png", pack: Path("Pack"), .bytes(try bitmap.encodedPNG()))
  }

  /// A disc of 250 px on a canvas of 300 px.
  private func bitmap(_ color: (_ x: Int, _ y: Int) -> [UInt8]) -> Bitmap {
    var bitmap = Bitmap(transparent: PixelSize(300, 300))
    for y in 25..<275 {
      for x in 25..<275 where (x - 150) * (x - 150) + (y - 150) * (y - 150) < 15_625 {
        let at = (y * 300 + x) * 4
        let pixel = color(x, y) + [255]
        for sample in 0..<4 { bitmap.pixels[at + sample] = pixel[sample] }
      }
    }
    return bitmap
  }

  /// An image on a canvas of 300 px.
  private static func canvasPNG(_ pixel: (_ x: Int, _ y: Int) -> [UInt8]) throws -> [UInt8] {
    let pixels = (0..<90_000).flatMap { pixel($0 % 300, $0 / 300) }
    return try Bitmap(PixelSize(300, 300), pixels: pixels).encodedPNG()
  }

  private func still(_ color: (_ x: Int, _ y: Int) -> [UInt8]) throws -> [UInt8] {
    try bitmap(color).encodedPNG()
  }

  private func evidence(of rule: Rule, options settings: OptionValues, in bytes: [UInt8]) async throws
    -> [Evidence]
  {
    let source = AssetSource("a.png", .bytes(bytes))
    let asset = await readAsset(source, Configuration(rules: [rule]), MemoryGate())
    guard case .asset(let judge) = rule.check else { return [] }
    return judge(asset, settings)
  }
}
