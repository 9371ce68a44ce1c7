import StickerImage

/// The configuration that applies to one path, with the origin of each value.
package struct ResolvedConfiguration: Sendable {
  /// A rule with its state and the values of its options.
  package struct ResolvedRule: Sendable {
    let rule: Rule
    /// Whether the rule runs, and the severity of its findings.
    var state: ConfiguredValue<RuleState>
    /// A value for each option, in the order in which the rule lists its options.
    package internal(set) var values: [ConfiguredValue<RuleOption.Value>]
    /// Whether an override turns the rule off for these paths, in which case `--select` does not turn it back
    /// on.
    var isOffByOverride = false

    var runs: Bool { state.value != .off }
    /// The configured severity, or the rule's default if none is set; nil if the rule does not run. Evidence
    /// can override the default.
    var severityUnlessOff: Severity? {
      switch state.value {
      case .off: nil
      case .on: rule.severity
      case .severity(let severity): severity
      }
    }
  }

  /// The name of the profile, or the path of its file.
  var profileNameOrPath: ConfiguredValue<String>
  /// The layout in which the profile exports packs.
  package internal(set) var export: MessengerTraits.ExportLayout?
  /// The sources of the profile's limits.
  package internal(set) var limitCitations: [String] = []
  /// The profile's limits that sticker makers report but the messenger does not publish.
  var unverifiedLimits: [UnverifiedLimit] = []
  /// Findings of at least this severity fail the run.
  var failOn = ConfiguredValue(Severity.error, .builtInDefault)
  /// The programs that render SVG and video; nil if no configuration names any.
  var configuredRenderingPrograms: ConfiguredValue<[RenderingProgram]>?
  /// The baseline file, as an absolute path without links.
  var baseline: ConfiguredValue<Path>?
  /// The baseline's escaped path as shown in messages, relative to the working folder if the baseline is
  /// inside it.
  var baselineDisplayName: String?
  /// The role that an override sets; nil if it depends on the location of the file.
  package internal(set) var role: ConfiguredValue<AssetRole>?
  /// The location of the glob or `include` list that excludes the path; nil if the path is checked.
  package internal(set) var exclusionOrigin: ValueOrigin?
  /// Every rule, in the order in which findings are listed.
  var rules: [ResolvedRule]
  /// Every limit, in the order of `ResourceLimit.all`.
  package internal(set) var resourceLimits: [ConfiguredValue<Int>] = ResourceLimit.all.map {
    ConfiguredValue($0.defaultValue, .builtInDefault)
  }
  var policy = MachinePolicy()
  /// The escaped paths of the configuration files, nearest first.
  package internal(set) var configurationFiles: [String] = []
  /// Whether pack rules run.
  var checksPacks = true

  /// An identity that paths with the same configuration share within one search.
  var identityWithinSearch = ConfigurationID(number: 0)

  init(_ configurationSchema: KnownRulesAndProfiles, profile: ConfiguredValue<String>) {
    self.profileNameOrPath = profile
    rules = configurationSchema.rules.map { rule in
      ResolvedRule(
        rule: rule, state: ConfiguredValue(rule.isOptIn ? .off : .on, .builtInDefault),
        values: rule.options.map { ConfiguredValue($0.defaultValue, .builtInDefault) })
    }
  }

  /// The configuration for a lint run.
  package var configuration: Configuration {
    var budget = DecodingBudget.standard
    for (limit, value) in zip(ResourceLimit.all, resourceLimits) { budget[limit] = value.value }
    budget = policy.capped(budget)
    func activeRule(_ resolved: ResolvedRule) -> ActiveRule {
      var settings = OptionValues()
      for (option, value) in zip(resolved.rule.options, resolved.values)
      where value.value != option.defaultValue {
        settings.set(option, to: value.value)
      }
      var severity: Severity?
      if case .severity(let chosen) = resolved.state.value { severity = chosen }
      return ActiveRule(resolved.rule, severity: severity, optionValues: settings)
    }
    return Configuration(
      rules: rules.filter(\.runs).map(activeRule), disabled: rules.filter { !$0.runs }.map(activeRule),
      failOn: failOn.value, budget: budget, checksPacks: checksPacks, messengerTraits: messengerTraits)
  }

  /// The parts of the profile that are not limits. A limit that a flag sets is no longer unverified.
  var messengerTraits: MessengerTraits {
    var reported: [String: [Double]] = [:]
    for figure in unverifiedLimits {
      guard let resolved = rules.first(where: { $0.rule.id == figure.rule }),
        let place = resolved.rule.options.firstIndex(where: { $0.name == figure.option }),
        case .whole(let number) = resolved.values[place].value
      else { continue }
      switch resolved.values[place].origin {
      case .builtInProfile, .file: reported[figure.rule, default: []].append(Double(number))
      case .builtInDefault, .flag: continue
      }
    }
    return MessengerTraits(export: export, unverifiedLimits: reported)
  }

  // Values are applied in increasing order of precedence, so a later value wins.

  mutating func applyWithoutOverrides(_ layer: ConfigurationLayer) {
    if let failOn = layer.failOn { self.failOn = failOn }
    if let programs = layer.renderingPrograms { configuredRenderingPrograms = programs }
    if let export = layer.exportLayout { self.export = export }
    if !layer.limitCitations.isEmpty { limitCitations = layer.limitCitations }
    if !layer.unverifiedLimits.isEmpty { unverifiedLimits = layer.unverifiedLimits }
    for setting in layer.resourceLimits { setLimit(setting) }
    for setting in layer.rules { apply(setting) }
  }

  mutating func apply(_ override: PathOverride) {
    if let role = override.role { self.role = role }
    for setting in override.rules {
      apply(setting)
      guard let state = setting.state, let index = rules.firstIndex(where: { $0.rule.id == setting.rule })
      else { continue }
      rules[index].isOffByOverride = state.value == .off
    }
  }

  mutating func apply(_ flags: FlagConfiguration) {
    if let failOn = flags.failOn { self.failOn = ConfiguredValue(failOn, .flag("--fail-on")) }
    checksPacks = flags.checksPacks
    for setting in flags.resourceLimits { setLimit(setting) }
    for (rule, setting) in flags.optionValues {
      apply(ConfiguredRule(rule: rule, state: nil, values: [setting]))
    }
    for index in rules.indices where !flags.selectedRules.isEmpty {
      let isSelected = flags.selectedRules.contains(rules[index].rule.id)
      guard !isSelected || !rules[index].runs && !rules[index].isOffByOverride else { continue }
      rules[index].state = ConfiguredValue(isSelected ? .on : .off, .flag("--select"))
    }
    for (rule, state) in flags.ruleStates {
      // --severity does not turn on a rule that --select leaves out.
      guard flags.selectedRules.isEmpty || flags.selectedRules.contains(rule) else { continue }
      apply(ConfiguredRule(rule: rule, state: ConfiguredValue(state, .flag("--severity"))))
    }
    for index in rules.indices where flags.ignoredRules.contains(rules[index].rule.id) {
      rules[index].state = ConfiguredValue(.off, .flag("--ignore"))
    }
    for index in rules.indices where !flags.checksPacks && rules[index].runs {
      switch rules[index].rule.check {
      case .asset, .message: continue
      case .pack, .catalog: break
      }
      rules[index].state = ConfiguredValue(.off, .flag("--no-pack"))
    }
  }

  /// Lowers limits that exceed the policy.
  mutating func apply(_ policy: MachinePolicy) {
    self.policy = policy
    for (limit, most) in policy.resourceLimits {
      guard let index = ResourceLimit.all.firstIndex(of: limit), resourceLimits[index].value > most.value
      else {
        continue
      }
      resourceLimits[index] = most
    }
  }

  private mutating func setLimit(_ setting: ConfiguredResourceLimit) {
    guard let index = ResourceLimit.all.firstIndex(of: setting.limit) else { return }
    resourceLimits[index] = setting.value
  }

  private mutating func apply(_ setting: ConfiguredRule) {
    guard let index = rules.firstIndex(where: { $0.rule.id == setting.rule }) else { return }
    if let state = setting.state { rules[index].state = state }
    for value in setting.values {
      guard let place = rules[index].rule.options.firstIndex(of: value.option) else { continue }
      rules[index].values[place] = value.value
    }
  }
}

