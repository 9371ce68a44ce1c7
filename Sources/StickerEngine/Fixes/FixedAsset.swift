package import StickerImage

/// What became of one asset.
package struct FixedAsset: Sendable {
  /// The path of the file, as it was found.
  package let path: Path
  /// The findings on the asset before anything was fixed.
  package let findings: [Finding]
  /// What the file becomes; nil where it stays as it is.
  package let change: Change?
  /// Findings that stay, with the reason.
  package let left: [Unfixed]
  /// The bytes that were read; nil where they could not be.
  package let original: [UInt8]?
  /// What the rules about packs go by: of what it becomes, or of what it is, under the path that it has.
  package let summary: AssetAnalysis

  /// The same without findings of other rules.
  ///
  /// - Parameter rules: nil for all.
  package func showing(_ rules: Set<String>?) -> FixedAsset {
    guard let rules else { return self }
    return FixedAsset(
      path: path, findings: findings.filter { rules.contains($0.rule) }, change: change,
      left: left.filter { rules.contains($0.finding.rule) }, original: original, summary: summary)
  }

  package init(
    path: Path, findings: [Finding], change: Change?, left: [Unfixed], original: [UInt8]?,
    summary: AssetAnalysis
  ) {
    self.path = path
    self.findings = findings
    self.change = change
    self.left = left
    self.original = original
    self.summary = summary
  }

  /// An asset of which nothing is to be fixed.
  ///
  /// - Parameter source: the file, if its bytes are needed.
  /// - Parameter limit: bytes; a larger file is not read.
  package init(
    unchanged summary: AssetAnalysis, _ request: FixRequest, bytes source: AssetSource?, limit: Int
  ) {
    self.init(
      path: summary.path, findings: summary.findings, change: nil,
      left: summary.findings.map {
        Unfixed(finding: $0, unfixedReason: request.unfixedReason(for: $0) ?? .noFix)
      },
      original: source?.wholeBytes(limit), summary: summary)
  }

  /// An asset that nobody can fix.
  ///
  /// - Parameter summary: what was found on it.
  /// - Parameter source: the file, if its bytes are needed.
  /// - Parameter limit: bytes; a larger file is not read.
  package init(
    _ summary: AssetAnalysis, _ request: FixRequest, failing reason: UserMessage,
    bytes source: AssetSource? = nil,
    limit: Int = 0
  ) {
    var left = summary.findings.map { finding in
      Unfixed(
        finding: finding,
        unfixedReason: request.resolves(finding)
          ? .failed(reason) : request.unfixedReason(for: finding) ?? .noFix)
    }
    if request.shrinks(summary) {
      left.append(Unfixed(unreduced: summary.path, Evidence("nobody knows in how few bytes it fits"), reason))
    }
    self.init(
      path: summary.path, findings: summary.findings, change: nil, left: left,
      original: source?.wholeBytes(limit), summary: summary)
  }

  /// What is kept once the bytes are written.
  package func withoutBytes() -> FixedAsset {
    FixedAsset(
      path: path, findings: findings, change: change?.withoutBytes(), left: left, original: nil,
      summary: summary)
  }
}

extension AssetSource {
  /// The bytes of the file; nil if it cannot be read, or is larger than `limit`.
  fileprivate func wholeBytes(_ limit: Int) -> [UInt8]? {
    switch read(limit) {
    case .bytes(let bytes): bytes
    case .empty: []
    default: nil
    }
  }
}

/// A finding that stays.
package struct Unfixed: Hashable, Sendable {
  /// The finding as it stands after all fixes.
  package let finding: Finding
  /// Why the finding stays.
  package let unfixedReason: UnfixedReason

  package init(finding: Finding, unfixedReason: UnfixedReason) {
    (self.finding, self.unfixedReason) = (finding, unfixedReason)
  }
}

