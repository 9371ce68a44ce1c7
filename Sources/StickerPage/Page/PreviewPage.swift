import StickerEngine
import StickerImage

/// Returns the HTML of the page that shows stickers with their verdicts and as they look in Messages.
///
/// As a file, the page contains everything, and its policy blocks all loading from elsewhere. As the drop
/// page, it accepts dropped files and loads its script, styles and images from the server. The script fills a
/// grid of thumbnails. Without the script, the stickers are shown one after another.
package func previewPage(_ preview: Preview, in pageKind: PageKind) -> String {
  let title = preview.title.isEmpty ? "Stickers" : UntrustedText(preview.title).displayText
  let page: HTML = """
    \(pageStart)    <meta name="referrer" content="no-referrer">
    \(favicon)\(pageKind.contentSecurityPolicyElement)<title>\(title) · \(Tool.name)</title>
    \(pageKind.styleElement)</head>
    <body data-place="\(pageKind.name)"\(preview.initialMessengerProfile.map(initialMessengerAttribute))>
    <a class="skip" href="#grid">Skip to stickers</a>
    \(pageHeader(preview, in: pageKind))<div id="bars" class="bars">
    \(showControlsButton)<div id="controls" class="controls">
    \(filterForm)<div class="looking">\(tileSizeControl)\(backgroundPicker)</div></div>
    \(selectionActionBar(in: pageKind))</div>
    <main class="work">
    <div class="table">
    <h2 class="unseen">Stickers</h2>
    <ul id="grid" class="grid" role="listbox" aria-label="Stickers" aria-multiselectable="true" \
    tabindex="-1"\(pageKind.isDropPage ? keyboardShortcutsHelpAttribute : nil)></ul>
    <p id="none" class="quiet" hidden>No stickers match. \
    <button type="button" id="all">Show all</button></p>
    <div id="interactive">\(interactiveMessagesSection(preview.interactiveMessages, in: pageKind))</div>
    <p id="moved" class="unseen" role="status"></p>
    <footer>\(pageKind.isDropPage ? keyboardShortcutsHelp : nil)<p>\(Tool.name) \(Tool.version) · Preview only; Messages may differ \
    slightly.</p></footer>
    </div>
    <div class="side" id="side">
    <div id="whole">
    \(pageKind.isDropPage ? packPanel : nil)\
    <div id="pack">\(packFindingsSection(preview.packFindings, in: pageKind))</div>
    </div>
    <div id="pane" class="pane">
    \(stickerNavigationBar)<div id="stickers" tabindex="-1">
    \(stickerArticles(preview.stickers, in: pageKind))</div>
    \(pageKind.isDropPage ? "<section class=\"describe\" aria-label=\"Description\"></section>\n" : nil)</div>
    </div>
    </main>
    \(templatesAndDialogs(preview, pageKind))\(pageKind.scriptElement)</body>
    </html>

    """
  return page.markup
}

/// Templates that the script copies, and dialogs.
private func templatesAndDialogs(_ preview: Preview, _ pageKind: PageKind) -> HTML {
  let messengers = messengerChatTemplate(
    preview.otherMessengers, initialProfile: preview.initialMessengerProfile)
  let own =
    pageKind.isDropPage ? dropPageDialogsAndTemplates : ruleExplanationTemplates(preview.rulesWithFindings)
  return HTML([own, viewTemplates, messengers ?? ""])
}

/// A sticker with a peeled corner in the wordmark's color, as an image in a data URL.
let favicon: HTML = """
  <link rel="icon" href="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>\
  <path fill='%235544d0' d='M8 2h16a6 6 0 0 1 6 6v12L20 30H8a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6z'/>\
  <path fill='%23b7acff' d='M30 20h-6a4 4 0 0 0-4 4v6z'/></svg>">

  """

private func initialMessengerAttribute(_ profile: String) -> HTML { " data-look=\"\(profile)\"" }

/// Returns the markup of the stickers.
func stickerArticles(_ stickers: [PreviewSticker], in pageKind: PageKind) -> HTML {
  HTML(stickers.map { stickerArticle($0, in: pageKind) })
}

/// Returns the markup of the findings on whole packs and documents; nil if there are none.
func packFindingsSection(_ findings: [Finding], in pageKind: PageKind) -> HTML? {
  if findings.isEmpty { return nil }
  let items = mostSevereFirst(findings).map { finding -> HTML in
    let line = finding.evidence.location.sourceLocation.map { ", line \($0.line)" } ?? ""
    // On the drop page, the pack card shows the pack file.
    let isAboutWholePack =
      finding.path == Path(".") || pageKind.isDropPage && finding.path.name == PackFile.fileName
    return """
      <li class="\(finding.severity.rawValue)">\(errorOrWarningLabel(finding.severity)) \
      <b>\(capitalizedMessage(finding.evidence.message))</b> \
      \(isAboutWholePack ? nil : "<span class=\"where\">\(finding.path)\(line)</span>")
      <small>\(htmlReplacingBackticks(finding.advice))</small> \(ruleLink(finding.rule, in: pageKind))\(sharedFileList(of: finding))\(resizeAllButton(for: finding, in: pageKind))</li>

      """
  }
  return """
    <section class="pack" aria-labelledby="of-pack">
    <h2 id="of-pack">The pack as a whole</h2>
    <ul class="findings">
    \(items)</ul>
    </section>

    """
}

