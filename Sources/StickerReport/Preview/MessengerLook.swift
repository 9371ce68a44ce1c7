package import StickerModel

/// How a messenger shows a sticker or an emoji in a chat: the figures that a drawing of it keeps to.
///
/// No messenger publishes them. They are what its users measure, and differ a little from system to system;
/// the page says so.
package struct MessengerLook: Sendable {
  /// How large something is in points.
  package struct Size: Hashable, Sendable {
    /// Of what is sent alone: the longer side of a full canvas.
    let alone: Int
    /// Of an emoji in a line of text; nil for a sticker, which no line holds.
    var inline: Int?
  }

  /// The name of its profile.
  package let profile: String
  /// What people call it.
  package let title: String
  let size: Size
  /// The color behind a chat, 0xRRGGBB.
  let light: UInt32
  /// The same where it is dark.
  let dark: UInt32

  /// Whether it is shown in a line of text.
  package var isEmoji: Bool { size.inline != nil }

  private init(
    _ profile: String, _ title: String, alone: Int, inline: Int? = nil, light: UInt32, dark: UInt32
  ) {
    (self.profile, self.title, self.light, self.dark) = (profile, title, light, dark)
    size = Size(alone: alone, inline: inline)
  }

  /// All but that of Messages, which the page is about: stickers first.
  package static let all: [MessengerLook] = [
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
package struct PreviewMessenger: Sendable {
  let look: MessengerLook
  let limits: StickerLimits

  /// - Parameter profile: its name; nil for one that has no look.
  package init?(_ profile: String, _ limits: StickerLimits) {
    guard let look = MessengerLook.all.first(where: { $0.profile == profile }) else { return nil }
    (self.look, self.limits) = (look, limits)
  }

  /// What the script draws it by: colors, sizes in points, and the canvas in pixels that art lies on.
  var figures: HTML {
    let (width, height) = (
      limits[.mostWidth] > 0 ? limits[.mostWidth] : limits.sides.upperBound,
      limits[.mostHeight] > 0 ? limits[.mostHeight] : limits.sides.upperBound
    )
    let isFixed = limits.sides.lowerBound == limits.sides.upperBound
    // An animation may be smaller where its own figure says so.
    let movesFixed = isFixed && limits[.leastAnimated] == limits[.mostAnimated]
    let inline: HTML? = look.size.inline.map { " data-inline=\"\($0)\"" }
    return """
      data-light="\(color(look.light))" data-dark="\(color(look.dark))" \
      data-alone="\(look.size.alone)"\(inline) \
      data-canvas="\(width)x\(height)" data-fixed="\(isFixed ? 1 : 0)" data-moves="\(movesFixed ? 1 : 0)" \
      data-longer="\(limits[.longerSide])"
      """
  }
}

private func color(_ color: UInt32) -> String {
  let digits = String(color, radix: 16)
  return "#" + String(repeating: "0", count: 6 - digits.count) + digits
}
