import Corpus
import Testing

@testable import StickerEngine

/// Rules that look at one file; of the corpus's expectations only these can be met yet.
private let fileRules = Rule.onByDefault.filter {
  if case .asset = $0.check { true } else { false }
}
private let implemented = Set(fileRules.map(\.id))

/// Where we say less than the corpus lists, on purpose.
private let silentByNow: [String: Set<String>] = [
  // People who looked at stickers called art of 54% borderline, and only art below half of its canvas small.
  "rules/excess-margin/art-55-percent.png": ["placement"],
  // Its longer side is that of a grid, which shows all of its art pixel by pixel: nobody sees a fraction of a
  // point in the empty bar beside it.
  "rules/whole-points/408x400.png": ["whole-points"],
]

/// Rules that the corpus lists by an id that they had before.
private let currentIDs = ["matte-fringe": "rim"]

/// Rules about what is seen that are younger than the corpus, and what its files show of them.
private enum SightRules {
  static let all: Set = [
    "pinholes", "enlarged-art", "compression-blocks", "strobe",
  ]
  /// Seen by looking at them.
  static let onCorpus: [String: Set<String>] = [
    // Red and gray in turn, eight times per second; `flashing` says the same.
    "rules/flashing/red-4hz.png": ["strobe"]
  ]
}

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct CorpusRuleTests {
  @Test(
    "a file has exactly the findings that the corpus lists",
    arguments: CorpusFile.all("fully labeled") { $0.rules != nil })
  func exactly(_ file: CorpusFile) async {
    let expected = Set((file.rules ?? []).map(current)).intersection(implemented).subtracting(
      silentByNow[file.path] ?? []
    )
    .union(SightRules.onCorpus[file.path] ?? [])
    #expect(await found(on: file) == expected)
  }

  @Test(
    "a file has the findings that the corpus requires, and none that it excludes",
    arguments: CorpusFile.all("partly labeled") { $0.rulesAtLeast != nil })
  func atLeast(_ file: CorpusFile) async {
    let found = await found(on: file)
    for rule in (file.rulesAtLeast ?? []).map(current) {
      if rule.hasPrefix("!") {
        #expect(!found.contains(current(String(rule.dropFirst()))))
      } else if implemented.contains(rule) {
        #expect(found.contains(rule), "\(rule)")
      }
    }
  }

  @Test("every implemented rule is labeled on a corpus file, except those without a case")
  func coverage() async {
    let labels = CorpusFile.all.flatMap { ($0.rules ?? []) + ($0.rulesAtLeast ?? []) }.map(current)
    // Its files are labeled `limit` instead.
    let labeledOtherwise: Set = ["resource-limit"]
    // A pack's, a name's and a message's: their cases are the rules' own examples.
    let withoutCase: Set = [
      "grid-size", "scale-suffix", "layout-image-size", "layout-media-format", "icon-image",
      // Messages asks for none of it.
      "animation-limits", "narrow-margin", "tgs-structure", "tgs-file-size", "tgs-canvas", "tgs-frame-rate",
      "tgs-duration", "tgs-feature", "tgs-discouraged-feature", "lottie-version", "video-audio",
      "video-duration",
    ]
    #expect(
      implemented.subtracting(labels) == labeledOtherwise.union(withoutCase).union(SightRules.all))
  }

  @Test(
    "a file that exceeds a limit is reported, or is streamed", arguments: CorpusFile.all(expect: .limit))
  func limited(_ file: CorpusFile) async {
    let isStreamed = file.path.hasSuffix("bomb-10-frames-4000x4000.png")
    #expect(await found(on: file).contains("resource-limit") != isStreamed)
  }

  @Test("a broken file is reported as broken", arguments: CorpusFile.all(expect: .reject))
  func rejected(_ file: CorpusFile) async {
    let named: Set<String> = ["corrupt-image", "unreadable-file", "unsupported-format", "resource-limit"]
    #expect(!(await found(on: file)).isDisjoint(with: named))
  }

  private func current(_ rule: String) -> String { currentIDs[rule] ?? rule }

  private func found(on file: CorpusFile) async -> Set<String> {
    let report = await lint([AssetSource(file)], Configuration(rules: fileRules), jobs: 1)
    // The labels are about Messages, which accepts no TGS.
    return Set(report.findings.filter { $0.suppressedBy != RuleID.unsupportedFormat }.map(\.rule))
  }
}
