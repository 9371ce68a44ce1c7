import StickerEngine
import StickerImage

/// Returns the markup of one sticker: verdict, art with marks, findings, and the result of fixing it. The
/// page's script adds the views.
func stickerArticle(_ sticker: PreviewSticker, in pageKind: PageKind) -> HTML {
  let number = sticker.number
  let isFixed = sticker.showsFixedInsteadOfOriginal(in: pageKind)
  // Missing text and icons are listed with the pack, because they are not problems with the art.
  let found = (isFixed ? sticker.remainingFindings : sticker.findings).filter { !pageKind.listsWithPack($0) }
  let verdict = StickerVerdict(found.map(\.severity).max())
  let rules = Set(found.map(\.rule)).sorted().joined(separator: " ")
  return """
    <article class="sticker" id="sticker-\(number)" tabindex="-1" data-number="\(number)" \
    data-verdict="\(verdict.rawValue)" data-rules="\(rules)" data-role="\(sticker.role.rawValue)" \
    data-path="\(sticker.path)" \
    data-name="\((isFixed ? fixedFileName(sticker) : sticker.path.name).displayText)" \
    data-asked="\(sticker.requestedFixRules.joined(separator: " "))" \
    data-smallest="\(sticker.minimizesPNGFileSize ? 1 : 0)" \
    data-small="\(sticker.requestedSmallArtFix?.rawValue ?? "")" \
    data-vector="\(sticker.vectorAnimationFormat?.rawValue ?? "")" \
    data-outline="\(sticker.requestedWhiteOutlineWidth.map(String.init) ?? "")" \
    data-fixes="\(possibleFixesAttributeValue(sticker))" data-flashes="\(isFlashing(sticker) ? 1 : 0)" \
    data-frames="\(isFixed ? "" : markedFramesJSON(sticker.marks))" \
    aria-labelledby="name-\(number)">
    <header>\(verdict.circledSymbol)<h3 id="name-\(number)">\(isFixed ? fixedFileName(sticker) : sticker.path.name)</h3>
    <p class="verdict \(verdict.rawValue)">\(isFixed && verdict.hasNoErrorOrWarning ? "Fixed and ready" : verdict.readinessLabel)</p>
    <p class="facts">\(sticker.displayedFolder.map(folderMarkup))\
    \(isFixed ? factsTextAfterFix(of: sticker) : factsText(of: sticker))</p></header>
    <div class="parts">
    \(fixedOrOriginalArtFigure(sticker, pageKind))<div class="said">
    \(unsuppressedFindingsList(found, on: sticker, pageKind))\(whiteOutlineForm(sticker, pageKind))\(voiceOverParagraph(sticker))\(fixResultSection(sticker, pageKind))\
    \(fixAllOrRevertButtons(sticker, pageKind))\(isFixed ? originalFindings(sticker, pageKind) : nil)</div>
    </div>
    \(removalButton(pageKind))</article>

    """
}

/// An attribute that makes images load only when they come into view; nil except on the drop page.
func lazyLoadingAttribute(in pageKind: PageKind) -> HTML? {
  pageKind.isDropPage ? " loading=\"lazy\"" : nil
}

/// Whether the art flashes. Flashing art does not play until the user starts it.
private func isFlashing(_ sticker: PreviewSticker) -> Bool {
  sticker.findings.contains { $0.rule == RuleID.flashing }
}

/// The name of the attribute for the address of an image. If the art flashes, the address is in `data-src`, which
/// only the script reads, and the browser shows an image of 1 × 1 px instead.
func flashSafeSourceAttributeName(for sticker: PreviewSticker) -> HTML {
  isFlashing(sticker) ? "src=\"data:image/gif;base64,R0lGODlhAQABAAAAACw=\" data-src" : "src"
}

