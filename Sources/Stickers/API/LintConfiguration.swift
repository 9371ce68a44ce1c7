public import StickerEngine
import StickerImage

/// Which rules run, and with which options and severities. Settings from code take precedence over
/// configuration files.
public struct LintConfiguration: Sendable {
  /// Where configuration files come from.
  public enum ConfigurationSource: Hashable, Sendable {
    /// The nearest `.stickerlint.yml`, searching upward from the folder of each file.
    case nearest
    /// One file for all paths.
    case file(BytePath)
    /// No files.
    case none
  }

  /// The findings that are accepted and not reported.
  public enum Baseline: Hashable, Sendable {
    /// The findings in the baselines that configuration files specify.
    case configured
    /// The findings in one baseline file.
    case file(BytePath)
    /// All findings of the run, which ``LintRun/acceptFindings(of:)`` writes to a file.
    case newFile(BytePath)
    /// No findings.
    case none
  }

  /// How a baseline recognizes an accepted finding.
  public enum BaselineMatch: String, Hashable, Sendable, CaseIterable {
    /// By file and rule. A finding is new if its value is more than 10% worse or its severity has risen.
    case fileAndRule = "place"
    /// By file, rule and the bytes of the file. If a file changed, all of its findings are new.
    case content
  }

  /// Whether a rule runs, and the severity of its findings.
  public enum RuleState: String, Hashable, Sendable {
    /// The rule does not run.
    case off
    /// The rule runs with its default severity.
    case on
    /// The rule runs, and all of its findings are hints.
    case hint
    /// The rule runs, and all of its findings are warnings.
    case warning
    /// The rule runs, and all of its findings are errors.
    case error
  }

  /// The value of a rule's option. Literals work: `["file-size": ["max-bytes": 300_000]]`. For a variable, write
  /// `.integer(limit)`.
  public enum OptionValue: Hashable, Sendable {
    /// A whole number, in the unit of the option.
    case integer(Int)
    /// A decimal number, in the unit of the option.
    case number(Double)
    /// One of the words that the option allows.
    case word(String)
  }

  /// Settings that differ for some files.
  public struct Override: Hashable, Sendable {
    /// Globs relative to the working folder, such as `Photos/**`. The override applies to files that match at least
    /// one.
    public var globs: [String]
    /// The role of the files; nil to infer it from their location.
    public var assignedRole: FileRole?
    /// The states of rules for these files, by rule id.
    public var rules: [String: RuleState]
    /// The options of rules for these files, by rule id and option name.
    public var options: [String: [String: OptionValue]]

    /// Creates an override.
    public init(
      globs: [String], assignedRole role: FileRole? = nil, rules: [String: RuleState] = [:],
      options: [String: [String: OptionValue]] = [:]
    ) {
      self.globs = globs
      self.assignedRole = role
      self.rules = rules
      self.options = options
    }
  }

  /// Where configuration files come from (default: `nearest`). Files in memory have no configuration file,
  /// unless one of them is named `.stickerlint.yml`.
  public var configurationSource = ConfigurationSource.nearest
  /// If not empty, only the rules with these ids run.
  public var selectedRules: Set<String> = []
  /// The ids of rules that do not run.
  public var ignoredRules: Set<String> = []
  /// The states of rules, by rule id. ``selectedRules`` and ``ignoredRules`` take precedence.
  public var rules: [String: RuleState] = [:]
  /// The options of rules, by rule id and option name.
  public var options: [String: [String: OptionValue]] = [:]
  /// Settings that differ for some files, in increasing order of precedence.
  public var overrides: [Override] = []
  /// Globs that match the files to check; empty for all files.
  public var includeGlobs: [String] = []
  /// Globs that match the files to skip.
  public var excludeGlobs: [String] = []
  /// The lowest severity that fails a run. If nil, the configuration files set it (default: `error`).
  public var failOn: Severity?
  /// Whether rules about whole packs and catalogs run.
  public var checksPacks = true
  /// The limits for reading one file, by name, such as `canvas-pixels`.
  public var resourceLimits: [String: Int] = [:]
  /// The findings that are accepted and not reported.
  public var baseline = Baseline.configured
  /// How baselines recognize accepted findings.
  public var baselineMatch = BaselineMatch.fileAndRule
  /// The rules that your program defines. They run after the built-in ones.
  public var customRules: [CustomRule] = []

