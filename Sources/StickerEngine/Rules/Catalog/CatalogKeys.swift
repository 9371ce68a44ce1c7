/// The expected type of a value in a `Contents.json`.
indirect enum CatalogValueSchema: Sendable {
  /// An object with these keys and no others.
  case object(_ name: String, [CatalogKeySchema])
  /// An object that may have other keys, which are not checked.
  case openObject([CatalogKeySchema])
  case list(CatalogValueSchema)
  case text
  case oneOf([String])
  case number
  case wholeNumber
  case bool
  /// 1, the only version of the format.
  case formatVersion
}

/// A key of an object.
struct CatalogKeySchema: Sendable {
  let name: String
  let valueSchema: CatalogValueSchema
  /// The severity if the key is missing; nil if the key is optional.
  var severityIfMissing: Severity?
  /// The message if the key is missing; nil for the standard message.
  var customMessageIfMissing: String?

  init(
    _ name: String, _ shape: CatalogValueSchema, severityIfMissing: Severity? = nil,
    messageIfMissing: String? = nil
  ) {
    self.name = name
    self.valueSchema = shape
    self.severityIfMissing = severityIfMissing
    self.customMessageIfMissing = messageIfMissing
  }
}

extension CatalogFolder.Kind {
  /// The schema of the set's document: the keys that Apple documents, and the exceptions in the comments
  /// below.
  var documentSchema: CatalogValueSchema {
    switch self {
    case .stickerCatalog: .object("the catalog", [infoKeySchema])
    // An app's asset catalog contains more than stickers, so its other keys are not checked.
    case .assetCatalog: .openObject([CatalogKeySchema("info", infoSchema)])
    case .pack:
      .object(
        "the pack",
        [
          infoKeySchema,
          CatalogKeySchema(
            "properties",
            // Apple documents that a pack has an identifier, but not the key for it. Real catalogs use this
            // key.
            .object(
              "the pack's properties",
              [
                CatalogKeySchema("grid-size", .oneOf(gridSizeNames)), CatalogKeySchema("identifier", .text),
                resourceTagsKeySchema,
              ])),
          CatalogKeySchema(
            "stickers", .list(.object("a sticker in the list", [filenameKeySchema])),
            severityIfMissing: .hint,
            messageIfMissing: "the pack has no list of its stickers, so their order is undefined"),
        ])
    case .sticker:
      .object(
        "the sticker",
        [
          infoKeySchema,
          CatalogKeySchema(
            "properties",
            .object(
              "the sticker's properties",
              [filenameKeySchema, accessibilityLabelKeySchema, resourceTagsKeySchema]),
            severityIfMissing: .error),
        ])
    case .sequence:
      .object(
        "the sequence",
        [
          infoKeySchema,
          CatalogKeySchema("properties", .object("the sequence's properties", sequencePropertyKeySchemas)),
          CatalogKeySchema("frames", .list(.object("a frame", [filenameKeySchema]))),
        ])
    case .icons:
      .object(
        "the icon set",
        [
          infoKeySchema,
          CatalogKeySchema("properties", .object("the icon set's properties", [resourceTagsKeySchema])),
          CatalogKeySchema("images", .list(.object("an icon", iconKeySchemas))),
        ])
    }
  }

  /// The name of this kind in messages.
  var nameInMessages: String {
    switch self {
    case .stickerCatalog, .assetCatalog: "catalog"
    case .pack: "sticker pack"
    case .sticker: "sticker"
    case .sequence: "sequence"
    case .icons: "icon set"
    }
  }
}

private let infoSchema = CatalogValueSchema.object(
  "info", [CatalogKeySchema("author", .text), CatalogKeySchema("version", .formatVersion)])
private let infoKeySchema = CatalogKeySchema("info", infoSchema, severityIfMissing: .warning)
private let filenameKeySchema = CatalogKeySchema("filename", .text, severityIfMissing: .error)
private let accessibilityLabelKeySchema = CatalogKeySchema("accessibility-label", .text)
// Apple documents this key only for other kinds of sets.
private let resourceTagsKeySchema = CatalogKeySchema("on-demand-resource-tags", .list(.text))
private let gridSizeNames = GridSize.allCases.map(\.rawValue)

private let sequencePropertyKeySchemas = [
  CatalogKeySchema("duration", .number), CatalogKeySchema("duration-type", .oneOf(["fixed", "fps"])),
  CatalogKeySchema("repetitions", .wholeNumber), accessibilityLabelKeySchema, resourceTagsKeySchema,
]

private let iconKeySchemas = [
  CatalogKeySchema("filename", .text), CatalogKeySchema("idiom", .oneOf(IconSlot.idiomNames)),
  CatalogKeySchema("size", .text),
  // `catalog-icons` checks the platform.
  CatalogKeySchema("scale", .oneOf(IconSlot.scaleTexts)), CatalogKeySchema("platform", .text),
  // Xcode marks an image that is not used for any icon as unassigned, which `catalog-icons` reports.
  CatalogKeySchema("unassigned", .bool),
]

/// The keys of an image in an icon set.
let iconKeyNames = iconKeySchemas.map(\.name)

/// The known word that is closest to a misspelled word; nil if none is close.
func likelyCorrection(of word: String, among known: [String]) -> String? {
  // Xcode's editor shows `regular` as Medium.
  if word.lowercased() == "medium", known.contains("regular") { return "regular" }
  guard word.unicodeScalars.count <= 40 else { return nil }
  if let same = known.first(where: { $0.lowercased() == word.lowercased() }) { return same }
  return nearestSimilarNames(to: word, in: known, maxCount: 1).first
}

/// The known word that a misspelled word must mean; nil if none is close, or if several are equally close.
func certainCorrection(of word: String, among known: [String]) -> String? {
  guard let meant = likelyCorrection(of: word, among: known) else { return nil }
  let isPlain = word.lowercased() == meant.lowercased() || meant == "regular" && word.lowercased() == "medium"
  return isPlain ? meant : uniqueNearestSimilarName(to: word, in: known)
}

extension JSONNode {
  /// Misspelled keys and their corrections. A key is left out if the object already has the corrected key, or
  /// if two keys have the same correction.
  func certainKeyCorrections(among known: [String]) -> [String: String] {
    let unknown = members.filter { !known.contains($0.key) }
    guard !unknown.isEmpty else { return [:] }
    var count = Dictionary(members.map { ($0.key, 1) }, uniquingKeysWith: +)
    var meanings: [String: String] = [:]
    for member in unknown where meanings[member.key] == nil && count[member.key] == 1 {
      meanings[member.key] = certainCorrection(of: member.key, among: known)
    }
    for meaning in meanings.values { count[meaning, default: 0] += 1 }
    return meanings.filter { count[$0.value] == 1 }
  }

  /// Whether an object has a key or a misspelling of it, which `catalog-json` reports.
  func hasKeyOrMisspelling(_ key: String, among known: [String]) -> Bool {
    members.contains { member in
      member.key == key
        || (!known.contains(member.key) && likelyCorrection(of: member.key, among: known) == key)
    }
  }
}

/// Text from a document, as messages show it: in quotes, escaped, on one line and cut to 60 Unicode scalars.
func quotedEscapedAndShortened(_ text: String) -> String {
  let most = 60
  // Counts scalars, because a character can consist of any number of them.
  let scalars = text.unicodeScalars
  let shown = UntrustedText(String(String.UnicodeScalarView(scalars.prefix(most)))).displayText
  return "“\(shown)\(scalars.count > most ? "…" : "")”"
}
