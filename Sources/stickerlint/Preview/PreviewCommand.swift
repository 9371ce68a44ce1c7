import ArgumentParser
import StickerFix
import StickerIO
import StickerModel
import StickerReport

struct PreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Write a page that shows stickers as Messages will, with what was found.",
    discussion: """
      The page is one file that needs nothing else: send it, keep it, open it in any browser. What fixing would \
      give is shown beside the art; the files themselves stay as they are.

      Examples:
        stickerlint preview art --output preview.html
        stickerlint preview Stickers.xcstickers --output preview.html
        stickerlint preview art --output preview.html --no-fixes  faster: nothing is fixed for comparison
      """)

  @OptionGroup(title: "Which files") var files: FileOptions
  @Option(name: .shortAndLong, help: "The page that is written.", completion: .file(extensions: ["html"]))
  var output: Path?
  @Flag(help: "Show no art before and after fixing.") var noFixes = false
  @Flag(name: .shortAndLong, help: "Only write errors to standard error.") var quiet = false
  @OptionGroup(title: "Rules") var checks: CheckOptions

  func validate() throws {
    guard let output else { throw ValidationError("name the page with --output FILE.html") }
    if output.bytes.isEmpty { throw ValidationError("--output needs a file") }
  }

  func run() async throws {
    guard let output else { return }
    var search = try checks.settings.searchForFixes()
    let run = try CheckRun(files, &search, judgesPacks: !checks.settings.noPack)
    try refuseToReplace(run.read, run.settingsRead, by: [output])
    if !quiet { tell(run.remarks.map { "note: \($0)" }) }
    var unknown: KnownResults?
    let report = await run.lint(jobs: checks.jobCount, known: &unknown, quiet: quiet)
    let request = noFixes ? nil : FixRequest(isLossy: true, selected: checks.settings.selectedRules)
    let preview = try await PreviewRun(run, report, fixing: request)
      .preview(jobs: checks.jobCount, quiet: quiet)
    try writeFile(Array(previewPage(preview, in: .file).utf8), to: output)
    try standardOutput.write("\(output.shown): \(previewTally(preview))\n")
  }
}
