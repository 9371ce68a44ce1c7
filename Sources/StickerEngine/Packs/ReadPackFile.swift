/// A reader for a document that contains paths and text in several languages: a pack file or a message file.
protocol PackOrMessageFileReader {
  var yamlReader: YAMLReader { get set }
  var folder: PackFolderAccess { get }
  /// The name of the document, for messages.
  static var fileName: String { get }
}

extension PackOrMessageFileReader {
  /// Reads a path or a glob.
  mutating func readPathOrGlob(_ node: YAMLNode, _ name: String) -> Located<Path>? {
    guard let text = yamlReader.readNonEmptyScalar(node, name) else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !text.hasPrefix("/"), !parts.contains(".."), !text.utf8.contains(0) else {
      yamlReader.addError(
        "\(escapedAndShortened(text)) is outside the folder of \(Self.fileName)", at: node.location)
      return nil
    }
    let kept = parts.filter { !$0.isEmpty && $0 != "." }.joined(separator: "/")
    guard !kept.isEmpty else {
      yamlReader.addError("\(name) must be a file name, not \(node.descriptionInErrors)", at: node.location)
      return nil
    }
    return Located(Path(kept), at: node.location)
  }

  /// Reports files that do not exist or are outside the folder.
  mutating func addMissingOrOutsideFileErrors(for files: [Located<Path>]) {
    var looked: Set<Path> = []
    for file in files where looked.insert(file.value).inserted {
      if !folder.isFile(file.value) {
        yamlReader.addError(
          "\(file.value.displayText) does not exist\(didYouMeanSuffix(for: file.value))", at: file.location)
      } else if !folder.isInsideResolvingSymlinks(file.value) {
        let reason =
          "is a link to a file outside the folder of \(Self.fileName). Copy the file into the folder."
        yamlReader.addError("\(file.value.displayText) \(reason)", at: file.location)
      }
    }
  }

  private func didYouMeanSuffix(for path: Path) -> String {
    let names = folder.images().compactMap(\.text)
    guard let name = path.text, let nearest = nearestSimilarNames(to: name, in: names).first else {
      return ""
    }
    return ". Did you mean \(UntrustedText(nearest).displayText)?"
  }
}

extension PackFileReader {
  /// Reports invalid icons and covers, and files that are listed twice, do not exist or are outside the
  /// folder.
  mutating func addFileErrors(in packFile: PackFile) {
    var first: [Path: SourceLocation] = [:]
    for sticker in packFile.stickers {
      var isTold = false  // report only one frame of a sequence
      for file in sticker.files {
        guard let line = first[file.value]?.line else {
          first[file.value] = file.location
          continue
        }
        if !isTold {
          yamlReader.addError(
            "\(file.value.displayText) is listed twice, first on line \(line)", at: file.location)
        }
        isTold = true
      }
    }
    for icon in [packFile.icon].compactMap(\.self) + packFile.slotIcons.map(\.file)
    where first[icon.value] != nil {
      let advice = "Use another image as the icon, or remove it from stickers."
      yamlReader.addError("\(icon.value.displayText) is already a sticker. \(advice)", at: icon.location)
    }
    if let sticker = packFile.iconSticker { addErrors(inIconSticker: sticker, of: packFile) }
    if let cover = packFile.coverSticker, first[cover.value] == nil {
      let reason = "is not one of the stickers. Set cover to a sticker or to the first frame of a sequence."
      yamlReader.addError("\(cover.value.displayText) \(reason)", at: cover.location)
    }
    addMissingOrOutsideFileErrors(for: packFile.files)
  }

  private mutating func addErrors(inIconSticker sticker: Located<Path>, of packFile: PackFile) {
    if let icon = packFile.icon {
      yamlReader.addError(
        "use icon or icon-sticker, not both (icon is on line \(icon.location.line))",
        at: sticker.location)
    } else if !packFile.stickers.contains(where: { $0.file.value == sticker.value }) {
      let names = packFile.stickers.compactMap { $0.file.value.text }
      let near = nearestSimilarNames(to: sticker.value.displayText, in: names)
      let advice =
        near.isEmpty
        ? "Use icon instead of icon-sticker."
        : "Did you mean \(listText(near.map { UntrustedText($0).displayText }, "or"))?"
      yamlReader.addError(
        "\(sticker.value.displayText) is not a sticker of this pack. \(advice)", at: sticker.location)
    }
  }
}

