public import StickerModel

/// An Xcode project without code: an app that only carries a sticker pack.
public struct XcodeProject: Hashable, Sendable {
  /// `MonkeyBusiness`: of the project and its targets.
  public let name: String
  /// Of the app.
  public let bundleIdentifier: String
  /// Every file, relative to the folder in which `Stickers.xcstickers` lies.
  public let tree: FileTree
  /// What was chosen; already escaped for people.
  public let notes: [String]

  /// `MonkeyBusiness.xcodeproj`.
  public var folderName: String { "\(name).xcodeproj" }
}