/// The art that the pack will contain: the fixed art, or the original art with marks.
private func fixedOrOriginalArtFigure(_ sticker: PreviewSticker, _ pageKind: PageKind) -> HTML {
  if sticker.showsFixedInsteadOfOriginal(in: pageKind), let after = fixedImage(sticker, pageKind) {
    return "<figure class=\"stage ground\"><div class=\"canvas\">\(after)</div></figure>\n"
  }
  guard let art = originalArtWithMarks(sticker, pageKind) else {
    let reason = sticker.vectorAnimationFormat.map(vectorAnimationNote) ?? "There is no image to show."
    return "<figure class=\"stage\"><p class=\"nothing\">\(reason)</p></figure>\n"
  }
  let isCorrupt = sticker.findings.contains { $0.rule == RuleID.corruptImage }
  return """
    <figure class="stage ground">\(art)\
    \(isCorrupt ? "<figcaption>as much as this browser can decode</figcaption>" : nil)</figure>

    """
}

private func vectorAnimationNote(_ format: VectorAnimationFormat) -> String {
  let note = "This page cannot draw vector animations."
  return format == .tgs ? note + " A pack for Telegram includes TGS files as is." : note
}

/// The original art with marks; nil if there is no image.
func originalArtWithMarks(_ sticker: PreviewSticker, _ pageKind: PageKind) -> HTML? {
  guard let picture = sticker.image else { return nil }
  let canvas = picture.parsedContainer.canvas
  let name =
    sticker.voiceOverDescription.map { UntrustedText($0).displayText } ?? sticker.path.name.displayText
  return """
    <div class="canvas">
    <img class="art" \(flashSafeSourceAttributeName(for: sticker))="\(address(of: picture, below: "art", sticker, pageKind))" \
    width="\(canvas.width)" height="\(canvas.height)" alt="\(name)" decoding="async"\(lazyLoadingAttribute(in: pageKind)) \
    \(playerDataAttributes(of: picture))>
    \(markLayer(sticker.marks, on: canvas))</div>
    """
}

extension PageKind {
  /// Whether a finding is listed with the pack. The drop page lists everything that is still missing from the
  /// pack file in one place.
  func listsWithPack(_ finding: Finding) -> Bool {
    let isOfCatalog = finding.path.components.contains { part in
      ["xcstickers", "xcassets", "stickerpack"].contains(part.lowercasedExtension)
    }
    return isDropPage && !isOfCatalog && rulesListedWithPack.contains(finding.rule)
  }
}

private let rulesListedWithPack: Set = [
  RuleID.missingIcon, RuleID.missingDescription, RuleID.missingLocalization,
]

/// Returns the address of a sticker's image.
///
/// - Parameter folder: the folder on the drop page.
func address(
  of picture: PreviewImage, below folder: StaticString, _ sticker: PreviewSticker,
  _ pageKind: PageKind
) -> ImageAddress {
  switch pageKind {
  case .file: ImageAddress(dataURLOf: picture.bytes, mediaType: picture.mediaType)
  case .dropPage: ImageAddress(below: folder, imageNumber: sticker.number, revision: sticker.imageRevision)
  }
}

/// Returns the attributes that the player script reads: the format, how many seconds each frame is shown (as exact
/// fractions), and the number of plays.
func playerDataAttributes(of picture: PreviewImage) -> HTML {
  let format = picture.parsedContainer.format.rawValue
  guard let animation = picture.parsedContainer.animation else { return "data-format=\"\(format)\"" }
  let delays = animation.frames.map { "\($0.shownDelay.numerator)/\($0.shownDelay.denominator)" }
  return """
    data-format="\(format)" data-plays="\(animation.plays)" data-delays="\(delays.joined(separator: " "))"
    """
}

private func folderMarkup(_ path: Path) -> HTML { "<span class=\"folder\">\(path)/</span> " }

private func fixedFileName(_ sticker: PreviewSticker) -> Path {
  (sticker.fixResult?.change?.newPath ?? sticker.path).name
}

private func fixFailure(_ reason: String) -> HTML {
  "<small>Could not be fixed: \(UntrustedText(reason).displayText).</small>"
}

