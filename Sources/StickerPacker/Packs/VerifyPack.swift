package import StickerEngine
import StickerImage

/// Verifies a built pack independently of the code that built it. Checks that the manifest is valid, that
/// every file that it lists exists with the listed size and hash, that there are no other files, that every
/// variant decodes to the expected dimensions, frames and timing, that the catalog is readable and has the
/// same stickers, and that the digest is correct.
///
/// - Parameter builtFiles: files by path that were hashed and decoded when they were made. If the tree has
///   the same bytes, these files are not hashed and decoded again.
/// - Parameter preservedFiles: files of a project and next to it that the user may have changed or added.
/// - Parameter jobs: the number of variants to check at the same time, at least 1.
/// - Returns: one sentence for each fault, in the order of the manifest; empty for a valid pack.
package func verifyPack(
  _ tree: FileTree, fullyDecodedFiles builtFiles: [String: FullyDecodedFile] = [:],
  preservedFiles: Set<String> = [], jobs: Int = 1
) async -> [String] {
  guard let bytes = tree[Manifest.fileName] else { return ["\(Manifest.fileName) is missing"] }
  let manifest: Manifest
  do { manifest = try Manifest(parsing: bytes) } catch { return ["\(Manifest.fileName): \(error)"] }
  var faults: [String] = []
  await mapInOrder(manifest.filesOutsideProject, jobs: jobs) { file in
    fileFaults(file, tree, builtFiles[file.path])
  } deliver: { found in
    faults += found
  }
  faults += treeFaults(tree, manifest, preservedFiles)
  await mapInOrder(manifest.stickers, jobs: jobs) { sticker in
    stickerFaults(sticker, tree, builtFiles)
  } deliver: { found in
    faults += found
  }
  return faults + catalogFaults(tree, manifest)
}

private func fileFaults(_ file: ManifestFile, _ tree: FileTree, _ built: FullyDecodedFile?) -> [String] {
  let shown = UntrustedText(file.path).displayText
  guard let bytes = tree[file.path] else { return ["\(shown) is missing"] }
  var faults: [String] = []
  if bytes.count != file.byteCount {
    faults.append("\(shown) has \(bytes.count) bytes, not \(file.byteCount)")
  }
  // The comparison is fast if both arrays share the same storage.
  let sha256 = built.flatMap { $0.bytes == bytes ? $0.sha256 : nil } ?? SHA256.hexDigest(of: bytes)
  if sha256 != file.sha256 { faults.append("\(shown) has a different SHA-256") }
  return faults
}

private func treeFaults(_ tree: FileTree, _ manifest: Manifest, _ preservedFiles: Set<String>) -> [String] {
  let project = manifest.project?.files ?? []
  var named: Set<String> = [Manifest.fileName]
  var faults = (manifest.filesOutsideProject + project).filter { !named.insert($0.path).inserted }.map {
    "\(UntrustedText($0.path).displayText) is listed twice"
  }
  faults += project.filter { !preservedFiles.contains($0.path) }.flatMap { fileFaults($0, tree, nil) }
  named.formUnion(preservedFiles)
  faults += tree.paths.filter { !named.contains($0) }.map {
    "\(UntrustedText($0).displayText) is not in the manifest"
  }
  if manifestFilesDigest(of: manifest.filesOutsideProject) != manifest.filesOutsideProjectDigest {
    faults.append("the digest of all files differs")
  }
  return faults
}

private func stickerFaults(
  _ sticker: ManifestSticker, _ tree: FileTree, _ builtFiles: [String: FullyDecodedFile]
) -> [String] {
  guard let art = sticker.variants.first, art.scale == .x3 else {
    return ["\(UntrustedText(sticker.id).displayText) has no @3x variant"]
  }
  let container = tree[art.file.path].flatMap { ImageContainer(of: $0, budget: .unlimited) }
  let canvas = art.pixels.oriented(by: container?.orientation ?? 1)
  return sticker.variants.flatMap { variant -> [String] in
    guard let bytes = tree[variant.file.path] else { return [] }  // reported already
    let isArt = variant.file.path == art.file.path
    let variantContainer = isArt ? container : ImageContainer(of: bytes, budget: .unlimited)
    var faults = variantFaults(variant, sticker.animation, container?.animation, variantContainer)
    if builtFiles[variant.file.path]?.bytes != bytes { faults += decodingFaults(bytes) }
    let due = canvas.variantSize(scale: variant.scale.rawValue)
    if variant.scale != .x3, variant.pixels != due {
      faults.append("should be \(due), not \(variant.pixels)")
    }
    return faults.map { "\(UntrustedText(variant.file.path).displayText): \($0)" }
  }
}

private func variantFaults(
  _ variant: ManifestVariant, _ animation: ManifestAnimation?, _ art: Animation?, _ container: ImageContainer?
) -> [String] {
  guard let container else { return ["not an image"] }
  var faults = container.exceededLimits.map { "exceeds the limit \($0.name)" }
  if container.format != variant.format {
    faults.append("is \(container.format.name), not \(variant.format.name)")
  }
  if container.canvas != variant.pixels { faults.append("is \(container.canvas), not \(variant.pixels)") }
  if container.frameCount != variant.storedFrameCount {
    faults.append("has \(container.frameCount) frames, not \(variant.storedFrameCount)")
  }
  if !container.format.fileExtensions.contains(Path(variant.file.path).lowercasedExtension ?? "") {
    faults.append("the file extension does not match the format \(container.format.name)")
  }
  if let animation, let played = container.animation {
    let (duration, due) = (played.duration?.reduced, animation.duration)
    // The sum of the art's delays may be too large to be exact, even if the sum for a variant with merged
    // frames is not.
    let isComparable = variant.scale == .x3 || (duration != nil && due != nil)
    if isComparable, duration != due {
      faults.append("the duration is different")
    } else if let art, !areMergedDelays(played.frames.map(\.shownDelay), of: art.frames.map(\.shownDelay)) {
      faults.append("the delays differ from those of the art")
    }
    if played.plays != animation.plays { faults.append("the loop count is different") }
  }
  if animation == nil, container.frameCount > 1 { faults.append("is animated, unlike the art") }
  return faults
}

