import StickerIO
import StickerModel
import StickerPacker
import StickerSettings
import StickerWire

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
    (self.build, self.areRead) = (build, areRead)
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
