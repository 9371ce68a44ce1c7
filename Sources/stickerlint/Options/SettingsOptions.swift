import ArgumentParser
import Stickers

/// Options that select and configure rules.
struct RuleOptions: ParsableArguments {
  @Option(help: "Use only these rules (comma-separated); repeatable.") var select: [String] = []
  @Option(help: "Skip these rules (comma-separated); repeatable.") var ignore: [String] = []
  @Option(
    help: ArgumentHelp(
      "Set a rule's severity: error, warning, hint, off or on; repeatable.", valueName: "rule=level"))
  var severity: [String] = []
  @Option(
    help: ArgumentHelp(
      "Set a rule's option (`stickerlint explain RULE` lists its options); repeatable.",
      valueName: "rule.option=value"))
  var set: [String] = []

  /// The rules that `--select` lists; nil if the option is not given.
  var selected: Set<String>? {
    select.isEmpty
      ? nil
      : Set(select.flatMap { $0.split(separator: ",") }.map { $0.filter { $0 != " " } })
  }

  /// Returns options that run all rules, regardless of the selection. Selected opt-in rules are turned on.
  ///
  /// - Throws: an error if a selected rule does not exist.
  func withAllRules() throws -> RuleOptions {
    _ = try FlagConfiguration(.builtIn, select: select)
    var all = self
    (all.select, all.severity) = ([], severity)
    for rule in Rule.all where rule.isOptIn && selected?.contains(rule.id) == true {
      all.severity.append("\(rule.id)=on")
    }
    return all
  }
}

/// Options that choose profiles and configuration files.
struct ConfigurationSourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Name or file of a messenger's profile (default: imessage).",
      valueName: "name"))
  var profile: String?
  @Option(
    help: "Use this configuration file instead of the closest \(configurationFileName).",
    completion: .file())
  var config: Path?
  @Flag(name: .customLong("no-config"), help: "Ignore configuration files.")
  var noConfig = false
  @Flag(name: .customLong("no-pack"), help: "Skip rules about whole packs and catalogs.")
  var noPack = false

  /// Returns a copy with a different profile.
  func with(profile: String) -> ConfigurationSourceOptions {
    var options = self
    options.profile = profile
    return options
  }

  func validate() throws {
    if config != nil, noConfig { throw ValidationError("--config and --no-config cannot be used together") }
  }

  /// Parses the options without reading any configuration file.
  ///
  /// - Throws: an error that lists all invalid options.
  func configurationSearch(
    _ rules: RuleOptions, _ limits: LimitOptions, failOn: Severity? = nil, _ access: FileAccess = .disk
  ) throws -> ConfigurationSearch {
    let flags = try FlagConfiguration(
      .builtIn, select: rules.select, ignore: rules.ignore, severity: rules.severity, set: rules.set,
      limit: limits.limit, failOn: failOn, checksPacks: !noPack)
    if let config { try FileSystem.disk.ensureExist([config]) }
    let source: ConfigurationSearch.Source = noConfig ? .none : config.map { .file($0) } ?? .nearestFile
    return ConfigurationSearch(
      .builtIn, source, profile: profile, flags, policy: try MachinePolicy.current(), access,
      workingFolder: FileSystem.disk.realPath(of: Path(".")))
  }
}

/// Options that configure a run.
struct SettingsOptions: ParsableArguments {
  @OptionGroup var rules: RuleOptions
  @Option(help: "Lowest severity that fails the run (default: error).")
  var failOn: Severity?
  @OptionGroup var source: ConfigurationSourceOptions
  @OptionGroup var limits: LimitOptions

  var noPack: Bool { source.noPack }

  /// Parses the options without reading any configuration file.
  ///
  /// - Parameter messenger: the profile to use instead of `--profile`; nil to use `--profile`.
  /// - Throws: an error that lists all invalid options.
  func configurationSearch(for messenger: String? = nil, _ access: FileAccess = .disk) throws
    -> ConfigurationSearch
  {
    let source = messenger.map { self.source.with(profile: $0) } ?? self.source
    return try source.configurationSearch(rules, limits, failOn: failOn, access)
  }

  /// Parses the options for `fix`. All rules run, because a fix must not violate another rule.
  ///
  /// - Parameters:
  ///   - rule: a rule to leave out; nil for none.
  ///   - messenger: the profile to use instead of `--profile`; nil to use `--profile`.
  func configurationSearchForFixes(leavingOut rule: String? = nil, for messenger: String? = nil) throws
    -> ConfigurationSearch
  {
    var rules = try rules.withAllRules()
    if let rule { rules.ignore.append(rule) }
    let source = messenger.map { self.source.with(profile: $0) } ?? self.source
    return try source.configurationSearch(rules, limits, failOn: failOn)
  }

  var selectedRules: Set<String>? { rules.selected }
}
