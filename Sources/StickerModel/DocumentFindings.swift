/// A finding in a text file, to be put in order: by path, place in the text, and then as the rules stand.
struct DocumentFinding: Comparable {
  let order: Int
  let finding: Finding

  private var place: TextPlace {
    if case .text(let place) = finding.evidence.place { place } else { TextPlace(line: 0, column: 0) }
  }

  static func < (a: DocumentFinding, b: DocumentFinding) -> Bool {
    if a.finding.path != b.finding.path { return a.finding.path < b.finding.path }
    return (a.place, a.order) < (b.place, b.order)
  }

  static func == (a: DocumentFinding, b: DocumentFinding) -> Bool { !(a < b) && !(b < a) }
}

/// A hostile document of a mebibyte has a hundred thousand faults: of a rule the first are said, and how many
/// more there are.
func limited(_ found: [DocumentFinding]) -> [Finding] {
  let most = 100
  var (kept, counts): ([Finding], [Key: Int]) = ([], [:])
  for finding in found.map(\.finding) {
    let key = Key(rule: finding.rule, path: finding.path)
    counts[key, default: 0] += 1
    if counts[key, default: 0] <= most { kept.append(finding) }
  }
  return kept.flatMap { finding -> [Finding] in
    let key = Key(rule: finding.rule, path: finding.path)
    guard let count = counts[key], count > most else { return [finding] }
    counts[key] = nil
    let rest = Finding(
      rule: finding.rule, severity: finding.severity, path: finding.path,
      evidence: Evidence("\(grouped(count)) faults are in this file; the first \(most) are named"),
      advice: finding.advice, fails: finding.fails)
    return [rest, finding]
  }
}

private struct Key: Hashable {
  let rule: String
  let path: Path
}
