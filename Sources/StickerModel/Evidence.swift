package import StickerImage

/// What a rule's check found, before the engine stamps it with rule, severity and path.
package struct Evidence: Hashable, Sendable {
  /// One calm sentence with the figure and the limit; text from files in it is already escaped (`Untrusted`).
  package let message: String
  /// The figure and the limit for machines.
  package let figure: Figure?
  /// The place in the asset that the evidence is about.
  package let place: Place
  /// A severity where one cause is graver than others; nil: the rule's own. A configuration's word wins.
  package let severity: Severity?
  /// What would cure it; nil where only a person can.
  package private(set) var fix: Fix?
  /// What to do about this cause, or nil if the advice of the rule fits.
  package let advice: String?

  /// The same, with whether the fix is certain to work.
  func with(fixIsCertain isCertain: Bool) -> Evidence {
    var evidence = self
    evidence.fix?.isCertain = isCertain
    return evidence
  }

  /// The same with words behind its message.
  func saying(_ words: String) -> Evidence {
    Evidence(message + words, figure, at: place, severity: severity, fix: fix, advice: advice)
  }

  /// Evidence at a place.
  package init(
    _ message: String, _ figure: Figure? = nil, at place: Place = .file, severity: Severity? = nil,
    fix: Fix? = nil, advice: String? = nil
  ) {
    self.message = message
    self.figure = figure
    self.place = place
    self.severity = severity
    self.fix = fix
    self.advice = advice
  }
}

/// A measured figure beside its limit.
package struct Figure: Hashable, Sendable {
  /// What was measured.
  package let measured: Double
  /// What is allowed; nil where there is no limit to compare with.
  package let limit: Double?
  /// The unit of both figures.
  package let unit: String

  /// A figure and its limit.
  package init(_ measured: Double, limit: Double?, unit: Parameter.Unit) {
    self.measured = measured
    self.limit = limit
    self.unit = unit.rawValue
  }

  /// A figure and its limit in whole numbers.
  package init(_ measured: Int, limit: Int?, unit: Parameter.Unit) {
    self.init(Double(measured), limit: limit.map(Double.init), unit: unit)
  }

  /// A figure that was kept.
  package init(stored measured: Double, limit: Double?, unit: String) {
    self.measured = measured
    self.limit = limit
    self.unit = unit
  }

  /// An exceeded limit of the budget.
  package init(_ exceeded: LimitExceeded) {
    measured = Double(exceeded.measured)
    limit = Double(exceeded.limit)
    unit = exceeded.unit
  }
}

/// Where in an asset a finding applies.
package enum Place: Hashable, Sendable {
  /// The file as a whole.
  case file
  /// The whole canvas.
  case canvas
  /// One frame; the first is 0.
  case frame(Int)
  /// A rectangle of the canvas, in a frame where that matters.
  case region(PixelRect, frame: Int?)
  /// A place in the container.
  case container(FilePlace)
  /// A place in a text file.
  case text(TextPlace)
}

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
  public internal(set) var behind: String?
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
