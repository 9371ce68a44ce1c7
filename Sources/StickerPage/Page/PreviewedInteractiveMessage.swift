import StickerEngine
import StickerImage
import Stickers

/// One interactive message of a preview: its layout, its image and its findings.
struct PreviewedInteractiveMessage: Sendable {
  /// The number of the message on the page.
  let number: Int
  /// The contents of its `message.yml`.
  let messageFile: InteractiveMessageFile
  /// The folder as shown on the page; nil to show none.
  var displayedFolder: Path?
  /// The art above the captions.
  let art: Art
  /// The icon of the app, a small square PNG; nil if unknown.
  let appIconPNG: [UInt8]?
  /// Findings on the `message.yml` and on the files that it refers to.
  let findings: [Finding]

  /// The art that a bubble shows above its captions.
  enum Art: Sendable {
    /// No image, because none is specified or it cannot be shown.
    case noImage
    /// A video, which the page does not play.
    case video(Path)
    /// An image, both as it is in the file and as the recipient gets it.
    case image(ArtImage)
  }

  /// The image of a message.
  struct ArtImage: Sendable {
    /// The file that the `message.yml` specifies.
    let path: Path
    /// The number of the file on the drop page.
    var fileNumber = 0
    /// Changes when another file takes the same path.
    var revision = 0
    /// The image in the file.
    let originalImage: PreviewImage
    /// The image as the recipient gets it; nil if that cannot be simulated.
    let receivedImage: SimulatedReceivedImage?
  }

  init(
    number: Int, _ messageFile: InteractiveMessageFile, art: Art, appIconPNG icon: [UInt8]? = nil,
    findings: [Finding]
  ) {
    self.number = number
    self.messageFile = messageFile
    self.art = art
    self.appIconPNG = icon
    self.findings = findings
    let parent = messageFile.path.parent
    displayedFolder = parent == Path(".") || parent.bytes.isEmpty ? nil : parent
  }

  /// The highest severity of the findings; nil without findings.
  var highestSeverity: Severity? { findings.map(\.severity).max() }

  /// The languages to show the message in: those of its text, or the undetermined language.
  var languagesOrUndetermined: [String] {
    let declared = messageFile.languages.filter { $0 != PackSticker.undeterminedLanguage }
    return declared.isEmpty ? [PackSticker.undeterminedLanguage] : declared
  }

  // An untrusted file may declare thousands of languages, and its text may be a megabyte long.
  static let maxLanguages = 24
  private static let maxTextScalars = 1000

  /// Returns the text in a language, truncated if it is very long; nil if there is no text or it is empty.
  func truncatedTextWithFallback(_ key: InteractiveMessageTextKey, in language: String) -> String? {
    let texts = messageFile[key]
    guard let text = (texts[language] ?? texts[PackSticker.undeterminedLanguage])?.value, !text.isEmpty else {
      return nil
    }
    let kept = text.unicodeScalars.prefix(Self.maxTextScalars)
    return kept.endIndex == text.unicodeScalars.endIndex ? text : String(kept) + "…"
  }

  /// The URL of the first example state, or the base URL if there are no states; nil without a valid base
  /// URL.
  var exampleStateOrBaseURL: String? {
    guard let base = messageFile.unvalidatedStateBaseURL?.value, fault(ofBaseURL: base) == nil else {
      return nil
    }
    return messageFile.exampleStates.first?.url(appendedTo: base) ?? base
  }
}

/// The original image next to the one that the recipient gets; nil if that cannot be simulated.
func originalAndReceivedImageSection(_ message: PreviewedInteractiveMessage, _ pageKind: PageKind) -> HTML? {
  guard case .image(let picture) = message.art, let transit = picture.receivedImage else { return nil }
  let canvas = picture.originalImage.parsedContainer.canvas
  let untouched: ImageAddress =
    switch pageKind {
    case .file:
      ImageAddress(dataURLOf: picture.originalImage.bytes, mediaType: picture.originalImage.mediaType)
    case .dropPage: ImageAddress(below: "art", imageNumber: picture.fileNumber, revision: picture.revision)
    }
  let cut = SimulatedReceivedImage.pointsCroppedPerVerticalEdge
  let quality = SimulatedReceivedImage.jpegQuality
  return """
    <section><h4>How the image arrives</h4><div class="pictures">
    <figure><img src="\(untouched)" width="\(canvas.width)" height="\(canvas.height)" \
    alt="\(picture.path.name)"><figcaption>original: \("\(canvas)"), \
    \(fileSizeText(picture.originalImage.bytes.count))</figcaption></figure>
    <figure><svg viewBox="0 0 \(transit.size.width) \(transit.size.height)" role="img" \
    aria-label="\(picture.path.name), simulated"><use href="#picture-\(message.number)"/></svg>\
    <figcaption><b>simulated</b>: as it may arrive, as a JPEG of quality \(quality) \
    (\(fileSizeText(transit.jpegBytes.count))), with \(cut) points cut off on the left and right</figcaption></figure>
    </div></section>

    """
}

