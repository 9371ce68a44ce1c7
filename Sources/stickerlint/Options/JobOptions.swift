import ArgumentParser
import Stickers

/// How many files are checked at once.
struct JobOptions: ParsableArguments {
  // Also what begins with a dash is its value: -1 is refused as a number, not as missing.
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: "Files checked at once; as many as there are cores unless given.")
  var jobs: Int?

  func validate() throws {
    if let jobs, !(1...1024 ~= jobs) { throw ValidationError("--jobs must be 1 to 1024, not \(jobs)") }
  }

  var count: Int { Policy.jobCount(jobs) }
}

/// Which findings a page shows, and on how many cores they are looked for.
struct PageOptions: ParsableArguments {
  @OptionGroup var rules: RuleOptions
  @OptionGroup var source: SourceOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var jobs: JobOptions

  /// All rules run, whichever are shown: what is fixed must not break another.
  ///
  /// - Parameter messenger: whose profile holds, whatever else is said; nil for what is said.
  func search(_ access: FileAccess = .disk, for messenger: String? = nil) throws -> SettingsSearch {
    try (messenger.map { source.with(profile: $0) } ?? source).search(rules.withAllRules(), limits, access)
  }
}

/// Whether results of earlier runs are used.
///
/// A group within a group within a group would be short to write. But the parser's checks of a debug build
/// look at each group five times for each group around it, and tests start that build a thousand times.
struct CacheOptions: ParsableArguments {
  @Flag(name: .customLong("no-cache"), help: "Check every file, also those that have not changed.")
  var noCache = false

  /// - Parameter named: what the command line names.
  /// - Parameter count: files of the run.
  func cache(of named: [Path], count: Int, quiet: Bool) -> ResultCache? {
    noCache ? nil : .open(for: "lint", of: named, count: count, quiet: quiet)
  }
}
