import StickerEngine
import StickerPacker
public import Stickers

/// Draws stickers as they appear in Messages and in other messengers, with their findings and fixes: on a page in
/// one HTML file, and on contact sheets.
public struct Previewer: Sendable {
  /// Whether the page compares each sticker that has findings with its fixed version.
  public var showsFixes = true
  /// The ids of the rules whose findings are shown and fixed; nil for all.
  public var shownRules: Set<String>?
  /// The worker processes that decode and fix files; nil to do this in this process.
  public var sandbox: Sandbox?
  /// Receives notes about the sandbox.
  public var noteHandler: NoteHandler?
  private let profile: Profile?
  private let configuration: LintConfiguration
  private let jobs: Int

  /// Creates a previewer without reading any files.
  ///
  /// - Parameters:
  ///   - profile: the messenger whose limits apply and whose chat the page shows first. If nil, the configuration
  ///     files set the limits (default: Messages).
  ///   - configuration: the options and severities of rules. Custom rules and baselines do not apply.
  ///   - jobs: how many files to process at the same time; nil for the number of cores.
  public init(
    profile: Profile? = nil, configuration: LintConfiguration = LintConfiguration(), jobs: Int? = nil
  ) {
    self.profile = profile
    self.configuration = configuration
    self.jobs = MachinePolicy.jobCount(jobs)
  }

  /// Finds files, and reads pack files and configuration files.
  ///
  /// - Throws: `StickersError` if a path does not exist, no image is found, or a configuration is invalid.
  public func findFiles(_ files: FileSelection) throws(StickersError) -> PreviewRun {
    do {
      var search = try configuration.configurationSearchOnDisk(
        profile, isSandboxed: sandbox != nil, runsAllRules: true)
      return PreviewRun(
        try StickerRun(files, &search, checksPacks: configuration.checksPacks), self)
    } catch { throw StickersError(error) }
  }

  fileprivate func makePreview(of run: StickerRun, _ progress: ProgressOutput) async throws -> StickerPreview
  {
    var work = Sandbox.WorkOptions(jobs: jobs, noteHandler: noteHandler)
    work.wantsFindingLocations = true
    let service = try Sandbox.imageService(sandbox, work)
    let report = await run.lint(
      LintPass(run.configurationMap, service: service, jobs: jobs), progress)
    try service.ensureAllFilesAnalyzed()
    try Task.checkCancellation()
    let fixOptions = showsFixes ? FixOptions(allowsLossyFixes: true, selectedRules: shownRules) : nil
    var preview = try await PreviewBuilder(run, report, fixing: fixOptions, showing: shownRules, service)
      .makePreview(jobs: jobs, progress)
    try service.ensureAllFilesAnalyzed()
    try Task.checkCancellation()
    preview.initialMessengerProfile = MessengerAppearance.all.map(\.profileName).first {
      $0 == profile?.name ?? configuration.profileFromTextSettings
    }
    return StickerPreview(
      preview, ContactSheetDrawer(service, run.configurationMap, jobs: jobs), service)
  }
}

/// Files to show, with the configuration of each. Create it with ``Previewer/findFiles(_:)``.
public struct PreviewRun: Sendable {
  private let run: StickerRun
  private let previewer: Previewer

  fileprivate init(_ run: StickerRun, _ previewer: Previewer) {
    self.run = run
    self.previewer = previewer
  }

  /// The files, pack files, catalogs and messages that the run reads. Do not write the page over any of them.
  public var inputFiles: [BytePath] { run.artAndDocumentPaths.map { BytePath($0) } }

  /// The configuration files of the run, with symbolic links resolved.
  public var configurationFiles: [BytePath] { run.configurationFilesRead.map { BytePath($0) } }

  /// Notes on files that were left out although the caller did not exclude them, one sentence each.
  public var skippedFileNotes: [String] { run.discoveredFiles.skippedFileNotes }

  /// Other notes about the search for files and configurations, one sentence each.
  public var discoveryNotes: [String] { run.discoveryNotes }

