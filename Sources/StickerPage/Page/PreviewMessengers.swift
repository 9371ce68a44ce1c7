import StickerEngine

/// How a messenger shows a sticker or an emoji in a chat: the figures that a drawing of it keeps to.
///
/// No messenger publishes them. They are what its users measure, and differ a little from system to system;
/// the page says so.
package struct MessengerAppearance: Sendable {
  /// How large something is in points.
  struct Size: Hashable, Sendable {
    /// Of what is sent alone: the longer side of a full canvas.
    let alone: Int
    /// Of an emoji in a line of text; nil for a sticker, which no line holds.
    var inline: Int?
  }

  /// The name of its profile.
  package let profile: String
  /// What people call it.
  let title: String
  let size: Size
  /// The color behind a chat, 0xRRGGBB.
  let light: UInt32
  /// The same where it is dark.
  let dark: UInt32

  /// Whether it is shown in a line of text.
  var isEmoji: Bool { size.inline != nil }

  private init(
    _ profile: String, _ title: String, alone: Int, inline: Int? = nil, light: UInt32, dark: UInt32
  ) {
    self.profile = profile
    self.title = title
    self.light = light
    self.dark = dark
    size = Size(alone: alone, inline: inline)
  }

  /// All but that of Messages, which the page is about: stickers first.
  package static let all: [MessengerAppearance] = [
    .init("signal", "Signal", alone: 200, light: 0xFFFFFF, dark: 0x121212),
    .init("telegram", "Telegram", alone: 200, light: 0xD3DFBE, dark: 0x0E1621),
    .init("whatsapp", "WhatsApp", alone: 150, light: 0xEFEAE2, dark: 0x0B141A),
    .init("line", "LINE", alone: 185, light: 0x8CABD8, dark: 0x1B1B1B),
    .init("line-animated", "LINE, animated", alone: 160, light: 0x8CABD8, dark: 0x1B1B1B),
    .init("discord-sticker", "Discord", alone: 160, light: 0xFFFFFF, dark: 0x313338),
    .init("telegram-emoji", "Telegram", alone: 100, inline: 20, light: 0xD3DFBE, dark: 0x0E1621),
    .init("line-emoji", "LINE", alone: 90, inline: 20, light: 0x8CABD8, dark: 0x1B1B1B),
    .init("discord-emoji", "Discord", alone: 48, inline: 22, light: 0xFFFFFF, dark: 0x313338),
    .init("slack", "Slack", alone: 32, inline: 22, light: 0xFFFFFF, dark: 0x1A1D21),
    .init("mastodon", "Mastodon", alone: 20, inline: 20, light: 0xFFFFFF, dark: 0x282C37),
    .init("misskey", "Misskey", alone: 32, inline: 32, light: 0xFFFFFF, dark: 0x232323),
    .init("twitch", "Twitch", alone: 28, inline: 28, light: 0xFFFFFF, dark: 0x18181B),
  ]

  /// Tells the two forms of one messenger apart.
  var fullTitle: String { isEmoji ? "\(title) emoji" : title }
}

/// A messenger that a preview shows art in the look of, with what it takes.
struct PreviewMessenger: Sendable {
  let appearance: MessengerAppearance
  let limits: MessengerLimits

  /// - Parameter profile: its name; nil for one that has no look.
  init?(_ profile: String, _ limits: MessengerLimits) {
    guard let appearance = MessengerAppearance.all.first(where: { $0.profile == profile }) else { return nil }
    self.appearance = appearance
    self.limits = limits
  }

  /// What the script draws it by: colors, sizes in points, and the canvas in pixels that art lies on.
  var figures: HTML {
    let width = limits.maxWidth ?? limits.sides.upperBound
    let height = limits.maxHeight ?? limits.sides.upperBound
    let isFixed = limits.sides.lowerBound == limits.sides.upperBound
    // An animation may be smaller where its own figure says so.
    let movesFixed = isFixed && limits.minAnimatedPixels == limits.maxAnimatedPixels
    let inline: HTML? = appearance.size.inline.map { " data-inline=\"\($0)\"" }
    return """
      data-light="\(color(appearance.light))" data-dark="\(color(appearance.dark))" \
      data-alone="\(appearance.size.alone)"\(inline) \
      data-canvas="\(width)x\(height)" data-fixed="\(isFixed ? 1 : 0)" data-moves="\(movesFixed ? 1 : 0)" \
      data-longer="\(limits.longerSide ?? 0)"
      """
  }
}

private func color(_ color: UInt32) -> String {
  let digits = String(color, radix: 16)
  return "#" + String(repeating: "0", count: 6 - digits.count) + digits
}

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

private func group(_ title: String, _ holds: (MessengerAppearance) -> Bool) -> HTML {
  """
  <h4 id="messengers-\(title.lowercased())">\(title)</h4>
  <ul class="messenger-list" aria-labelledby="messengers-\(title.lowercased())">
  \(MessengerAppearance.all.filter(holds).map(row))</ul>

  """
}

private func row(_ appearance: MessengerAppearance) -> HTML {
  """
  <li data-messenger="\(appearance.profile)"><i class="dot" aria-hidden="true"></i>\
  <b>\(appearance.title)</b><div class="words"><span></span>\
  <details hidden><summary></summary><ul></ul></details></div>\
  <button type="button" data-hand="\(appearance.profile)" aria-label="Download for \(appearance.fullTitle)" hidden>\
  Download</button></li>

  """
}

/// How art looks in other messengers, copied to the sticker that is open.
///
/// - Parameter first: the profile of the messenger that is shown first; nil for none of them.
func messengersTemplate(_ messengers: [PreviewMessenger], first: String?) -> HTML? {
  if messengers.isEmpty { return nil }
  func options(_ isEmoji: Bool) -> [HTML] {
    messengers.filter { $0.appearance.isEmoji == isEmoji }.map { messenger in
      let selected: HTML? = messenger.appearance.profile == first ? " selected" : nil
      return """
        <option value="\(messenger.appearance.profile)" \(messenger.figures)\(selected)>\
        \(messenger.appearance.title)</option>
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
