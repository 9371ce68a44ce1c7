package import StickerModel

/// What `stickerlint rules` says: id, severity and expectation, one rule a line.
package func rulesList(of rules: [Rule]) -> String {
  let ids = rules.map(\.id.count).max() ?? 0
  let severities = rules.map(\.severityInWords.count).max() ?? 0
  return rules.map { rule in
    rule.id.padded(to: ids + 2) + rule.severityInWords.padded(to: severities + 2) + rule.summary + "\n"
  }.joined()
}