/// What systems that do not support interactive messages show: the image and the link, as two messages.
func imageAndLinkFallbackSection(_ message: PreviewedInteractiveMessage) -> HTML {
  let picture: HTML
  switch message.art {
  case .noImage:
    picture =
      "<p class=\"bubble theirs\"><em>no image: this message is not sent, unless your code draws one</em></p>"
  case .video(let path): picture = "<p class=\"bubble theirs\">▶︎ \(path.name)</p>"
  case .image(let shown):
    picture =
      shown.receivedImage.map { transit in
        """
        <div class="bubble photo"><svg viewBox="0 0 \(transit.size.width) \(transit.size.height)" role="img" \
        aria-label="\(shown.path.name)"><use href="#picture-\(message.number)"/></svg></div>
        """
      } ?? "<p class=\"bubble theirs\">\(shown.path.name)</p>"
  }
  let link: HTML =
    message.exampleStateOrBaseURL.map { "<p class=\"bubble theirs link\">\(truncatedURL($0))</p>" }
    ?? "<p class=\"bubble theirs\"><em>no URL: this message is not sent</em></p>"
  return """
    <section><h4>On older systems</h4><div class="phones">
    <figure class="phone" data-scheme="light"><div class="talk">
    \(picture)
    \(link)
    </div><figcaption>Two messages instead of one: the image, and the URL of the first example state\
    </figcaption></figure></div></section>

    """
}

/// Shortens a URL, which may have thousands of characters.
private func truncatedURL(_ url: String) -> String {
  let most = 160
  return url.utf8.count > most ? url.prefix(most) + "…" : url
}

/// Returns the markup of the interactive messages; nil for an empty list. The page's script adds nothing to
/// them.
func interactiveMessagesSection(_ messages: [PreviewedInteractiveMessage], in pageKind: PageKind)
  -> HTML?
{
  if messages.isEmpty { return nil }
  return """
    <section class="messages" aria-labelledby="of-messages">
    <h2 id="of-messages">Interactive messages</h2>
    \(messages.map { messageSection($0, pageKind) })</section>

    """
}

/// One message: verdict, findings, its appearance in each language, and its fallback on older systems.
private func messageSection(_ message: PreviewedInteractiveMessage, _ pageKind: PageKind) -> HTML {
  let (number, path, verdict) = (
    message.number, message.messageFile.path, StickerVerdict(message.highestSeverity)
  )
  return """
    <section class="message" id="message-\(number)" data-verdict="\(verdict.rawValue)" \
    aria-labelledby="message-name-\(number)">
    <header>\(verdict.circledSymbol)<h3 id="message-name-\(number)">\(path.name)</h3>
    <p class="verdict \(verdict.rawValue)">\(verdict.readinessLabel)</p>
    \(message.displayedFolder.map { "<p class=\"facts\"><span class=\"folder\">\($0)/</span></p>" })</header>
    \(svgSymbolDefinitions(message))\(interactiveMessageFindingsList(message, pageKind))\(languageSectionsUpToLimit(message))\
    <div class="elsewhere">
    \(originalAndReceivedImageSection(message, pageKind))\(imageAndLinkFallbackSection(message))</div>
    </section>

    """
}

/// Defines images that are drawn several times, so that the page contains each of them only once.
private func svgSymbolDefinitions(_ message: PreviewedInteractiveMessage) -> HTML? {
  var symbols: [HTML] = []
  if let shown = message.receivedImage {
    symbols.append(
      svgSymbolElement(
        "picture", message, shown.size, ImageAddress(dataURLOf: shown.jpegBytes, mediaType: "image/jpeg"))
    )
  }
  if let icon = message.appIconPNG {
    symbols.append(
      svgSymbolElement(
        "icon", message, PixelSize(1, 1), ImageAddress(dataURLOf: icon, mediaType: "image/png")))
  }
  return symbols.isEmpty ? nil : "<svg class=\"store\" aria-hidden=\"true\">\(symbols)</svg>\n"
}

private func svgSymbolElement(
  _ kind: StaticString, _ message: PreviewedInteractiveMessage, _ size: PixelSize, _ address: ImageAddress
) -> HTML {
  """
  <symbol id="\("\(kind)")-\(message.number)" viewBox="0 0 \(size.width) \(size.height)">\
  <image href="\(address)" width="\(size.width)" height="\(size.height)"/></symbol>
  """
}

private func interactiveMessageFindingsList(
  _ message: PreviewedInteractiveMessage, _ pageKind: PageKind
) -> HTML {
  if message.findings.isEmpty { return "<p class=\"quiet\">\(StickerVerdict.fine.explanation)</p>\n" }
  let items = mostSevereFirst(message.findings).map { finding -> HTML in
    let line = finding.evidence.location.sourceLocation.map { "line \($0.line)" }
    let own = finding.path == message.messageFile.path
    let place = own ? line : finding.path.name.displayText
    return """
      <li class="\(finding.severity.rawValue)"><span class="severity">\(finding.severity.rawValue)</span> \
      <b>\(htmlReplacingBackticks(capitalizedMessage(finding.evidence.message)))</b> \(place.map { "<span class=\"where\">\($0)</span>" })
      <small>\(htmlReplacingBackticks(finding.advice))</small> \(ruleLink(finding.rule, in: pageKind))</li>

      """
  }
  return "<ul class=\"findings\">\n\(items)</ul>\n"
}