  /// The settings from text, which take precedence over configuration files.
  private(set) var textSettings: TextSettings?

  /// The name or the file of the profile that settings from text set; nil for none.
  package var profileFromTextSettings: String? { textSettings?.profile }

  /// Creates a configuration that adds nothing to the settings in configuration files.
  public init() {}

  /// Creates a configuration from settings in text form.
  ///
  /// - Throws: `StickersError.invalidConfiguration` with every invalid setting.
  public init(parsing settings: TextSettings) throws(StickersError) {
    do throws(CommandError) { _ = try settings.makeFlagConfiguration() } catch { throw StickersError(error) }
    textSettings = settings
  }

  /// Settings in text form, for example from a command line.
  public struct TextSettings: Hashable, Sendable {
    /// If not empty, only the rules with these ids run. Each string can contain several ids, separated by commas.
    public var select: [String] = []
    /// Ids of rules that do not run. Each string can contain several ids, separated by commas.
    public var ignore: [String] = []
    /// States of rules: `RULE=LEVEL`, such as `not-square=warning`.
    public var severity: [String] = []
    /// Options of rules: `RULE.OPTION=VALUE`, such as `file-size.max-bytes=300000`.
    public var set: [String] = []
    /// Limits for reading a file: `NAME=NUMBER`, such as `canvas-pixels=20000000`.
    public var limit: [String] = []
    /// The name of a built-in profile, or the path of a profile file; nil if the configuration files set it.
    public var profile: String?

    /// Creates settings that change nothing.
    public init() {}

    /// The ids in `select`; nil for all rules.
    var selectedRules: Set<String>? {
      select.isEmpty
        ? nil : Set(select.flatMap { $0.split(separator: ",") }.map { $0.filter { $0 != " " } })
    }

    /// Parses the settings.
    func makeFlagConfiguration(failOn: Severity? = nil, checksPacks: Bool = true) throws(CommandError)
      -> FlagConfiguration
    {
      try FlagConfiguration(
        .builtIn, select: select, ignore: ignore, severity: severity, set: set, limit: limit, failOn: failOn,
        checksPacks: checksPacks)
    }

    /// Returns settings that run all rules, and turn on the selected opt-in rules.
    func clearingSelectionKeepingOptIns() -> TextSettings {
      var all = self
      all.select = []
      for rule in Rule.all where rule.isOptIn && selectedRules?.contains(rule.id) == true {
        all.severity.append("\(rule.id)=on")
      }
      return all
    }
  }
}

extension LintConfiguration.OptionValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral
{
  /// Creates a whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates a decimal number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates a word.
  public init(stringLiteral value: String) { self = .word(value) }

  fileprivate var json: JSON {
    switch self {
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .word(let word): .string(word)
    }
  }
}

extension LintConfiguration {
  /// The file name of the document that a configuration from code is converted to.
  static let configurationDocumentName = "LintConfiguration"

  /// The settings that a configuration file supports, as the contents of a configuration file. They are JSON,
  /// which is also valid YAML.
  private var settingsAsConfigurationFileJSON: [UInt8] {
    var members = ["rules": Self.rulesJSON(withoutCustomRules(rules), options)]
    if !includeGlobs.isEmpty { members["include"] = .array(includeGlobs.map { .string($0) }) }
    if !excludeGlobs.isEmpty { members["exclude"] = .array(excludeGlobs.map { .string($0) }) }
    members["overrides"] = .array(
      overrides.map { override in
        var members = ["paths": JSON.array(override.globs.map { .string($0) })]
        if let role = override.assignedRole { members["role"] = .string(role.rawValue) }
        members["rules"] = Self.rulesJSON(withoutCustomRules(override.rules), override.options)
        return .object(members)
      })
    return JSON.object(members).encoded()
  }

