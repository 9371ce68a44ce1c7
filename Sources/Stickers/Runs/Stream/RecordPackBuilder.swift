package import StickerEngine
import StickerImage
import StickerPacker

/// Builds a pack from each record, either in this process or in worker processes.
package struct RecordPackBuilder: Sendable {
  let inProcessBuilder: InProcessRecordPackBuilder
  private let pool: WorkerPool?
  /// The command line, encoded for the pipe to a worker process.
  private let encodedCommandLineForWorker: [UInt8]

  /// - Parameter limits: the limits of each worker process; nil to build packs in this process.
  /// - Parameter commandLine: the command line from which `WorkerMain` recreates `build`.
  /// - Parameter reportMissingMechanisms: called once with a sentence about the confinement mechanisms that
  ///   this system does not support.
  package init(
    _ build: InProcessRecordPackBuilder, jobs: Int, isolatedBy limits: WorkerLimits?, _ commandLine: [String],
    reportMissingMechanisms: @escaping @Sendable (String) -> Void
  ) {
    self.inProcessBuilder = build
    encodedCommandLineForWorker = WorkerMain.encodedSetup(commandLine: commandLine)
    guard var limits, let program = WorkerMain.command(for: .pack, limits) else {
      pool = nil
      return
    }
    limits.maxRequestsPerWorker = 1
    limits.maxAnswerBytes = WorkerMain.maxPackAnswerBytes
    pool = WorkerPool(
      program, inheritedVariables: [MachinePolicy.additionalPolicyPathVariable], count: jobs, limits: limits,
      reportMissingMechanisms: reportMissingMechanisms)
  }

  /// The confinement of the worker processes; nil if none was started.
  var isolation: Isolation? { pool?.isolation }

  /// Whether worker processes are used.
  var isIsolated: Bool { pool != nil }

  /// Builds the pack of a record in memory.
  func build(_ work: RecordBuildJob) async -> InMemoryBuildResult {
    guard let pool else {
      return await inProcessBuilder.build(work.record, on: work.recordFileSystem, work.search)
    }
    let readable = Array(work.workerReadablePaths.map(\.bytes).joined(separator: [0]))
    let request = WorkerRequest(
      setupKey: XXH3Digest(of: encodedCommandLineForWorker), encodeSetup: { encodedCommandLineForWorker },
      encodedRequest: readable,
      data: work.record.binaryEncoded)
    let answer = await pool.answer(request) { bytes -> InMemoryBuildResult in
      let built = try InMemoryBuildResult(answer: bytes, rules: Rule.all)
      guard inProcessBuilder.isPlausible(built, for: work.record) else { throw Diagnostic.corruptData }
      return built
    }
    switch answer {
    case .answered(let built): return built
    case .unavailable(let reason): return InMemoryBuildResult(.failed(["\(reason)"]))
    case .failed(let failure):
      let reason = failure.message(during: "building it", consequence: "it cannot be built")
      var lost = InMemoryBuildResult(
        BuildOutcome.stoppedByFindingsOrDifferences([reason]).reworded(\.commandLineText))
      lost.name = work.record.name
      return lost
    }
  }
}

extension WorkerLimits {
  /// The limits of a process that builds a pack. Building a pack of a hundred long animations takes minutes.
  package static let packBuilding = WorkerLimits(memoryBytes: 2 << 30, processorSecondsPerRequest: 600)
}

