package import StickerImage

/// What a rule's check found, before the engine stamps it with rule, severity and path.
package struct Evidence: Hashable, Sendable {
  /// One calm sentence with the figure and the limit; text from files in it is already escaped (`Untrusted`).
  package let message: String
  /// The figure and the limit for machines.
  package let figure: MeasuredValue?
  /// The location in the asset that the evidence is about.
  package let location: FindingLocation
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
    Evidence(message + words, figure, at: location, severity: severity, fix: fix, advice: advice)
  }

  /// Evidence at a location.
  package init(
    _ message: String, _ figure: MeasuredValue? = nil, at location: FindingLocation = .file,
    severity: Severity? = nil,
    fix: Fix? = nil, advice: String? = nil
  ) {
    self.message = message
    self.figure = figure
    self.location = location
    self.severity = severity
    self.fix = fix
    self.advice = advice
  }
}

/// A measured figure beside its limit.
package struct MeasuredValue: Hashable, Sendable {
  /// What was measured.
  package let measured: Double
  /// What is allowed; nil where there is no limit to compare with.
  package let limit: Double?
  /// The unit of both figures.
  package let unit: String

  /// A figure and its limit.
  init(_ measured: Double, limit: Double?, unit: Parameter.Unit) {
    self.measured = measured
    self.limit = limit
    self.unit = unit.rawValue
  }

  /// A figure and its limit in whole numbers.
  init(_ measured: Int, limit: Int?, unit: Parameter.Unit) {
    self.init(Double(measured), limit: limit.map(Double.init), unit: unit)
  }

  /// A figure that was kept.
  package init(stored measured: Double, limit: Double?, unit: String) {
    self.measured = measured
    self.limit = limit
    self.unit = unit
  }

  /// An exceeded limit of the budget.
  init(_ exceeded: LimitExceeded) {
    measured = Double(exceeded.measured)
    limit = Double(exceeded.limit)
    unit = exceeded.unit
  }
}

/// Where in an asset a finding applies.
package enum FindingLocation: Hashable, Sendable {
  /// The file as a whole.
  case file
  /// The whole canvas.
  case canvas
  /// One frame; the first is 0.
  case frame(Int)
  /// A rectangle of the canvas, in a frame where that matters.
  case region(PixelRect, frame: Int?)
  /// A location in the container.
  case container(ByteLocation)
  /// A location in a text file.
  case text(SourceLocation)
}

/// A place on the art that a rule which fired speaks of. Evidence names one place, for reports; a page that
/// shows the art draws all of them. Nothing keeps marks: they are asked for while the survey is at hand.
package struct Mark: Hashable, Sendable {
  /// The rule's id.
  package let rule: String
  /// The part of the canvas, or of the time, that is marked.
  package let area: Area

  /// A mark of a rule.
  package init(rule: String, _ area: Area) {
    self.rule = rule
    self.area = area
  }

  /// A part of the canvas or of the time.
  package enum Area: Hashable, Sendable {
    /// A rectangle of the canvas, and a frame that has it there; nil: all frames together have.
    case rectangle(PixelRect, frame: Int?)
    /// Single pixels of a frame.
    case points([PixelPoint], frame: Int)
    /// Whole frames, ascending; the first is 0.
    case frames([Int])
  }

  /// The most of one rule: more would hide the art.
  static let maxPerRule = 200
}

/// Every place on the art that findings speak of: those that their rule knows, else that of their evidence.
///
/// - Parameter findings: of `asset`, under the same configuration. Those about the canvas or the file as a
///   whole have no mark.
/// - Returns: rule by rule in the order of the findings, at most `Mark.maxPerRule` of each.
func marks(on asset: Asset, _ findings: [Finding], _ configuration: Configuration) -> [Mark] {
  var areas: [(rule: String, areas: [Mark.Area])] = []
  for finding in findings {
    let known = areas.firstIndex { $0.rule == finding.rule }
    let activeRule = configuration.activeRule(finding.rule)
    if let activeRule, let mark = activeRule.rule.marks {
      if known == nil { areas.append((finding.rule, mark(asset, activeRule.settings))) }
    } else if let area = finding.evidence.location.area {
      if let known { areas[known].areas.append(area) } else { areas.append((finding.rule, [area])) }
    }
  }
  return areas.flatMap { rule, areas in areas.prefix(Mark.maxPerRule).map { Mark(rule: rule, $0) } }
}

extension FindingLocation {
  fileprivate var area: Mark.Area? {
    switch self {
    case .region(let rect, let frame): .rectangle(rect, frame: frame)
    case .frame(let frame): .frames([frame])
    case .file, .canvas, .container, .text: nil
    }
  }
}
