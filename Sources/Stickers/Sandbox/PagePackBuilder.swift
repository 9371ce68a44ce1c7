import StickerEngine
import StickerImage

/// Builds packs of the drop page, each in its own worker process, which can read only configuration files.
package struct PagePackBuilder: Sendable {
  let pool: WorkerPool
  /// The pool for exports, which is separate so that a build does not wait for them.
  let messengers: WorkerPool
  /// The command line, encoded for the pipe.
  private let setup: [UInt8]

  /// - Parameter words: a command line from which `WorkerMain` recreates the build.
  /// - Returns: nil if no process can be started.
  package init?(_ words: [String], isolatedBy limits: WorkerLimits) {
    var limits = limits
    (limits.requests, limits.answerBytes) = (1, WorkerMain.maxPackBytes)
    guard let program = WorkerMain.command(for: .pack, limits) else { return nil }
    let variables = [Policy.variable]
    pool = WorkerPool(program, variables: variables, count: 1, limits: limits)
    messengers = WorkerPool(program, variables: variables, count: 1, limits: limits)
    setup = WorkerMain.setup(words)
  }

  /// - Parameter messenger: the messenger to export for; nil to build for Messages.
  func request(_ work: BuildingWork, for messenger: String? = nil) -> WorkerRequest {
    let readable = Array(work.settingsRead.map(\.bytes).joined(separator: [0]))
    var record = PackRecord(files: work.files, named: work.name)
    record.messenger = messenger
    var request = WorkerRequest(
      setupKey: PixelDigest(of: setup), setup: { [setup] in setup }, request: readable, data: record.binary)
    request.endsWhenCanceled = messenger != nil
    return request
  }

  /// Decodes the result of a build.
  ///
  /// - Parameter messenger: the messenger of the export; nil for a build for Messages.
  func pack(answer: [UInt8], of work: BuildingWork, for messenger: String? = nil) throws -> BuiltPack {
    let built = try BuiltPack(answer: answer, rules: Rule.all)
    let hasOtherName = work.name != nil && built.name != nil && work.name != built.name
    let isForAnother = messenger.map { built.tree?.isExportable(to: $0) == false } ?? false
    if hasOtherName || isForAnother || built.outcome == .completed && built.tree == nil {
      throw Diagnostic.corruptData
    }
    return built
  }
}

extension FileTree {
  /// Whether the tree is one archive for a messenger, or its folder.
  func isExportable(to messenger: String) -> Bool {
    if paths.count == 1, !paths[0].contains("/") {
      return ["zip", "tar.gz"].contains { paths[0] == "\(messenger).\($0)" }
    }
    return paths.allSatisfy { $0.hasPrefix(messenger + "/") }
  }
}

extension BuiltPack {
  /// The pack, or the reasons why it was not built.
  var packOrReasons: Result<(name: String, tree: FileTree), UsageError> {
    if outcome == .completed, let name, let tree { return .success((name, tree)) }
    return .failure(UsageError(outcome))
  }
}
