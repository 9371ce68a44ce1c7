import StickerImage

/// Reads a configuration file or a profile.
struct LayerReader {
  /// The kind of a document, which decides the keys that it may have.
  enum Kind {
    /// A `.stickerlint.yml` or a file that one extends.
    case configuration
    /// The limits of a messenger.
    case profile
  }

  private let configurationSchema: ConfigurationSchema
  /// Returns the origin of a value from its location in the document.
  private let origin: @Sendable (SourceLocation) -> SettingOrigin
  private(set) var reader = YAMLReader()
  private var patternCount = 0

  init(
    _ configurationSchema: ConfigurationSchema, origin: @escaping @Sendable (SourceLocation) -> SettingOrigin
  ) {
    self.configurationSchema = configurationSchema
    self.origin = origin
  }

  static let configurationKeys = [
    "extends", "profile", "fail-on", "baseline", "include", "exclude", "rules", "overrides", "limits",
  ]
  static let profileKeys = ["fail-on", "rules", "limits", "export", "sources", "second-hand"]

  mutating func layer(_ root: YAMLNode, _ kind: Kind) -> SettingsLayer {
    var layer = SettingsLayer()
    let (name, keys) =
      kind == .profile ? ("a profile", Self.profileKeys) : ("a configuration", Self.configurationKeys)
    guard let members = reader.mapping(root, name, keys: keys, place: belongsUnderRules)
    else { return layer }
    layer.extends = text(members["extends"])
    layer.profile = text(members["profile"])
    layer.baseline = text(members["baseline"])
    if let node = members["fail-on"]?.value {
      layer.failOn = reader.choice(node, "fail-on", of: Severity.words)
        .flatMap(Severity.init).map { SettingValue($0, origin(node.location)) }
    }
    layer.include = members["include"].map { patterns($0.value, "include") }
    layer.exclude = members["exclude"].map { patterns($0.value, "exclude") } ?? []
    layer.export = members["export"].flatMap {
      reader.choice($0.value, "export", of: Messenger.Export.allCases.map(\.rawValue))
    }.flatMap(Messenger.Export.init)
    layer.sources =
      members["sources"].flatMap { reader.list($0.value, "sources") }?
      .compactMap { reader.text($0, "a source") } ?? []
    layer.unverifiedLimits = members["second-hand"].map { unverifiedLimits($0.value) } ?? []
    layer.rules = members["rules"].map { rules($0.value) } ?? []
    layer.limits = members["limits"].map { limits($0.value) } ?? []
    layer.overrides = members["overrides"].map { overrides($0.value) } ?? []
    return layer
  }

  /// Reads the list `second-hand`: `[file-size.max-bytes]`.
  private mutating func unverifiedLimits(_ node: YAMLNode) -> [UnverifiedLimit] {
    (reader.list(node, "second-hand") ?? []).compactMap { node in
      guard let text = reader.text(node, "an entry of second-hand") else { return nil }
      let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let rule = configurationSchema.rule(parts[0]) else {
        let reason = "an entry of second-hand must be a rule and its option, such as file-size.max-bytes"
        reader.complain("\(reason), not \(node.kind)", at: node.location)
        return nil
      }
      guard rule.parameters.contains(where: { $0.name == parts[1] }) else {
        reader.complain(configurationSchema.unknownParameter(parts[1], of: rule), at: node.location)
        return nil
      }
      return UnverifiedLimit(rule: rule.id, parameter: parts[1])
    }
  }

  private func belongsUnderRules(_ key: String) -> String? {
    configurationSchema.rule(key).map { "\($0.id) is a rule. Put it under rules." }
  }

  private mutating func text(_ member: YAMLMember?) -> SettingValue<String>? {
    guard let member, let text = reader.text(member.value, member.key) else { return nil }
    guard text.utf8.count <= maxNameBytes else {
      reader.complain("\(member.key) is too long (limit: \(maxNameBytes) bytes)", at: member.value.location)
      return nil
    }
    return SettingValue(text, origin(member.value.location))
  }

  /// Reads a list of globs. Every file is matched against every glob, so a document has at most
  /// `maxPatterns`.
  private mutating func patterns(_ node: YAMLNode, _ name: String) -> [PathPattern] {
    let elements = reader.list(node, name) ?? []
    let before = patternCount
    patternCount += elements.count
    if before <= maxPatterns, patternCount > maxPatterns {
      reader.complain("too many globs (limit: \(numberText(maxPatterns)))", at: node.location)
    }
    guard patternCount <= maxPatterns else { return [] }
    return elements.compactMap { PathPattern($0, "a glob of \(name)", &reader) }
  }

  private mutating func limits(_ node: YAMLNode) -> [LimitSetting] {
    let members = reader.mapping(node, "limits", keys: Limit.all.map(\.name)) ?? [:]
    return Limit.all.compactMap { limit in
      guard let value = members[limit.name]?.value else { return nil }
      // A configuration may come with untrusted files, so it cannot raise limits.
      guard case .scalar(let text, isQuoted: false) = value.content, let number = decimalInteger(text),
        (1...limit.standard).contains(number)
      else {
        reader.complain(
          "\(limit.name) must be a whole number from 1 to \(numberText(limit.standard)) \(limit.unit), not "
            + "\(value.kind). A file can only lower a limit. Use --limit to raise it.", at: value.location)
        return nil
      }
      return LimitSetting(limit: limit, value: SettingValue(number, origin(value.location)))
    }
  }

