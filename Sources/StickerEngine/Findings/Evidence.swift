package import StickerImage

/// What a rule's check found, before the engine adds the rule, severity and path.
package struct Evidence: Hashable, Sendable {
  /// One sentence with the measured value and the limit. Text from files is already escaped
  /// (`UntrustedText`).
  package let message: String
  /// The measured value and the limit, in machine-readable form.
  package let measuredValue: MeasuredValueAndLimit?
  /// The location in the asset that the evidence is about.
  package let location: FindingLocation
  /// A severity that differs from the rule's default, or nil. A severity in the configuration overrides it.
  package let defaultSeverityOverride: Severity?
  /// The fix, or nil.
  package private(set) var fix: Fix?
  /// The advice for this cause, or nil to use the rule's advice.
  package let adviceOverride: String?

  /// Returns the evidence with its fix marked as certain or uncertain to work.
  func with(fixIsCertain isCertain: Bool) -> Evidence {
    var evidence = self
    evidence.fix?.isCertain = isCertain
    return evidence
  }

  /// Returns the evidence with text appended to its message.
  func appendingToMessage(_ words: String) -> Evidence {
    Evidence(
      message + words, measuredValue, at: location, severity: defaultSeverityOverride, fix: fix,
      advice: adviceOverride)
  }

  package init(
    _ message: String, _ figure: MeasuredValueAndLimit? = nil, at location: FindingLocation = .file,
    severity: Severity? = nil,
    fix: Fix? = nil, advice: String? = nil
  ) {
    self.message = message
    self.measuredValue = figure
    self.location = location
    self.defaultSeverityOverride = severity
    self.fix = fix
    self.adviceOverride = advice
  }
}

/// A measured value and its limit.
package struct MeasuredValueAndLimit: Hashable, Sendable {
  package let measured: Double
  /// The limit, or nil.
  package let limit: Double?
  /// The unit of both values.
  package let unit: String

  init(_ measured: Double, limit: Double?, unit: RuleOption.Unit) {
    self.measured = measured
    self.limit = limit
    self.unit = unit.rawValue
  }

  init(_ measured: Int, limit: Int?, unit: RuleOption.Unit) {
    self.init(Double(measured), limit: limit.map(Double.init), unit: unit)
  }

  /// Creates a value that was read from a file.
  package init(stored measured: Double, limit: Double?, unit: String) {
    self.measured = measured
    self.limit = limit
    self.unit = unit
  }

  /// Creates a value from an exceeded decoding limit.
  init(_ exceeded: ExceededLimit) {
    measured = Double(exceeded.measured)
    limit = Double(exceeded.limit)
    unit = exceeded.unit
  }
}

/// The location in a file that a finding is about.
package enum FindingLocation: Hashable, Sendable {
  /// The file as a whole.
  case file
  /// The whole canvas.
  case canvas
  /// One frame, given by its index, starting at 0.
  case frame(Int)
  /// A rectangle of the canvas, and the frame if the finding is about only one frame.
  case region(PixelRect, frame: Int?)
  /// A location in the container.
  case container(ByteLocation)
  /// A location in a text file.
  case text(SourceLocation)
}

/// A location on the art that a finding is about.
///
/// Evidence has one location, for reports, but the preview page draws every mark. Marks are computed when
/// they are needed and are not stored.
package struct FindingMark: Hashable, Sendable {
  /// The rule's id.
  package let rule: String
  /// The marked part of the canvas or timeline.
  package let area: Area

  package init(rule: String, _ area: Area) {
    self.rule = rule
    self.area = area
  }

  /// A part of the canvas or timeline.
  package enum Area: Hashable, Sendable {
    /// A rectangle of the canvas in one frame, or in all frames together if `frame` is nil.
    case rectangle(PixelRect, frame: Int?)
    /// Individual pixels of a frame.
    case pixels([PixelPoint], frame: Int)
    /// Whole frames, given by their ascending indices, starting at 0.
    case frames([Int])
  }

  /// The maximum number of marks for one rule. More would hide the art.
  static let maxPerRule = 200
}

/// Returns all locations on the art that findings are about: the marks of their rules, or the locations of
/// their evidence if a rule has no marks.
///
/// - Parameter findings: the findings on `asset` under the same configuration. Findings about the whole
///   canvas or file have no mark.
/// - Returns: marks grouped by rule, in the order of the findings, with at most `FindingMark.maxPerRule` for
///   each rule.
func marks(on asset: Asset, _ findings: [Finding], _ configuration: Configuration) -> [FindingMark] {
  var areas: [(rule: String, areas: [FindingMark.Area])] = []
  for finding in findings {
    let known = areas.firstIndex { $0.rule == finding.rule }
    let activeRule = configuration.activeRule(finding.rule)
    if let activeRule, let mark = activeRule.rule.markedAreasOverride {
      if known == nil { areas.append((finding.rule, mark(asset, activeRule.optionValues))) }
    } else if let area = finding.evidence.location.area {
      if let known { areas[known].areas.append(area) } else { areas.append((finding.rule, [area])) }
    }
  }
  return areas.flatMap { rule, areas in
    areas.prefix(FindingMark.maxPerRule).map { FindingMark(rule: rule, $0) }
  }
}

extension FindingLocation {
  fileprivate var area: FindingMark.Area? {
    switch self {
    case .region(let rect, let frame): .rectangle(rect, frame: frame)
    case .frame(let frame): .frames([frame])
    case .file, .canvas, .container, .text: nil
    }
  }
}