/// What a file becomes, and what it cost.
package struct Change: Sendable {
  /// The new file; empty once it was written.
  package let bytes: [UInt8]
  /// The new path: in the same folder; the same as before unless the name changes.
  package let path: Path
  /// The steps, in the order in which they were done.
  package let steps: [FixStep]
  /// Figures of the file as it was.
  package let before: ImageStats
  /// Figures of the new file.
  package let after: ImageStats
  /// How alike it looks where colors, pixels or frames were given up to make it lighter: each frame that was
  /// there before beside what is shown at its time, as large as it. Nil where nothing was given up so.
  package let similarity: FrameSimilarity?

  package init(
    bytes: [UInt8], path: Path, steps: [FixStep], before: ImageStats, after: ImageStats,
    similarity: FrameSimilarity?
  ) {
    self.bytes = bytes
    self.path = path
    self.steps = steps
    self.before = before
    self.after = after
    self.similarity = similarity
  }

  func withoutBytes() -> Change {
    Change(
      bytes: [], path: path, steps: steps, before: before, after: after, similarity: similarity)
  }
}

/// One thing that was done for a rule.
package struct FixStep: Hashable, Sendable {
  /// The rule whose finding it cures; `wasteful-encoding` too where the fewest bytes were asked for, whether
  /// it found something or not.
  package let rule: String
  /// The kind of fix.
  package let kind: Fix.Kind
  /// What was done, in words with figures: `824 × 824 px became 618 × 618 px`.
  package let words: String
  /// Whether people may see it.
  package let isLossy: Bool

  package init(rule: String, kind: Fix.Kind, words: String, isLossy: Bool) {
    self.rule = rule
    self.kind = kind
    self.words = words
    self.isLossy = isLossy
  }
}

/// What a picture amounts to.
package struct ImageStats: Hashable, Sendable {
  /// The length of the whole file in bytes.
  package let bytes: Int
  /// The format by content: `APNG`, `WebP`.
  package let format: String
  /// The size of the canvas in pixels.
  package let canvas: PixelSize
  /// How many frames there are; 1 for a still.
  package let frames: Int
  /// Different visible colors with their alpha over all frames; nil where there are more than 65,536, and
  /// where nobody asked.
  package let colors: Int?
  /// The time of one cycle; nil for a still, and where the sum does not fit.
  package let duration: ExactSeconds?

  package init(
    bytes: Int, format: String, canvas: PixelSize, frames: Int, colors: Int?, duration: ExactSeconds?
  ) {
    self.bytes = bytes
    self.format = format
    self.canvas = canvas
    self.frames = frames
    self.colors = colors
    self.duration = duration
  }
}

extension [Finding] {
  /// The findings that are new: for each rule, those beyond the number that it had before, and those
  /// that are more severe.
  func introduced(over before: [Finding]) -> [Finding] {
    let earlier = Dictionary(grouping: before, by: \.rule).mapValues { $0.map(\.severity).sorted(by: >) }
    var seen: [String: Int] = [:]
    return sorted { $0.severity > $1.severity }.filter { finding in
      let number = seen[finding.rule, default: 0]
      seen[finding.rule] = number + 1
      let severities = earlier[finding.rule] ?? []
      return number >= severities.count || finding.severity > severities[number]
    }
  }

  /// A finding that the fixes should have resolved, or nil if they resolved all. Findings that remain may be
  /// less severe.
  func unresolved(of wanted: [Finding], from before: [Finding]) -> Finding? {
    for (rule, fixed) in Dictionary(grouping: wanted, by: \.rule).sorted(by: { $0.key < $1.key }) {
      let severity = fixed.lazy.map(\.severity).min() ?? .hint
      func count(_ findings: [Finding]) -> Int {
        findings.count { $0.rule == rule && $0.severity >= severity }
      }
      guard count(self) > count(before) - fixed.count else { continue }
      return last { $0.rule == rule && $0.severity >= severity }
    }
    return nil
  }
}

extension FixedAsset {
  /// The findings that the change introduces and that reports show.
  var introduced: [Finding] {
    change == nil ? [] : summary.findings.filter { $0.suppressedBy == nil }.introduced(over: findings)
  }
}