  /// Notes on art that was skipped because its format is not supported, one for each format.
  public var unsupportedArtNotes: [String] { run.unsupportedArtNotes }

  /// Checks, fixes and draws the files.
  ///
  /// - Throws: `StickersError` if the art is too large for one page, the sandbox is required but not available, a
  ///   worker process could not check some files, or the task is canceled.
  public func makePreview(progress: ProgressOutput = .none) async throws(StickersError) -> StickerPreview {
    do { return try await previewer.makePreview(of: run, progress) } catch { throw StickersError(error) }
  }
}

/// Stickers that were checked and drawn, before anything is written.
public struct StickerPreview: Sendable {
  /// Contact sheets of all stickers.
  public struct ContactSheets: Sendable {
    /// The PNG files to write, in order.
    public let files: [(path: BytePath, bytes: [UInt8])]
    /// A line for each sticker, with its number, verdict and path.
    public let numberedStickerLines: [String]

    /// Writes the files. Existing files are replaced.
    ///
    /// - Throws: `StickersError` if a file cannot be written.
    public func write() throws(StickersError) {
      for (path, bytes) in files { try writeFile(bytes, to: path) }
    }
  }

  private let preview: Preview
  private let drawer: ContactSheetDrawer
  private let service: any ImageService

  fileprivate init(_ preview: Preview, _ drawer: ContactSheetDrawer, _ service: any ImageService) {
    self.preview = preview
    self.drawer = drawer
    self.service = service
  }

  /// The page as one HTML file that loads nothing else.
  public var html: String { previewPage(preview, in: .file) }

  /// Writes the page. An existing file is replaced.
  ///
  /// - Throws: `StickersError` if the file cannot be written.
  public func write(to file: some FilePathConvertible) throws(StickersError) {
    try writeFile(Array(html.utf8), to: file.bytePath)
  }

  /// The number of stickers for each verdict: `12 stickers · 11 ready · 1 to fix`.
  public var summary: String { verdictSummary(of: preview) }

  /// Draws contact sheets: every sticker on each background, with its name, its number and a symbol for its
  /// verdict.
  ///
  /// - Parameters:
  ///   - file: the path of the first sheet. The others have `-2`, `-3` and so on before the extension.
  ///   - background: the background; nil for the six backgrounds that stickers most often appear on.
  /// - Throws: `StickersError` if there is no sticker, a worker process could not decode some files, or the task is
  ///   canceled.
  public func drawContactSheets(
    firstSheetPath file: some FilePathConvertible, on background: SheetBackground? = nil,
    progress: ProgressOutput = .none
  ) async throws(StickersError) -> ContactSheets {
    let backgrounds = background.map { [$0.background] } ?? ContactSheetBackground.defaults
    do {
      let drawn = try await drawer.sheets(
        for: preview, firstSheetPath: file.bytePath.path, on: backgrounds, progress)
      try service.ensureAllFilesAnalyzed()
      try Task.checkCancellation()
      guard !drawn.files.isEmpty else {
        throw CommandError("there is no sticker to show, so \(file.bytePath) was not written")
      }
      return ContactSheets(
        files: drawn.files.map { (BytePath($0.path), $0.bytes) }, numberedStickerLines: drawn.legendLines)
    } catch { throw StickersError(error) }
  }
}

/// The background of a contact sheet.
public struct SheetBackground: Hashable, Sendable {
  let background: ContactSheetBackground

  /// The names that ``init(parsing:)`` accepts.
  public static let names = ContactSheetBackground.names

  /// Parses one of ``names``, or a color such as `#7CB7FF` or `7CB7FF`. Returns nil for other text.
  public init?(parsing text: String) {
    guard
      let background = ContactSheetBackground(parsing: text) ?? ContactSheetBackground(parsing: "#" + text)
    else { return nil }
    self.background = background
  }
}

private func writeFile(_ bytes: [UInt8], to file: BytePath) throws(StickersError) {
  do { try FileWriter.shared.writeFile(bytes, to: file.path) } catch { throw StickersError(error) }
}
