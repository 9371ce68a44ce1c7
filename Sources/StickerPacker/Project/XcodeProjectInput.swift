package import StickerEngine
import StickerImage

/// The input for an Xcode project.
package struct XcodeProjectInput: Hashable, Sendable {
  /// The display name of the pack, which is not trusted.
  package var packDisplayName: String
  /// The app's bundle identifier; nil to derive one from the name.
  var bundleIdentifier: String?
  /// The oldest iOS version that the project supports: numbers with dots.
  var deploymentTarget: String
  /// The team, and the version numbers.
  var settings: AppBuildSettings
  /// The names by language; empty if the pack has one name for all languages.
  var localizedNames: [String: String] = [:]
  /// Whether the user chose the deployment target, which then replaces the existing project's.
  var hasChosenDeploymentTarget = true
  /// The languages of the pack (BCP 47), at least one. The first is the development language of the app and
  /// the language of the catalog's labels.
  var packLanguages: [String]
  /// The descriptions of each image in the catalog, for files in each language; empty if only the catalog has
  /// them. Used only for a sticker pack without code.
  var localizedCatalogDescriptions: [CatalogImageDescriptions] = []
  /// The template of the project. The properties below are for templates with code.
  var template = ProjectTemplate.stickerPack
  /// The size at which the sticker browser shows stickers.
  var gridSize = GridSize.regular
  /// The limits of the messenger for a sticker.
  package var messengerLimits = MessengerLimits.apple
  /// The background color of the sticker browser, as 0xRRGGBB; nil for the system color.
  var browserBackgroundColor: UInt32?
  /// The URL of the stickers or messages on a server; nil if they are not on a server.
  var stickerDownloadBaseURL: String?
  /// The message for the template `interactive-message`; nil if the pack file describes none.
  var message: InteractiveMessage?
  /// The project that this one updates, with the same file names, object ids and, unless the pack has one, bundle
  /// identifier; nil for a new project.
  var previousProject: ManifestProject?

  /// Creates the input for a project with the catalog `Stickers.xcstickers` next to it.
  package init(
    name: String, bundleIdentifier: String? = nil, deploymentTarget: String = Self.defaultDeploymentTarget,
    settings: AppBuildSettings = AppBuildSettings(), languages: [String] = ["en"]
  ) {
    self.packDisplayName = name
    self.bundleIdentifier = bundleIdentifier
    self.deploymentTarget = deploymentTarget
    self.settings = settings
    self.packLanguages = languages.isEmpty ? ["en"] : languages
  }

  /// The ids of the project's objects.
  func objectIDSeed(_ names: ProjectNames) -> ProjectObjectIDSeed {
    previousProject?.objectIDSeed
      ?? ProjectObjectIDSeed(
        initialBundleIdentifier: names.bundleIdentifier, initialPackName: packDisplayName)
  }

  /// The development language of the app.
  var developmentLanguage: String { packLanguages.first ?? "en" }

  /// The languages of the project: those of the pack, then any others that have a localized name.
  var projectLanguages: [String] {
    packLanguages + localizedNames.keys.filter { !packLanguages.contains($0) }.sorted(by: precedesInByteOrder)
  }

  /// The languages that the project has text in.
  var appBundleLocalizations: [String] {
    let hasTexts = template.hasCode || !localizedNames.isEmpty || !localizedCatalogDescriptions.isEmpty
    return hasTexts ? projectLanguages : [developmentLanguage]
  }

  /// The build settings that the user chose outside Xcode. They replace those in an existing project.
  var buildSettingsChosenOutsideXcode: Set<String> {
    let chosen: [(String, Bool)] = [
      (bundleIdentifierSetting, bundleIdentifier != nil), ("DEVELOPMENT_TEAM", settings.teamID != nil),
      ("MARKETING_VERSION", settings.version != nil),
      ("CURRENT_PROJECT_VERSION", settings.buildNumber != nil),
      ("IPHONEOS_DEPLOYMENT_TARGET", hasChosenDeploymentTarget),
    ]
    return Set(chosen.filter(\.1).map(\.0))
  }

  /// The default deployment target: iOS 15, the oldest version that current versions of Xcode support.
  package static let defaultDeploymentTarget = "15.0"
}

