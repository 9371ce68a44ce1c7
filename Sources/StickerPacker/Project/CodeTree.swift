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
  var extensionSuffix: String { hasCode ? "MessagesExtension" : "StickerPackExtension" }
}

/// The files of a project with code for people to extend: the extension, the package with its logic, and the
/// documentation.
///
/// - Returns: the files relative to the project's folder; empty for a project without code.
func codeTree(_ description: ProjectDescription, _ names: ProjectNames) -> FileTree {
  let gaps = TemplateGaps(description, names)
  var (tree, texts) = (FileTree(), [String: String]())
  for (path, text) in TemplateFiles.of(description.template) {
    if path.hasPrefix("Extension/"), path.hasSuffix(".lproj/\(textsName)") {
      let language = path.dropFirst("Extension/".count).prefix { $0 != "." }
      texts[String(language), default: ""] += text
      continue
    }
    tree[place(of: gaps.renamed(path), names)] = Array(gaps.filled(text, path: path).utf8)
  }
  for language in texts.isEmpty ? [] : description.languages {
    let written =
      gaps.filled(localizedTexts(texts, language), path: textsName)
      + layoutTexts(description.message, language)
    tree["\(names.pack)/\(language).lproj/\(textsName)"] = Array(written.utf8)
  }
  return tree
}

/// The template's texts in a language, or the English texts if there is no translation.
///
/// - Parameter texts: the texts of the template by language.
private func localizedTexts(_ texts: [String: String], _ language: String) -> String {
  if let own = texts[language] ?? texts[primary(language)] { return own }
  return "/* Not translated yet. These are the English texts. */\n\n" + (texts["en"] ?? "")
}

/// A note on languages of a project without translations; nil if there are none.
func noteOnTexts(_ description: ProjectDescription, _ names: ProjectNames) -> String? {
  let files = TemplateFiles.of(description.template).map(\.path).filter { $0.hasSuffix(textsName) }
  let known = Set(files.map { $0.split(separator: "/").dropLast().last?.prefix { $0 != "." } ?? "" })
  let missing = description.languages.filter { !known.contains($0[...]) && !known.contains(primary($0)[...]) }
  guard !files.isEmpty, !missing.isEmpty else { return nil }
  return
    "the app's own texts are in English for \(missing.joined(separator: ", ")). Translate "
    + "Localizable.strings "
    + "for these languages in \(names.pack)."
}

private func primary(_ language: String) -> String { String(language.prefix { $0 != "-" }) }

/// The texts of `message.yml`, to append to the texts of a language.
private func layoutTexts(_ message: PackMessage?, _ language: String) -> String {
  let lines = MessageText.allCases.compactMap { text -> String? in
    guard let said = message?.texts[text],
      let words = said[language] ?? accessibilityLabel(in: said, [primary(language)])
    else { return nil }
    return "\"layout.\(text.key)\" = \"\(inStrings(words))\";\n"
  }
  return lines.isEmpty ? "" : "\n/* The message layout, from message.yml. */\n" + lines.joined()
}