  /// Whether some settings can be expressed only in a configuration file.
  var needsConfigurationDocument: Bool {
    !rules.isEmpty || !options.isEmpty || !overrides.isEmpty || !includeGlobs.isEmpty || !excludeGlobs.isEmpty
  }

  private func withoutCustomRules(_ states: [String: RuleState]) -> [String: RuleState] {
    let own = Set(customRules.map(\.id))
    return states.filter { !own.contains($0.key) }
  }

  private static func rulesJSON(
    _ states: [String: RuleState], _ options: [String: [String: OptionValue]]
  ) -> JSON {
    var rules = options.mapValues { $0.mapValues(\.json) }
    for (id, state) in states { rules[id, default: [:]]["severity"] = .string(state.rawValue) }
    return .object(rules.mapValues { .object($0) })
  }

  /// Starts a configuration search.
  ///
  /// - Parameters:
  ///   - profile: the profile. If nil, the settings or the configuration files set it.
  ///   - disk: the file system that contains the files, on disk or in memory.
  ///   - runsAllRules: whether to run all rules, even those that are not selected.
  ///   - rule: a built-in rule to leave out.
  ///   - isSandboxed: whether worker processes read the files.
  /// - Throws: a `CommandError` with every invalid rule id or limit.
  func configurationSearch(
    profile: Profile?, on disk: ReadOnlyFileSystem, runsAllRules: Bool = false,
    leavingOut rule: String? = nil, isSandboxed: Bool = false
  ) throws(CommandError) -> ConfigurationSearch {
    if !isSandboxed {
      try MachinePolicy.currentWithEnvironment().ensureUnisolatedReadingAllowed(by: "the library")
    }
    let folder = disk.realPath(of: Path("."))
    // The program specifies these files by their paths on disk, even if the art is in memory.
    var ownFiles = [profile?.file].compactMap(\.self)
    if case .file(let path) = configurationSource {
      ownFiles.append(ReadOnlyFileSystem.disk.realPath(of: path.path))
    }
    let document = folder.appending(Self.configurationDocumentName)
    return try configurationSearch(
      profile: profile?.resolvedNameOrPath,
      disk.access(adding: settingsAsConfigurationFileJSON, at: document, filesOnDisk: ownFiles),
      workingFolder: folder, overridingDocument: document, runsAllRules: runsAllRules, leavingOut: rule)
  }

  /// Starts a configuration search without properties that need a document, such as ``rules``.
  ///
  /// - Parameters:
  ///   - profile: the name or the file of a profile. If nil, the settings or the configuration files set it.
  ///   - access: reads the configuration files.
  ///   - runsAllRules: whether to run all rules, even those that are not selected.
  ///   - rule: a built-in rule to leave out.
  /// - Throws: a `CommandError` with every invalid rule id or limit.
  package func configurationSearchWithoutDocument(
    for profile: String? = nil, _ access: ConfigurationFileAccess = .disk, runsAllRules: Bool = false,
    leavingOut rule: String? = nil
  ) throws(CommandError) -> ConfigurationSearch {
    try configurationSearch(
      profile: profile, access, workingFolder: ReadOnlyFileSystem.disk.realPath(of: Path(".")),
      overridingDocument: nil, runsAllRules: runsAllRules, leavingOut: rule)
  }

  /// Starts a configuration search for files on disk.
  ///
  /// - Parameters:
  ///   - profile: the profile. If nil, the settings or the configuration files set it.
  ///   - isSandboxed: whether worker processes read the files.
  ///   - runsAllRules: whether to run all rules, even those that are not selected.
  ///   - rule: a built-in rule to leave out.
  /// - Throws: a `CommandError` with every invalid rule id or limit.
  package func configurationSearchOnDisk(
    _ profile: Profile?, isSandboxed: Bool, runsAllRules: Bool = false, leavingOut rule: String? = nil
  ) throws(CommandError) -> ConfigurationSearch {
    if needsConfigurationDocument {
      return try configurationSearch(
        profile: profile, on: .disk, runsAllRules: runsAllRules, leavingOut: rule, isSandboxed: isSandboxed)
    }
    if !isSandboxed {
      try MachinePolicy.currentWithEnvironment().ensureUnisolatedReadingAllowed(by: "the library")
    }
    return try configurationSearchWithoutDocument(
      for: profile?.name, runsAllRules: runsAllRules, leavingOut: rule)
  }

