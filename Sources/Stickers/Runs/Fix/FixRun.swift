package import StickerEngine
import StickerImage

/// One run of `fix`. It checks and fixes files, and writes each as soon as it is fixed.
package struct FixRun {
  package let run: StickerRun
  let request: FixRequest
  /// The findings before the fixes; nil until the files have been checked.
  private var checked: Report?
  package var destination: FixDestination
  /// The report of the run.
  package var report: FixReport
  private(set) var after: [AssetAnalysis]
  var documents: FixDocuments
  /// The new names of renamed files, by path.
  private(set) var renamed: [Path: Path] = [:]
  /// The findings on catalogs after their fixes; nil until then.
  var catalogFindingsAfter: [Finding]?

  /// Decodes, analyzes and fixes the files.
  package let service: any ImageService
  /// The results of earlier runs.
  let cache: ResultCache?

  /// - Parameter found: the findings on the files. If nil, each file is checked and fixed in one pass, which
  ///   requires a service in this process.
  package init(
    run: StickerRun, request: FixRequest, found: Report?, destination: FixDestination,
    service: any ImageService, cache: ResultCache? = nil
  ) {
    self.run = run
    self.request = request
    checked = found
    self.destination = destination
    self.service = service
    self.cache = cache
    documents = FixDocuments(run.discoveredFiles)
    report = FixReport(destination.purpose)
    report.next = destination.next
    after = found?.assets ?? []
  }

  /// The findings before the fixes.
  package var found: Report { checked ?? Report(assets: [], packFindings: []) }

  /// Checks and fixes files, catalogs and documents. Reports files that were not written because others
  /// exist.
  package mutating func run(jobs: Int, quiet: Bool) async {
    await fixFiles(jobs: jobs, quiet: quiet)
    report.files = found.assets.count
    fixCatalogs()
    putDocuments()
    noteExistingFiles()
  }

  /// Fixes the files and writes each as soon as it is fixed, to limit memory use.
  private mutating func fixFiles(jobs: Int, quiet: Bool) async {
    let worker = FileFixer(self)
    let (discoveredFiles, found) = (filesBeforeFixes, checked)
    let work = run.sources.enumerated().map { number, source in
      FileFixer.Job(number: number, source: source, summary: found?.assets[number])
    }
    let count = found?.assets.count { worker.processes($0) } ?? work.count
    var progress = quiet ? nil : Progress(found == nil ? "checked" : "fixed")
    var (summaries, done) = ([AssetAnalysis](), 0)
    await mapInOrder(work, jobs: jobs) {
      await worker.outcome(of: $0)
    } deliver: { outcome in
      if let key = outcome.key { cache?.keep(outcome.summary, under: key) }
      summaries.append(outcome.summary)
      if found == nil { after.append(outcome.summary) }
      switch outcome.asset {
      case nil: break
      case .success(let asset): take(asset, summaries.count - 1)
      case .failure(let failure):
        let asset = FixedAsset(unchanged: outcome.summary, request, bytes: nil, limit: 0)
        note(FixReport.Entry(asset, failure: failure.lines.inOneLine))
      }
      guard found == nil || outcome.asset != nil else { return }
      done += 1
      progress?.advance(to: done, of: count)
    }
    progress?.finish()
    guard found == nil else { return }
    checked = await Linter(run.settings, service: service, jobs: jobs).report(
      on: summaries, of: discoveredFiles.input)
  }

  /// The discovered files with the current catalog documents in memory, because renaming files changes the
  /// documents.
  private var filesBeforeFixes: DiscoveredFiles {
    var discoveredFiles = run.discoveredFiles
    if destination.purpose == .inPlace, checked == nil {
      discoveredFiles.catalogs = discoveredFiles.catalogs.map(\.inMemory)
    }
    return discoveredFiles
  }

  private mutating func take(_ asset: FixedAsset, _ number: Int) {
    do throws(UsageError) {
      let written = try put(asset)
      if let change = asset.change {
        after[number] = asset.summary
        if change.path != asset.path { renamed[asset.path] = change.path.name }
      }
      noteObjection(to: asset)
      note(FixReport.Entry(asset.withoutBytes(), written: written))
    } catch {
      note(FixReport.Entry(asset.withoutBytes(), failure: error.lines.inOneLine))
    }
  }

  /// Writes an asset. If its name changes, updates the documents that name it. Does both or neither.
  private mutating func put(_ asset: FixedAsset) throws(UsageError) -> Path? {
    guard destination.purpose != .standardOutput, let change = asset.change, change.path != asset.path else {
      return try destination.put(asset)
    }
    let edits = try documents.edits(renaming: asset.path, to: change.path.name)
    let written = try Interruption.shared.step { () throws(UsageError) in try put(asset, edits) }
    let words: UserMessage =
      "names \(change.path.name.displayText) instead of \(asset.path.name.displayText)"
    for edit in edits {
      documents.note(edit)
      report.documents.append(DocumentNote(edit.path, .changed, words))
    }
    return written
  }

  private mutating func put(
    _ asset: FixedAsset, _ edits: [FixDocuments.Edit]
  ) throws(UsageError) -> Path? {
    let written = try destination.put(asset)
    var done: [FixDocuments.Edit] = []
    do throws(UsageError) {
      for edit in edits {
        try destination.put(edit)
        done.append(edit)
      }
    } catch {
      var lines = error.lines
      for edit in done.reversed() {
        do throws(UsageError) { try destination.revert(edit) } catch { lines += error.lines }
      }
      do throws(UsageError) { try destination.revert(asset) } catch { lines += error.lines }
      throw UsageError(lines.inOneLine)
    }
    return written
  }

  /// In a dry run, notes that a file could not be written in place.
  private mutating func noteObjection(to asset: FixedAsset) {
    guard destination.purpose == .plan, asset.change != nil,
      let words = FileSystem.disk.objectionToChanging(asset.path)
    else {
      return
    }
    report.documents.append(
      DocumentNote(asset.path, .refused, "not fixed: \(words), or choose an \(.output)"))
  }

  /// Notes the assets that were not written because other files have their paths. Call it after all writes.
  mutating func noteExistingFiles() {
    let found = found
    let indices = Dictionary(found.assets.indices.map { (found.assets[$0].path, $0) }) { first, _ in first }
    for (target, asset) in destination.existingFiles.sorted(by: { $0.key < $1.key }) {
      let reason = FixDestination.existingFileError(target).lines.inOneLine
      let entry = FixReport.Entry(asset, failure: reason)
      if let index = indices[asset.path] { after[index] = found.assets[index] }
      if let place = report.entries.firstIndex(where: { $0.asset.path == asset.path }) {
        report.entries[place] = entry
      } else {
        report.entries.append(entry)
      }
    }
  }

  /// Summarizes how many bytes were saved, once the files are written.
  package mutating func noteSmallest() {
    guard request.wantsSmallest else { return }
    let sizes = report.changed.compactMap { entry in
      entry.asset.change.map { (entry.asset.path, $0.after.bytes) }
    }
    report.smallest = SmallestStats(found.assets, changed: Dictionary(sizes) { $1 })
  }

  private mutating func note(_ entry: FixReport.Entry) {
    let hasAdvice = entry.asset.left.contains { $0.unfixedReason.addsToAdvice }
    if entry.asset.change != nil || entry.failure != nil || hasAdvice { report.entries.append(entry) }
  }
}