private func decodingFaults(_ bytes: [UInt8]) -> [String] {
  guard let container = ImageContainer(of: bytes, budget: .unlimited) else { return [] }  // reported already
  var counter = FrameCounter()
  let damage = container.damage + container.visitFrames(of: bytes, with: &counter)
  if let first = damage.first { return ["\(first.reason) (\(first.location))"] }
  return counter.frameCount == container.frameCount
    ? [] : ["only \(counter.frameCount) of its frames can be decoded"]
}

/// Returns whether each delay is the exact sum of consecutive delays of the art, with no delays left over.
func areMergedDelays(_ delays: [ExactSeconds], of art: [ExactSeconds]) -> Bool {
  var rest = art[...]
  for delay in delays {
    guard var sum = rest.popFirst() else { return false }
    while !sum.isSameTime(as: delay) {
      guard let next = rest.popFirst(), let longer = sum.adding(next) else { return false }
      sum = longer
    }
  }
  return rest.isEmpty
}

private struct FrameCounter: FrameVisitor {
  var frameCount = 0
  mutating func visit(_ frame: Frame, number: Int) { frameCount += 1 }
}

/// Reads the catalog of a built pack, and compares it with the manifest.
func catalogFaults(_ tree: FileTree, _ manifest: Manifest) -> [String] {
  var catalog = FileTree()
  for path in tree.paths where path.hasPrefix(catalogFolderName + "/") {
    catalog[String(path.dropFirst(catalogFolderName.count + 1))] = tree[path]
  }
  let reading = packFromCatalog(SourceFolder(catalog, root: Path(catalogFolderName)), name: manifest.name)
  var faults = reading.faults.map { "\(catalogFolderName)/\($0.messageLineWithFile)" }
  faults += reading.notes.map { "\(catalogFolderName): \($0)" }
  guard faults.isEmpty else { return faults }
  if reading.pack.metadata.gridSize != manifest.gridSize {
    faults.append("\(catalogFolderName) has a different grid size")
  }
  guard reading.pack.stickers.map(\.id) == manifest.stickers.map(\.id) else {
    return faults + ["\(catalogFolderName) has different stickers, or a different order"]
  }
  for (sticker, promised) in zip(reading.pack.stickers, manifest.stickers) {
    faults += catalogArtFaults(sticker, promised, tree)
    let label = accessibilityLabel(from: promised.descriptions, preferringFirstOf: manifest.languages)
    if sticker.metadata.descriptions[PackSticker.undeterminedLanguage] != label {
      faults.append("\(catalogFolderName)/\(sticker.file.parent.displayText) has a different label")
    }
  }
  return faults + iconFaults(reading.pack.icon, manifest, tree)
}

private func catalogArtFaults(_ sticker: PackSticker, _ promised: ManifestSticker, _ tree: FileTree)
  -> [String]
{
  let place = "\(catalogFolderName)/\(sticker.file.displayText)"
  guard var sequence = sticker.sequence else {
    let bytes = sticker.file.text.flatMap { tree["\(catalogFolderName)/\($0)"] }
    let isArt = bytes != nil && bytes == promised.variants.first.flatMap { tree[$0.file.path] }
    return isArt && promised.sequence == nil ? [] : ["\(place) is not the @3x art"]
  }
  sequence.frames = sequence.frames.map { Path(catalogFolderName).appending($0) }
  guard sequence == promised.sequence else { return ["\(place) has a different sequence"] }
  // The assembled animation must show the same frames with the same timing and loop count.
  guard let art = promised.variants.first.flatMap({ tree[$0.file.path] }),
    let animation = ImageContainer(of: art, budget: .unlimited)?.animation
  else { return ["\(place): the assembled animation of the sequence is missing"] }
  guard areMergedDelays(animation.frames.map(\.shownDelay), of: sequence.delays.map(\.shownDelay)),
    animation.plays == sequence.plays
  else {
    return ["\(place): the assembled animation of the sequence has a different timing or loop count"]
  }
  return []
}

/// Checks that icons are opaque PNGs of exactly the size of their slots.
private func iconFaults(_ icon: PackIcon?, _ manifest: Manifest, _ tree: FileTree) -> [String] {
  let found = (icon.map { [$0.art] + $0.slotImages.values } ?? []).map {
    "\(catalogFolderName)/\($0.displayText)"
  }
  guard Set(found) == Set(manifest.icons.map(\.path)), found.count == manifest.icons.count else {
    return ["\(catalogFolderName) has different icons"]
  }
  return manifest.icons.compactMap { icon in
    let shown = UntrustedText(icon.path).displayText
    guard let slot = IconSlot.named(icon.slotName), slot.pixelSize == icon.pixels else {
      return "\(shown) has an unknown slot, or the wrong size for its slot"
    }
    guard let container = tree[icon.path].flatMap({ ImageContainer(of: $0, budget: .unlimited) }),
      container.format == .png, container.damage.isEmpty, container.canvas == slot.pixelSize,
      !container.canBeTransparent
    else { return "\(shown) is not an opaque PNG of \(slot.pixelSize)" }
    return nil
  }
}

extension JSON {
  /// The size limit of a `Contents.json` in bytes, enough for about 16,000 stickers.
  static let maxCatalogDocumentBytes = 1 << 20
}
