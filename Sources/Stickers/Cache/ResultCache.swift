package import StickerEngine
import StickerImage

/// Stores results for later runs, so that unchanged files are not analyzed again. Files are identified by
/// their contents, never by their timestamps.
///
/// The keys are seeded hashes. The seed is secret, so an attacker cannot construct files with colliding keys.
/// There is a separate cache file for each kind of run, working folder and list of paths on the command line.
/// When a run saves its cache, it normally drops unused entries, such as those for deleted files.
package final class ResultCache: Sendable {
  /// The hash of the executable. A different version of the program may produce different results.
  private let programHash: XXH3Digest
  /// The executable's stamp, which lets the next run recognize the executable without reading it.
  private let programStamp: XXH3Digest?
  /// Whether the stamp differs from the one in the cache on disk.
  private let storedProgramStampDiffers: Bool
  private let secretHashSeed: UInt64
  /// The entries of earlier runs.
  private let storedEntries: [XXH3Digest: [UInt8]]
  /// The entries that this run used or added.
  private let usedOrNewEntries = LockedValue<[XXH3Digest: [UInt8]]>([:])
  private let file: Path?

  /// Creates an empty cache.
  init(programHash: XXH3Digest, programStamp: XXH3Digest? = nil, file: Path? = nil) {
    self.programHash = programHash
    self.programStamp = programStamp
    self.file = file
    storedProgramStampDiffers = false
    secretHashSeed = .random(in: 0...UInt64.max)
    storedEntries = [:]
  }

  /// Decodes a cache. Entries from a different program or format version are dropped.
  ///
  /// - Parameters:
  ///   - programHash: the hash of the executable. It is computed only if the stored stamp differs.
  ///   - programStamp: the stamp of the executable.
  /// - Throws: `Diagnostic.corruptData` for damaged bytes.
  init(
    decoding bytes: [UInt8], programHash: @autoclosure () -> XXH3Digest, programStamp: XXH3Digest? = nil,
    file: Path? = nil
  ) throws {
    self.programStamp = programStamp
    self.file = file
    let content = bytes.dropLast(16)
    var decoder = BinaryDecoder(content)
    try decoder.check(XXH3Digest(bytes: bytes.suffix(16)) == XXH3Digest(of: Array(content)))
    guard try decoder.decode() == Self.formatVersion else {
      self.programHash = programHash()
      storedProgramStampDiffers = false
      secretHashSeed = .random(in: 0...UInt64.max)
      storedEntries = [:]
      return
    }
    let writer: XXH3Digest = try decoder.decode()
    let writerStamp: XXH3Digest? = try decoder.decodeOptional { try $0.decode() }
    storedProgramStampDiffers = programStamp != writerStamp
    self.programHash = programStamp == nil || storedProgramStampDiffers ? programHash() : writer
    let seed: Int = try decoder.decode()
    self.secretHashSeed = UInt64(bitPattern: Int64(seed))
    let entries = try decoder.decodeList { decoder in
      let key: XXH3Digest = try decoder.decode()
      return (key, try decoder.decodeBytes())
    }
    try decoder.checkAllBytesRead()
    storedEntries = writer == self.programHash ? Dictionary(entries) { first, _ in first } : [:]
  }

  /// Encodes the entries that this run used or added.
  ///
  /// - Parameter keepsUnused: whether to keep the other entries of earlier runs.
  /// - Returns: nil if nothing has changed.
  func encodedIfChanged(keepingUnused keepsUnused: Bool = false) -> [UInt8]? {
    let used = usedOrNewEntries.withLock { $0 }
    let entries = keepsUnused ? storedEntries.merging(used) { _, new in new } : used
    guard
      storedProgramStampDiffers || entries.count != storedEntries.count
        || entries.contains(where: { storedEntries[$0.key] != $0.value })
    else { return nil }
    var encoder = BinaryEncoder()
    encoder.encode(Self.formatVersion, programHash)
    encoder.encodeOptional(programStamp) { $0.encode($1) }
    encoder.encode(Int(Int64(bitPattern: secretHashSeed)))
    encoder.encodeList(entries) {
      $0.encode($1.key)
      $0.encode($1.value)
    }
    encoder.encode(XXH3Digest(of: encoder.bytes))
    return encoder.bytes
  }

  private static let formatVersion = 6

  private func recordUsedOrNewEntry(_ entry: [UInt8], under key: XXH3Digest) {
    usedOrNewEntries.withLock { $0[key] = entry }
  }
}

