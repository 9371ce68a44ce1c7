package import StickerModel

/// The audience of a report, which determines the findings that it lists.
package enum Audience: Sendable {
  /// Lists no suppressed findings, and findings that most stickers of a pack share once.
  case people
  /// Lists the findings of each file, without suppressed ones.
  case editors
  /// Lists all findings, including suppressed ones.
  case programs
}

/// A way to write all findings of a run: a function from report to text.
package struct Reporter: Sendable {
  /// What `--format` calls it.
  package let name: String
  /// What the reporter is for, in one line.
  package let summary: String
  /// Who reads it.
  private let audience: Audience
  /// Writes a report as text.
  private let rendering: @Sendable (Report, ReportContext) -> String

  /// A reporter that needs nothing but the report.
  package init(
    name: String, summary: String, for audience: Audience = .programs,
    render: @escaping @Sendable (Report) -> String
  ) {
    self.init(name: name, summary: summary, for: audience) { report, _ in render(report) }
  }

  /// A reporter that looks at what surrounds a run too.
  init(
    name: String, summary: String, for audience: Audience = .programs,
    rendering: @escaping @Sendable (Report, ReportContext) -> String
  ) {
    self.name = name
    self.summary = summary
    self.audience = audience
    self.rendering = rendering
  }

  /// The text, with a line break at its end. Text that comes from files is escaped for the format it lands
  /// in; the same report and context give the same bytes.
  package func render(_ report: Report, in context: ReportContext) -> String {
    switch audience {
    case .people: rendering(report.forPeople(each: context.listsEach), context)
    case .editors: rendering(report.spoken, context)
    case .programs: rendering(report, context)
    }
  }

  /// The text where nothing surrounds the run.
  package func render(_ report: Report) -> String { render(report, in: ReportContext()) }

  /// Every reporter, the default first.
  package static let all: [Reporter] = [
    .text, .concise, .json, .jsonLines, .xcode, .sarif, .junit, .github, .gitlab, .checkstyle, .markdown,
    .html,
  ]
}
