package import StickerModel

/// What an Xcode project for a sticker pack is made from.
package struct ProjectDescription: Hashable, Sendable {
  /// The name of the pack, for people; hostile.
  package var name: String
  /// The app's bundle identifier; nil where none was given: then one is derived from the name.
  package var bundleIdentifier: String?
  /// The oldest iOS that it runs on: numbers with dots.
  package var deploymentTarget: String
  /// The version that people see.
  package var version: String
  /// The number of this build.
  package var build: String
  /// The languages of the pack (BCP 47); the labels of the catalog are in the first, which the app is
  /// developed in. At least one.
  package var languages: [String]
  /// What VoiceOver reads of each picture of the catalog, in files for each language; empty where the catalog
  /// alone says it. For a sticker pack without code.
  package var catalogTexts: [CatalogText] = []
  /// What kind of extension it has; what follows is for those with code.
  package var template = ProjectTemplate.stickerPack
  /// How large the sticker browser shows stickers.
  package var gridSize = GridSize.regular
  /// What the messenger takes of a sticker.
  package var limits = StickerLimits.apple
  /// The color of the sticker browser, 0xRRGGBB; nil for the system's.
  package var background: UInt32?
  /// Where stickers or messages lie on a server; nil for nowhere.
  package var baseURL: String?
  /// What the messages of `interactive-message` say; nil where nothing is said of them.
  package var message: PackMessage?

  /// A project for the sticker catalog `Stickers.xcstickers` beside it.
  package init(
    name: String, bundleIdentifier: String? = nil, deploymentTarget: String = Self.usualDeploymentTarget,
    version: String = "1.0", build: String = "1", languages: [String] = ["en"]
  ) {
    self.name = name
    self.bundleIdentifier = bundleIdentifier
    self.deploymentTarget = deploymentTarget
    self.version = version
    self.build = build
    self.languages = languages.isEmpty ? ["en"] : languages
  }

  /// The language that the app is developed in.
  var language: String { languages.first ?? "en" }

  /// The deployment target where nobody chooses: iOS 15 is what the Xcode of these days still builds for.
  package static let usualDeploymentTarget = "15.0"
}

/// What is wrong with a bundle identifier; nil where nothing is.
///
/// - Source: Apple, Information Property List, CFBundleIdentifier: letters, digits, hyphens and dots.
package func complaint(ofBundleIdentifier text: String) -> String? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  let isMadeOfParts = parts.count >= 2 && parts.allSatisfy { !$0.isEmpty }
  let isPlain = text.utf8.allSatisfy { isASCIILetterOrDigit($0) || $0 == hyphen || $0 == dot }
  guard isMadeOfParts, isPlain, text.utf8.count <= longestBundleIdentifier else {
    return "a bundle identifier is made of two or more parts with dots between them, of letters A to Z, "
      + "digits and hyphens, at most \(longestBundleIdentifier) of them: com.example.monkey"
  }
  return nil
}

/// What is wrong with a deployment target; nil where nothing is.
package func complaint(ofDeploymentTarget text: String) -> String? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  let areNumbers = parts.allSatisfy { part in
    1...3 ~= part.utf8.count && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
  guard 1...3 ~= parts.count, areNumbers, let major = parts.first.flatMap({ Int($0) }), major >= firstStickers
  else { return "a deployment target is a version of iOS, \(firstStickers).0 or later: 15.0" }
  return nil
}

/// The iOS that brought stickers.
private let firstStickers = 10

/// The store's limit is not documented; 155 with the extension's suffix was still seen to be taken.
private let longestBundleIdentifier = 120

private let hyphen = UInt8(ascii: "-")
private let dot = UInt8(ascii: ".")

func isASCIILetterOrDigit(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: false
  }
}
