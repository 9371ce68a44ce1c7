extension Rule {
  /// Reports each Contents.json that is missing or invalid, or that has unknown keys or values.
  static let catalogJson = Rule(
    id: RuleID.catalogJson,
    severity: .error,
    summary:
      "Each Contents.json in a catalog exists, is valid JSON, and has only keys and values that Apple lists.",
    reason: """
      Xcode silently ignores keys and values that it does not recognize. With `grid-space` instead of
      `grid-size`, or `medium` instead of `regular`, it builds the pack in a different size without a warning.
      Without a readable Contents.json, a sticker is not in the pack at all. A byte order mark is reported
      only as a hint. RFC 8259 forbids it and other parsers reject it, but Apple's parser ignores it.
      """,
    advice: """
      Correct the document at the reported location. Xcode writes a missing Contents.json when you change
      something in the set.
      """,
    fixes: [.correctCatalogSpelling, .writeMissingCatalogDocument], buildResolution: .rebuildsIconSets,
    references: [.appleCatalogFormat, .appleIconSlots, .json], roles: [],
    examples: [
      .passes(
        "a catalog as Xcode writes it", catalog: CatalogExample.catalogFolderName, CatalogExample.files()),
      .fires(
        "a misspelled key from Apple's own sample", catalog: CatalogExample.catalogFolderName,
        CatalogExample.files(changing: CatalogExample.packDocumentPath) {
          $0.replacing("grid-size", with: "grid-space")
        },
        at: "Sticker Pack.stickerpack/Contents.json:7:5",
        message: "“grid-space” is not a key of the pack's properties; use “grid-size”"),
      .fires(
        "a grid size with the name that Xcode's editor shows", catalog: CatalogExample.catalogFolderName,
        CatalogExample.files(changing: CatalogExample.packDocumentPath) {
          $0.replacing("small", with: "medium")
        },
        at: "Sticker Pack.stickerpack/Contents.json:7:19",
        message: "grid-size is “medium” (must be small, regular or large); use “regular”"),
      .fires(
        "a missing comma", catalog: CatalogExample.catalogFolderName,
        CatalogExample.files(changing: CatalogExample.starDocumentPath) {
          $0.replacing("star\",", with: "star\"")
        },
        at: "Sticker Pack.stickerpack/Star.sticker/Contents.json:8:5",
        message: "invalid JSON: a comma or } is missing"),
      .fires(
        "a sticker without a Contents.json", catalog: CatalogExample.catalogFolderName,
        CatalogExample.files().filter { $0.relativePath != CatalogExample.starDocumentPath },
        at: "Sticker Pack.stickerpack/Star.sticker/Contents.json",
        message: "Contents.json is missing, so Xcode cannot tell what the sticker contains"),
    ],
    check: .catalog(evaluate))
}

private func evaluate(_ catalog: Catalog, _ options: OptionValues) -> [CatalogEvidence] {
  catalog.recognizedFolders.flatMap { set -> [CatalogEvidence] in
    switch set.documentOutcome {
    case .excluded: return []
    case .missing:
      // Older versions of Xcode wrote no Contents.json for an app's asset catalog. It is not known whether a
      // sticker catalog needs one.
      guard set.kind != .assetCatalog else { return [] }
      let severity: Severity? = set.kind == .stickerCatalog ? .warning : nil
      let message =
        "Contents.json is missing, so Xcode cannot tell what the \(set.kind.nameInMessages) contains"
      let fix = set.documentToWriteIfMissing.map { _ in Fix(.writeMissingCatalogDocument) }
      return [CatalogEvidence(set, message, severity: severity, fix: fix)]
    case .unreadable(let reason): return [CatalogEvidence(set, "cannot be read: \(reason)")]
    case .tooLarge(let count):
      let figure = MeasuredValueAndLimit(count, limit: Catalog.maxDocumentBytes, unit: .bytes)
      let words =
        "file size is \(numberText(count)) bytes (limit: \(numberText(Catalog.maxDocumentBytes)) bytes)"
      return [CatalogEvidence(set, words, figure)]
    case .broken(let diagnostic):
      let location = diagnostic.location ?? SourceLocation(line: 1, column: 1)
      return [CatalogEvidence(set, "invalid JSON: \(diagnostic.message)", at: location)]
    case .document(let document):
      var reader = CatalogSchemaChecker(catalogFolder: set, document: document)
      if document.startsWithByteOrderMark {
        reader.addEvidence("begins with a byte order mark, which JSON should not have", at: 0, .hint)
      }
      reader.check(document.root, set.kind.documentSchema, named: "the document")
      return reader.evidence
    }
  }
}

