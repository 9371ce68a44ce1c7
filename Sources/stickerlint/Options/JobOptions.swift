import ArgumentParser
import Stickers

struct JobOptions: ParsableArguments {
  // With `.unconditional`, `--jobs -1` is reported as out of range, not as a missing value.
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: "Number of files to check at once (default: number of cores).")
  var jobs: Int?

  func validate() throws {
    if let jobs, !(1...1024 ~= jobs) { throw ValidationError("--jobs must be 1 to 1024, not \(jobs)") }
  }

  var jobCount: Int { MachinePolicy.jobCount(jobs) }
}

/// Options for the commands that create a page.
struct PageOptions: ParsableArguments {
  @OptionGroup var rules: RuleOptions
  @OptionGroup var source: ConfigurationSourceOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var jobs: JobOptions

  /// Returns a configuration search with all rules, including those that are not shown, because a fix must
  /// not violate another rule.
  ///
  /// - Parameter messenger: the profile to use instead of `--profile`; nil to use `--profile`.
  func configurationSearch(_ access: FileAccess = .disk, for messenger: String? = nil) throws
    -> ConfigurationSearch
  {
    try (messenger.map { source.with(profile: $0) } ?? source).configurationSearch(
      rules.withAllRules(), limits, access)
  }
}

/// Whether to use results of earlier runs.
///
/// Option groups are not nested three deep, because in debug builds, the parser validates each group five
/// times for each enclosing group, and the tests run such a build a thousand times.
struct ResultCacheOptions: ParsableArguments {
  @Flag(name: .customLong("no-cache"), help: "Ignore the result cache.")
  var noCache = false

  /// Opens the result cache. Returns nil with `--no-cache`, for few files, or if there is no cache folder.
  ///
  /// - Parameters:
  ///   - named: the files and folders that are named on the command line.
  ///   - count: the number of files in the run.
  func openCache(of named: [Path], count: Int, quiet: Bool) -> ResultCache? {
    noCache ? nil : .open(for: "lint", namedPaths: named, fileCount: count, quiet: quiet)
  }
}