extension PackOrMessageFileReader {
  /// Reads a string, or one string for each language, with locations. A string without a language belongs to
  /// `onlyLanguage` or, if that is nil, to `PackSticker.undeterminedLanguage`. Missing values are omitted.
  ///
  /// - Parameter onlyLanguage: the language of a pack with one language; nil for any other pack.
  mutating func readTexts(
    _ node: YAMLNode, _ name: String, defaultLanguage onlyLanguage: String? = nil
  ) -> [String: Located<String>] {
    guard !node.isMissing else { return [:] }
    if case .scalar(let text, _) = node.content {
      return [onlyLanguage ?? PackSticker.undeterminedLanguage: Located(text, at: node.location)]
    }
    guard let members = yamlReader.readMapping(node, name) else { return [:] }
    var texts: [String: Located<String>] = [:]
    for member in members {
      guard isLanguageTag(member.key) else {
        yamlReader.addError(invalidLanguageTagMessage(member.key), at: member.keyLocation)
        continue
      }
      guard !member.value.isMissing else { continue }  // not filled in yet
      guard case .scalar(let text, _) = member.value.content else {
        _ = yamlReader.readNonEmptyScalar(member.value, member.key)  // reports the error
        continue
      }
      // An empty string in quotes is kept, so that a rule can report it.
      texts[member.key] = Located(text, at: member.value.location)
    }
    return texts
  }
}

/// Access to the folder of a pack file or message file. Paths are relative to it.
package struct PackFolderAccess {
  /// Whether a regular file exists at a path.
  let isFile: (Path) -> Bool
  /// Whether a file is inside the folder after links are followed.
  let isInsideResolvingSymlinks: (Path) -> Bool
  /// Returns the images in the folder, to suggest similar names.
  let images: () -> [Path]
  /// Returns the images that a glob of frames matches, in playing order.
  let framesMatching: (String) -> [Path]

  package init(
    isFile: @escaping (Path) -> Bool, isInside: @escaping (Path) -> Bool = { _ in true },
    images: @escaping () -> [Path] = { [] },
    framesMatching: @escaping (String) -> [Path] = { _ in [] }
  ) {
    self.isFile = isFile
    self.isInsideResolvingSymlinks = isInside
    self.images = images
    self.framesMatching = framesMatching
  }
}

/// Reads a `stickerpack.yml`.
///
/// - Parameter bytes: the file, at most 1 MiB.
/// - Parameter folder: access to the folder of the file.
/// - Parameter allowedIconSlots: the names that `icons` may use; nil for any name.
/// - Throws: all errors with their locations: unknown keys, values of the wrong type, and files that are
///   listed twice, are missing or are outside the folder.
package func readPackFile(
  _ bytes: [UInt8], in folder: PackFolderAccess, allowedIconSlots: [String]? = nil
) throws(Diagnostic) -> PackFile {
  let document = try YAMLParser.parse(bytes)
  var reader = PackFileReader(folder: folder, allowedIconSlots: allowedIconSlots)
  let description = reader.readPackFile(from: document)
  reader.addFileErrors(in: description)
  let diagnostics = reader.yamlReader.diagnostics.sortedByLocation()
  if !diagnostics.isEmpty { throw Diagnostic(combining: diagnostics) }
  return description
}

/// Reads a `stickerpack.yml` without checking the names of icon sizes. Globs for frames match nothing.
package func readPackFile(
  _ bytes: [UInt8], isFile: @escaping (Path) -> Bool, isInside: @escaping (Path) -> Bool = { _ in true }
) throws(Diagnostic) -> PackFile {
  try readPackFile(bytes, in: PackFolderAccess(isFile: isFile, isInside: isInside))
}

struct PackFileReader: PackOrMessageFileReader {
  static let fileName = PackFile.fileName.displayText
  var yamlReader = YAMLReader()
  let folder: PackFolderAccess
  let allowedIconSlots: [String]?
  /// The locations of the sticker names read so far.
  var stickerNameLocations: [String: SourceLocation] = [:]

  init(folder: PackFolderAccess, allowedIconSlots: [String]?) {
    self.folder = folder
    self.allowedIconSlots = allowedIconSlots
  }