private struct CatalogSchemaChecker {
  let catalogFolder: CatalogFolder
  let document: JSONDocument
  var evidence: [CatalogEvidence] = []

  init(catalogFolder: CatalogFolder, document: JSONDocument) {
    (self.catalogFolder, self.document) = (catalogFolder, document)
  }

  mutating func addEvidence(_ message: String, at offset: Int, _ severity: Severity? = nil, fix: Fix? = nil) {
    evidence.append(CatalogEvidence(catalogFolder, message, at: offset, severity: severity, fix: fix))
  }

  mutating func check(_ value: JSONNode, _ schema: CatalogValueSchema, named name: String) {
    switch (schema, value.content) {
    case (.object(let words, let keys), .object): checkObject(value, keys, nameUnlessOpen: words)
    case (.openObject(let keys), .object): checkObject(value, keys, nameUnlessOpen: nil)
    case (.list(let inner), .array(let elements)):
      for element in elements { check(element, inner, named: "an element of \(name)") }
    case (.oneOf(let words), .string(let word)):
      guard !words.contains(word) else { return }
      let advice = likelyCorrection(of: word, among: words).map { "; use “\($0)”" } ?? ""
      addEvidence(
        "\(name) is \(quotedEscapedAndShortened(word)) (must be \(listText(words, "or")))\(advice)",
        at: value.offset,
        fix: certainCorrection(of: word, among: words).map(Fix.init(correctingDocumentTo:)))
    case (.text, .string), (.number, .integer), (.number, .number), (.wholeNumber, .integer), (.bool, .bool),
      (.formatVersion, .integer(1)):
      return
    case (.formatVersion, .integer(let version)):
      addEvidence("\(name) is \(version) (must be 1)", at: value.offset)
    case (.wholeNumber, .number(let number)):
      addEvidence("\(name) is \(number) (must be a whole number)", at: value.offset)
    default:
      addEvidence("\(name) is \(value.typeDescription) (must be \(schema.requirementText))", at: value.offset)
    }
  }

  private mutating func checkObject(
    _ object: JSONNode, _ keys: [CatalogKeySchema], nameUnlessOpen name: String?
  ) {
    let known = keys.map(\.name)
    let meanings = name == nil ? [:] : object.certainKeyCorrections(among: known)
    var first: [String: Int] = [:]
    for member in object.members {
      if let earlier = first[member.key] {
        let line = document.location(of: earlier).line
        addEvidence(
          "\(quotedEscapedAndShortened(member.key)) is a duplicate key, first used on line \(line)",
          at: member.keyOffset)
        continue
      }
      first[member.key] = member.keyOffset
      if let key = keys.first(where: { $0.name == member.key }) {
        check(member.value, key.valueSchema, named: key.name)
      } else if let name {
        let advice =
          likelyCorrection(of: member.key, among: known).map { "; use “\($0)”" }
          ?? " (must be \(listText(known, "or")))"
        addEvidence(
          "\(quotedEscapedAndShortened(member.key)) is not a key of \(name)\(advice)", at: member.keyOffset,
          fix: meanings[member.key].map(Fix.init(correctingDocumentTo:)))
      }
    }
    for key in keys where key.severityIfMissing != nil && !object.hasKeyOrMisspelling(key.name, among: known)
    {
      let words = key.customMessageIfMissing ?? "“\(key.name)” is missing from \(name ?? "the document")"
      addEvidence(words, at: object.offset, key.severityIfMissing)
    }
  }
}

extension CatalogValueSchema {
  /// The values that the schema allows, phrased to follow "must be" in messages.
  fileprivate var requirementText: String {
    switch self {
    case .object, .openObject: "an object"
    case .list: "a list"
    case .text: "a string"
    case .oneOf(let words): listText(words, "or")
    case .number: "a number"
    case .wholeNumber: "a whole number"
    case .bool: "true or false"
    case .formatVersion: "1"
    }
  }
}
