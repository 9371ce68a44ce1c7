import StickerModel

/// What other messengers make of the pack, folded away: the page is about Messages. The script fills it.
let messengersPart: HTML = """
  <details id="messengers" class="messengers"><summary>For other messengers\
  <span>: Signal, Telegram, WhatsApp, LINE, Discord …</span></summary>
  <p id="messengers-sum" class="quiet" role="status"></p>
  <div class="messengers-texts">
  <label class="field">Author<input type="text" id="messengers-author" autocomplete="off" \
  spellcheck="false"></label>
  <label class="field">Publisher<input type="text" id="messengers-publisher" autocomplete="off" \
  spellcheck="false" placeholder="the author"></label>
  </div>
  \(group("Stickers") { !$0.isEmoji })\(group("Emoji") { $0.isEmoji })</details>

  """

private func group(_ title: String, _ holds: (MessengerLook) -> Bool) -> HTML {
  """
  <h4 id="messengers-\(title.lowercased())">\(title)</h4>
  <ul class="messenger-list" aria-labelledby="messengers-\(title.lowercased())">
  \(MessengerLook.all.filter(holds).map(row))</ul>

  """
}

private func row(_ look: MessengerLook) -> HTML {
  """
  <li data-messenger="\(look.profile)"><i class="dot" aria-hidden="true"></i>\
  <b>\(look.title)</b><div class="words"><span></span>\
  <details hidden><summary></summary><ul></ul></details></div>\
  <button type="button" data-hand="\(look.profile)" aria-label="Download for \(look.fullTitle)" hidden>\
  Download</button></li>

  """
}

/// How art looks in other messengers, copied to the sticker that is open.
///
/// - Parameter first: the profile of the messenger that is shown first; nil for none of them.
func looksTemplate(_ messengers: [PreviewMessenger], first: String?) -> HTML? {
  if messengers.isEmpty { return nil }
  func options(_ isEmoji: Bool) -> [HTML] {
    messengers.filter { $0.look.isEmoji == isEmoji }.map { messenger in
      let selected: HTML? = messenger.look.profile == first ? " selected" : nil
      return """
        <option value="\(messenger.look.profile)" \(messenger.figures)\(selected)>\
        \(messenger.look.title)</option>
        """
    }
  }
  return """
    <template id="looks"><div class="looks">
    <p class="bar"><label>Shown in <select data-look><optgroup label="Stickers">\(options(false))</optgroup>\
    <optgroup label="Emoji">\(options(true))</optgroup></select></label></p>
    <div class="phones">
    \(chat("light"))\(chat("dark"))</div>
    <p class="legend"><span data-figures></span> Sizes and backgrounds are what people have measured: \
    messengers do not publish them.</p>
    </div></template>

    """
}

/// A chat that is nobody's: sticker or emoji sent and received, alone and in text.
private func chat(_ scheme: HTML) -> HTML {
  """
  <figure class="phone look" data-scheme="\(scheme)"><div class="talk">
  <p class="bubble from-them">Seen this one?<span data-in="inline"></span></p>
  <p class="from-me"><span data-in="alone"></span></p>
  <p class="bubble from-me">It is my favorite of all<span data-in="inline"></span></p>
  <p class="from-them"><span data-in="alone"></span></p>
  </div><figcaption>\(scheme)</figcaption></figure>

  """
}
