package import StickerEngine
package import StickerImage

/// The options for building a pack.
package struct PackOptions: Sendable {
  /// The variants to make in addition to the @3x art.
  var variants: SmallerVariantSelection
  /// The number of stickers to build at the same time, at least 1. It does not affect the result.
  var jobs: Int
  /// The program version for the manifest.
  var toolVersion: String
  /// The resource limits for one sticker.
  var budget: DecodingBudget
  /// The limits of the messenger for dimensions and file sizes.
  package var limits = MessengerLimits.apple
  /// The oldest iOS version that the Xcode project supports; nil for no project.
  var deploymentTargetIfMakingProject: String?
  /// Whether the user chose the deployment target, which then replaces the existing project's.
  package var hasChosenDeploymentTarget = true
  /// The template of the project, which may be new or kept from the previous build.
  package var template = ProjectTemplate.stickerPack
  /// Whether a project without code has the catalog's descriptions in every language.
  package var localizesCatalogDescriptions = false
  /// Whether to make contact sheets.
  var makesContactSheet: Bool
  /// The effort for minimizing the file sizes of variants, sequences and icons; nil to encode quickly.
  package var minimizingEffort: OptimizingEffort?
  /// Reduces the file size of a variant that is too large for Messages, or whose file is larger than the file
  /// of a larger variant. The function may reduce colors with a visible difference, and returns nil if it
  /// fails. If this property is nil, colors are never visibly reduced.
  ///
  /// Its parameters are the frames, the loop count (nil for a still), complete color chunks, and the maximum
  /// number of bytes.
  package var reduceFileSizeLossily: (@Sendable ([Frame], Int?, [[UInt8]], Int) -> EncodedVariant?)?
  /// The programs that drew art, with their versions.
  package var renderers: [ManifestRenderingProgram] = []
  /// Draws the art of a sticker at the size of a variant, if a program drew it. Returns nil for other art,
  /// and for art that has changed since then. Its parameters are the file of the sticker, its bytes and the
  /// size.
  package var redrawSVG: (@Sendable (Path, [UInt8], PixelSize) -> Bitmap?)?

  package init(
    variants: SmallerVariantSelection = .all, jobs: Int = 1, toolVersion: String,
    budget: DecodingBudget = .standard,
    deploymentTarget: String? = nil, contactSheet: Bool = false
  ) {
    self.variants = variants
    self.jobs = jobs
    self.toolVersion = toolVersion
    self.budget = budget
    self.deploymentTargetIfMakingProject = deploymentTarget
    self.makesContactSheet = contactSheet
  }
}

/// A complete pack in memory, before anything is written.
package struct PackInMemory: Sendable {
  /// Every file of the pack, including `manifest.json`.
  package internal(set) var tree: FileTree
  /// The content of `manifest.json`.
  package internal(set) var manifest: Manifest
  /// Notes on choices and changes, escaped for display.
  package internal(set) var notes: [UserMessage]
  /// Notes on choices for a new project.
  package internal(set) var projectNotes: [UserMessage] = []
  /// The input of the Xcode project; nil if none was requested.
  let xcodeProjectInput: XcodeProjectInput?
  /// Files of the tree that were hashed and decoded when they were made, by path.
  package let hashedDecodableFiles: [String: FullyDecodedFile]
  /// Files of the tree that are kept from an earlier build: files of a project and next to it that the user
  /// may have changed or added.
  package internal(set) var preservedFiles: Set<String> = []

  /// The parts of the catalog for an app's asset catalog: the sticker pack, and the icons if there are any,
  /// with the names of their folders.
  package var assetCatalogFolders: [(name: String, tree: FileTree)] {
    assetCatalogFolderNames.compactMap { name in
      let place = "\(catalogFolderName)/\(name)/"
      var part = FileTree()
      for path in tree.paths where path.hasPrefix(place) {
        part[String(path.dropFirst(place.count))] = tree[path]
      }
      return part.paths.isEmpty ? nil : (name, part)
    }
  }
}

private let assetCatalogFolderNames = [stickerPackFolderName, IconSet.folderName]

