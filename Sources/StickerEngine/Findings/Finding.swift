import StickerImage

/// How serious a finding is.
public enum Severity: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
  /// A possible improvement.
  case hint
  /// A visible flaw in art that otherwise works.
  case warning
  /// A problem that makes Messages, Xcode or the App Store reject the file, or that makes the art look
  /// broken.
  case error

  /// `hint < warning < error`.
  public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
  private var rank: Int {
    switch self {
    case .hint: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// A problem that a rule reports about a file or a pack.
package struct Finding: Hashable, Sendable {
  /// The rule's id.
  package let rule: String
  /// The severity under the configuration of the run.
  package let severity: Severity
  /// The path of the asset, the document or the pack's folder.
  package let path: Path
  /// What was found.
  package private(set) var evidence: Evidence
  /// How to solve the problem.
  package let advice: String
  /// Whether the finding fails the run.
  package let failsRun: Bool
  /// The rule of a more specific finding on the same file that has the same fix, or nil. Human-readable
  /// reports show only the more specific finding.
  package var suppressingRule: String?
  /// The affected files if the finding groups several; otherwise empty.
  package internal(set) var groupedPaths: [Path] = []
  /// The number of grouped findings by fixability; empty if the finding does not group several.
  var groupedCountsByFixability: [Fixability: Int] = [:]
  /// The finding with its fix marked as uncertain to work.
  var withUncertainFix: Finding {
    var finding = self
    finding.evidence = evidence.with(fixIsCertain: false)
    return finding
  }
  /// The number of individual findings that this one groups.
  package var individualFindingCount: Int { max(groupedPaths.count, 1) }

  /// One sentence with the measured value and the limit. Text from files is escaped.
  package var message: String { evidence.message }

  package init(
    rule: String, severity: Severity, path: Path, evidence: Evidence, advice: String, failsRun: Bool
  ) {
    self.rule = rule
    self.severity = severity
    self.path = path
    self.evidence = evidence
    self.advice = advice
    self.failsRun = failsRun
  }

  /// Returns the finding with another path for the same file.
  package func withPath(_ path: Path) -> Finding {
    Finding(
      rule: rule, severity: severity, path: path, evidence: evidence, advice: advice, failsRun: failsRun)
  }
}
