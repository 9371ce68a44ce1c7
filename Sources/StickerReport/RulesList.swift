public import StickerModel

/// What `stickerlint rules` says: id, severity and expectation, one rule a line.
public func rulesList(of rules: [Rule]) -> String {
  let ids = rules.map(\.id.count).max() ?? 0
  let severities = rules.map(\.severity.rawValue.count).max() ?? 0
  return rules.map { rule in
    let (id, severity) = (padded(rule.id, to: ids), padded(rule.severity.rawValue, to: severities))
    return "\(id)  \(severity)  \(rule.summary)\n"
  }.joined()
}
