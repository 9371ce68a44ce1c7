/// What a profile says beside the figures of rules.
package struct Messenger: Hashable, Sendable {
  /// Forms in which a pack is handed over; each is one export.
  package enum Export: String, Hashable, Sendable, CaseIterable {
    /// Apple's catalog and sizes, with a manifest.
    case imessage
    /// A zip with `manifest.json`, which signal-cli uploads.
    case signal
    /// A folder with JSON in the shape of the Bot API.
    case telegram
    /// A zip with `main.png`, `tab.png` and numbered stickers.
    case line
    /// A folder with `names.json`.
    case folder
    /// A tar.gz of emoji, which `tootctl emoji import` reads.
    case mastodon
    /// A zip with `meta.json`.
    case misskey
    /// A folder with `contents.json`, as the sample apps have it.
    case whatsApp = "whatsapp"
  }

  /// How a pack is handed over; nil where nothing is said, and nothing can be exported.
  package var export: Export?
  /// Figures that nobody but makers of stickers reports, by rule.
  package var unverifiedLimits: [String: [Double]]

  /// A messenger of which nothing is said.
  package init(export: Export? = nil, unverifiedLimits: [String: [Double]] = [:]) {
    self.export = export
    self.unverifiedLimits = unverifiedLimits
  }

  /// Whether exports include the icon sets of Xcode catalogs. Other messengers ignore them.
  var takesIconSets: Bool { export == nil || export == .imessage }

  /// What follows a message whose limit is one of those; nothing for others.
  func words(of rule: String, _ figure: MeasuredValue?) -> String {
    guard let limit = figure?.limit, unverifiedLimits[rule]?.contains(limit) == true else { return "" }
    return " (reported by makers)"
  }
}