/// The findings on the original.
private func originalFindings(_ sticker: PreviewSticker, _ pageKind: PageKind) -> HTML {
  """
  <details class="was"><summary>Issues in the original</summary>
  \(unsuppressedFindingsList(sticker.findings, on: sticker, pageKind))</details>

  """
}

private func unsuppressedFindingsList(
  _ findings: [Finding], on sticker: PreviewSticker, _ pageKind: PageKind
) -> HTML {
  if findings.isEmpty { return "<p class=\"quiet\">\(StickerVerdict.fine.explanation)</p>\n" }
  let items = mostSevereFirst(findings.filter { $0.suppressingRule == nil }).map { finding -> HTML in
    let reason = sticker.fixResult?.unfixedFindings.lazy.compactMap { $0.fixFailureReason(for: finding) }
      .first
    let failure = reason?.text
    let seen = whereMarkedText(finding.rule, sticker.marks)
    return """
      <li class="\(finding.severity.rawValue)" data-rule="\(finding.rule)">\
      \(errorOrWarningLabel(finding.severity)) \
      <b>\(htmlReplacingBackticks(capitalizedMessage(finding.evidence.message)))</b>
      <small>\(htmlReplacingBackticks(finding.advice))</small> \(ruleLink(finding.rule, in: pageKind))\(failure.map(fixFailure))\
      \(seen.map { "<span class=\"where\">\($0)</span>" })\(fixButtonOrHint(finding, sticker, pageKind))</li>

      """
  }
  return "<ul class=\"findings\">\n\(items)</ul>\n"
}

private func voiceOverParagraph(_ sticker: PreviewSticker) -> HTML? {
  sticker.voiceOverDescription.map {
    "<p class=\"voiceover\">VoiceOver says: “\(UntrustedText($0).displayText)”</p>\n"
  }
}

/// Capitalizes a message: `Art is cut off …`.
func capitalizedMessage(_ message: String) -> String {
  guard let first = message.first, first.isLowercase else { return message }
  // A file name or a key keeps its case.
  let word = message.prefix { $0 != " " }
  if word.contains(where: { ".-_/`".contains($0) }) { return message }
  return first.uppercased() + message.dropFirst()
}

extension PreviewSticker {
  /// Whether the page shows the fixed version instead of the original. On the drop page, the pack contains
  /// the fixed version.
  func showsFixedInsteadOfOriginal(in pageKind: PageKind) -> Bool {
    pageKind == .dropPage && fixResult?.change != nil
  }
}

extension UnfixedFinding {
  /// Why a finding could not be fixed; nil if no fix was tried, or if the reason is about another finding.
  fileprivate func fixFailureReason(for finding: Finding) -> UserMessage? {
    guard self.finding.rule == finding.rule, case .failed(let reason) = unfixedReason else { return nil }
    return reason
  }
}

/// The fix for a finding: a button on the drop page, and a hint elsewhere.
func fixButtonOrHint(_ finding: Finding, _ sticker: PreviewSticker, _ pageKind: PageKind) -> HTML? {
  if pageKind.isDropPage, [RuleID.duplicateSticker, RuleID.nearDuplicateSticker].contains(finding.rule) {
    return """
      <span class="fix-choice"><button type="button" data-own="remove">Remove this one</button> \
      <small>\(removalFromPageNote)</small></span>
      """
  }
  guard let fix = finding.evidence.fix, !fix.kind.changesCatalogs,
    ![.flatten, .shorten].contains(fix.kind)
  else { return nil }
  let kind = fix.kind
  if kind == .enlargeOrPad { return smallArtButtons(fix, finding, sticker, pageKind) }
  guard pageKind == .dropPage else {
    guard FixOptions(allowsLossyFixes: true).unfixedReason(for: finding) != nil else { return nil }
    return "<small>Can be fixed: \(kind.description).</small>"
  }
  guard sticker.role != .frame, !sticker.requestedFixRules.contains(finding.rule) else { return nil }
  let isVisible: HTML? = kind.isLossy || kind.isOptIn ? " <small>May look different</small>" : nil
  return """
    <span class="fix-choice"><button type="button" data-own="fix" data-rules="\(finding.rule)">\
    \(capitalizedMessage(kind.description))</button>\(isVisible)</span>
    """
}