  private mutating func overrides(_ node: YAMLNode) -> [PathOverride] {
    (reader.list(node, "overrides") ?? []).compactMap { element in
      let keys = ["paths", "role", "rules"]
      guard let members = reader.mapping(element, "an override", keys: keys, place: belongsUnderRules)
      else { return nil }
      var override = PathOverride()
      if let paths = members["paths"]?.value, paths.isEmpty || paths.content == .sequence([]) {
        reader.complain("paths needs at least one glob, for example [\"Photos/**\"]", at: paths.location)
      } else if let paths = members["paths"]?.value {
        override.paths = patterns(paths, "paths")
      } else {
        reader.complain("an override needs paths, a list of globs", at: element.location)
      }
      if let role = members["role"]?.value {
        override.role = reader.choice(role, "role", of: Role.allCases.map(\.rawValue))
          .flatMap(Role.init).map { SettingValue($0, origin(role.location)) }
      }
      override.rules = members["rules"].map { rules($0.value) } ?? []
      return override
    }
  }

  private mutating func rules(_ node: YAMLNode) -> [RuleSetting] {
    (reader.mapping(node, "rules") ?? []).compactMap { member in
      guard !reader.isFull else { return nil }
      guard let rule = configurationSchema.rule(member.key) else {
        reader.complain(configurationSchema.unknownRule(member.key), at: member.location)
        return nil
      }
      return setting(of: rule, member)
    }
  }

  private mutating func setting(of rule: Rule, _ member: YAMLMember) -> RuleSetting {
    var setting = RuleSetting(rule: rule.id)
    guard case .mapping(let members) = member.value.content else {
      setting.state = state(member.value, rule.id, at: member.location, orMapping: true)
      return setting
    }
    for member in members where !reader.isFull {
      if member.key == severityKey {
        setting.state = state(member.value, severityKey, at: member.location, orMapping: false)
      } else if let parameter = rule.parameters.first(where: { $0.name == member.key }) {
        if let value = value(of: parameter, member.value) {
          setting.values.append(
            ParameterSetting(parameter: parameter, value: SettingValue(value, origin(member.location))))
        }
      } else if nearestNames(to: shortened(member.key), in: [severityKey]).isEmpty {
        reader.complain(configurationSchema.unknownParameter(member.key, of: rule), at: member.location)
      } else {
        reader.complain(
          "\(rule.id) has no option \"\(shortened(member.key))\". Did you mean severity?",
          at: member.location
        )
      }
    }
    return setting
  }

  /// Reads a severity, `on` or `off`. As in all YAML, `false` in quotes is text.
  private mutating func state(
    _ node: YAMLNode, _ name: String, at location: SourceLocation, orMapping: Bool
  ) -> SettingValue<RuleState>? {
    switch node.content {
    case .scalar("false", isQuoted: false): return SettingValue(.off, origin(location))
    case .scalar("true", isQuoted: false): return SettingValue(.on, origin(location))
    case .scalar(let word, _) where RuleState.words.contains(word):
      return RuleState(word: word).map { SettingValue($0, origin(location)) }
    default: break
    }
    var hint = ""
    if case .scalar(let word, isQuoted: false) = node.content { hint = RuleState.hint(for: word) }
    let words = listText(RuleState.words + (orMapping ? ["a mapping of its options"] : []), "or")
    reader.complain("\(name) must be \(words), not \(node.kind)\(hint)", at: node.location)
    return nil
  }

  private mutating func value(of parameter: Parameter, _ node: YAMLNode) -> Parameter.Value? {
    if case .scalar(let text, let isQuoted) = node.content, !isQuoted || parameter.isChoice,
      let value = parameter.value(of: text)
    {
      return value
    }
    reader.complain("\(parameter.name) must be \(parameter.expected), not \(node.kind)", at: node.location)
    return nil
  }
}

private let maxPatterns = 1000
/// The maximum length of a path in bytes. No system supports longer paths, and resolving links takes time
/// proportional to the square of the number of components.
private let maxNameBytes = 4096

let severityKey = "severity"

extension Severity {
  /// The words of all severities, the most severe first.
  static let words = allCases.reversed().map(\.rawValue)
}

extension Parameter {
  var isChoice: Bool { if case .choice = kind { true } else { false } }

  /// The allowed values, for messages: `a whole number from 1 to 8192 px`.
  var expected: String {
    switch kind {
    case .whole: "a whole number from \(allowed)"
    case .real: "a number from \(allowed)"
    case .choice: allowed
    }
  }

  /// Parses a value from a configuration file or a flag. Returns nil if the option does not allow it.
  func value(of text: String) -> Value? {
    let value: Value? =
      switch kind {
      case .whole: decimalInteger(text).map(Value.whole)
      case .real: decimalNumber(text).map(Value.real)
      case .choice: .word(text)
      }
    return value.flatMap { allows($0) ? $0 : nil }
  }
}
