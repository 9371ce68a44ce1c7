import StickerEngine
import StickerImage

/// One sticker of the preview page: verdict, art with what was found drawn on it, findings, and what fixing
/// it gives. The page's script adds the views to it.
func previewArticle(_ sticker: PreviewSticker, in place: PreviewDestination) -> HTML {
  let number = sticker.number
  let isFixed = sticker.isFixed(in: place)
  // What the pack still lacks is said of the pack, and no fault of the art.
  let found = (isFixed ? sticker.foundOnceFixed : sticker.findings).filter { !place.showsSeparately($0) }
  let verdict = Verdict(found.map(\.severity).max())
  let rules = Set(found.map(\.rule)).sorted().joined(separator: " ")
  return """
    <article class="sticker" id="sticker-\(number)" tabindex="-1" data-number="\(number)" \
    data-verdict="\(verdict.rawValue)" data-rules="\(rules)" data-role="\(sticker.role.rawValue)" \
    data-path="\(sticker.path)" \
    data-name="\((isFixed ? newName(sticker) : sticker.path.name).displayText)" \
    data-asked="\(sticker.requestedRules.joined(separator: " "))" \
    data-smallest="\(sticker.isSmallest ? 1 : 0)" \
    data-fixes="\(fixableRules(sticker))" data-flashes="\(flashes(sticker) ? 1 : 0)" \
    data-frames="\(isFixed ? "" : markedFrames(sticker.marks))" \
    aria-labelledby="name-\(number)">
    <header>\(verdict.badge)<h3 id="name-\(number)">\(isFixed ? newName(sticker) : sticker.path.name)</h3>
    <p class="verdict \(verdict.rawValue)">\(isFixed ? "Fixed: " : nil)\(verdict.words)</p>
    <p class="facts">\(sticker.folder.map(folder))\
    \(isFixed ? factsOnceFixed(sticker) : facts(sticker))</p></header>
    <div class="parts">
    \(stage(sticker, place))<div class="said">
    \(findingsList(found, on: sticker, place))\(voiceOver(sticker))\(fixedPart(sticker, place))\
    \(stickerActions(sticker, place))\(isFixed ? originalPicture(sticker, place) : nil)</div>
    </div>
    </article>

    """
}

/// What is not looked at is not asked for.
func loading(_ place: PreviewDestination) -> HTML? { place.isDropPage ? " loading=\"lazy\"" : nil }

/// What flashes does not play before somebody asks for it.
private func flashes(_ sticker: PreviewSticker) -> Bool {
  sticker.findings.contains { $0.rule == RuleID.flashing }
}

/// The attribute that a picture's address stands in. Where it flashes it is given to the script alone; a
/// browser has one of 1 × 1 px instead.
func source(in sticker: PreviewSticker) -> HTML {
  flashes(sticker) ? "src=\"data:image/gif;base64,R0lGODlhAQABAAAAACw=\" data-src" : "src"
}

/// The art as it is taken along: fixed, or as it came with what is drawn on it.
private func stage(_ sticker: PreviewSticker, _ place: PreviewDestination) -> HTML {
  if sticker.isFixed(in: place), let after = fixedPicture(sticker, place) {
    return "<figure class=\"stage ground\"><div class=\"canvas\">\(after)</div></figure>\n"
  }
  guard let art = art(sticker, place) else {
    return "<figure class=\"stage\"><p class=\"nothing\">no picture to show</p></figure>\n"
  }
  let isCorrupt = sticker.findings.contains { $0.rule == RuleID.corruptImage }
  return """
    <figure class="stage ground">\(art)\
    \(isCorrupt ? "<figcaption>as far as this browser can read it</figcaption>" : nil)</figure>

    """
}

