/// All that a profile asks for, for people: its page, and what `explain` says.
package struct ProfileSheet: Sendable {
  /// A figure that differs from what the rule has by itself.
  package struct Row: Hashable, Sendable {
    /// The rule that judges by it.
    package let rule: String
    /// The parameter of that rule.
    package let parameter: String
    /// The figure with its unit, or the word.
    package let value: String
    /// What it decides.
    package let meaning: String
    /// Whether nobody but makers reports it.
    package let isSecondHand: Bool

    /// A figure.
    package init(rule: String, parameter: String, value: String, meaning: String, isSecondHand: Bool) {
      (self.rule, self.parameter, self.value) = (rule, parameter, value)
      (self.meaning, self.isSecondHand) = (meaning, isSecondHand)
    }
  }
  /// What a configuration calls it.
  package let name: String
  /// Whose limits they are, in one sentence.
  package let summary: String
  /// How a pack is handed over; nil where it is not.
  package let export: Messenger.Export?
  /// Where the figures are from.
  package let sources: [String]
  /// The figures.
  package let rows: [Row]
  /// Rules that do not run under it, and would by themselves.
  package let silent: [String]
  /// The rules that run, and whose figures it sets or whose severity it changes.
  package let asking: [String]

  /// A sheet.
  package init(
    name: String, summary: String, export: Messenger.Export?, sources: [String], rows: [Row],
    silent: [String], asking: [String]
  ) {
    (self.name, self.summary, self.export) = (name, summary, export)
    (self.sources, self.rows, self.silent, self.asking) = (sources, rows, silent, asking)
  }
}
