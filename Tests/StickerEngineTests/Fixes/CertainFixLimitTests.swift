import Testing

@testable import StickerEngine
@testable import StickerImage

/// `[*]` marks findings that plain `fix` resolves. This has to be true under the limits of every messenger.
@Suite("certain fixes under other limits") struct CertainFixLimitTests {
  private typealias OptionSetting = (rule: String, option: String, value: RuleOption.Value)

  /// LINE's canvas and margin.
  ///
  /// - Source: creator.line.me, guidelines: 370 × 320 px, even sides, a margin of about 10 px.
  private static let lineLimits: [OptionSetting] = [
    ("pixel-dimensions", "min-pixels", .whole(2)), ("pixel-dimensions", "max-pixels", .whole(370)),
    ("pixel-dimensions", "max-width", .whole(370)), ("pixel-dimensions", "max-height", .whole(320)),
    ("pixel-dimensions", "even", .word("yes")), ("narrow-margin", "min-margin", .whole(10)),
  ]

  private func configuration(_ values: [OptionSetting], and others: [String] = []) -> Configuration {
    let ids = Set(values.map { $0.rule } + others)
    return Configuration(
      rules: Rule.all.filter { ids.contains($0.id) }.map { rule in
        var settings = OptionValues()
        for value in values where value.rule == rule.id {
          guard let option = rule.options.first(where: { $0.name == value.option }) else { continue }
          settings.set(option, to: value.value)
        }
        return ActiveRule(rule, optionValues: settings)
      })
  }

  private func source(_ path: String, _ bytes: [UInt8]) -> AssetSource {
    AssetSource(path: Path(path)) { _ in .bytes(bytes) }
  }

  private func art(_ canvas: PixelSize, _ place: PixelRect) throws -> [UInt8] {
    var bitmap = Bitmap(transparent: canvas)
    bitmap.draw(Bitmap(place.size, color: 0x2060C0), x: place.x, y: place.y)
    return try bitmap.encodedPNG()
  }

  /// The file with an EXIF orientation after IHDR.
  private func withOrientation(_ png: [UInt8], _ orientation: UInt8) -> [UInt8] {
    let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
    let exif = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
    return Array(png.prefix(33)) + pngChunk("eXIf", [exif]) + Array(png.dropFirst(33))
  }

  private func fixabilities(
    _ rule: String, _ sources: [AssetSource], _ configuration: Configuration
  ) async -> [Fixability?] {
    await lint(sources, configuration, jobs: 1).findings.filter { $0.rule == rule }.map(
      \.fixabilityWithoutUserChoice)
  }

  private func staysAfterPlainFix(
    _ rule: String, _ source: AssetSource, _ configuration: Configuration
  ) async -> Bool {
    await MemoryGatedFixer(FixOptions(), configuration, MemoryGate()).fix(source).unfixedFindings.contains {
      $0.finding.rule == rule
    }
  }

  @Test("a canvas that only needs padding is marked, and plain `fix` pads it")
  func padded() async throws {
    let configuration = configuration(Self.lineLimits)
    let odd = source("a.png", try art(PixelSize(301, 301), PixelRect(x: 20, y: 20, width: 200, height: 200)))
    #expect(await fixabilities("pixel-dimensions", [odd], configuration) == [.certain])
    #expect(await !staysAfterPlainFix("pixel-dimensions", odd, configuration))
  }

  @Test("a margin that only needs a larger canvas is marked, and plain `fix` adds it")
  func margin() async throws {
    let configuration = configuration(Self.lineLimits)
    let close = source("a.png", try art(PixelSize(200, 180), PixelRect(x: 2, y: 2, width: 196, height: 176)))
    #expect(await fixabilities("narrow-margin", [close], configuration) == [.certain])
    #expect(await !staysAfterPlainFix("narrow-margin", close, configuration))
  }

  @Test("art that would be too tall after rotation is not marked and stays")
  func tooHigh() async throws {
    let configuration = configuration(Self.lineLimits, and: ["orientation-tag"])
    let wide = withOrientation(
      try art(PixelSize(370, 200), PixelRect(x: 20, y: 20, width: 300, height: 150)), 6)
    let source = source("a.png", wide)
    #expect(await fixabilities("orientation-tag", [source], configuration) == [.possible])
    #expect(await staysAfterPlainFix("orientation-tag", source, configuration))
  }

  @Test("delays that plain `fix` writes into a WebP are marked")
  func webPDelays() async throws {
    let frames = ([0xCC2200, 0x2200CC] as [UInt32]).map { color in
      Frame(Bitmap(PixelSize(40, 40), color: color), delay: ExactSeconds(1, 100))
    }
    let source = source("a.webp", try frames.encodedWebP(plays: 0))
    let configuration = configuration([], and: ["frame-delay", "narrow-margin"])
    #expect(await fixabilities("frame-delay", [source], configuration) == [.certain])
    #expect(await !staysAfterPlainFix("frame-delay", source, configuration))
  }

  @Test("a rotation fix for an animation is certain only if its palette may stay", arguments: ["yes", "no"])
  func palette(_ palette: String) async throws {
    let frames = ([0xCC2200, 0x2200CC] as [UInt32]).map { color in
      var bitmap = Bitmap(transparent: PixelSize(300, 300))
      bitmap.draw(Bitmap(PixelSize(100, 100), color: color), x: 90, y: 90)
      return Frame(bitmap, delay: ExactSeconds(1, 10))
    }
    let bytes = withOrientation(try frames.encodedAPNG(plays: 0), 3)
    try #require(ImageContainer(of: bytes)?.colorType == "palette")
    let configuration = configuration(
      [("file-size", "max-bytes", .whole(100_000)), ("animation-limits", "palette", .word(palette))],
      and: ["orientation-tag", "narrow-margin"])
    let expected: [Fixability?] = [palette == "yes" ? Fixability.certain : .possible]
    #expect(await fixabilities("orientation-tag", [source("a.png", bytes)], configuration) == expected)
  }

  @Test("a misnamed WebP is marked unless its new name is or will be taken")
  func webPNames() async throws {
    let webP = try Bitmap(PixelSize(40, 40), color: 0x2060C0).encodedWebP()
    let configuration = configuration(
      [("unsupported-format", "webp", .word("yes"))], and: ["extension-mismatch", "narrow-margin"])
    func marks(_ names: String...) async -> [Fixability?] {
      await fixabilities("extension-mismatch", names.map { source($0, webP) }, configuration)
    }
    #expect(await marks("a.png") == [.certain])
    #expect(await marks("a.png", "a.webp") == [.possible])
    #expect(await marks("a.png", "a.gif") == [.certain, .possible])
  }
}
