package import StickerEngine
import StickerImage
import StickerPacker

/// The old build of a renamed pack, next to the build with the new name. Both contain the same stickers. A
/// manifest does not contain the path of the source, so a pack is identified by its art.
package struct OldBuildOfRenamedPack: Sendable {
  /// The folder of the old build.
  let folder: Path
  /// The folder of the build under the new name.
  let successor: Path

  /// Returns the builds whose names match no destination, but whose art is the same as that of a build at a
  /// destination.
  ///
  /// - Parameter output: the folder that contains all builds.
  /// - Parameter destinations: the folders that this run builds.
  package static func all(in output: Path, beside destinations: [Path]) throws -> [OldBuildOfRenamedPack] {
    let current = destinations.compactMap { place in
      previousManifest(at: place).map { (place, sortedStickerDigests(of: $0)) }
    }
    let names = Set(destinations.map(\.name))
    return try ReadOnlyFileSystem.disk.subfolders(in: output).filter { !names.contains($0.name) }
      .compactMap {
        folder in
        guard let old = previousManifest(at: folder).map(sortedStickerDigests), !old.isEmpty else {
          return nil
        }
        let successor = current.first { _, new in old == new }
        return successor.map { OldBuildOfRenamedPack(folder: folder, successor: $0.0) }
      }
  }

  /// A note that names the old build and the new one.
  package var note: UserMessage {
    "\(folder.displayText) is an old build of \(successor.displayText); \(.removeOldBuild)"
  }

  /// Removes files that stickerlint built and that have not changed since. Keeps all other files.
  ///
  /// - Returns: a sentence about what was removed and kept.
  package func removeUnchangedBuiltFiles() throws -> UserMessage {
    guard let contents = try ReadOnlyFileSystem.disk.readTree(folder),
      let manifest = contents.files[Manifest.fileName].flatMap({ try? Manifest(parsing: $0) })
    else { return "\(folder.displayText) no longer exists" }
    let listed = manifest.filesOutsideProject + (manifest.project?.files ?? [])
    let hashes = Dictionary(listed.map { ($0.path, $0.sha256) }) { first, _ in first }
    var (ours, kept) = ([String](), contents.unsupportedEntries.map(\.path.displayText))
    for path in contents.files.paths where path != Manifest.fileName {
      let isOurs = hashes[path].map { SHA256.hexDigest(of: contents.files[path] ?? []) == $0 } ?? false
      if isOurs { ours.append(path) } else { kept.append(UntrustedText(path).displayText) }
    }
    guard !kept.isEmpty else {
      // Hashing takes a while, and a file may have changed in the meantime.
      guard try ReadOnlyFileSystem.disk.readTree(folder) == contents else {
        throw CommandError(
          "\(folder.displayText) was not removed, because it changed in the meantime. Try again.")
      }
      try FileWriter.shared.removeTree(folder)
      return "removed \(folder.displayText) (\(countText(ours.count + 1, "file")))"
    }
    // Remove the manifest last, so that an interrupted run can be repeated.
    for path in ours + [Manifest.fileName] {
      try FileWriter.shared.removeFile(folder.appending(path), expecting: contents.files[path] ?? [])
    }
    let few = kept.prefix(3) + (kept.count > 3 ? ["\(kept.count - 3) more"] : [])
    return
      "removed \(countText(ours.count + 1, "file")) from \(folder.displayText); kept files that stickerlint "
      + "did not create: \(StickerEngine.listText(Array(few)))"
  }
}

