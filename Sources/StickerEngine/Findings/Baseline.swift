/// What baselines accept of a run, without any place on a disk: what its shards hand on.
package struct Acceptance: Sendable {
  /// A baseline, and what of it the run can still meet.
  package struct File: Sendable {
    /// The path of the baseline, as people find it.
    package let name: String
    /// The accepted findings that have not been met yet.
    package fileprivate(set) var baseline: Baseline
    /// The entries that the run finds again where they still hold.
    package let covered: Set<Baseline.Entry>

    package init(name: String, _ baseline: Baseline, covered: Set<Baseline.Entry>) {
      self.name = name
      self.baseline = baseline
      self.covered = covered
    }
  }

  /// Which baseline decides on what is found at a path.
  package struct Subject: Hashable, Sendable {
    /// The number of the baseline in `files`.
    package let file: Int
    /// The path, as seen from the baseline's folder.
    package let path: Path
    /// SHA-256 of a document's bytes in hexadecimal; nil for everything else.
    package let document: String?

    package init(file: Int, path: Path, document: String?) {
      self.file = file
      self.path = path
      self.document = document
    }
  }

  /// The baselines that are in use.
  package private(set) var files: [File]
  /// How a finding is recognized as accepted.
  package let match: BaselineMatch
  /// Which baseline decides, by the path of a file, a pack or a document.
  package let subjects: [Path: Subject]

  /// Creates an acceptance from baselines and the baseline that applies to each path.
  package init(files: [File] = [], subjects: [Path: Subject] = [:], match: BaselineMatch = .place) {
    self.files = files
    self.subjects = subjects
    self.match = match
  }

  /// Removes accepted findings from a report.
  package mutating func apply(_ report: Report) -> Report {
    guard !files.isEmpty else { return report }
    let digests = Dictionary(report.assets.map { ($0.path, $0.contentDigest) }) { first, _ in first }
    return report.accepting { finding in
      guard let subject = subjects[finding.path] else { return false }
      let digest = digests[finding.path] ?? subject.document
      return files[subject.file].baseline.take(
        Baseline.Entry(finding, at: subject.path, digest: digest), by: match)
    }
  }

  /// What is accepted and was not found any more, a line for each baseline.
  package func stale() -> [UserMessage] {
    files.compactMap { file in
      staleLine(file.name, file.baseline.entries.keys.sorted().filter(file.covered.contains))
    }
  }
}

/// That a baseline accepts what is no longer found; nil where it does not.
///
/// - Parameter name: of the baseline, for people.
/// - Parameter entries: what is no longer found.
package func staleLine(_ name: String, _ entries: [Baseline.Entry]) -> UserMessage? {
  guard let first = entries.first else { return nil }
  let rest = entries.count > 1 ? " and \(entries.count - 1) more" : ""
  return "\(name) accepts what is no longer found: \(first.rule) of "
    + "\(first.path.displayText)\(rest); \(.newBaseline) \(name) drops it, and accepts what is new"
}

