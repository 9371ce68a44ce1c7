import StickerEngine
import StickerImage

/// Checks and fixes the files of a run, and writes each as soon as it is fixed.
struct FixRunner {
  let run: StickerRun
  let fixOptions: FixOptions
  /// The findings before the fixes; nil until the files have been checked.
  private var initialReportOnceChecked: Report?
  var destination: FixDestination
  /// The report of the run.
  var report: FixReport
  private(set) var analysesAfterFixes: [AssetAnalysis]
  var documents: EditableDocuments
  /// The new names of renamed files, by path.
  private(set) var newNames: [Path: Path] = [:]
  /// Whether to keep the assets that need a fix.
  var keepsFixResults = false
  /// The assets that need a fix, with their bytes, if they are kept.
  private(set) var keptFixResults: [FixedAsset] = []
  /// The findings on catalogs after their fixes; nil until the catalogs have been fixed.
  var catalogFindingsAfterFixes: [Finding]?

  /// Decodes, analyzes and fixes the files.
  let service: any ImageService
  /// The results of earlier runs.
  let cache: ResultCache?

  /// - Parameter initialReport: the findings on the files. If nil, each file is checked and fixed in one
  ///   pass, which requires a service in this process.
  init(
    run: StickerRun, fixOptions: FixOptions, initialReport: Report?, destination: FixDestination,
    service: any ImageService, cache: ResultCache? = nil
  ) {
    self.run = run
    self.fixOptions = fixOptions
    initialReportOnceChecked = initialReport
    self.destination = destination
    self.service = service
    self.cache = cache
    documents = EditableDocuments(run.discoveredFiles)
    report = FixReport(destination.outputMode)
    report.folderToLintOrPack = destination.resultFolderForSingleArgument
    analysesAfterFixes = initialReport?.assets ?? []
  }

  /// The findings before the fixes.
  var initialReportOrEmpty: Report { initialReportOnceChecked ?? Report(assets: [], packFindings: []) }

  /// Checks and fixes files, catalogs and documents. Reports files that were not written because other files
  /// already exist at their paths.
  mutating func run(jobs: Int, _ progress: ProgressOutput) async {
    await fixAndWriteFiles(jobs: jobs, progress)
    report.fileCount = initialReportOrEmpty.assets.count
    let line = progress.start(.fixing, "fixing catalogs")
    fixCatalogs()
    line?.finish()
    writeAllDocumentsToOutputFolder()
    recordBlockedAssets()
  }

  /// Fixes the files and writes each as soon as it is fixed, to limit memory use.
  private mutating func fixAndWriteFiles(jobs: Int, _ output: ProgressOutput) async {
    let worker = FileFixer(self)
    let (discoveredFiles, found) = (filesWithCatalogDocumentSnapshots, initialReportOnceChecked)
    let work = run.sources.enumerated().map { number, source in
      FileFixer.Job(fileIndex: number, source: source, analysis: found?.assets[number])
    }
    let count = found?.assets.count { worker.needsProcessing($0) } ?? work.count
    let progress = output.start(
      found == nil ? .checking : .fixing, found == nil ? "checked" : "fixed", of: count)
    var (analyses, done) = ([AssetAnalysis](), 0)
    await mapInOrder(work, jobs: jobs) {
      await worker.process($0)
    } deliver: { outcome in
      if let key = outcome.uncachedAnalysisKey { cache?.store(outcome.originalAnalysis, under: key) }
      analyses.append(outcome.originalAnalysis)
      if found == nil { analysesAfterFixes.append(outcome.originalAnalysis) }
      switch outcome.fixedOrUnchangedAsset {
      case nil: break
      case .success(let asset): writeAndRecord(asset, index: analyses.count - 1)
      case .failure(let failure):
        let asset = FixedAsset(unchanged: outcome.originalAnalysis, fixOptions, bytesFrom: nil, maxBytes: 0)
        addEntryIfReportable(
          FixReport.Entry(asset, writeFailure: failure.problemMessages.joinedWithSemicolons))
      }
      guard found == nil || outcome.fixedOrUnchangedAsset != nil else { return }
      done += 1
      progress?.advance(to: done)
    }
    progress?.finish()
    guard found == nil else { return }
    initialReportOnceChecked = await LintPass(run.configurationMap, service: service, jobs: jobs).report(
      on: analyses, of: discoveredFiles.lintInput)
  }

