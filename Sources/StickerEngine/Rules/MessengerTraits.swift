/// What a profile defines in addition to rule options.
package struct MessengerTraits: Hashable, Sendable {
  /// The file layouts in which packs are exported.
  package enum ExportLayout: String, Hashable, Sendable, CaseIterable {
    /// An Xcode catalog with variants, and a manifest.
    case imessage
    /// A zip with `manifest.json` that signal-cli uploads.
    case signal
    /// A folder with JSON in the format of the Bot API.
    case telegram
    /// A zip with `main.png`, `tab.png` and numbered stickers.
    case line
    /// A folder with `names.json`.
    case folder
    /// A tar.gz of emoji that `tootctl emoji import` reads.
    case mastodon
    /// A zip with `meta.json`.
    case misskey
    /// A folder with `contents.json`, as in WhatsApp's sample apps.
    case whatsApp = "whatsapp"
    /// A folder with the JSON of an image pack and of a sticker picker.
    case matrix
    /// A folder with a zip of numbered stickers, and an icon.
    case viber
  }

  /// The file layout of exports; nil if the profile defines none, in which case nothing can be exported.
  package var exportLayout: ExportLayout?
  /// Limits that the messenger does not publish but that sticker makers report, keyed by rule.
  package var unverifiedLimitsByRule: [String: [Double]]

  /// Creates a messenger. By default, packs cannot be exported for it, and no limit is unverified.
  package init(export: ExportLayout? = nil, unverifiedLimits: [String: [Double]] = [:]) {
    self.exportLayout = export
    self.unverifiedLimitsByRule = unverifiedLimits
  }

  /// Whether icon sets of Xcode catalogs are checked. Exports for other messengers do not include them.
  var checksIconSets: Bool { exportLayout == nil || exportLayout == .imessage }

  /// A note to append to a message if its limit is unverified; empty otherwise.
  func unverifiedLimitNote(of rule: String, _ figure: MeasuredValueAndLimit?) -> String {
    guard let limit = figure?.limit, unverifiedLimitsByRule[rule]?.contains(limit) == true else { return "" }
    return ", according to sticker makers"
  }
}
