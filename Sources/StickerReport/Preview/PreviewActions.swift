import StickerFix
import StickerImage
import StickerModel

/// What can be done about a finding: on the drop page a button for just that.
func fixOfItsOwn(_ finding: Finding, _ sticker: PreviewSticker, _ place: PreviewPlace) -> HTML? {
  guard let kind = finding.evidence.fix?.kind, !kind.isOfCatalogs, kind != .flatten, kind != .enlargeOrPad
  else { return nil }
  guard place == .dropPage else {
    guard FixRequest(isLossy: true).refusal(of: finding) != nil else { return nil }
    let (what, words) = (kind.wordsOnCommandLine, FixRequest().refusal(of: finding)?.words(finding.rule))
    return words.map { "<small>\(sentence(what)): \($0).</small>" }
  }
  guard sticker.role != .frame, !sticker.asked.contains(finding.rule) else { return nil }
  let mayBeSeen: HTML? = kind.isLossy || kind.isOnlyOnRequest ? " <small>people may see it</small>" : nil
  return """
    <span class="cure"><button type="button" data-own="fix" data-rules="\(finding.rule)">\
    \(sentence(kind.words))</button>\(mayBeSeen)</span>
    """
}

/// What can be done with one sticker of the drop page.
func ownActions(_ sticker: PreviewSticker, _ place: PreviewPlace) -> HTML? {
  guard place == .dropPage else { return nil }
  let isFixed = sticker.isFixed(in: place)
  let curable = isFixed ? [] : sticker.findings.filter { FixRequest(isLossy: true).cures($0) }
  let rules = Set(curable.map(\.rule)).sorted()
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
    <small>\(offPage)</small></p>

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
