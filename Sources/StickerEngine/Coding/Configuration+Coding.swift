import StickerImage

extension Configuration: BinaryEncodable {
  /// Appends the configuration. Rules are identified by their ids.
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(
      rules, failOn, ResourceLimit.all.map { budget[$0] }, budget.formats.rawValue, messengerLimits)
    encoder.encode(
      messengerTraits.exportLayout, messengerTraits.unverifiedLimitsByRule, checksPacks, hashesAllPixels)
  }

  /// Reads a configuration.
  ///
  /// - Parameter known: all rules.
  /// - Throws: `Diagnostic.corruptData` for an unknown rule or option, or for a value out of range.
  package init(from decoder: inout BinaryDecoder, rules known: [Rule]) throws {
    let known = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
    let rules = try decoder.decodeList { try ActiveRule(from: &$0, rules: known) }
    try decoder.check(Set(rules.map(\.rule.id)).count == rules.count)
    let failOn: Severity = try decoder.decode()
    let values = try decoder.decodeList { try $0.decode(in: 0...Int.max) }
    try decoder.check(values.count == ResourceLimit.all.count)
    var budget = DecodingBudget.standard
    for (limit, value) in zip(ResourceLimit.all, values) { budget[limit] = value }
    budget.formats = FormatSet(rawValue: try decoder.decode(in: 0...FormatSet.all.rawValue))
    let limits: MessengerLimits = try decoder.decode()
    let (export, unverifiedLimits): (MessengerTraits.ExportLayout?, [String: [Double]]) = try decoder.decode()
    let checksPacks: Bool = try decoder.decode()
    self.init(
      rules: rules, messengerLimits: limits, failOn: failOn, budget: budget, checksPacks: checksPacks,
      messengerTraits: MessengerTraits(export: export, unverifiedLimits: unverifiedLimits))
    hashesAllPixels = try decoder.decode()
  }
}

extension ActiveRule: BinaryEncodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(rule.id, severityOverride)
    let values = rule.options.compactMap { option in
      optionValues.explicitValue(of: option).map { (option.name, $0) }
    }
    encoder.encodeList(values) { $0.encode($1.0, $1.1) }
  }

  fileprivate init(from decoder: inout BinaryDecoder, rules known: [String: Rule]) throws {
    guard let rule = known[try decoder.decode()] else { throw Diagnostic.corruptData }
    let severity: Severity? = try decoder.decode()
    var settings = OptionValues()
    _ = try decoder.decodeList { decoder in
      let (name, value): (String, RuleOption.Value) = try decoder.decode()
      guard let option = rule.options.first(where: { $0.name == name }), option.allows(value) else {
        throw Diagnostic.corruptData
      }
      settings.set(option, to: value)
    }
    self.init(rule, severity: severity, optionValues: settings)
  }
}

extension MessengerLimits: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    for limit in RuleOption.messengerLimitOptions.compactMap(\.messengerLimitToSet) {
      encoder.encode(limit.value(of: self))
    }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    self.init()
    for option in RuleOption.messengerLimitOptions {
      let value: RuleOption.Value = try decoder.decode()
      try decoder.check(option.allows(value))
      option.messengerLimitToSet?.set(value, in: &self)
    }
  }
}

extension RuleOption.Value: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    switch self {
    case .whole(let number): encoder.encode(0, number)
    case .real(let number): encoder.encode(1, number)
    case .word(let word): encoder.encode(2, word)
    }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    switch try decoder.decode(in: 0...2) {
    case 0: self = .whole(try decoder.decode())
    case 1: self = .real(try decoder.decode())
    default: self = .word(try decoder.decode())
    }
  }
}

extension Asset.PackContext: BinaryCodable {
  /// Appends everything that asset rules use: all properties except the listed stickers.
  package func encode(to encoder: inout BinaryEncoder) {
    var listing = packDeclaration
    listing?.stickers = []
    encoder.encode(originalAt3x, listing)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    self.init()
    (originalAt3x, packDeclaration) = try decoder.decode()
  }
}

extension PackDeclaration: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(source == .packFile, metadata.gridSize, metadata.languages, stickers)
    encoder.encode(
      hasIcon, iconSourcePath, slotIcons.sorted(), hasIconBackground, metadata.browserBackgroundColor)
    encoder.encode(unlistedImages, metadata.name, metadata.credits.allValues)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let isFromPackFile: Bool = try decoder.decode()
    self.init(isFromPackFile ? .packFile : .catalog)
    (metadata.gridSize, metadata.languages, stickers) = try decoder.decode()
    let slots: [Path]
    (hasIcon, iconSourcePath, slots, hasIconBackground, metadata.browserBackgroundColor) =
      try decoder.decode()
    slotIcons = Set(slots)
    (unlistedImages, metadata.name) = try decoder.decode()
    guard let credits = PackCredits(all: try decoder.decode()) else { throw Diagnostic.corruptData }
    metadata.credits = credits
  }
}

extension DeclaredSticker: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(imagePath, metadata.name, metadata.descriptions, metadata.emoji, metadata.keywords)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let (path, name, descriptions): (Path, String, [String: String]) = try decoder.decode()
    self.init(path: path, metadata: StickerMetadata(name: name, descriptions: descriptions))
    (metadata.emoji, metadata.keywords) = try decoder.decode()
  }
}

extension Severity: BinaryCodable {}
extension AssetRole: BinaryCodable {}
extension GridSize: BinaryCodable {}
extension MessengerTraits.ExportLayout: BinaryCodable {}
