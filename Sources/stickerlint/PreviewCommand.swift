import ArgumentParser
import StickerPage
import Stickers

struct PreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Write a page that shows stickers as Messages will.",
    discussion: """
      The page is one file that needs nothing else: send it, keep it, open it in any browser. What fixing \
      would give is shown beside the art; the files themselves stay as they are.

      Examples:
        stickerlint preview art --output preview.html
        stickerlint preview Stickers.xcstickers --output preview.html
        stickerlint preview art --output preview.html --no-fixes    faster
        stickerlint preview art --output preview.html --for signal  by its limits, in its look
        stickerlint preview art --contact-sheet sheet.png           a picture
        stickerlint preview art --contact-sheet sheet.png --sheet-background '#7CB7FF'
      """)

  @OptionGroup(title: "Which files") var files: FileOptions
  @Option(name: .shortAndLong, help: "The page that is written.", completion: .file(extensions: ["html"]))
  var output: Path?
  @Option(
    help: ArgumentHelp(
      "Write a picture of all stickers on six backgrounds, with their verdicts.", valueName: "file.png"),
    completion: .file(extensions: ["png"]))
  var contactSheet: Path?
  @Option(
    help: ArgumentHelp(
      "Lay that picture on one background instead: a color, or one of \(TestBackground.names).",
      valueName: "background"))
  var sheetBackground: SheetBackground?
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("By this messenger's limits, and in its look first.", valueName: "messenger"))
  var messenger: String?
  @Flag(help: "Show no art before and after fixing.") var noFixes = false
  @Flag(name: .shortAndLong, help: "Hide progress and notes, but not what was left out.") var quiet = false
  @OptionGroup(title: "Rules") var checks: PageOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions

  func validate() throws {
    if messenger != nil, checks.source.profile != nil {
      throw ValidationError("--for and --profile exclude each other: both name a profile")
    }
    guard output != nil || contactSheet != nil else {
      throw ValidationError(
        "name the page with --output FILE.html, or a picture with --contact-sheet FILE.png")
    }
    if sheetBackground != nil, contactSheet == nil {
      throw ValidationError("--sheet-background needs --contact-sheet FILE.png")
    }
    if contactSheet != nil, isolation.isIsolated(default: false) {
      throw ValidationError("--contact-sheet draws in this process and cannot be isolated: leave it out")
    }
    if output?.bytes.isEmpty == true { throw ValidationError("--output needs a file") }
    if contactSheet?.bytes.isEmpty == true { throw ValidationError("--contact-sheet needs a file") }
  }

  func run() async throws {
    var search = try checks.search(for: messenger.map(MessengerOptions.known))
    let run = try StickerRun(files.selection(), &search, checksPacks: !checks.source.noPack)
    try validateOutputFiles(run.inputPaths, run.settingsRead, by: [output, contactSheet].compactMap(\.self))
    printToStandardError(run.notes(quiet: quiet) + run.notesOnUnreadArt)
    let service = try isolation.service(jobs: checks.jobs.count, wantsMarks: true, quiet: quiet)
    let report = await run.lint(
      Linter(run.settings, service: service, jobs: checks.jobs.count), quiet: quiet)
    try IsolationOptions.throwFailures(of: service)
    let shown = checks.rules.selected
    let asked = noFixes || output == nil ? nil : FixRequest(isLossy: true, selected: shown)
    var preview = try await PreviewRun(run, report, fixing: asked, showing: shown, service)
      .preview(jobs: checks.jobs.count, quiet: quiet)
    try IsolationOptions.throwFailures(of: service)
    preview.initialMessenger = MessengerAppearance.all.map(\.profile).first {
      $0 == messenger ?? checks.source.profile
    }
    let sheets = try await contactSheets(preview, run)
    if let output { try FileWriter.shared.writeFile(Array(previewPage(preview, in: .file).utf8), to: output) }
    for (path, bytes) in sheets?.files ?? [] { try FileWriter.shared.writeFile(bytes, to: path) }
    let written = [output].compactMap(\.self) + (sheets?.files.map(\.path) ?? [])
    let legend = (sheets?.legend ?? []).map { "  \($0)\n" }.joined()
    try standardOutput.write(
      "\(listText(written.map(\.displayText))): \(previewTally(preview))\n\(legend)")
    if let output, !quiet { printToStandardError(["next: open \(output.displayText) in a browser"]) }
  }

  private func contactSheets(_ preview: Preview, _ run: StickerRun) async throws -> ContactSheetOutput? {
    guard let contactSheet else { return nil }
    let output = try await contactSheetFiles(
      for: preview, at: contactSheet, on: sheetBackground.map { [$0.background] } ?? TestBackground.all,
      jobs: checks.jobs.count)
    guard !output.files.isEmpty else {
      throw UsageError("there is no sticker to be shown: \(contactSheet.displayText) is not written")
    }
    // Further sheets have names that nobody wrote.
    try validateOutputFiles(run.inputPaths, run.settingsRead, by: output.files.map(\.path))
    return output
  }
}
