/// The baselines of a run, with the findings that each accepts. They do not depend on files on disk, so shards can pass them on.
package struct ResolvedBaselines: Sendable {
  /// A baseline, and those of its entries that the run covers.
  package struct LoadedBaseline: Sendable {
    /// The path of the baseline, for messages.
    package let displayName: String
    /// The accepted findings that have not been matched yet.
    package fileprivate(set) var unmatchedEntries: Baseline
    /// The entries whose findings the run would report if they still existed.
    package let entriesCoveredByRun: Set<Baseline.Entry>

    package init(name: String, _ baseline: Baseline, entriesCoveredByRun: Set<Baseline.Entry>) {
      self.displayName = name
      self.unmatchedEntries = baseline
      self.entriesCoveredByRun = entriesCoveredByRun
    }
  }

  /// The baseline that applies to the findings at a path.
  package struct BaselineReference: Hashable, Sendable {
    /// The index of the baseline in `baselines`.
    package let baselineIndex: Int
    /// The path, relative to the baseline's folder.
    package let pathInBaselineFolder: Path
    /// The SHA-256 digest of a document in hexadecimal, or nil for everything else.
    package let checkedDocumentDigest: String?

    package init(baselineIndex: Int, pathInBaseline: Path, documentDigest: String?) {
      self.baselineIndex = baselineIndex
      self.pathInBaselineFolder = pathInBaseline
      self.checkedDocumentDigest = documentDigest
    }
  }

  /// The baselines that are in use.
  package private(set) var baselines: [LoadedBaseline]
  /// How findings are matched with baseline entries.
  package let matchCriterion: BaselineMatchCriterion
  /// The baseline that applies, by the path of a file, a pack or a document.
  package let baselineReferencesByFindingPath: [Path: BaselineReference]

  /// Creates them from baselines and the baseline that applies to each path.
  package init(
    baselines: [LoadedBaseline] = [], baselineReferences: [Path: BaselineReference] = [:],
    match: BaselineMatchCriterion = .fileAndRule
  ) {
    self.baselines = baselines
    self.baselineReferencesByFindingPath = baselineReferences
    self.matchCriterion = match
  }

  /// Removes accepted findings from a report.
  package mutating func removeAcceptedFindings(from report: Report) -> Report {
    guard !baselines.isEmpty else { return report }
    let digests = Dictionary(report.assets.map { ($0.path, $0.contentSHA256Hex) }) { first, _ in first }
    return report.removingAccepted { finding in
      guard let subject = baselineReferencesByFindingPath[finding.path] else { return false }
      let digest = digests[finding.path] ?? subject.checkedDocumentDigest
      return baselines[subject.baselineIndex].unmatchedEntries.removeMatch(
        for: Baseline.Entry(finding, at: subject.pathInBaselineFolder, fileDigest: digest), by: matchCriterion
      )
    }
  }

  /// Returns one line for each baseline with entries that no longer match a finding.
  package func staleEntryMessages() -> [UserMessage] {
    baselines.compactMap { file in
      staleEntriesMessage(
        file.displayName,
        file.unmatchedEntries.entryCounts.keys.sorted().filter(file.entriesCoveredByRun.contains))
    }
  }
}

/// Returns a message about baseline entries that no longer match a finding, or nil if there are none.
///
/// - Parameter name: the display name of the baseline.
/// - Parameter entries: the entries that no longer match.
package func staleEntriesMessage(_ name: String, _ entries: [Baseline.Entry]) -> UserMessage? {
  guard let first = entries.first else { return nil }
  let rest = entries.count > 1 ? " and \(entries.count - 1) more" : ""
  return "\(name) accepts findings that no longer exist: \(first.rule) of "
    + "\(first.path.displayText)\(rest). To remove them and accept new findings, use \(.writeBaselineOption) \(name)"
}

