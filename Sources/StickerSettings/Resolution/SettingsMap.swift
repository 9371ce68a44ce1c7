package import StickerModel

/// What is in force for every file and pack of a run, read before any of them.
package struct SettingsMap: Sendable {
  private var inForce: [InForce] = []
  private var entries: [Path: Entry] = [:]
  private let elsewhere: Configuration

  private struct InForce {
    let configuration: Configuration
    let baseline: Sourced<Path>?
  }

  private struct Entry {
    let inForce: Int
    let role: Role?
    let isExcluded: Bool
  }

  /// Asks for every path.
  ///
  /// - Parameter sources: files with the packs that they belong to.
  /// - Parameter packs: packs that may have no file.
  /// - Parameter documents: those of catalogs, whether they are there or not.
  /// - Parameter faults: what is wrong elsewhere, to be said behind the faults of configurations.
  /// - Throws: everything that is wrong in any configuration, a line each.
  package init(
    _ sources: [AssetSource], packs: [Path] = [], documents: [Path] = [], _ search: inout SettingsSearch,
    faults: [String] = []
  ) throws(CommandFailure) {
    self.init(despiteFaults: sources, packs: packs, documents: documents, &search)
    let all = search.faults + faults
    guard all.isEmpty else { throw CommandFailure(lines: all) }
  }

  /// The same where what is wrong in a configuration only counts as not written; `search` knows what that is.
  package init(
    despiteFaults sources: [AssetSource], packs: [Path] = [], documents: [Path] = [],
    _ search: inout SettingsSearch
  ) {
    // Never asked for, and no reason to read a configuration that no file of this run lies below.
    let any = sources.first?.path ?? packs.first ?? documents.first?.parent
    elsewhere = search.configuration(search.settings(at: any ?? Path("."), isFolder: sources.isEmpty))
    var indices: [SettingsIdentity: Int] = [:]
    func index(_ settings: ResolvedSettings, _ all: inout [InForce]) -> Int {
      if let known = indices[settings.identity] { return known }
      all.append(InForce(configuration: search.configuration(settings), baseline: settings.baseline))
      indices[settings.identity] = all.count - 1
      return all.count - 1
    }
    let members = Dictionary(grouping: sources.filter { $0.pack != nil }, by: \.pack)
    for pack in Set(sources.compactMap(\.pack) + packs).sorted() {
      let settings = search.settings(atPack: pack, members: (members[pack] ?? []).map(\.path))
      entries[pack] = Entry(
        inForce: index(settings, &inForce), role: nil, isExcluded: false)
    }
    for source in sources {
      let settings = search.settings(at: source.path, isFolder: false)
      entries[source.path] = Entry(
        inForce: index(settings, &inForce), role: settings.role?.value,
        isExcluded: settings.excluded != nil)
    }
    for document in documents {
      let settings = search.settings(at: document, isFolder: false)
      entries[document] = Entry(
        inForce: index(settings, &inForce), role: nil, isExcluded: false)
    }
  }

  /// What is in force for a file, a pack or a catalog's document.
  package func configuration(at path: Path) -> Configuration {
    entries[path].map { inForce[$0.inForce].configuration } ?? elsewhere
  }

  /// The file of accepted findings that a configuration names for a file, a pack or a catalog's document.
  package func baseline(at path: Path) -> Sourced<Path>? {
    entries[path].flatMap { inForce[$0.inForce].baseline }
  }

  /// What a configuration says a file is for; nil where its place tells.
  package func role(at path: Path) -> Role? { entries[path]?.role }

  /// Whether a configuration leaves a file out.
  package func excludes(_ path: Path) -> Bool { entries[path]?.isExcluded ?? false }
}
