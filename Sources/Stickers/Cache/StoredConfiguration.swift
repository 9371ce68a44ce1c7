import StickerEngine
import StickerImage

extension StoredWriter {
  /// What is in force; rules by their ids.
  mutating func configuration(_ configuration: Configuration) {
    list(configuration.rules) { $0.rule($1) }
    text(configuration.failOn.rawValue)
    list(Limit.all) { $0.integer(configuration.budget[$1]) }
    integer(configuration.budget.formats.rawValue)
    list(configuration.limits.figures) { $0.integer($1) }
    let messenger = configuration.messenger
    optional(messenger.export) { $0.text($1.rawValue) }
    list(messenger.secondHand.sorted { $0.key < $1.key }) { writer, reported in
      writer.text(reported.key)
      writer.list(reported.value) { $0.number($1) }
    }
    flag(configuration.checksPacks)
    flag(configuration.digestsExactly)
  }

  private mutating func rule(_ inForce: RuleInForce) {
    text(inForce.rule.id)
    optional(inForce.severity) { $0.text($1.rawValue) }
    let values = inForce.rule.parameters.compactMap { parameter in
      inForce.settings.set(parameter).map { (parameter, $0) }
    }
    list(values) { writer, setting in
      writer.text(setting.0.name)
      writer.value(setting.1)
    }
  }

  private mutating func value(_ value: Parameter.Value) {
    switch value {
    case .whole(let number): integers([0, number])
    case .real(let number):
      integer(1)
      self.number(number)
    case .word(let word):
      integer(2)
      text(word)
    }
  }
}

extension StoredReader {
  /// What was in force; nil for a rule, a parameter or a value that there is not.
  ///
  /// - Parameter rules: every rule there is.
  mutating func configuration(_ rules: [Rule]) -> Configuration? {
    let known = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
    var seen: Set<String> = []
    let inForce = list { reader -> RuleInForce? in
      reader.rule(known).flatMap { seen.insert($0.rule.id).inserted ? $0 : nil }
    }
    guard let inForce, let failOn = text().flatMap(Severity.init),
      let limits = list({ $0.integer(in: 0...Int.max) }), limits.count == Limit.all.count,
      let formats = integer(in: 0...FormatSet.all.rawValue),
      let figures = list({ $0.integer(in: 0...Int.max) }).flatMap(StickerLimits.init(figures:)),
      let messenger = messenger(), let checksPacks = flag(), let digestsExactly = flag(), isSound
    else { return nil }
    var budget = Budget.standard
    for (limit, value) in zip(Limit.all, limits) { budget[limit] = value }
    budget.formats = FormatSet(rawValue: formats)
    var configuration = Configuration(
      rules: inForce, limits: figures, failOn: failOn, budget: budget, checksPacks: checksPacks,
      messenger: messenger)
    configuration.digestsExactly = digestsExactly
    return configuration
  }

  private mutating func messenger() -> Messenger? {
    let export = optional { $0.text().flatMap(Messenger.Export.init) }
    let reported = list { reader -> (String, [Double])? in
      guard let rule = reader.text(), let figures = reader.list({ $0.number() }) else { return nil }
      return (rule, figures)
    }
    guard let reported else { return nil }
    return Messenger(export: export, secondHand: Dictionary(reported) { first, _ in first })
  }

  private mutating func rule(_ known: [String: Rule]) -> RuleInForce? {
    guard let rule = text().flatMap({ known[$0] }) else { return nil }
    let severity = optional { $0.text().flatMap(Severity.init) }
    var settings = Settings()
    let values = list { reader -> Bool? in
      guard let name = reader.text(), let value = reader.value(),
        let parameter = rule.parameters.first(where: { $0.name == name }), parameter.allows(value)
      else { return nil }
      settings.set(parameter, to: value)
      return true
    }
    return values.map { _ in RuleInForce(rule, severity: severity, settings: settings) }
  }

  private mutating func value() -> Parameter.Value? {
    switch integer() {
    case 0: integer().map { .whole($0) }
    case 1: number().map { .real($0) }
    case 2: text().map { .word($0) }
    default: nil
    }
  }
}

extension StoredWriter {
  /// What a catalog or a description says of a pack.
  mutating func declaration(_ declaration: PackDeclaration) {
    switch declaration.source {
    case .catalog: integer(0)
    case .description: integer(1)
    }
    optional(declaration.gridSize) { $0.text($1.rawValue) }
    list(declaration.languages) { $0.text($1) }
    list(declaration.stickers) { $0.sticker($1) }
    flag(declaration.hasIcon)
    optional(declaration.icon) { $0.path($1) }
    list(declaration.slotIcons.sorted()) { $0.path($1) }
    flag(declaration.hasIconBackground)
    optional(declaration.background) { $0.integer(Int($1)) }
    list(declaration.unlisted) { $0.path($1) }
    optional(declaration.name) { $0.text($1) }
    list(declaration.credits.all) { writer, text in writer.optional(text) { $0.text($1) } }
  }

  private mutating func sticker(_ sticker: DeclaredSticker) {
    path(sticker.path)
    text(sticker.name)
    let descriptions = sticker.descriptions.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    list(descriptions) {
      $0.text($1.key)
      $0.text($1.value)
    }
    list(sticker.emoji) { $0.text($1) }
    list(sticker.keywords) { $0.text($1) }
  }
}

extension StoredReader {
  /// What a catalog or a description said of a pack.
  mutating func declaration() -> PackDeclaration? {
    guard let source = declarationSource() else { return nil }
    var declaration = PackDeclaration(source)
    declaration.gridSize = optional { $0.text().flatMap(GridSize.init) }
    guard let languages = list({ $0.text() }), let stickers = list({ $0.sticker() }),
      let hasIcon = flag()
    else { return nil }
    (declaration.languages, declaration.stickers, declaration.hasIcon) = (languages, stickers, hasIcon)
    declaration.icon = optional { $0.path() }
    guard let slots = list({ $0.path() }), let hasIconBackground = flag() else { return nil }
    (declaration.slotIcons, declaration.hasIconBackground) = (Set(slots), hasIconBackground)
    declaration.background = optional { $0.integer().flatMap(UInt32.init(exactly:)) }
    guard let unlisted = list({ $0.path() }) else { return nil }
    declaration.unlisted = unlisted
    declaration.name = optional { $0.text() }
    guard let all = list({ reader in String??.some(reader.optional { $0.text() }) }),
      let credits = PackCredits(all: all)
    else { return nil }
    declaration.credits = credits
    return isSound ? declaration : nil
  }

  private mutating func declarationSource() -> PackDeclaration.Source? {
    switch integer() {
    case 0: .catalog
    case 1: .description
    default: nil
    }
  }

  private mutating func sticker() -> DeclaredSticker? {
    guard let path = path(), let name = text(),
      let descriptions = list({ reader -> (String, String)? in
        guard let language = reader.text(), let words = reader.text() else { return nil }
        return (language, words)
      }), let emoji = list({ $0.text() }), let keywords = list({ $0.text() })
    else { return nil }
    var sticker = DeclaredSticker(
      path: path, name: name, descriptions: Dictionary(descriptions) { first, _ in first })
    (sticker.emoji, sticker.keywords) = (emoji, keywords)
    return sticker
  }
}
