import ArgumentParser
import Stickers

struct StreamLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check the file of each record.",
    discussion: """
      A record is a path, or a JSON object: "path", "bytes" in Base64, "role" and "id", each if you like.
      """)

  @Option(help: "What the files are: sticker, frame, icon or message-image; their place tells unless given.")
  var role: Role?
  @OptionGroup var records: RecordOptions
  @OptionGroup(title: "Rules") var settings: SettingsOptions
  @OptionGroup(title: "Rules") var jobs: JobOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions
  @Flag(name: .shortAndLong, help: "Hide progress and notes.") var quiet = false

  func run() async throws {
    let examiner = try isolation.examiner(jobs: jobs.count, isolates: true, quiet: quiet)
    var lint = try LintRecords(as: role, examiner) { try settings.search() }
    try await lint.run(jobs: jobs.count, endsWithZero: records.endsWithZero).leave()
  }
}
