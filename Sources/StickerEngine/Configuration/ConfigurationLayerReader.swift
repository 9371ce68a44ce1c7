import StickerImage

/// Reads a configuration file or a profile.
struct ConfigurationLayerReader {
  /// The kind of a document, which determines the keys that it may have.
  enum Kind {
    /// A `.stickerlint.yml`, or a file that it extends.
    case configuration
    /// The limits of a messenger.
    case profile
  }

  private let knownRulesAndProfiles: KnownRulesAndProfiles
  /// Returns the origin of a value from its location in the document.
  private let origin: @Sendable (SourceLocation) -> ValueOrigin
  private(set) var yamlReader = YAMLReader()
  private var globCount = 0

  init(
    _ configurationSchema: KnownRulesAndProfiles, origin: @escaping @Sendable (SourceLocation) -> ValueOrigin
  ) {
    self.knownRulesAndProfiles = configurationSchema
    self.origin = origin
  }

  static let configurationKeys = [
    "extends", "profile", "fail-on", "baseline", "include", "exclude", "rules", "overrides", "limits",
    "render-with",
  ]
  static let profileKeys = ["fail-on", "rules", "limits", "export", "sources", "second-hand"]

  mutating func readLayer(_ root: YAMLNode, _ kind: Kind) -> ConfigurationLayer {
    var layer = ConfigurationLayer()
    let (name, keys) =
      kind == .profile ? ("a profile", Self.profileKeys) : ("a configuration", Self.configurationKeys)
    guard
      let members = yamlReader.readMappingWithKnownKeys(
        root, name, keys: keys, misplacedKeyMessage: misplacedRuleHint)
    else { return layer }
    layer.extends = readNameOrPath(members["extends"])
    layer.profileNameOrPath = readNameOrPath(members["profile"])
    layer.baseline = readNameOrPath(members["baseline"])
    if let node = members["fail-on"]?.value {
      layer.failOn = yamlReader.readChoice(node, "fail-on", of: Severity.namesMostSevereFirst)
        .flatMap(Severity.init).map { ConfiguredValue($0, origin(node.location)) }
    }
    if let node = members["render-with"]?.value {
      let names = RenderingProgram.allCases.map(\.rawValue)
      let programs = (yamlReader.readList(node, "render-with") ?? []).compactMap { element in
        yamlReader.readChoice(element, "each program in render-with", of: names).flatMap(
          RenderingProgram.init)
      }
      layer.renderingPrograms = ConfiguredValue(programs, origin(node.location))
    }
    layer.include = members["include"].map { readGlobs($0.value, "include") }
    layer.exclude = members["exclude"].map { readGlobs($0.value, "exclude") } ?? []
    layer.exportLayout = members["export"].flatMap {
      yamlReader.readChoice($0.value, "export", of: MessengerTraits.ExportLayout.allCases.map(\.rawValue))
    }.flatMap(MessengerTraits.ExportLayout.init)
    layer.limitCitations =
      members["sources"].flatMap { yamlReader.readList($0.value, "sources") }?
      .compactMap { yamlReader.readNonEmptyScalar($0, "a source") } ?? []
    layer.unverifiedLimits = members["second-hand"].map { readUnverifiedLimits($0.value) } ?? []
    layer.rules = members["rules"].map { readRules($0.value) } ?? []
    layer.resourceLimits = members["limits"].map { readLimits($0.value) } ?? []
    layer.overrides = members["overrides"].map { readOverrides($0.value) } ?? []
    return layer
  }

  /// Reads the `second-hand` list: `[file-size.max-bytes]`.
  private mutating func readUnverifiedLimits(_ node: YAMLNode) -> [UnverifiedLimit] {
    (yamlReader.readList(node, "second-hand") ?? []).compactMap { node in
      guard let text = yamlReader.readNonEmptyScalar(node, "an entry in second-hand") else { return nil }
      let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let rule = knownRulesAndProfiles.rule(parts[0]) else {
        let reason =
          "an entry in second-hand must be a rule and one of its options, such as file-size.max-bytes"
        yamlReader.addError("\(reason), not \(node.descriptionInErrors)", at: node.location)
        return nil
      }
      guard rule.options.contains(where: { $0.name == parts[1] }) else {
        yamlReader.addError(knownRulesAndProfiles.unknownOptionMessage(parts[1], of: rule), at: node.location)
        return nil
      }
      return UnverifiedLimit(rule: rule.id, option: parts[1])
    }
  }

