import StickerImage

extension Reporter {
  /// A self-contained page without scripts, web fonts or external images.
  package static let html = Reporter(
    name: "html", summary: "An HTML page to read, print or keep as an artifact.",
    listing: .groupedUnsuppressed,
    rendering: { htmlReport($0, $1).markup })
}

private func htmlReport(_ report: Report, _ context: ReportContext) -> HTML {
  let groups = groupedByPath(report.findings)
  let rules = sortedRuleFindingSummaries(groups)
  let anchors = [String: Int](
    zip(rules.map(\.id), rules.indices), uniquingKeysWith: { first, _ in first })
  let none = report.acceptedCount > 0 ? "No new findings" : "No findings"
  let title = report.findings.isEmpty ? none : severityCountsText(report)
  return """
    \(pageStart)    <title>\(title) · \(Tool.name)</title>
    <style>
    \(reportStyle)</style>
    </head>
    <body>
    <header>
    <h1>Sticker report</h1>
    \(countTiles(report, context))</header>
    <main>
    \(groups.isEmpty ? noFindingsParagraph(report) : ruleSection(rules))\
    \(groups.isEmpty ? nil : fileSection(groups, report, anchors))\
    \(passingFileList(report))</main>
    <footer><p>\(Tool.name) \(Tool.version)</p></footer>
    </body>
    </html>

    """
}

/// The beginning of every generated page.
package let pageStart: HTML = """
  <!DOCTYPE html>
  <html lang="en">
  <head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">

  """

/// Returns a list with the numbers of files and findings.
private func countTiles(_ report: Report, _ context: ReportContext) -> HTML {
  let counts = Severity.allCases.reversed().map { severity -> HTML in
    let number = report.unsuppressedFindingCount(of: severity)
    return """
      <li class="\(number == 0 ? "none" : severity.rawValue)"><b>\(numberText(number))</b> \
      \(severity.rawValue)\(number == 1 ? "" : "s")</li>

      """
  }
  let fixables = FixableCounts(of: report)
  let fixes: HTML? =
    fixables.isEmpty
    ? nil : "<li>\(fixables.summaryText): <code>stickerlint fix\(context.messengerOptionSuffix)</code></li>\n"
  let files = report.assets.count
  let accepted: HTML? =
    report.acceptedCount > 0
    ? "<li><b>\(numberText(report.acceptedCount))</b> accepted by the baseline</li>\n" : nil
  return """
    <ul class="tiles">
    <li><b>\(numberText(files))</b> file\(files == 1 ? "" : "s")</li>
    \(counts)\(fixes)\(accepted)\
    </ul>

    """
}

private func noFindingsParagraph(_ report: Report) -> HTML {
  let words =
    if report.acceptedCount > 0 {
      "No new findings. The baseline accepts \(countText(report.acceptedCount, "finding"))."
    } else {
      report.assets.isEmpty ? "No files were checked." : "All files pass."
    }
  return "<p class=\"quiet\">\(words)</p>\n"
}

private func ruleSection(_ rules: [RuleFindingSummary]) -> HTML {
  let rows = rules.enumerated().map { number, rule -> HTML in
    """
    <tr id="rule-\(number + 1)">
    <td><span class="\(rule.highestSeverity.rawValue)">\(rule.highestSeverity.rawValue)</span></td>
    <th scope="row">\(linkedRule(rule.id))</th>
    <td class="number">\(numberText(rule.findingCount))</td>
    <td class="number files">\(numberText(rule.pathCount))</td>
    <td>\(rule.advice)</td>
    </tr>

    """
  }
  return """
    <section aria-labelledby="rules">
    <h2 id="rules">What to do</h2>
    <table>
    <caption>Rules with findings, most severe first</caption>
    <thead><tr><th scope="col">severity</th><th scope="col">rule</th>\
    <th scope="col" class="number">findings</th>\
    <th scope="col" class="number files">files</th><th scope="col">what to do</th></tr></thead>
    <tbody>
    \(rows)</tbody>
    </table>
    </section>

    """
}

/// Returns the id of a rule as a link to its published page.
package func linkedRule(_ id: String) -> HTML {
  Tool.pageAddress(ofRule: id).map { "<a href=\"\(address: $0)\">\(id)</a>" } ?? "\(id)"
}

