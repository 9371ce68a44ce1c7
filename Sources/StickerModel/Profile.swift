/// A messenger's published limits: what differs from the rules' own defaults, as data.
public struct Profile: Hashable, Sendable {
  /// What a configuration calls it: `imessage`.
  public let name: String
  /// Whose limits they are, in one sentence.
  public let summary: String
  /// YAML with the keys `rules`, `limits` and `fail-on`, as a configuration has them.
  public let text: String

  /// A profile.
  public init(_ name: String, _ summary: String, _ text: String) {
    self.name = name
    self.summary = summary
    self.text = text
  }
}
