package import StickerModel

extension [Finding] {
  /// The findings that are new: for each rule, those beyond the number that it had before, and those
  /// that are more severe.
  func brought(over before: [Finding]) -> [Finding] {
    let earlier = Dictionary(grouping: before, by: \.rule).mapValues { $0.map(\.severity).sorted(by: >) }
    var met: [String: Int] = [:]
    return sorted { $0.severity > $1.severity }.filter { finding in
      let number = met[finding.rule, default: 0]
      met[finding.rule] = number + 1
      let severities = earlier[finding.rule] ?? []
      return number >= severities.count || finding.severity > severities[number]
    }
  }

  /// A finding that the fixes should have resolved, or nil if they resolved all. Findings that remain may be
  /// less severe.
  func unresolved(of wanted: [Finding], from before: [Finding]) -> Finding? {
    for (rule, fixed) in Dictionary(grouping: wanted, by: \.rule).sorted(by: { $0.key < $1.key }) {
      let severity = fixed.lazy.map(\.severity).min() ?? .hint
      func count(_ findings: [Finding]) -> Int {
        findings.count { $0.rule == rule && $0.severity >= severity }
      }
      guard count(self) > count(before) - fixed.count else { continue }
      return last { $0.rule == rule && $0.severity >= severity }
    }
    return nil
  }
}

extension FixedAsset {
  /// The new findings that the change causes and that reports show.
  package var brought: [Finding] {
    change == nil ? [] : summary.findings.filter { $0.behind == nil }.brought(over: findings)
  }
}
