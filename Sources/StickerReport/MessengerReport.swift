package import StickerModel

/// What several messengers say of the same stickers.
package struct MessengerReport: Sendable {
  /// The profiles, in the order of the report.
  package let messengers: [String]
  /// A report for each.
  package let reports: [Report]
  /// What of them people are shown: what has to be done, and nothing that something else stands for.
  let shown: [Report]

  /// Reports on the same files.
  package init(_ messengers: [String], _ reports: [Report]) {
    (self.messengers, self.reports) = (messengers, reports)
    shown = reports.map { $0.spoken.without { $0.severity == .hint } }
  }

  /// Unreadable art that was left out; the same for every messenger.
  var unread: [UnreadArt] { reports.first?.unread ?? [] }

  /// Everything that is spoken of: files in their order, then packs and documents.
  var subjects: [Path] {
    let files = reports.first?.assets.map(\.path) ?? []
    let known = Set(files)
    let others = Set(reports.flatMap { $0.packFindings.map(\.path) }).subtracting(known)
    return files + others.sorted()
  }

  /// What one of them found, subject by subject, a line for each finding.
  fileprivate func lines(_ found: [Path: [Finding]], _ line: (Path, Finding) -> String) -> String {
    subjects.flatMap { subject in (found[subject] ?? []).map { line(subject, $0) } }.joined()
  }

  fileprivate func findings(_ number: Int) -> [Path: [Finding]] {
    Dictionary(grouping: reports[number].findings.filter { $0.severity != .hint }, by: \.path)
  }

  func shownFindings(_ number: Int) -> [Path: [Finding]] {
    Dictionary(grouping: shown[number].findings, by: \.path)
  }
}

/// How many errors and warnings: `ok`, `2 errors`, `1 error, 1 warning`.
private func verdict(_ findings: [Finding]) -> String {
  let errors = findings.count { $0.severity == .error }
  let warnings = findings.count - errors
  let parts = [
    errors > 0 ? counted(errors, "error") : nil, warnings > 0 ? counted(warnings, "warning") : nil,
  ].compactMap(\.self)
  return parts.isEmpty ? "ok" : parts.joined(separator: ", ")
}

/// Sticker by messenger for pull requests: a table, and what was found.
package func messengerMarkdown(_ report: MessengerReport) -> String {
  let found = report.messengers.indices.map(report.shownFindings)
  var out = "| sticker | \(report.messengers.map(markdownText).joined(separator: " | ")) |\n"
  out += "|---" + String(repeating: "|---", count: report.messengers.count) + "|\n"
  for subject in report.subjects {
    let cells = found.map { verdict($0[subject] ?? []) }
    out += "| \(markdownText(subject.shown)) | \(cells.joined(separator: " | ")) |\n"
  }
  for (name, found) in zip(report.messengers, found) {
    let lines = report.lines(found) { subject, finding in
      "- \(markdownText(subject.shown)): \(finding.severity.rawValue): "
        + "\(markdownText(finding.evidence.message)) (`\(finding.rule)`)\n"
    }
    if !lines.isEmpty { out += "\n### \(markdownText(name))\n\n" + lines }
  }
  return out
}

/// The same for programs.
package func messengerJSON(_ report: MessengerReport) -> String {
  let found = report.messengers.indices.map(report.findings)
  let stickers = report.subjects.map { subject -> JSON in
    let verdicts = zip(report.messengers, found).map { name, found -> JSON in
      let findings = found[subject] ?? []
      return .object([
        "messenger": .string(name), "errors": .integer(findings.count { $0.severity == .error }),
        "warnings": .integer(findings.count { $0.severity == .warning }),
        "findings": .array(
          findings.map { finding in
            .object([
              "rule": .string(finding.rule), "severity": .string(finding.severity.rawValue),
              "message": .string(finding.evidence.message),
            ])
          }),
      ])
    }
    return .object(["path": .string(subject.shown), "verdicts": .array(verdicts)])
  }
  let document = JSON.members([
    "schema": .integer(1), "messengers": .array(report.messengers.map(JSON.string)),
    "stickers": .array(stickers), "leftOut": leftOut(report.unread),
  ])
  return String(decoding: document.encoded(), as: UTF8.self)
}

/// The same as one page, without scripts.
package func messengerHTML(_ report: MessengerReport) -> String {
  let found = report.messengers.indices.map(report.shownFindings)
  let heads = report.messengers.map { name -> HTML in "<th scope=\"col\">\(name)</th>" }
  let rows = report.subjects.map { subject -> HTML in
    let cells = found.map { found -> HTML in
      let words = (found[subject] ?? []).map { finding -> HTML in
        "<li>\(finding.severity.rawValue): \(finding.evidence.message)</li>"
      }
      let list: HTML? = words.isEmpty ? nil : "<ul>\(words)</ul>"
      return "<td>\(verdict(found[subject] ?? []))\(list)</td>"
    }
    return "<tr><th scope=\"row\">\(subject)</th>\(cells)</tr>\n"
  }
  let page: HTML = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Stickers by messenger</title>
    <style>
    body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem; color-scheme: light dark }
    table { border-collapse: collapse }
    th, td { border: 1px solid; padding: .3rem .6rem; text-align: left; vertical-align: top }
    ul { margin: .2rem 0; padding-left: 1rem }
    </style>
    </head>
    <body>
    <h1>Stickers by messenger</h1>
    <table>
    <thead><tr><td></td>\(heads)</tr></thead>
    <tbody>
    \(rows)</tbody>
    </table>
    </body>
    </html>

    """
  return page.markup
}
