extension Rule {
  /// Every document of a catalog says what Xcode reads.
  static let catalogJson = Rule(
    id: RuleID.catalogJson,
    severity: .error,
    summary:
      "Every Contents.json of a catalog is there, is valid JSON, and has the keys and values of Apple.",
    reason: """
      Xcode passes over what it does not know without a word: with grid-space for grid-size, or medium for
      regular, a pack is built in another size than its maker chose, and nobody is told. Without a readable
      Contents.json a sticker is not in the pack at all. A byte order mark is only a hint: RFC 8259 forbids to
      write it, Apple's reader passes over it, and others refuse it.
      """,
    advice: """
      Correct what stands at the place that is named. A file that is missing Xcode writes itself, once you
      change something of the set in its window.
      """,
    fixes: [.correctDocument, .writeDocument], resolution: .makesIcons,
    references: [.appleCatalogFormat, .appleIconSlots, .json], roles: [],
    examples: [
      .passes("a catalog as Xcode writes it", catalog: CatalogArt.folder, CatalogArt.files()),
      .fires(
        "a key out of Apple's own sample", catalog: CatalogArt.folder,
        CatalogArt.files(changing: CatalogArt.pack) { $0.replacing("grid-size", with: "grid-space") },
        at: "Sticker Pack.stickerpack/Contents.json:7:5",
        message: "“grid-space” is no key of a pack's properties; write “grid-size”"),
      .fires(
        "the grid size of Xcode's window", catalog: CatalogArt.folder,
        CatalogArt.files(changing: CatalogArt.pack) { $0.replacing("small", with: "medium") },
        at: "Sticker Pack.stickerpack/Contents.json:7:19",
        message: "grid-size is “medium”, and must be small, regular or large; write “regular”"),
      .fires(
        "a comma that is missing", catalog: CatalogArt.folder,
        CatalogArt.files(changing: CatalogArt.star) { $0.replacing("star\",", with: "star\"") },
        at: "Sticker Pack.stickerpack/Star.sticker/Contents.json:8:5",
        message: "no valid JSON: a comma or } is missing"),
      .fires(
        "a sticker without its document", catalog: CatalogArt.folder,
        CatalogArt.files().filter { $0.fileName != CatalogArt.star },
        at: "Sticker Pack.stickerpack/Star.sticker/Contents.json",
        message: "Contents.json is missing: Xcode does not know what the sticker holds"),
    ],
    check: .catalog(evaluate))
}

private func evaluate(_ catalog: Catalog, _ settings: Settings) -> [CatalogEvidence] {
  catalog.sets.flatMap { set -> [CatalogEvidence] in
    switch set.contents {
    case .excluded: return []
    case .missing:
      // Older versions of Xcode wrote none for an app's catalog, and whether the other needs it is not known.
      guard set.kind != .assetCatalog else { return [] }
      let severity: Severity? = set.kind == .stickerCatalog ? .warning : nil
      let message = "Contents.json is missing: Xcode does not know what the \(set.kind.words) holds"
      let fix = set.writableDocument.map { _ in Fix(.writeDocument) }
      return [CatalogEvidence(set, message, severity: severity, fix: fix)]
    case .unreadable(let reason): return [CatalogEvidence(set, "it cannot be read: \(reason)")]
    case .tooLarge(let count):
      let figure = MeasuredValue(count, limit: Catalog.maxDocumentBytes, unit: .bytes)
      let words = "\(numberText(count)) bytes; at most \(numberText(Catalog.maxDocumentBytes)) are read"
      return [CatalogEvidence(set, words, figure)]
    case .broken(let fault):
      let location = fault.location ?? SourceLocation(line: 1, column: 1)
      return [CatalogEvidence(set, "no valid JSON: \(fault.message)", at: location)]
    case .document(let document):
      var reader = ShapeReader(set: set, document: document)
      if document.startsWithByteOrderMark {
        reader.note("it begins with a byte order mark, which JSON should not have", at: 0, .hint)
      }
      reader.check(document.root, set.kind.shape, named: "the document")
      return reader.found
    }
  }
}

private struct ShapeReader {
  let set: CatalogSet
  let document: JSONDocument
  var found: [CatalogEvidence] = []

  init(set: CatalogSet, document: JSONDocument) { (self.set, self.document) = (set, document) }

  mutating func note(_ message: String, at offset: Int, _ severity: Severity? = nil, fix: Fix? = nil) {
    found.append(CatalogEvidence(set, message, at: offset, severity: severity, fix: fix))
  }

  mutating func check(_ value: JSONNode, _ shape: Shape, named name: String) {
    switch (shape, value.content) {
    case (.object(let words, let keys), .object): checkObject(value, keys, named: words)
    case (.openObject(let keys), .object): checkObject(value, keys, named: nil)
    case (.list(let inner), .array(let elements)):
      for element in elements { check(element, inner, named: "an element of \(name)") }
    case (.word(let words), .string(let word)):
      guard !words.contains(word) else { return }
      let advice = meant(by: word, among: words).map { "; write “\($0)”" } ?? ""
      note(
        "\(name) is \(quoted(word)), and must be \(listText(words, "or"))\(advice)", at: value.offset,
        fix: certainlyMeant(by: word, among: words).map(Fix.init(correctingDocumentTo:)))
    case (.text, .string), (.number, .integer), (.number, .number), (.wholeNumber, .integer), (.bool, .bool),
      (.version, .integer(1)):
      return
    case (.version, .integer(let version)):
      note("\(name) is \(version), and must be 1, the only version there is", at: value.offset)
    case (.wholeNumber, .number(let number)):
      note("\(name) is \(number), and must be a whole number", at: value.offset)
    default: note("\(name) is \(value.kind), and must be \(shape.words)", at: value.offset)
    }
  }

  private mutating func checkObject(_ object: JSONNode, _ keys: [DocumentKey], named name: String?) {
    let known = keys.map(\.name)
    let meanings = name == nil ? [:] : object.correctableKeys(among: known)
    var first: [String: Int] = [:]
    for member in object.members {
      if let earlier = first[member.key] {
        let line = document.location(of: earlier).line
        note("\(quoted(member.key)) stands here a second time, after line \(line)", at: member.offset)
        continue
      }
      first[member.key] = member.offset
      if let key = keys.first(where: { $0.name == member.key }) {
        check(member.value, key.shape, named: key.name)
      } else if let name {
        let advice =
          meant(by: member.key, among: known).map { "; write “\($0)”" } ?? ": \(listText(known)) are"
        note(
          "\(quoted(member.key)) is no key of \(name)\(advice)", at: member.offset,
          fix: meanings[member.key].map(Fix.init(correctingDocumentTo:)))
      }
    }
    for key in keys where key.absence != nil && !object.mentions(key.name, among: known) {
      let words = key.absenceWords ?? "“\(key.name)” is missing from \(name ?? "the document")"
      note(words, at: object.offset, key.absence)
    }
  }
}

extension Shape {
  /// What a value must be, for messages.
  fileprivate var words: String {
    switch self {
    case .object, .openObject: "an object"
    case .list: "a list"
    case .text: "a text"
    case .word(let words): listText(words, "or")
    case .number: "a number"
    case .wholeNumber: "a whole number"
    case .bool: "true or false"
    case .version: "1"
    }
  }
}
