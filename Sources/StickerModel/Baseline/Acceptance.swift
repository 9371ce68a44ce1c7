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
      (self.name, self.baseline, self.covered) = (name, baseline, covered)
    }
  }

  /// Which baseline decides on what is found at a path.
  package struct Place: Hashable, Sendable {
    /// The number of the baseline in `files`.
    package let file: Int
    /// The path, as seen from the baseline's folder.
    package let path: Path
    /// SHA-256 of a document's bytes in hexadecimal; nil for everything else.
    package let document: String?

    package init(file: Int, path: Path, document: String?) {
      (self.file, self.path, self.document) = (file, path, document)
    }
  }

  /// The baselines that are in use.
  package private(set) var files: [File]
  /// How a finding is recognized as accepted.
  package let match: BaselineMatch
  /// Which baseline decides, by the path of a file, a pack or a document.
  package let places: [Path: Place]

  /// Creates an acceptance from baselines and the baseline that applies to each path.
  package init(files: [File] = [], places: [Path: Place] = [:], match: BaselineMatch = .place) {
    (self.files, self.places, self.match) = (files, places, match)
  }

  /// Removes accepted findings from a report.
  package mutating func judge(_ report: Report) -> Report {
    guard !files.isEmpty else { return report }
    let digests = Dictionary(report.assets.map { ($0.path, $0.contentDigest) }) { first, _ in first }
    return report.accepting { finding in
      guard let place = places[finding.path] else { return false }
      let digest = digests[finding.path] ?? place.document
      return files[place.file].baseline.take(
        Baseline.Entry(finding, at: place.path, digest: digest), by: match)
    }
  }

  /// What is accepted and was not found any more, a line for each baseline.
  package func stale() -> [Sentence] {
    files.compactMap { file in
      staleLine(file.name, file.baseline.entries.keys.sorted().filter(file.covered.contains))
    }
  }
}

/// That a baseline accepts what is no longer found; nil where it does not.
///
/// - Parameter name: of the baseline, for people.
/// - Parameter entries: what is no longer found.
package func staleLine(_ name: String, _ entries: [Baseline.Entry]) -> Sentence? {
  guard let first = entries.first else { return nil }
  let rest = entries.count > 1 ? " and \(entries.count - 1) more" : ""
  return "\(name) accepts what is no longer found: \(first.rule) of "
    + "\(first.path.shown)\(rest); \(.newBaseline) \(name) drops it, and accepts what is new"
}
