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

/// Whether to use results of earlier runs.
struct ResultCacheOptions: ParsableArguments {
  @Flag(name: .customLong("no-cache"), help: "Ignore the result cache.")
  var noCache = false
}
