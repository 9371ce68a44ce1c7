/// One cause is one finding: what the same deed of the artist cures is said by the finding that says most.
/// A small table, as a rule cannot know in its own file how much others say.
private let suppressors: [String: [String]] = [
  RuleID.gridSize: [RuleID.pixelDimensions],
  RuleID.wholePoints: [RuleID.pixelDimensions, RuleID.gridSize],
  RuleID.notSquare: [RuleID.pixelDimensions, RuleID.gridSize, RuleID.wholePoints],
  RuleID.mixedSizes: [RuleID.pixelDimensions],
]

/// The same only of findings without a figure: that something moves where nothing may says more than that its
/// format is another; that it moves too long is another deed's.
private let suppressorsWithoutFigure: [String: String] = [RuleID.unsupportedFormat: RuleID.animationLimits]

extension Rule {
  /// The rules beside which people do not read it, those first that say most.
  var suppressingRules: [String] { suppressors[id] ?? [] }
}

private let suppressorIDs = Set(suppressors.values.joined())

extension Report {
  /// The same of findings on a pack as a whole: one on a sticker of it stands for them.
  mutating func suppressPackFindings() {
    guard packFindings.contains(where: { suppressors[$0.rule] != nil }) else { return }
    var worst: [Path: [String: Severity]] = [:]
    for asset in assets {
      guard let pack = asset.pack else { continue }
      for finding in asset.findings where suppressorIDs.contains(finding.rule) {
        worst[pack, default: [:]][finding.rule] =
          max(worst[pack]?[finding.rule] ?? .hint, finding.severity)
      }
    }
    for index in packFindings.indices {
      let (finding, found) = (packFindings[index], worst[packFindings[index].path] ?? [:])
      packFindings[index].suppressedBy = suppressors[finding.rule]?.first { rule in
        found[rule].map { $0 >= finding.severity } ?? false
      }
    }
  }
}

extension [Finding] {
  /// The findings of one file, each with the one of another rule that stands for it. None stands for a graver
  /// one: what fails a run has to be seen.
  var withSuppression: [Finding] {
    var findings = self
    for index in indices {
      let finding = self[index]
      let suppressedBy =
        suppressors[finding.rule]?.first { rule in
          contains { $0.rule == rule && $0.severity >= finding.severity }
        }
        ?? suppressorsWithoutFigure[finding.rule].flatMap { rule in
          contains { $0.rule == rule && $0.evidence.figure == nil && $0.severity >= finding.severity }
            ? rule : nil
        }
      if suppressedBy != finding.suppressedBy { findings[index].suppressedBy = suppressedBy }
    }
    return findings
  }
}
