/// The limits of a messenger, as rule options that differ from their defaults.
package struct MessengerProfile: Hashable, Sendable {
  /// The name in a configuration: `imessage`.
  package let name: String
  /// What the profile describes, on one line: `Slack's limits for custom emoji.`
  package let summary: String
  /// The profile as YAML. It has the keys of a configuration, and also `export`, `sources` and `second-hand`.
  let yaml: String

  package init(_ name: String, _ summary: String, _ text: String) {
    self.name = name
    self.summary = summary
    self.yaml = text
  }
}

extension MessengerProfile {
  /// The limits of a profile for its documentation page and for `explain`.
  package struct Requirements: Sendable {
    /// A rule option that the profile sets.
    struct OptionValue: Hashable, Sendable {
      /// The id of the rule.
      let rule: String
      /// The name of the option.
      let option: String
      /// The value with its unit.
      let valueWithUnit: String
      /// The description of the option.
      let optionDescription: String
      /// Whether sticker makers report the value but the messenger does not publish it.
      let isUnverified: Bool
    }

    let profile: MessengerProfile
    /// The file layout of exports; nil if nothing can be exported.
    package let exportLayout: MessengerTraits.ExportLayout?
    /// The sources of the limits.
    let sources: [String]
    let optionValues: [OptionValue]
    /// The ids of the default rules that the profile turns off.
    let disabledRules: [String]
    /// The ids of the rules that run with an option or a severity that the profile sets.
    package let enabledConfiguredRuleIDs: [String]
  }
}
