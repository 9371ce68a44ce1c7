import StickerImage

extension Configuration {
  /// Appends the configuration, with rules by their ids.
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encodeList(rules) { $1.encode(to: &$0) }
    encoder.encode(failOn)
    encoder.encodeList(Limit.all) { $0.encode(budget[$1]) }
    encoder.encode(budget.formats.rawValue)
    encoder.encode(limits.figures)
    encoder.encodeOptional(messenger.export) { $0.encode($1) }
    encoder.encodeList(messenger.secondHand.sorted { $0.key < $1.key }) {
      $0.encode($1.key)
      $0.encode($1.value)
    }
    encoder.encode(checksPacks)
    encoder.encode(digestsExactly)
  }

  /// Reads a configuration.
  ///
  /// - Parameter known: every rule there is.
  /// - Throws: `CorruptData` for an unknown rule or parameter, and a value out of range.
  package init(from decoder: inout BinaryDecoder, rules known: [Rule]) throws {
    let known = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
    let rules = try decoder.decodeList { try RuleInForce(from: &$0, rules: known) }
    try decoder.check(Set(rules.map(\.rule.id)).count == rules.count)
    let failOn: Severity = try decoder.decode()
    let values = try decoder.decodeList { try $0.decode(in: 0...Int.max) }
    try decoder.check(values.count == Limit.all.count)
    var budget = Budget.standard
    for (limit, value) in zip(Limit.all, values) { budget[limit] = value }
    budget.formats = FormatSet(rawValue: try decoder.decode(in: 0...FormatSet.all.rawValue))
    let figures = try decoder.decodeList { try $0.decode(in: 0...Int.max) }
    guard let limits = StickerLimits(figures: figures) else { throw CorruptData() }
    let export: Messenger.Export? = try decoder.decodeOptional { try $0.decode() }
    let reported = try decoder.decodeList { decoder in
      let rule: String = try decoder.decode()
      return (rule, try decoder.decode([Double].self))
    }
    let messenger = Messenger(export: export, secondHand: Dictionary(reported) { first, _ in first })
    self.init(
      rules: rules, limits: limits, failOn: failOn, budget: budget, checksPacks: try decoder.decode(),
      messenger: messenger)
    digestsExactly = try decoder.decode()
  }

  /// The configuration as bytes.
  package var binary: [UInt8] {
    var encoder = BinaryEncoder()
    encode(to: &encoder)
    return encoder.bytes
  }
}

extension RuleInForce {
  fileprivate func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(rule.id)
    encoder.encodeOptional(severity) { $0.encode($1) }
    let values = rule.parameters.compactMap { parameter in
      settings.set(parameter).map { (parameter.name, $0) }
    }
    encoder.encodeList(values) {
      $0.encode($1.0)
      $0.encode($1.1)
    }
  }

  fileprivate init(from decoder: inout BinaryDecoder, rules known: [String: Rule]) throws {
    guard let rule = known[try decoder.decode()] else { throw CorruptData() }
    let severity: Severity? = try decoder.decodeOptional { try $0.decode() }
    var settings = Settings()
    _ = try decoder.decodeList { decoder in
      let name: String = try decoder.decode()
      let value: Parameter.Value = try decoder.decode()
      guard let parameter = rule.parameters.first(where: { $0.name == name }), parameter.allows(value) else {
        throw CorruptData()
      }
      settings.set(parameter, to: value)
    }
    self.init(rule, severity: severity, settings: settings)
  }
}

extension Parameter.Value: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    switch self {
    case .whole(let number):
      encoder.encode(0)
      encoder.encode(number)
    case .real(let number):
      encoder.encode(1)
      encoder.encode(number)
    case .word(let word):
      encoder.encode(2)
      encoder.encode(word)
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

extension Asset.Surroundings: BinaryCodable {
  /// Appends what rules about assets may ask: everything but the texts of stickers.
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(original)
    encoder.encodeOptional(declaration) { encoder, declaration in
      var declaration = declaration
      declaration.stickers = []
      encoder.encode(declaration)
    }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    self.init()
    original = try decoder.decode()
    declaration = try decoder.decode()
  }
}

extension PackDeclaration: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(source == .description)
    encoder.encodeOptional(gridSize) { $0.encode($1) }
    encoder.encode(languages)
    encoder.encode(stickers)
    encoder.encode(hasIcon)
    encoder.encode(icon)
    encoder.encode(slotIcons.sorted())
    encoder.encode(hasIconBackground)
    encoder.encode(background)
    encoder.encode(unlisted)
    encoder.encode(name)
    encoder.encodeList(credits.all) { $0.encode($1) }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    self.init(try decoder.decode() ? .description : .catalog)
    gridSize = try decoder.decodeOptional { try $0.decode() }
    languages = try decoder.decode()
    stickers = try decoder.decode()
    hasIcon = try decoder.decode()
    icon = try decoder.decode()
    slotIcons = Set(try decoder.decode([Path].self))
    hasIconBackground = try decoder.decode()
    background = try decoder.decode()
    unlisted = try decoder.decode()
    name = try decoder.decode()
    let texts = try decoder.decodeList { try $0.decode(String?.self) }
    guard let credits = PackCredits(all: texts) else { throw CorruptData() }
    self.credits = credits
  }
}

extension DeclaredSticker: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(path)
    encoder.encode(name)
    let sorted = descriptions.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    encoder.encodeList(sorted) {
      $0.encode($1.key)
      $0.encode($1.value)
    }
    encoder.encode(emoji)
    encoder.encode(keywords)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let path: Path = try decoder.decode()
    let name: String = try decoder.decode()
    let descriptions = try decoder.decodeList { decoder in
      let language: String = try decoder.decode()
      return (language, try decoder.decode(String.self))
    }
    self.init(path: path, name: name, descriptions: Dictionary(descriptions) { first, _ in first })
    emoji = try decoder.decode()
    keywords = try decoder.decode()
  }
}
