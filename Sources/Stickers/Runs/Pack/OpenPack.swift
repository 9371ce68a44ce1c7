package import StickerEngine
package import StickerImage
package import StickerPacker

/// A source in memory. The same bytes are linted and built, even if files change meanwhile.
package struct OpenedPack: Sendable {
  package var reading: PackReading
  /// The message of an extension with code; nil for other templates.
  var message: MessageDeclaration?
  /// The folder that the stickers' files are seen from.
  package let root: Path
  /// What findings on the pack as a whole are listed under.
  let path: Path
  /// The catalog that it was read from; empty for other sources.
  private(set) var catalogs: [CatalogListing] = []
  private var files: [Path: ReadOutcome]
  /// What the source says of the pack, beside its pictures; nil where it cannot say such things.
  private var declared: PackDeclaration?
  /// The `localize` key of stickerpack.yml; nil if it is missing.
  private(set) var localizesCatalog: Bool?

  /// Reads a source.
  ///
  /// - Parameter budget: what the limits in force allow.
  /// - Parameter previous: files that are in memory already: of what has the same bytes one copy is enough. A
  ///   catalog's are held all the same.
  package init(_ pack: LocatedPack, _ budget: Budget, reusing previous: FileTree? = nil) throws {
    switch pack.kind {
    case .catalog(let catalog):
      let opened = try OpenedCatalog(at: catalog, name: pack.name, budget, on: pack.disk)
      reading = opened.reading
      files = opened.files
      catalogs = [opened.listing]
      root = catalog
      path = opened.path
      declared = opened.declaration
    case .folder(let found):
      let icon = pack.overrides.icon.map(pack.disk.realPath)
      let art = icon == nil ? found : found.filter { pack.disk.realPath(of: $0.path) != icon }
      files = try readAll(art, of: pack, budget.fileBytes, previous)
      let place = SourceRoot(pack.folder, on: pack.disk)
      reading = packFromFolder(art.map { place.relative($0.path) }, name: pack.name)
      root = place.source
      path = pack.path
    case .description(let description, let sources):
      files = try readAll(sources, of: pack, budget.fileBytes, previous)
      reading = packFromFile(description.pack(named: pack.name))
      root = pack.folder
      path = pack.path
      declared = description.declaration(in: pack.folder)
      declared?.unlisted = pack.unlisted
      localizesCatalog = description.localizesCatalog
    }
    apply(pack.overrides, budget)
    for sticker in reading.pack.stickers {
      if let fault = sequenceFault(sticker, budget: budget, read: read) { reading.add(fault) }
    }
  }

  /// What the command line says counts more than what the source says.
  private mutating func apply(_ overrides: PackOverrides, _ budget: Budget) {
    if let icon = overrides.icon {
      let slots = reading.pack.icon?.slots ?? [:]
      reading.pack.icon = PackIcon(
        art: outside(icon), background: reading.pack.icon?.background, slots: slots)
      take(
        AssetSource(path: icon) { FileSystem.disk.readFile(icon, limit: $0, follow: true) }.read(
          budget.fileBytes), from: icon
      )
    }
    if let color = overrides.iconBackground { reading.pack.icon?.background = color }
    if let color = overrides.background { reading.pack.metadata.background = color }
    if let name = overrides.name { declared?.metadata.name = name }
    guard overrides.changesDeclaration || declared != nil else { return }
    var declaration = declarationOrDefault
    if let icon = overrides.icon { (declaration.icon, declaration.hasIcon) = (icon, true) }
    declaration.hasIconBackground = reading.pack.icon?.background != nil
    declaration.metadata.background = reading.pack.metadata.background
    declared = declaration
  }

  /// Declares the name of the pack if the source does not say one. Messengers require a name.
  mutating func declare(name: String) {
    var declaration = declarationOrDefault
    if declaration.metadata.name == nil { declaration.metadata.name = name }
    declared = declaration
  }

  /// The declaration, or an empty one for a plain folder, which needs no icon.
  private var declarationOrDefault: PackDeclaration {
    if let declared { return declared }
    var plain = PackDeclaration(.description)
    plain.hasIcon = true
    return plain
  }

  /// The documents of catalogs, whether they are there or not, and what describes the message.
  var documents: [Path] { catalogs.flatMap(\.documents) + (message.map { [$0.path] } ?? []) }

  /// Removes documents and unlisted pictures that the configuration excludes, and unlisted pictures that the
  /// configuration gives a role other than sticker.
  mutating func leaveOut(by search: inout SettingsSearch) {
    for index in catalogs.indices { catalogs[index].exclude { search.excludes(document: $0) } }
    declared?.unlisted.removeAll { path in
      let settings = search.settings(at: path, isFolder: false)
      return settings.excluded != nil || settings.role.map { !Set<Role>.sent.contains($0.value) } ?? false
    }
  }

  /// Removes the stickers that the configuration excludes or gives another role.
  mutating func leaveOut(by settings: SettingsMap) {
    var left: Set<String> = []
    for sticker in reading.pack.stickers {
      let reasons = sticker.files.compactMap { file -> String? in
        let path = root.appending(file)
        return reasonToLeaveOut(path, settings).map { "\(path.displayText) is left out: \($0)" }
      }
      guard let reason = reasons.first else { continue }
      reading.leaveOut([reason])
      left.insert(sticker.id)
    }
    reading.pack.stickers.removeAll { left.contains($0.id) }
    reading.faults.removeAll { $0.sticker.map(left.contains) ?? false }
  }

  /// Removes all stickers but some.
  ///
  /// - Parameter ids: the ids of the stickers to keep.
  /// - Parameter withFaults: whether to keep the faults of stickers that cannot be read.
  mutating func keep(_ ids: Set<String>, withFaults: Bool) {
    reading.pack.stickers.removeAll { !ids.contains($0.id) }
    if !withFaults { reading.faults.removeAll { $0.sticker != nil } }
  }

  private func reasonToLeaveOut(_ path: Path, _ settings: SettingsMap) -> String? {
    if settings.excludes(path) { return "the configuration says so" }
    guard let role = settings.role(at: path), !Set<Role>.sent.contains(role) else { return nil }
    return "the configuration says that it is no sticker but of the role \(role.rawValue)"
  }

  /// What the source says of the stickers that are left.
  var declarations: [Path: PackDeclaration] {
    guard var declaration = declared else { return [:] }
    let art = Set(reading.pack.stickers.map { root.appending($0.file) })
    declaration.stickers.removeAll { !art.contains($0.path) }
    return [path: declaration]
  }

  /// The key of a file outside the source. Files of the source have no `.` in front and are never absolute.
  func outside(_ file: Path) -> Path {
    file.bytes.first == UInt8(ascii: "/") ? file : Path("./").appending(file)
  }

  /// Adds a file from outside the source.
  mutating func take(_ outcome: ReadOutcome, from file: Path) { files[outside(file)] = outcome }

  /// Bytes of all files together.
  var byteCount: Int {
    files.values.reduce(0) { sum, file in
      if case .bytes(let bytes) = file { sum + bytes.count } else { sum }
    }
  }

  /// The bytes of a file of the pack.
  package func read(_ file: Path) -> ReadOutcome { files[file] ?? .unreadable("it is not there") }

  /// Takes other bytes for a file of the pack, named as reports name it; the file itself stays as it is.
  mutating func take(_ bytes: [UInt8], for path: Path) {
    let beside = (reading.pack.icon?.files ?? []) + (reading.pack.message?.files ?? [])
    let all = reading.pack.stickers.flatMap(\.files) + beside
    for file in all where shown(file) == path { files[file] = .bytes(bytes) }
  }

  /// The stickers and icons as assets of one pack.
  var assets: [AssetSource] {
    func asset(_ file: Path, _ role: Role) -> AssetSource {
      AssetSource(path: shown(file), role: role, pack: path) { _ in read(file) }
    }
    let art = reading.pack.stickers.flatMap { sticker -> [AssetSource] in
      var seen: Set<Path> = []  // a sequence can show a picture several times
      return sticker.files.filter { seen.insert($0).inserted }.map {
        asset($0, sticker.sequence == nil ? .sticker : .frame)
      }
    }
    let beside = reading.pack.message?.files ?? []
    return art + (reading.pack.icon?.files ?? []).map { asset($0, .icon) }
      + beside.map { file in
        AssetSource(path: shown(file), role: .messageImage, pack: nil) { _ in read(file) }
      }
  }

  /// The path of a file, as reports name it.
  private func shown(_ file: Path) -> Path {
    if file.bytes.first == UInt8(ascii: "/") { return file }
    let isGiven = file.bytes.starts(with: Array("./".utf8))
    return isGiven ? Path(bytes: Array(file.bytes.dropFirst(2))) : root.appending(file)
  }
}

