import StickerIO
import StickerModel
import StickerPacker
package import StickerSettings
import StickerWire

/// How every record of a run is built.
package struct RecordBuild: Sendable {
  let build: PackBuild
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

  /// - Parameter build: of one job, which says nothing: the answers do.
  package init(
    _ build: PackBuild, output: Path?, search: @escaping @Sendable (FileAccess) throws -> SettingsSearch
  ) {
    (self.build, self.output, self.search) = (build, output, search)
    root = FileSystem.disk.realPath(of: Path("."))
    (access, rootNames) = (.seen(from: root, isWatched: false), false)
  }

  /// - Parameter root: the folder that files in memory seem to lie in; it names their pack where nothing else
  ///   does.
  package init(
    _ build: PackBuild, seemingIn root: Path, _ access: FileAccess,
    search: @escaping @Sendable (FileAccess) throws -> SettingsSearch
  ) {
    (self.build, output, self.search) = (build, nil, search)
    (self.root, self.access, rootNames) = (root, access, true)
  }

  /// Where a pack is built, seen from the folder of all packs.
  func place(of record: PackRecord, named name: String) -> Path {
    record.output ?? Path(safeNames([name])[0].name)
  }

  /// Builds a record; nothing is written.
  ///
  /// - Parameter disk: where its files lie.
  func built(_ record: PackRecord, on disk: FileSystem, _ search: SettingsSearch) async -> BuiltPack {
    var (built, search) = (BuiltPack(end: .done), search)
    do {
      let located = try locate(record, on: disk)
      if let messenger = record.messenger {
        return await MessengerBuild(ofPage: build.jobs).built(located, for: messenger, search)
      }
      built.name = located.name
      if build.deploymentTarget != nil { built.app = located.app }
      let destination = output?.appending(place(of: record, named: located.name))
      if let destination, let output {
        try refuseDetours(from: output, to: destination)
        if case .source = record.art {
          try PackToBuild(located, destination: destination).refuseOwnSource(among: [located])
        }
      }
      let (result, plan) = await build.built(located, for: destination, &search)
      built.take(result, plan)
    } catch {
      built.end = .failed(CommandFailure(error).onCommandLine)
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
  package func could(say built: BuiltPack, of record: PackRecord) -> Bool {
    if let name = record.name, let said = built.name, name != said { return false }
    return built.end != .done || built.tree != nil || build.check
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
    switch result.end {
    case .done: end = .done
    case .stopped(let lines): end = .stopped(lines.map(\.onCommandLine))
    case .failed(let failure): end = .failed(failure.onCommandLine)
    case .defect(let defect): end = .defect(defect.what)
    }
    guard let plan else { return }
    (stickers, tree) = (plan.manifest.stickers.count, plan.tree)
    leftOut = plan.manifest.skipped.map { .init(path: $0.path, rules: $0.rules, reasons: $0.reasons) }
  }
}
