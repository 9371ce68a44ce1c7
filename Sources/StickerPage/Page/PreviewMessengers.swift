import StickerEngine

/// The size at which a messenger shows a sticker or an emoji in a chat, and the background colors.
///
/// Messengers do not publish these figures. They were measured by users, and differ slightly between systems.
/// The page says so.
package struct MessengerAppearance: Sendable {
  /// Display sizes in points.
  struct DisplaySizes: Hashable, Sendable {
    /// The longer side of a sticker or emoji that fills its canvas and is sent alone.
    let standalonePoints: Int
    /// The side of an emoji in a line of text; nil for a sticker.
    var inlinePoints: Int?
  }

  package let profileName: String
  /// The name of the messenger.
  let messengerName: String
  let displaySizes: DisplaySizes
  /// The background of a chat in light mode, 0xRRGGBB.
  let lightBackground: UInt32
  /// The background of a chat in dark mode, 0xRRGGBB.
  let darkBackground: UInt32

  /// Whether the profile is for emoji, which can be in a line of text.
  var isEmoji: Bool { displaySizes.inlinePoints != nil }

  private init(
    _ profile: String, _ title: String, alone: Int, inline: Int? = nil, light: UInt32, dark: UInt32
  ) {
    self.profileName = profile
    self.messengerName = title
    self.lightBackground = light
    self.darkBackground = dark
    displaySizes = DisplaySizes(standalonePoints: alone, inlinePoints: inline)
  }

  /// All messengers except Messages, stickers first.
  package static let all: [MessengerAppearance] = [
    .init("signal", "Signal", alone: 200, light: 0xFFFFFF, dark: 0x121212),
    .init("telegram", "Telegram", alone: 200, light: 0xD3DFBE, dark: 0x0E1621),
    .init("whatsapp", "WhatsApp", alone: 150, light: 0xEFEAE2, dark: 0x0B141A),
    .init("line", "LINE", alone: 185, light: 0x8CABD8, dark: 0x1B1B1B),
    .init("line-animated", "LINE, animated", alone: 160, light: 0x8CABD8, dark: 0x1B1B1B),
    .init("discord-sticker", "Discord", alone: 160, light: 0xFFFFFF, dark: 0x313338),
    .init("matrix", "Matrix", alone: 256, light: 0xFFFFFF, dark: 0x101317),
    .init("viber", "Viber", alone: 200, light: 0xFFFFFF, dark: 0x1C1C1E),
    .init("telegram-emoji", "Telegram", alone: 100, inline: 20, light: 0xD3DFBE, dark: 0x0E1621),
    .init("line-emoji", "LINE", alone: 90, inline: 20, light: 0x8CABD8, dark: 0x1B1B1B),
    .init("discord-emoji", "Discord", alone: 48, inline: 22, light: 0xFFFFFF, dark: 0x313338),
    .init("slack", "Slack", alone: 32, inline: 22, light: 0xFFFFFF, dark: 0x1A1D21),
    .init("mastodon", "Mastodon", alone: 20, inline: 20, light: 0xFFFFFF, dark: 0x282C37),
    .init("misskey", "Misskey", alone: 32, inline: 32, light: 0xFFFFFF, dark: 0x232323),
    .init("twitch", "Twitch", alone: 28, inline: 28, light: 0xFFFFFF, dark: 0x18181B),
  ]

  /// The title, which distinguishes a messenger's stickers from its emoji.
  var fullTitle: String { isEmoji ? "\(messengerName) emoji" : messengerName }
}

/// A messenger whose chat the page can show, with its limits.
struct PreviewMessenger: Sendable {
  let appearance: MessengerAppearance
  let limits: MessengerLimits

  /// - Parameter profile: the name of its profile. The result is nil if `MessengerAppearance.all` does not
  ///   contain it.
  init?(_ profile: String, _ limits: MessengerLimits) {
    guard let appearance = MessengerAppearance.all.first(where: { $0.profileName == profile }) else {
      return nil
    }
    self.appearance = appearance
    self.limits = limits
  }

  /// The attributes for the script: colors, sizes in points, and the canvas in pixels.
  var dataAttributes: HTML {
    let width = limits.maxWidth ?? limits.sidePixels.upperBound
    let height = limits.maxHeight ?? limits.sidePixels.upperBound
    let isFixed = limits.sidePixels.lowerBound == limits.sidePixels.upperBound
    // Some messengers have separate limits for animations.
    let hasFixedAnimationSize =
      isFixed && limits.minAnimatedSidePixelsOverride == limits.maxAnimatedSidePixelsOverride
    let inline: HTML? = appearance.displaySizes.inlinePoints.map { " data-inline=\"\($0)\"" }
    return """
      data-light="\(cssColor(appearance.lightBackground))" data-dark="\(cssColor(appearance.darkBackground))" \
      data-alone="\(appearance.displaySizes.standalonePoints)"\(inline) \
      data-canvas="\(width)x\(height)" data-fixed="\(isFixed ? 1 : 0)" data-moves="\(hasFixedAnimationSize ? 1 : 0)" \
      data-longer="\(limits.exactLongerSide ?? 0)"
      """
  }
}

