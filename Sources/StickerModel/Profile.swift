/// A messenger's published limits: what differs from the rules' own defaults, as data.
package struct Profile: Hashable, Sendable {
  /// What a configuration calls it: `imessage`.
  package let name: String
  /// Whose limits they are, in one sentence.
  package let summary: String
  /// YAML with the keys `rules`, `limits` and `fail-on`, as a configuration has them.
  package let text: String

  /// A profile by its name, one sentence on it, and its text in YAML.
  package init(_ name: String, _ summary: String, _ text: String) {
    self.name = name
    self.summary = summary
    self.text = text
  }
}
