public import StickerImage
public import StickerModel

/// What became of one asset.
public struct FixedAsset: Sendable {
  /// As it was found.
  public let path: Path
  /// What was found on it.
  public let findings: [Finding]
  /// What it becomes; nil where it stays as it is.
  public let change: Change?
  /// Findings that stay, with the reason.
  public let left: [Unfixed]
  /// The bytes that were read; nil where they could not be.
  public let original: [UInt8]?
  /// What the rules about packs go by: of what it becomes, or of what it is, under the path that it has.
  public let summary: AssetSummary

  /// The same without findings of other rules.
  ///
  /// - Parameter rules: nil for all.
  public func showing(_ rules: Set<String>?) -> FixedAsset {
    guard let rules else { return self }
    return FixedAsset(
      path: path, findings: findings.filter { rules.contains($0.rule) }, change: change,
      left: left.filter { rules.contains($0.finding.rule) }, original: original, summary: summary)
  }

  init(
    path: Path, findings: [Finding], change: Change?, left: [Unfixed], original: [UInt8]?,
    summary: AssetSummary
  ) {
    (self.path, self.findings, self.change) = (path, findings, change)
    (self.left, self.original, self.summary) = (left, original, summary)
  }

  /// An asset of which nothing is to be fixed.
  ///
  /// - Parameter source: where its bytes are wanted.
  public init(asItIs summary: AssetSummary, _ request: FixRequest, bytes source: AssetSource?) {
    var original: [UInt8]?
    let outcome = source?.read(.max)
    if case .bytes(let bytes) = outcome { original = bytes }
    if outcome == .empty { original = [] }  // its bytes are known: there are none
    self.init(
      path: summary.path, findings: summary.findings, change: nil,
      left: summary.findings.map { Unfixed(finding: $0, refusal: request.refusal(of: $0) ?? .noFix) },
      original: original, summary: summary)
  }

  /// What is kept once the bytes are written.
  public func withoutBytes() -> FixedAsset {
    FixedAsset(
      path: path, findings: findings, change: change?.withoutBytes(), left: left, original: nil,
      summary: summary)
  }
}

/// A finding that stays.
public struct Unfixed: Hashable, Sendable {
  /// As it stands after all fixes.
  public let finding: Finding
  /// Why.
  public let refusal: Refusal

  /// A finding and why it stays.
  public init(finding: Finding, refusal: Refusal) { (self.finding, self.refusal) = (finding, refusal) }
}

/// What a file becomes, and what it cost.
public struct Change: Sendable {
  /// The new file; empty once it was written.
  public let bytes: [UInt8]
  /// The new path: in the same folder; the same as before unless the name changes.
  public let path: Path
  /// What was done, in that order.
  public let steps: [FixStep]
  /// Figures of the file as it was.
  public let before: PictureFigures
  /// Figures of the new one.
  public let after: PictureFigures
  /// How alike it looks where colors, pixels or frames were given up to make it lighter: each frame that was
  /// there before beside what is shown at its time, as large as it. Nil where nothing was given up so.
  public let similarity: FrameSimilarity?

  func withoutBytes() -> Change {
    Change(
      bytes: [], path: path, steps: steps, before: before, after: after, similarity: similarity)
  }
}

/// One thing that was done for a rule.
public struct FixStep: Hashable, Sendable {
  /// The rule whose finding it cures; `wasteful-encoding` too where the fewest bytes were asked for, whether
  /// it found something or not.
  public let rule: String
  /// What was done.
  public let kind: Fix.Kind
  /// In words, with figures: `824 × 824 px became 618 × 618 px`.
  public let words: String
  /// Whether people may see it.
  public let isLossy: Bool
}

/// What a picture amounts to.
public struct PictureFigures: Hashable, Sendable {
  /// Of the whole file.
  public let bytes: Int
  /// By content: `APNG`, `WebP`.
  public let format: String
  /// Pixels.
  public let canvas: PixelSize
  /// 1 for a still.
  public let frames: Int
  /// Different visible colors with their alpha over all frames; nil where there are more than 65 536.
  public let colors: Int?
  /// One cycle; nil for a still, and where the sum does not fit.
  public let duration: ExactSeconds?
}