/// The buttons for the two ways to fix art that is too small, with a note on which is better.
private func smallArtButtons(
  _ fix: Fix, _ finding: Finding, _ sticker: PreviewSticker, _ pageKind: PageKind
) -> HTML? {
  guard pageKind == .dropPage, sticker.role != .frame, !sticker.requestedFixRules.contains(finding.rule),
    fix.arguments.count == 4
  else { return nil }
  let side = max(fix.arguments[2], fix.arguments[3])
  return """
    <span class="fix-choice small-art">\
    <button type="button" data-own="fix" data-rules="\(finding.rule)" data-small="pad">\
    <span>Place on a \(side) px canvas</span></button>\
    <button type="button" data-own="fix" data-rules="\(finding.rule)" data-small="enlarge">\
    <span>Enlarge (may look soft)</span></button>\
    <small>It is best to export the sticker again at \(side) px or more. Otherwise, a larger canvas keeps it sharp, but it looks smaller.</small></span>
    """
}

/// The button that removes a sticker from the drop page. It is at the end, after the button that takes the
/// sticker out of the pack.
private func removalButton(_ pageKind: PageKind) -> HTML? {
  guard pageKind == .dropPage else { return nil }
  return """
    <p class="own"><button type="button" data-own="remove" class="danger">Remove from this page</button> \
    <small>\(removalFromPageNote)</small></p>

    """
}

/// The buttons for one sticker on the drop page.
func fixAllOrRevertButtons(_ sticker: PreviewSticker, _ pageKind: PageKind) -> HTML? {
  guard pageKind == .dropPage else { return nil }
  let isFixed = sticker.showsFixedInsteadOfOriginal(in: pageKind)
  let fixableRules =
    isFixed ? [] : sticker.findings.filter { FixOptions(allowsLossyFixes: true).allowsImageFix(of: $0) }
  let rules = Set(fixableRules.map(\.rule)).sorted()
  let fix: HTML? =
    rules.count < 2
    ? nil
    : """
    <button type="button" data-own="fix" data-rules="\(rules.joined(separator: ","))">Fix all</button>

    """
  let download: HTML? =
    isFixed
    ? """
    <button type="button" data-own="download">Download the fixed file</button>
    <button type="button" data-own="unfix">Revert to original</button>

    """ : nil
  return fix == nil && download == nil ? nil : "<p class=\"own\">\(fix)\(download)</p>\n"
}

/// The rules whose findings may be fixable, for the script. Each rule is followed by 1 if the change may be
/// visible (0 if not) and by the name of the fix: `stray-pixels:0:clear specks;file-size:1:reduce file size`.
func possibleFixesAttributeValue(_ sticker: PreviewSticker) -> String {
  var seen: Set<String> = []
  let fixOptions = FixOptions(allowsLossyFixes: true, selectedRules: Set(sticker.findings.map(\.rule)))
  return sticker.findings.compactMap { finding -> String? in
    guard let kind = finding.evidence.fix?.kind, !kind.changesCatalogs,
      fixOptions.unfixedReason(for: finding) == nil,
      seen.insert(finding.rule).inserted
    else { return nil }
    return "\(finding.rule):\(kind.isLossy || kind.isOptIn ? 1 : 0):\(kind.description)"
  }.joined(separator: ";")
}

