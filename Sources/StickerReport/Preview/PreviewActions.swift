import StickerFix
import StickerImage
import StickerModel

/// What can be done about a finding only where somebody asks for just that.
func fixOnRequest(_ finding: Finding, _ place: PreviewPlace) -> HTML? {
  guard let kind = finding.evidence.fix?.kind, !kind.isOfCatalogs, kind != .flatten,
    FixRequest(isLossy: true).refusal(of: finding) != nil
  else { return nil }
  guard place == .dropPage else {
    let (what, words) = (kind.wordsOnCommandLine, FixRequest().refusal(of: finding)?.words(finding.rule))
    return words.map { "<small>\(sentence(what)): \($0).</small>" }
  }
  let what = sentence(kind.words)
  return " <button type=\"button\" data-own=\"fix\" data-query=\"?rules=\(finding.rule)\">\(what)</button>"
}

/// What can be done with one sticker of the drop page.
func ownActions(_ sticker: PreviewSticker, _ place: PreviewPlace) -> HTML? {
  guard place == .dropPage else { return nil }
  let isFixed = sticker.isFixed(in: place)
  let curable = sticker.findings.filter { FixRequest(isLossy: true).cures($0) }
  let isVisible = curable.contains { !FixRequest().cures($0) }
  let query: HTML = isVisible ? " data-query=\"?lossy=1\"" : ""
  let words = isVisible ? "Fix it: people may see it" : "Fix it"
  let fix: HTML =
    curable.isEmpty || isFixed
    ? "" : "<button type=\"button\" data-own=\"fix\"\(query)>\(words)</button>\n"
  let download: HTML =
    isFixed
    ? """
    <button type="button" data-own="download">Download the fixed file</button>
    <button type="button" data-own="unfix">Keep it as it was</button>

    """ : ""
  return """
    <p class="own">\(fix)\(download)\
    <button type="button" data-own="remove" class="quiet">Take off the page</button></p>

    """
}

/// What a fix may cure where it is asked for: each rule with whether people may see the change, and what
/// would be done: `stray-pixels:0:clear specks;file-size:1:make it lighter`.
func curable(_ sticker: PreviewSticker) -> String {
  var met: Set<String> = []
  let request = FixRequest(isLossy: true, selected: Set(sticker.findings.map(\.rule)))
  return sticker.findings.compactMap { finding -> String? in
    guard let kind = finding.evidence.fix?.kind, !kind.isOfCatalogs, request.refusal(of: finding) == nil,
      met.insert(finding.rule).inserted
    else { return nil }
    return "\(finding.rule):\(kind.isLossy || kind.isOnlyOnRequest ? 1 : 0):\(kind.words)"
  }.joined(separator: ";")
}

/// Leads to all that is to be said of a rule; its name where there is no page.
func why(_ rule: String, in place: PreviewPlace) -> HTML {
  guard place == .dropPage else { return "<code>\(rule)</code>" }
  return
    "<a class=\"why\" href=\"rules/\(rule)\" target=\"_blank\" rel=\"noopener\" title=\"\(rule)\">why?</a>"
}