  /// The discovered files with the current catalog documents in memory, because renaming files changes the
  /// documents.
  private var filesWithCatalogDocumentSnapshots: DiscoveredFiles {
    var discoveredFiles = run.discoveredFiles
    if destination.outputMode == .inPlace, initialReportOnceChecked == nil {
      discoveredFiles.catalogs = discoveredFiles.catalogs.map(\.withDocumentsInMemory)
    }
    return discoveredFiles
  }

  private mutating func writeAndRecord(_ asset: FixedAsset, index number: Int) {
    if keepsFixResults { keptFixResults.append(asset) }
    do throws(CommandError) {
      let written = try writeWithDocuments(asset)
      if let change = asset.change {
        analysesAfterFixes[number] = asset.finalAnalysisAtOriginalPath
        if change.newPath != asset.originalPath { newNames[asset.originalPath] = change.newPath.name }
      }
      noteIfUnwritableInDryRun(asset)
      addEntryIfReportable(FixReport.Entry(asset.withoutBytes(), writtenPath: written))
    } catch {
      addEntryIfReportable(
        FixReport.Entry(asset.withoutBytes(), writeFailure: error.problemMessages.joinedWithSemicolons))
    }
  }

  /// Writes an asset. If its name changes, also updates the documents that refer to it. Either all of these
  /// changes are made, or none.
  private mutating func writeWithDocuments(_ asset: FixedAsset) throws(CommandError) -> Path? {
    guard destination.outputMode != .standardOutput, let change = asset.change,
      change.newPath != asset.originalPath
    else {
      return try destination.write(asset)
    }
    let edits = try documents.edits(renaming: asset.originalPath, to: change.newPath.name)
    let written = try SignalCleanup.shared.runUninterrupted { () throws(CommandError) in
      try writeOrRevertAll(asset, edits)
    }
    let words: UserMessage =
      "refers to \(change.newPath.name.displayText) instead of \(asset.originalPath.name.displayText)"
    for edit in edits {
      documents.record(edit)
      report.fileNotes.append(FileNote(edit.path, .changed, words))
    }
    return written
  }

  private mutating func writeOrRevertAll(
    _ asset: FixedAsset, _ edits: [EditableDocuments.Edit]
  ) throws(CommandError) -> Path? {
    let written = try destination.write(asset)
    var done: [EditableDocuments.Edit] = []
    do throws(CommandError) {
      for edit in edits {
        try destination.writeIfInPlace(edit)
        done.append(edit)
      }
    } catch {
      var lines = error.problemMessages
      for edit in done.reversed() {
        do throws(CommandError) { try destination.revertIfInPlace(edit) } catch {
          lines += error.problemMessages
        }
      }
      do throws(CommandError) { try destination.revertIfInPlace(asset) } catch {
        lines += error.problemMessages
      }
      throw CommandError(lines.joinedWithSemicolons)
    }
    return written
  }

  /// In a dry run, adds a note if a file could not be written in place.
  private mutating func noteIfUnwritableInDryRun(_ asset: FixedAsset) {
    guard destination.outputMode == .dryRun, asset.change != nil,
      let words = ReadOnlyFileSystem.disk.notChangeableReasonIfExists(of: asset.originalPath)
    else {
      return
    }
    report.fileNotes.append(
      FileNote(asset.originalPath, .refused, "not fixed: \(words), or choose an \(.outputFolderOption)"))
  }