/// Builds packs from records in this process, with the same options for every record.
package struct InProcessRecordPackBuilder: Sendable {
  let options: MessagesPackBuilder.Options
  /// The folder of all packs; nil if the answers contain the packs.
  let outputFolder: Path?
  /// Starts a configuration search in a file system.
  let makeSearch: @Sendable (ConfigurationFileAccess) throws -> ConfigurationSearch
  /// The folder that files in memory belong to, as an absolute path without symbolic links.
  let virtualFolder: Path
  /// The file access for configuration files.
  let virtualFolderAccess: ConfigurationFileAccess
  /// Whether a pack can be named after `virtualFolder`.
  private let virtualFolderCanNamePack: Bool

  package init(
    _ options: MessagesPackBuilder.Options, output: Path?,
    search: @escaping @Sendable (ConfigurationFileAccess) throws -> ConfigurationSearch
  ) {
    self.options = options
    self.outputFolder = output
    self.makeSearch = search
    virtualFolder = ReadOnlyFileSystem.disk.realPath(of: Path("."))
    virtualFolderAccess = .forInMemoryFiles(in: virtualFolder, alsoExistOnDisk: false)
    virtualFolderCanNamePack = false
  }

  /// - Parameter root: the folder that files in memory belong to. Their pack is named after it if nothing
  ///   else provides a name.
  package init(
    _ options: MessagesPackBuilder.Options, appearingIn root: Path, _ access: ConfigurationFileAccess,
    search: @escaping @Sendable (ConfigurationFileAccess) throws -> ConfigurationSearch
  ) {
    self.options = options
    outputFolder = nil
    self.makeSearch = search
    self.virtualFolder = root
    self.virtualFolderAccess = access
    virtualFolderCanNamePack = true
  }

  /// The folder of a pack, relative to the folder of all packs.
  func outputSubfolder(of record: StreamPackRequest, named name: String) -> Path {
    record.outputSubfolder ?? Path(safeNames([name])[0].name)
  }

  /// Builds the pack of a record in memory.
  ///
  /// - Parameter disk: the file system of the record's files.
  func build(_ record: StreamPackRequest, on disk: ReadOnlyFileSystem, _ search: ConfigurationSearch) async
    -> InMemoryBuildResult
  {
    var built = InMemoryBuildResult(.completed)
    let environment = BuildEnvironment(jobs: 1, service: InProcessImageService())
    do {
      let located = try locate(record, on: disk)
      if let messenger = record.messenger {
        return await MessengerBuilder(.forDropPage, environment).buildInMemory(
          located, for: messenger, search)
      }
      built.name = located.name
      let destination = outputFolder?.appending(self.outputSubfolder(of: record, named: located.name))
      if options.deploymentTarget != nil
        || options.rebuildsPreviousProject && destination.map(previousBuildProjectExists) == true
      {
        built.appBundleIdentifierOrName = located.appBundleIdentifierOrName
      }
      if let destination, let outputFolder {
        try ensureNoLinksOrPacks(from: outputFolder, to: destination)
        if case .source = record.artSource {
          try PackToBuild(located, destination: destination).ensureNoOverlapWithSources(of: [located])
        }
      }
      var builder = MessagesPackBuilder(options, environment, search)
      let (result, plan) = await builder.buildInMemory(located, at: destination)
      built.setResult(result, plan)
      if let destination, built.outcome != .completed, !options.comparesOnly {
        built.notes += unchangedPreviousBuildNote(at: destination).map(\.commandLineText)
      }
    } catch {
      built.outcome = .failed(CommandError(error).problemMessages).reworded(\.commandLineText)
    }
    return built
  }

  private func locate(_ record: StreamPackRequest, on disk: ReadOnlyFileSystem) throws -> LocatedPack {
    let overrides = PackOverrides(name: record.name, nameOption: "name")
    switch record.artSource {
    case .source(let path): return try locatePack(path, overrides, on: disk)
    case .files(let files):
      let located = try locatePack(packFolderOrOnlyTopFolder(of: Set(files.keys)), overrides, on: disk) { _ in
        false
      }
      // A pack of files in memory is not named after the working folder.
      guard virtualFolderCanNamePack || located.hasExplicitName || located.folder != Path(".") else {
        throw CommandError(
          "the pack has no name. Set name in the record or in its stickerpack.yml, or put its files into a "
            + "folder.")
      }
      return located
    }
  }

  /// Whether building a record can have this result: the name is the record's name, if it has one, and there
  /// are files if the build was completed.
  func isPlausible(_ built: InMemoryBuildResult, for record: StreamPackRequest) -> Bool {
    if let name = record.name, let builtName = built.name, name != builtName { return false }
    return built.outcome != .completed || built.builtFiles != nil || options.comparesOnly
  }

  /// Throws if the path to the destination contains a symbolic link, or if the destination is inside a built
  /// pack.
  func ensureNoLinksOrPacks(from output: Path, to destination: Path) throws(CommandError) {
    var folder = output
    for part in Path(bytes: Array(destination.bytes.dropFirst(output.bytes.count))).components.dropLast() {
      folder = folder.appending(part)
      switch try ReadOnlyFileSystem.disk.entryKind(at: folder) {
      case nil: return
      case .symbolicLink:
        throw CommandError(
          "\(folder.displayText) is a symbolic link, but output paths must not contain links")
      case .folder: break
      default: throw CommandError("\(folder.displayText) is not a folder")
      }
      if try ReadOnlyFileSystem.disk.entryKind(at: folder.appending(Manifest.fileName)) != nil {
        throw CommandError(
          "\(destination.displayText) is inside the pack \(folder.displayText). Choose another output.")
      }
    }
  }
}

extension InMemoryBuildResult {
  fileprivate mutating func setResult(_ result: PackResult, _ plan: PackInMemory?) {
    notes = result.notes.map(\.commandLineText)
    differencesFromDestination = result.differences
    findings = result.report?.findings ?? []
    outcome = result.outcome.reworded(\.commandLineText)
    guard let plan else { return }
    stickerCount = plan.manifest.stickers.count
    digest = plan.manifest.filesOutsideProjectDigest
    changes = result.buildWithoutOutcome?.changes
    builtFiles = plan.tree
    omittedStickers = plan.manifest.skippedStickers.map {
      .init(path: $0.path, failedRules: $0.ruleIDs, reasons: $0.reasons)
    }
  }
}