extension OldBuildOfRenamedPack {
  /// Returns the folders of exports whose names match no destination, but whose stickers are the same as
  /// those of exports at a destination. Compares the exports for every messenger that both folders have.
  ///
  /// - Parameter output: the folder that contains the folders of all packs.
  package static func all(
    ofExportsFor messengers: [String], in output: Path, beside destinations: [Path]
  ) throws -> [OldBuildOfRenamedPack] {
    let names = Set(destinations.map(\.name))
    let others = try ReadOnlyFileSystem.disk.subfolders(in: output).filter {
      !names.contains($0.name)
    }
    guard !others.isEmpty else { return [] }
    let current = destinations.map { ($0, sortedExportedImageDigests(in: $0, messengers)) }
    return others.compactMap { folder in
      let old = sortedExportedImageDigests(in: folder, messengers)
      let successor = current.first { _, new in
        let both = old.keys.filter { new[$0] != nil }
        return !both.isEmpty && both.allSatisfy { old[$0] == new[$0] }
      }
      return successor.map { OldBuildOfRenamedPack(folder: folder, successor: $0.0) }
    }
  }

  /// A note that names old exports and the new ones.
  package var oldExportsNote: UserMessage {
    "\(folder.displayText) has old exports of \(successor.displayText). Delete them if you no longer need them."
  }
}

/// Returns the digests of the images in the exports of a pack, sorted, by messenger.
private func sortedExportedImageDigests(in folder: Path, _ messengers: [String]) -> [String: [String]] {
  var digests: [String: [String]] = [:]
  for messenger in messengers {
    let place = folder.appending(Path(messenger).stem)
    if let manifest = previousManifest(at: place) {
      digests[messenger] = sortedStickerDigests(of: manifest)
      continue
    }
    let archives = ["zip", "tar.gz"].compactMap { ending -> FileTree? in
      let file = Path(bytes: place.bytes + Array(".\(ending)".utf8))
      guard
        case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
          file, maxFileBytes: maxReadArchiveBytes, follow: false)
      else { return nil }
      return archiveTreeOmittingUnsafePaths(bytes)
    }
    let trees = archives + [(try? ReadOnlyFileSystem.disk.readTree(place))?.files].compactMap(\.self)
    let images = trees.flatMap { tree in
      tree.paths.filter { Path($0).hasMessagesImageExtension }.map { SHA256.hexDigest(of: tree[$0] ?? []) }
    }
    if !images.isEmpty { digests[messenger] = images.sorted() }
  }
  return digests
}

/// Returns the manifest of the build in a folder, or nil if the folder does not contain a build.
func previousManifest(at folder: Path) -> Manifest? {
  guard
    case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
      folder.appending(Manifest.fileName), maxFileBytes: JSON.maxManifestBytes, follow: false)
  else { return nil }
  return try? Manifest(parsing: bytes)
}

/// Returns the SHA-256 digests of the stickers in a manifest, sorted.
private func sortedStickerDigests(of manifest: Manifest) -> [String] {
  manifest.stickers.compactMap { $0.variants.first?.file.sha256 }.sorted()
}

extension PreviousBuild {
  /// Reads the previous exports for some targets. A file is reused only if the result cache has its digest.
  init(exportsOf targets: [ExportTarget], _ cache: ResultCache) {
    let files = targets.flatMap(\.previousExportContents)
    self.init(exports: Dictionary(files.map { (cache.seededHash(of: $0), $0) }) { $1 })
  }
}

extension ExportTarget {
  /// The files of the archives and of the folder at the destination.
  fileprivate var previousExportContents: [[UInt8]] {
    let archived = possibleArchives.flatMap { archive -> [[UInt8]] in
      guard
        case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
          archive, maxFileBytes: maxReadArchiveBytes, follow: false)
      else { return [] }
      return exportArchiveContents(bytes)
    }
    let folder = (try? ReadOnlyFileSystem.disk.readTree(destinationWithoutExtension))?.files ?? FileTree()
    return archived + folder.paths.compactMap { folder[$0] }
  }
}

/// The maximum size in bytes of an archive to read.
let maxReadArchiveBytes = 1 << 30

extension DerivedImageCache.DerivedImageKey {
  /// The cache key of the image.
  func cacheKey(in cache: ResultCache) -> XXH3Digest { cache.key(recipe: optionsText, files: [source]) }
}
