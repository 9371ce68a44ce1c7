/// A messenger's published limits: what differs from the rules' own defaults, as data.
package struct MessengerProfile: Hashable, Sendable {
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

extension MessengerProfile {
  /// What a profile requires, for people: its page, and what `explain` says.
  package struct Requirements: Sendable {
    /// A parameter of a rule that the profile sets.
    struct Setting: Hashable, Sendable {
      /// The id of the rule.
      let rule: String
      /// The name of the parameter.
      let parameter: String
      /// The figure with its unit, or the word.
      let value: String
      /// What it decides.
      let meaning: String
      /// Whether nobody but makers reports it.
      let isUnverified: Bool
    }

    let profile: MessengerProfile
    /// How a pack is handed over; nil where it is not.
    package let export: Messenger.Export?
    /// Where the figures are from.
    let sources: [String]
    let settings: [Setting]
    /// The ids of the rules that run by default, and not under the profile.
    let disabledRules: [String]
    /// The ids of the rules that run, and that the profile sets a parameter or the severity of.
    package let rules: [String]
  }
}