/// Findings that were accepted earlier and no longer fail a run: by rule, path and content. A file whose
/// content changes is checked again.
package struct Baseline: Hashable, Sendable {
  /// What identifies an accepted finding.
  package struct Entry: Hashable, Sendable, Comparable {
    /// The file, or a pack's folder, as seen from the folder of the baseline.
    package let path: Path
    /// The rule's id.
    package let rule: String
    /// The content of the file, or the message of a finding on a pack.
    package let content: Content
    /// The severity and the figure, or nil if the baseline does not have them.
    package let measure: Measure?

    package init(path: Path, rule: String, content: Content, measure: Measure? = nil) {
      self.path = path
      self.rule = rule
      self.content = content
      self.measure = measure
    }

    /// The order by path, by rule, by content, then by measure.
    package static func < (a: Entry, b: Entry) -> Bool {
      let (text, other) = (a.content.text, b.content.text)
      guard (a.path, a.rule, text) == (b.path, b.rule, other) else {
        return (a.path, a.rule, text) < (b.path, b.rule, other)
      }
      return (a.measure?.order ?? "") < (b.measure?.order ?? "")
    }
  }

  /// What a finding was made of.
  package enum Content: Hashable, Sendable {
    /// SHA-256 of the file's bytes in hexadecimal.
    case bytes(String)
    /// The finding's message, of what has no bytes: a pack, and a file that cannot be read.
    case message(String)

    /// Of a finding on what has these bytes, or none.
    ///
    /// - Parameter digest: SHA-256 in hexadecimal.
    init(of finding: Finding, digest: String?) {
      self = digest.map { .bytes($0) } ?? .message(Untrusted(finding.evidence.message).displayText)
    }

    fileprivate var text: String {
      switch self {
      case .bytes(let text), .message(let text): text
      }
    }
  }

  /// A file or a pack, and a rule.
  private struct Key: Hashable {
    let path: Path
    let rule: String

    init(path: Path, rule: String) {
      self.path = path
      self.rule = rule
    }

    init(_ entry: Entry) { self.init(path: entry.path, rule: entry.rule) }
  }

  /// The number of accepted findings of each entry, at least 1.
  private var groups: [Key: [Entry: Int]] = [:]

  /// How many findings of an entry are accepted, at least 1.
  package var entries: [Entry: Int] {
    Dictionary(groups.values.joined().map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// Whether it accepts nothing.
  package var isEmpty: Bool { groups.isEmpty }

  /// A baseline that accepts nothing.
  package init() {}

  /// Accepts one more finding.
  package mutating func add(_ entry: Entry, count: Int = 1) {
    groups[Key(entry), default: [:]][entry, default: 0] += count
  }

  /// Accepts so many findings at least: of two people who merged, each may have accepted the same.
  mutating func merge(_ entry: Entry, count: Int) {
    let accepted = groups[Key(entry)]?[entry] ?? 0
    groups[Key(entry), default: [:]][entry] = max(accepted, count)
  }

  /// Removes one accepted finding: the entry itself if the baseline has it, otherwise the nearest one that
  /// matches. Returns false if none is left.
  package mutating func take(_ entry: Entry, by match: BaselineMatch = .place) -> Bool {
    let key = Key(entry)
    // Taken out while it changes, so that nothing is copied.
    guard var known = groups.removeValue(forKey: key) else { return false }
    defer { if !known.isEmpty { groups[key] = known } }
    guard
      let accepted = known[entry] != nil
        ? entry
        : known.keys.filter({ match.accepts(entry, as: $0) }).min(by: { entry.isNearer($0, than: $1) }),
      let count = known[accepted]
    else { return false }
    known[accepted] = count > 1 ? count - 1 : nil
    return true
  }

  /// The findings on a file that are not accepted.
  ///
  /// - Parameter path: of the file, as seen from the folder of the baseline.
  /// - Parameter digest: SHA-256 of its bytes; nil where it could not be read.
  package func rejected(
    of findings: [Finding], at path: Path, digest: String?, by match: BaselineMatch = .place
  ) -> [Finding] {
    var left = Baseline()
    for rule in Set(findings.map(\.rule)) {
      let key = Key(path: path, rule: rule)
      left.groups[key] = groups[key]
    }
    return findings.filter { !left.take(Entry($0, at: path, digest: digest), by: match) }
  }

  /// Forgets entries.
  package mutating func remove(where isUnwanted: (Entry) -> Bool) {
    groups = groups.mapValues { $0.filter { !isUnwanted($0.key) } }.filter { !$0.value.isEmpty }
  }

  /// Findings that are accepted.
  package var count: Int { groups.values.reduce(0) { $0 + $1.values.reduce(0, +) } }
}

extension Report {
  /// The report without the findings that are accepted; it counts them.
  ///
  /// - Parameter isAccepted: asked once for each finding, in the order of assets.
  /// - Parameter isCounted: whether a finding is one that the run reports on.
  package func accepting(
    where isAccepted: (Finding) -> Bool, counting isCounted: (Finding) -> Bool = { _ in true }
  ) -> Report {
    var count = 0
    var report = without { finding in
      let accepted = isAccepted(finding)
      if accepted, isCounted(finding) { count += 1 }
      return accepted
    }
    report.accepted = accepted + count
    return report
  }
}

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
    /// The figure and the limit; nil if the finding has no figure.
    package let figure: MeasuredValue?

    package init(severity: Severity, figure: MeasuredValue?) {
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

extension MeasuredValue {
  fileprivate var isFinite: Bool { measured.isFinite && limit?.isFinite ?? true }

  /// Whether the figure is more than 10% worse than an earlier one: farther beyond its limit. Without a
  /// limit, a larger figure is worse.
  fileprivate func isWorse(than before: MeasuredValue) -> Bool {
    guard unit == before.unit else { return true }
    let tolerance = abs(before.measured) * 0.1
    let grows = limit.map { measured >= $0 } ?? true
    return grows ? measured > before.measured + tolerance : measured < before.measured - tolerance
  }
}
