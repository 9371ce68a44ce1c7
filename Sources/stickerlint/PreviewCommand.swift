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
  var output: BytePath?
  @Option(
    help: ArgumentHelp(
      "Write an image that shows every sticker on six backgrounds, with the sticker's status.",
      valueName: "file.png"),
    completion: .file(extensions: ["png"]))
  var contactSheet: BytePath?
  @Option(
    help: ArgumentHelp(
      "Draw the contact sheet on one background: a color, or one of \(SheetBackground.names.joined(separator: ", ")).",
      valueName: "background"))
  var sheetBackground: SheetBackground?
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Check against this messenger's limits, and show its chat first.", valueName: "messenger"))
  var messenger: String?
  @Flag(help: "Open the page in the default browser.") var open = false
  @Flag(help: "Do not try fixes or show before-and-after comparisons.") var noFixes = false
  @Flag(name: .shortAndLong, help: "Hide progress and notes, except notes about skipped files.") var quiet =
    false
  @OptionGroup(title: "Rules") var settings: SettingsOptions
  @OptionGroup(title: "Rules") var resourceLimits: ResourceLimitOptions
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
    var previewer = Previewer(
      profile: try messenger.map { try Profile(parsing: $0) },
      configuration: try settings.configuration(resourceLimits),
      jobs: jobs.jobs)
    previewer.showsFixes = !noFixes && output != nil
    previewer.shownRules = settings.selectedRules
    previewer.sandbox = isolation.sandbox()
    previewer.noteHandler = noteHandler(quiet: quiet)
    let run = try previewer.findFiles(files.selectionReadingStdinPaths())
    try validateOutputPaths([output, contactSheet].compactMap(\.self), of: run)
    printToStandardError(
      noteLines(run.skippedFileNotes + (quiet ? [] : run.discoveryNotes) + run.unsupportedArtNotes))
    let progress = quiet ? ProgressOutput.none : .terminal
    let preview = try await run.makePreview(progress: progress)
    var sheets: StickerPreview.ContactSheets?
    if let contactSheet {
      let drawn = try await preview.drawContactSheets(
        firstSheetPath: contactSheet, on: sheetBackground, progress: progress)
      // The names of additional sheets are generated, so check them too.
      try validateOutputPaths(drawn.files.map(\.path), of: run)
      sheets = drawn
    }
    if let output { try preview.write(to: output) }
    try sheets?.write()
    let written = OutputPaths([output].compactMap(\.self) + (sheets?.files.map(\.path) ?? []))
    let legend = (sheets?.numberedStickerLines ?? []).map { "  \($0)\n" }.joined()
    try StandardStream.output.write("\(written): \(preview.summary)\n\(legend)")
    guard let output else { return }
    if !open {
      if !quiet { printToStandardError(["next: open \(output) in a browser"]) }
    } else if let reason = Browser.open(output) {
      printToStandardError(noteLines(["cannot open a browser: \(reason). Open \(output) yourself."]))
    }
  }

  private func validateOutputPaths(_ files: [BytePath], of run: PreviewRun) throws {
    try OutputPaths(files).ensureDistinct(
      fromCheckedFiles: run.inputFiles, configurationFiles: run.configurationFiles)
  }
}
