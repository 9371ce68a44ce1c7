/// What kind of extension an Xcode project has.
package enum ProjectTemplate: String, Hashable, Sendable, CaseIterable {
  /// A sticker pack without a line of code: the system's browser shows it.
  case stickerPack = "sticker-pack"
  /// A sticker browser of one's own, which can fetch stickers from a server.
  case stickerBrowser = "sticker-browser"
  /// Messages that people answer: a vote among friends.
  case interactiveMessage = "interactive-message"

  /// Whether its extension has code.
  package var hasCode: Bool { self != .stickerPack }

  /// What follows the app's name in the extension's, as Xcode's templates call their targets.
  var extensionSuffix: String { hasCode ? "MessagesExtension" : "StickerPackExtension" }

  /// Of the extension's target.
  ///
  /// - Source: swift-build, its tests of Messages extensions.
  var productType: String {
    let kind = hasCode ? "messages" : "messages-sticker-pack"
    return "com.apple.product-type.app-extension.\(kind)"
  }
}
