/// Findings that were accepted earlier and no longer fail a run: by rule, path and content, so that a file
/// that changes is judged anew.
package struct Baseline: Hashable, Sendable {
  /// One accepted finding, as it is told from others.
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
    package init(of finding: Finding, digest: String?) {
      self = digest.map { .bytes($0) } ?? .message(Untrusted(finding.evidence.message).shown)
    }

    fileprivate var text: String {
      switch self {
      case .bytes(let text), .message(let text): text
      }
    }
  }

  /// A file or a pack, and a rule.
  private struct Place: Hashable {
    let path: Path
    let rule: String

    init(path: Path, rule: String) {
      self.path = path
      self.rule = rule
    }

    init(_ entry: Entry) { self.init(path: entry.path, rule: entry.rule) }
  }

  /// The number of accepted findings of each entry, at least 1, by place.
  private var places: [Place: [Entry: Int]] = [:]

  /// How many findings of an entry are accepted, at least 1.
  package var entries: [Entry: Int] {
    Dictionary(places.values.joined().map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// Whether it accepts nothing.
  package var isEmpty: Bool { places.isEmpty }

  /// A baseline that accepts nothing.
  package init() {}

  /// Accepts one more finding.
  package mutating func add(_ entry: Entry, count: Int = 1) {
    places[Place(entry), default: [:]][entry, default: 0] += count
  }

  /// Accepts so many findings at least: of two people who merged, each may have accepted the same.
  mutating func merge(_ entry: Entry, count: Int) {
    let accepted = places[Place(entry)]?[entry] ?? 0
    places[Place(entry), default: [:]][entry] = max(accepted, count)
  }

  /// Removes one accepted finding: the entry itself if the baseline has it, otherwise the nearest one that
  /// matches. Returns false if none is left.
  package mutating func take(_ entry: Entry, by match: BaselineMatch = .place) -> Bool {
    let place = Place(entry)
    // Taken out while it changes, so that nothing is copied.
    guard var known = places.removeValue(forKey: place) else { return false }
    defer { if !known.isEmpty { places[place] = known } }
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
      let place = Place(path: path, rule: rule)
      left.places[place] = places[place]
    }
    return findings.filter { !left.take(Entry($0, at: path, digest: digest), by: match) }
  }

  /// Forgets entries.
  package mutating func remove(where isUnwanted: (Entry) -> Bool) {
    places = places.mapValues { $0.filter { !isUnwanted($0.key) } }.filter { !$0.value.isEmpty }
  }

  /// Findings that are accepted.
  package var count: Int { places.values.reduce(0) { $0 + $1.values.reduce(0, +) } }
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
