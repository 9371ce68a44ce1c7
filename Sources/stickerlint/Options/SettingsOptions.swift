import ArgumentParser
import Stickers

/// Which rules the command line chooses, and how.
struct RuleOptions: ParsableArguments {
  @Option(help: "Only these rules; repeatable, or separated by commas.") var select: [String] = []
  @Option(help: "Leave these rules out; repeatable, or separated by commas.") var ignore: [String] = []
  @Option(
    help: ArgumentHelp(
      "Set a rule's severity: error, warning, hint, off or on; repeatable.", valueName: "rule=level"))
  var severity: [String] = []
  @Option(
    help: ArgumentHelp(
      "Set a rule's parameter, as `stickerlint explain RULE` lists them; repeatable.",
      valueName: "rule.parameter=value"))
  var set: [String] = []

  /// The rules that are named; nil where none is.
  var selected: Set<String>? {
    select.isEmpty
      ? nil
      : Set(select.flatMap { $0.split(separator: ",") }.map { $0.filter { $0 != " " } })
  }

  /// The same where all rules run, whichever are named; one that runs only where it is asked for is switched
  /// on by its name.
  ///
  /// - Throws: what is wrong with the names.
  func withAllRules() throws -> RuleOptions {
    _ = try FlagSettings(.ours, select: select)
    var all = self
    (all.select, all.severity) = ([], severity)
    for rule in Rule.all where rule.isOptIn && selected?.contains(rule.id) == true {
      all.severity.append("\(rule.id)=on")
    }
    return all
  }
}

/// Where settings come from: profiles and configurations.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Whose limits hold: imessage unless given, another messenger's, or those of a file.",
      valueName: "name"))
  var profile: String?
  @Option(
    help: "Use this configuration for all files, instead of each one's \(settingsFileName) upwards.",
    completion: .file())
  var config: Path?
  @Flag(name: .customLong("no-config"), help: "Read no configuration: profile and flags only.")
  var noConfig = false
  @Flag(name: .customLong("no-pack"), help: "Leave out the rules about packs and catalogs as a whole.")
  var noPack = false

  /// The same with another profile.
  func with(profile: String) -> SourceOptions {
    var options = self
    options.profile = profile
    return options
  }

  func validate() throws {
    if config != nil, noConfig { throw ValidationError("--config and --no-config exclude each other") }
  }

  /// Reads the flags; no file yet.
  ///
  /// - Throws: everything that is wrong with them.
  func search(
    _ rules: RuleOptions, _ limits: LimitOptions, failOn: Severity? = nil, _ access: FileAccess = .disk
  ) throws -> SettingsSearch {
    let flags = try FlagSettings(
      .ours, select: rules.select, ignore: rules.ignore, severity: rules.severity, set: rules.set,
      limit: limits.limit, failOn: failOn, checksPacks: !noPack)
    if let config { try FileSystem.disk.refuseMissing([config]) }
    let source: SettingsSearch.Source = noConfig ? .none : config.map { .file($0) } ?? .upwards
    return SettingsSearch(
      .ours, source, profile: profile, flags, policy: try Policy.current(), access,
      workingFolder: FileSystem.disk.realPath(of: Path(".")))
  }
}

/// What the command line says about settings, and where configurations come from.
struct SettingsOptions: ParsableArguments {
  @OptionGroup var rules: RuleOptions
  @Option(help: "The least severity that fails the run: error, warning or hint; error unless given.")
  var failOn: Severity?
  @OptionGroup var source: SourceOptions
  @OptionGroup var limits: LimitOptions

  /// Whether rules about packs are left out.
  var noPack: Bool { source.noPack }

  /// Reads the flags; no file yet.
  ///
  /// - Throws: everything that is wrong with them.
  ///
  /// - Parameter messenger: whose profile holds, whatever else is said; nil for what is said.
  func search(for messenger: String? = nil, _ access: FileAccess = .disk) throws -> SettingsSearch {
    let source = messenger.map { self.source.with(profile: $0) } ?? self.source
    return try source.search(rules, limits, failOn: failOn, access)
  }

  /// The same for `fix`, where all rules run: what is fixed must not break another.
  ///
  /// - Parameter rule: one that has nothing to say; nil for none.
  func searchForFixes(leavingOut rule: String? = nil, for messenger: String? = nil) throws -> SettingsSearch {
    var rules = try rules.withAllRules()
    if let rule { rules.ignore.append(rule) }
    let source = messenger.map { self.source.with(profile: $0) } ?? self.source
    return try source.search(rules, limits, failOn: failOn)
  }

  /// The rules that are named; nil where none is.
  var selectedRules: Set<String>? { rules.selected }
}
