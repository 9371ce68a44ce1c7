/// How to decide whether a baseline accepts a finding.
package enum BaselineMatch: String, Hashable, Sendable, CaseIterable {
  /// By file and rule. A finding is new if its figure is over 10% worse or its severity rose. A finding on
  /// a pack that has no figure is matched by its message.
  case place
  /// By file, rule and content. If a file changes, all of its findings are new.
  case content

  /// Whether an accepted entry matches a finding of the same rule and path.
  func accepts(_ new: Baseline.Entry, as accepted: Baseline.Entry) -> Bool {
    guard self == .place else { return new.content == accepted.content }
    // A baseline from before severities were stored accepts every severity.
    if let severity = new.measure?.severity, let old = accepted.measure?.severity, severity > old {
      return false
    }
    if new.content == accepted.content { return true }
    guard let measure = new.measure, let old = accepted.measure else { return false }
    switch (measure.figure, old.figure) {
    case (let figure?, let before?): return !figure.isWorse(than: before)
    case (nil, nil): return new.content.isOfBytes && accepted.content.isOfBytes
    default: return false
    }
  }
}

extension Baseline {
  /// How severe a finding was.
  package struct Measure: Hashable, Sendable {
    /// The severity that was in force.
    package let severity: Severity
    /// The figure and the limit; nil where the finding has none.
    package let figure: Figure?

    package init(severity: Severity, figure: Figure?) {
      self.severity = severity
      self.figure = figure
    }
  }
}

extension Baseline.Measure {
  /// The sort key.
  var order: String {
    let measured = figure.map { "\($0.measured)" } ?? "-"
    let limit = figure?.limit.map { "\($0)" } ?? "-"
    return "\(measured) \(limit) \(figure?.unit ?? "-") \(severity.rawValue)"
  }
}

extension Baseline.Content {
  fileprivate var isOfBytes: Bool { if case .bytes = self { true } else { false } }
}

extension Baseline.Entry {
  /// The baseline entry of a finding.
  ///
  /// - Parameter path: of the file or pack, as seen from the folder of the baseline.
  /// - Parameter digest: SHA-256 of the file in hexadecimal, or nil without a file.
  package init(_ finding: Finding, at path: Path, digest: String?) {
    let figure = finding.evidence.figure.flatMap { $0.isFinite ? $0 : nil }
    self.init(
      path: path, rule: finding.rule, content: .init(of: finding, digest: digest),
      measure: Baseline.Measure(severity: finding.severity, figure: figure))
  }

  /// Whether entry `a` is closer to this one than entry `b`.
  func isNearer(_ a: Baseline.Entry, than b: Baseline.Entry) -> Bool {
    let (first, second) = (distance(to: a), distance(to: b))
    return first == second ? a < b : first < second
  }

  /// 0 for the same content and figure.
  private func distance(to other: Baseline.Entry) -> Double {
    let figures = abs((measure?.figure?.measured ?? 0) - (other.measure?.figure?.measured ?? 0))
    // Entries with the same content come first.
    return content == other.content ? -1 / (1 + figures) : figures
  }
}

extension Figure {
  fileprivate var isFinite: Bool { measured.isFinite && limit?.isFinite ?? true }

  /// Whether the figure is more than 10% worse than an earlier one: farther beyond its limit. Without a
  /// limit, a larger figure is worse.
  fileprivate func isWorse(than before: Figure) -> Bool {
    guard unit == before.unit else { return true }
    let tolerance = abs(before.measured) * 0.1
    let grows = limit.map { measured >= $0 } ?? true
    return grows ? measured > before.measured + tolerance : measured < before.measured - tolerance
  }
}
