/// Findings that were accepted earlier and no longer fail a run: by rule, path and content, so that a file
/// that changes is judged anew.
package struct Baseline: Hashable, Sendable {
  /// One accepted finding, as it is told from others.
  package struct Entry: Hashable, Sendable, Comparable {
    /// The file, or a pack's folder, as seen from the folder of the baseline.
    package let path: Path
    /// The rule's id.
    package let rule: String
    /// What it was found in: nothing is accepted of a file that changes.
    package let content: Content

    package init(path: Path, rule: String, content: Content) {
      (self.path, self.rule, self.content) = (path, rule, content)
    }

    /// The order by path, then by rule.
    package static func < (a: Entry, b: Entry) -> Bool {
      (a.path, a.rule, a.content.text) < (b.path, b.rule, b.content.text)
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
    package init(of finding: Finding, digest: String?) {
      self = digest.map { .bytes($0) } ?? .message(Untrusted(finding.evidence.message).shown)
    }

    fileprivate var text: String {
      switch self {
      case .bytes(let text), .message(let text): text
      }
    }
  }

  /// How many findings of an entry are accepted, at least 1.
  package private(set) var entries: [Entry: Int]

  /// A baseline that accepts nothing.
  package init() { entries = [:] }

  /// Accepts one more finding.
  package mutating func add(_ entry: Entry, count: Int = 1) { entries[entry, default: 0] += count }

  /// Accepts so many findings at least: of two people who merged, each may have accepted the same.
  mutating func merge(_ entry: Entry, count: Int) { entries[entry] = max(entries[entry] ?? 0, count) }

  /// Takes one finding of an entry away; false where none is left.
  package mutating func take(_ entry: Entry) -> Bool {
    guard let count = entries[entry] else { return false }
    entries[entry] = count > 1 ? count - 1 : nil
    return true
  }

  /// The findings on a file that are not accepted.
  ///
  /// - Parameter path: of the file, as seen from the folder of the baseline.
  /// - Parameter digest: SHA-256 of its bytes; nil where it could not be read.
  package func rejected(of findings: [Finding], at path: Path, digest: String?) -> [Finding] {
    var left: [Entry: Int] = [:]
    return findings.filter { finding in
      let entry = Entry(path: path, rule: finding.rule, content: Content(of: finding, digest: digest))
      let count = left[entry] ?? entries[entry] ?? 0
      left[entry] = count - 1
      return count <= 0
    }
  }

  /// Forgets entries.
  package mutating func remove(where isUnwanted: (Entry) -> Bool) {
    entries = entries.filter { !isUnwanted($0.key) }
  }

  /// Findings that are accepted.
  package var count: Int { entries.values.reduce(0, +) }
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
