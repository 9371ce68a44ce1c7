import StickerImage

/// The configuration that applies to one path, with the origin of each value.
package struct ResolvedSettings: Sendable {
  /// A rule with its state and the values of its options.
  package struct ResolvedRule: Sendable {
    let rule: Rule
    /// Whether the rule runs, and the severity of its findings.
    var state: SettingValue<RuleState>
    /// A value for each option, in the order of the rule.
    package internal(set) var values: [SettingValue<Parameter.Value>]
    /// Whether an override turns the rule off for these paths. `--select` does not turn it on again.
    var isOffHere = false

    var runs: Bool { state.value != .off }
    /// The severity of findings whose evidence has no severity; nil if the rule does not run.
    var severity: Severity? {
      switch state.value {
      case .off: nil
      case .on: rule.severity
      case .severity(let severity): severity
      }
    }
  }

  /// The name of the profile, or the path of its file.
  var profile: SettingValue<String>
  /// The kind of export that the profile names.
  package internal(set) var export: Messenger.Export?
  /// The sources of the profile's limits.
  package internal(set) var sources: [String] = []
  /// Limits of the profile that sticker makers report and the messenger does not publish.
  var unverifiedLimits: [UnverifiedLimit] = []
  /// Findings of at least this severity fail the run.
  var failOn = SettingValue(Severity.error, .standard)
  /// The baseline file, as an absolute path without links.
  var baseline: SettingValue<Path>?
  /// The baseline as messages name it, relative to the working folder if it is inside. Escaped.
  var baselineName: String?
  /// The role that an override sets; nil if the location of the file decides.
  package internal(set) var role: SettingValue<Role>?
  /// The glob that excludes the path; nil if none does.
  package internal(set) var excluded: SettingOrigin?
  /// Every rule, in the order in which findings are listed.
  var rules: [ResolvedRule]
  /// Every limit, in the order of `Limit.all`.
  package internal(set) var limits: [SettingValue<Int>] = Limit.all.map {
    SettingValue($0.standard, .standard)
  }
  var policy = Policy()
  /// The configuration files, nearest first. Escaped.
  package internal(set) var files: [String] = []
  /// Whether pack rules run.
  var checksPacks = true

  /// An identity that paths with the same configuration share within one search.
  var identity = SettingsIdentity(number: 0)

  init(_ configurationSchema: ConfigurationSchema, profile: SettingValue<String>) {
    self.profile = profile
    rules = configurationSchema.rules.map { rule in
      ResolvedRule(
        rule: rule, state: SettingValue(rule.isOptIn ? .off : .on, .standard),
        values: rule.parameters.map { SettingValue($0.standard, .standard) })
    }
  }

  /// The configuration for a lint run.
  package var configuration: Configuration {
    var budget = Budget.standard
    for (limit, value) in zip(Limit.all, limits) { budget[limit] = value.value }
    budget = policy.capped(budget)
    func activeRule(_ resolved: ResolvedRule) -> ActiveRule {
      var settings = Settings()
      for (parameter, value) in zip(resolved.rule.parameters, resolved.values)
      where value.value != parameter.standard {
        settings.set(parameter, to: value.value)
      }
      var severity: Severity?
      if case .severity(let chosen) = resolved.state.value { severity = chosen }
      return ActiveRule(resolved.rule, severity: severity, settings: settings)
    }
    return Configuration(
      rules: rules.filter(\.runs).map(activeRule), disabled: rules.filter { !$0.runs }.map(activeRule),
      failOn: failOn.value, budget: budget, checksPacks: checksPacks, messenger: messenger)
  }

  /// The parts of the profile that are not limits. A limit that a flag sets is no longer unverified.
  var messenger: Messenger {
    var reported: [String: [Double]] = [:]
    for figure in unverifiedLimits {
      guard let resolved = rules.first(where: { $0.rule.id == figure.rule }),
        let place = resolved.rule.parameters.firstIndex(where: { $0.name == figure.parameter }),
        case .whole(let number) = resolved.values[place].value
      else { continue }
      switch resolved.values[place].origin {
      case .profile, .file: reported[figure.rule, default: []].append(Double(number))
      case .standard, .flag: continue
      }
    }
    return Messenger(export: export, unverifiedLimits: reported)
  }

  // Values are applied in order of precedence: a later one wins.

  mutating func apply(_ layer: SettingsLayer) {
    if let failOn = layer.failOn { self.failOn = failOn }
    if let export = layer.export { self.export = export }
    if !layer.sources.isEmpty { sources = layer.sources }
    if !layer.unverifiedLimits.isEmpty { unverifiedLimits = layer.unverifiedLimits }
    for setting in layer.limits { apply(setting) }
    for setting in layer.rules { apply(setting) }
  }

  mutating func apply(_ override: PathOverride) {
    if let role = override.role { self.role = role }
    for setting in override.rules {
      apply(setting)
      guard let state = setting.state, let index = rules.firstIndex(where: { $0.rule.id == setting.rule })
      else { continue }
      rules[index].isOffHere = state.value == .off
    }
  }

  mutating func apply(_ flags: FlagSettings) {
    if let failOn = flags.failOn { self.failOn = SettingValue(failOn, .flag("--fail-on")) }
    checksPacks = flags.checksPacks
    for setting in flags.limits { apply(setting) }
    for (rule, setting) in flags.values { apply(RuleSetting(rule: rule, state: nil, values: [setting])) }
    for index in rules.indices where !flags.selected.isEmpty {
      let isSelected = flags.selected.contains(rules[index].rule.id)
      guard !isSelected || !rules[index].runs && !rules[index].isOffHere else { continue }
      rules[index].state = SettingValue(isSelected ? .on : .off, .flag("--select"))
    }
    for (rule, state) in flags.states {
      // --severity does not turn on a rule that --select leaves out.
      guard flags.selected.isEmpty || flags.selected.contains(rule) else { continue }
      apply(RuleSetting(rule: rule, state: SettingValue(state, .flag("--severity"))))
    }
    for index in rules.indices where flags.ignored.contains(rules[index].rule.id) {
      rules[index].state = SettingValue(.off, .flag("--ignore"))
    }
    for index in rules.indices where !flags.checksPacks && rules[index].runs {
      switch rules[index].rule.check {
      case .asset, .message: continue
      case .pack, .catalog: break
      }
      rules[index].state = SettingValue(.off, .flag("--no-pack"))
    }
  }

  /// Lowers limits that exceed the policy.
  mutating func apply(_ policy: Policy) {
    self.policy = policy
    for (limit, most) in policy.limits {
      guard let index = Limit.all.firstIndex(of: limit), limits[index].value > most.value else { continue }
      limits[index] = most
    }
  }

  private mutating func apply(_ setting: LimitSetting) {
    guard let index = Limit.all.firstIndex(of: setting.limit) else { return }
    limits[index] = setting.value
  }

  private mutating func apply(_ setting: RuleSetting) {
    guard let index = rules.firstIndex(where: { $0.rule.id == setting.rule }) else { return }
    if let state = setting.state { rules[index].state = state }
    for value in setting.values {
      guard let place = rules[index].rule.parameters.firstIndex(of: value.parameter) else { continue }
      rules[index].values[place] = value.value
    }
  }
}