  mutating func readPackFile(from document: YAMLNode) -> PackFile {
    var description = PackFile()
    guard
      let members = yamlReader.readMappingWithKnownKeys(
        document, "a pack file", keys: PackFileKey.keyNames, ignores: isIgnoredKey)
    else { return description }
    func node(_ key: PackFileKey) -> YAMLNode? { members[key]?.value }
    description.bundleIdentifier = node(.bundleIdentifier).flatMap { readBundleIdentifier($0) }
    description.appBuildSettings = AppBuildSettings(
      team: node(.team).flatMap { readAppBuildSetting($0, .team, fault: fault(ofTeamID:)) },
      version: node(.version).flatMap {
        readAppBuildSetting($0, .version, fault: fault(ofVersionOrBuildNumber:))
      },
      build: node(.build).flatMap { readAppBuildSetting($0, .build, fault: fault(ofVersionOrBuildNumber:)) })
    description.metadata.gridSize = node(.gridSize).flatMap { readGridSize($0) }
    description.icon = node(.icon).flatMap { readPathOrGlob($0, "icon") }
    description.iconSticker = node(.iconSticker).flatMap {
      readPathOrGlob($0, PackFileKey.iconSticker.rawValue)
    }
    description.slotIcons = node(.slotIcons).map { readSlotIcons($0) } ?? []
    description.iconBackground = node(.iconBackground).flatMap { readColor($0, "icon-background") }
    description.metadata.browserBackgroundColor = node(.browserBackground).flatMap {
      readColor($0, "background")
    }
    description.stickerDownloadBaseURL = node(.stickerDownloadBaseURL).flatMap {
      readStickerDownloadBaseURL($0)
    }
    description.metadata.credits = readCredits(members)
    description.coverSticker = node(.cover).flatMap { readPathOrGlob($0, "cover") }
    if let node = node(.languages) {
      description.metadata.languages = (yamlReader.readList(node, "languages") ?? []).compactMap {
        readLanguage($0)
      }
    }
    if let node = node(.name) { readName(node, into: &description.metadata) }
    description.localizesCatalog = node(.localizesCatalog).flatMap {
      yamlReader.readTrueOrFalse($0, "localize")
    }
    if let node = node(.stickers) {
      let single = description.metadata.languages.count == 1 ? description.metadata.languages[0] : nil
      description.stickers = (yamlReader.readList(node, "stickers") ?? []).compactMap {
        readSticker($0, defaultLanguage: single)
      }
    }
    return description
  }

  /// Reads the name: one string, or a string for each language. `preferredNameLanguage` decides which name to
  /// show if only one can be shown.
  private mutating func readName(_ node: YAMLNode, into metadata: inout PackMetadata) {
    guard case .mapping = node.content else {
      metadata.name = yamlReader.readNonEmptyScalar(node, "name")
      return
    }
    let texts = readTexts(node, "name").mapValues(\.value)
    guard !texts.isEmpty, texts.values.allSatisfy({ !$0.isEmpty }) else {
      yamlReader.addError("name needs text in each of its languages", at: node.location)
      return
    }
    metadata.localizedNames = texts
    metadata.name = preferredNameLanguage(of: texts.keys, languages: metadata.languages).flatMap { texts[$0] }
  }

  /// Reads a value of the app that must have a certain format. An unquoted number is read as written.
  private mutating func readAppBuildSetting(
    _ node: YAMLNode, _ key: PackFileKey, fault: (String) -> String?
  ) -> String? {
    guard let text = yamlReader.readNonEmptyScalar(node, key.rawValue) else { return nil }
    if let reason = fault(text) {
      yamlReader.addError(
        "\(key.rawValue) \(node.descriptionInErrors) is invalid: \(reason)", at: node.location)
      return nil
    }
    return text
  }

  private mutating func readSlotIcons(_ node: YAMLNode) -> [PackFileSlotIcon] {
    (yamlReader.readMapping(node, "icons") ?? []).compactMap { member in
      if let allowedIconSlots, !allowedIconSlots.contains(member.key) {
        yamlReader.addError(
          unknownNameMessage("icon size", member.key, in: allowedIconSlots), at: member.keyLocation)
        return nil
      }
      return readPathOrGlob(member.value, "the icon").map { PackFileSlotIcon(slot: member.key, file: $0) }
    }
  }

  private mutating func readLanguage(_ node: YAMLNode) -> String? {
    guard let text = yamlReader.readNonEmptyScalar(node, "a language") else { return nil }
    guard isLanguageTag(text) else {
      yamlReader.addError(invalidLanguageTagMessage(text), at: node.location)
      return nil
    }
    return text
  }

  /// Reads the grid size. `medium` is Xcode's word for `regular`.
  private mutating func readGridSize(_ node: YAMLNode) -> GridSize? {
    let word = yamlReader.readChoice(node, "grid-size", of: allowedGridSizeValues)
    return word == "medium" ? .regular : word.flatMap(GridSize.init)
  }

  private mutating func readColor(_ node: YAMLNode, _ name: String) -> UInt32? {
    guard !node.isMissing else {
      let reason = "must be a color in quotes, such as \"#FFD54F\". Without quotes, # starts a comment."
      yamlReader.addError("\(name) \(reason)", at: node.location)
      return nil
    }
    guard let text = yamlReader.readNonEmptyScalar(node, name) else { return nil }
    guard let color = rgbColor(parsing: text) else {
      yamlReader.addError(
        "\(name) must be a color such as \"#FFD54F\", not \(node.descriptionInErrors)", at: node.location)
      return nil
    }
    return color
  }

