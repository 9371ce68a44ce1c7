package import StickerEngine
import StickerImage
import Stickers

/// Keeps a page in sync with a folder: adds new and changed files, and removes deleted ones. Never changes
/// the folder. Returns when its task is canceled.
///
/// - Parameters:
///   - maxBytes: the maximum size of a file. Larger files are reported and not added.
///   - once: whether to read the folder once, and again each time the page is cleared, instead of watching
///     for changes.
package func watchFolder(
  _ folder: Path, into droppedFiles: DropPageModel, maxFileBytes maxBytes: Int,
  rescansOnlyWhenCleared once: Bool = false
) async {
  var watcher = FolderWatcher(folder, maxFileBytes: maxBytes)
  var clearCount = await droppedFiles.clearCount
  while !Task.isCancelled {
    let now = await droppedFiles.clearCount
    if now != clearCount { watcher.forgetAllFiles() }
    if !once || now != clearCount || !watcher.hasProcessedAllFiles { await watcher.scan(into: droppedFiles) }
    clearCount = now
    await pause(milliseconds: 500)
  }
}

/// The state of a watched folder between two scans.
struct FolderWatcher {
  /// The result of one scan. Paths are relative to the folder.
  struct ScanResult {
    /// The files to read, with their sizes.
    var readyFiles: [(path: Path, byteCount: Int)] = []
    var removedPaths: [Path] = []
    /// Whether a configuration has changed since the previous scan.
    var hasChangedConfiguration = false
  }

  private let folder: Path
  private let maxFileBytes: Int
  /// The files that were added or rejected. They are not read again until they change.
  private var processedStamps: [Path: FileStamp] = [:]
  /// The files found by the last scan, each with the number of scans for which it has been unchanged.
  private var lastScan: [Path: (stamp: FileStamp, unchangedScans: Int)] = [:]
  /// The stamps of all possible configuration files at the last scan; nil for those that did not exist.
  private var configurationStamps: [Path: FileStamp?] = [:]
  /// The sentences that have already been printed to standard error.
  private var printedRejectionReasons: Set<String> = []
  /// The reasons why files were rejected, by path.
  private var rejectionReasons: [Path: String] = [:]
  /// The art in unsupported formats found by the last scan.
  private var unsupportedArt: [UnsupportedArt] = []
  private var isFolderMissing = false
  private var lastScanFoundFolder = false

  /// Programs may pause while they write a file. A file that looks truncated gets three more seconds.
  private static let maxScansWhileTruncated = 6

  init(_ folder: Path, maxFileBytes maxBytes: Int) { (self.folder, self.maxFileBytes) = (folder, maxBytes) }

  /// Sentences about problems with the folder and its files.
  var notices: [String] {
    let gone =
      isFolderMissing
      ? ["\(folder.displayText) is missing. Its files stay on the page until it is back."] : []
    return gone + rejectionReasons.sorted { $0.key < $1.key }.map(\.value)
      + unsupportedArt.summariesByFormat.map(\.message)
  }

  /// Scans once, and adds the changes to the page.
  mutating func scan(into droppedFiles: DropPageModel) async {
    let result = scan(including: await droppedFiles.configurationFilesRead)
    for path in result.removedPaths { await droppedFiles.removeDeletedFileUnlessUnsaved(at: path) }
    if result.hasChangedConfiguration { await droppedFiles.reanalyzeAllArt() }
    for (path, count) in result.readyFiles {
      // Ignore a file that the page itself saved.
      if let known = await droppedFiles.packFilesInFolder[path], known.count == count,
        readIfFullyWritten(path) == known
      {
        recordOutcome(of: path, .ignored)
        continue
      }
      // A rejected file is not read. The next scan tries again.
      if let sentence = await droppedFiles.watchedFileRejectionReason(
        path: path.displayText, byteCount: count)
      {
        rejectionReasons[path] = sentence
      } else if let bytes = readIfFullyWritten(path) {
        recordOutcome(of: path, await droppedFiles.addFile(fromFolder: path, bytes))
      }
    }
    await droppedFiles.showWatchedFolderNotices(notices)
    printNewRejections()
  }

  /// Also reports rejected files on standard error, in case the page is not open in a browser.
  private mutating func printNewRejections() {
    let sentences = rejectionReasons.sorted { $0.key < $1.key }.map(\.value)
    StandardStream.error.writeLines(
      sentences.filter { !printedRejectionReasons.contains($0) }.map { "note: \($0)" })
    printedRejectionReasons = Set(sentences)
  }