/// The button that resizes all stickers of a pack with mixed sizes; nil for other findings and off the drop
/// page.
private func resizeAllButton(for finding: Finding, in pageKind: PageKind) -> HTML? {
  guard pageKind.isDropPage, finding.rule == RuleID.mixedSizes else { return nil }
  return """
    <span class="fix-choice"><button type="button" data-resize>Resize all stickers</button></span>
    """
}

/// Returns a summary of all verdicts. The script keeps it up to date.
package func verdictSummary(of preview: Preview) -> String {
  let stickers = preview.stickers.map(\.highestSeverityBeforeFix)
  let messages = preview.interactiveMessages.map(\.highestSeverity)
  var parts: [String] = []
  if !stickers.isEmpty {
    let iconCount = preview.stickers.count { $0.role == .icon }
    let counts = [(stickers.count - iconCount, "sticker"), (iconCount, "icon")].filter { $0.0 > 0 }
    parts.append(counts.map { countText($0.0, $0.1) }.joined(separator: ", "))
    parts += verdictCountTexts(stickers)
    if let text = packErrorOrWarningText(preview.packFindings) { parts.append(text) }
  }
  if !messages.isEmpty {
    parts.append("\(countText(messages.count, "message")): \(listText(verdictCountTexts(messages)))")
  }
  return parts.isEmpty ? "No stickers yet." : parts.joined(separator: " · ")
}

/// Returns the number of items for each verdict that occurs.
private func verdictCountTexts(_ worst: [Severity?]) -> [String] {
  func count(_ verdict: StickerVerdict) -> Int { worst.count { StickerVerdict($0) == verdict } }
  return [
    (count(.hint) + count(.fine), "ready"), (count(.warning), "to review"), (count(.error), "to fix"),
  ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
}

private func packErrorOrWarningText(_ findings: [Finding]) -> String? {
  switch findings.map(\.severity).max() {
  case .error: "the pack needs a fix"
  case .warning: "the pack needs review"
  case .hint, nil: nil
  }
}

extension PageKind {
  var isDropPage: Bool { self == .dropPage }

  fileprivate var name: String { isDropPage ? "drop" : "file" }

  fileprivate var styleElement: HTML {
    isDropPage
      ? "<link rel=\"stylesheet\" href=\"preview.css\">\n"
      : HTML(unchecked: "<style>" + PageStylesAndScripts.style + "</style>\n")
  }

  fileprivate var scriptElement: HTML {
    isDropPage
      ? "<script src=\"preview.js\"></script>\n"
      : HTML(unchecked: "<script>" + PageStylesAndScripts.script(of: self) + "</script>\n")
  }

  /// The policy of a preview file: only the script and the style with these hashes may be used, and nothing
  /// may be loaded from elsewhere. For the drop page, the server sends a separate policy.
  fileprivate var contentSecurityPolicyElement: HTML? {
    if isDropPage { return nil }
    let (style, script) = (
      cspHashSource(of: PageStylesAndScripts.style), cspHashSource(of: PageStylesAndScripts.script(of: self))
    )
    return """
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data: blob:; \
      style-src '\(style)'; script-src '\(script)'; base-uri 'none'; form-action 'none'">

      """
  }
}

/// - Source: Content Security Policy Level 3, 2.3.1: hash sources.
private func cspHashSource(of text: String) -> String {
  "sha256-" + base64Encoded(SHA256.digest(of: Array(text.utf8)))
}

/// The scripts and styles of the page. The build embeds them from the files in `Web`.
enum PageStylesAndScripts {
  /// All styles of the page as one style sheet.
  static let style =
    PageFiles.pageCSS + PageFiles.dropPageCSS + PageFiles.gridCSS + PageFiles.fixDialogCSS
    + PageFiles.packCSS + PageFiles.messengersCSS + PageFiles.messengerPreviewCSS
    + PageFiles.descriptionFieldsCSS + PageFiles.descriptionDialogCSS
    + PageFiles.stickersCSS + PageFiles.viewsCSS + PageFiles.messagesPreviewCSS + PageFiles.messagesCSS

  /// Returns the script for a kind of page.
  static func script(of pageKind: PageKind) -> String {
    let common = [
      PageFiles.framesJS, PageFiles.gifJS, PageFiles.apngJS, PageFiles.webpJS, PageFiles.artJS,
      PageFiles.inMessagesViewsJS, PageFiles.messengerPreviewJS, PageFiles.closeUpJS, PageFiles.playerJS,
      PageFiles.compareJS, PageFiles.stickerViewsJS,
      PageFiles.filtersJS, PageFiles.gridJS, PageFiles.selectionJS, PageFiles.paneJS,
      PageFiles.ruleExplanationJS,
    ]
    let own =
      switch pageKind {
      case .file: [String]()
      case .dropPage:
        [
          PageFiles.dropPageJS, PageFiles.conversionJS, PageFiles.unzipJS, PageFiles.serverEventsJS,
          PageFiles.analysisProgressJS, PageFiles.toastJS, PageFiles.actionsJS, PageFiles.undoJS,
          PageFiles.importBuildJS, PageFiles.sessionJS, PageFiles.fixDialogJS, PageFiles.reorderJS,
          PageFiles.packJS, PageFiles.emojiJS, PageFiles.descriptionFieldsJS, PageFiles.languagesJS,
          PageFiles.missingRequirementsJS, PageFiles.descriptionDialogJS, PageFiles.saveJS,
          PageFiles.gridSizeJS, PageFiles.messengersJS, PageFiles.contactSheetJS,
        ]
      }
    let parts = common + own + [PageFiles.startJS]
    // A function scope keeps the page's names out of the global scope.
    return "(() => {\n\"use strict\";\n" + parts.joined() + "})();\n"
  }
}