private func cssColor(_ color: UInt32) -> String {
  let digits = String(color, radix: 16)
  return "#" + String(repeating: "0", count: 6 - digits.count) + digits
}

/// The section about other messengers, collapsed at first. The script fills it.
let otherMessengersSection: HTML = """
  <details id="messengers" class="messengers"><summary>For other messengers\
  <span>: Signal, Telegram, WhatsApp, LINE, Discord …</span></summary>
  <p id="messengers-sum" class="quiet" role="status"></p>
  <div class="messengers-texts">
  <label class="field">Author<input type="text" id="messengers-author" autocomplete="off" \
  spellcheck="false"></label>
  <label class="field">Publisher<input type="text" id="messengers-publisher" autocomplete="off" \
  spellcheck="false" placeholder="Same as author"></label>
  </div>
  \(messengerVerdictGroup("Stickers") { !$0.isEmoji })\(messengerVerdictGroup("Emoji") { $0.isEmoji })</details>

  """

private func messengerVerdictGroup(_ title: String, where holds: (MessengerAppearance) -> Bool) -> HTML {
  """
  <h4 id="messengers-\(title.lowercased())">\(title)</h4>
  <ul class="messenger-list" aria-labelledby="messengers-\(title.lowercased())">
  \(MessengerAppearance.all.filter(holds).map(messengerVerdictRow))</ul>

  """
}

private func messengerVerdictRow(_ appearance: MessengerAppearance) -> HTML {
  """
  <li data-messenger="\(appearance.profileName)"><i class="dot" aria-hidden="true">\([StickerVerdict.fine, .warning, .error].map(\.circledSymbol))</i>\
  <b>\(appearance.messengerName)</b><div class="words"><span></span>\
  <details hidden><summary></summary><ul></ul></details></div>\
  <button type="button" data-hand="\(appearance.profileName)" aria-label="Download for \(appearance.fullTitle)" hidden>\
  Download</button>\
  \(UploadGuide.guide(forProfile: appearance.profileName).map(nextStepList))</li>

  """
}

/// The list of next steps after the download, which the script shows.
private func nextStepList(_ guide: UploadGuide) -> HTML {
  "<ol class=\"next-steps\" hidden>\(guide.stepsAfterDownload.map(nextStepItem))</ol>"
}

private func nextStepItem(_ step: String) -> HTML { "<li>\(step)</li>" }

/// The template for chats in other messengers, which the script copies to the open sticker.
///
/// - Parameter initialProfile: the profile of the messenger that is shown first; nil for none.
func messengerChatTemplate(_ messengers: [PreviewMessenger], initialProfile: String?) -> HTML? {
  if messengers.isEmpty { return nil }
  func options(_ isEmoji: Bool) -> [HTML] {
    messengers.filter { $0.appearance.isEmoji == isEmoji }.map { messenger in
      let selected: HTML? = messenger.appearance.profileName == initialProfile ? " selected" : nil
      return """
        <option value="\(messenger.appearance.profileName)" \(messenger.dataAttributes)\(selected)>\
        \(messenger.appearance.messengerName)</option>
        """
    }
  }
  return """
    <template id="looks"><div class="looks">
    <p class="bar"><label>Shown in <select data-look><optgroup label="Stickers">\(options(false))</optgroup>\
    <optgroup label="Emoji">\(options(true))</optgroup></select></label></p>
    <div class="phones">
    \(chatFigure("light"))\(chatFigure("dark"))</div>
    <p class="legend"><span data-figures></span> Sizes and backgrounds were measured by users. Messengers do not \
    publish them.</p>
    </div></template>

    """
}

/// A neutral chat with a sticker or emoji sent and received, alone and in text.
private func chatFigure(_ scheme: HTML) -> HTML {
  """
  <figure class="phone look" data-scheme="\(scheme)"><div class="talk">
  <p class="bubble from-them">Have you seen this one?<span data-in="inline"></span></p>
  <p class="from-me"><span data-in="alone"></span></p>
  <p class="bubble from-me">This is my favorite<span data-in="inline"></span></p>
  <p class="from-them"><span data-in="alone"></span></p>
  </div><figcaption>\(scheme)</figcaption></figure>

  """
}
