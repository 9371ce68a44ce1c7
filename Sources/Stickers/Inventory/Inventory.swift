import StickerIO
package import StickerModel

/// What there is to look at: the files of a run, and what lies around them says of them.
package struct Inventory: Sendable {
  /// The assets, in the order of the report.
  package var sources: [AssetSource]
  /// What catalogs and descriptions say of their packs.
  package var declarations: [Path: PackDeclaration]
  /// The Xcode catalogs, still to be read.
  package var catalogs: [CatalogListing]
  /// The interactive messages that are described.
  package var messages: [MessageDeclaration]
  /// Packs of which there was a file before any was left out.
  package var packsWithFiles: Set<Path>
  /// Art in formats that stickerlint cannot read.
  package var unread: [UnreadArt] = []
  /// One sentence for each other reason why files were left out without being excluded by the user.
  package var leftOut: [String] = []
  /// Other notes about how the files were found.
  package var remarks: [String]
  /// What is wrong in descriptions, a line each.
  package var faults: [String]

  /// What a walk met; nothing where there was no walk.
  init(_ declared: DeclaredPacks?) {
    sources = declared?.sources ?? []
    declarations = declared?.declarations ?? [:]
    catalogs = declared?.catalogs ?? []
    messages = declared?.messages ?? []
    packsWithFiles = Set(sources.compactMap(\.pack))
    remarks = []
    faults = declared?.faults ?? []
  }

  /// What a pack that is to be built holds.
  init(_ pack: OpenedPack) {
    (sources, declarations, catalogs) = (pack.assets, pack.declarations, pack.catalogs)
    messages = pack.message.map { [$0] } ?? []
    packsWithFiles = Set(sources.compactMap(\.pack))
    (remarks, faults) = ([], [])
  }

  /// Packs without any file; there is something to say of them.
  package var emptyPacks: Set<Path> { Set(declarations.keys).subtracting(packsWithFiles) }

  /// Whether there is something to say though no image was found.
  var hasOtherWork: Bool {
    !emptyPacks.isEmpty || !faults.isEmpty || !catalogs.isEmpty || !messages.isEmpty
  }

  /// Documents that are judged though they are no packs.
  package var documents: [Path] { catalogs.flatMap(\.documents) + messages.map(\.path) }

  /// What is said of the packs and stickers that are left of the run.
  func declarations(of sources: [AssetSource]) -> [Path: PackDeclaration] {
    let packs = Set(sources.compactMap(\.pack)).union(emptyPacks)
    let stickers = Set(sources.filter { Set<Role>.sent.contains($0.role) }.map(\.path))
    return declarations.filter { packs.contains($0.key) }.mapValues { declaration in
      var declaration = declaration
      declaration.stickers.removeAll { !stickers.contains($0.path) }
      declaration.unlisted.removeAll { !stickers.contains($0) }
      return declaration
    }
  }
}
