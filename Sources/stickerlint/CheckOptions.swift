import ArgumentParser
import StickerIO
import StickerModel
import StickerSettings

/// Which rules run, on how many cores, and what makes the run fail.
struct CheckOptions: ParsableArguments {
  @OptionGroup var settings: SettingsOptions
  @Option(name: .shortAndLong, help: "Files checked at once; as many as there are cores unless given.")
  var jobs: Int?

  func validate() throws {
    if let jobs, !(1...1024 ~= jobs) { throw ValidationError("--jobs must be 1 to 1024, not \(jobs)") }
  }

  var jobCount: Int { jobs ?? processorCount() }
}