extension MessageText {
  /// Apple's name of the property: `trailingCaption` for `trailing-caption`.
  fileprivate var key: String {
    let words = rawValue.split(separator: "-")
    return words.prefix(1).joined()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

/// The path of a template's file in the project.
private func place(of path: String, _ names: ProjectNames) -> String {
  let folders = ["Extension": names.pack, "Logic": names.logic, "Landing": "landing"]
  let parts = path.split(separator: "/").map(String.init)
  return ((parts.first.map { [folders[$0] ?? $0] } ?? []) + parts.dropFirst()).joined(separator: "/")
}

extension TemplateFiles {
  /// The files of a template, relative to its folder, and the files that all templates share.
  static func of(_ template: ProjectTemplate) -> [(path: String, text: String)] {
    let folder =
      switch template {
      case .stickerPack: String?.none
      case .stickerBrowser: "StickerBrowser/"
      case .interactiveMessage: "InteractiveMessage/"
      }
    guard let folder else { return [] }
    return ["Both/", folder].flatMap { folder in
      all.filter { $0.path.hasPrefix(folder) }.map { file in
        // A multi-line literal has no line break after its last line.
        (String(file.path.dropFirst(folder.utf8.count)), file.text + "\n")
      }
    }
  }
}

extension TemplateGaps {
  init(_ description: ProjectDescription, _ names: ProjectNames) {
    let message = description.message
    self.init(
      name: names.app, logic: names.logic, figures: description.limits.words,
      texts: [
        "name": description.name, "background": description.background.map(written) ?? "",
        "grid-size": description.gridSize.rawValue,
        "base-url": message?.baseURL ?? description.baseURL ?? "",
        "languages": description.languages.joined(separator: " "),
        "picture": message?.image.map { BundleFolder.picture($0) } ?? "",
        "media": message?.media.map { BundleFolder.media($0) } ?? "",
        "app": names.app, "extension": names.pack, "logic": names.logic,
        "bundle-identifier": names.bundleIdentifier, "extension-identifier": names.packIdentifier,
        "deployment-target": description.deploymentTarget, "version": description.version,
        "build": description.build, "language": description.language,
      ])
  }
}

private let textsName = "Localizable.strings"

extension MessengerLimits {
  /// The figures by the keys of their placeholders.
  fileprivate var words: [String: Int] {
    [
      "sticker-bytes": bytes, "least-pixels": sides.lowerBound,
      "most-pixels": sides.upperBound, "small-pixels": grid[.small],
      "regular-pixels": grid[.regular], "large-pixels": grid[.large],
    ]
  }
}

/// The folders in the bundle of an extension with code.
enum BundleFolder {
  /// The stickers with their index. A server with a copy of the folder offers the same stickers.
  static let stickers = "Stickers"
  /// Picture and video of an interactive message.
  static let message = "Message"

  /// The name in the bundle of a message's image.
  static func picture(_ file: Path) -> String { "picture" + suffix(file) }
  /// The name in the bundle of a message's other image, or its video.
  static func media(_ file: Path) -> String { "media" + suffix(file) }

  private static func suffix(_ file: Path) -> String { file.lowercasedExtension.map { ".\($0)" } ?? "" }
}

/// The files for the bundle of an extension with code: the stickers with their index, the files of the
/// message, and the catalog of icons. They are written anew in each build, independently of changes to the
/// code.
///
/// - Parameter icons: the files of the icon set; nil if the pack has none.
/// - Parameter files: the bytes of the message's files, by path.
func bundleTree(
  _ name: String, _ built: [BuiltSticker], icons: FileTree?, _ message: PackMessage?,
  _ files: [Path: [UInt8]],
  _ limits: MessengerLimits
) -> FileTree {
  var tree = FileTree()
  let built = built.filter { $0.isTaken(by: limits) }
  for sticker in built {
    tree["\(BundleFolder.stickers)/\(sticker.bundleName)"] = sticker.variants[0].bytes
  }
  tree["\(BundleFolder.stickers)/index.json"] = index(name, built)
  if let image = message?.image {
    tree["\(BundleFolder.message)/\(BundleFolder.picture(image))"] = files[image]
  }
  if let media = message?.media {
    tree["\(BundleFolder.message)/\(BundleFolder.media(media))"] = files[media]
  }
  tree["\(assetsName)/\(contentsName)"] = catalogContents
  if let icons { tree.add(icons, below: "\(assetsName)/\(IconSet.folderName)") }
  return tree
}

/// The content of `index.json`: the stickers, with checksums of their files.
private func index(_ name: String, _ built: [BuiltSticker]) -> [UInt8] {
  let stickers = built.map { sticker -> JSON in
    let art = sticker.variants[0]
    return .object([
      "id": .string(sticker.sticker.id), "file": .string(sticker.bundleName),
      "bytes": .integer(art.bytes.count), "sha256": .string(art.sha256),
      "pixels": .object(["width": .integer(art.pixels.width), "height": .integer(art.pixels.height)]),
      "descriptions": .object(sticker.sticker.metadata.descriptions.mapValues(JSON.string)),
    ])
  }
  return JSON.object(["schema": .integer(1), "name": .string(name), "stickers": .array(stickers)]).encoded()
}

extension BuiltSticker {
  /// Whether Messages accepts the sticker at run time. Other stickers are built only if rules are disabled.
  /// The extension would reject an index with one of them.
  fileprivate func isTaken(by limits: MessengerLimits) -> Bool {
    variants[0].bytes.count < limits.bytes && limits.allow(variants[0].pixels)
  }

  /// A note if the sticker is not in the bundle; nil if it is.
  func noteOnBundle(_ limits: MessengerLimits) -> String? {
    guard !isTaken(by: limits) else { return nil }
    return "\(sticker.id) is not in \(BundleFolder.stickers)/index.json (limits of Messages: less than "
      + "\(numberText(limits.bytes)) bytes, \(limits.sides.lowerBound) to "
      + "\(limits.sides.upperBound) px per side)"
  }

  /// The file name in the bundle, which is as unique as that of a variant. It contains a hash, so that a file
  /// on a server never changes under its name, and caches never mix files of different versions.
  fileprivate var bundleName: String {
    "\(sticker.id)-\(variants[0].sha256.prefix(8)).\(variants[0].fileExtension)"
  }
}