/// Shows the message in each language, up to a limit.
private func languageSectionsUpToLimit(_ message: PreviewedInteractiveMessage) -> HTML {
  let shown = message.languagesOrUndetermined.prefix(PreviewedInteractiveMessage.maxLanguages).map {
    languageSection(message, in: $0)
  }
  let others = message.languagesOrUndetermined.count - shown.count
  return HTML(shown + (others > 0 ? ["<p class=\"quiet\">\(countText(others, "more language"))</p>\n"] : []))
}

/// Shows the message in a language, in light mode and dark mode, and the text that VoiceOver reads.
private func languageSection(_ message: PreviewedInteractiveMessage, in language: String) -> HTML {
  let isKnown = language != PackSticker.undeterminedLanguage
  let tag: HTML? = isKnown ? " lang=\"\(language)\"" : nil
  let label = message.truncatedTextWithFallback(.accessibilityLabel, in: language)
  let read: HTML =
    label.map { "“<span\(tag)>\(markingPlaceholders(in: $0))</span>”" } ?? "<em>nothing (no label)</em>"
  return """
    <div class="in-language">
    \(isKnown ? "<h4>Language: \(language)</h4>\n" : nil)<div class="phones">
    \(["light", "dark"].map { phoneFigure(message, language, tag, $0) })</div>
    <p class="voiceover">VoiceOver reads: \(read)</p>
    </div>

    """
}

private func phoneFigure(
  _ message: PreviewedInteractiveMessage, _ language: String, _ tag: HTML?, _ scheme: HTML
) -> HTML {
  let summary = message.truncatedTextWithFallback(.summary, in: language)
  let line: HTML = summary.map { "\(markingPlaceholders(in: $0))" } ?? "<em>no summary</em>"
  return """
    <figure class="phone" data-scheme="\(scheme)"><div class="talk"\(tag)>
    \(messageBubble(message, in: language))<p class="collapsed">\(icon(of: message))<span>\(line)</span></p>
    </div><figcaption>\(scheme) mode: as it arrives, and the line that remains after the next message in its \
    session</figcaption></figure>

    """
}

private func messageBubble(_ message: PreviewedInteractiveMessage, in language: String) -> HTML {
  func line(_ key: InteractiveMessageTextKey) -> HTML? {
    message.truncatedTextWithFallback(key, in: language).map {
      "<p class=\"\(key.rawValue)\">\(markingPlaceholders(in: $0))</p>"
    }
  }
  let captions = [
    [InteractiveMessageTextKey.caption, .subcaption], [.trailingCaption, .trailingSubcaption],
  ].map {
    keys in
    keys.compactMap(line)
  }
  let below: HTML? =
    captions.allSatisfy(\.isEmpty)
    ? nil : "<div class=\"captions\"><div>\(captions[0])</div><div>\(captions[1])</div></div>\n"
  return """
    <div class="app-bubble">
    <div class="layout\(message.showsArt ? nil : " bare")">\(messageArt(message))\(icon(of: message))\
    <div class="titles">\(line(.imageTitle))\(line(.imageSubtitle))</div></div>
    \(below)</div>

    """
}

/// The image as the recipient gets it, or a symbol for a video.
private func messageArt(_ message: PreviewedInteractiveMessage) -> HTML? {
  switch message.art {
  case .noImage: nil
  case .video(let path):
    """
    <svg class="video" viewBox="0 0 300 300" role="img" aria-label="video \(path.name)">\
    <circle cx="150" cy="150" r="44"/><path d="M136 126l40 24-40 24z"/></svg>
    """
  case .image(let picture):
    message.receivedImage.map { shown in
      """
      <svg class="picture" viewBox="0 0 \(shown.size.width) \(shown.size.height)" role="img" \
      aria-label="\(picture.path.name)"><use href="#picture-\(message.number)"/></svg>
      """
    }
  }
}

private func icon(of message: PreviewedInteractiveMessage) -> HTML? {
  guard message.appIconPNG != nil else { return nil }
  return """
    <svg class="app-icon" viewBox="0 0 1 1" aria-hidden="true"><use href="#icon-\(message.number)"/></svg>
    """
}

/// Returns the text with its placeholders marked.
private func markingPlaceholders(in text: String) -> HTML {
  HTML(
    InteractiveMessagePlaceholder.pieces(of: text).map { piece -> HTML in
      switch piece {
      case .plain(let text): "\(UntrustedText(text).displayText)"
      case .placeholder(let name): "<mark title=\"the extension fills this in\">{\(name.rawValue)}</mark>"
      }
    })
}

extension PreviewedInteractiveMessage {
  /// The image as a bubble shows it.
  fileprivate var receivedImage: SimulatedReceivedImage? {
    if case .image(let picture) = art { picture.receivedImage } else { nil }
  }

  fileprivate var showsArt: Bool {
    if case .video = art { true } else { receivedImage != nil }
  }
}
