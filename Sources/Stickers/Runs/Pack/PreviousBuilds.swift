package import StickerEngine
import StickerImage
import StickerPacker

/// The old build of a renamed pack, next to the build with the new name. Both have the same stickers. A
/// manifest does not name the source folder, so a pack is identified by its art.
package struct LeftoverBuild {
  /// The folder of the old build.
  let folder: Path
  /// The folder of the build under the new name.
  let successor: Path

  /// Returns the builds whose names match no destination, but whose art is the same as that of a build at a
  /// destination.
  ///
  /// - Parameter output: the folder that contains all builds.
  /// - Parameter destinations: the folders that this run builds.
  package static func all(in output: Path, beside destinations: [Path]) throws -> [LeftoverBuild] {
    let current = destinations.compactMap { place in
      manifest(at: place).map { (place, stickerDigests(of: $0)) }
    }
    let names = Set(destinations.map(\.name))
    return try FileSystem.disk.folders(in: output).filter { !names.contains($0.name) }.compactMap { folder in
      guard let old = manifest(at: folder).map(stickerDigests), !old.isEmpty else { return nil }
      let successor = current.first { _, new in old == new }
      return successor.map { LeftoverBuild(folder: folder, successor: $0.0) }
    }
  }

  /// A note that names the old build and the new one.
  package var note: UserMessage {
    "\(folder.displayText) is an old build of \(successor.displayText); \(.removeOldBuild)"
  }

  /// Removes files that stickerlint built and that have not changed since. Keeps all other files.
  ///
  /// - Returns: a sentence about what was removed and kept.
  package func remove() throws -> UserMessage {
    guard let contents = try FileSystem.disk.readTree(folder),
      let manifest = contents.files[Manifest.fileName].flatMap({ try? Manifest(parsing: $0) })
    else { return "\(folder.displayText) no longer exists" }
    let listed = manifest.files + (manifest.project?.files ?? [])
    let hashes = Dictionary(listed.map { ($0.path, $0.sha256) }) { first, _ in first }
    var (ours, kept) = ([String](), contents.unsupportedEntries.map(\.path.displayText))
    for path in contents.files.paths where path != Manifest.fileName {
      let isOurs = hashes[path].map { SHA256.hexDigest(of: contents.files[path] ?? []) == $0 } ?? false
      if isOurs { ours.append(path) } else { kept.append(UntrustedText(path).displayText) }
    }
    guard !kept.isEmpty else {
      // Hashing takes a while, and a file may have changed since.
      guard try FileSystem.disk.readTree(folder) == contents else {
        throw UsageError(
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
      + "did "
      + "not make: \(StickerEngine.listText(Array(few)))"
  }
}

private func manifest(at folder: Path) -> Manifest? {
  guard
    case .bytes(let bytes) = FileSystem.disk.readFile(
      folder.appending(Manifest.fileName), limit: JSON.maxManifestBytes, follow: false)
  else { return nil }
  return try? Manifest(parsing: bytes)
}

/// Returns the SHA-256 digests of the stickers in a manifest, sorted.
private func stickerDigests(of manifest: Manifest) -> [String] {
  manifest.stickers.compactMap { $0.variants.first?.file.sha256 }.sorted()
}

extension PreviousBuild {
  /// Reads the previous exports for some targets. A file is reused only if the result cache has its digest.
  init(exportsOf targets: [ExportTarget], _ cache: ResultCache) {
    let files = targets.flatMap(\.exportedFiles)
    self.init(exports: Dictionary(files.map { (cache.hash(of: $0), $0) }) { $1 })
  }
}

extension ExportTarget {
  /// The files of the archives and of the folder at the destination.
  fileprivate var exportedFiles: [[UInt8]] {
    let archived = possibleArchives.flatMap { archive -> [[UInt8]] in
      guard
        case .bytes(let bytes) = FileSystem.disk.readFile(archive, limit: maxExportBytes, follow: false)
      else { return [] }
      return filesInArchive(bytes)
    }
    let folder = (try? FileSystem.disk.readTree(destination))?.files ?? FileTree()
    return archived + folder.paths.compactMap { folder[$0] }
  }
}

/// The maximum size in bytes of an archive that is read.
let maxExportBytes = 1 << 30

extension DerivedImages.ImageKey {
  /// The cache key of the image.
  func key(_ cache: ResultCache) -> PixelDigest { cache.key(making: optionsText, of: [source]) }
}
