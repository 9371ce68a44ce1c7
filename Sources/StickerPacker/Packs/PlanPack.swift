package import StickerEngine
package import StickerImage

/// How a pack is built.
package struct PackOptions: Sendable {
  /// The sizes that are made beside the @3x art.
  var variants: VariantSelection
  /// Stickers at once, at least 1; the result does not depend on it.
  var jobs: Int
  /// Version of the program; stands in the manifest.
  var toolVersion: String
  /// The most that one sticker may take.
  var budget: Budget
  /// What the messenger takes: sizes stay within, and what they weigh is said by it.
  package var limits = MessengerLimits.apple
  /// The oldest iOS that an Xcode project is to run on; nil makes none.
  var deploymentTarget: String?
  /// What kind of extension the project has, one that is made or one that stays.
  package var template = ProjectTemplate.stickerPack
  /// Whether a project without code has the texts of the catalog in every language.
  package var localizesCatalog = false
  /// Whether there is a sheet with every sticker on the test backgrounds.
  var contactSheet: Bool
  /// The effort with which sizes, sequences and icons take the fewest bytes; nil: they are encoded quickly.
  package var smallest: OptimizingEffort?
  /// Makes a size lighter that weighs more than Messages takes or than a larger size, giving up colors that
  /// people may miss; gives nil where it cannot. Nil: no color that anybody sees is given up.
  ///
  /// Its parameters: the frames, how often they play (nil for a still), complete color chunks, and the most
  /// bytes.
  package var reduceSize: (@Sendable ([Frame], Int?, [[UInt8]], Int) -> ReducedSize?)?

  package init(
    variants: VariantSelection = .all, jobs: Int = 1, toolVersion: String, budget: Budget = .standard,
    deploymentTarget: String? = nil, contactSheet: Bool = false
  ) {
    self.variants = variants
    self.jobs = jobs
    self.toolVersion = toolVersion
    self.budget = budget
    self.deploymentTarget = deploymentTarget
    self.contactSheet = contactSheet
  }
}

/// A pack that is complete in memory, before anything is written.
package struct PackPlan: Sendable {
  /// Every file of the pack, `manifest.json` among them.
  package internal(set) var tree: FileTree
  /// What `manifest.json` says.
  package internal(set) var manifest: Manifest
  /// What was chosen and changed; already escaped for people.
  package internal(set) var notes: [UserMessage]
  /// What was chosen for a new project.
  package internal(set) var projectNotes: [UserMessage] = []
  /// Files of the tree that were hashed and decoded when they were made, by path.
  package let builtFiles: [String: BuiltFile]
  /// Files of the tree that stay from an older build: those of a project, which people may have changed.
  package internal(set) var preservedFiles: Set<String> = []

  /// The parts of the catalog that an asset catalog of an app takes: the sticker pack, and the icons where
  /// there are any; by the name of their folder.
  package var setsForApps: [(name: String, tree: FileTree)] {
    setNames.compactMap { name in
      let place = "\(catalogName)/\(name)/"
      var part = FileTree()
      for path in tree.paths where path.hasPrefix(place) {
        part[String(path.dropFirst(place.count))] = tree[path]
      }
      return part.paths.isEmpty ? nil : (name, part)
    }
  }
}

private let setNames = [stickerPackName, IconSet.folderName]

/// The parts for apps that a build made: some of those that `PackPlan.setsForApps` has, by their names.
///
/// - Parameter manifest: of that build; no manifest of ours made nothing.
package func setsForApps(madeBy manifest: [UInt8]) -> [String] {
  guard let manifest = try? Manifest(parsing: manifest) else { return [] }
  return setNames.filter { name in
    manifest.catalog.contains { $0.path.hasPrefix("\(catalogName)/\(name)/") }
  }
}

/// Whether a folder of an asset catalog is as a build made it: its files are those that the build's manifest
/// names, and no others.
///
/// - Parameter name: of the folder: `Sticker Pack.stickerpack`.
/// - Parameter manifest: of that build; no manifest of ours made nothing.
package func isUnmodified(_ set: FileTree, named name: String, accordingTo manifest: [UInt8]) -> Bool {
  guard let manifest = try? Manifest(parsing: manifest) else { return false }
  let place = "\(catalogName)/\(name)/"
  let made = manifest.catalog.filter { $0.path.hasPrefix(place) }
  return made.count == set.paths.count
    && made.allSatisfy { file in
      set[String(file.path.dropFirst(place.count))].map { SHA256.hexDigest(of: $0) == file.sha256 } ?? false
    }
}

/// Returns whether a folder of an asset catalog is unchanged since Xcode created it for a target: it holds
/// only a `Contents.json` that lists no picture and no sticker.
///
/// - Parameter name: the name of the folder, for example `iMessage App Icon.stickersiconset`.
package func isFresh(_ set: FileTree, named name: String) -> Bool {
  set.paths == [contentsName] && set[contentsName].map { isFresh(document: $0, ofSet: name) } ?? false
}

/// Returns whether the `Contents.json` of a set is unchanged since Xcode created it for a new target.
///
/// - Parameter name: the name of the set's folder.
package func isFresh(document: [UInt8], ofSet name: String) -> Bool {
  guard let json = try? JSON(parsing: document, atMost: JSON.maxCatalogBytes) else { return false }
  switch CatalogSet.Kind(Path(name)) {
  case .icons:
    guard case .array(let images)? = json["images"] else { return false }
    return images.allSatisfy { if case .object = $0 { $0["filename"] == nil } else { false } }
  case .pack:
    guard json["info"]?["author"] == .string("xcode") else { return false }
    return json["stickers"] == nil || json["stickers"] == .array([])
  default: return false
  }
}

