import StickerImage
import StickerModel

/// The picture as it is, beside what is left of it when it arrives; nothing where none is known.
func arrival(_ message: PreviewMessage, _ place: PreviewPlace) -> HTML? {
  guard case .picture(let picture) = message.art, let transit = picture.transit else { return nil }
  let canvas = picture.untouched.container.canvas
  let untouched: PictureAddress =
    switch place {
    case .file: PictureAddress(holding: picture.untouched.bytes, picture.untouched.mediaType)
    case .dropPage: PictureAddress(below: "art", picture.number, revision: picture.revision)
    }
  let cut = SimulatedTransit.croppedPoints
  let quality = SimulatedTransit.quality
  return """
    <section><h4>The picture on its way</h4><div class="pictures">
    <figure><img src="\(untouched)" width="\(canvas.width)" height="\(canvas.height)" \
    alt="\(picture.path.name)"><figcaption>as it is: \("\(canvas)"), \
    \(counted(picture.untouched.bytes.count, "byte"))</figcaption></figure>
    <figure><svg viewBox="0 0 \(transit.size.width) \(transit.size.height)" role="img" \
    aria-label="\(picture.path.name), simulated"><use href="#picture-\(message.number)"/></svg>\
    <figcaption><b>simulated</b>: as it may arrive, \(cut) points cut off on the left and on the right, a \
    JPEG of quality \(quality) with \(counted(transit.bytes.count, "byte"))</figcaption></figure>
    </div></section>

    """
}

/// What a system gets that knows no interactive messages: two messages, the picture and the link.
func oldSystem(_ message: PreviewMessage) -> HTML {
  let picture: HTML
  switch message.art {
  case .nothing:
    picture =
      "<p class=\"bubble theirs\"><em>no picture: this message is missing, or drawn by code</em></p>"
  case .video(let path): picture = "<p class=\"bubble theirs\">▶︎ \(path.name)</p>"
  case .picture(let shown):
    picture =
      shown.transit.map { transit in
        """
        <div class="bubble photo"><svg viewBox="0 0 \(transit.size.width) \(transit.size.height)" role="img" \
        aria-label="\(shown.path.name)"><use href="#picture-\(message.number)"/></svg></div>
        """
      } ?? "<p class=\"bubble theirs\">\(shown.path.name)</p>"
  }
  let link: HTML =
    message.url.map { "<p class=\"bubble theirs link\">\(cutShort($0))</p>" }
    ?? "<p class=\"bubble theirs\"><em>no URL: this message is missing</em></p>"
  return """
    <section><h4>On old systems</h4><div class="phones">
    <figure class="phone" data-scheme="light"><div class="talk">
    \(picture)
    \(link)
    </div><figcaption>two messages in place of one: the picture, and the URL of the first example of a state\
    </figcaption></figure></div></section>

    """
}

/// A URL may have thousands of characters.
private func cutShort(_ url: String) -> String {
  let most = 160
  return url.utf8.count > most ? url.prefix(most) + "…" : url
}