  /// Scans once. A file is ready if it has not changed since the previous scan.
  ///
  /// - Parameter configurationFiles: configuration files outside the folder.
  mutating func scan(including configurationFiles: [Path] = []) -> ScanResult {
    var result = ScanResult()
    let found =
      (try? ReadOnlyFileSystem.disk.entryKind(at: ReadOnlyFileSystem.disk.realPath(of: folder))) == .folder
      ? findFilesRecordingUnsupportedArt() : nil
    (isFolderMissing, lastScanFoundFolder) = (found == nil, found != nil)
    guard let found else { return result }
    var now: [Path: (stamp: FileStamp, unchangedScans: Int)] = [:]
    for path in found {
      guard let stamp = FileStamp(of: folder.appending(path)) else { continue }
      let unchangedScans = lastScan[path].map { $0.stamp == stamp ? $0.unchangedScans + 1 : 0 } ?? 0
      now[path] = (stamp, unchangedScans)
      guard processedStamps[path] != stamp, unchangedScans > 0 else { continue }
      if stamp.byteCount <= maxFileBytes {
        result.readyFiles.append((path, stamp.byteCount))
      } else {
        let (count, most) = (numberText(stamp.byteCount), numberText(maxFileBytes))
        rejectUntilChanged(
          path, "\(path.displayText) was not added: file size is \(count) bytes (limit: \(most) bytes)")
      }
    }
    result.removedPaths = processedStamps.keys.filter { now[$0] == nil }.sorted()
    for path in result.removedPaths { processedStamps[path] = nil }
    rejectionReasons = rejectionReasons.filter { now[$0.key] != nil }
    lastScan = now
    result.hasChangedConfiguration = updateConfigurationStamps(around: found, configurationFiles)
    return result
  }

  /// Returns the bytes of a file that is ready; nil if it cannot be read, or looks truncated and may still
  /// grow.
  mutating func readIfFullyWritten(_ path: Path) -> [UInt8]? {
    let unchangedScans = lastScan[path]?.unchangedScans ?? 0
    switch ReadOnlyFileSystem.disk.readWholeFile(
      folder.appending(path), maxFileBytes: maxFileBytes, follow: true)
    {
    case .bytes(let bytes):
      return unchangedScans < Self.maxScansWhileTruncated && hasDamage(bytes) ? nil : bytes
    case .tooLarge: return nil  // the file has grown since the scan
    case .unreadable(let reason):
      if unchangedScans >= Self.maxScansWhileTruncated {
        rejectUntilChanged(path, "\(path.displayText) was not added: \(reason)")
      }
      return nil
    }
  }

  /// Whether every file found by the last scan was added or rejected.
  var hasProcessedAllFiles: Bool {
    lastScanFoundFolder
      && lastScan.allSatisfy { processedStamps[$0.key] == $0.value.stamp || rejectionReasons[$0.key] != nil }
  }

  /// Records the outcome of adding a file.
  mutating func recordOutcome(of path: Path, _ outcome: DropOutcome) {
    if case .rejected(_, let sentence) = outcome {
      rejectionReasons[path] = sentence
    } else {
      (rejectionReasons[path], processedStamps[path]) = (nil, lastScan[path]?.stamp)
    }
  }

  /// Forgets all files, so that the next scan adds everything again.
  mutating func forgetAllFiles() {
    (processedStamps, rejectionReasons, lastScanFoundFolder) = ([:], [:], false)
  }

  /// Rejects a file until it changes.
  private mutating func rejectUntilChanged(_ path: Path, _ sentence: String) {
    (rejectionReasons[path], processedStamps[path]) = (sentence, lastScan[path]?.stamp)
  }

  /// - Returns: whether a configuration file has changed since the previous scan. A configuration file in a
  ///   new folder does not count.
  private mutating func updateConfigurationStamps(around files: [Path], _ others: [Path]) -> Bool {
    let root = ReadOnlyFileSystem.disk.realPath(of: folder)
    var folders: Set<Path> = []
    for file in files {
      var above = root.appending(file).parent
      while folders.insert(above).inserted, above != above.parent { above = above.parent }
    }
    var now: [Path: FileStamp?] = [:]
    for path in folders.map({ $0.appending(configurationFileName) }) + others {
      now.updateValue(FileStamp(of: path), forKey: path)
    }
    defer { configurationStamps = now }
    return now.contains { path, stamp in configurationStamps[path].map { $0 != stamp } ?? false }
  }

  private func hasDamage(_ bytes: [UInt8]) -> Bool {
    ImageContainer(of: bytes, budget: .standard).map { !$0.damage.isEmpty } ?? false
  }

  /// Returns all files that `lint` would check, relative to the folder; nil if the folder cannot be walked.
  private mutating func findFilesRecordingUnsupportedArt() -> [Path]? {
    guard let walked = try? ReadOnlyFileSystem.disk.walk([folder], includingVideosAndLottie: true) else {
      return nil
    }
    let place = SourceRoot(folder)
    unsupportedArt = walked.unsupportedArt.map {
      UnsupportedArt(place.pathRelativeToSource(of: $0.path), $0.format)
    }
    let documents = walked.catalogs.flatMap {
      ReadOnlyFileSystem.disk.listStickerRelatedFolders(of: $0).expectedDocumentPaths
    }
    return (walked.sources.map(\.path) + walked.packFiles + walked.messageFiles + documents).map {
      place.pathRelativeToSource(of: $0)
    }
  }
}
