import StickerEngine
import StickerImage

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
}

/// The files of a project with code that people go on with: its extension, the package of its logic, what it
/// says of itself.
///
/// - Returns: relative to the project's folder; nothing for a project without code.
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

/// What a language's file has of the template, or the English texts where nobody has translated it.
///
/// - Parameter texts: of the template, by language.
private func localizedTexts(_ texts: [String: String], _ language: String) -> String {
  if let own = texts[language] ?? texts[primary(language)] { return own }
  return "/* Not translated yet: these are the English texts. */\n\n" + (texts["en"] ?? "")
}

/// In which languages of a project nobody has written its texts; nil where that is none.
func noteOnTexts(_ description: ProjectDescription, _ names: ProjectNames) -> String? {
  let files = TemplateFiles.of(description.template).map(\.path).filter { $0.hasSuffix(textsName) }
  let known = Set(files.map { $0.split(separator: "/").dropLast().last?.prefix { $0 != "." } ?? "" })
  let missing = description.languages.filter { !known.contains($0[...]) && !known.contains(primary($0)[...]) }
  guard !files.isEmpty, !missing.isEmpty else { return nil }
  return
    "the app's own texts are English in \(missing.joined(separator: ", ")): translate Localizable.strings "
    + "there in \(names.pack)"
}

private func primary(_ language: String) -> String { String(language.prefix { $0 != "-" }) }

/// What `message.yml` says, for the end of a language's file.
private func layoutTexts(_ message: PackMessage?, _ language: String) -> String {
  let lines = MessageText.allCases.compactMap { text -> String? in
    guard let said = message?.texts[text],
      let words = said[language] ?? accessibilityLabel(in: said, [primary(language)])
    else { return nil }
    return "\"layout.\(text.key)\" = \"\(inStrings(words))\";\n"
  }
  return lines.isEmpty ? "" : "\n/* What message.yml says of a message's layout. */\n" + lines.joined()
}

extension MessageText {
  /// The property as Apple calls it: `trailing-caption` is `trailingCaption`.
  fileprivate var key: String {
    let words = rawValue.split(separator: "-")
    return words.prefix(1).joined()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

/// Where a file of a template comes to lie.
private func place(of path: String, _ names: ProjectNames) -> String {
  let folders = ["Extension": names.pack, "Logic": names.logic, "Landing": "landing"]
  let parts = path.split(separator: "/").map(String.init)
  return ((parts.first.map { [folders[$0] ?? $0] } ?? []) + parts.dropFirst()).joined(separator: "/")
}

extension TemplateFiles {
  /// The files of a template, seen from its folder, and those that every one has.
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
        // A multi-line literal has no line end behind its last line.
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
  /// Its figures by the keys of their gaps.
  fileprivate var words: [String: Int] {
    [
      "sticker-bytes": bytes, "least-pixels": sides.lowerBound,
      "most-pixels": sides.upperBound, "small-pixels": grid[.small],
      "regular-pixels": grid[.regular], "large-pixels": grid[.large],
    ]
  }
}

/// The folders that an extension with code takes into its bundle as they are.
enum BundleFolder {
  /// Art with its index; a server that has it offers the same stickers.
  static let stickers = "Stickers"
  /// Picture and video of an interactive message.
  static let message = "Message"

  /// What a message's picture is called there.
  static func picture(_ file: Path) -> String { "picture" + suffix(file) }
  /// The name in the bundle of a message's other picture, or its video.
  static func media(_ file: Path) -> String { "media" + suffix(file) }

  private static func suffix(_ file: Path) -> String { file.lowercasedExtension.map { ".\($0)" } ?? "" }
}

/// What an extension with code takes into its bundle, made anew at each build, whatever people do to its
/// code: stickers with their index, the message's picture, the catalog of the icons.
///
/// - Parameter icons: the icon set's files; nil where the pack has none.
/// - Parameter message: the bytes of the message's files, by path.
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

/// `index.json`: which stickers there are, and what tells that a file is the right one.
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
  /// Whether Messages takes it at run time. Only where rules are switched off others are built at all, and an
  /// index with one of them would be refused as a whole.
  fileprivate func isTaken(by limits: MessengerLimits) -> Bool {
    variants[0].bytes.count < limits.bytes && limits.allow(variants[0].pixels)
  }

  /// Why it is not in the bundle; nil where it is.
  func noteOnBundle(_ limits: MessengerLimits) -> String? {
    guard !isTaken(by: limits) else { return nil }
    return "\(sticker.id) is not in \(BundleFolder.stickers)/index.json: Messages takes less than "
      + "\(numberText(limits.bytes)) bytes, and \(limits.sides.lowerBound) to "
      + "\(limits.sides.upperBound) px a side"
  }

  /// A name without a folder, as unique as a variant's. Other bytes have another name: on a server no file
  /// ever changes under its name, so that what caches on the way keep never belongs to another index.
  fileprivate var bundleName: String {
    "\(sticker.id)-\(variants[0].sha256.prefix(8)).\(variants[0].fileExtension)"
  }
}
