/// What a value of a `Contents.json` must be.
indirect enum Shape: Sendable {
  /// An object with these keys and no other.
  case object(_ name: String, [DocumentKey])
  /// An object of which only these keys are judged.
  case openObject([DocumentKey])
  case list(Shape)
  case text
  case word([String])
  case number
  case wholeNumber
  case bool
  /// The only version of the format that there is.
  case version
}

/// A key of an object.
struct DocumentKey: Sendable {
  let name: String
  let shape: Shape
  /// How much it matters where the key is missing; nil where it may be.
  var absence: Severity?
  /// What is said then, where it is more than that the key is missing.
  var absenceWords: String?

  init(_ name: String, _ shape: Shape, absence: Severity? = nil, absenceWords: String? = nil) {
    self.name = name
    self.shape = shape
    self.absence = absence
    self.absenceWords = absenceWords
  }
}

extension CatalogSet.Kind {
  /// What its document must be: every key that Apple documents, and no other.
  var shape: Shape {
    switch self {
    case .stickerCatalog: .object("the catalog", [info])
    // An app's catalog holds more than stickers: its other keys are not ours to judge.
    case .assetCatalog: .openObject([DocumentKey("info", infoShape)])
    case .pack:
      .object(
        "the pack",
        [
          info,
          DocumentKey(
            "properties",
            // Apple documents an identifier of a pack without the name of its key: this one is seen.
            .object(
              "a pack's properties",
              [DocumentKey("grid-size", .word(gridSizes)), DocumentKey("identifier", .text), tags])),
          DocumentKey(
            "stickers", .list(.object("a sticker of the list", [filename])), absence: .hint,
            absenceWords: "the pack has no list of its stickers: their order is undefined"),
        ])
    case .sticker:
      .object(
        "the sticker",
        [
          info,
          DocumentKey(
            "properties", .object("a sticker's properties", [filename, label, tags]), absence: .error),
        ])
    case .sequence:
      .object(
        "the sequence",
        [
          info, DocumentKey("properties", .object("a sequence's properties", sequenceProperties)),
          DocumentKey("frames", .list(.object("a frame", [filename]))),
        ])
    case .icons:
      .object(
        "the icon set",
        [
          info, DocumentKey("properties", .object("an icon set's properties", [tags])),
          DocumentKey("images", .list(.object("an icon", iconKeys))),
        ])
    }
  }

  /// What a folder of this kind is, in words for messages.
  var words: String {
    switch self {
    case .stickerCatalog, .assetCatalog: "catalog"
    case .pack: "sticker pack"
    case .sticker: "sticker"
    case .sequence: "sequence"
    case .icons: "icon set"
    }
  }
}

private let infoShape = Shape.object(
  "info", [DocumentKey("author", .text), DocumentKey("version", .version)])
private let info = DocumentKey("info", infoShape, absence: .warning)
private let filename = DocumentKey("filename", .text, absence: .error)
private let label = DocumentKey("accessibility-label", .text)
// Documented for other sets than those of stickers.
private let tags = DocumentKey("on-demand-resource-tags", .list(.text))
private let gridSizes = GridSize.allCases.map(\.rawValue)

private let sequenceProperties = [
  DocumentKey("duration", .number), DocumentKey("duration-type", .word(["fixed", "fps"])),
  DocumentKey("repetitions", .wholeNumber), label, tags,
]

private let iconKeys = [
  DocumentKey("filename", .text), DocumentKey("idiom", .word(IconSlot.idioms)), DocumentKey("size", .text),
  // Which platform it has to be, and where, `catalog-icons` says.
  DocumentKey("scale", .word(IconSlot.factors)), DocumentKey("platform", .text),
  // Xcode's own note of a picture without a place; `catalog-icons` speaks of it.
  DocumentKey("unassigned", .bool),
]

/// Every key that an element of an icon set's list may have.
let iconKeyNames = iconKeys.map(\.name)

/// The word that was meant, where another stands; nil where none is near.
func meant(by word: String, among known: [String]) -> String? {
  // Xcode's own window says Medium.
  if word.lowercased() == "medium", known.contains("regular") { return "regular" }
  guard word.unicodeScalars.count <= 40 else { return nil }
  if let same = known.first(where: { $0.lowercased() == word.lowercased() }) { return same }
  return nearestNames(to: word, in: known, most: 1).first
}

/// The word that was meant where nobody can doubt it; nil where none is near, or several are as near.
func certainlyMeant(by word: String, among known: [String]) -> String? {
  guard let meant = meant(by: word, among: known) else { return nil }
  let isPlain = word.lowercased() == meant.lowercased() || meant == "regular" && word.lowercased() == "medium"
  return isPlain ? meant : onlyNearestName(to: word, in: known)
}

extension JSONNode {
  /// The keys that become another one by correcting them, and that other: of an object that has the right key
  /// too, or two that are to become it, none can be corrected.
  func correctableKeys(among known: [String]) -> [String: String] {
    let unknown = members.filter { !known.contains($0.key) }
    guard !unknown.isEmpty else { return [:] }
    var count = Dictionary(members.map { ($0.key, 1) }, uniquingKeysWith: +)
    var meanings: [String: String] = [:]
    for member in unknown where meanings[member.key] == nil && count[member.key] == 1 {
      meanings[member.key] = certainlyMeant(by: member.key, among: known)
    }
    for meaning in meanings.values { count[meaning, default: 0] += 1 }
    return meanings.filter { count[$0.value] == 1 }
  }

  /// Whether an object has a key, or one that is no key but nearest to it: then `catalog-json` tells.
  func mentions(_ key: String, among known: [String]) -> Bool {
    members.contains { member in
      member.key == key || (!known.contains(member.key) && meant(by: member.key, among: known) == key)
    }
  }
}

/// Text out of a document for a message, in quotes: one line, harmless, at most 60 characters of it.
func quoted(_ text: String) -> String {
  let most = 60
  // Characters have no bound, scalars do.
  let scalars = text.unicodeScalars
  let shown = Untrusted(String(String.UnicodeScalarView(scalars.prefix(most)))).displayText
  return "“\(shown)\(scalars.count > most ? "…" : "")”"
}
