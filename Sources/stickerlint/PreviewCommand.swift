import ArgumentParser
import StickerPage
import Stickers

struct PreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Write a page that shows stickers as they appear in Messages.",
    discussion: """
      The page is a single HTML file that opens in any browser. It shows the art before and after fixing. \
      The files themselves are not changed.

      Examples:
        stickerlint preview art --output preview.html
        stickerlint preview Stickers.xcstickers --output preview.html
        stickerlint preview art --output preview.html --no-fixes    faster
        stickerlint preview art --output preview.html --for signal  as in Signal
        stickerlint preview art --contact-sheet sheet.png           as an image
        stickerlint preview art --contact-sheet sheet.png --sheet-background '#7CB7FF'
      """)

  @OptionGroup(title: "Files") var files: FileOptions
  @Option(name: .shortAndLong, help: "The page to write.", completion: .file(extensions: ["html"]))
  var output: Path?
  @Option(
    help: ArgumentHelp(
      "Write an image of all stickers on six backgrounds, with the result for each.", valueName: "file.png"),
    completion: .file(extensions: ["png"]))
  var contactSheet: Path?
  @Option(
    help: ArgumentHelp(
      "Draw the contact sheet on one background: a color, or one of \(ContactSheetBackground.names.joined(separator: ", ")).",
      valueName: "background"))
  var sheetBackground: SheetBackground?
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Check this messenger's limits, and show its chat first.", valueName: "messenger"))
  var messenger: String?
  @Flag(help: "Open the page in the default browser.") var open = false
  @Flag(help: "Do not try fixes or show before-and-after comparisons.") var noFixes = false
  @Flag(name: .shortAndLong, help: "Hide progress and notes, except notes about skipped files.") var quiet =
    false
  @OptionGroup(title: "Rules") var settings: SettingsOptions
  @OptionGroup(title: "Rules") var limits: LimitOptions
  @OptionGroup(title: "Rules") var jobs: JobOptions
  @OptionGroup(title: "Untrusted files") var isolation: IsolationOptions

  func validate() throws {
    if messenger != nil, settings.profile != nil {
      throw ValidationError("--for and --profile cannot be used together")
    }
    guard output != nil || contactSheet != nil else {
      throw ValidationError(
        "there is nothing to write. Use --output FILE.html or --contact-sheet FILE.png.")
    }
    if sheetBackground != nil, contactSheet == nil {
      throw ValidationError("--sheet-background needs --contact-sheet FILE.png")
    }
    if open, output == nil { throw ValidationError("--open requires --output FILE.html") }
    if output?.bytes.isEmpty == true { throw ValidationError("--output needs a file") }
    if contactSheet?.bytes.isEmpty == true { throw ValidationError("--contact-sheet needs a file") }
  }

  func run() async throws {
    let profile = try messenger.map { try Profile(parsing: $0) }
    var search = try settings.configuration(limits).configurationSearch(
      for: profile?.name, runsAllRules: true)
    let run = try StickerRun(files.selection(), &search, checksPacks: !settings.noPack)
    try validateOutputFiles([output, contactSheet].compactMap(\.self), of: run)
    printToStandardError(run.notes(quiet: quiet) + run.unsupportedArtNotes)
    let jobs = MachinePolicy.jobCount(jobs.jobs)
    var work = Sandbox.WorkOptions(jobs: jobs, noteHandler: noteHandler(quiet: quiet))
    work.wantsFindingLocations = true
    let service = try Sandbox.imageService(isolation.sandbox(), work)
    let report = await run.lint(
      LintPass(run.configurationMap, service: service, jobs: jobs), quiet: quiet)
    try service.ensureComplete()
    let shown = settings.selectedRules
    let asked = noFixes || output == nil ? nil : FixRequest(allowsLossyFixes: true, selectedRules: shown)
    var preview = try await PreviewBuilder(run, report, fixing: asked, showing: shown, service)
      .makePreview(jobs: jobs, quiet: quiet)
    try service.ensureComplete()
    preview.initialMessenger = MessengerAppearance.all.map(\.profileName).first {
      $0 == messenger ?? settings.profile
    }
    let sheets = try await contactSheets(preview, run, service)
    try service.ensureComplete()
    if let output { try FileWriter.shared.writeFile(Array(previewPage(preview, in: .file).utf8), to: output) }
    for (path, bytes) in sheets?.files ?? [] { try FileWriter.shared.writeFile(bytes, to: path) }
    let written = [output].compactMap(\.self) + (sheets?.files.map(\.path) ?? [])
    let legend = (sheets?.legendLines ?? []).map { "  \($0)\n" }.joined()
    try StandardStream.output.write(
      "\(listText(written.map(\.displayText))): \(verdictSummary(of: preview))\n\(legend)")
    guard let output else { return }
    if !open {
      if !quiet { printToStandardError(["next: open \(output.displayText) in a browser"]) }
    } else if let reason = openInBrowser(FileSystem.disk.realPath(of: output).bytes) {
      printToStandardError([
        "note: cannot open a browser: \(reason). Open \(output.displayText) yourself."
      ])
    }
  }

  private func contactSheets(
    _ preview: Preview, _ run: StickerRun, _ service: any ImageService
  ) async throws -> DrawnContactSheets? {
    guard let contactSheet else { return nil }
    let backgrounds = sheetBackground.map { [$0.background] } ?? ContactSheetBackground.defaults
    let output = try await ContactSheetDrawer(
      service, run.configurationMap, jobs: MachinePolicy.jobCount(jobs.jobs)
    ).sheets(for: preview, at: contactSheet, on: backgrounds, quiet: quiet)
    guard !output.files.isEmpty else {
      throw CommandError("there is no sticker to show, so \(contactSheet.displayText) was not written")
    }
    // The names of additional sheets are generated, so check them too.
    try validateOutputFiles(output.files.map(\.path), of: run)
    return output
  }

  private func validateOutputFiles(_ files: [Path], of run: StickerRun) throws {
    try OutputFiles(files.map { BytePath($0) }).ensureDistinct(
      fromCheckedFiles: run.artAndDocumentPaths.map { BytePath($0) },
      configurationFiles: run.configurationFilesRead.map { BytePath($0) })
  }
}
