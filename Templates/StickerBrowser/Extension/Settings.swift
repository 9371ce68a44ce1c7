import TemplateLogic

/// Everything that is particular to this app. This is the place to change it; texts are in
/// `Localizable.strings`, stickers in the folder `Stickers`.
enum Settings {
  /// The name of the pack, as people read it.
  static let name = "«name»"

  /// How large stickers are shown: "small", "regular" or "large".
  static let gridSize = GridSize(named: "«grid-size»")

  /// The ground behind the stickers, `#RRGGBB`. Empty: the system's, which follows light and dark mode.
  static let background = HexColor("«background»")

  /// The folder on a server with `index.json` and the stickers it names: `https`, a host, no query. New
  /// stickers put there reach people without a new version of the app. Empty, or no such address: all
  /// stickers are in the bundle, and the network is never used.
  static let server = try? StickerServer("«base-url»")

  /// The languages of the pack's descriptions, the best first, for people who read none of them.
  static let languages = "«languages»".split(separator: " ").map(String.init)

  /// What the stickers are shown in.
  static let grid = Grid.browser

  /// The two grids there are.
  enum Grid {
    /// The system's: ``StickerBrowserViewController``.
    case browser
    /// A collection view whose layout is yours: ``StickerGridViewController``.
    case collection
  }
}
