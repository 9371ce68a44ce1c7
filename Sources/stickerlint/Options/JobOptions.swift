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
}

/// Options for the commands that create a page.
struct PageOptions: ParsableArguments {
  @OptionGroup var rules: RuleOptions
  @OptionGroup var source: ConfigurationSourceOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var jobs: JobOptions

  /// Parses the options without reading any file.
  ///
  /// - Throws: an error that lists all invalid options.
  func configuration() throws -> LintConfiguration { try source.configuration(rules, limits) }
}

/// Whether to use results of earlier runs.
///
/// Option groups are not nested three deep, because in debug builds, the parser validates each group five
/// times for each enclosing group, and the tests run such a build a thousand times.
struct ResultCacheOptions: ParsableArguments {
  @Flag(name: .customLong("no-cache"), help: "Ignore the result cache.")
  var noCache = false
}
