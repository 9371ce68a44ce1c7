package import StickerImage

/// The result of fixing one asset.
package struct FixedAsset: Sendable {
  /// The path of the original file.
  package let originalPath: Path
  /// The findings on the asset before the fixes.
  package let originalFindings: [Finding]
  /// The change, or nil if the file does not change.
  package let change: FileChange?
  /// The findings that were not fixed, with reasons.
  package let unfixedFindings: [UnfixedFinding]
  /// The original bytes, or nil if they could not be read.
  package let originalBytes: [UInt8]?
  /// The analysis of the fixed or unchanged file under its original path, for the pack rules.
  package let finalAnalysisAtOriginalPath: AssetAnalysis

  /// Returns the result with only the findings of the given rules.
  ///
  /// - Parameter rules: the rules, or nil for all.
  package func withFindings(of rules: Set<String>?) -> FixedAsset {
    guard let rules else { return self }
    return FixedAsset(
      path: originalPath, findings: originalFindings.filter { rules.contains($0.rule) }, change: change,
      unfixedFindings: unfixedFindings.filter { rules.contains($0.finding.rule) },
      originalBytes: originalBytes, analysis: finalAnalysisAtOriginalPath)
  }

  package init(
    path: Path, findings: [Finding], change: FileChange?, unfixedFindings: [UnfixedFinding],
    originalBytes: [UInt8]?,
    analysis: AssetAnalysis
  ) {
    self.originalPath = path
    self.originalFindings = findings
    self.change = change
    self.unfixedFindings = unfixedFindings
    self.originalBytes = originalBytes
    self.finalAnalysisAtOriginalPath = analysis
  }

  /// Creates the result for an asset that needs no fixes.
  ///
  /// - Parameter source: the file, if its bytes are needed.
  /// - Parameter maxBytes: the maximum size in bytes. A larger file is not read.
  package init(
    unchanged summary: AssetAnalysis, _ fixOptions: FixOptions, bytesFrom source: AssetSource?, maxBytes: Int
  ) {
    self.init(
      path: summary.path, findings: summary.findings, change: nil,
      unfixedFindings: summary.findings.map {
        UnfixedFinding(finding: $0, unfixedReason: fixOptions.unfixedReason(for: $0) ?? .noFix)
      },
      originalBytes: source?.allBytes(atMost: maxBytes), analysis: summary)
  }

  /// Creates the result for an asset that cannot be fixed.
  ///
  /// - Parameter summary: the analysis of the asset.
  /// - Parameter source: the file, if its bytes are needed.
  /// - Parameter maxBytes: the maximum size in bytes. A larger file is not read.
  package init(
    _ summary: AssetAnalysis, _ fixOptions: FixOptions, failing reason: UserMessage,
    bytesFrom source: AssetSource? = nil,
    maxBytes: Int = 0
  ) {
    var left = summary.findings.map { finding in
      UnfixedFinding(
        finding: finding,
        unfixedReason: fixOptions.allowsImageFix(of: finding)
          ? .failed(reason) : fixOptions.unfixedReason(for: finding) ?? .noFix)
    }
    if fixOptions.minimizesPNGFileSize(of: summary) {
      left.append(
        UnfixedFinding(
          notMinimized: summary.path, evidence: Evidence("the smallest possible file size is unknown"),
          reason: reason))
    }
    self.init(
      path: summary.path, findings: summary.findings, change: nil, unfixedFindings: left,
      originalBytes: source?.allBytes(atMost: maxBytes), analysis: summary)
  }

  /// Returns the result without bytes, for use after they have been written.
  package func withoutBytes() -> FixedAsset {
    FixedAsset(
      path: originalPath, findings: originalFindings, change: change?.withoutBytes(),
      unfixedFindings: unfixedFindings,
      originalBytes: nil,
      analysis: finalAnalysisAtOriginalPath)
  }
}

extension AssetSource {
  /// Returns the bytes of the file, or nil if it cannot be read or is larger than `limit`.
  fileprivate func allBytes(atMost limit: Int) -> [UInt8]? {
    switch read(maxBytes: limit) {
    case .bytes(let bytes): bytes
    case .emptyFile: []
    default: nil
    }
  }
}

