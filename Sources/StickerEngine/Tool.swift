/// The name and version of this program in reports.
package enum Tool {
  package static let name = "stickerlint"
  /// The semantic version.
  package static let version = "0.1.0"
  /// The address of the published pages about rules and messengers, without a slash at the end.
  ///
  /// GitHub Pages serves the pages of the repository at this address. `release.yml` checks that it matches
  /// the repository.
  package static let website = "https://OWNER.github.io/stickerlint"
}

extension Tool {
  /// Returns the address of the page about a rule, or nil for a rule that is not built in.
  package static func pageAddress(ofRule id: String) -> String? {
    builtInRuleIDs.contains(id) ? "\(website)/rules/\(id).html" : nil
  }

  private static let builtInRuleIDs = Set(Rule.all.map(\.id))
}