/// A record to build, with its configuration.
struct RecordBuildJob: Sendable {
  let record: StreamPackRequest
  /// The file system of the record's files.
  let recordFileSystem: ReadOnlyFileSystem
  let search: ConfigurationSearch
  /// The paths that a worker process may read.
  let workerReadablePaths: [Path]
}

/// The configurations of records. They are cached by folder, because many packs are in one folder.
struct RecordConfigurations {
  private let packBuilder: InProcessRecordPackBuilder
  private let buildsInWorkerProcesses: Bool
  /// The searches for packs on disk, and for packs in records.
  private var searches: (disk: ConfigurationSearch, memory: ConfigurationSearch)
  private var recordsSinceSearch = 0

  /// - Parameter isIsolated: whether worker processes build the records. If so, the paths that each of them
  ///   may read are collected.
  init(_ packBuilder: InProcessRecordPackBuilder, isIsolated: Bool) throws {
    self.packBuilder = packBuilder
    self.buildsInWorkerProcesses = isIsolated
    searches = try Self.newSearches(packBuilder)
  }

  private static func newSearches(_ packBuilder: InProcessRecordPackBuilder) throws -> (
    ConfigurationSearch, ConfigurationSearch
  ) {
    (
      try packBuilder.makeSearch(.disk), try packBuilder.makeSearch(packBuilder.virtualFolderAccess)
    )
  }

  /// Discards all configurations.
  mutating func invalidateSearches() { recordsSinceSearch = .max }

  mutating func buildJob(for record: StreamPackRequest) throws -> RecordBuildJob {
    // Restart the search to limit memory use when there are very many folders. A worker process may read only
    // the files of its own record, so each record gets a new search.
    if buildsInWorkerProcesses || recordsSinceSearch >= 4096 || !searches.disk.errors.isEmpty
      || !searches.memory.errors.isEmpty
    {
      searches = try Self.newSearches(packBuilder)
      recordsSinceSearch = 0
    }
    recordsSinceSearch += 1
    let disk = record.fileSystem(memoryRoot: packBuilder.virtualFolder)
    guard let source = record.source else {
      _ = searches.memory.resolvedConfiguration(at: Path("a.png"), isFolder: false)
      return RecordBuildJob(
        record: record, recordFileSystem: disk, search: searches.memory,
        workerReadablePaths: workerReadablePaths(for: record, searches.memory))
    }
    _ = searches.disk.resolvedConfiguration(at: source, isFolder: true)
    return RecordBuildJob(
      record: record, recordFileSystem: disk, search: searches.disk,
      workerReadablePaths: workerReadablePaths(for: record, searches.disk))
  }

  private func workerReadablePaths(for record: StreamPackRequest, _ search: ConfigurationSearch) -> [Path] {
    guard buildsInWorkerProcesses else { return [] }
    var paths = search.filesRead + (record.source.map { [folderWithAllFiles(of: $0)] } ?? [])
    // The previous build. If the record has neither an output nor a name, the previous build can be anywhere
    // in the folder.
    if let output = packBuilder.outputFolder {
      let folder = record.outputSubfolder ?? record.name.map { Path(safeNames([$0])[0].name) }
      paths.append(folder.map { output.appending($0) } ?? output)
    }
    return paths
  }

  /// The folder with all files of a source. The icons of a catalog are next to its packs.
  private func folderWithAllFiles(of source: Path) -> Path {
    let real = ReadOnlyFileSystem.disk.realPath(of: source)
    var (folder, catalog) = (real, Path?.none)
    while folder != folder.parent, folder != Path(".") {
      if catalogExtensions.contains(folder.lowercasedExtension ?? "") { catalog = folder }
      folder = folder.parent
    }
    if let catalog { return catalog }
    return (try? ReadOnlyFileSystem.disk.entryKind(at: real)).flatMap { $0 } == .file ? real.parent : real
  }
}

extension StreamPackRequest {
  /// The path of the source; nil if the record contains the files.
  var source: Path? { if case .source(let path) = artSource { path } else { nil } }

  /// The file system of the record's files.
  ///
  /// - Parameter folder: the folder that files in memory belong to, as an absolute path without symbolic
  ///   links.
  func fileSystem(memoryRoot folder: Path) -> ReadOnlyFileSystem {
    if case .files(let files) = artSource { ReadOnlyFileSystem(holding: files, in: folder) } else { .disk }
  }
}