/// The art as it came, with what is drawn on it; nil for what is no picture.
func art(_ sticker: PreviewSticker, _ place: PreviewDestination) -> HTML? {
  guard let picture = sticker.picture else { return nil }
  let canvas = picture.container.canvas
  let name = sticker.voiceOver.map { Untrusted($0).displayText } ?? sticker.path.name.displayText
  return """
    <div class="canvas">
    <img class="art" \(source(in: sticker))="\(address(of: picture, below: "art", sticker, place))" \
    width="\(canvas.width)" height="\(canvas.height)" alt="\(name)" decoding="async"\(loading(place)) \
    \(timing(picture))>
    \(markLayer(sticker.marks, on: canvas))</div>
    """
}

extension PreviewDestination {
  /// Whether a finding is said in a place of its own: what a description that is written on the page still
  /// lacks.
  func showsSeparately(_ finding: Finding) -> Bool {
    let isOfCatalog = finding.path.components.contains { part in
      ["xcstickers", "xcassets", "stickerpack"].contains(part.lowercasedExtension)
    }
    return isDropPage && !isOfCatalog && rulesShownAsMissing.contains(finding.rule)
  }
}

private let rulesShownAsMissing: Set = [
  RuleID.missingIcon, RuleID.missingDescription, RuleID.missingLocalization,
]

/// Where a page finds one of a sticker's pictures.
///
/// - Parameter folder: of the drop page.
func address(
  of picture: PreviewPicture, below folder: StaticString, _ sticker: PreviewSticker,
  _ place: PreviewDestination
) -> PictureAddress {
  switch place {
  case .file: PictureAddress(holding: picture.bytes, picture.mediaType)
  case .dropPage: PictureAddress(below: folder, sticker.number, revision: sticker.revision)
  }
}

/// Returns the attributes that the player script reads: the format, the shown delays of the frames
/// as exact fractions, and the number of plays.
func timing(_ picture: PreviewPicture) -> HTML {
  let format = picture.container.format.rawValue
  guard let animation = picture.container.animation else { return "data-format=\"\(format)\"" }
  let delays = animation.frames.map { "\($0.shownDelay.numerator)/\($0.shownDelay.denominator)" }
  return """
    data-format="\(format)" data-plays="\(animation.plays)" data-delays="\(delays.joined(separator: " "))"
    """
}

private func folder(_ path: Path) -> HTML { "<span class=\"folder\">\(path)/</span> " }

private func newName(_ sticker: PreviewSticker) -> Path {
  (sticker.fixed?.change?.path ?? sticker.path).name
}

private func fixFailure(_ reason: String) -> HTML {
  "<small>Could not be fixed: \(Untrusted(reason).displayText).</small>"
}

/// What was found before it was fixed.
private func originalPicture(_ sticker: PreviewSticker, _ place: PreviewDestination) -> HTML {
  """
  <details class="was"><summary>As it was</summary>
  \(findingsList(sticker.findings, on: sticker, place))</details>

  """
}

private func findingsList(
  _ findings: [Finding], on sticker: PreviewSticker, _ place: PreviewDestination
) -> HTML {
  if findings.isEmpty { return "<p class=\"quiet\">\(Verdict.fine.meaning)</p>\n" }
  let items = mostSevereFirst(findings.filter { $0.suppressedBy == nil }).map { finding -> HTML in
    let reason = sticker.fixed?.left.lazy.compactMap { $0.reason(for: finding) }.first
    let failure = reason.map { place == .dropPage ? $0.text : $0.commandLineText }
    let seen = placeInWords(finding.rule, sticker.marks)
    return """
      <li class="\(finding.severity.rawValue)" data-rule="\(finding.rule)">\
      <span class="severity">\(finding.severity.rawValue)</span> \
      <b>\(sentence(finding.evidence.message))</b>
      <small>\(finding.advice)</small> \(ruleLink(finding.rule, in: place))\(failure.map(fixFailure))\
      \(seen.map { "<span class=\"where\">\($0)</span>" })\(fixButton(finding, sticker, place))</li>

      """
  }
  return "<ul class=\"findings\">\n\(items)</ul>\n"
}