/// The findings that are accepted for now and do not fail a run.
package struct Baseline: Hashable, Sendable {
  /// The identity of an accepted finding, with its severity and measured value if known.
  package struct Entry: Hashable, Sendable, Comparable {
    /// The path of the file or of the pack's folder, relative to the baseline's folder.
    package let path: Path
    /// The rule's id.
    package let rule: String
    /// The SHA-256 digest of the file in hexadecimal, or nil for a pack and for a file that cannot be read.
    package let fileDigest: String?
    /// The severity and the measured value, or nil if the baseline does not have them.
    package let severityAndValue: SeverityAndValue?

    package init(path: Path, rule: String, fileDigest: String?, severityAndValue: SeverityAndValue? = nil) {
      self.path = path
      self.rule = rule
      self.fileDigest = fileDigest
      self.severityAndValue = severityAndValue
    }

    /// Orders entries by path, then by rule, digest, measured value and severity.
    package static func < (a: Entry, b: Entry) -> Bool {
      (a.path, a.rule, a.fileDigest ?? "", a.severityAndValue?.sortKey ?? "")
        < (b.path, b.rule, b.fileDigest ?? "", b.severityAndValue?.sortKey ?? "")
    }
  }

  /// A rule, and the path of a file or a pack.
  private struct RuleAtPath: Hashable {
    let path: Path
    let rule: String

    init(path: Path, rule: String) {
      self.path = path
      self.rule = rule
    }

    init(_ entry: Entry) { self.init(path: entry.path, rule: entry.rule) }
  }

  /// The number of accepted findings for each entry, at least 1, grouped by rule and path.
  private var entryCountsByRuleAtPath: [RuleAtPath: [Entry: Int]] = [:]

  /// The number of accepted findings for each entry, at least 1.
  package var entryCounts: [Entry: Int] {
    Dictionary(entryCountsByRuleAtPath.values.joined().map { ($0.key, $0.value) }) { first, _ in first }
  }

  package var isEmpty: Bool { entryCountsByRuleAtPath.isEmpty }

  /// Creates an empty baseline.
  package init() {}

  /// Accepts `count` more findings with this entry.
  package mutating func add(_ entry: Entry, count: Int = 1) {
    entryCountsByRuleAtPath[RuleAtPath(entry), default: [:]][entry, default: 0] += count
  }

  /// Accepts at least this many findings. Both sides of a merge may have accepted the same finding.
  mutating func raiseCount(of entry: Entry, toAtLeast count: Int) {
    let accepted = entryCountsByRuleAtPath[RuleAtPath(entry)]?[entry] ?? 0
    entryCountsByRuleAtPath[RuleAtPath(entry), default: [:]][entry] = max(accepted, count)
  }

  /// Removes one accepted finding: the entry itself if the baseline has it, otherwise the closest match.
  ///
  /// - Returns: false if no entry matches.
  package mutating func removeMatch(
    for entry: Entry, by match: BaselineMatchCriterion = .fileAndRule
  ) -> Bool {
    let key = RuleAtPath(entry)
    // Remove the value from the dictionary while changing it, to avoid a copy.
    guard var known = entryCountsByRuleAtPath.removeValue(forKey: key) else { return false }
    defer { if !known.isEmpty { entryCountsByRuleAtPath[key] = known } }
    guard
      let accepted = known[entry] != nil
        ? entry
        : known.keys.filter({ match.accepts(entry, ofSameRuleAndPath: $0) }).min(by: {
          entry.isCloserMatch(to: $0, than: $1)
        }),
      let count = known[accepted]
    else { return false }
    known[accepted] = count > 1 ? count - 1 : nil
    return true
  }

  /// Returns the findings on a file that are not accepted.
  ///
  /// - Parameter path: the path of the file, relative to the baseline's folder.
  /// - Parameter digest: the SHA-256 digest of the file, or nil if it could not be read.
  package func unacceptedFindings(
    among findings: [Finding], at path: Path, digest: String?,
    by match: BaselineMatchCriterion = .fileAndRule
  ) -> [Finding] {
    var left = Baseline()
    for rule in Set(findings.map(\.rule)) {
      let key = RuleAtPath(path: path, rule: rule)
      left.entryCountsByRuleAtPath[key] = entryCountsByRuleAtPath[key]
    }
    return findings.filter { !left.removeMatch(for: Entry($0, at: path, fileDigest: digest), by: match) }
  }

  package mutating func remove(where isUnwanted: (Entry) -> Bool) {
    entryCountsByRuleAtPath = entryCountsByRuleAtPath.mapValues { $0.filter { !isUnwanted($0.key) } }.filter {
      !$0.value.isEmpty
    }
  }

  /// The number of accepted findings.
  package var acceptedFindingCount: Int {
    entryCountsByRuleAtPath.values.reduce(0) { $0 + $1.values.reduce(0, +) }
  }
}

extension Report {
  /// Returns the report with accepted findings removed and counted.
  ///
  /// - Parameter isAccepted: called once for each finding, in the order of the assets.
  /// - Parameter isCounted: whether to count an accepted finding.
  package func removingAccepted(
    where isAccepted: (Finding) -> Bool, counting isCounted: (Finding) -> Bool = { _ in true }
  ) -> Report {
    var count = 0
    var report = removingFindings { finding in
      let accepted = isAccepted(finding)
      if accepted, isCounted(finding) { count += 1 }
      return accepted
    }
    report.acceptedCount = acceptedCount + count
    return report
  }
}

