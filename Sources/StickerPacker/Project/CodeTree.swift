import StickerEngine
import StickerImage

/// The kind of extension in an Xcode project.
package enum ProjectTemplate: String, Hashable, Sendable, CaseIterable {
  /// A sticker pack without code, which the system's sticker browser shows.
  case stickerPack = "sticker-pack"
  /// A custom sticker browser, which can download stickers from a server.
  case stickerBrowser = "sticker-browser"
  /// Messages that people can respond to, such as a vote among friends.
  case interactiveMessage = "interactive-message"

  /// Whether its extension has code.
  package var hasCode: Bool { self != .stickerPack }

  /// The suffix of the extension's name after the app's name, as in Xcode's templates.
  var extensionNameSuffix: String { hasCode ? "MessagesExtension" : "StickerPackExtension" }
}

/// The files of a project for the user to extend: the documentation and, for a template with code, the
/// extension and the package with its logic.
///
/// - Returns: the files relative to the project's folder.
func filledTemplateFiles(_ input: XcodeProjectInput, _ names: ProjectNames) -> FileTree {
  let gaps = TemplateValues(input, names)
  var tree = FileTree()
  for (path, text) in TemplateFiles.files(of: input.template) {
    let place = pathInProject(of: gaps.replacingTemplateNames(path), names)
    if path == appTextsTemplatePath {
      tree[place] = appTextsInPackLanguages(StringCatalog(parsing: text), input).encoded()
    } else {
      let filled = gaps.filledTemplate(text, path: path)
      tree[place] = Array((path.hasSuffix(".swift") ? sortingImports(filled) : filled).utf8)
    }
  }
  return tree
}

/// Sorts each block of imports, whose order depends on the name of the logic's module. Swift formatters
/// expect sorted imports.
private func sortingImports(_ code: String) -> String {
  var lines: [Substring] = []
  var imports: [Substring] = []
  for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.hasPrefix("import ") {
      imports.append(line)
    } else {
      lines += imports.sorted { precedesInByteOrder(String($0), String($1)) }
      imports = []
      lines.append(line)
    }
  }
  return lines.joined(separator: "\n")
}

/// The app's own strings in the languages of the pack. A string without a translation is in English, and
/// marked so that Xcode lists it for review.
private func appTextsInPackLanguages(_ template: StringCatalog, _ input: XcodeProjectInput)
  -> StringCatalog
{
  var catalog = StringCatalog(sourceLanguage: input.developmentLanguage)
  for (key, entry) in template.entries {
    var texts: [String: StringCatalog.Localization] = [:]
    for language in input.packLanguages {
      texts[language] =
        entry.texts[language] ?? entry.texts[primaryLanguage(language)]
        ?? entry.texts["en"].map { StringCatalog.Localization($0.value, needsReview: true) }
    }
    catalog.entries[key] = StringCatalog.Entry(comment: entry.comment, texts: texts)
  }
  for text in InteractiveMessageTextKey.allCases {
    guard let said = input.message?.texts[text] else { continue }
    var texts: [String: StringCatalog.Localization] = [:]
    for language in input.packLanguages {
      let words =
        said[language]
        ?? accessibilityLabel(from: said, preferringFirstOf: [primaryLanguage(language)])
      texts[language] = words.map { StringCatalog.Localization($0) }
    }
    catalog.entries["layout.\(text.propertyName)"] = StringCatalog.Entry(
      comment: "The message layout, from message.yml", texts: texts)
  }
  return catalog
}

/// A note on the project's languages that have no translation; nil if there are none.
func missingTranslationNote(_ input: XcodeProjectInput, _ names: ProjectNames) -> String? {
  let file = TemplateFiles.files(of: input.template).first { $0.path == appTextsTemplatePath }
  guard let file else { return nil }
  let known = Set(StringCatalog(parsing: file.text).entries.values.flatMap(\.texts.keys))
  let missing = input.packLanguages.filter { !known.contains($0) && !known.contains(primaryLanguage($0)) }
  guard !missing.isEmpty else { return nil }
  return
    "the app's own text is in English for \(missing.joined(separator: ", ")). Translate "
    + "\(appTextsFileName) in \(names.extensionName)."
}

