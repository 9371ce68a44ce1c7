public import StickerImage
public import StickerModel

/// How a pack is built.
public struct PackOptions: Sendable {
  /// Sizes beside the @3x art.
  public var variants: VariantSelection
  /// Stickers at once, at least 1; the result does not depend on it.
  public var jobs: Int
  /// Version of the program; stands in the manifest.
  public var toolVersion: String
  /// The most that one sticker may take.
  public var budget: Budget

  /// Options.
  public init(
    variants: VariantSelection = .all, jobs: Int = 1, toolVersion: String, budget: Budget = .standard
  ) {
    self.variants = variants
    self.jobs = jobs
    self.toolVersion = toolVersion
    self.budget = budget
  }
}

/// A pack that is complete in memory, before anything is written.
public struct PackPlan: Sendable {
  /// Every file of it, `manifest.json` among them.
  public let tree: FileTree
  /// What `manifest.json` says.
  public let manifest: Manifest
  /// What was chosen and changed; already escaped for people.
  public let notes: [String]
  /// Files of the tree that were hashed and decoded when they were made, by path.
  public let made: [String: MadeFile]
}

/// A file that was hashed, and each of its frames decoded, when it was made.
public struct MadeFile: Sendable {
  /// All of it.
  public let bytes: [UInt8]
  /// 64 lower-case hexadecimal digits.
  public let sha256: String
}

/// Why a pack cannot be planned.
public enum PackError: Error, Hashable, Sendable {
  /// There is no sticker in it, or none that may be built.
  case empty
  /// Every sticker that cannot be read or decoded, in the order of the pack.
  case faults([SourceFault])
}

/// Plans a pack: makes the sizes of every sticker, the catalog and the manifest. The same pack and the same
/// bytes give the same tree on every machine with any number of jobs.
///
/// - Parameter pack: its ids are safe and unique, as `packFromFolder` and `packFromCatalog` make them.
/// - Parameter skipped: stickers of the source that are not to be built; they stand in the manifest.
/// - Parameter read: the bytes of a sticker's `file`, called once for each, side by side.
/// - Parameter delivered: called with the number of stickers that are done, for a progress line.
/// - Throws: `PackError`; `EncodingDefect` where an encoder of ours did not keep its promise.
public func planPack(
  _ pack: Pack, skipped: [SkippedSticker] = [], _ options: PackOptions,
  read: @escaping @Sendable (Path) -> ReadOutcome, delivered: (Int) -> Void = { _ in }
) async throws -> PackPlan {
  guard !pack.stickers.isEmpty else { throw PackError.empty }
  let built = try await buildStickers(pack.stickers, options, read, delivered)
  var notes = built.flatMap(\.notes)
  notes += built.flatMap(heavyVariants)
  let longerSides = built.flatMap { $0.variants.prefix(1) }.map(\.pixels.longerSide)
  let gridSize = pack.gridSize ?? .nearest(to: longerSides)
  if pack.gridSize == nil {
    notes.append("grid size \(gridSize.rawValue) (\(gridSize.pixels) px): the one nearest to the art")
  }
  let catalog = FileTree(catalogTree(built.map(catalogSticker), gridSize: gridSize), below: catalogName)
  var tree = catalog
  for sticker in built {
    for variant in sticker.variants { tree[path(of: variant, sticker.sticker.id)] = variant.bytes }
  }
  var manifest = Manifest(
    toolVersion: options.toolVersion, name: pack.name, gridSize: gridSize,
    stickers: built.map(manifestSticker),
    skipped: skipped, catalog: manifestFiles(of: catalog, built), digest: "")
  manifest.digest = packDigest(of: manifest.files)
  tree[Manifest.fileName] = manifest.encoded()
  return PackPlan(tree: tree, manifest: manifest, notes: notes, made: madeFiles(built))
}

/// Variants, and the art of the catalog.
private func madeFiles(_ built: [BuiltSticker]) -> [String: MadeFile] {
  var made: [String: MadeFile] = [:]
  for sticker in built {
    for variant in sticker.variants where variant.isDecoded {
      made[path(of: variant, sticker.sticker.id)] = MadeFile(bytes: variant.bytes, sha256: variant.sha256)
    }
    let art = "\(catalogName)/\(imagePath(in: catalogSticker(sticker)))"
    made[art] = made[path(of: sticker.variants[0], sticker.sticker.id)]
  }
  return made
}

