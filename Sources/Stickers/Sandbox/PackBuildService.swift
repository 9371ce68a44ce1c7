package import StickerEngine

/// Builds packs from files in memory, in this process or in worker processes.
package protocol PackBuildService: Sendable {
  /// Builds the pack of a drop page.
  ///
  /// - Returns: the name of the pack and its files, or the reasons why it cannot be built.
  func build(_ work: PackBuildJob) async -> Result<(name: String, tree: FileTree), CommandError>

  /// Exports the pack of a drop page for a messenger, unless the current task is canceled.
  ///
  /// - Parameter messenger: the name of a built-in profile.
  /// - Returns: a tree with one archive or a folder, or the reasons why it cannot be exported.
  func export(_ work: PackBuildJob, to messenger: String) async -> InMemoryBuildResult
}

/// An in-memory pack to build, and everything that the build depends on.
package struct PackBuildJob: Sendable {
  let files: [Path: [UInt8]]
  /// The folder that the files appear to be in.
  let virtualFolder: Path
  /// The name of the pack; nil to take it from the pack file or the folder.
  let name: String?
  let jobs: Int
  let configurationSearch: ConfigurationSearch
  /// The configuration files that were read when the pack's files were checked.
  let configurationFilesRead: [Path]

  package init(
    _ files: [Path: [UInt8]], in root: Path, named name: String?, jobs: Int, _ search: ConfigurationSearch,
    configurationFilesRead: [Path]
  ) {
    self.files = files
    self.virtualFolder = root
    self.name = name
    self.jobs = jobs
    self.configurationSearch = search
    self.configurationFilesRead = configurationFilesRead
  }
}

/// Builds packs in this process.
package struct InProcessPackBuildService: PackBuildService {
  private let exportGate: MemoryGate

  /// - Parameter gate: the memory budget that work waits for.
  package init(_ gate: MemoryGate) { self.exportGate = gate }

  package func build(_ work: PackBuildJob) async -> Result<(name: String, tree: FileTree), CommandError> {
    await work.buildPack()
  }

  package func export(_ work: PackBuildJob, to messenger: String) async -> InMemoryBuildResult {
    await work.buildPack(for: messenger, exportGate)
  }
}

/// Builds packs in worker processes. These processes can read only configuration files, and may crash.
package struct SandboxedPackBuildService: PackBuildService {
  private let workers: DropPageBuildWorkers
  private let failureGuard = RepeatedFailureGuard()

  package init(_ workers: DropPageBuildWorkers) { self.workers = workers }

  package func build(
    _ work: PackBuildJob
  ) async -> Result<(name: String, tree: FileTree), CommandError> {
    let request = workers.request(work)
    let outcome = await failureGuard.send(request, to: workers.buildPool) {
      try workers.validatedBuildResult(fromAnswer: $0, of: work)
    }
    switch outcome {
    case .answered(let built): return built.packOrReasons
    case .unavailable(let reason): return .failure(CommandError("the pack was not built: \(reason)"))
    case .failed(let failure):
      return .failure(
        CommandError(failure.message(during: "building the pack", consequence: "the pack cannot be built")))
    }
  }

  package func export(_ work: PackBuildJob, to messenger: String) async -> InMemoryBuildResult {
    let request = workers.request(work, for: messenger)
    let outcome = await failureGuard.send(request, to: workers.exportPool) {
      try workers.validatedBuildResult(fromAnswer: $0, of: work, for: messenger)
    }
    switch outcome {
    case .answered(let built): return built
    case .unavailable(let reason):
      return InMemoryBuildResult(.failed(["the pack was not exported: \(reason)"]))
    case .failed(let failure):
      let reason = failure.message(during: "exporting the pack", consequence: "it cannot be exported")
      return InMemoryBuildResult(
        BuildOutcome.stoppedByFindingsOrDifferences([reason]).reworded(\.commandLineText))
    }
  }
}