// MARK: - Analyses and fixes

extension ResultCache {
  private func analysisKey(
    of bytes: [UInt8], _ source: AssetSource, _ configuration: Configuration, _ context: Asset.PackContext
  ) -> XXH3Digest {
    var encoder = BinaryEncoder()
    encoder.encode(XXH3Digest(of: bytes, seed: secretHashSeed), source.path, source.role)
    encoder.encode(context.originalAt3x?.bytes ?? [])
    encoder.encode(
      context.packDeclaration.map(packFactsForAssetRules) ?? "",
      configuration.assetFindingsFingerprint)
    return XXH3Digest(of: encoder.bytes, seed: secretHashSeed)
  }

  /// Looks up the analysis of a file. If an analysis is found, the cache keeps it.
  ///
  /// - Returns: the key for storing an analysis, and the analysis from an earlier run if that analysis has
  ///   everything that the configuration requires.
  func lookUpAnalysis(
    of bytes: [UInt8], _ source: AssetSource, _ configuration: Configuration, _ context: Asset.PackContext
  ) -> (key: XXH3Digest, stored: AssetAnalysis?) {
    let key = analysisKey(of: bytes, source, configuration, context)
    guard let entry = storedEntries[key] else { return (key, nil) }
    let analysis = try? BinaryDecoder.decode(entry[...]) {
      try AssetAnalysis(
        from: &$0, of: source, isScaleVariant: context.originalAt3x != nil, configuration)
    }
    guard let analysis, analysis.hasHashes(neededBy: configuration) else { return (key, nil) }
    recordUsedOrNewEntry(entry, under: key)
    return (key, analysis)
  }

  func store(_ analysis: AssetAnalysis, under key: XXH3Digest) {
    recordUsedOrNewEntry(analysis.binaryEncoded, under: key)
  }

  /// The key for the fix of a file.
  ///
  /// - Parameter request: the options of the fix that do not depend on the findings.
  func key(
    fixing bytes: [UInt8], _ source: AssetSource, _ configuration: Configuration,
    _ context: Asset.PackContext, _ request: String
  ) -> XXH3Digest {
    var encoder = BinaryEncoder()
    encoder.encode(analysisKey(of: bytes, source, configuration, context), "fix \(request)")
    return XXH3Digest(of: encoder.bytes, seed: secretHashSeed)
  }

  /// The fix that an earlier run stored.
  func exportFixFromEarlierRun(
    under key: XXH3Digest, of source: AssetSource, isScaleVariant: Bool, _ configuration: Configuration
  ) -> CachedExportFix? {
    storedEntries[key].flatMap {
      try? CachedExportFix(binary: $0, of: source, isScaleVariant: isScaleVariant, configuration)
    }
  }

  func store(_ fix: CachedExportFix, under key: XXH3Digest) {
    recordUsedOrNewEntry(fix.binaryEncoded, under: key)
  }
}

// MARK: - Files made from other files

extension ResultCache {
  /// The key for a file that is made from other files.
  ///
  /// - Parameter recipe: everything else that affects the result.
  func key(recipe: String, files: [[UInt8]]) -> XXH3Digest {
    var encoder = BinaryEncoder()
    encoder.encode("make \(recipe)", files.map { XXH3Digest(of: $0, seed: secretHashSeed) })
    return XXH3Digest(of: encoder.bytes, seed: secretHashSeed)
  }

  /// The file that an earlier run stored.
  func derivedBytesFromEarlierRun(under key: XXH3Digest) -> [UInt8]? { storedEntries[key] }

  func store(derivedBytes bytes: [UInt8], under key: XXH3Digest) { recordUsedOrNewEntry(bytes, under: key) }

  /// A seeded hash of bytes.
  func seededHash(of bytes: [UInt8]) -> XXH3Digest { XXH3Digest(of: bytes, seed: secretHashSeed) }

  /// Whether an earlier run made exactly these files with the same recipe, and verified them.
  func earlierRunVerified(_ tree: FileTree, from recipe: String) -> Bool {
    storedEntries[treeKey(of: tree, recipe)] != nil
  }

  /// Records that these files were verified.
  func recordVerified(_ tree: FileTree, from recipe: String) {
    recordUsedOrNewEntry([], under: treeKey(of: tree, recipe))
  }