private func voiceOver(_ sticker: PreviewSticker) -> HTML? {
  sticker.voiceOver.map { "<p class=\"voiceover\">VoiceOver says: “\(Untrusted($0).displayText)”</p>\n" }
}

/// A message as a sentence of its own: `Art is cut off …`.
func sentence(_ message: String) -> String {
  guard let first = message.first, first.isLowercase else { return message }
  // A file's name or a key stays as it is written.
  let word = message.prefix { $0 != " " }
  if word.contains(where: { ".-_/`".contains($0) }) { return message }
  return first.uppercased() + message.dropFirst()
}

extension PreviewSticker {
  /// Whether what is fixed takes the place of what it was: on the drop page that is what is taken along.
  func isFixed(in place: PreviewDestination) -> Bool {
    place == .dropPage && fixed?.change != nil
  }
}

extension Unfixed {
  /// Why a finding could not be fixed; nil where it was not tried, or where this is about another.
  fileprivate func reason(for finding: Finding) -> UserMessage? {
    guard self.finding.rule == finding.rule, case .failed(let reason) = unfixedReason else { return nil }
    return reason
  }
}

/// What can be done about a finding: on the drop page a button for just that.
func fixButton(_ finding: Finding, _ sticker: PreviewSticker, _ place: PreviewDestination) -> HTML? {
  guard let kind = finding.evidence.fix?.kind, !kind.changesCatalogs, kind != .flatten, kind != .enlargeOrPad
  else { return nil }
  guard place == .dropPage else {
    guard FixRequest(isLossy: true).unfixedReason(for: finding) != nil else { return nil }
    let (what, words) = (
      kind.wordsOnCommandLine, FixRequest().unfixedReason(for: finding)?.words(finding.rule)
    )
    return words.map { "<small>\(sentence(what)): \($0).</small>" }
  }
  guard sticker.role != .frame, !sticker.requestedRules.contains(finding.rule) else { return nil }
  let isVisible: HTML? = kind.isLossy || kind.isOnlyOnRequest ? " <small>people may see it</small>" : nil
  return """
    <span class="cure"><button type="button" data-own="fix" data-rules="\(finding.rule)">\
    \(sentence(kind.words))</button>\(isVisible)</span>
    """
}

/// What can be done with one sticker of the drop page.
func stickerActions(_ sticker: PreviewSticker, _ place: PreviewDestination) -> HTML? {
  guard place == .dropPage else { return nil }
  let isFixed = sticker.isFixed(in: place)
  let fixableRules = isFixed ? [] : sticker.findings.filter { FixRequest(isLossy: true).resolves($0) }
  let rules = Set(fixableRules.map(\.rule)).sorted()
  let fix: HTML =
    rules.count < 2
    ? ""
    : """
    <button type="button" data-own="fix" data-rules="\(rules.joined(separator: ","))">Fix it all</button>

    """
  let download: HTML =
    isFixed
    ? """
    <button type="button" data-own="download">Download the fixed file</button>
    <button type="button" data-own="unfix">Keep it as it was</button>

    """ : ""
  return """
    <p class="own">\(fix)\(download)\
    <button type="button" data-own="remove" class="plain quiet">Take off the page</button> \
    <small>\(removalNote)</small></p>

    """
}

/// What a fix may cure where it is asked for: each rule with whether people may see the change, and what
/// would be done: `stray-pixels:0:clear specks;file-size:1:make it lighter`.
func fixableRules(_ sticker: PreviewSticker) -> String {
  var seen: Set<String> = []
  let request = FixRequest(isLossy: true, selected: Set(sticker.findings.map(\.rule)))
  return sticker.findings.compactMap { finding -> String? in
    guard let kind = finding.evidence.fix?.kind, !kind.changesCatalogs,
      request.unfixedReason(for: finding) == nil,
      seen.insert(finding.rule).inserted
    else { return nil }
    return "\(finding.rule):\(kind.isLossy || kind.isOnlyOnRequest ? 1 : 0):\(kind.words)"
  }.joined(separator: ";")
}

