import StickerImage

/// The configuration from command-line flags, which takes precedence over every file.
package struct FlagConfiguration: Sendable {
  /// The ids of the only rules that run; empty to run all rules.
  let selectedRules: Set<String>
  /// The ids of rules that never run.
  let ignoredRules: Set<String>
  let ruleStates: [(rule: String, state: RuleState)]
  let optionValues: [(rule: String, setting: ConfiguredOption)]
  let resourceLimits: [ConfiguredResourceLimit]
  let failOn: Severity?
  let checksPacks: Bool

  /// Parses the flags.
  ///
  /// - Parameter select: rule ids; each string can contain several ids, separated by commas.
  /// - Parameter ignore: rule ids, like `select`.
  /// - Parameter severity: strings of the form `RULE=LEVEL`.
  /// - Parameter set: strings of the form `RULE.OPTION=VALUE`.
  /// - Parameter limit: strings of the form `NAME=NUMBER`.
  /// - Throws: all errors, one line each.
  package init(
    _ configurationSchema: KnownRulesAndProfiles, select: [String] = [], ignore: [String] = [],
    severity: [String] = [],
    set: [String] = [], limit: [String] = [], failOn: Severity? = nil, checksPacks: Bool = true
  ) throws(CommandError) {
    var reader = FlagReader(knownRulesAndProfiles: configurationSchema)
    selectedRules = reader.readCommaSeparatedRuleIDs(select)
    ignoredRules = reader.readCommaSeparatedRuleIDs(ignore)
    ruleStates = severity.compactMap { reader.readState($0) }
    optionValues = set.compactMap { reader.readValue($0) }
    resourceLimits = limit.compactMap { reader.readLimit($0) }
    self.failOn = failOn
    self.checksPacks = checksPacks
    guard reader.errors.isEmpty else { throw CommandError(messages: reader.errors) }
  }
}

private struct FlagReader {
  let knownRulesAndProfiles: KnownRulesAndProfiles
  var errors: [String] = []

  mutating func readCommaSeparatedRuleIDs(_ given: [String]) -> Set<String> {
    let ids = given.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { id in
      String(id.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return Set(ids.filter { ruleOrAddError($0) != nil })
  }

  private mutating func ruleOrAddError(_ id: String) -> Rule? {
    let rule = knownRulesAndProfiles.rule(id)
    if rule == nil { errors.append(knownRulesAndProfiles.unknownRuleMessage(id)) }
    return rule
  }

  mutating func readState(_ text: String) -> (rule: String, state: RuleState)? {
    guard let (id, word) = possiblyEmptyHalves(text, at: "=") else {
      errors.append(
        "--severity \(escapedAndShortened(text)) needs a level, for example --severity not-square=warning")
      return nil
    }
    guard let rule = ruleOrAddError(id) else { return nil }
    guard let state = RuleState(word: word) else {
      let hint = RuleState.hint(for: word)
      errors.append(
        "--severity \(id) must be \(listText(RuleState.keywords, "or")), not \"\(escapedAndShortened(word))\"\(hint)"
      )
      return nil
    }
    return (rule.id, state)
  }

  mutating func readValue(_ text: String) -> (rule: String, setting: ConfiguredOption)? {
    guard let (name, value) = possiblyEmptyHalves(text, at: "="),
      let (id, parameterName) = possiblyEmptyHalves(name, at: ".")
    else {
      errors.append(
        "--set \(escapedAndShortened(text)) needs a rule, an option and a value, "
          + "for example --set file-size.max-bytes=300000"
      )
      return nil
    }
    guard let rule = ruleOrAddError(id) else { return nil }
    guard parameterName != severityKey || rule.options.contains(where: { $0.name == severityKey }) else {
      errors.append("--set cannot set a severity. Use --severity \(id)=\(escapedAndShortened(value)).")
      return nil
    }
    guard let option = rule.options.first(where: { $0.name == parameterName }) else {
      errors.append(knownRulesAndProfiles.unknownOptionMessage(parameterName, of: rule))
      return nil
    }
    guard let read = option.parsedValue(of: value) else {
      errors.append(
        "--set \(name) must be \(option.requiredValueText), not \"\(escapedAndShortened(value))\"")
      return nil
    }
    return (rule.id, ConfiguredOption(option: option, value: ConfiguredValue(read, .flag("--set"))))
  }

  mutating func readLimit(_ text: String) -> ConfiguredResourceLimit? {
    guard let (name, value) = possiblyEmptyHalves(text, at: "=") else {
      errors.append(
        "--limit \(escapedAndShortened(text)) needs a number, for example --limit canvas-pixels=20000000")
      return nil
    }
    var budget = DecodingBudget.standard
    do { try budget.set(name, to: value) } catch {
      errors.append(error.message)
      return nil
    }
    return ResourceLimit(named: name).map {
      ConfiguredResourceLimit(limit: $0, value: ConfiguredValue(budget[$0], .flag("--limit")))
    }
  }

  private func possiblyEmptyHalves(_ text: String, at separator: Character) -> (String, String)? {
    let parts = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }
}