/// A file that was hashed, and each of its frames decoded, when it was made.
package struct BuiltFile: Sendable {
  /// The bytes of the whole file.
  let bytes: [UInt8]
  /// SHA-256 of the bytes: 64 lower-case hexadecimal digits.
  let sha256: String
}

/// Plans a pack: makes the sizes of every sticker, the icons, the catalog, a contact sheet, the project where
/// one is asked for, and the manifest. The same pack and the same bytes give the same tree on every machine
/// with any number of jobs.
///
/// - Parameter pack: its ids are safe and unique, as `packFromFolder`, `packFromFile` and
///   `packFromCatalog` make them.
/// - Parameter previous: a build from which unchanged stickers are reused, if it is reusable; the result is the
///   same.
/// - Parameter skipped: stickers of the source that are not to be built; they stand in the manifest.
/// - Parameter read: the bytes of a file of the pack, called once for each, side by side.
/// - Parameter delivered: called with the number of stickers that are done, for a progress line.
/// - Throws: `Diagnostic.noSticker`; a `Diagnostic` with every sticker and icon that cannot be read or decoded, in
///   the order of the pack; `InternalError` if an encoder fails.
package func planPack(
  _ pack: Pack, skipped: [SkippedSticker] = [], _ options: PackOptions, over previous: PreviousBuild? = nil,
  read: @escaping @Sendable (Path) -> ReadOutcome, delivered: (Int) -> Void = { _ in }
) async throws -> PackPlan {
  guard !pack.stickers.isEmpty else { throw Diagnostic.noSticker }
  var (built, faults) = try await buildStickers(pack.stickers, options, previous, read, delivered)
  var icons: IconSet?
  do {
    icons = try pack.icon.map {
      try iconSet(
        from: iconSource($0, options, read), budget: options.budget, smallest: options.smallest)
    }
  } catch let error as Diagnostic { faults += error.all }
  var message: [Path: [UInt8]] = [:]
  for file in options.template == .interactiveMessage ? pack.message?.files ?? [] : [] {
    do throws(Diagnostic) { message[file] = try bytes(of: file, nil, options.budget, read) } catch {
      faults.append(error)
    }
  }
  guard faults.isEmpty else { throw Diagnostic(all: faults) }
  return try PackPlan(pack, built, icons, message, skipped, options)
}

extension Diagnostic {
  /// A pack without a sticker that may be built.
  package static let noSticker = Diagnostic("the pack holds no sticker that can be built")
}

/// Reads the pictures of icons.
///
/// - Throws: a `Diagnostic` with each that cannot be read.
private func iconSource(
  _ icon: PackIcon, _ options: PackOptions, _ read: (Path) -> ReadOutcome
) throws -> IconSource {
  var faults: [Diagnostic] = []
  func picture(_ file: Path) -> IconSource.Picture? {
    switch read(file) {
    case .bytes(let bytes): return IconSource.Picture(file: file, bytes: bytes)
    case .unreadable(let reason):
      faults.append(Diagnostic("\(reason)", file: file, rule: RuleID.unreadableFile))
    case .tooLarge(let length):
      let exceeded = LimitExceeded(.fileBytes, measured: length, options.budget)
      faults.append(Diagnostic("\(exceeded.sentence)", file: file, rule: RuleID.resourceLimit))
    }
    return nil
  }
  let art = picture(icon.art)
  var own: [IconSlot: IconSource.Picture] = [:]
  for slot in IconSlot.all { own[slot] = icon.slots[slot.name].flatMap(picture) }
  guard var art, faults.isEmpty else { throw Diagnostic(all: faults) }
  if icon.isDrawn {
    art = try iconPicture(drawnFrom: art, on: icon.background ?? whiteBelowDrawnIcons, budget: options.budget)
  }
  return IconSource(art, background: icon.background, own: own)
}

private func buildStickers(
  _ stickers: [Sticker], _ options: PackOptions, _ previous: PreviousBuild?,
  _ read: @escaping @Sendable (Path) -> ReadOutcome, _ delivered: (Int) -> Void
) async throws -> (built: [BuiltSticker], faults: [Diagnostic]) {
  let gate = MemoryGate()
  var (built, faults) = ([BuiltSticker](), [Diagnostic]())
  var (defect, done) = ((any Error)?.none, 0)
  await mapInOrder(stickers, jobs: options.jobs) { sticker -> Result<BuiltSticker, any Error> in
    do {
      let files = try sticker.files.map { try bytes(of: $0, sticker, options.budget, read) }
      return .success(try await buildSticker(sticker, files, options, over: previous, gate))
    } catch { return .failure(error) }
  } deliver: { result in
    done += 1
    delivered(done)
    switch result {
    case .success(let sticker): built.append(sticker)
    case .failure(let fault as Diagnostic): faults.append(fault)
    case .failure(let error): defect = defect ?? error
    }
  }
  if let defect { throw defect }
  return (built, faults)
}

/// Everything of one sticker: a function of the sticker and the bytes of its files.
private func buildSticker(
  _ sticker: Sticker, _ files: [[UInt8]], _ options: PackOptions, over previous: PreviousBuild?,
  _ gate: MemoryGate
) async throws -> BuiltSticker {
  guard let sequence = sticker.sequence else {
    return try await buildSticker(sticker, files[0], options, over: previous, gate)
  }
  var art = previous?.assembled(sticker, frames: files)
  if art == nil {
    art = try await assembledSequence(
      sticker, sequence, frames: files, budget: options.budget, smallest: options.smallest, gate)
  }
  var built = try await buildSticker(sticker, art ?? [], options, over: previous, gate)
  built.frames = files
  return built
}
