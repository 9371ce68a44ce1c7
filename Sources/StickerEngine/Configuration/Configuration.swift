package import StickerImage

/// A rule with the severity and options that apply to an asset or a pack.
package struct ActiveRule: Sendable {
  package let rule: Rule
  /// The severity of findings; nil to use the evidence's severity or, if it has none, the rule's.
  package var severityOverride: Severity?
  package var optionValues: OptionValues

  /// Creates an active rule, by default with the severity and options of the rule.
  package init(_ rule: Rule, severity: Severity? = nil, optionValues: OptionValues = OptionValues()) {
    self.rule = rule
    self.severityOverride = severity
    self.optionValues = optionValues
  }
}

extension ActiveRule {
  /// The severity of a finding with this evidence.
  func severity(of evidence: Evidence) -> Severity {
    severityOverride ?? evidence.defaultSeverityOverride ?? rule.severity
  }

  /// A string that is unique to this combination of rule, severity and option values.
  fileprivate var fingerprintText: String {
    let values = rule.options.map { optionValues.value(of: $0).text }.joined(separator: " ")
    return "\(rule.id) \(severityOverride?.rawValue ?? "-") \(values)"
  }
}

/// The rules that run, their options, and the severity that fails a run.
package struct Configuration: Sendable {
  /// The rules in the order in which findings are listed.
  package let rules: [ActiveRule]
  /// The messenger's limits, including those of rules that do not run.
  package let messengerLimits: MessengerLimits
  /// The parts of the profile that are not limits.
  package let messengerTraits: MessengerTraits
  /// Findings of at least this severity fail the run.
  package let failOn: Severity
  /// The resource limits for reading one file.
  package let budget: DecodingBudget
  /// Whether pack rules run.
  package var checksPacks: Bool
  /// Whether to hash all pixels of every still on the first read. This is necessary when possible duplicates
  /// cannot be read again, as in a shard.
  package var hashesAllPixels = false
  /// A digest that is equal for configurations that produce the same findings on an asset.
  package let assetFindingsFingerprint: XXH3Digest
  /// The index of each rule in `rules`, by its id.
  private let ruleIndexByID: [String: Int]
  /// The measurements that the rules for each role need.
  private let requiredMeasurementsByRole: [AssetRole: MeasureSet]

  /// Creates a configuration from rules with their options.
  ///
  /// - Parameter disabled: rules that do not run. Their options still set limits.
  package init(
    rules: [ActiveRule], disabled: [ActiveRule] = [], failOn: Severity = .error,
    budget: DecodingBudget = .standard,
    checksPacks: Bool = true, messengerTraits messenger: MessengerTraits = MessengerTraits()
  ) {
    self.init(
      rules: rules, messengerLimits: MessengerLimits(rules + disabled), failOn: failOn, budget: budget,
      checksPacks: checksPacks, messengerTraits: messenger)
  }

  package init(
    rules: [ActiveRule], messengerLimits: MessengerLimits, failOn: Severity, budget: DecodingBudget,
    checksPacks: Bool,
    messengerTraits messenger: MessengerTraits = MessengerTraits()
  ) {
    self.messengerLimits = messengerLimits
    self.messengerTraits = messenger
    self.rules = rules.map { activeRule in
      var activeRule = activeRule
      activeRule.optionValues.messengerLimits = messengerLimits
      return activeRule
    }
    self.failOn = failOn
    self.budget = budget
    self.checksPacks = checksPacks
    let most = ResourceLimit.all.map { String(budget[$0]) } + [String(budget.formats.rawValue)]
    let reported = messenger.unverifiedLimitsByRule.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let words = rules.map(\.fingerprintText) + reported + [failOn.rawValue] + most
    assetFindingsFingerprint = XXH3Digest(
      of: Array(words.joined(separator: "\n").utf8) + messengerLimits.binaryEncoded)
    ruleIndexByID = Dictionary(zip(rules.map(\.rule.id), 0...)) { first, _ in first }
    var needs: [AssetRole: MeasureSet] = [:]
    for rule in rules.map(\.rule) {
      for role in rule.roles { needs[role, default: MeasureSet()].formUnion(rule.requiredMeasurements) }
    }
    self.requiredMeasurementsByRole = needs
  }

  /// Creates a configuration that runs rules with their default severities and options.
  package init(
    rules: [Rule], failOn: Severity = .error, budget: DecodingBudget = .standard, checksPacks: Bool = true
  ) {
    self.init(
      rules: rules.map { ActiveRule($0) }, failOn: failOn, budget: budget, checksPacks: checksPacks)
  }

  /// Creates a configuration that runs every rule of several configurations once, with the options from the
  /// first configuration that runs it.
  package init(joining configurations: [Configuration]) {
    var seen: Set<String> = []
    let rules = configurations.flatMap(\.rules).filter { seen.insert($0.rule.id).inserted }
    self.init(rules: rules, budget: configurations.first?.budget ?? .standard)
  }

  /// Returns the rule with the given id; nil if it does not run.
  package func activeRule(_ id: String) -> ActiveRule? { ruleIndexByID[id].map { rules[$0] } }

  /// Returns the measurements that the rules for a role need.
  func requiredMeasurements(for role: AssetRole) -> MeasureSet {
    let needs = requiredMeasurementsByRole[role] ?? MeasureSet()
    return hashesAllPixels && needs.isSuperset(of: .digests) ? needs.union(.allPixelDigests) : needs
  }

  /// Whether the rules for a role need no pixels.
  package func needsNoPixels(for role: AssetRole) -> Bool { requiredMeasurements(for: role).isEmpty }

  /// Whether a rule runs on assets with a role.
  func runs(_ rule: String, on role: AssetRole) -> Bool {
    activeRule(rule)?.rule.roles.contains(role) ?? false
  }

  /// Creates a finding from evidence, with the severity that applies.
  func makeFinding(_ evidence: Evidence, _ activeRule: ActiveRule, _ path: Path) -> Finding {
    let severity = activeRule.severity(of: evidence)
    let words = messengerTraits.unverifiedLimitNote(of: activeRule.rule.id, evidence.measuredValue)
    let evidence = words.isEmpty ? evidence : evidence.appendingToMessage(words)
    return Finding(
      rule: activeRule.rule.id, severity: severity, path: path, evidence: evidence,
      advice: evidence.adviceOverride ?? activeRule.rule.advice(under: activeRule.optionValues),
      failsRun: severity >= failOn
    )
  }
}