/// Leads to all that is to be said of a rule; its name where there is no page.
func ruleLink(_ rule: String, in place: PreviewDestination) -> HTML {
  guard place == .dropPage else { return "<code>\(rule)</code>" }
  return
    "<a class=\"why\" href=\"rules/\(rule)\" target=\"_blank\" rel=\"noopener\" title=\"\(rule)\">why?</a>"
}

/// What findings speak of, drawn over the art; nothing where no finding has a place on it.
func markLayer(_ marks: [Mark], on canvas: PixelSize) -> HTML? {
  let shapes = marks.compactMap { mark -> HTML? in
    guard let shape = shape(mark.area, on: canvas) else { return nil }
    return "<g data-rule=\"\(mark.rule)\">\(shape)</g>"
  }
  if shapes.isEmpty { return nil }
  return """
    <svg class="marks" viewBox="0 0 \(canvas.width) \(canvas.height)" preserveAspectRatio="none" \
    aria-hidden="true">\(shapes)</svg>
    """
}

/// Each rule with the frames that it speaks of: JSON for the script's player.
func markedFrames(_ marks: [Mark]) -> String {
  let frames = marks.compactMap { mark -> String? in
    guard case .frames(let frames) = mark.area else { return nil }
    return "[\"\(mark.rule)\",[\(frames.map(String.init).joined(separator: ","))]]"
  }
  return "[\(frames.joined(separator: ","))]"
}

/// Where people see what a rule's finding speaks of; nil where it has no place.
func placeInWords(_ rule: String, _ marks: [Mark]) -> String? {
  let own = marks.filter { $0.rule == rule }
  if own.isEmpty { return nil }
  let isInTime = own.allSatisfy { if case .frames = $0.area { true } else { false } }
  return isInTime ? "marked under Animation" : "marked on the art"
}

/// Everything is drawn twice: light below, so that it shows on dark art too.
private func shape(_ area: Mark.Area, on canvas: PixelSize) -> HTML? {
  switch area {
  case .frames: return nil
  case .points(let points, _):
    // Not escaped, since they are numbers: `M12.5 7.5h0`.
    let path = points.map { "M\($0.x).5 \($0.y).5h0" }.joined()
    return "<path class=\"dots\" d=\"\(path)\"/><path class=\"dots line\" d=\"\(path)\"/>"
  case .rectangle(let rect, _):
    if rect.width <= 1 || rect.height <= 1, rect.width + rect.height > 17 { return cut(rect) }
    if max(rect.width, rect.height) * 12 < canvas.longerSide { return ring(rect, canvas) }
    return twice(
      "rect",
      """
      x="\(rect.x)" y="\(rect.y)" width="\(rect.width)" height="\(rect.height)"
      """)
  }
}

/// A straight run along a side.
private func cut(_ rect: PixelRect) -> HTML {
  let (right, bottom) = (rect.x + rect.width, rect.y + rect.height)
  let isLevel = rect.width > rect.height
  return twice(
    "line",
    """
    x1="\(rect.x)" y1="\(rect.y)" x2="\(isLevel ? right : rect.x)" y2="\(isLevel ? rect.y : bottom)"
    """, "cut ")
}

/// What is too small to be seen has a ring around it.
private func ring(_ rect: PixelRect, _ canvas: PixelSize) -> HTML {
  let radius = max(rect.width, rect.height) / 2 + max(6, canvas.longerSide / 36)
  return twice(
    "circle",
    """
    cx="\(rect.x + rect.width / 2)" cy="\(rect.y + rect.height / 2)" r="\(radius)"
    """)
}

private func twice(_ name: HTML, _ place: HTML, _ kind: HTML = "") -> HTML {
  "<\(name) class=\"\(kind)\" \(place)/><\(name) class=\"\(kind)line\" \(place)/>"
}