struct SettingsIdentity: Hashable, Sendable {
  let number: Int
}

/// The configurations of all files and packs of a run, read before the files.
package struct SettingsMap: Sendable {
  private var activeSettings: [ActiveSettings] = []
  private var entries: [Path: Entry] = [:]
  private let elsewhere: Configuration

  private struct ActiveSettings {
    let configuration: Configuration
    let baseline: SettingValue<Path>?
  }

  private struct Entry {
    let activeSettings: Int
    let role: Role?
    let isExcluded: Bool
  }

  /// Finds the configuration of every path.
  ///
  /// - Parameter sources: files with the packs that they belong to.
  /// - Parameter packs: packs, which may have no files.
  /// - Parameter documents: documents of catalogs, which may not exist.
  /// - Parameter faults: other errors, to report after those of configurations.
  /// - Throws: all errors in all configurations, one line each.
  package init(
    _ sources: [AssetSource], packs: [Path] = [], documents: [Path] = [], _ search: inout SettingsSearch,
    faults: [String] = []
  ) throws(UsageError) {
    self.init(despiteFaults: sources, packs: packs, documents: documents, &search)
    let all = search.faults + faults
    guard all.isEmpty else { throw UsageError(lines: all) }
  }

  /// Finds the configuration of every path, and ignores values with errors. `search` has the errors.
  package init(
    despiteFaults sources: [AssetSource], packs: [Path] = [], documents: [Path] = [],
    _ search: inout SettingsSearch
  ) {
    // A fallback. It uses a path of this run, so that no other configuration is read.
    let any = sources.first?.path ?? packs.first ?? documents.first?.parent
    elsewhere = search.configuration(search.settings(at: any ?? Path("."), isFolder: sources.isEmpty))
    var indices: [SettingsIdentity: Int] = [:]
    func index(_ settings: ResolvedSettings, _ all: inout [ActiveSettings]) -> Int {
      if let known = indices[settings.identity] { return known }
      all.append(ActiveSettings(configuration: search.configuration(settings), baseline: settings.baseline))
      indices[settings.identity] = all.count - 1
      return all.count - 1
    }
    let members = Dictionary(grouping: sources.filter { $0.pack != nil }, by: \.pack)
    for pack in Set(sources.compactMap(\.pack) + packs).sorted() {
      let settings = search.settings(atPack: pack, members: (members[pack] ?? []).map(\.path))
      entries[pack] = Entry(
        activeSettings: index(settings, &activeSettings), role: nil, isExcluded: false)
    }
    for source in sources {
      let settings = search.settings(at: source.path, isFolder: false)
      entries[source.path] = Entry(
        activeSettings: index(settings, &activeSettings), role: settings.role?.value,
        isExcluded: settings.excluded != nil)
    }
    for document in documents {
      let settings = search.settings(at: document, isFolder: false)
      entries[document] = Entry(
        activeSettings: index(settings, &activeSettings), role: nil, isExcluded: false)
    }
  }

  /// Returns the configuration of a file, a pack or a catalog's document.
  package func configuration(at path: Path) -> Configuration {
    entries[path].map { activeSettings[$0.activeSettings].configuration } ?? elsewhere
  }

  /// Returns the baseline of a file, a pack or a catalog's document.
  package func baseline(at path: Path) -> SettingValue<Path>? {
    entries[path].flatMap { activeSettings[$0.activeSettings].baseline }
  }

  /// Returns the role that a configuration sets for a file; nil if the location of the file decides.
  package func role(at path: Path) -> Role? { entries[path]?.role }

  /// Whether a configuration excludes a file.
  package func excludes(_ path: Path) -> Bool { entries[path]?.isExcluded ?? false }
}