/// A link to the explanation of a rule, which the script opens below the finding. Without the script, the drop
/// page opens its own explanation, and a preview file opens the published page.
func ruleLink(_ rule: String, in pageKind: PageKind) -> HTML? {
  // Custom rules have no explanation.
  guard Rule.all.contains(where: { $0.id == rule }) else { return nil }
  let page: HTML =
    pageKind.isDropPage ? "rules/\(rule)" : "\(address: Tool.pageAddress(ofRule: rule) ?? "#why-\(rule)")"
  return
    "<a class=\"why\" href=\"\(page)\" target=\"_blank\" rel=\"noopener\" data-why=\"\(rule)\">Why?</a>"
}

/// The marks of findings, drawn over the art; nil if there are none.
func markLayer(_ marks: [FindingMark], on canvas: PixelSize) -> HTML? {
  let shapes = marks.compactMap { mark -> HTML? in
    guard let shape = markShape(mark.area, on: canvas) else { return nil }
    return "<g data-rule=\"\(mark.rule)\">\(shape)</g>"
  }
  if shapes.isEmpty { return nil }
  return """
    <svg class="marks" viewBox="0 0 \(canvas.width) \(canvas.height)" preserveAspectRatio="none" \
    aria-hidden="true">\(shapes)</svg>
    """
}

/// The rules with the frames of their findings, as JSON for the player.
func markedFramesJSON(_ marks: [FindingMark]) -> String {
  let frames = marks.compactMap { mark -> String? in
    guard case .frames(let frames) = mark.area else { return nil }
    return "[\"\(mark.rule)\",[\(frames.map(String.init).joined(separator: ","))]]"
  }
  return "[\(frames.joined(separator: ","))]"
}

/// Where the page marks a finding; nil if it is not marked.
func whereMarkedText(_ rule: String, _ marks: [FindingMark]) -> String? {
  let own = marks.filter { $0.rule == rule }
  if own.isEmpty { return nil }
  let isInTime = own.allSatisfy { if case .frames = $0.area { true } else { false } }
  return isInTime ? "Marked in the Animation view" : "Marked on the art"
}

/// Draws each shape twice, with a light line underneath, so that the mark is visible on dark art.
private func markShape(_ area: FindingMark.Area, on canvas: PixelSize) -> HTML? {
  switch area {
  case .frames: return nil
  case .pixels(let points, _):
    // Numbers need no escaping: `M12.5 7.5h0`.
    let path = points.map { "M\($0.x).5 \($0.y).5h0" }.joined()
    return "<path class=\"dots\" d=\"\(path)\"/><path class=\"dots line\" d=\"\(path)\"/>"
  case .rectangle(let rect, _):
    if rect.width <= 1 || rect.height <= 1, rect.width + rect.height > 17 { return straightCutMark(rect) }
    if max(rect.width, rect.height) * 12 < canvas.longerSide { return ringMark(rect, canvas) }
    return doubleStrokedShape(
      "rect",
      attributes: """
        x="\(rect.x)" y="\(rect.y)" width="\(rect.width)" height="\(rect.height)"
        """)
  }
}

/// A line along a straight cut.
private func straightCutMark(_ rect: PixelRect) -> HTML {
  let (right, bottom) = (rect.x + rect.width, rect.y + rect.height)
  let isLevel = rect.width > rect.height
  return doubleStrokedShape(
    "line",
    attributes: """
      x1="\(rect.x)" y1="\(rect.y)" x2="\(isLevel ? right : rect.x)" y2="\(isLevel ? rect.y : bottom)"
      """, classPrefix: "cut ")
}

/// A ring around something too small to see.
private func ringMark(_ rect: PixelRect, _ canvas: PixelSize) -> HTML {
  let radius = max(rect.width, rect.height) / 2 + max(6, canvas.longerSide / 36)
  return doubleStrokedShape(
    "circle",
    attributes: """
      cx="\(rect.x + rect.width / 2)" cy="\(rect.y + rect.height / 2)" r="\(radius)"
      """)
}

private func doubleStrokedShape(_ name: HTML, attributes place: HTML, classPrefix kind: HTML = "") -> HTML {
  "<\(name) class=\"\(kind)\" \(place)/><\(name) class=\"\(kind)line\" \(place)/>"
}
