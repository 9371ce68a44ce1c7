public import StickerModel

/// A way to write all findings of a run: a function from report to text.
public struct Reporter: Sendable {
  /// What `--format` calls it.
  public let name: String
  /// What it is for, in one line.
  public let summary: String
  /// The text, with a line break at its end. Text that comes from files is escaped for the format it lands
  /// in.
  public let render: @Sendable (Report) -> String

  /// A reporter.
  public init(name: String, summary: String, render: @escaping @Sendable (Report) -> String) {
    self.name = name
    self.summary = summary
    self.render = render
  }

  /// Every reporter, the default first.
  public static let all: [Reporter] = [.text, .concise, .json, .jsonLines, .xcode]
}