  /// Records the assets that were not written because other files already exist at their paths. Call this
  /// after all writes.
  mutating func recordBlockedAssets() {
    let found = initialReportOrEmpty
    let indices = Dictionary(found.assets.indices.map { (found.assets[$0].path, $0) }) { first, _ in first }
    for (target, asset) in destination.assetsBlockedByExistingFiles.sorted(by: { $0.key < $1.key }) {
      let reason = FixDestination.existingFileError(target).problemMessages.joinedWithSemicolons
      let entry = FixReport.Entry(asset, writeFailure: reason)
      if let index = indices[asset.originalPath] { analysesAfterFixes[index] = found.assets[index] }
      if let place = report.changedOrFixableEntries.firstIndex(where: {
        $0.asset.originalPath == asset.originalPath
      }) {
        report.changedOrFixableEntries[place] = entry
      } else {
        report.changedOrFixableEntries.append(entry)
      }
    }
  }

  /// Summarizes how many bytes were saved, once the files are written.
  mutating func recordMinimizationStats() {
    guard fixOptions.minimizesPNGFileSize else { return }
    let sizes = report.changedEntriesWithoutWriteFailure.compactMap { entry in
      entry.asset.change.map { (entry.asset.originalPath, $0.statsAfter.byteCount) }
    }
    report.fileSizeMinimizationStats = FileSizeMinimizationStats(
      initialReportOrEmpty.assets, changedBytes: Dictionary(sizes) { $1 })
  }

  private mutating func addEntryIfReportable(_ entry: FixReport.Entry) {
    let hasAdvice = entry.asset.unfixedFindings.contains { $0.unfixedReason.isReportedWithAdvice }
    if entry.asset.change != nil || entry.writeFailure != nil || hasAdvice {
      report.changedOrFixableEntries.append(entry)
    }
  }
}

extension CatalogListing {
  /// The same catalog with its current documents in memory.
  fileprivate var withDocumentsInMemory: CatalogListing {
    let documents = Dictionary(
      recognizedFolders.map { ($0.documentPath, readFile($0.documentPath, Catalog.maxDocumentBytes)) }
    ) { first, _ in first }
    return CatalogListing(path: path, folders: recognizedFolders) { [readFile] path, limit in
      documents[path] ?? readFile(path, limit)
    }
  }
}

/// Checks and fixes individual files of a run.
private struct FileFixer: Sendable {
  /// A file of the run.
  struct Job: Sendable {
    /// The index of the file in the run.
    let fileIndex: Int
    let source: AssetSource
    /// The analysis of the file; nil if it has not been checked.
    let analysis: AssetAnalysis?
  }

  /// The result of checking and fixing a file.
  struct Outcome: Sendable {
    /// The analysis of the original file.
    let originalAnalysis: AssetAnalysis
    /// The cache key of the analysis; nil if the analysis cannot be cached or is already cached.
    var uncachedAnalysisKey: XXH3Digest?
    /// The fixed file; nil if there is nothing to report.
    var fixedOrUnchangedAsset: Result<FixedAsset, CommandError>?
  }

  private let fixOptions: FixOptions
  private let settings: ConfigurationMap
  private let service: any ImageService
  private let contexts: AssetPackContexts
  private let nameReservations: NameReservations
  /// Whether files that need no fix are also written.
  private let writesUnchangedFiles: Bool
  private let cache: ResultCache?

  init(_ fixing: FixRunner) {
    fixOptions = fixing.fixOptions
    settings = fixing.run.configurationMap
    service = fixing.service
    contexts = AssetPackContexts(fixing.run.sources, fixing.run.discoveredFiles.packDeclarations)
    nameReservations = NameReservations(fixing.run.sources.map(\.path), fixing.destination)
    writesUnchangedFiles = fixing.destination.writesUnchangedFiles
    cache = fixing.cache
  }

  /// Whether a file needs a fix, has to be written, or has advice to report.
  func needsProcessing(_ analysis: AssetAnalysis) -> Bool {
    writesUnchangedFiles || fixOptions.fixesOrMinimizesAnything(in: analysis)
      || analysis.findings.contains { fixOptions.reportsUnfixedReason(of: $0) }
  }

  func process(_ job: Job) async -> Outcome {
    await nameReservations.waitForEarlierCompetitors(of: job.fileIndex)
    if let analysis = job.analysis { return await fix(job, analysis) }
    return await checkAndFix(job)
  }

