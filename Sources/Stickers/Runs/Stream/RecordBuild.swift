package import StickerEngine
import StickerImage
import StickerPacker

/// Builds records here, or each in a process of its own that may die of it.
package struct RecordBuilder: Sendable {
  let build: RecordBuild
  private let pool: WorkerPool?
  /// The command line, as it crosses a pipe.
  private let setup: [UInt8]

  /// - Parameter limits: of each process; nil: packs are built in this one.
  /// - Parameter words: a command line that gives `build` again, for `PackWorkerMain`.
  /// - Parameter lack: is told what processes are less confined than elsewhere.
  package init(
    _ build: RecordBuild, jobs: Int, isolatedBy limits: WorkerLimits?, _ words: [String],
    lack: @escaping @Sendable (String) -> Void
  ) {
    (self.build, setup) = (build, PackWorkerMain.setup(words))
    guard var limits, let program = PackWorkerMain.command(limits) else {
      pool = nil
      return
    }
    (limits.requests, limits.answerBytes) = (1, PackWorkerMain.mostAnswerBytes)
    pool = WorkerPool(program, variables: [Policy.variable], count: jobs, limits: limits, tell: lack)
  }

  /// How its processes are confined; nil if it started none.
  var isolation: Isolation? { pool?.isolation }

  /// Whether processes are started.
  var isIsolated: Bool { pool != nil }

  /// Builds a record; nothing is written.
  func built(_ work: RecordWork) async -> BuiltPack {
    guard let pool else { return await build.built(work.record, on: work.disk, work.search) }
    let readable = Array(work.readable.map(\.bytes).joined(separator: [0]))
    let request = WorkerRequest(
      setupKey: PixelDigest(of: setup), setup: { setup }, request: readable, data: work.record.encoded)
    let answer = await pool.answer(request) { bytes -> BuiltPack? in
      guard let built = BuiltPack(parsing: bytes, rules: Rule.all) else { return nil }
      return build.could(say: built, of: work.record) ? built : nil
    }
    switch answer {
    case .answered(let built): return built
    case .unavailable(let reason): return BuiltPack(.failed(["\(reason)"]))
    case .lost(let loss):
      let reason = loss.sentence(on: "building it", "it cannot be built")
      var lost = BuiltPack(BuildOutcome.stopped([reason]).reworded(\.onCommandLine))
      lost.name = work.record.name
      return lost
    }
  }
}

extension WorkerLimits {
  /// Of a process that builds a pack: many files, and a hundred long animations take minutes.
  package static let ofPacks = WorkerLimits(memoryBytes: 2 << 30, seconds: 600)
}

/// How every record of a run is built.
package struct RecordBuild: Sendable {
  let options: PackBuilder.Options
  /// The folder of all packs; nil: they go with the answers.
  let output: Path?
  /// Begins to look for configurations, through what files are seen.
  let search: @Sendable (FileAccess) throws -> SettingsSearch
  /// The folder that files in memory seem to lie in; absolute and without links.
  let root: Path
  /// The configurations that hold for them.
  let access: FileAccess
  /// Whether that folder can name a pack.
  private let rootNames: Bool

  package init(
    _ options: PackBuilder.Options, output: Path?,
    search: @escaping @Sendable (FileAccess) throws -> SettingsSearch
  ) {
    self.options = options
    self.output = output
    self.search = search
    root = FileSystem.disk.realPath(of: Path("."))
    access = .seen(from: root, isWatched: false)
    rootNames = false
  }

  /// - Parameter root: the folder that files in memory seem to lie in; it names their pack where nothing else
  ///   does.
  package init(
    _ options: PackBuilder.Options, seemingIn root: Path, _ access: FileAccess,
    search: @escaping @Sendable (FileAccess) throws -> SettingsSearch
  ) {
    self.options = options
    output = nil
    self.search = search
    self.root = root
    self.access = access
    rootNames = true
  }

  /// Where a pack is built, seen from the folder of all packs.
  func place(of record: PackRecord, named name: String) -> Path {
    record.output ?? Path(safeNames([name])[0].name)
  }

  /// Builds a record; nothing is written.
  ///
  /// - Parameter disk: where its files lie.
  func built(_ record: PackRecord, on disk: FileSystem, _ search: SettingsSearch) async -> BuiltPack {
    var built = BuiltPack(.completed)
    let environment = BuildEnvironment(jobs: 1)
    do {
      let located = try locate(record, on: disk)
      if let messenger = record.messenger {
        return await MessengerBuilder(.dropPage, environment).build(located, for: messenger, search)
      }
      built.name = located.name
      if options.deploymentTarget != nil { built.app = located.app }
      let destination = output?.appending(place(of: record, named: located.name))
      if let destination, let output {
        try refuseDetours(from: output, to: destination)
        if case .source = record.art {
          try PackToBuild(located, destination: destination).refuseOwnSource(among: [located])
        }
      }
      var builder = PackBuilder(options, environment, search)
      let (result, plan) = await builder.build(located, at: destination)
      built.take(result, plan)
    } catch {
      built.outcome = .failed(CommandFailure(error).lines).reworded(\.onCommandLine)
    }
    return built
  }

  private func locate(_ record: PackRecord, on disk: FileSystem) throws -> LocatedPack {
    let overrides = PackOverrides(name: record.name, nameOption: "name")
    switch record.art {
    case .source(let path): return try locatePack(path, overrides, on: disk)
    case .files(let files):
      let located = try locatePack(packSource(of: Set(files.keys)), overrides, on: disk) { _ in false }
      // The folder that they seem to lie in is nobody's, unless somebody chose it.
      guard rootNames || located.isNamed || located.folder != Path(".") else {
        throw CommandFailure(
          "the pack has no name: give it as name, in its stickerpack.yml, or by a folder around its files")
      }
      return located
    }
  }

  /// Whether a build of a record could have come to that: a record's name is no choice of who builds it, and
  /// what is built is there to be written.
  func could(say built: BuiltPack, of record: PackRecord) -> Bool {
    if let name = record.name, let said = built.name, name != said { return false }
    return built.outcome != .completed || built.tree != nil || options.isCheck
  }

  /// Refuses a destination that links lead to, or that lies in a built pack.
  func refuseDetours(from output: Path, to destination: Path) throws(CommandFailure) {
    var folder = output
    for part in Path(bytes: Array(destination.bytes.dropFirst(output.bytes.count))).components.dropLast() {
      folder = folder.appending(part)
      switch try FileSystem.disk.entryKind(at: folder) {
      case nil: return
      case .link: throw CommandFailure("\(folder.shown) is a link, which no output leads through")
      case .folder: break
      default: throw CommandFailure("\(folder.shown) is no folder")
      }
      if try FileSystem.disk.entryKind(at: folder.appending(Manifest.fileName)) != nil {
        throw CommandFailure("\(destination.shown) lies in a pack, \(folder.shown): choose another output")
      }
    }
  }
}

