import StickerEngine
import StickerImage

/// Worker processes that build packs for the drop page. Each builds one pack, and can read only configuration
/// files.
package struct DropPageBuildWorkers: Sendable {
  let buildPool: WorkerPool
  /// The pool for exports, which is separate so that a build does not wait for them.
  let exportPool: WorkerPool
  /// The command line, encoded for the pipe to a worker process.
  private let encodedCommandLineForWorker: [UInt8]

  /// - Parameter commandLine: a command line from which `WorkerMain` recreates the build.
  /// - Returns: nil if no process can be started.
  package init?(_ commandLine: [String], isolatedBy limits: WorkerLimits) {
    var limits = limits
    (limits.maxRequestsPerWorker, limits.maxAnswerBytes) = (1, WorkerMain.maxPackAnswerBytes)
    guard let program = WorkerMain.command(for: .pack, limits) else { return nil }
    let variables = [MachinePolicy.additionalPolicyPathVariable]
    buildPool = WorkerPool(program, inheritedVariables: variables, count: 1, limits: limits)
    exportPool = WorkerPool(program, inheritedVariables: variables, count: 1, limits: limits)
    encodedCommandLineForWorker = WorkerMain.encodedSetup(commandLine: commandLine)
  }

  /// - Parameter messenger: the messenger to export for; nil to build for Messages.
  func request(_ work: PackBuildJob, for messenger: String? = nil) -> WorkerRequest {
    let readable = Array(work.configurationFilesRead.map(\.bytes).joined(separator: [0]))
    var record = StreamPackRequest(files: work.files, named: work.name)
    record.messenger = messenger
    var request = WorkerRequest(
      setupKey: XXH3Digest(of: encodedCommandLineForWorker),
      encodeSetup: { [encodedCommandLineForWorker] in encodedCommandLineForWorker },
      encodedRequest: readable, data: record.binaryEncoded)
    request.stopsWorkerWhenCanceled = messenger != nil
    return request
  }

  /// Decodes the result of a build.
  ///
  /// - Parameter messenger: the messenger of the export; nil for a build for Messages.
  func validatedBuildResult(fromAnswer: [UInt8], of work: PackBuildJob, for messenger: String? = nil) throws
    -> InMemoryBuildResult
  {
    let built = try InMemoryBuildResult(answer: fromAnswer, rules: Rule.all)
    let hasOtherName = work.name != nil && built.name != nil && work.name != built.name
    let isForAnother = messenger.map { built.builtFiles?.hasExportLayout(for: $0) == false } ?? false
    if hasOtherName || isForAnother || built.outcome == .completed && built.builtFiles == nil {
      throw Diagnostic.corruptData
    }
    return built
  }
}

extension FileTree {
  /// Whether the tree is a messenger's archive or folder.
  func hasExportLayout(for messenger: String) -> Bool {
    if paths.count == 1, !paths[0].contains("/") {
      return ["zip", "tar.gz"].contains { paths[0] == "\(messenger).\($0)" }
    }
    return paths.allSatisfy { $0.hasPrefix(messenger + "/") }
  }
}

extension InMemoryBuildResult {
  /// The pack, or the reasons why it was not built.
  var packOrReasons: Result<(name: String, tree: FileTree), CommandError> {
    if outcome == .completed, let name, let builtFiles { return .success((name, builtFiles)) }
    return .failure(CommandError(outcome))
  }
}
