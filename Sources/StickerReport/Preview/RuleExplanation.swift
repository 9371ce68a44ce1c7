package import StickerModel

/// Everything that is to be said of a rule, as a page that the drop page links to: expectation, reason, what
/// to do, what it measures by, and what it rests on.
package func ruleExplanation(_ rule: Rule) -> String {
  let page: HTML = """
    \(pageStart)    <link rel="icon" href="data:,">
    <title>\(rule.id) · \(Tool.name)</title>
    <link rel="stylesheet" href="../preview.css">
    </head>
    <body class="explanation">
    <main>
    <h1>\(rule.id)</h1>
    <p class="summary">\(rule.summary)</p>
    <h2>Why</h2>
    <p>\(rule.reason)</p>
    <h2>What to do</h2>
    <p>\(rule.advice)</p>
    \(limits(rule))\(references(rule))</main>
    </body>
    </html>

    """
  return page.markup
}

private func limits(_ rule: Rule) -> HTML? {
  if rule.parameters.isEmpty { return nil }
  let rows = rule.parameters.map { parameter -> HTML in
    "<li>\(parameter.meaning): <b>\(parameter.standardWithUnit)</b></li>\n"
  }
  return "<h2>What it measures by</h2>\n<ul>\n\(rows)</ul>\n"
}

private func references(_ rule: Rule) -> HTML? {
  if rule.references.isEmpty { return nil }
  let rows = rule.references.map { reference -> HTML in
    let name: HTML =
      reference.address.map { "<a href=\"\(address: $0)\" rel=\"noreferrer\">\(reference.name)</a>" }
      ?? "\(reference.name)"
    return "<li>\(name): \(reference.statement)</li>\n"
  }
  return "<h2>What it rests on</h2>\n<ul>\n\(rows)</ul>\n"
}
