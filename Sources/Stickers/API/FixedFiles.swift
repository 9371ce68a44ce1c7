import StickerEngine
import StickerImage

/// Files that were fixed in memory.
public struct FixedFiles: Sendable {
  /// A file that a fix changed.
  public struct File: Sendable, Hashable {
    /// The path of the original file.
    public let originalPath: String
    /// The fixed image. Its path is in the same folder, but its extension may differ.
    public let image: FixedImage
  }

  /// Where to write the fixed files.
  public enum Destination: Hashable, Sendable {
    /// A folder that receives every file of the run, changed or not. It is created if it does not exist.
    case folder(String)
    /// Replaces the original files.
    case inPlace
  }

  /// The changed files, in the order of the run.
  public let changedFiles: [File]
  /// The findings before the fixes.
  public let reportBefore: LintReport
  /// The findings that remain after the fixes.
  public let reportAfter: LintReport
  private let run: StickerRun
  private let fixOptions: FixOptions
  private let jobs: Int
  private let initialReport: Report
  private let assetsByOriginalPath: [Path: FixedAsset]

  init(_ fixing: FixRunner, finalReport: Report, fixOptions: FixOptions, profile: Profile?, jobs: Int) {
    run = fixing.run
    self.fixOptions = fixOptions
    self.jobs = jobs
    initialReport = fixing.initialReportOrEmpty
    reportBefore = LintReport(
      fixing.initialReportOrEmpty, notes: run.skippedFileAndDiscoveryNotes, profile: profile)
    reportAfter = LintReport(finalReport, profile: profile)
    let changed = fixing.keptFixResults.filter { $0.change != nil }
    assetsByOriginalPath = Dictionary(fixing.keptFixResults.map { ($0.originalPath, $0) }) { first, _ in
      first
    }
    changedFiles = changed.map {
      File(
        originalPath: $0.originalPath.textOrDisplayText,
        image: FixedImage($0, original: $0.originalBytes ?? []))
    }
  }

  /// Writes the fixed files, and updates their names in catalogs and pack files. Each file is written
  /// completely or not at all. Files are not fixed again.
  ///
  /// - Throws: `StickersError` if the destination is invalid, or a file could not be written, or changed
  ///   since it was read. The other files are still written. If the task is canceled, the remaining files are
  ///   not written.
  public func write(
    to destination: Destination, progress: ProgressHandler? = nil
  ) async throws(StickersError) {
    var fixing: FixRunner
    do {
      let output: FixOutput =
        switch destination {
        case .inPlace: .inPlace
        case .folder(let folder): .folder(BytePath(folder))
        }
      let target = try FixDestination(output, argumentPaths: run.searchPaths)
      try target.ensureNoTargetConflicts(of: run)
      try Task.checkCancellation()
      fixing = FixRunner(
        run: run, fixOptions: fixOptions, initialReport: initialReport, destination: target,
        service: StoredFixesOnlyService(
          wrapped: InProcessImageService(), assetsByOriginalPath: assetsByOriginalPath,
          optionsOfStoredFixes: fixOptions))
    } catch { throw StickersError(error) }
    await fixing.run(jobs: jobs, ProgressOutput(progress))
    try StickersError.checkCancellation()
    let failures = fixing.report.writeFailureMessages
    guard failures.isEmpty else { throw .invalidRequest(failures) }
  }
}

/// An image service that returns stored fixes.
private struct StoredFixesOnlyService: ForwardingImageService {
  let wrapped: InProcessImageService
  let assetsByOriginalPath: [Path: FixedAsset]
  let optionsOfStoredFixes: FixOptions

  func fix(_ work: FixJob) async -> WorkerOutcome<FixedAsset> {
    guard !Task.isCancelled, let asset = assetsByOriginalPath[work.source.path] else {
      return .unavailable("it was not fixed before")
    }
    if let path = asset.change?.newPath, path != asset.originalPath, work.takenPaths.contains(path) {
      let reason: UserMessage = "another file is already named \(path.name.displayText)"
      return .answered(
        FixedAsset(
          asset.finalAnalysisAtOriginalPath, optionsOfStoredFixes, failing: reason, bytesFrom: work.source,
          maxBytes: ResourceLimit.fileBytes.maxValue
        ))
    }
    return .answered(asset)
  }
}
