/// A messenger's published limits: what differs from the rules' own defaults, as data.
package struct Profile: Hashable, Sendable {
  /// What a configuration calls it: `imessage`.
  package let name: String
  /// Whose limits they are, in one sentence.
  package let summary: String
  /// YAML with the keys `rules`, `limits` and `fail-on`, as a configuration has them.
  let text: String

  /// A profile by its name, one sentence on it, and its text in YAML.
  package init(_ name: String, _ summary: String, _ text: String) {
    self.name = name
    self.summary = summary
    self.text = text
  }
}

/// All that a profile asks for, for people: its page, and what `explain` says.
package struct ProfileSheet: Sendable {
  /// A figure that differs from what the rule has by itself.
  struct Row: Hashable, Sendable {
    /// The rule that judges by it.
    let rule: String
    /// The parameter of that rule.
    let parameter: String
    /// The figure with its unit, or the word.
    let value: String
    /// What it decides.
    let meaning: String
    /// Whether nobody but makers reports it.
    let isSecondHand: Bool
  }
  /// What a configuration calls it.
  let name: String
  /// Whose limits they are, in one sentence.
  let summary: String
  /// How a pack is handed over; nil where it is not.
  package let export: Messenger.Export?
  /// Where the figures are from.
  let sources: [String]
  /// The figures.
  let rows: [Row]
  /// Rules that do not run under it, and would by themselves.
  let silent: [String]
  /// The rules that run, and whose figures it sets or whose severity it changes.
  package let asking: [String]
}
