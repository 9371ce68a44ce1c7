/// The rules and profiles that a configuration can refer to. The reader, the JSON schema and the
/// documentation all use this type.
package struct KnownRulesAndProfiles: Sendable {
  /// Every rule, in the order in which findings are listed.
  let rules: [Rule]
  /// Every profile; the first is the default.
  let profiles: [MessengerProfile]

  /// - Precondition: `profiles` is not empty.
  package init(rules: [Rule], profiles: [MessengerProfile]) {
    precondition(!profiles.isEmpty)
    self.rules = rules
    self.profiles = profiles
  }

  /// The profiles to choose from, for messages: `imessage or signal, or a file such as ./messenger.yml`.
  var profileOrFileChoices: String {
    listText(profiles.map(\.name), "or") + ", or a file such as ./messenger.yml"
  }

  func rule(_ id: String) -> Rule? { rules.first { $0.id == id } }

  /// Returns an error message that names the rule's replacement, or suggests rules with similar names.
  package func unknownRuleMessage(_ id: String) -> String {
    if let replacement = RuleID.replacementsByFormerID[id], rule(replacement) != nil {
      return "\(id) is now part of the rule \(replacement). Use \(replacement) instead."
    }
    return unknownNameMessage(
      "rule", id, in: rules.map(\.id), fallbackHint: "Run `stickerlint rules` to list all rules.")
  }

  /// Returns an error message that suggests options of the rule with similar names.
  func unknownOptionMessage(_ name: String, of rule: Rule) -> String {
    let names = rule.options.map(\.name)
    guard !names.isEmpty else { return "\(rule.id) has no options. Only its severity can be set." }
    let near = nearestSimilarNames(to: escapedAndShortened(name), in: names)
    let hint = near.isEmpty ? "Use \(listText(names, "or"))." : "Did you mean \(listText(near, "or"))?"
    return "\(rule.id) has no option \"\(escapedAndShortened(name))\". \(hint)"
  }
}