/// How to decide whether a baseline accepts a finding.
package enum BaselineMatchCriterion: String, Hashable, Sendable, CaseIterable {
  /// By rule, and by file or pack. A finding is new if its measured value is more than 10% worse or its
  /// severity is higher.
  case fileAndRule = "place"
  /// By file, rule and content. If a file changes, all of its findings are new. A finding without a file is
  /// new if its measured value is different.
  case fileRuleAndContent = "content"

  /// Whether an accepted entry matches a finding of the same rule and path.
  func accepts(_ new: Baseline.Entry, ofSameRuleAndPath accepted: Baseline.Entry) -> Bool {
    if self == .fileRuleAndContent {
      guard new.fileDigest == accepted.fileDigest else { return false }
      return new.fileDigest != nil
        || new.severityAndValue?.measuredValue == accepted.severityAndValue?.measuredValue
    }
    // A baseline without severities accepts every severity.
    if let severity = new.severityAndValue?.severity, let old = accepted.severityAndValue?.severity,
      severity > old
    {
      return false
    }
    if let digest = new.fileDigest, digest == accepted.fileDigest { return true }
    guard let current = new.severityAndValue, let old = accepted.severityAndValue else {
      return new.fileDigest == nil && accepted.fileDigest == nil
    }
    switch (current.measuredValue, old.measuredValue) {
    case (let figure?, let before?): return !figure.isSignificantlyWorse(than: before)
    case (nil, nil): return (new.fileDigest == nil) == (accepted.fileDigest == nil)
    default: return false
    }
  }
}

extension Baseline {
  /// The severity and the measured value of an accepted finding.
  package struct SeverityAndValue: Hashable, Sendable {
    /// The severity when the finding was accepted.
    package let severity: Severity
    /// The measured value and the limit, or nil if the finding has none.
    package let measuredValue: MeasuredValueAndLimit?

    package init(severity: Severity, measuredValue: MeasuredValueAndLimit?) {
      self.severity = severity
      self.measuredValue = measuredValue
    }
  }
}

extension Baseline.SeverityAndValue {
  var sortKey: String {
    let measured = measuredValue.map { "\($0.measured)" } ?? "-"
    let limit = measuredValue?.limit.map { "\($0)" } ?? "-"
    return "\(measured) \(limit) \(measuredValue?.unit ?? "-") \(severity.rawValue)"
  }
}

extension Baseline.Entry {
  /// Creates the baseline entry of a finding.
  ///
  /// - Parameter path: the path of the file or pack, relative to the baseline's folder.
  /// - Parameter fileDigest: the SHA-256 digest of the file in hexadecimal, or nil for a pack and for a file
  ///   that cannot be read.
  package init(_ finding: Finding, at path: Path, fileDigest: String?) {
    let figure = finding.evidence.measuredValue.flatMap { $0.isFinite ? $0 : nil }
    self.init(
      path: path, rule: finding.rule, fileDigest: fileDigest,
      severityAndValue: Baseline.SeverityAndValue(severity: finding.severity, measuredValue: figure))
  }

  /// Whether entry `a` is closer to this one than entry `b`.
  func isCloserMatch(to a: Baseline.Entry, than b: Baseline.Entry) -> Bool {
    let (first, second) = (matchDistance(to: a), matchDistance(to: b))
    return first == second ? a < b : first < second
  }

  /// Returns a negative number for the same content, otherwise the difference between the measured values.
  private func matchDistance(to other: Baseline.Entry) -> Double {
    let figures = abs(
      (severityAndValue?.measuredValue?.measured ?? 0)
        - (other.severityAndValue?.measuredValue?.measured ?? 0))
    // Entries with the same content come first.
    return fileDigest == other.fileDigest ? -1 / (1 + figures) : figures
  }
}

extension MeasuredValueAndLimit {
  fileprivate var isFinite: Bool { measured.isFinite && limit?.isFinite ?? true }

  /// Whether the value is more than 10% worse than an earlier one, that is, farther beyond its limit. Without
  /// a limit, a larger value is worse.
  fileprivate func isSignificantlyWorse(than before: MeasuredValueAndLimit) -> Bool {
    guard unit == before.unit else { return true }
    let tolerance = abs(before.measured) * 0.1
    let grows = limit.map { measured >= $0 } ?? true
    return grows ? measured > before.measured + tolerance : measured < before.measured - tolerance
  }
}