  private func treeKey(of tree: FileTree, _ recipe: String) -> XXH3Digest {
    var encoder = BinaryEncoder()
    encoder.encode(recipe)
    for path in tree.paths {
      encoder.encode(path, XXH3Digest(of: tree[path] ?? [], seed: secretHashSeed))
    }
    return XXH3Digest(of: encoder.bytes, seed: secretHashSeed)
  }
}

// MARK: - On disk

extension ResultCache {
  /// The folder that contains all caches, or nil if the environment specifies none.
  package static var folder: Path? {
    userCacheFolder().map {
      ReadOnlyFileSystem.disk.realPath(of: $0.appending(Tool.name).appending("results"))
    }
  }

  /// Removes all caches, but no other files.
  package static func clear(_ folder: Path) throws(CommandError) -> (files: Int, bytes: Int) {
    try FileWriter.shared.removeFiles(in: folder, withExtension: cacheFileExtension)
  }

  /// Opens the cache of a run.
  ///
  /// - Parameters:
  ///   - command: the kind of run. Each kind has its own caches.
  ///   - named: the paths on the command line.
  ///   - fileCount: the number of files in the run.
  ///   - minFileCount: the minimum number of files for which a cache is used.
  ///   - noteHandler: receives a note about a damaged cache.
  /// - Returns: nil if there are too few files or there is no folder for caches.
  package static func open(
    for command: String, namedPaths named: [Path], fileCount: Int, minFileCount: Int = 32,
    noteHandler: NoteHandler?
  ) -> ResultCache? {
    guard fileCount >= minFileCount, let folder, let executable = executablePath(),
      let stamp = FileStamp(of: executable)?.stampDigest
    else { return nil }
    let places =
      named.map { ReadOnlyFileSystem.disk.realPath(of: $0).bytes + [0] } + [
        ReadOnlyFileSystem.disk.realPath(of: Path(".")).bytes
      ]
    let name = XXH3Digest(of: Array(command.utf8) + Array(places.joined())).hexadecimal
    let file = folder.appending("\(name).\(cacheFileExtension)")
    if case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
      file, maxFileBytes: maxCacheBytes, follow: false)
    {
      do {
        return try ResultCache(
          decoding: bytes, programHash: digestOrRandom(ofExecutable: executable), programStamp: stamp,
          file: file)
      } catch {
        noteHandler?("the cache \(file.displayText) is damaged, so every file is checked again")
      }
    }
    return ResultCache(programHash: digestOrRandom(ofExecutable: executable), programStamp: stamp, file: file)
  }

  /// Writes the cache. If that fails, the only effect is that the next run takes longer.
  ///
  /// - Parameter keepsUnused: whether to keep entries for files that this run did not check.
  package func save(keepingUnused keepsUnused: Bool = false) {
    guard let file, let bytes = encodedIfChanged(keepingUnused: keepsUnused), bytes.count <= maxCacheBytes
    else {
      return
    }
    let writer = FileWriter.shared
    do {
      try writer.makePrivateFolderIfMissing(file.parent)
      try writer.writeFile(bytes, to: file)
    } catch {
      return
    }
    writer.removeOldestFiles(in: file.parent, withExtension: cacheFileExtension, maxBytes: maxCacheBytes)
  }
}

private let cacheFileExtension = "results"

/// Returns the hash of an executable, or a random hash if the executable cannot be read. In that case, later
/// runs recognize the executable only by its stamp.
private func digestOrRandom(ofExecutable path: Path) -> XXH3Digest {
  ReadOnlyFileSystem.disk.digestOfChunkDigests(ofFile: path) ?? XXH3Digest(of: randomBytes(16))
}

/// The maximum size in bytes of one cache, and of all caches together. This is enough for 200,000 files.
private let maxCacheBytes = 128 << 20

/// The parts of a pack's metadata that rules about a single asset may use: its source, appearance, icons and
/// languages.
private func packFactsForAssetRules(_ declaration: PackDeclaration) -> String {
  var listing = declaration
  listing.stickers = []
  let slots = listing.slotIcons.map(\.displayText).sorted().joined(separator: "\n")
  let others = [
    "\(listing.source)", listing.metadata.gridSize?.rawValue ?? "",
    listing.metadata.browserBackgroundColor.map { String($0) } ?? "", "\(listing.hasIconBackground)",
    "\(listing.hasIcon)", listing.iconSourcePath?.displayText ?? "",
    listing.metadata.languages.joined(separator: ","),
  ]
  return others.joined(separator: "\n") + "\n\n" + slots
}
