public import StickerImage

/// Which rules run, and what makes a run fail.
public struct Configuration: Sendable {
  /// In the order in which findings are listed.
  public var rules: [Rule]
  /// Findings of at least this severity fail the run.
  public var failOn: Severity
  /// The most that reading one file may take.
  public var budget: Budget
  /// Whether pack rules run.
  public var checksPacks: Bool

  /// A configuration; the defaults are those of the `imessage` profile.
  public init(rules: [Rule], failOn: Severity = .error, budget: Budget = .standard, checksPacks: Bool = true)
  {
    self.rules = rules
    self.failOn = failOn
    self.budget = budget
    self.checksPacks = checksPacks
  }

  /// The measures that the rules of a role ask for together.
  func needs(of role: Role) -> MeasureSet {
    rules.filter { $0.roles.contains(role) }.reduce(into: []) { $0.formUnion($1.needs) }
  }
}