/// A finding that was not fixed.
package struct UnfixedFinding: Hashable, Sendable {
  /// The finding after all fixes.
  package let finding: Finding
  /// Why the finding was not fixed.
  package let unfixedReason: UnfixedReason

  package init(finding: Finding, unfixedReason: UnfixedReason) {
    (self.finding, self.unfixedReason) = (finding, unfixedReason)
  }
}

/// The change to a file.
package struct FileChange: Sendable {
  /// The bytes of the new file; empty after they have been written.
  package let newBytes: [UInt8]
  /// The new path, in the same folder.
  package let newPath: Path
  /// The steps, in the order in which they were applied.
  package let steps: [FixStep]
  /// Statistics about the original file.
  package let statsBefore: ImageStats
  /// Statistics about the new file.
  package let statsAfter: ImageStats
  /// The similarity to the original if the file size was reduced with loss, otherwise nil. Each original
  /// frame is compared with the frame that is shown at the same time, scaled to the original size.
  package let lossyEncodingSimilarity: FrameSimilarity?

  package init(
    bytes: [UInt8], newPath: Path, steps: [FixStep], before: ImageStats, after: ImageStats,
    similarity: FrameSimilarity?
  ) {
    self.newBytes = bytes
    self.newPath = newPath
    self.steps = steps
    self.statsBefore = before
    self.statsAfter = after
    self.lossyEncodingSimilarity = similarity
  }

  func withoutBytes() -> FileChange {
    FileChange(
      bytes: [], newPath: newPath, steps: steps, before: statsBefore, after: statsAfter,
      similarity: lossyEncodingSimilarity)
  }
}

/// One step of fixing a file.
package struct FixStep: Hashable, Sendable {
  /// The rule whose finding the step resolves. It is `wasteful-encoding` if the smallest file was requested,
  /// even if there is no finding.
  package let rule: String
  package let kind: Fix.Kind
  /// A description with numbers: `scale the art down from 824 × 824 px to 618 × 618 px`.
  package let description: String
  /// Whether the change may be visible.
  package let isLossy: Bool

  package init(rule: String, kind: Fix.Kind, description: String, isLossy: Bool) {
    self.rule = rule
    self.kind = kind
    self.description = description
    self.isLossy = isLossy
  }
}

/// Statistics about an image file, for reports.
package struct ImageStats: Hashable, Sendable {
  /// The file size in bytes.
  package let byteCount: Int
  /// The format by content: `APNG`, `WebP`.
  package let format: String
  /// The size of the canvas in pixels.
  package let canvas: PixelSize
  /// The number of frames; 1 for a still.
  package let frameCount: Int
  /// The number of distinct visible colors, including alpha, in all frames; nil if there are more than 65,536
  /// or they were not counted.
  package let colorCountUpToLimit: Int?
  /// The duration of one cycle, or nil for a still or if the sum overflows.
  package let duration: ExactSeconds?

  package init(
    bytes: Int, format: String, canvas: PixelSize, frameCount: Int, colorCount: Int?, duration: ExactSeconds?
  ) {
    self.byteCount = bytes
    self.format = format
    self.canvas = canvas
    self.frameCount = frameCount
    self.colorCountUpToLimit = colorCount
    self.duration = duration
  }
}

extension [Finding] {
  /// Returns the new findings: for each rule, those in excess of its previous count, and those that are more
  /// severe than before.
  func newOrMoreSevereFindings(since before: [Finding]) -> [Finding] {
    let earlier = Dictionary(grouping: before, by: \.rule).mapValues { $0.map(\.severity).sorted(by: >) }
    var seen: [String: Int] = [:]
    return sorted { $0.severity > $1.severity }.filter { finding in
      let number = seen[finding.rule, default: 0]
      seen[finding.rule] = number + 1
      let severities = earlier[finding.rule] ?? []
      return number >= severities.count || finding.severity > severities[number]
    }
  }

  /// Returns a finding that the fixes should have resolved, or nil if they resolved all of them. Less severe
  /// findings of the same rule may remain.
  func unresolvedFinding(of wanted: [Finding], before: [Finding]) -> Finding? {
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
  /// The findings that the change introduces and that appear in reports.
  var unsuppressedIntroducedFindings: [Finding] {
    change == nil
      ? []
      : finalAnalysisAtOriginalPath.findings.filter { $0.suppressingRule == nil }.newOrMoreSevereFindings(
        since: originalFindings)
  }
}