struct ConfigurationID: Hashable, Sendable {
  let number: Int
}

/// The configurations of all files and packs in a run. They are read before the files.
package struct ConfigurationMap: Sendable {
  private var configurations: [ConfigurationAndBaseline] = []
  private var entries: [Path: Entry] = [:]
  private let fallbackConfiguration: Configuration

  private struct ConfigurationAndBaseline {
    let configuration: Configuration
    let baseline: ConfiguredValue<Path>?
  }

  private struct Entry {
    let configurationIndex: Int
    let configuredRole: AssetRole?
    let isExcluded: Bool
  }

  /// Finds the configuration of every path.
  ///
  /// - Parameter sources: files with the packs that they belong to.
  /// - Parameter packs: packs, which may have no files.
  /// - Parameter documents: documents of catalogs, which might not exist.
  /// - Parameter faults: other errors, which are reported after configuration errors.
  /// - Throws: all errors in all configurations, one line each.
  package init(
    _ sources: [AssetSource], packs: [Path] = [], documents: [Path] = [], _ search: inout ConfigurationSearch,
    faults: [String] = []
  ) throws(CommandError) {
    self.init(ignoringErrorsFor: sources, packs: packs, documents: documents, &search)
    let all = search.errors + faults
    guard all.isEmpty else {
      throw CommandError(messages: all).withCause(
        .configurationOrPackFile(search.diagnostics + faults.map { Diagnostic(UserMessage($0)) }))
    }
  }

  /// Finds the configuration of every path, and ignores values with errors. `search` collects the errors.
  package init(
    ignoringErrorsFor sources: [AssetSource], packs: [Path] = [], documents: [Path] = [],
    _ search: inout ConfigurationSearch
  ) {
    // The fallback uses a path from this run, so that no other configuration is read.
    let any = sources.first?.path ?? packs.first ?? documents.first?.parent
    fallbackConfiguration = search.configuration(
      for: search.resolvedConfiguration(at: any ?? Path("."), isFolder: sources.isEmpty))
    var indices: [ConfigurationID: Int] = [:]
    func index(_ settings: ResolvedConfiguration, _ all: inout [ConfigurationAndBaseline]) -> Int {
      if let known = indices[settings.identityWithinSearch] { return known }
      all.append(
        ConfigurationAndBaseline(
          configuration: search.configuration(for: settings), baseline: settings.baseline))
      indices[settings.identityWithinSearch] = all.count - 1
      return all.count - 1
    }
    let members = Dictionary(grouping: sources.filter { $0.pack != nil }, by: \.pack)
    for pack in Set(sources.compactMap(\.pack) + packs).sorted() {
      let settings = search.resolvedConfiguration(atPack: pack, members: (members[pack] ?? []).map(\.path))
      entries[pack] = Entry(
        configurationIndex: index(settings, &configurations), configuredRole: nil, isExcluded: false)
    }
    for source in sources {
      let settings = search.resolvedConfiguration(at: source.path, isFolder: false)
      entries[source.path] = Entry(
        configurationIndex: index(settings, &configurations), configuredRole: settings.role?.value,
        isExcluded: settings.exclusionOrigin != nil)
    }
    for document in documents {
      let settings = search.resolvedConfiguration(at: document, isFolder: false)
      entries[document] = Entry(
        configurationIndex: index(settings, &configurations), configuredRole: nil, isExcluded: false)
    }
  }

  /// Returns the configuration of a file, a pack or a catalog's document.
  package func configuration(at path: Path) -> Configuration {
    entries[path].map { configurations[$0.configurationIndex].configuration } ?? fallbackConfiguration
  }

  /// Returns the baseline of a file, a pack or a catalog's document.
  package func baseline(at path: Path) -> ConfiguredValue<Path>? {
    entries[path].flatMap { configurations[$0.configurationIndex].baseline }
  }

  /// Returns the role that a configuration sets for a file; nil if it depends on the location of the file.
  package func configuredRole(at path: Path) -> AssetRole? { entries[path]?.configuredRole }

  /// Whether a configuration excludes a file.
  package func excludes(_ path: Path) -> Bool { entries[path]?.isExcluded ?? false }
}

