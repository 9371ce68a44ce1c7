import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

/// Fixing a file for several messengers at once has the same result as fixing it for each one alone, but
/// decodes and encodes shared work only once.
@Suite("one file fixed for several messengers") struct FixForSeveralMessengersTests {
  /// Limits that require a certain canvas, GIF as the only animated format, or few frames.
  private static let limits: [[(rule: String, option: RuleOption, value: RuleOption.Value)]] = [
    [],
    square(128) + [("unsupported-format", .apngSupport, .word("no"))],
    square(128) + [
      ("unsupported-format", .apngSupport, .word("no")), ("animation-limits", .maxFrames, .whole(3)),
    ],
    square(320) + [("file-size", .maxBytes, .whole(30_000))],
    square(512) + [
      ("unsupported-format", .acceptsStillPNG, .word("no")),
      ("unsupported-format", .apngSupport, .word("no")),
      ("unsupported-format", .acceptsGIF, .word("no")), ("unsupported-format", .acceptsJPEG, .word("no")),
      ("unsupported-format", .acceptsWebP, .word("yes")),
    ],
    [("file-size", .maxBytes, .whole(2000)), ("animation-limits", .requiresEndlessPlay, .word("yes"))],
  ]

  private static func square(
    _ side: Int
  ) -> [(rule: String, option: RuleOption, value: RuleOption.Value)] {
    [("pixel-dimensions", .minSidePixels, .whole(side)), ("pixel-dimensions", .maxSidePixels, .whole(side))]
  }

  private func configuration(_ limits: [(rule: String, option: RuleOption, value: RuleOption.Value)])
    -> Configuration
  {
    let rules = [
      "file-size", "pixel-dimensions", "unsupported-format", "animation-limits", "trailing-data",
      "corrupt-image",
    ]
    return Configuration(
      rules: Rule.all.filter { rules.contains($0.id) }.map { rule in
        var settings = OptionValues()
        for limit in limits where limit.rule == rule.id { settings.set(limit.option, to: limit.value) }
        return ActiveRule(rule, optionValues: settings)
      })
  }

  private static let art: [[UInt8]] = {
    let still = OversizedArt(.texture, seed: 5).bitmap(side: 400)
    let frames = (0..<7).map { number in
      var bitmap = Bitmap(transparent: PixelSize(360, 300))
      bitmap.draw(Bitmap(PixelSize(120, 90), color: 0x2060C0), x: number * 20, y: 90)
      return Frame(bitmap, delay: ExactSeconds(1, 10))
    }
    let whole = (try? still.encodedPNG()) ?? []
    return [
      whole, whole + [1, 2, 3], Array(whole.dropLast(200)), [7, 8, 9],
      (try? frames.encodedAPNG(plays: 2)) ?? [], (try? frames.encodedGIF(plays: 0).bytes) ?? [],
      (try? still.encodedWebP(.lossy(quality: 70))) ?? [],
    ]
  }()

  @Test("each messenger gets what it would get alone", arguments: art.indices)
  func alone(_ number: Int) async throws {
    let bytes = Self.art[number]
    let source = AssetSource(path: Path("art.png")) { _ in .bytes(bytes) }
    let fixOptions = FixOptions(
      allowsLossyFixes: true,
      selectedRules: [
        "file-size", "pixel-dimensions", "unsupported-format", "animation-limits", "trailing-data",
      ])
    let configurations = Self.limits.map(configuration)
    let together = await MemoryGatedFixer.fixForEachMessenger(
      source, for: configurations.map { MessengerFixOptions($0) { _ in fixOptions } }, MemoryGate())
    #expect(together.count == configurations.count)
    var changed = 0
    for (configuration, several) in zip(configurations, together) {
      let alone = await MemoryGatedFixer(fixOptions, configuration, MemoryGate()).fix(source)
      #expect(
        several.change?.newBytes == alone.change?.newBytes && several.change?.steps == alone.change?.steps)
      #expect(
        several.originalFindings == alone.originalFindings && several.unfixedFindings == alone.unfixedFindings
      )
      #expect(
        several.finalAnalysisAtOriginalPath.findings == alone.finalAnalysisAtOriginalPath.findings
          && several.originalBytes == alone.originalBytes)
      changed += alone.change == nil ? 0 : 1
    }
    #expect(changed > 0 || number == 2 || number == 3, "no file was fixed")
  }

  @Test("without messengers, there are no results")
  func nobody() async {
    let source = AssetSource(path: Path("art.png")) { _ in .bytes(Self.art[0]) }
    #expect(await MemoryGatedFixer.fixForEachMessenger(source, for: [], MemoryGate()).isEmpty)
  }
}
