import Testing

@testable import StickerEngine
@testable import StickerImage

/// A cause results in one finding, on a file and across a pack. A finding that fails a run is never hidden.
@Suite struct FindingSuppressionTests {
  /// A report about files in one folder, each with a disc on a canvas.
  private func report(
    _ sizes: [PixelSize], _ configuration: Configuration = Configuration(rules: Rule.onByDefault),
    declared: PackDeclaration? = nil
  ) async throws -> Report {
    let pack = Path("art")
    let sources = try sizes.enumerated().map { number, size in
      let outcome = try ExampleFile.disc(size.width, size.height).makeContents()
      return AssetSource("art/\(number).png", pack: pack, outcome)
    }
    return await lint(
      sources, configuration, listings: declared.map { [pack: $0] } ?? [:], jobs: 1)
  }

  private func pathsAndRules(_ report: Report, each: Bool = false) -> [String] {
    report.forHumanReadableOutput(listsEveryFile: each).findings.map {
      "\($0.path.name.displayText) \($0.rule)"
    }
  }

  private let aboutSize: Set<String> = [
    "pixel-dimensions", "grid-size", "whole-points", "not-square", "mixed-sizes",
  ]

  @Test("art of an odd size has one visible finding, which suppresses the other")
  func oddSize() async throws {
    let report = try await report([PixelSize(415, 506)])
    let ofSize = report.findings.filter { aboutSize.contains($0.rule) }
    #expect(ofSize.map(\.rule) == ["whole-points", "not-square"])
    #expect(ofSize.map(\.suppressingRule) == [nil, "whole-points"])
    let told = report.forHumanReadableOutput(listsEveryFile: false).findings.filter {
      aboutSize.contains($0.rule)
    }
    #expect(
      told.map(\.message) == [
        "415 × 506 px: matches no grid size; scale it to fit 408 × 408 px and center it"
      ])
  }

  @Test("odd-sized art in a pack with a grid has one visible finding")
  func oddSizeInGrid() async throws {
    var listing = PackDeclaration(.packFile)
    listing.metadata.gridSize = .regular
    let told = try await report([PixelSize(415, 506)], declared: listing).forHumanReadableOutput(
      listsEveryFile: false)
    #expect(
      told.findings.filter { aboutSize.contains($0.rule) }.map { "\($0.severity) \($0.message)" } == [
        "hint 415 × 506 px: larger than the pack's regular grid; scale it to fit 408 × 408 px and center it"
      ])
  }

  @Test("if there is an error about size, no other size finding is visible, including mixed sizes")
  func error() async throws {
    let report = try await report([PixelSize(250, 170), PixelSize(408, 408)])
    #expect(
      pathsAndRules(report).filter { aboutSize.contains(String($0.split(separator: " ")[1])) }
        == ["0.png pixel-dimensions"])
    #expect(Set(report.findings.map(\.rule)).isSuperset(of: ["whole-points", "not-square", "mixed-sizes"]))
  }

  @Test("findings that fail a run are visible, whatever severities a configuration sets")
  func graver() async throws {
    let rules = [Rule.wholePoints, .notSquare].map {
      ActiveRule($0, severity: $0.id == "not-square" ? .error : nil)
    }
    let report = try await report([PixelSize(415, 506)], Configuration(rules: rules))
    #expect(pathsAndRules(report) == ["0.png whole-points", "0.png not-square"])
  }

  @Test("a finding that is accepted, or whose rule is off, suppresses no others")
  func accepted() async throws {
    let report = try await report([PixelSize(415, 506)], Configuration(rules: [.wholePoints, .notSquare]))
    #expect(pathsAndRules(report.removingAccepted { $0.rule == "whole-points" }) == ["0.png not-square"])
    let alone = try await self.report([PixelSize(415, 506)], Configuration(rules: [.notSquare]))
    #expect(pathsAndRules(alone) == ["0.png not-square"])
  }

  @Test("sixty small stickers are reported in a few lines with count, largest and minimum")
  func sixty() async throws {
    let sizes =
      (0..<57).map { PixelSize(249 - $0, 169 - $0) } + Array(repeating: PixelSize(408, 408), count: 3)
    let report = try await report(sizes)
    let told = report.forHumanReadableOutput(listsEveryFile: false)
    #expect(told.findings.count <= 6)
    #expect(
      told.findings.first { $0.rule == "pixel-dimensions" }?.message
        == "57 of 60 stickers are too small: the largest is 249 × 169 px (minimum: 300 px per side)")
    #expect(told.failsRun && told.findings.first { $0.rule == "pixel-dimensions" }?.groupedPaths.count == 57)
    #expect(report.findings.count { $0.rule == "pixel-dimensions" } == 57)
    #expect(
      report.forHumanReadableOutput(listsEveryFile: true).findings.count { $0.rule == "pixel-dimensions" }
        == 57)
  }

  @Test("if a messenger accepts one canvas, the advice is that canvas")
  func otherCanvas() async throws {
    var settings = OptionValues()
    for side in [RuleOption.minSidePixels, .maxSidePixels] { settings.set(side, to: .whole(512)) }
    let strict = Configuration(rules: [ActiveRule(.pixelDimensions, optionValues: settings)])
    let sizes = (0..<10).map { PixelSize(408 + $0, 408) } + (0..<10).map { PixelSize(600, 618 - $0) }
    #expect(
      try await report(sizes, strict).forHumanReadableOutput(listsEveryFile: false).findings.map(\.message)
        == [
          "10 of 20 stickers are too small (the largest is 417 × 408 px); each canvas must measure 512 × 512 px",
          "10 of 20 stickers do not fit (the largest is 600 × 618 px); each canvas must measure 512 × 512 px",
        ])
  }

  @Test(
    "a finding that half of a pack shares is one line, and one that fewer share is not",
    arguments: [(3, 1), (2, 2)])
  func half(_ small: Int, _ lines: Int) async throws {
    let sizes = (0..<6).map { PixelSize(408, $0 < small ? 306 : 408) }
    let told = try await report(sizes, Configuration(rules: [.notSquare])).forHumanReadableOutput(
      listsEveryFile: false)
    #expect(told.findings.count == lines)
    #expect(told.findings.allSatisfy { ($0.path.displayText == "art") == (lines == 1) })
  }

  @Test("in an animation that flashes, jumping colors are not reported as well")
  func flashing() async throws {
    let frames: ExampleFile = .flashingDisc([.white, .pureRed], milliseconds: 50)
    let source = AssetSource("a.png", try frames.makeContents())
    let found = await lint([source], Configuration(rules: [.flashing, .strobe]), jobs: 1)
    #expect(found.findings.map(\.rule) == ["flashing", "strobe"])
    #expect(found.findings.map(\.suppressingRule) == [nil, "flashing"])
  }

  @Test("findings that few stickers share stay separate, and those without visible effect are grouped")
  func few() async throws {
    let good = Array(repeating: PixelSize(408, 408), count: 10)
    let short = try await report([PixelSize(299, 300), PixelSize(299, 300)] + good)
    #expect(pathsAndRules(short).count { $0.hasSuffix("pixel-dimensions") } == 2)
    let odd = try await report([PixelSize(407, 407), PixelSize(500, 500)] + good)
    #expect(pathsAndRules(odd).filter { $0.hasSuffix("whole-points") } == ["art whole-points"])
  }

  @Test("no advice names a side like 513", arguments: [299, 301, 407, 409, 500, 512, 513, 600, 617])
  func advised(_ side: Int) async throws {
    for other in [side, 450] {
      let report = try await report([PixelSize(side, other)])
      for finding in report.findings where ["whole-points", "grid-size", "not-square"].contains(finding.rule)
      {
        let words = finding.message.split(separator: " ").dropFirst(4).compactMap {
          Int($0.filter(\.isNumber))
        }
        #expect(words.allSatisfy { [300, 408, 618].contains($0) || $0 < 3 }, "\(finding.message)")
      }
    }
  }

  @Test("one finding per pack says that VoiceOver reads the key of undescribed stickers")
  func descriptions() async throws {
    var listing = PackDeclaration(.catalog)
    listing.stickers = (0..<3).map {
      DeclaredSticker(
        path: Path("art/\($0).png"),
        metadata: StickerMetadata(
          name: "\($0)", descriptions: $0 == 2 ? ["en": "A red disc"] : [:]))
    }
    let sizes = Array(repeating: PixelSize(408, 408), count: 3)
    let told = try await report(sizes, Configuration(rules: [.missingDescription]), declared: listing)
    #expect(
      told.forHumanReadableOutput(listsEveryFile: false).findings.map {
        "\($0.path.displayText): \($0.message)"
      } == [
        "art: 2 of 3 stickers have no accessibility description, so VoiceOver reads keys such as "
          + "“0.png.accessibilityLabel”"
      ])
    #expect(told.findings.map(\.path) == [Path("art/0.png"), Path("art/1.png")])
  }
}