extension CatalogListing {
  /// The same catalog with its current documents in memory.
  fileprivate var inMemory: CatalogListing {
    let documents = Dictionary(
      folders.map { ($0.documentPath, read($0.documentPath, Catalog.maxDocumentBytes)) }
    ) { first, _ in first }
    return CatalogListing(path: path, folders: folders) { [read] path, limit in
      documents[path] ?? read(path, limit)
    }
  }
}

/// Checks and fixes single files of a run.
private struct FileFixer: Sendable {
  /// A file of the run.
  struct Job: Sendable {
    /// The index of the file in the run.
    let number: Int
    let source: AssetSource
    /// The analysis of the file; nil if it has not been checked.
    let summary: AssetAnalysis?
  }

  /// The result of checking and fixing a file.
  struct Outcome: Sendable {
    /// The analysis of the original file.
    let summary: AssetAnalysis
    /// The cache key of the analysis; nil if it is not cacheable or is cached already.
    var key: PixelDigest?
    /// The fixed file; nil if there is nothing to report.
    var asset: Result<FixedAsset, UsageError>?
  }

  private let request: FixRequest
  private let settings: SettingsMap
  private let service: any ImageService
  private let contexts: AssetContexts
  private let names: NameReservations
  /// Whether files without fixes are written, too.
  private let writesUnchangedFiles: Bool
  private let cache: ResultCache?

