import StickerEngine

/// Returns the page that explains a rule. The drop page loads its contents into the pane.
func ruleExplanationPage(_ rule: Rule) -> String {
  let page: HTML = """
    \(pageStart)    \(favicon)<title>\(ruleTitle(rule.id)) · \(Tool.name)</title>
    <link rel="stylesheet" href="../preview.css">
    </head>
    <body class="explanation">
    <main>
    <h1>\(ruleTitle(rule.id))</h1>
    \(ruleExplanation(rule))</main>
    </body>
    </html>

    """
  return page.markup
}

/// The explanations of the rules that a preview file mentions, as templates that the script copies.
func ruleExplanationTemplates(_ rules: Set<String>) -> HTML {
  HTML(
    Rule.all.filter { rules.contains($0.id) }.map { rule in
      "<template id=\"why-\(rule.id)\">\(ruleExplanation(rule))</template>\n"
    })
}

/// Returns the summary, examples, reason, advice, options and sources of a rule.
private func ruleExplanation(_ rule: Rule) -> HTML {
  """
  <p class="summary">\(htmlReplacingBackticks(oneLine(rule.summary)))</p>
  \(RuleExampleImagePair.byRule[rule.id].map(examplesSection))\
  <h2>Why</h2>
  \(paragraphs(rule.reason))\
  <h2>What to do</h2>
  <p>\(htmlReplacingBackticks(oneLine(rule.advice)))</p>
  \(optionsSection(rule))\(sourcesSection(rule))
  """
}

/// The title of a rule: `Grid size` for `grid-size`.
func ruleTitle(_ id: String) -> String {
  let words = id.split(separator: "-").map { acronymSpellings[String($0)] ?? String($0) }.joined(
    separator: " ")
  return words.prefix(1).uppercased() + words.dropFirst()
}

private let acronymSpellings = ["tgs": "TGS", "id": "ID", "url": "URL", "json": "JSON", "srgb": "sRGB"]

/// Returns text as markup: text in backticks becomes code, or the title of a rule if it is a rule's id.
func htmlReplacingBackticks(_ text: String) -> HTML {
  let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
  guard !parts.count.isMultiple(of: 2) else { return "\(text)" }
  return HTML(
    parts.enumerated().map { index, part -> HTML in
      if index.isMultiple(of: 2) { return "\(part)" }
      return ruleIDsShownAsTitles.contains(part) ? "“\(ruleTitle(part))”" : "<code>\(part)</code>"
    })
}

/// The ids that `htmlReplacingBackticks` replaces with titles. In texts, `grid-size` always means the key in
/// pack files.
private let ruleIDsShownAsTitles = Set(Rule.all.map(\.id)).subtracting([RuleID.gridSize])

// MARK: Examples

/// Two images that explain a rule, from the folder of the rules' documentation.
private struct RuleExampleImagePair {
  let passing: RuleExampleImage
  let reported: RuleExampleImage
  let note: String
  let isAnimated: Bool

  /// The examples by rule.
  static let byRule: [String: RuleExampleImagePair] = {
    let files = Dictionary(uniqueKeysWithValues: RuleImageFiles.all.map { ($0.path, $0.text) })
    var all: [String: RuleExampleImagePair] = [:]
    for row in (files["captions.tsv"] ?? "").split(separator: "\n") {
      let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 5, let passing = files["\(cells[0])-passes.png"],
        let reported = files["\(cells[0])-fires.png"]
      else { continue }
      all[cells[0]] = RuleExampleImagePair(
        passing: RuleExampleImage(base64: passing, caption: cells[1]),
        reported: RuleExampleImage(base64: reported, caption: cells[2]), note: cells[3],
        isAnimated: cells[4] == "moving")
    }
    return all
  }()
}

private struct RuleExampleImage {
  let base64: String
  let caption: String
}

private func examplesSection(_ examples: RuleExampleImagePair) -> HTML {
  """
  <div class="examples"\(examples.isAnimated ? animatedAttribute : nil)>
  \(exampleFigure(examples.passing, "Good", .fine))\(exampleFigure(examples.reported, "Bad", .error))</div>
  \(examples.note.isEmpty ? nil : "<p class=\"note\">\(examples.note)</p>\n")
  """
}

private let animatedAttribute: HTML = " data-moving"

private func exampleFigure(
  _ image: RuleExampleImage, _ label: String, _ verdict: StickerVerdict
) -> HTML {
  let address = ImageAddress(dataURLOfPNGInBase64: image.base64.filter { !$0.isNewline })
  return """
    <figure><img src="\(address)" alt="\(label) example: \(image.caption)">
    <figcaption>\(verdict.circledSymbol)<span><b>\(label)</b> \(image.caption)</span></figcaption></figure>

    """
}

// MARK: Text

/// Returns the paragraphs of a text, which are separated by blank lines.
private func paragraphs(_ text: String) -> [HTML] {
  text.split(separator: "\n\n").map { "<p>\(htmlReplacingBackticks(oneLine(String($0))))</p>\n" }
}

/// Returns text without the line breaks of the source code.
private func oneLine(_ text: String) -> String {
  text.split(whereSeparator: \.isNewline).joined(separator: " ")
}

private func optionsSection(_ rule: Rule) -> HTML? {
  if rule.options.isEmpty { return nil }
  let rows = rule.options.map { option -> HTML in
    "<li>\(htmlReplacingBackticks(option.meaning)): <b>\(option.defaultValueWithUnit)</b></li>\n"
  }
  return "<h2>Options</h2>\n<ul>\n\(rows)</ul>\n"
}

private func sourcesSection(_ rule: Rule) -> HTML? {
  if rule.references.isEmpty { return nil }
  let rows = rule.references.map { reference -> HTML in
    let name: HTML =
      reference.url.map { "<a href=\"\(address: $0)\" rel=\"noreferrer\">\(reference.name)</a>" }
      ?? "\(reference.name)"
    return "<li>\(name): \(htmlReplacingBackticks(reference.statement))</li>\n"
  }
  return "<h2>Sources</h2>\n<ul>\n\(rows)</ul>\n"
}
