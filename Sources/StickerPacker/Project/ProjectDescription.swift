package import StickerEngine
import StickerImage

/// What an Xcode project for a sticker pack is made from.
package struct ProjectDescription: Hashable, Sendable {
  /// The name of the pack, for people; hostile.
  package var name: String
  /// The app's bundle identifier; nil where none was given: then one is derived from the name.
  var bundleIdentifier: String?
  /// The oldest iOS that it runs on: numbers with dots.
  var deploymentTarget: String
  /// The version that people see.
  var version: String
  /// The number of this build.
  var build: String
  /// The languages of the pack (BCP 47); the labels of the catalog are in the first, which the app is
  /// developed in. At least one.
  var languages: [String]
  /// What VoiceOver reads of each picture of the catalog, in files for each language; empty where the catalog
  /// alone says it. For a sticker pack without code.
  var catalogTexts: [CatalogText] = []
  /// What kind of extension it has; what follows is for those with code.
  var template = ProjectTemplate.stickerPack
  /// How large the sticker browser shows stickers.
  var gridSize = GridSize.regular
  /// What the messenger takes of a sticker.
  package var limits = MessengerLimits.apple
  /// The color of the sticker browser, 0xRRGGBB; nil for the system's.
  var background: UInt32?
  /// Where stickers or messages lie on a server; nil for nowhere.
  var baseURL: String?
  /// What the messages of `interactive-message` say; nil where nothing is said of them.
  var message: PackMessage?

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
func complaint(ofBundleIdentifier text: String) -> String? {
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

/// What a project calls its parts: letters and digits of ASCII only, since names of targets go through build
/// settings, shells and file systems.
struct ProjectNames: Hashable {
  /// `MonkeyBusiness`: the project, the app's target and its folder.
  let app: String
  /// What kind of extension it is for.
  let template: ProjectTemplate
  /// The extension's target and its folder, as Xcode's template calls them.
  var pack: String { "\(app) \(template.extensionSuffix)" }
  /// The package of an extension's logic, its folder and its module.
  var logic: String { "\(app)Logic" }
  /// The bundle identifier of the extension.
  var packIdentifier: String { "\(bundleIdentifier).\(template.extensionSuffix)" }
  /// The bundle identifier of the app.
  let bundleIdentifier: String
  /// How the identifier came about; nil where it was given.
  let note: String?

  /// The path of the app's property list: `MonkeyBusiness/Info.plist`.
  var appInfo: String { "\(app)/Info.plist" }
  /// The path of the extension's property list: `MonkeyBusiness StickerPackExtension/Info.plist`.
  var packInfo: String { "\(pack)/Info.plist" }

  init(_ description: ProjectDescription) {
    (app, template) = (targetName(description.name), description.template)
    if let given = description.bundleIdentifier {
      (bundleIdentifier, note) = (given, nil)
      return
    }
    let derived = derivedIdentifier(description.name)
    bundleIdentifier = derived
    note =
      "bundle identifier \(derived), derived from the pack's name; before the pack goes to the store, "
      + "bundle-identifier has to say one that is yours"
  }
}

/// Every word with a capital first letter, none of them parted: `Monkey Business` → `MonkeyBusiness`.
private func targetName(_ name: String) -> String {
  let joined = words(of: name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  let short = String(joined.prefix(longestName))
  guard let first = short.first else { return "StickerPack" }
  // Xcode makes a module's name of it, which begins with a letter. The others are names that a folder beside
  // it has, or that Windows keeps for devices.
  let isTaken =
    ["variants", "stickers", "message", "landing", "con", "prn", "aux", "nul"].contains(short.lowercased())
    || isPort(short.lowercased())
  return first.isLetter && !isTaken ? short : "StickerPack" + short
}

private func isPort(_ name: String) -> Bool {
  name.utf8.count == 4 && (name.hasPrefix("com") || name.hasPrefix("lpt")) && name.last?.isNumber == true
}

/// `Monkey Business` → `com.example.monkey-business`.
///
/// No two names may give the same. That holds by itself for names of plain words, each with a capital first
/// letter and small ones after it; any other name gets the first eight digits of its SHA-256 behind it.
private func derivedIdentifier(_ name: String) -> String {
  let words = words(of: name)
  let slug = words.map { $0.lowercased() }.joined(separator: "-")
  let plain = words.map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(separator: " ")
  if !words.isEmpty, Array(plain.utf8) == Array(name.utf8), slug.utf8.count <= longestName {
    return "com.example.\(slug)"
  }
  let digits = SHA256.hexDigest(of: Array(name.utf8)).prefix(8)
  let readable = slug.prefix(longestName).split(separator: "-").joined(separator: "-")
  return "com.example.\(readable.isEmpty ? "stickers" : readable)-\(digits)"
}

/// Runs of ASCII letters and digits.
private func words(of name: String) -> [String] {
  name.utf8.split { !isASCIILetterOrDigit($0) }.map { String(decoding: $0, as: UTF8.self) }
}

/// Characters; a path with the name in it three times stays short enough for Windows.
private let longestName = 40

/// What VoiceOver reads of a picture of the catalog, in the languages of its pack.
struct CatalogText: Hashable, Sendable {
  /// The name of the picture; of a sequence the first frame's.
  let file: String
  /// The texts by language (BCP 47).
  let texts: [String: String]

  init(_ sticker: CatalogSticker, _ texts: [String: String]) {
    (file, self.texts) = (sticker.files.first?.name ?? "", texts)
  }
}

extension ProjectDescription {
  /// The languages in which anything is said of the catalog's pictures, in the order of the pack.
  var catalogLanguages: [String] {
    guard !template.hasCode else { return [] }
    return languages.filter { language in catalogTexts.contains { $0.texts[language] != nil } }
  }
}

/// The files that Xcode gives to the compiler of a catalog: one for each language, called as the pack, in the
/// old form of strings, which is the only one that it takes.
///
/// - Source: swift-build, `AssetCatalogCompiler.swift`: the option for strings of a sticker pack. The key is
///   the one that a phone was seen to ask for; that the compiler takes it from there is inferred.
func catalogTextTree(_ description: ProjectDescription, _ names: ProjectNames) -> FileTree {
  var tree = FileTree()
  for language in description.catalogLanguages {
    let lines = description.catalogTexts.compactMap { text in
      text.texts[language].map { words in
        "\"\(inStrings(text.file)).accessibilityLabel\" = \"\(inStrings(words))\";\n"
      }
    }
    tree["\(names.pack)/\(language).lproj/\(catalogTextsName)"] = Array(lines.joined().utf8)
  }
  return tree
}

/// What is said of texts that are put there; nil where there are none.
func noteOnCatalogTexts(_ description: ProjectDescription) -> String? {
  let languages = description.catalogLanguages
  guard !languages.isEmpty else { return nil }
  return
    "the texts in \(listText(languages)) are in the project for the catalog, which is unproven: listen to "
    + "them with VoiceOver on a phone before you rely on them"
}

/// Called as the folder of the pack is.
let catalogTextsName = "Sticker Pack.strings"
