import ArgumentParser
import Stickers

/// Options that configure a run.
///
/// Option groups do not contain other groups, because in debug builds, the parser validates each group five
/// times for each enclosing group, and the tests start such a build thousands of times.
struct SettingsOptions: ParsableArguments {
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

  /// The rules that `--select` lists; nil if the option is not given.
  var selectedRules: Set<String>? {
    select.isEmpty
      ? nil
      : Set(select.flatMap { $0.split(separator: ",") }.map { $0.filter { $0 != " " } })
  }

  /// Parses the options without reading any files.
  ///
  /// - Throws: an error that lists all invalid options.
  func configuration(
    _ resourceLimits: ResourceLimitOptions, _ failure: FailureOptions? = nil
  ) throws -> LintConfiguration {
    var settings = LintConfiguration.TextSettings()
    settings.select = select
    settings.ignore = ignore
    settings.severity = severity
    settings.set = set
    settings.limit = resourceLimits.limit
    settings.profile = profile
    var configuration = try LintConfiguration(parsing: settings)
    configuration.failOn = failure?.failOn
    configuration.checksPacks = !noPack
    configuration.configurationSource = noConfig ? .none : config.map { .file($0) } ?? .nearest
    return configuration
  }
}

/// The option that sets which severity fails a run.
struct FailureOptions: ParsableArguments {
  @Option(help: "Lowest severity that fails the run (default: error).")
  var failOn: Severity?
}
