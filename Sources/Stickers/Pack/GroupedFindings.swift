package import StickerModel

extension Report {
  /// What findings say, a line for each thing that is to be done, in the order of the first of each: of
  /// several messengers a report would not say whose they are.
  ///
  /// - Parameter advice: what is to be done about one.
  package func lines(
    for messenger: String, of isTold: (Finding) -> Bool, advice: (Finding) -> Sentence? = { _ in nil }
  ) -> [Sentence] {
    var (order, groups) = ([Words](), [Words: [Finding]]())
    for finding in findings where isTold(finding) {
      let words = Words(rule: finding.rule, advice: advice(finding))
      if groups[words] == nil { order.append(words) }
      groups[words, default: []].append(finding)
    }
    return order.flatMap { words in
      said(groups[words] ?? []).map { said in
        let line: Sentence = "\(messenger): \(said)"
        return words.advice.map { "\(line). \($0)" } ?? line
      }
    }
  }

  /// What is told of findings of one rule: each message with its files; the first alone, and the other files
  /// by their names, where nearly every file has a figure of its own.
  private func said(_ findings: [Finding]) -> [String] {
    var (messages, paths) = ([String](), [String: [Path]]())
    for finding in findings {
      let message = finding.evidence.message
      if paths[message] == nil { messages.append(message) }
      paths[message, default: []].append(finding.path)
    }
    guard let first = messages.first, messages.count > 2 else {
      return messages.map { "\(names(paths[$0] ?? [])): \($0)" }
    }
    let others = messages.dropFirst().flatMap { paths[$0] ?? [] }
    return ["\(names(paths[first] ?? [])): \(first); likewise \(names(others))"]
  }

  private func names(_ paths: [Path]) -> String {
    let more = paths.count > 3 ? ["\(grouped(paths.count - 3)) more"] : []
    return listed(paths.prefix(3).map(\.name.shown) + more)
  }
}

/// What findings have in common that are told in one line.
private struct Words: Hashable {
  let rule: String
  let advice: Sentence?
}
