package import StickerModel
import StickerRules

extension Report {
  /// The findings as lines, one for each thing to do, in the order in which they first occur.
  ///
  /// - Parameter advice: what to do about a finding.
  package func lines(
    of isIncluded: (Finding) -> Bool, advice: (Finding) -> Sentence? = { _ in nil }
  ) -> [Sentence] {
    let groups = findings.filter(isIncluded).grouped { ThingToDo(rule: $0.rule, advice: advice($0)) }
    return groups.flatMap { findings in
      descriptions(of: findings).map { description -> Sentence in
        let line = Sentence(description.text)
        return advice(findings[0]).map { "\(line). \($0)" } ?? line
      }
    }
  }

  /// The warnings of several messengers. Each rule names a file once, with the messengers whose findings
  /// agree.
  ///
  /// - Parameter isQuiet: whether to return only warnings about pictures that are left out.
  package static func warnings(
    of reports: [(messenger: String, report: Report)], isQuiet: Bool
  ) -> [Sentence] {
    func isIncluded(_ finding: Finding) -> Bool {
      !finding.fails && finding.severity == .warning
        && (!isQuiet || finding.rule == Rule.unlistedSticker.id)
    }
    let all = reports.flatMap { messenger, report in
      report.findings.filter(isIncluded).grouped(by: \.rule).flatMap {
        report.descriptions(of: $0).map { (messenger: messenger, description: $0) }
      }
    }
    let groups = all.grouped { "\($0.description.rule) \($0.description.paths.map(\.shown))" }
    return groups.map { group in
      let text = group[0].description.text
      let equal = group.filter { $0.description.text == text }.map(\.messenger).withoutRepetition
      let others = group.filter { $0.description.text != text }.map(\.messenger).withoutRepetition
      return Sentence(
        "\(listed(equal)): \(text)" + (others.isEmpty ? "" : "; likewise for \(listed(others))"))
    }
  }

  /// Describes the findings of one rule: each message with its files. If there are more than two messages, only
  /// the first message, then the names of the other files.
  private func descriptions(of findings: [Finding]) -> [FindingDescription] {
    let groups = findings.grouped { $0.evidence.message }
    guard groups.count > 2 else {
      return groups.map { FindingDescription($0, "\(names($0.map(\.path))): \($0[0].evidence.message)") }
    }
    let others = groups.dropFirst().flatMap { $0.map(\.path) }
    let first = "\(names(groups[0].map(\.path))): \(groups[0][0].evidence.message)"
    return [FindingDescription(findings, "\(first); likewise \(names(others))")]
  }

  private func names(_ paths: [Path]) -> String {
    let more = paths.count > 3 ? ["\(grouped(paths.count - 3)) more"] : []
    return listed(paths.prefix(3).map(\.name.shown) + more)
  }
}

/// What the findings that share a line have in common.
private struct ThingToDo: Hashable {
  let rule: String
  let advice: Sentence?
}

/// One line about findings of one rule.
private struct FindingDescription {
  let rule: String
  let paths: [Path]
  let text: String

  init(_ findings: [Finding], _ text: String) {
    rule = findings[0].rule
    paths = findings.map(\.path)
    self.text = text
  }
}