/// Returns what is wrong with a bundle identifier; nil if it is valid.
///
/// - Source: Apple, Information Property List, CFBundleIdentifier: letters, digits, hyphens and dots.
func fault(ofBundleIdentifier text: String) -> String? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  let isMadeOfParts = parts.count >= 2 && parts.allSatisfy { !$0.isEmpty }
  let isPlain = text.utf8.allSatisfy { isASCIILetterOrDigit($0) || $0 == hyphen || $0 == dot }
  guard isMadeOfParts, isPlain, text.utf8.count <= maxBundleIdentifierLength else {
    return "a bundle identifier has two or more parts separated by dots, with letters A to Z, digits and "
      + "hyphens, such as com.example.monkey (at most \(maxBundleIdentifierLength) characters)"
  }
  return nil
}

/// Returns what is wrong with a deployment target; nil if it is valid.
package func fault(ofDeploymentTarget text: String) -> String? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  let areNumbers = parts.allSatisfy { part in
    1...3 ~= part.utf8.count && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
  guard 1...3 ~= parts.count, areNumbers, let major = parts.first.flatMap({ Int($0) }),
    major >= firstIOSWithStickers
  else { return "a deployment target is a version of iOS such as 15.0 (at least \(firstIOSWithStickers).0)" }
  return nil
}

/// The first iOS version that supports stickers.
private let firstIOSWithStickers = 10

/// The maximum length in characters. The App Store documents no limit, but accepted an identifier of 155
/// characters, including the extension's suffix.
private let maxBundleIdentifierLength = 120

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

/// The names of a project's parts, derived from the app's name. That name has only ASCII letters and digits,
/// because target names are used in build settings, shells and file systems.
struct ProjectNames: Hashable {
  /// The name of the project, the app's target and the target's folder, such as `MonkeyBusiness`.
  let appName: String
  /// The kind of extension.
  let template: ProjectTemplate
  /// The name of the extension's target and its folder, as in Xcode's template.
  var extensionName: String { "\(appName) \(template.extensionNameSuffix)" }
  /// The name of the package with the extension's logic, its folder and its module.
  var logicPackageName: String { "\(appName)Logic" }
  /// The bundle identifier of the extension.
  var extensionBundleIdentifier: String { "\(bundleIdentifier).\(template.extensionNameSuffix)" }
  /// The bundle identifier of the app.
  let bundleIdentifier: String
  /// A note if the identifier is derived; nil if it was given.
  let noteOnDerivedIdentifier: String?

  /// The path of the app's property list: `MonkeyBusiness/Info.plist`.
  var appInfoPlistPath: String { "\(appName)/Info.plist" }
  /// The path of the extension's property list: `MonkeyBusiness StickerPackExtension/Info.plist`.
  var extensionInfoPlistPath: String { "\(extensionName)/Info.plist" }

  init(_ input: XcodeProjectInput) {
    appName = input.previousProject?.appName ?? targetName(input.packDisplayName)
    template = input.template
    if let given = input.bundleIdentifier {
      (bundleIdentifier, noteOnDerivedIdentifier) = (given, nil)
      return
    }
    let derived = derivedBundleIdentifier(input.packDisplayName)
    bundleIdentifier = input.previousProject?.bundleIdentifier ?? derived
    noteOnDerivedIdentifier =
      bundleIdentifier.hasPrefix(derivedIdentifierPrefix) ? derivedIdentifierNote(bundleIdentifier) : nil
  }
}

/// A note on a bundle identifier that is derived from the name.
func derivedIdentifierNote(_ identifier: String) -> String {
  "bundle identifier \(identifier) is derived from the name of the pack. Set bundle-identifier to your own "
    + "before you publish the pack."
}