  private mutating func readStickerDownloadBaseURL(_ node: YAMLNode) -> String? {
    guard let text = yamlReader.readNonEmptyScalar(node, "base-url") else { return nil }
    if let reason = fault(ofBaseURL: text) {
      yamlReader.addError("base-url \(node.descriptionInErrors) \(reason)", at: node.location)
      return nil
    }
    return text
  }

  private mutating func readCredits(_ members: [String: YAMLMember]) -> PackCredits {
    var credits = PackCredits()
    credits.author = members[.author].flatMap { yamlReader.readNonEmptyScalar($0.value, "author") }
    credits.publisher = members[.publisher].flatMap { yamlReader.readNonEmptyScalar($0.value, "publisher") }
    credits.packDescription = members[.packDescription].flatMap {
      yamlReader.readNonEmptyScalar($0.value, "description")
    }
    credits.copyright = members[.copyright].flatMap { yamlReader.readNonEmptyScalar($0.value, "copyright") }
    let links =
      members[.links].flatMap {
        yamlReader.readMappingWithKnownKeys($0.value, "links", keys: PackFileLinkKey.keyNames)
      } ?? [:]
    credits.publisherWebsite = links[.website].flatMap { readLink($0) }
    credits.privacyPolicyURL = links[.privacy].flatMap { readLink($0) }
    credits.licenseURL = links[.license].flatMap { readLink($0) }
    return credits
  }

  private mutating func readLink(_ member: YAMLMember) -> String? {
    guard let text = yamlReader.readNonEmptyScalar(member.value, member.key) else { return nil }
    if let reason = fault(ofWebLink: text) {
      yamlReader.addError(
        "\(member.key) \(member.value.descriptionInErrors) \(reason)", at: member.value.location)
      return nil
    }
    return text
  }

  private mutating func readBundleIdentifier(_ node: YAMLNode) -> String? {
    guard let text = yamlReader.readNonEmptyScalar(node, "bundle-identifier") else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isSound = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }
    guard isSound, parts.count > 1 else {
      let expected = "letters, digits and hyphens separated by dots, such as com.example.monkey"
      yamlReader.addError(
        "bundle-identifier must be \(expected), not \(node.descriptionInErrors)", at: node.location)
      return nil
    }
    return text
  }
}

/// Returns the language of the pack name to show if only one name can be shown: the first language of the
/// pack that has a name, or English, or the first in byte order.
func preferredNameLanguage(of named: some Collection<String>, languages: [String]) -> String? {
  let sorted = named.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  return (languages + ["en"] + sorted).first(where: named.contains)
}

/// Whether the reader ignores a key, because it starts with `x-`. Other programs and people can use such
/// keys.
func isIgnoredKey(_ key: String) -> Bool { key.hasPrefix(ignoredKeyPrefix) }
/// The prefix of keys that the reader ignores.
let ignoredKeyPrefix = "x-"

/// The allowed values of `grid-size`.
let allowedGridSizeValues = GridSize.allCases.map(\.rawValue) + ["medium"]

/// Parses a color: 0xFFD54F for `#FFD54F`. Returns nil for any other text.
package func rgbColor(parsing text: String) -> UInt32? {
  let digits = text.dropFirst()
  guard text.hasPrefix("#"), digits.utf8.count == 6, !digits.hasPrefix("+"), !digits.hasPrefix("-") else {
    return nil
  }
  return UInt32(digits, radix: 16)
}

/// Whether a string has the form of a language tag: `en`, `pt-BR`, `zh-Hant`.
///
/// - Source: RFC 5646, 2.1: subtags have 1 to 8 letters and digits. The first has 2 or 3 letters, because no
///   longer subtags are registered.
package func isLanguageTag(_ text: String) -> Bool {
  let parts = text.split(separator: "-", omittingEmptySubsequences: false)
  guard let first = parts.first, 2...3 ~= first.utf8.count, first.utf8.allSatisfy(isLetter) else {
    return false
  }
  return parts.dropFirst().allSatisfy { 1...8 ~= $0.utf8.count && $0.utf8.allSatisfy(isAlphanumeric) }
}

/// Returns an error message for a string that is not a language tag.
package func invalidLanguageTagMessage(_ text: String) -> String {
  "\"\(escapedAndShortened(text))\" is not a language tag. Use one such as en, pt-BR or zh-Hant."
}

private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
private func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) }