  /// Fixes a file that was checked before.
  private func fix(_ job: Job, _ analysis: AssetAnalysis) async -> Outcome {
    guard let taken = await reserveNamesForFix(analysis, job.fileIndex) else {
      return Outcome(
        originalAnalysis: analysis, fixedOrUnchangedAsset: unchangedResultIfNeeded(analysis, job.source))
    }
    let configuration = settings.configuration(at: job.source.path)
    let outcome = await service.fix(
      FixJob(job.source, fixOptions, configuration, contexts.context(for: job.source), takenPaths: taken))
    let asset = outcome.fixedAsset(
      analysis, fixOptions, bytesFrom: writesUnchangedFiles ? job.source : nil,
      maxBytes: configuration.budget.fileBytes)
    return Outcome(originalAnalysis: analysis, fixedOrUnchangedAsset: asset)
  }

  /// Reads and decodes a file once, checks it unless the result is cached, and fixes it.
  private func checkAndFix(_ job: Job) async -> Outcome {
    let (source, configuration) = (job.source, settings.configuration(at: job.source.path))
    let (around, outcome) = (
      contexts.context(for: source), source.readUnlessCanceled(maxBytes: configuration.budget.fileBytes)
    )
    let inMemory = AssetSource(path: source.path, role: source.role, pack: source.pack) { _ in outcome }
    let fixer = MemoryGatedFixer(fixOptions, configuration, service.memoryGate ?? MemoryGate())
    var key: XXH3Digest?
    if let cache, case .bytes(let bytes) = outcome {
      let found = cache.lookUpAnalysis(of: bytes, source, configuration, around)
      if let analysis = found.stored {
        guard let taken = await reserveNamesForFix(analysis, job.fileIndex) else {
          return Outcome(
            originalAnalysis: analysis, fixedOrUnchangedAsset: unchangedResultIfNeeded(analysis, inMemory))
        }
        let asset = await fixer.fix(inMemory, in: around, isFree: { !taken.contains($0) })
        return Outcome(originalAnalysis: analysis, fixedOrUnchangedAsset: .success(asset))
      }
      key = found.key
    }
    let (analysis, asset) = await fixer.analyzeAndFix(source, outcome, in: around) {
      await reserveNamesForFix($0, job.fileIndex)
    }
    return Outcome(
      originalAnalysis: analysis, uncachedAnalysisKey: key,
      fixedOrUnchangedAsset: asset.map { .success($0) } ?? unchangedResultIfNeeded(analysis, inMemory))
  }

  /// Reserves the names that the fixes could give the file.
  ///
  /// - Returns: The names that the file must not take; nil if it needs no fix.
  private func reserveNamesForFix(_ analysis: AssetAnalysis, _ number: Int) async -> Set<Path>? {
    let allowedFixKinds = analysis.findings.filter { fixOptions.allowsImageFix(of: $0) }.compactMap(
      \.evidence.fix?.kind)
    let isMisnamed = analysis.findings.contains { $0.evidence.fix?.kind == .correctFileExtension }
    // A file that only gets smaller keeps its format and its name.
    let taken = await nameReservations.reserveNamesReturningUnavailable(
      for: number,
      fixing: allowedFixKinds.isEmpty || !isMisnamed
        ? allowedFixKinds : allowedFixKinds + [.correctFileExtension])
    return fixOptions.fixesOrMinimizesAnything(in: analysis) ? taken : nil
  }

  /// The result for a file that stays unchanged; nil if there is nothing to report.
  private func unchangedResultIfNeeded(
    _ analysis: AssetAnalysis, _ source: AssetSource
  ) -> Result<FixedAsset, CommandError>? {
    guard needsProcessing(analysis) else { return nil }
    let limit = settings.configuration(at: source.path).budget.fileBytes
    return .success(
      FixedAsset(
        unchanged: analysis, fixOptions, bytesFrom: writesUnchangedFiles ? source : nil, maxBytes: limit)
    )
  }
}
