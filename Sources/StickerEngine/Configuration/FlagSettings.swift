import StickerImage

/// The configuration from command-line flags, which takes precedence over every file.
package struct FlagSettings: Sendable {
  /// The ids of the only rules that run; empty for all.
  let selected: Set<String>
  /// The ids of rules that never run.
  let ignored: Set<String>
  let states: [(rule: String, state: RuleState)]
  let values: [(rule: String, setting: ParameterSetting)]
  let limits: [LimitSetting]
  let failOn: Severity?
  let checksPacks: Bool

  /// Parses the flags.
  ///
  /// - Parameter select: rule ids; each text may hold several, separated by commas.
  /// - Parameter ignore: rule ids, like `select`.
  /// - Parameter severity: texts of the form `RULE=LEVEL`.
  /// - Parameter set: texts of the form `RULE.OPTION=VALUE`.
  /// - Parameter limit: texts of the form `NAME=NUMBER`.
  /// - Throws: all errors, one line each.
  package init(
    _ configurationSchema: ConfigurationSchema, select: [String] = [], ignore: [String] = [],
    severity: [String] = [],
    set: [String] = [], limit: [String] = [], failOn: Severity? = nil, checksPacks: Bool = true
  ) throws(UsageError) {
    var reader = FlagReader(configurationSchema: configurationSchema)
    selected = reader.rules(select)
    ignored = reader.rules(ignore)
    states = severity.compactMap { reader.state($0) }
    values = set.compactMap { reader.value($0) }
    limits = limit.compactMap { reader.limit($0) }
    self.failOn = failOn
    self.checksPacks = checksPacks
    guard reader.faults.isEmpty else { throw UsageError(lines: reader.faults) }
  }
}

private struct FlagReader {
  let configurationSchema: ConfigurationSchema
  var faults: [String] = []

  mutating func rules(_ given: [String]) -> Set<String> {
    let ids = given.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { id in
      String(id.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return Set(ids.filter { rule($0) != nil })
  }

  private mutating func rule(_ id: String) -> Rule? {
    let rule = configurationSchema.rule(id)
    if rule == nil { faults.append(configurationSchema.unknownRule(id)) }
    return rule
  }

  mutating func state(_ text: String) -> (rule: String, state: RuleState)? {
    guard let (id, word) = halves(text, at: "=") else {
      faults.append("--severity \(shortened(text)) needs a level, for example --severity not-square=warning")
      return nil
    }
    guard let rule = rule(id) else { return nil }
    guard let state = RuleState(word: word) else {
      let hint = RuleState.hint(for: word)
      faults.append(
        "--severity \(id) must be \(listText(RuleState.words, "or")), not \"\(shortened(word))\"\(hint)")
      return nil
    }
    return (rule.id, state)
  }

  mutating func value(_ text: String) -> (rule: String, setting: ParameterSetting)? {
    guard let (name, value) = halves(text, at: "="), let (id, parameterName) = halves(name, at: ".") else {
      faults.append(
        "--set \(shortened(text)) needs a rule, an option and a value, "
          + "for example --set file-size.max-bytes=300000"
      )
      return nil
    }
    guard let rule = rule(id) else { return nil }
    guard parameterName != severityKey || rule.parameters.contains(where: { $0.name == severityKey }) else {
      faults.append("--set cannot set a severity. Use --severity \(id)=\(shortened(value)).")
      return nil
    }
    guard let parameter = rule.parameters.first(where: { $0.name == parameterName }) else {
      faults.append(configurationSchema.unknownParameter(parameterName, of: rule))
      return nil
    }
    guard let read = parameter.value(of: value) else {
      faults.append("--set \(name) must be \(parameter.expected), not \"\(shortened(value))\"")
      return nil
    }
    return (rule.id, ParameterSetting(parameter: parameter, value: SettingValue(read, .flag("--set"))))
  }

  mutating func limit(_ text: String) -> LimitSetting? {
    guard let (name, value) = halves(text, at: "=") else {
      faults.append(
        "--limit \(shortened(text)) needs a number, for example --limit canvas-pixels=20000000")
      return nil
    }
    var budget = Budget.standard
    do { try budget.set(name, to: value) } catch {
      faults.append(error.message)
      return nil
    }
    return Limit(named: name).map {
      LimitSetting(limit: $0, value: SettingValue(budget[$0], .flag("--limit")))
    }
  }

  private func halves(_ text: String, at separator: Character) -> (String, String)? {
    let parts = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }
}
