import ArgumentParser
import StickerIO
import StickerModel
import StickerSettings

/// Which rules run, on how many cores, and what makes the run fail.
struct CheckOptions: ParsableArguments {
  @OptionGroup var settings: SettingsOptions
  @Option(name: .shortAndLong, help: "Files checked at once; as many as there are cores unless given.")
  var jobs: Int?
  @Flag(name: .customLong("no-cache"), help: "Check every file, also those that have not changed.")
  var noCache = false

  func validate() throws {
    if let jobs, !(1...1024 ~= jobs) { throw ValidationError("--jobs must be 1 to 1024, not \(jobs)") }
  }

  var jobCount: Int { jobs ?? processorCount() }

  /// - Parameter named: what the command line names.
  /// - Parameter count: files of the run.
  func cache(of named: [Path], count: Int, quiet: Bool) -> ResultCache {
    noCache ? .none : ResultCache(for: "lint", of: named, count: count, quiet: quiet)
  }
}
