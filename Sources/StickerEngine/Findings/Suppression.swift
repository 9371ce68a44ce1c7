/// The rules that suppress each rule. Their findings have the same fix and are more specific, so each problem
/// is reported only once.
private let suppressorsByRule: [String: [String]] = [
  RuleID.gridSize: [RuleID.pixelDimensions],
  RuleID.wholePoints: [RuleID.pixelDimensions, RuleID.gridSize],
  RuleID.notSquare: [RuleID.pixelDimensions, RuleID.gridSize, RuleID.wholePoints],
  RuleID.mixedSizes: [RuleID.pixelDimensions],
  // If the messenger does not accept TGS files at all, their other problems are irrelevant.
  RuleID.tgsStructure: [RuleID.unsupportedFormat],
  RuleID.tgsFileSize: [RuleID.unsupportedFormat],
  RuleID.tgsCanvas: [RuleID.unsupportedFormat],
  RuleID.tgsFrameRate: [RuleID.unsupportedFormat],
  RuleID.tgsDuration: [RuleID.unsupportedFormat],
  RuleID.tgsFeature: [RuleID.unsupportedFormat],
  RuleID.tgsDiscouragedFeature: [RuleID.unsupportedFormat],
  RuleID.lottieVersion: [RuleID.unsupportedFormat],
  RuleID.strobe: [RuleID.flashing],
]

/// The rules that suppress a rule only with findings that have no measured value. `animation-limits`
/// suppresses `unsupported-format` if no animation is allowed, but not if the animation is too long.
private let suppressorsOnlyWithoutMeasuredValue: [String: String] = [
  RuleID.unsupportedFormat: RuleID.animationLimits
]

extension Rule {
  /// The rules whose findings suppress the findings of this rule, most specific first.
  var suppressingRules: [String] { suppressorsByRule[id] ?? [] }
}

private let suppressingRuleIDs = Set(suppressorsByRule.values.joined())

extension Report {
  /// Marks findings on a whole pack as suppressed if one of its stickers has a more specific finding.
  mutating func markSuppressedPackFindings() {
    guard packAndDocumentFindings.contains(where: { suppressorsByRule[$0.rule] != nil }) else { return }
    var worst: [Path: [String: Severity]] = [:]
    for asset in assets {
      guard let pack = asset.pack else { continue }
      for finding in asset.findings where suppressingRuleIDs.contains(finding.rule) {
        worst[pack, default: [:]][finding.rule] =
          max(worst[pack]?[finding.rule] ?? .hint, finding.severity)
      }
    }
    for index in packAndDocumentFindings.indices {
      let (finding, found) = (
        packAndDocumentFindings[index], worst[packAndDocumentFindings[index].path] ?? [:]
      )
      packAndDocumentFindings[index].suppressingRule = suppressorsByRule[finding.rule]?.first { rule in
        found[rule].map { $0 >= finding.severity } ?? false
      }
    }
  }
}

extension [Finding] {
  /// The findings of one file, with each redundant one marked with the rule that suppresses it. A finding never
  /// suppresses a more severe one, so that everything that fails a run is shown.
  var withSuppressedFindingsMarked: [Finding] {
    var findings = self
    for index in indices {
      let finding = self[index]
      let suppressedBy =
        suppressorsByRule[finding.rule]?.first { rule in
          contains { $0.rule == rule && $0.severity >= finding.severity }
        }
        ?? suppressorsOnlyWithoutMeasuredValue[finding.rule].flatMap { rule in
          contains { $0.rule == rule && $0.evidence.measuredValue == nil && $0.severity >= finding.severity }
            ? rule : nil
        }
      if suppressedBy != finding.suppressingRule { findings[index].suppressingRule = suppressedBy }
    }
    return findings
  }
}