  private func configurationSearch(
    profile: String?, _ access: ConfigurationFileAccess, workingFolder: Path, overridingDocument: Path?,
    runsAllRules: Bool, leavingOut rule: String?
  ) throws(CommandError) -> ConfigurationSearch {
    let flags: FlagConfiguration
    do throws(CommandError) {
      flags = try mergedTextSettings(runsAllRules, leavingOut: rule).makeFlagConfiguration(
        failOn: failOn, checksPacks: checksPacks)
    } catch { throw error.withCause(.configurationOrPackFile(error.problemMessages.map { Diagnostic($0) })) }
    let source: ConfigurationSearch.Source
    switch configurationSource {
    case .nearest: source = .nearestFile
    case .none: source = .none
    case .file(let path):
      try ReadOnlyFileSystem.disk.ensureExist([path.path])
      source = .file(overridingDocument == nil ? path.path : ReadOnlyFileSystem.disk.realPath(of: path.path))
    }
    return ConfigurationSearch(
      .builtIn, source, profile: profile ?? textSettings?.profile, flags,
      overridingConfigurationDocument: overridingDocument, policy: try MachinePolicy.currentWithEnvironment(),
      access,
      workingFolder: workingFolder)
  }

  /// Returns the settings from text, combined with the properties that flags can express.
  private func mergedTextSettings(_ runsAllRules: Bool, leavingOut rule: String?) -> TextSettings {
    let own = Set(customRules.map(\.id))
    let selected = selectedRules.subtracting(own)
    var settings = textSettings ?? TextSettings()
    settings.select += selected.sorted()
    // If only custom rules are selected, no built-in rule runs.
    settings.ignore +=
      !runsAllRules && !selectedRules.isEmpty && settings.select.isEmpty
      ? Rule.all.map(\.id) : ignoredRules.subtracting(own).sorted()
    settings.limit += resourceLimits.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    if runsAllRules { settings = settings.clearingSelectionKeepingOptIns() }
    if let rule { settings.ignore.append(rule) }
    return settings
  }

  /// The custom rules that are on, each with its severity.
  var activeCustomRules: [ActiveCustomRule] {
    customRules.compactMap { rule in
      let state = rules[rule.id] ?? .on
      guard state != .off, !ignoredRules.contains(rule.id),
        selectedRules.isEmpty || selectedRules.contains(rule.id)
      else { return nil }
      return ActiveCustomRule(rule: rule, severity: Severity(rawValue: state.rawValue) ?? rule.severity)
    }
  }

  /// Throws if two rules have the same id.
  func ensureUniqueRuleIDs() throws(StickersError) {
    if customRules.isEmpty { return }
    var seen = Set(Rule.all.map(\.id))
    let taken = customRules.map(\.id).filter { !seen.insert($0).inserted }
    guard let first = taken.first else { return }
    throw .invalidConfiguration([.init(message: "there is already a rule with the id \(first)")])
  }
}

extension ReadOnlyFileSystem {
  /// Returns access to the configuration files in this file system, to one document in memory, and to some files on
  /// disk.
  fileprivate func access(
    adding bytes: [UInt8], at document: Path, filesOnDisk: [Path]
  ) -> ConfigurationFileAccess {
    @Sendable func place(of path: Path) -> ReadOnlyFileSystem { filesOnDisk.contains(path) ? .disk : self }
    return ConfigurationFileAccess(
      fileOrFolderExists: { $0 == document || ((try? place(of: $0).entryKind(at: $0)) ?? nil) != nil },
      read: {
        $0 == document ? .bytes(bytes) : place(of: $0).readWholeFile($0, maxFileBytes: $1, follow: true)
      },
      realPath: { $0 == document || filesOnDisk.contains($0) ? $0 : realPath(of: $0) })
  }
}