private func fileSection(_ groups: [PathFindings], _ report: Report, _ anchors: [String: Int]) -> HTML {
  let assets = [Path: AssetAnalysis](
    report.assets.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  return """
    <section aria-labelledby="files">
    <h2 id="files">Findings by file</h2>
    \(groups.map { fileArticle($0, assets[$0.path], anchors) })</section>

    """
}

private func fileArticle(_ group: PathFindings, _ asset: AssetAnalysis?, _ anchors: [String: Int]) -> HTML {
  let hasFigures = group.findings.contains { $0.evidence.measuredValue != nil }
  let figures: HTML = """
    <th scope="col" class="number figure">measured</th><th scope="col" class="number figure">limit</th>
    """
  return """
    <article>
    <h3>\(group.path)</h3>
    \(asset.map { "<p class=\"facts\">\(factsText($0))</p>\n" as HTML })\
    <table>
    <caption>\(countText(group.findings.count, "finding"))</caption>
    <thead><tr><th scope="col">severity</th><th scope="col">rule</th><th scope="col">finding</th>\
    \(hasFigures ? figures : nil)</tr></thead>
    <tbody>
    \(mostSevereFirst(group.findings).map { findingRow($0, anchors, withFigures: hasFigures) })</tbody>
    </table>
    </article>

    """
}

private func findingRow(_ finding: Finding, _ anchors: [String: Int], withFigures: Bool) -> HTML {
  let evidence = finding.evidence
  let severity = finding.severity.rawValue
  let location = evidence.location.sourceLocation.map { "line \($0.line), column \($0.column): " } ?? ""
  return """
    <tr>
    <td><span class="\(severity)">\(severity)</span></td>
    <td><a href="\(address: "#rule-\((anchors[finding.rule] ?? 0) + 1)")">\(finding.rule)</a></td>
    <td>\(location)\(evidence.message)<small>\(finding.commandLineAdvice)</small>\(sharedFileList(of: finding))</td>
    \(withFigures ? measuredValueCells(evidence.measuredValue) : nil)</tr>

    """
}

/// Returns a list of the files of a grouped finding, or nil for other findings.
package func sharedFileList(of finding: Finding) -> HTML? {
  if finding.groupedPaths.isEmpty { return nil }
  let names = finding.groupedPaths.map { "<li>\($0)</li>\n" as HTML }
  return """
    <details><summary>\(countText(finding.groupedPaths.count, "file"))</summary>
    <ul class="names">
    \(names)</ul></details>
    """
}

private func measuredValueCells(_ figure: MeasuredValueAndLimit?) -> HTML {
  """
  <td class="number figure">\(figure.map { numberWithUnit($0.measured, $0.unit) } ?? "")</td>
  <td class="number figure">\(figure?.limit.map { numberWithUnit($0, figure?.unit ?? "") } ?? "")</td>

  """
}

private func passingFileList(_ report: Report) -> HTML? {
  let failing = Set(report.findings.flatMap { [$0.path] + $0.groupedPaths })
  let names = report.assets.filter { !failing.contains($0.path) }
  if names.isEmpty { return nil }
  // Accepted findings are only counted, and any of these files may have one.
  let without = report.acceptedCount > 0 ? "without new findings" : "without findings"
  return """
    <details>
    <summary>\(countText(names.count, "file")) \(without)</summary>
    <ul class="names">
    \(names.map { "<li>\($0.path) <small>\(factsText($0))</small></li>\n" })</ul>
    </details>

    """
}

/// Returns the known facts about a file: `PNG, 408 × 306 px, 1234 bytes`.
private func factsText(_ asset: AssetAnalysis) -> String {
  var facts: [String] = []
  if let format = asset.facts.format { facts.append(format.rawValue.uppercased()) }
  if let canvas = asset.facts.canvas { facts.append("\(canvas)") }
  if asset.facts.frameCount > 1 { facts.append(countText(asset.facts.frameCount, "frame")) }
  if let bytes = asset.facts.byteCount { facts.append(countText(bytes, "byte")) }
  return facts.joined(separator: ", ")
}

/// Returns a number with its unit (`544,501 bytes`, `16.6 ms`), or an empty string if the number is not
/// finite.
private func numberWithUnit(_ number: Double, _ unit: String) -> String {
  guard number.isFinite else { return "" }
  let digits = Int(exactly: number).map(numberText) ?? String((number * 100).rounded() / 100)
  return unit.isEmpty || unit.hasPrefix(":") ? digits + unit : "\(digits) \(unit)"
}

/// The style of the page for light and dark mode, phones and print. Text has a contrast ratio of at least
/// 4.5:1 (WCAG 2.2, 1.4.3).
let reportStyle: HTML = """
  :root {
    --page: #f6f7f9; --card: #fff; --ink: #1b1f24; --quiet: #59616b; --line: #dde1e6; --link: #0b5cad;
    --error: #b3122a; --error-back: #fde8eb; --warning: #7a4d00; --warning-back: #fff0d1;
    --hint: #1f5a8a; --hint-back: #e3f0fb; --good: #1c6b3a;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --page: #14171b; --card: #1d2126; --ink: #e8eaed; --quiet: #a3abb5; --line: #343a42; --link: #8ec2ff;
      --error: #ff9aa6; --error-back: #4a1820; --warning: #ffcf70; --warning-back: #42310c;
      --hint: #9fd0ff; --hint-back: #16344e; --good: #7fd6a0;
    }
  }
  * { box-sizing: border-box; }
  body {
    margin: 0; padding: 2rem 1rem; background: var(--page); color: var(--ink);
    font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  }
  header, main, footer { max-width: 64rem; margin: 0 auto; }
  h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.2; }
  h2 { margin: 2.5rem 0 1rem; font-size: 1.25rem; }
  h3 { margin: 0; font: 600 1rem/1.4 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
  code { font: .9em ui-monospace, Menlo, Consolas, monospace; }
  a { color: var(--link); }
  .tiles { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0; padding: 0; list-style: none; }
  .tiles li {
    padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card);
  }
  .tiles b { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
  .tiles .none { color: var(--quiet); }
  .error { color: var(--error); background: var(--error-back); }
  .warning { color: var(--warning); background: var(--warning-back); }
  .hint { color: var(--hint); background: var(--hint-back); }
  .tiles .error, .tiles .warning, .tiles .hint { border-color: currentColor; background: var(--card); }
  td > span { padding: .1rem .5rem; border-radius: 1rem; font-size: .8125rem; font-weight: 600; }
  table {
    width: 100%; border-collapse: collapse; font-size: .9375rem; background: var(--card);
  }
  caption { padding: 0 0 .5rem; text-align: left; color: var(--quiet); font-size: .875rem; }
  th, td { padding: .5rem .75rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
  thead th { color: var(--quiet); font-size: .8125rem; font-weight: 600; }
  tbody th { font-weight: 600; }
  td { overflow-wrap: anywhere; }
  td:first-child, .number { white-space: nowrap; overflow-wrap: normal; }
  td:nth-child(2) { overflow-wrap: break-word; }
  .number { text-align: right; font-variant-numeric: tabular-nums; }
  small { display: block; color: var(--quiet); font-size: .875rem; }
  section > table, article {
    border: 1px solid var(--line); border-radius: .5rem; background: var(--card);
  }
  article {
    position: relative; margin: 0 0 1rem; padding: 1rem 1rem .25rem;
    content-visibility: auto; contain-intrinsic-size: auto 12rem;
  }
  article table { margin: .5rem 0 0; }
  article td:first-child, article th:first-child { padding-left: 0; }
  article caption {
    position: absolute; width: 1px; height: 1px; padding: 0; overflow: hidden; clip-path: inset(50%);
  }
  .facts { margin: 0; color: var(--quiet); font-size: .875rem; }
  .quiet { margin: 2rem 0; color: var(--good); font-size: 1.125rem; }
  details { margin: 2.5rem 0 0; }
  summary { cursor: pointer; font-weight: 600; }
  .names { columns: 2 22rem; padding: 0 0 0 1.25rem; overflow-wrap: anywhere; }
  .names small { display: inline; }
  footer { margin-top: 3rem; color: var(--quiet); font-size: .875rem; }
  tr:target { outline: 2px solid var(--link); outline-offset: -2px; }
  @media (max-width: 44rem) {
    body { padding: 1.25rem .75rem; }
    .figure, .files { display: none; }
    th, td { padding: .5rem .4rem; }
  }
  @media print {
    body { padding: 0; background: none; }
    article { break-inside: avoid; content-visibility: visible; }
    .tiles li, section > table, article { border-color: #999; }
  }

  """