private func primaryLanguage(_ language: String) -> String { String(language.prefix { $0 != "-" }) }

extension InteractiveMessageTextKey {
  /// Apple's name for the property, such as `trailingCaption` for `trailing-caption`.
  fileprivate var propertyName: String {
    let words = rawValue.split(separator: "-")
    return words.prefix(1).joined()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

/// The path of a template file in the project.
private func pathInProject(of path: String, _ names: ProjectNames) -> String {
  let folders = ["Extension": names.extensionName, "Logic": names.logicPackageName, "Landing": "landing"]
  let parts = path.split(separator: "/").map(String.init)
  return ((parts.first.map { [folders[$0] ?? $0] } ?? []) + parts.dropFirst()).joined(separator: "/")
}

extension TemplateFiles {
  /// The files of a template, relative to its folder, and the files that all templates share.
  static func files(of template: ProjectTemplate) -> [(path: String, text: String)] {
    let folders =
      switch template {
      case .stickerPack: ["StickerPack/"]
      case .stickerBrowser: ["Both/", "StickerBrowser/"]
      case .interactiveMessage: ["Both/", "InteractiveMessage/"]
      }
    return folders.flatMap { folder in
      all.filter { $0.path.hasPrefix(folder) }.map { file in
        // A multi-line literal has no line break after its last line.
        (String(file.path.dropFirst(folder.utf8.count)), file.text + "\n")
      }
    }
  }

  /// The text of a file in `Templates`; empty if there is no such file.
  static func text(at path: String) -> String {
    all.first { $0.path == path }.map { $0.text + "\n" } ?? ""
  }
}

extension TemplateValues {
  init(_ input: XcodeProjectInput, _ names: ProjectNames) {
    let message = input.message
    let texts: [String: String] = [
      "name": input.packDisplayName, "names": localizedNamePairsJSON(input.localizedNames),
      "background": input.browserBackgroundColor.map(hexColorText) ?? "",
      "base-url": message?.stateBaseURL ?? input.stickerDownloadBaseURL ?? "",
      "picture": message?.image.map { ExtensionBundleFolders.messageImageName($0) } ?? "",
      "media": message?.mediaIfNoImage.map { ExtensionBundleFolders.messageMediaName($0) } ?? "",
      "app": names.appName, "extension": names.extensionName, "logic": names.logicPackageName,
      "bundle-identifier": names.bundleIdentifier, "extension-identifier": names.extensionBundleIdentifier,
      "deployment-target": input.deploymentTarget,
      "version": input.settings.version ?? "1.0", "build": input.settings.buildNumber ?? "1",
      "language": input.developmentLanguage,
    ]
    self.init(
      appName: names.appName, logicPackageName: names.logicPackageName,
      numbers: input.messengerLimits.numbersByPlaceholder,
      swiftExpressions: [
        "grid-size": ".\(input.gridSize.rawValue)", "languages": swiftLiteral(input.packLanguages),
      ],
      texts: texts)
  }
}

/// Returns the names by language as JSON for the landing page: `[["en", "Cats"], ["fr", "Chats"]]`. Language
/// codes are lowercase.
private func localizedNamePairsJSON(_ names: [String: String]) -> String {
  let pairs = names.sorted { precedesInByteOrder($0.key, $1.key) }.map { language, name -> JSON in
    .array([.string(language.lowercased()), .string(UntrustedText(name).displayText)])
  }
  return String(decoding: JSON.array(pairs).encoded(onOneLine: true).dropLast(), as: UTF8.self)
}

private let appTextsFileName = "Localizable.xcstrings"
private let appTextsTemplatePath = "Extension/\(appTextsFileName)"

extension MessengerLimits {
  /// The limits that template files contain, by placeholder key.
  fileprivate var numbersByPlaceholder: [String: Int] {
    [
      "sticker-bytes": minRejectedStillBytes, "least-pixels": sidePixels.lowerBound,
      "most-pixels": sidePixels.upperBound, "small-pixels": gridSides[.small],
      "regular-pixels": gridSides[.regular], "large-pixels": gridSides[.large],
    ]
  }
}

/// The folders in the bundle of an extension with code.
enum ExtensionBundleFolders {
  /// The stickers with their index. A server with a copy of the folder offers the same stickers.
  static let stickers = "Stickers"
  /// The image and video of an interactive message.
  static let message = "Message"

  /// The name that a message's image has in the bundle.
  static func messageImageName(_ file: Path) -> String { "picture" + lowercasedDottedExtension(file) }
  /// The bundle filename of a message's alternate image or video.
  static func messageMediaName(_ file: Path) -> String { "media" + lowercasedDottedExtension(file) }

  private static func lowercasedDottedExtension(_ file: Path) -> String {
    file.lowercasedExtension.map { ".\($0)" } ?? ""
  }
}

/// The files for the bundle of an extension with code: the stickers with their index, the files of the
/// message, and the catalog of icons. Each build rewrites them, even if the user changed the code.
///
/// - Parameter icons: the files of the icon set; nil if the pack has none.
/// - Parameter files: the bytes of the message's files, by path.
func extensionBundleTree(
  _ name: String, _ built: [BuiltSticker], icons: FileTree?, _ message: InteractiveMessage?,
  messageFiles files: [Path: [UInt8]],
  _ limits: MessengerLimits
) -> FileTree {
  var tree = FileTree()
  let built = built.filter { $0.isAccepted(by: limits) }
  for sticker in built {
    tree["\(ExtensionBundleFolders.stickers)/\(sticker.bundleFileNameWithHash)"] =
      sticker.artAndVariants[0].bytes
  }
  tree["\(ExtensionBundleFolders.stickers)/index.json"] = stickerIndexJSON(name, built)
  if let image = message?.image {
    tree["\(ExtensionBundleFolders.message)/\(ExtensionBundleFolders.messageImageName(image))"] = files[image]
  }
  if let media = message?.mediaIfNoImage {
    tree["\(ExtensionBundleFolders.message)/\(ExtensionBundleFolders.messageMediaName(media))"] = files[media]
  }
  tree["\(iconCatalogFolderName)/\(contentsFileName)"] = catalogRootDocument
  if let icons { tree.add(icons, below: "\(iconCatalogFolderName)/\(IconSet.folderName)") }
  return tree
}

/// The content of `index.json`: the stickers, with checksums of their files.
private func stickerIndexJSON(_ name: String, _ built: [BuiltSticker]) -> [UInt8] {
  let stickers = built.map { sticker -> JSON in
    let art = sticker.artAndVariants[0]
    return .object([
      "id": .string(sticker.sticker.id), "file": .string(sticker.bundleFileNameWithHash),
      "bytes": .integer(art.bytes.count), "sha256": .string(art.sha256),
      "pixels": .object(["width": .integer(art.pixelSize.width), "height": .integer(art.pixelSize.height)]),
      "descriptions": .object(sticker.sticker.metadata.descriptions.mapValues(JSON.string)),
    ])
  }
  return JSON.object(["schema": .integer(1), "name": .string(name), "stickers": .array(stickers)]).encoded()
}

extension BuiltSticker {
  /// Whether Messages accepts the sticker at run time. Other stickers are built only if rules are disabled.
  /// The extension would reject an index that contains such a sticker.
  fileprivate func isAccepted(by limits: MessengerLimits) -> Bool {
    artAndVariants[0].bytes.count < limits.minRejectedStillBytes
      && limits.allowsSides(of: artAndVariants[0].pixelSize)
  }

  /// A note if the sticker is not in the bundle; nil if it is.
  func bundleExclusionNote(_ limits: MessengerLimits) -> String? {
    guard !isAccepted(by: limits) else { return nil }
    return
      "\(sticker.id) is not in \(ExtensionBundleFolders.stickers)/index.json (limits of Messages: less than "
      + "\(numberText(limits.minRejectedStillBytes)) bytes, \(limits.sidePixels.lowerBound) to "
      + "\(limits.sidePixels.upperBound) px per side)"
  }

  /// The file name in the bundle, which is as unique as a variant's name. It contains a hash, so a file on a
  /// server never changes without a new name, and caches never mix files from different versions.
  fileprivate var bundleFileNameWithHash: String {
    "\(sticker.id)-\(artAndVariants[0].sha256.prefix(8)).\(artAndVariants[0].fileExtension)"
  }
}