  private func misplacedRuleHint(_ key: String) -> String? {
    knownRulesAndProfiles.rule(key).map { "\($0.id) is a rule. Put it under rules." }
  }

  private mutating func readNameOrPath(_ member: YAMLMember?) -> ConfiguredValue<String>? {
    guard let member, let text = yamlReader.readNonEmptyScalar(member.value, member.key) else { return nil }
    guard text.utf8.count <= maxPathBytes else {
      yamlReader.addError(
        "\(member.key) is too long (limit: \(maxPathBytes) bytes)", at: member.value.location)
      return nil
    }
    return ConfiguredValue(text, origin(member.value.location))
  }

  /// Reads a list of globs. Every file is matched against every glob, so a document may have at most
  /// `maxGlobsPerDocument` globs.
  private mutating func readGlobs(_ node: YAMLNode, _ name: String) -> [PathGlob] {
    let elements = yamlReader.readList(node, name) ?? []
    let before = globCount
    globCount += elements.count
    if before <= maxGlobsPerDocument, globCount > maxGlobsPerDocument {
      yamlReader.addError("too many globs (limit: \(numberText(maxGlobsPerDocument)))", at: node.location)
    }
    guard globCount <= maxGlobsPerDocument else { return [] }
    return elements.compactMap { PathGlob($0, "each glob in \(name)", &yamlReader) }
  }

  private mutating func readLimits(_ node: YAMLNode) -> [ConfiguredResourceLimit] {
    let members =
      yamlReader.readMappingWithKnownKeys(node, "limits", keys: ResourceLimit.all.map(\.name)) ?? [:]
    return ResourceLimit.all.compactMap { limit in
      guard let value = members[limit.name]?.value else { return nil }
      // A configuration may come with untrusted files, so it cannot raise limits.
      guard case .scalar(let text, isQuoted: false) = value.content, let number = decimalInteger(text),
        (1...limit.defaultValue).contains(number)
      else {
        yamlReader.addError(
          "\(limit.name) must be a whole number from 1 to \(numberText(limit.defaultValue)) \(limit.unit), not "
            + "\(value.descriptionInErrors). A file can only lower a limit. Use --limit to raise it.",
          at: value.location)
        return nil
      }
      return ConfiguredResourceLimit(limit: limit, value: ConfiguredValue(number, origin(value.location)))
    }
  }

  private mutating func readOverrides(_ node: YAMLNode) -> [PathOverride] {
    (yamlReader.readList(node, "overrides") ?? []).compactMap { element in
      let keys = ["paths", "role", "rules"]
      guard
        let members = yamlReader.readMappingWithKnownKeys(
          element, "an override", keys: keys, misplacedKeyMessage: misplacedRuleHint)
      else { return nil }
      var override = PathOverride()
      if let paths = members["paths"]?.value, paths.isMissing || paths.content == .sequence([]) {
        yamlReader.addError("paths needs at least one glob, for example [\"Photos/**\"]", at: paths.location)
      } else if let paths = members["paths"]?.value {
        override.paths = readGlobs(paths, "paths")
      } else {
        yamlReader.addError("an override needs paths, a list of globs", at: element.location)
      }
      if let role = members["role"]?.value {
        override.role = yamlReader.readChoice(role, "role", of: AssetRole.allCases.map(\.rawValue))
          .flatMap(AssetRole.init).map { ConfiguredValue($0, origin(role.location)) }
      }
      override.rules = members["rules"].map { readRules($0.value) } ?? []
      return override
    }
  }

  private mutating func readRules(_ node: YAMLNode) -> [ConfiguredRule] {
    (yamlReader.readMapping(node, "rules") ?? []).compactMap { member in
      guard !yamlReader.hasTooManyErrors else { return nil }
      guard let rule = knownRulesAndProfiles.rule(member.key) else {
        yamlReader.addError(knownRulesAndProfiles.unknownRuleMessage(member.key), at: member.keyLocation)
        return nil
      }
      return readConfiguredRule(of: rule, member)
    }
  }