extension MessengerProfile {
  /// Returns the requirements of a built-in profile.
  package func requirements(knownRulesAndProfiles configurationSchema: KnownRulesAndProfiles) -> Requirements
  {
    let nothing = ConfigurationFileAccess(
      fileOrFolderExists: { _ in false }, read: { _, _ in .unreadable("it does not exist") }, realPath: { $0 }
    )
    let flags = try? FlagConfiguration(configurationSchema)
    guard let flags else { preconditionFailure("an empty list of flags is always valid") }
    var search = ConfigurationSearch(
      configurationSchema, .none, profile: name, flags, nothing, workingFolder: Path("/"))
    return Requirements(self, search.resolvedConfiguration(at: Path("/"), isFolder: true))
  }
}

extension MessengerProfile.Requirements {
  fileprivate init(_ profile: MessengerProfile, _ resolvedSettings: ResolvedConfiguration) {
    var rows: [OptionValue] = []
    var rules: [String] = []
    for resolved in resolvedSettings.rules {
      let set = zip(resolved.rule.options, resolved.values).filter { $0.1.origin != .builtInDefault }
      rows += set.map { option, value in
        let figure = if case .whole(let number) = value.value { numberText(number) } else { value.value.text }
        return OptionValue(
          rule: resolved.rule.id, option: option.name,
          valueWithUnit: option.withUnit(figure), optionDescription: option.meaning,
          isUnverified: resolvedSettings.unverifiedLimits.contains {
            $0.rule == resolved.rule.id && $0.option == option.name
          })
      }
      if resolved.runs, !set.isEmpty || resolved.state.origin != .builtInDefault {
        rules.append(resolved.rule.id)
      }
    }
    self.init(
      profile: profile, exportLayout: resolvedSettings.export, sources: resolvedSettings.limitCitations,
      optionValues: rows,
      disabledRules: resolvedSettings.rules.filter { !$0.runs && !$0.rule.isOptIn }.map(\.rule.id),
      enabledConfiguredRuleIDs: rules)
  }
}

extension ResolvedConfiguration {
  /// The programs that render SVG and video.
  package var selectedRenderingPrograms: [RenderingProgram] { configuredRenderingPrograms?.value ?? [] }
}