/// Reads files once, seen from the pack's folder.
///
/// - Parameter previous: files that are in memory.
private func readAll(
  _ sources: [AssetSource], of pack: LocatedPack, _ fileBytes: Int, _ previous: FileTree?
) throws -> [Path: ReadOutcome] {
  let known = previous?.byLength ?? [:]
  let place = SourceRoot(pack.folder, on: pack.disk)
  var (files, total) = ([Path: ReadOutcome](), 0)
  for source in sources {
    var outcome = source.read(fileBytes)
    if case .bytes(let bytes) = outcome {
      total += bytes.count
      if let same = known[bytes.count]?.first(where: bytes.hasSameBytes) { outcome = .bytes(same) }
    }
    guard total <= maxBytes else {
      throw UsageError("\(pack.path.displayText) holds more than \(maxBytes) bytes: too much for one pack")
    }
    files[place.relative(source.path)] = outcome
  }
  return files
}

/// All art of one pack together; a thousand stickers of the largest size are half of it.
private let maxBytes = 1 << 30

extension PackFile {
  /// The pack that it describes; its stickers have no ids yet.
  fileprivate func pack(named name: String) -> Pack {
    let stickers = stickers.map {
      Sticker(id: "", metadata: $0.metadata, file: $0.file.value, sequence: $0.sequence)
    }
    var pack = Pack(metadata: metadata, stickers: stickers)
    pack.name = name
    pack.bundleIdentifier = bundleIdentifier
    pack.baseURL = baseURL
    pack.cover = cover?.value
    let slots = Dictionary(slotIcons.map { ($0.slot, $0.file.value) }) { first, _ in first }
    pack.icon = (icon ?? iconSticker).map {
      PackIcon(art: $0.value, background: iconBackground, slots: slots)
    }
    pack.icon?.isDrawn = icon == nil
    return pack
  }
}

