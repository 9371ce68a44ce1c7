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
}

/// Options that choose profiles and configuration files.
struct ConfigurationSourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Name or file of a messenger's profile (default: imessage).",
      valueName: "name"))
  var profile: String?
  @Option(
    help: "Use this configuration file instead of the closest \(LintConfiguration.fileName).",
    completion: .file())
  var config: BytePath?
  @Flag(name: .customLong("no-config"), help: "Ignore configuration files.")
  var noConfig = false
  @Flag(name: .customLong("no-pack"), help: "Skip rules about whole packs and catalogs.")
  var noPack = false

  func validate() throws {
    if config != nil, noConfig { throw ValidationError("--config and --no-config cannot be used together") }
  }

  /// Parses the options without reading any file.
  ///
  /// - Throws: an error that lists all invalid options.
  func configuration(
    _ rules: RuleOptions, _ limits: LimitOptions, failOn: Severity? = nil
  ) throws -> LintConfiguration {
    var settings = LintConfiguration.TextSettings()
    settings.select = rules.select
    settings.ignore = rules.ignore
    settings.severity = rules.severity
    settings.set = rules.set
    settings.limit = limits.limit
    settings.profile = profile
    var configuration = try LintConfiguration(parsing: settings)
    configuration.failOn = failOn
    configuration.checksPacks = !noPack
    configuration.configurationSource = noConfig ? .none : config.map { .file($0) } ?? .nearest
    return configuration
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

  /// Parses the options without reading any file.
  ///
  /// - Throws: an error that lists all invalid options.
  func configuration() throws -> LintConfiguration {
    try source.configuration(rules, limits, failOn: failOn)
  }

  var selectedRules: Set<String>? { rules.selected }
}