/// The names of the parts in `PackInMemory.assetCatalogFolders` that a build made.
///
/// - Parameter manifest: the manifest of that build. The result is empty if the manifest is not from
///   stickerlint.
package func builtAssetCatalogFolderNames(listedIn manifest: [UInt8]) -> [String] {
  guard let manifest = try? Manifest(parsing: manifest) else { return [] }
  return assetCatalogFolderNames.filter { name in
    manifest.catalogFiles.contains { $0.path.hasPrefix("\(catalogFolderName)/\(name)/") }
  }
}

/// Whether a folder in an asset catalog is exactly as a build made it: it has the files that the build's
/// manifest lists, and no others.
///
/// - Parameter name: the name of the folder, for example `Sticker Pack.stickerpack`.
/// - Parameter manifest: the manifest of that build. The result is false if the manifest is not from
///   stickerlint.
package func isUnmodifiedCatalogFolder(_ set: FileTree, named name: String, accordingTo manifest: [UInt8])
  -> Bool
{
  guard let manifest = try? Manifest(parsing: manifest) else { return false }
  let place = "\(catalogFolderName)/\(name)/"
  let made = manifest.catalogFiles.filter { $0.path.hasPrefix(place) }
  return made.count == set.paths.count
    && made.allSatisfy { file in
      file.matches(set[String(file.path.dropFirst(place.count))])
    }
}

/// Returns whether a folder in an asset catalog is unchanged since Xcode created it for a target: it has only
/// a `Contents.json` that lists no images and no stickers.
///
/// - Parameter name: the name of the folder, for example `iMessage App Icon.stickersiconset`.
package func isEmptyCatalogFolder(_ set: FileTree, named name: String) -> Bool {
  set.paths == [contentsFileName]
    && set[contentsFileName].map { isEmptyCatalogFolder(document: $0, named: name) } ?? false
}

/// Returns whether the `Contents.json` of a set is unchanged since Xcode created it for a new target.
///
/// - Parameter name: the name of the set's folder.
package func isEmptyCatalogFolder(document: [UInt8], named name: String) -> Bool {
  guard let json = try? JSON(parsing: document, maxBytes: JSON.maxCatalogDocumentBytes) else { return false }
  switch CatalogFolder.Kind(Path(name)) {
  case .icons:
    guard case .array(let images)? = json["images"] else { return false }
    return images.allSatisfy { if case .object = $0 { $0["filename"] == nil } else { false } }
  case .pack:
    guard json["info"]?["author"] == .string("xcode") else { return false }
    return json["stickers"] == nil || json["stickers"] == .array([])
  default: return false
  }
}

/// A file that was hashed, and whose frames were all decoded, when it was made.
package struct FullyDecodedFile: Sendable {
  /// The bytes of the whole file.
  let bytes: [UInt8]
  /// The SHA-256 of the bytes, as 64 lowercase hexadecimal digits.
  let sha256: String
}

/// Plans a pack: makes the variants of every sticker, the icons, the catalog, contact sheets, the project if
/// requested, and the manifest. The same pack and bytes produce the same tree on every machine, with any
/// number of jobs.
///
/// - Parameter pack: a pack with safe and unique ids, such as one returned by `packFromFolder`,
///   `packWithIDsFromNames` or `packFromCatalog`.
/// - Parameter previous: a build whose unchanged stickers are reused, if it is reusable. Reuse does not
///   affect the result.
/// - Parameter skipped: stickers in the source that are not built. The manifest lists them.
/// - Parameter read: reads a file of the pack. Called concurrently, once for each file.
/// - Parameter onProgress: called with the number of finished stickers, for a progress line.
/// - Throws: `Diagnostic.noSticker`; a `Diagnostic` that lists every sticker and icon that cannot be read or
///   decoded, in the order of the pack; `InternalError` if an encoder fails.
package func buildPackInMemory(
  _ pack: Pack, skipped: [SkippedSticker] = [], _ options: PackOptions,
  reusing previous: PreviousBuild? = nil,
  read: @escaping @Sendable (Path) -> ReadOutcome, onProgress: (Int) -> Void = { _ in }
) async throws -> PackInMemory {
  guard !pack.stickers.isEmpty else { throw Diagnostic.noSticker }
  var (built, faults) = try await buildStickers(pack.stickers, options, previous, read, onProgress)
  var icons: IconSet?
  do {
    icons = try pack.icon.map {
      try iconSet(
        from: iconSource($0, options, read), budget: options.budget,
        minimizingEffort: options.minimizingEffort)
    }
  } catch let error as Diagnostic { faults += error.allDiagnostics }
  var message: [Path: [UInt8]] = [:]
  for file in options.template == .interactiveMessage ? pack.message?.files ?? [] : [] {
    do throws(Diagnostic) { message[file] = try readBytes(of: file, nil, options.budget, read) } catch {
      faults.append(error)
    }
  }
  guard faults.isEmpty else { throw Diagnostic(combining: faults) }
  return try PackInMemory(pack, built, icons, message, skipped, options)
}

