package import StickerModel

/// Who reads a report, and what they are spared.
package enum Audience: Sendable {
  /// Findings that others stand for are left out, and what stickers of a pack share is said once.
  case people
  /// Each file's own are shown beside it; those that others stand for are left out.
  case editors
  /// All of them, each with the one that stands for it.
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