extension MessengerProfile {
  /// Returns the requirements of a built-in profile.
  package func requirements(_ configurationSchema: ConfigurationSchema) -> Requirements {
    let nothing = FileAccess(
      exists: { _ in false }, read: { _, _ in .unreadable("it does not exist") }, real: { $0 })
    let flags = try? FlagSettings(configurationSchema)
    guard let flags else { preconditionFailure("without flags, no flag is invalid") }
    var search = SettingsSearch(
      configurationSchema, .none, profile: name, flags, nothing, workingFolder: Path("/"))
    return Requirements(self, search.settings(at: Path("/"), isFolder: true))
  }
}

extension MessengerProfile.Requirements {
  fileprivate init(_ profile: MessengerProfile, _ resolvedSettings: ResolvedSettings) {
    var rows: [Setting] = []
    var rules: [String] = []
    for resolved in resolvedSettings.rules {
      let set = zip(resolved.rule.parameters, resolved.values).filter { $0.1.origin != .standard }
      rows += set.map { parameter, value in
        let figure = if case .whole(let number) = value.value { numberText(number) } else { value.value.text }
        return Setting(
          rule: resolved.rule.id, parameter: parameter.name,
          value: parameter.withUnit(figure), meaning: parameter.meaning,
          isUnverified: resolvedSettings.unverifiedLimits.contains {
            $0.rule == resolved.rule.id && $0.parameter == parameter.name
          })
      }
      if resolved.runs, !set.isEmpty || resolved.state.origin != .standard { rules.append(resolved.rule.id) }
    }
    self.init(
      profile: profile, export: resolvedSettings.export, sources: resolvedSettings.sources, settings: rows,
      disabledRules: resolvedSettings.rules.filter { !$0.runs && !$0.rule.isOptIn }.map(\.rule.id),
      rules: rules)
  }
}