extension PackIcon {
  /// Every picture of its own that it names, the one that most icons are made from first.
  var files: [Path] {
    var seen: Set<Path> = []
    let pictures = isDrawn ? [] : [art]  // a sticker is one of the stickers
    return (pictures + slots.sorted { $0.key < $1.key }.map(\.value)).filter { seen.insert($0).inserted }
  }
}

/// The sources of a command line with their destinations, before anything is written.
package struct PackSources {
  /// The packs in the order of the command line; one that cannot be used does not stop the others.
  package let all: [Result<PackToBuild, UsageError>]

  /// The destination of each pack, in the same order.
  package let destinations: [Path]

  /// The packs that can be built.
  package var packs: [PackToBuild] { all.compactMap { try? $0.get() } }

  /// Finds every source.
  ///
  /// - Throws: why the only source cannot be used, or that a destination would destroy a source.
  ///
  /// - Parameter hasProjects: whether each pack gets a project, and so an app of its own.
  package init(
    _ sources: [Path], _ overrides: PackOverrides, _ output: Path, into: Path?, hasProjects: Bool
  ) throws {
    let located = try sources.map { source in
      do { return Result<LocatedPack, UsageError>.success(try locatePack(source, overrides)) } catch {
        guard sources.count > 1, let failure = error as? UsageError else { throw error }
        return .failure(failure)
      }
    }
    // A source that cannot be used keeps its name, so that the others have the same with and without it.
    let names = zip(sources, located).map { source, pack in
      (try? pack.get().name) ?? packName(of: FileSystem.disk.realPath(of: source))
    }
    let packs = located.compactMap { try? $0.get() }
    let folders = safeNames(names).map { sources.count == 1 ? output : output.appending($0.name) }
    destinations = folders
    var apps: [String: Path] = [:]
    all = try zip(located, folders).map { pack, destination in
      guard case .success(let pack) = pack else {
        return pack.map { PackToBuild($0, destination: destination) }
      }
      if hasProjects, let other = apps.updateValue(pack.path, forKey: pack.app) {
        return .failure(
          UsageError(
            "\(pack.path.displayText) and \(other.displayText) would be the same app, \(Untrusted(pack.app).displayText): "
              + "give each a name and a bundle-identifier of its own in a stickerpack.yml"))
      }
      let build = PackToBuild(pack, destination: destination)
      try build.ensureOutsideSources(of: packs)
      return .success(build)
    }
    guard let into, let pack = packs.first else { return }
    let (app, art, build) = (
      FileSystem.disk.realPath(of: into), FileSystem.disk.realPath(of: pack.folder),
      FileSystem.disk.realPath(of: output)
    )
    if app.isInsideOrEqual(art) || art.isInsideOrEqual(app) {
      throw UsageError(
        "\(into.displayText) and the art of \(pack.folder.displayText) lie in each other: keep them side by side"
      )
    }
    if app.isInsideOrEqual(build) || build.isInsideOrEqual(app) {
      throw UsageError(
        "\(into.displayText) and \(output.displayText) lie in each other: choose another \(.output)")
    }
  }
}

/// A pack that is read once for all messengers.
struct SharedPackReader {
  let pack: LocatedPack
  /// The sequences that have been put together.
  var joined = JoinedSequences()
  private var read: (budget: Budget, pack: OpenedPack)?

  init(_ pack: LocatedPack) { self.pack = pack }

  /// The pack as it is on the disk.
  mutating func opened(_ budget: Budget) throws -> OpenedPack {
    if let read, read.budget == budget { return read.pack }
    let opened = try OpenedPack(pack, budget)
    read = (budget, opened)
    joined = JoinedSequences()
    return opened
  }

  /// For how many messengers the pack's art is worked on at once: what it becomes for each is held in memory.
  var messengersAtOnce: Int { maxBytes / max(1, read?.pack.byteCount ?? 1) }
}
