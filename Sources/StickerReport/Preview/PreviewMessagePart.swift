import StickerImage
import StickerModel

/// The interactive messages of the page, one after the other; nothing where there is none. They are all
/// markup: the page's script adds nothing to them.
package func previewMessages(_ messages: [PreviewMessage], in place: PreviewPlace) -> HTML? {
  if messages.isEmpty { return nil }
  return """
    <section class="messages" aria-labelledby="of-messages">
    <h2 id="of-messages">Interactive messages</h2>
    \(messages.map { part($0, place) })</section>

    """
}

/// One message: verdict, what was found, how it looks in each language, and what becomes of it elsewhere.
private func part(_ message: PreviewMessage, _ place: PreviewPlace) -> HTML {
  let (number, path, verdict) = (message.number, message.declaration.path, Verdict(message.worst))
  return """
    <section class="message" id="message-\(number)" data-verdict="\(verdict.rawValue)" \
    aria-labelledby="message-name-\(number)">
    <header>\(verdict.badge)<h3 id="message-name-\(number)">\(path.name)</h3>
    <p class="verdict \(verdict.rawValue)">\(verdict.words)</p>
    \(message.folder.map { "<p class=\"facts\"><span class=\"folder\">\($0)/</span></p>" })</header>
    \(store(message))\(found(message))\(transcripts(message))\
    <div class="elsewhere">
    \(arrival(message, place))\(oldSystem(message))</div>
    </section>

    """
}

/// Pictures that are drawn several times, once.
private func store(_ message: PreviewMessage) -> HTML? {
  var symbols: [HTML] = []
  if let shown = message.shownPicture {
    symbols.append(symbol("picture", message, shown.size, PictureAddress(holding: shown.bytes, "image/jpeg")))
  }
  if let icon = message.icon {
    symbols.append(symbol("icon", message, PixelSize(1, 1), PictureAddress(holding: icon, "image/png")))
  }
  return symbols.isEmpty ? nil : "<svg class=\"store\" aria-hidden=\"true\">\(symbols)</svg>\n"
}

private func symbol(
  _ kind: StaticString, _ message: PreviewMessage, _ size: PixelSize, _ address: PictureAddress
) -> HTML {
  """
  <symbol id="\("\(kind)")-\(message.number)" viewBox="0 0 \(size.width) \(size.height)">\
  <image href="\(address)" width="\(size.width)" height="\(size.height)"/></symbol>
  """
}

private func found(_ message: PreviewMessage) -> HTML {
  if message.findings.isEmpty { return "<p class=\"quiet\">\(Verdict.fine.meaning)</p>\n" }
  let items = mostSevereFirst(message.findings).map { finding -> HTML in
    let line = finding.evidence.place.textPlace.map { "line \($0.line)" }
    let own = finding.path == message.declaration.path
    let place = own ? line : finding.path.name.shown
    return """
      <li class="\(finding.severity.rawValue)"><span class="severity">\(finding.severity.rawValue)</span> \
      <b>\(sentence(finding.evidence.message))</b> \(place.map { "<span class=\"where\">\($0)</span>" })
      <small>\(finding.advice)</small><code>\(finding.rule)</code></li>

      """
  }
  return "<ul class=\"findings\">\n\(items)</ul>\n"
}

/// How it looks in each language, as far as a page can hold them.
private func transcripts(_ message: PreviewMessage) -> HTML {
  let shown = message.languages.prefix(PreviewMessage.mostLanguages).map { transcripts(message, in: $0) }
  let others = message.languages.count - shown.count
  return HTML(shown + (others > 0 ? ["<p class=\"quiet\">\(counted(others, "more language"))</p>\n"] : []))
}

/// How it looks in a language, in light and in dark, and what VoiceOver reads of it.
private func transcripts(_ message: PreviewMessage, in language: String) -> HTML {
  let isKnown = language != Sticker.undeterminedLanguage
  let tag: HTML? = isKnown ? " lang=\"\(language)\"" : nil
  let label = message.text(.accessibilityLabel, in: language)
  let read: HTML =
    label.map { "“<span\(tag)>\(filled($0))</span>”" } ?? "<em>nothing: there is no label</em>"
  return """
    <div class="in-language">
    \(isKnown ? "<h4>In \(language)</h4>\n" : nil)<div class="phones">
    \(["light", "dark"].map { phone(message, language, tag, $0) })</div>
    <p class="voiceover">VoiceOver reads: \(read)</p>
    </div>

    """
}

private func phone(_ message: PreviewMessage, _ language: String, _ tag: HTML?, _ scheme: HTML) -> HTML {
  let summary = message.text(.summary, in: language)
  let line: HTML = summary.map { "\(filled($0))" } ?? "<em>no summary</em>"
  return """
    <figure class="phone" data-scheme="\(scheme)"><div class="talk"\(tag)>
    \(bubble(message, in: language))<p class="collapsed">\(icon(of: message))<span>\(line)</span></p>
    </div><figcaption>\(scheme): as it arrives, and the line that is left once the next message of its \
    session is there</figcaption></figure>

    """
}

private func bubble(_ message: PreviewMessage, in language: String) -> HTML {
  func line(_ key: MessageText) -> HTML? {
    message.text(key, in: language).map { "<p class=\"\(key.rawValue)\">\(filled($0))</p>" }
  }
  let captions = [[MessageText.caption, .subcaption], [.trailingCaption, .trailingSubcaption]].map { keys in
    keys.compactMap(line)
  }
  let below: HTML? =
    captions.allSatisfy(\.isEmpty)
    ? nil : "<div class=\"captions\"><div>\(captions[0])</div><div>\(captions[1])</div></div>\n"
  return """
    <div class="app-bubble">
    <div class="layout\(message.hasArt ? nil : " bare")">\(drawn(message))\(icon(of: message))\
    <div class="titles">\(line(.imageTitle))\(line(.imageSubtitle))</div></div>
    \(below)</div>

    """
}

/// The picture as it arrives, or a mark for a video.
private func drawn(_ message: PreviewMessage) -> HTML? {
  switch message.art {
  case .nothing: nil
  case .video(let path):
    """
    <svg class="video" viewBox="0 0 300 300" role="img" aria-label="video \(path.name)">\
    <circle cx="150" cy="150" r="44"/><path d="M136 126l40 24-40 24z"/></svg>
    """
  case .picture(let picture):
    message.shownPicture.map { shown in
      """
      <svg class="picture" viewBox="0 0 \(shown.size.width) \(shown.size.height)" role="img" \
      aria-label="\(picture.path.name)"><use href="#picture-\(message.number)"/></svg>
      """
    }
  }
}

private func icon(of message: PreviewMessage) -> HTML? {
  guard message.icon != nil else { return nil }
  return """
    <svg class="app-icon" viewBox="0 0 1 1" aria-hidden="true"><use href="#icon-\(message.number)"/></svg>
    """
}

/// A text with what the code fills in marked.
private func filled(_ text: String) -> HTML {
  HTML(
    MessagePlaceholder.pieces(of: text).map { piece -> HTML in
      switch piece {
      case .plain(let text): "\(Untrusted(text).shown)"
      case .placeholder(let name): "<mark title=\"the extension fills this in\">{\(name.rawValue)}</mark>"
      }
    })
}

extension PreviewMessage {
  /// The picture as it is drawn in a bubble.
  fileprivate var shownPicture: SimulatedTransit? {
    if case .picture(let picture) = art { picture.transit } else { nil }
  }

  fileprivate var hasArt: Bool {
    if case .video = art { true } else { shownPicture != nil }
  }
}