extension Diagnostic {
  /// The error for a pack without stickers that can be built.
  package static let noSticker = Diagnostic("the pack has no sticker that can be built")
}

/// Reads the icon images.
///
/// - Throws: a `Diagnostic` that lists each image that cannot be read.
private func iconSource(
  _ icon: PackIcon, _ options: PackOptions, _ read: (Path) -> ReadOutcome
) throws -> IconSetSource {
  var faults: [Diagnostic] = []
  func picture(_ file: Path) -> IconSetSource.ImageFile? {
    switch read(file) {
    case .bytes(let bytes): return IconSetSource.ImageFile(file: file, bytes: bytes)
    case .unreadable(let reason):
      faults.append(Diagnostic("\(reason)", file: file, rule: RuleID.unreadableFile))
    case .tooLarge(let length):
      let exceeded = ExceededLimit(.fileBytes, measured: length, options.budget)
      faults.append(Diagnostic("\(exceeded.messageWithAdvice)", file: file, rule: RuleID.resourceLimit))
    }
    return nil
  }
  let art = picture(icon.art)
  var own: [IconSlot: IconSetSource.ImageFile] = [:]
  for slot in IconSlot.all { own[slot] = icon.slotImages[slot.name].flatMap(picture) }
  guard var art, faults.isEmpty else { throw Diagnostic(combining: faults) }
  if icon.isStickerArt {
    art = try iconSourceShowingSticker(
      from: art, on: icon.background ?? defaultDrawnIconBackground, budget: options.budget)
  }
  return IconSetSource(art, background: icon.background, imagesBySlot: own)
}

private func buildStickers(
  _ stickers: [PackSticker], _ options: PackOptions, _ previous: PreviousBuild?,
  _ read: @escaping @Sendable (Path) -> ReadOutcome, _ delivered: (Int) -> Void
) async throws -> (built: [BuiltSticker], faults: [Diagnostic]) {
  let gate = MemoryGate()
  var (built, faults) = ([BuiltSticker](), [Diagnostic]())
  var (defect, done) = ((any Error)?.none, 0)
  await mapInOrder(stickers, jobs: options.jobs) { sticker -> Result<BuiltSticker, any Error> in
    do {
      try Task.checkCancellation()
      let files = try sticker.files.map { try readBytes(of: $0, sticker, options.budget, read) }
      return .success(try await buildSticker(sticker, files, options, reusing: previous, gate))
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

/// Builds one sticker. The result depends only on the sticker and the bytes of its files.
private func buildSticker(
  _ sticker: PackSticker, _ files: [[UInt8]], _ options: PackOptions, reusing previous: PreviousBuild?,
  _ gate: MemoryGate
) async throws -> BuiltSticker {
  guard let sequence = sticker.sequence else {
    return try await buildSticker(sticker, files[0], options, reusing: previous, gate)
  }
  var art = previous?.reusableAnimation(sticker, frames: files)
  if art == nil {
    art = try await assembledSequenceAPNG(
      sticker, sequence, frames: files, budget: options.budget, minimizingEffort: options.minimizingEffort,
      gate)
  }
  var built = try await buildSticker(sticker, art ?? [], options, reusing: previous, gate)
  built.originalFrameFiles = files
  return built
}