  private mutating func readConfiguredRule(of rule: Rule, _ member: YAMLMember) -> ConfiguredRule {
    var setting = ConfiguredRule(rule: rule.id)
    guard case .mapping(let members) = member.value.content else {
      setting.state = readRuleState(member.value, rule.id, at: member.keyLocation, errorMentionsMapping: true)
      return setting
    }
    for member in members where !yamlReader.hasTooManyErrors {
      if member.key == severityKey {
        setting.state = readRuleState(
          member.value, severityKey, at: member.keyLocation, errorMentionsMapping: false)
      } else if let option = rule.options.first(where: { $0.name == member.key }) {
        if let value = readValue(of: option, member.value) {
          setting.values.append(
            ConfiguredOption(option: option, value: ConfiguredValue(value, origin(member.keyLocation))))
        }
      } else if nearestSimilarNames(to: escapedAndShortened(member.key), in: [severityKey]).isEmpty {
        yamlReader.addError(
          knownRulesAndProfiles.unknownOptionMessage(member.key, of: rule), at: member.keyLocation)
      } else {
        yamlReader.addError(
          "\(rule.id) has no option \"\(escapedAndShortened(member.key))\". Did you mean severity?",
          at: member.keyLocation
        )
      }
    }
    return setting
  }

  /// Reads `on`, `off` or a severity. As always in YAML, a quoted `false` is text.
  private mutating func readRuleState(
    _ node: YAMLNode, _ name: String, at location: SourceLocation, errorMentionsMapping orMapping: Bool
  ) -> ConfiguredValue<RuleState>? {
    switch node.content {
    case .scalar("false", isQuoted: false): return ConfiguredValue(.off, origin(location))
    case .scalar("true", isQuoted: false): return ConfiguredValue(.on, origin(location))
    case .scalar(let word, _) where RuleState.keywords.contains(word):
      return RuleState(word: word).map { ConfiguredValue($0, origin(location)) }
    default: break
    }
    var hint = ""
    if case .scalar(let word, isQuoted: false) = node.content { hint = RuleState.hint(for: word) }
    let words = listText(RuleState.keywords + (orMapping ? ["a mapping of its options"] : []), "or")
    yamlReader.addError("\(name) must be \(words), not \(node.descriptionInErrors)\(hint)", at: node.location)
    return nil
  }

  private mutating func readValue(of option: RuleOption, _ node: YAMLNode) -> RuleOption.Value? {
    if case .scalar(let text, let isQuoted) = node.content, !isQuoted || option.isChoice,
      let value = option.parsedValue(of: text)
    {
      return value
    }
    yamlReader.addError(
      "\(option.name) must be \(option.requiredValueText), not \(node.descriptionInErrors)",
      at: node.location)
    return nil
  }
}

private let maxGlobsPerDocument = 1000
/// The maximum length of a path in bytes. No system supports longer paths, and resolving links takes time
/// proportional to the square of the number of components.
private let maxPathBytes = 4096

let severityKey = "severity"

extension Severity {
  /// The names of all severities, most severe first.
  static let namesMostSevereFirst = allCases.reversed().map(\.rawValue)
}

extension RuleOption {
  var isChoice: Bool { if case .choice = kind { true } else { false } }

  /// The allowed values, for messages: `a whole number from 1 to 8192 px`.
  var requiredValueText: String {
    switch kind {
    case .whole: "a whole number from \(allowedValuesText)"
    case .real: "a number from \(allowedValuesText)"
    case .choice: allowedValuesText
    }
  }

  /// Parses a value from a configuration file or a flag. Returns nil if the option does not allow it.
  func parsedValue(of text: String) -> Value? {
    let value: Value? =
      switch kind {
      case .whole: decimalInteger(text).map(Value.whole)
      case .real: decimalNumber(text).map(Value.real)
      case .choice: .word(text)
      }
    return value.flatMap { allows($0) ? $0 : nil }
  }
}