extension BuiltPack {
  fileprivate mutating func take(_ result: PackResult, _ plan: PackPlan?) {
    (notes, differences) = (result.notes.map(\.onCommandLine), result.differences)
    findings = result.report?.findings ?? []
    outcome = result.outcome.reworded(\.onCommandLine)
    guard let plan else { return }
    (stickers, tree) = (plan.manifest.stickers.count, plan.tree)
    leftOut = plan.manifest.skipped.map { .init(path: $0.path, rules: $0.rules, reasons: $0.reasons) }
  }
}

/// What is still to be done for a record.
struct RecordWork: Sendable {
  let record: PackRecord
  /// The file system that the record's files lie on.
  let disk: FileSystem
  let search: SettingsSearch
  /// What another process may read of the disk that builds it.
  let readable: [Path]
}

/// Where configurations for records are looked for: what is found of folders is kept, since many packs lie in
/// one.
struct RecordSearches {
  private let build: RecordBuild
  private let areRead: Bool
  /// The settings of packs on the disk, and of those that records bring along.
  private var searches: (disk: SettingsSearch, memory: SettingsSearch)
  private var searched = 0

  /// - Parameter areRead: whether another process reads them, so that all it reads has to be named.
  init(_ build: RecordBuild, areRead: Bool) throws {
    self.build = build
    self.areRead = areRead
    searches = try Self.searches(build)
  }

  private static func searches(_ build: RecordBuild) throws -> (SettingsSearch, SettingsSearch) {
    (try build.search(.disk), try build.search(build.access))
  }

  /// Forgets what was found.
  mutating func renew() { searched = .max }

  mutating func work(for record: PackRecord) throws -> RecordWork {
    // Of very many folders it is let go. What one process may read is what was read for its record alone.
    if areRead || searched >= 4096 || !searches.disk.faults.isEmpty || !searches.memory.faults.isEmpty {
      (searches, searched) = (try Self.searches(build), 0)
    }
    searched += 1
    let disk = record.disk(seenFrom: build.root)
    guard let source = record.source else {
      _ = searches.memory.settings(at: Path("a.png"), isFolder: false)
      return RecordWork(
        record: record, disk: disk, search: searches.memory, readable: readable(record, searches.memory))
    }
    _ = searches.disk.settings(at: source, isFolder: true)
    return RecordWork(
      record: record, disk: disk, search: searches.disk, readable: readable(record, searches.disk))
  }

  private func readable(_ record: PackRecord, _ search: SettingsSearch) -> [Path] {
    guard areRead else { return [] }
    var paths = search.filesRead + (record.source.map { [folder(of: $0)] } ?? [])
    // What was built before: nobody knows yet where that is if the record does not say so.
    if let output = build.output {
      let place = record.output ?? record.name.map { Path(safeNames([$0])[0].name) }
      paths.append(place.map { output.appending($0) } ?? output)
    }
    return paths
  }

  /// The folder that holds all of a source: a part of a catalog has its icons beside it.
  private func folder(of source: Path) -> Path {
    let real = FileSystem.disk.realPath(of: source)
    var (folder, catalog) = (real, Path?.none)
    while folder != folder.parent, folder != Path(".") {
      if catalogExtensions.contains(folder.lowercasedExtension ?? "") { catalog = folder }
      folder = folder.parent
    }
    if let catalog { return catalog }
    return (try? FileSystem.disk.entryKind(at: real)).flatMap { $0 } == .file ? real.parent : real
  }
}

extension PackRecord {
  /// The path of what the pack is made of; nil where that does not lie on the disk.
  var source: Path? { if case .source(let path) = art { path } else { nil } }

  /// Where its files lie.
  ///
  /// - Parameter folder: the one that files in memory seem to lie in; absolute and without links.
  func disk(seenFrom folder: Path) -> FileSystem {
    if case .files(let files) = art { FileSystem(holding: files, in: folder) } else { .disk }
  }
}
