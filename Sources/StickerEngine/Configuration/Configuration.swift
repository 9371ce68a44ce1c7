package import StickerImage

/// A rule as it is in force for an asset or a pack.
package struct ActiveRule: Sendable {
  package let rule: Rule
  /// The severity of findings; nil: the rule's own, unless the evidence carries one.
  package var severity: Severity?
  /// A value for each parameter of the rule.
  package var settings: Settings

  /// A rule; without more, as it is by default.
  package init(_ rule: Rule, severity: Severity? = nil, settings: Settings = Settings()) {
    self.rule = rule
    self.severity = severity
    self.settings = settings
  }
}

extension ActiveRule {
  /// All that tells it from the same rule in another configuration.
  fileprivate var words: String {
    let values = rule.parameters.map { settings.value($0).text }.joined(separator: " ")
    return "\(rule.id) \(severity?.rawValue ?? "-") \(values)"
  }
}

/// Which rules run, with which settings, and what makes a run fail.
package struct Configuration: Sendable {
  /// The rules in the order in which findings are listed.
  package let rules: [ActiveRule]
  /// What the messenger takes of a sticker, whether or not the rules about it run.
  package let limits: MessengerLimits
  /// What the profile says beside figures.
  package let messenger: Messenger
  /// Findings of at least this severity fail the run.
  package let failOn: Severity
  /// The most that reading one file may take.
  package let budget: Budget
  /// Whether pack rules run.
  package var checksPacks: Bool
  /// Whether all pixels of every still are hashed at once: where the one that may be equal is not at hand.
  package var hashesAllPixels = false
  /// A digest that is equal for configurations that judge an asset alike.
  package let fingerprint: PixelDigest
  /// The place of each rule in `rules`, by its id.
  private let places: [String: Int]
  /// The measures that the rules of each role ask for together: every file is asked for them.
  private let needs: [Role: MeasureSet]

  /// A configuration of rules with their settings.
  ///
  /// - Parameter disabled: the settings of rules that do not run: limits stay what they are where nobody wants
  ///   to hear of them.
  package init(
    rules: [ActiveRule], disabled: [ActiveRule] = [], failOn: Severity = .error, budget: Budget = .standard,
    checksPacks: Bool = true, messenger: Messenger = Messenger()
  ) {
    self.init(
      rules: rules, limits: MessengerLimits(rules + disabled), failOn: failOn, budget: budget,
      checksPacks: checksPacks, messenger: messenger)
  }

  package init(
    rules: [ActiveRule], limits: MessengerLimits, failOn: Severity, budget: Budget, checksPacks: Bool,
    messenger: Messenger = Messenger()
  ) {
    self.limits = limits
    self.messenger = messenger
    self.rules = rules.map { activeRule in
      var activeRule = activeRule
      activeRule.settings.limits = limits
      return activeRule
    }
    self.failOn = failOn
    self.budget = budget
    self.checksPacks = checksPacks
    let most = Limit.all.map { String(budget[$0]) } + [String(budget.formats.rawValue)]
    let reported = messenger.unverifiedLimits.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let words = rules.map(\.words) + reported + [failOn.rawValue] + most
    fingerprint = PixelDigest(of: Array(words.joined(separator: "\n").utf8) + limits.binary)
    places = Dictionary(zip(rules.map(\.rule.id), 0...)) { first, _ in first }
    var needs: [Role: MeasureSet] = [:]
    for rule in rules.map(\.rule) {
      for role in rule.roles { needs[role, default: MeasureSet()].formUnion(rule.needs) }
    }
    self.needs = needs
  }

  /// A configuration of rules as they are by default; each of them runs.
  package init(
    rules: [Rule], failOn: Severity = .error, budget: Budget = .standard, checksPacks: Bool = true
  ) {
    self.init(
      rules: rules.map { ActiveRule($0) }, failOn: failOn, budget: budget, checksPacks: checksPacks)
  }

  /// What is asked of a file by any of several: each rule once, as the first of them has it that runs it.
  package init(joining configurations: [Configuration]) {
    var seen: Set<String> = []
    let rules = configurations.flatMap(\.rules).filter { seen.insert($0.rule.id).inserted }
    self.init(rules: rules, budget: configurations.first?.budget ?? .standard)
  }

  /// The rule of an id, where it is in force.
  package func activeRule(_ id: String) -> ActiveRule? { places[id].map { rules[$0] } }

  /// The measures that the rules of a role ask for together.
  func needs(of role: Role) -> MeasureSet {
    let needs = needs[role] ?? MeasureSet()
    return hashesAllPixels && needs.isSuperset(of: .digests) ? needs.union(.exactDigests) : needs
  }

  /// Whether a rule judges assets of a role.
  func runs(_ rule: String, on role: Role) -> Bool {
    activeRule(rule)?.rule.roles.contains(role) ?? false
  }

  /// Evidence as a finding, with the severity in force.
  func makeFinding(_ evidence: Evidence, _ activeRule: ActiveRule, _ path: Path) -> Finding {
    let severity = activeRule.severity ?? evidence.severity ?? activeRule.rule.severity
    let words = messenger.words(of: activeRule.rule.id, evidence.figure)
    let evidence = words.isEmpty ? evidence : evidence.saying(words)
    return Finding(
      rule: activeRule.rule.id, severity: severity, path: path, evidence: evidence,
      advice: evidence.advice ?? activeRule.rule.advice(under: activeRule.settings), fails: severity >= failOn
    )
  }
}
