import StickerFix
import StickerImage
package import StickerModel

/// One sticker of the preview page: verdict, art with what was found drawn on it, findings, and what fixing
/// it gives. The page's script adds the views to it.
package func previewArticle(_ sticker: PreviewSticker, in place: PreviewPlace) -> HTML {
  let number = sticker.number
  let isFixed = sticker.isFixed(in: place)
  // What the pack still lacks is said of the pack, and no fault of the art.
  let found = (isFixed ? sticker.foundOnceFixed : sticker.findings).filter { !place.says($0) }
  let verdict = Verdict(found.map(\.severity).max())
  let rules = Set(found.map(\.rule)).sorted().joined(separator: " ")
  return """
    <article class="sticker" id="sticker-\(number)" tabindex="-1" data-number="\(number)" \
    data-verdict="\(verdict.rawValue)" data-rules="\(rules)" data-role="\(sticker.role.rawValue)" \
    data-path="\(sticker.path)" \
    data-name="\((isFixed ? newName(sticker) : sticker.path.name).shown)" \
    data-asked="\(sticker.asked.joined(separator: " "))" \
    data-smallest="\(sticker.isSmallest ? 1 : 0)" \
    data-fixes="\(curable(sticker))" data-flashes="\(flashes(sticker) ? 1 : 0)" \
    data-frames="\(isFixed ? "" : markedFrames(sticker.marks))" \
    aria-labelledby="name-\(number)">
    <header>\(verdict.badge)<h3 id="name-\(number)">\(isFixed ? newName(sticker) : sticker.path.name)</h3>
    <p class="verdict \(verdict.rawValue)">\(isFixed ? "Fixed: " : nil)\(verdict.words)</p>
    <p class="facts">\(sticker.folder.map(folder))\
    \(isFixed ? factsOnceFixed(sticker) : facts(sticker))</p></header>
    <div class="parts">
    \(stage(sticker, place))<div class="said">
    \(findingsList(found, on: sticker, place))\(voiceOver(sticker))\(fixedPart(sticker, place))\
    \(ownActions(sticker, place))\(isFixed ? asItWas(sticker, place) : nil)</div>
    </div>
    </article>

    """
}

/// What is not looked at is not asked for.
func loading(_ place: PreviewPlace) -> HTML? { place.isDropPage ? " loading=\"lazy\"" : nil }

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
private func stage(_ sticker: PreviewSticker, _ place: PreviewPlace) -> HTML {
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
func art(_ sticker: PreviewSticker, _ place: PreviewPlace) -> HTML? {
  guard let picture = sticker.picture else { return nil }
  let canvas = picture.container.canvas
  let name = sticker.voiceOver.map { Untrusted($0).shown } ?? sticker.path.name.shown
  return """
    <div class="canvas">
    <img class="art" \(source(in: sticker))="\(address(of: picture, below: "art", sticker, place))" \
    width="\(canvas.width)" height="\(canvas.height)" alt="\(name)" decoding="async"\(loading(place)) \
    \(timing(picture))>
    \(markLayer(sticker.marks, on: canvas))</div>
    """
}

extension PreviewPlace {
  /// Whether a finding is said in a place of its own: what a description that is written on the page still
  /// lacks.
  package func says(_ finding: Finding) -> Bool {
    let isOfCatalog = finding.path.components.contains { part in
      ["xcstickers", "xcassets", "stickerpack"].contains(part.lowercasedExtension)
    }
    return isDropPage && !isOfCatalog && saidAsLacks.contains(finding.rule)
  }
}

private let saidAsLacks: Set = [
  RuleID.missingIcon, RuleID.missingDescription, RuleID.missingLocalization,
]

/// Where a page finds one of a sticker's pictures.
///
/// - Parameter folder: of the drop page.
func address(
  of picture: PreviewPicture, below folder: StaticString, _ sticker: PreviewSticker, _ place: PreviewPlace
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

private func couldNot(_ reason: String) -> HTML {
  "<small>Could not be fixed: \(Untrusted(reason).shown).</small>"
}

/// What was found before it was fixed.
private func asItWas(_ sticker: PreviewSticker, _ place: PreviewPlace) -> HTML {
  """
  <details class="was"><summary>As it was</summary>
  \(findingsList(sticker.findings, on: sticker, place))</details>

  """
}

private func findingsList(
  _ findings: [Finding], on sticker: PreviewSticker, _ place: PreviewPlace
) -> HTML {
  if findings.isEmpty { return "<p class=\"quiet\">\(Verdict.fine.meaning)</p>\n" }
  let items = mostSevereFirst(findings.filter { $0.behind == nil }).map { finding -> HTML in
    let reason = sticker.fixed?.left.lazy.compactMap { $0.reason(for: finding) }.first
    let failure = reason.map { place == .dropPage ? $0.text : $0.onCommandLine }
    let seen = placeInWords(finding.rule, sticker.marks)
    return """
      <li class="\(finding.severity.rawValue)" data-rule="\(finding.rule)">\
      <span class="severity">\(finding.severity.rawValue)</span> \
      <b>\(sentence(finding.evidence.message))</b>
      <small>\(finding.advice)</small> \(why(finding.rule, in: place))\(failure.map(couldNot))\
      \(seen.map { "<span class=\"where\">\($0)</span>" })\(fixOfItsOwn(finding, sticker, place))</li>

      """
  }
  return "<ul class=\"findings\">\n\(items)</ul>\n"
}

private func voiceOver(_ sticker: PreviewSticker) -> HTML? {
  sticker.voiceOver.map { "<p class=\"voiceover\">VoiceOver says: “\(Untrusted($0).shown)”</p>\n" }
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
  func isFixed(in place: PreviewPlace) -> Bool {
    place == .dropPage && fixed?.change != nil
  }
}

extension Unfixed {
  /// Why a finding could not be fixed; nil where it was not tried, or where this is about another.
  fileprivate func reason(for finding: Finding) -> Sentence? {
    guard self.finding.rule == finding.rule, case .failed(let reason) = refusal else { return nil }
    return reason
  }
}