private func buildStickers(
  _ stickers: [Sticker], _ options: PackOptions, _ read: @escaping @Sendable (Path) -> ReadOutcome,
  _ delivered: (Int) -> Void
) async throws -> [BuiltSticker] {
  let gate = MemoryGate()
  var (built, faults) = ([BuiltSticker](), [SourceFault]())
  var (defect, done) = ((any Error)?.none, 0)
  await mapInOrder(stickers, jobs: options.jobs) { sticker -> Result<BuiltSticker, any Error> in
    func fault(_ reason: String) -> Result<BuiltSticker, any Error> {
      .failure(SourceFault(path: sticker.file, reason: reason, rule: "unreadable-file", sticker: sticker.id))
    }
    switch read(sticker.file) {
    case .unreadable(let reason): return fault(reason)
    case .tooLarge(let length):
      return fault(LimitExceeded(.fileBytes, measured: length, options.budget).sentence)
    case .bytes(let bytes):
      do {
        return .success(
          try await buildSticker(
            sticker, bytes, scales: options.variants.scales, budget: options.budget, gate))
      } catch { return .failure(error) }
    }
  } deliver: { result in
    done += 1
    delivered(done)
    switch result {
    case .success(let sticker): built.append(sticker)
    case .failure(let fault as SourceFault): faults.append(fault)
    case .failure(let error): defect = defect ?? error
    }
  }
  if let defect { throw defect }
  guard faults.isEmpty else { throw PackError.faults(faults) }
  return built
}

/// A scaled picture has more colors than its source had, so that of a palette can weigh more than it.
private func heavyVariants(_ built: BuiltSticker) -> [String] {
  built.variants.dropFirst().filter { $0.bytes.count >= heaviestSticker }.map { variant in
    "\(path(of: variant, built.sticker.id)) weighs \(variant.bytes.count) bytes, a sticker must weigh less "
      + "than \(heaviestSticker); art with fewer colors or frames gives lighter sizes"
  }
}

/// Apple's limit in its safe reading, as `file-size` has it.
private let heaviestSticker = 500_000

private func path(of variant: BuiltVariant, _ id: String) -> String {
  "variants/\(id)\(variant.scale.suffix).\(variant.fileExtension)"
}

private func catalogSticker(_ built: BuiltSticker) -> CatalogSticker {
  let art = built.variants[0]
  return CatalogSticker(
    id: built.sticker.id, label: accessibilityLabel(in: built.sticker.descriptions),
    fileExtension: art.fileExtension, bytes: art.bytes)
}

/// The files of the catalog; the hash of its art is known already.
private func manifestFiles(of catalog: FileTree, _ built: [BuiltSticker]) -> [ManifestFile] {
  let arts = built.map { ("\(catalogName)/\(imagePath(in: catalogSticker($0)))", $0.variants[0].sha256) }
  let known = Dictionary(arts) { first, _ in first }
  return catalog.paths.map { path in
    let bytes = catalog[path] ?? []
    return ManifestFile(
      path: path, bytes: bytes.count, sha256: known[path] ?? SHA256.hexDigest(of: bytes))
  }
}

private func manifestSticker(_ built: BuiltSticker) -> ManifestSticker {
  let sticker = built.sticker
  let variants = built.variants.map { variant in
    ManifestVariant(
      scale: variant.scale,
      file: ManifestFile(
        path: path(of: variant, sticker.id), bytes: variant.bytes.count, sha256: variant.sha256),
      format: variant.format, pixels: variant.pixels, frames: variant.frames)
  }
  return ManifestSticker(
    id: sticker.id, name: sticker.name, source: sticker.file.shown, descriptions: sticker.descriptions,
    keywords: sticker.keywords, animation: built.animation, variants: variants)
}

extension FileTree {
  fileprivate init(_ tree: FileTree, below folder: String) {
    self.init()
    add(tree, below: folder)
  }
}
