package import StickerModel

/// What `stickerlint rules` says: id, severity and expectation, one rule a line.
///
/// - Parameter sheet: a messenger's figures, which stand in place of what a rule expects by itself.
package func rulesList(of rules: [Rule], by sheet: ProfileSheet? = nil) -> String {
  let ids = rules.map(\.id.count).max() ?? 0
  let severities = rules.map(\.severityInWords.count).max() ?? 0
  return rules.map { rule in
    let figures = (sheet?.rows ?? []).filter { $0.rule == rule.id }.map { "\($0.parameter) \($0.value)" }
    let expected = figures.isEmpty ? rule.summary : figures.joined(separator: ", ")
    return rule.id.padded(to: ids + 2) + rule.severityInWords.padded(to: severities + 2) + expected + "\n"
  }.joined()
}