  init(_ fixing: FixRun) {
    request = fixing.request
    settings = fixing.run.settings
    service = fixing.service
    contexts = AssetContexts(fixing.run.sources, fixing.run.discoveredFiles.declarations)
    names = NameReservations(fixing.run.sources.map(\.path), fixing.destination)
    writesUnchangedFiles = fixing.destination.writesUnchangedFiles
    cache = fixing.cache
  }

  /// Whether a file needs a fix, has to be written, or has advice to report.
  func processes(_ summary: AssetAnalysis) -> Bool {
    writesUnchangedFiles || request.fixes(summary)
      || summary.findings.contains { request.hasAdditionalAdvice(of: $0) }
  }

  func outcome(of job: Job) async -> Outcome {
    await names.waitForConflicts(of: job.number)
    if let summary = job.summary { return await fixed(job, summary) }
    return await checkedAndFixed(job)
  }

  /// Fixes a file that was checked before.
  private func fixed(_ job: Job, _ summary: AssetAnalysis) async -> Outcome {
    guard let taken = await takenNames(summary, job.number) else {
      return Outcome(summary: summary, asset: unchanged(summary, job.source))
    }
    let configuration = settings.configuration(at: job.source.path)
    let outcome = await service.fix(
      FixingWork(job.source, request, configuration, contexts.context(for: job.source), taken: taken))
    let asset = outcome.asset(
      summary, request, bytes: writesUnchangedFiles ? job.source : nil, limit: configuration.budget.fileBytes)
    return Outcome(summary: summary, asset: asset)
  }

  /// Reads and decodes a file once, checks it unless the result is cached, and fixes it.
  private func checkedAndFixed(_ job: Job) async -> Outcome {
    let (source, configuration) = (job.source, settings.configuration(at: job.source.path))
    let (around, outcome) = (contexts.context(for: source), source.read(configuration.budget.fileBytes))
    let inMemory = AssetSource(path: source.path, role: source.role, pack: source.pack) { _ in outcome }
    let fixer = Fixer(request, configuration, service.memoryGate ?? MemoryGate())
    var key: PixelDigest?
    if let cache, case .bytes(let bytes) = outcome {
      let found = cache.analysis(of: bytes, source, configuration, around)
      if let summary = found.stored {
        guard let taken = await takenNames(summary, job.number) else {
          return Outcome(summary: summary, asset: unchanged(summary, inMemory))
        }
        let asset = await fixer.fix(inMemory, in: around, isFree: { !taken.contains($0) })
        return Outcome(summary: summary, asset: .success(asset))
      }
      key = found.key
    }
    let (summary, asset) = await fixer.analyze(source, outcome, in: around) {
      await takenNames($0, job.number)
    }
    return Outcome(
      summary: summary, key: key,
      asset: asset.map { .success($0) } ?? unchanged(summary, inMemory))
  }

  /// The names that the file must not take; nil if it needs no fix.
  private func takenNames(_ summary: AssetAnalysis, _ number: Int) async -> Set<Path>? {
    let cured = summary.findings.filter { request.resolves($0) }.compactMap(\.evidence.fix?.kind)
    let isMisnamed = summary.findings.contains { $0.evidence.fix?.kind == .rename }
    // A file that only gets smaller keeps its format and its name.
    let taken = await names.taken(
      for: number, fixing: cured.isEmpty || !isMisnamed ? cured : cured + [.rename])
    return request.fixes(summary) ? taken : nil
  }

  /// The result for a file that stays unchanged; nil if there is nothing to report.
  private func unchanged(
    _ summary: AssetAnalysis, _ source: AssetSource
  ) -> Result<FixedAsset, UsageError>? {
    guard processes(summary) else { return nil }
    let limit = settings.configuration(at: source.path).budget.fileBytes
    return .success(
      FixedAsset(unchanged: summary, request, bytes: writesUnchangedFiles ? source : nil, limit: limit))
  }
}
