import Foundation
import TemplateLogic

/// Everything that is specific to this app. Change it here. Strings are in `Localizable.xcstrings`, stickers
/// in the folder `Stickers`.
enum Settings {
  /// The name of the pack in the person's language, which is also shown below its icon: `CFBundleDisplayName` in
  /// `Info.plist`, or in `InfoPlist.xcstrings` if there is one.
  static var name: String {
    Bundle.main.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String ?? ""
  }

  /// The size at which stickers are shown: `.small`, `.regular` or `.large`.
  static let gridSize: GridSize = .regular /*«grid-size»*/

  /// The background of the stickers, `#RRGGBB` (default: the system's, which follows light and dark mode).
  static let background = HexColor("«background»")

  /// The folder on a server with `index.json` and its stickers: `https`, a host, no query. New stickers there
  /// reach people without an app update. If this is empty, all stickers are in the bundle, and the app never
  /// uses the network.
  static let server = StickerServer.at("«base-url»")

  /// The languages of the pack's descriptions, in order of preference. They are used for people whose own
  /// languages have no description.
  static let languages = ["en"] /*«languages»*/

  /// The grid that shows the stickers.
  static let grid = Grid.browser

  /// The kinds of grids.
  enum Grid {
    /// The system's grid: ``StickerBrowserViewController``.
    case browser
    /// A collection view with your own layout: ``StickerGridViewController``.
    case collection
  }
}