/// Joins the words of a name with uppercase first letters: `Monkey Business` → `MonkeyBusiness`.
private func targetName(_ name: String) -> String {
  let joined = asciiAlphanumericRuns(of: name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  let short = String(joined.prefix(maxDerivedNameLength))
  guard let first = short.first else { return "StickerPack" }
  // Xcode derives a module name from the target name, and a module name begins with a letter. The other names
  // are used by adjacent folders or reserved by Windows.
  let isTaken =
    ["variants", "stickers", "message", "landing"].contains(short.lowercased()) || isWindowsDeviceName(short)
  return first.isLetter && !isTaken ? short : "StickerPack" + short
}

/// The prefix of derived bundle identifiers. The App Store does not accept it.
private let derivedIdentifierPrefix = "com.example."

/// Derives a bundle identifier: `Monkey Business` → `com.example.monkey-business`.
///
/// Different names must produce different identifiers. Names of plain words, each with an uppercase first
/// letter followed by lowercase letters, already do. For any other name, the first eight digits of its
/// SHA-256 are added as a suffix.
private func derivedBundleIdentifier(_ name: String) -> String {
  let words = asciiAlphanumericRuns(of: name)
  let slug = words.map { $0.lowercased() }.joined(separator: "-")
  let plain = words.map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(separator: " ")
  if !words.isEmpty, Array(plain.utf8) == Array(name.utf8), slug.utf8.count <= maxDerivedNameLength {
    return derivedIdentifierPrefix + slug
  }
  let digits = SHA256.hexDigest(of: Array(name.utf8)).prefix(8)
  let readable = slug.prefix(maxDerivedNameLength).split(separator: "-").joined(separator: "-")
  return derivedIdentifierPrefix + "\(readable.isEmpty ? "stickers" : readable)-\(digits)"
}

/// The words in a name: runs of ASCII letters and digits.
private func asciiAlphanumericRuns(of name: String) -> [String] {
  name.utf8.split { !isASCIILetterOrDigit($0) }.map { String(decoding: $0, as: UTF8.self) }
}

/// The maximum length in characters. With this limit, a path that contains the name three times stays short
/// enough for Windows.
private let maxDerivedNameLength = 40

/// The descriptions of an image in the catalog, in the languages of the pack.
struct CatalogImageDescriptions: Hashable, Sendable {
  /// The name of the image; for a sequence, the name of its first frame.
  let imageName: String
  /// The descriptions by language (BCP 47).
  let descriptionsByLanguage: [String: String]

  init(_ sticker: CatalogSticker, _ texts: [String: String]) {
    (imageName, self.descriptionsByLanguage) = (sticker.files.first?.nameUniqueInPack ?? "", texts)
  }
}

extension XcodeProjectInput {
  /// The languages that have descriptions of images in the catalog, in the order of the pack.
  var catalogDescriptionLanguages: [String] {
    guard !template.hasCode else { return [] }
    return packLanguages.filter { language in
      localizedCatalogDescriptions.contains { $0.descriptionsByLanguage[language] != nil }
    }
  }
}

/// The strings files that Xcode passes to the catalog compiler: one for each language, named after the pack,
/// in the old strings format, which is the only one that the compiler accepts.
///
/// - Source: swift-build, `AssetCatalogCompiler.swift`: the option for a sticker pack's strings. The key was
///   observed on a phone. We infer that the compiler reads it from these files.
func catalogDescriptionStringsTree(_ input: XcodeProjectInput, _ names: ProjectNames) -> FileTree {
  var tree = FileTree()
  for language in input.catalogDescriptionLanguages {
    let lines = input.localizedCatalogDescriptions.compactMap { text in
      text.descriptionsByLanguage[language].map { words in
        "\"\(escapedForStringsFile(text.imageName)).accessibilityLabel\" = \"\(escapedForStringsFile(words))\";\n"
      }
    }
    tree["\(names.extensionName)/\(language).lproj/\(catalogStringsFileName)"] = Array(lines.joined().utf8)
  }
  return tree
}

/// A note on the descriptions in the project; nil if there are none.
func addedCatalogDescriptionsNote(_ input: XcodeProjectInput) -> String? {
  let languages = input.catalogDescriptionLanguages
  guard !languages.isEmpty else { return nil }
  return
    "added the catalog's text in \(listText(languages)) to the project. This is untested. Check it with "
    + "VoiceOver on an iPhone before you rely on it."
}

/// The name of the strings files, which is the name of the pack's folder.
let catalogStringsFileName = "Sticker Pack.strings"
