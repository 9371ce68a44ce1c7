import StickerImage

/// How much a finding matters.
public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
  /// An improvement.
  case hint
  /// It works, but people will see the fault.
  case warning
  /// Messages, Xcode or the App Store rejects or visibly breaks it.
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

/// Evidence stamped by the engine.
public struct Finding: Hashable, Sendable {
  /// The rule's id.
  public let rule: String
  /// The severity in force for this run.
  public let severity: Severity
  /// The path of the asset, or of the pack's folder.
  public let path: Path
  /// What was found.
  package private(set) var evidence: Evidence
  /// What to do about it.
  public let advice: String
  /// Whether it fails the run.
  public let fails: Bool
  /// The rule of another finding on the same file that stands for this one, since the same deed cures both:
  /// people read that one alone. Nil where nothing stands for it.
  public internal(set) var suppressedBy: String?
  /// The files that it speaks of, where it says once what several share; otherwise empty.
  package internal(set) var shares: [Path] = []
  /// For a finding on several files, the number of findings by fixability.
  var sharedFixCounts: [Fixability: Int] = [:]
  /// The same finding without the promise that its fix works.
  var withUncertainFix: Finding {
    var finding = self
    finding.evidence = evidence.with(fixIsCertain: false)
    return finding
  }
  /// The number of single findings that this one groups.
  package var count: Int { max(shares.count, 1) }

  /// One calm sentence with the figure and the limit; names of strangers in it are escaped.
  public var message: String { evidence.message }

  package init(
    rule: String, severity: Severity, path: Path, evidence: Evidence, advice: String, fails: Bool
  ) {
    self.rule = rule
    self.severity = severity
    self.path = path
    self.evidence = evidence
    self.advice = advice
    self.fails = fails
  }

  /// The same of a file that others know by another path.
  package func at(_ path: Path) -> Finding {
    Finding(
      rule: rule, severity: severity, path: path, evidence: evidence, advice: advice, fails: fails)
  }
}
