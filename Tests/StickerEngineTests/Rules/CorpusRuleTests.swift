import Corpus
import Testing

@testable import StickerEngine

/// Rules about single files. Only their findings are compared with the labels here.
private let fileRules = Rule.onByDefault.filter {
  if case .asset = $0.check { true } else { false }
}
private let implemented = Set(fileRules.map(\.id))

/// Findings in the corpus's labels that we deliberately do not report.
private let unreportedLabels: [String: Set<String>] = [
  // People who looked at stickers called art that takes 54% of its canvas borderline, and called art small
  // only if it takes less than half.
  "rules/excess-margin/art-55-percent.png": ["placement"],
  // Messages shows stickers on white and on black. Of 526 stickers, 6 would lose a part on red.
  "rules/low-contrast/red-heart.png": ["low-contrast"],
  "rules/low-contrast/yellow-star.png": ["low-contrast"],
  // The longer side is a grid size, at which all of the art is shown pixel by pixel. A fraction of a point in
  // the empty bar next to it is not visible.
  "rules/whole-points/408x400.png": ["whole-points"],
]

/// Rules about appearance that are newer than the corpus, and their findings in it.
private enum AppearanceRules {
  static let all: Set = [
    "pinholes", "enlarged-art", "compression-blocks", "strobe",
  ]
  /// Findings that were confirmed by looking at the files.
  static let onCorpus: [String: Set<String>] = [
    // Red and gray alternate eight times per second, which `flashing` reports too.
    "rules/flashing/red-4hz.png": ["strobe"]
  ]
}

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct CorpusRuleTests {
  @Test(
    "a file has exactly the findings that the corpus lists",
    arguments: CorpusFile.all("fully labeled") { $0.expectedRules != nil })
  func exactly(_ file: CorpusFile) async {
    let expected = Set(file.expectedRules ?? []).intersection(implemented).subtracting(
      unreportedLabels[file.path] ?? []
    )
    .union(AppearanceRules.onCorpus[file.path] ?? [])
    #expect(await reportedRules(on: file) == expected)
  }

  @Test(
    "a file has the findings that the corpus requires, and none that it excludes",
    arguments: CorpusFile.all("partly labeled") { $0.rulesAtLeast != nil })
  func atLeast(_ file: CorpusFile) async {
    let found = await reportedRules(on: file)
    for rule in file.rulesAtLeast ?? [] {
      if rule.hasPrefix("!") {
        #expect(!found.contains(String(rule.dropFirst())))
      } else if implemented.contains(rule) {
        #expect(found.contains(rule), "\(rule)")
      }
    }
  }

  @Test("every implemented rule is labeled on a corpus file, except those without a case")
  func coverage() async {
    let labels = CorpusFile.all.flatMap { ($0.expectedRules ?? []) + ($0.rulesAtLeast ?? []) }
    // The corpus labels these files `limit` instead.
    let labeledOtherwise: Set = ["resource-limit"]
    // Rules about packs, names and messages. Only their own examples test them.
    let withoutCase: Set = [
      "grid-size", "scale-suffix", "layout-image-size", "layout-media-format", "icon-image",
      // Messages requires none of these.
      "animation-limits", "narrow-margin", "tgs-structure", "tgs-file-size", "tgs-canvas", "tgs-frame-rate",
      "tgs-duration", "tgs-feature", "tgs-discouraged-feature", "lottie-version", "video-audio",
      "video-duration",
    ]
    #expect(
      implemented.subtracting(labels) == labeledOtherwise.union(withoutCase).union(AppearanceRules.all))
  }

  @Test(
    "a file that exceeds a limit is reported, or is streamed", arguments: CorpusFile.all(expect: .limit))
  func limited(_ file: CorpusFile) async {
    let isStreamed = file.path.hasSuffix("bomb-10-frames-4000x4000.png")
    #expect(await reportedRules(on: file).contains("resource-limit") != isStreamed)
  }

  @Test("a broken file is reported as broken", arguments: CorpusFile.all(expect: .reject))
  func rejected(_ file: CorpusFile) async {
    let named: Set<String> = ["corrupt-image", "unreadable-file", "unsupported-format", "resource-limit"]
    #expect(!(await reportedRules(on: file)).isDisjoint(with: named))
  }

  private func reportedRules(on file: CorpusFile) async -> Set<String> {
    let report = await lint([AssetSource(file)], Configuration(rules: fileRules), jobs: 1)
    // The labels are about Messages, which does not accept TGS.
    return Set(report.findings.filter { $0.suppressingRule != RuleID.unsupportedFormat }.map(\.rule))
  }
}
