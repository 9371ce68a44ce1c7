package import StickerEngine
import StickerImage
import Stickers

/// Keeps a page in sync with a folder: adds new and changed files, and removes deleted ones. Never changes the folder.
/// Returns when its task is canceled.
///
/// - Parameters:
///   - maxBytes: the maximum size of a file. Larger files are reported and not added.
///   - once: whether to read the folder only once, and again after the page was cleared, instead of following it.
package func watchFolder(
  _ folder: Path, into collection: DroppedFiles, atMost maxBytes: Int, once: Bool = false
) async {
  var watcher = FolderWatcher(folder, maxBytes: maxBytes)
  var clearCount = await collection.clearCount
  while !Task.isCancelled {
    let now = await collection.clearCount
    if now != clearCount { watcher.forget() }
    if !once || now != clearCount || !watcher.hasAll { await watcher.scan(into: collection) }
    clearCount = now
    await pause(milliseconds: 500)
  }
}

/// The state of a watched folder between two scans.
struct FolderWatcher {
  /// The result of one scan. Paths are relative to the folder.
  struct ScanResult {
    /// The files to read, with their sizes.
    var ready: [(path: Path, byteCount: Int)] = []
    var removed: [Path] = []
    /// Whether a configuration has changed since the previous scan.
    var isReconfigured = false
  }

  private let folder: Path
  private let maxBytes: Int
  /// The files that were added or rejected. They are not read again until they change.
  private var processed: [Path: FileStamp] = [:]
  /// The files of the last scan, and the number of scans that each has been unchanged.
  private var lastScan: [Path: (stamp: FileStamp, unchangedScans: Int)] = [:]
  /// The paths of existing and possible configuration files at the last scan.
  private var configurations: [Path: FileStamp?] = [:]
  /// The notes that were printed to standard error.
  private var reported: Set<String> = []
  /// The reasons why files were rejected, by path.
  private var rejected: [Path: String] = [:]
  /// The unreadable art found by the last scan.
  private var unread: [UnreadArt] = []
  private var isMissing = false
  private var hasScanned = false

  /// Programs may pause while they write a file. A file that looks truncated gets three more seconds.
  private static let maxScansWhileTruncated = 6

  init(_ folder: Path, maxBytes: Int) { (self.folder, self.maxBytes) = (folder, maxBytes) }

  /// Sentences about the current state of the folder.
  var notices: [String] {
    let gone =
      isMissing ? ["\(folder.displayText) is missing. Its files stay on the page until it is back."] : []
    return gone + rejected.sorted { $0.key < $1.key }.map(\.value) + unread.byFormat.map(\.sentence)
  }

  /// Scans once, and adds the changes to the page.
  mutating func scan(into collection: DroppedFiles) async {
    let result = scan(including: await collection.settingsRead)
    for path in result.removed { await collection.remove(path) }
    if result.isReconfigured { await collection.reconfigure() }
    for (path, count) in result.ready {
      // Ignore a file that the page itself saved.
      if let known = await collection.descriptionsInFolder[path], known.count == count, read(path) == known {
        record(path, .ignored)
        continue
      }
      // A rejected file is not read. The next scan tries again.
      if let sentence = await collection.rejectionReason(path.displayText, count) {
        rejected[path] = sentence
      } else if let bytes = read(path) {
        record(path, await collection.take(fromFolder: path, bytes))
      }
    }
    await collection.setFolderNotices(notices)
    reportRejections()
  }

  /// Also reports rejected files on standard error, in case no browser shows the page.
  private mutating func reportRejections() {
    let sentences = rejected.sorted { $0.key < $1.key }.map(\.value)
    printToStandardError(sentences.filter { !reported.contains($0) }.map { "note: \($0)" })
    reported = Set(sentences)
  }

  /// Scans once. A file is ready if it has not changed since the previous scan.
  ///
  /// - Parameter settings: configuration files outside the folder.
  mutating func scan(including settings: [Path] = []) -> ScanResult {
    var result = ScanResult()
    let found =
      (try? FileSystem.disk.entryKind(at: FileSystem.disk.realPath(of: folder))) == .folder ? files() : nil
    (isMissing, hasScanned) = (found == nil, found != nil)
    guard let found else { return result }
    var now: [Path: (stamp: FileStamp, unchangedScans: Int)] = [:]
    for path in found {
      guard let stamp = FileStamp(of: folder.appending(path)) else { continue }
      let unchangedScans = lastScan[path].map { $0.stamp == stamp ? $0.unchangedScans + 1 : 0 } ?? 0
      now[path] = (stamp, unchangedScans)
      guard processed[path] != stamp, unchangedScans > 0 else { continue }
      if stamp.byteCount <= maxBytes {
        result.ready.append((path, stamp.byteCount))
      } else {
        let (count, most) = (numberText(stamp.byteCount), numberText(maxBytes))
        reject(path, "\(path.displayText) was not added: file size is \(count) bytes (limit: \(most) bytes)")
      }
    }
    result.removed = processed.keys.filter { now[$0] == nil }.sorted()
    for path in result.removed { processed[path] = nil }
    rejected = rejected.filter { now[$0.key] != nil }
    lastScan = now
    result.isReconfigured = updateConfigurations(around: found, settings)
    return result
  }

  /// Returns the bytes of a file that is ready; nil if it cannot be read, or looks truncated and may still grow.
  mutating func read(_ path: Path) -> [UInt8]? {
    let unchangedScans = lastScan[path]?.unchangedScans ?? 0
    switch FileSystem.disk.readFile(folder.appending(path), limit: maxBytes, follow: true) {
    case .bytes(let bytes):
      return unchangedScans < Self.maxScansWhileTruncated && isTruncated(bytes) ? nil : bytes
    case .tooLarge: return nil  // it has just changed
    case .unreadable(let reason):
      if unchangedScans >= Self.maxScansWhileTruncated {
        reject(path, "\(path.displayText) was not added: \(reason)")
      }
      return nil
    }
  }

  /// Whether every file of the last scan was added or rejected.
  var hasAll: Bool {
    hasScanned && lastScan.allSatisfy { processed[$0.key] == $0.value.stamp || rejected[$0.key] != nil }
  }

  /// Records the outcome of adding a file.
  mutating func record(_ path: Path, _ outcome: DropOutcome) {
    if case .rejected(_, let sentence) = outcome {
      rejected[path] = sentence
    } else {
      (rejected[path], processed[path]) = (nil, lastScan[path]?.stamp)
    }
  }

  /// Forgets all files, so that the next scan adds everything again.
  mutating func forget() { (processed, rejected, hasScanned) = ([:], [:], false) }

  /// Rejects a file until it changes.
  private mutating func reject(_ path: Path, _ sentence: String) {
    (rejected[path], processed[path]) = (sentence, lastScan[path]?.stamp)
  }

  /// - Returns: whether a configuration file has changed since the previous scan. One in a new folder does not count.
  private mutating func updateConfigurations(around files: [Path], _ others: [Path]) -> Bool {
    let root = FileSystem.disk.realPath(of: folder)
    var folders: Set<Path> = []
    for file in files {
      var above = root.appending(file).parent
      while folders.insert(above).inserted, above != above.parent { above = above.parent }
    }
    var now: [Path: FileStamp?] = [:]
    for path in folders.map({ $0.appending(settingsFileName) }) + others {
      now.updateValue(FileStamp(of: path), forKey: path)
    }
    defer { configurations = now }
    return now.contains { path, stamp in configurations[path].map { $0 != stamp } ?? false }
  }

  private func isTruncated(_ bytes: [UInt8]) -> Bool {
    Container(of: bytes, budget: .standard).map { !$0.damage.isEmpty } ?? false
  }

  /// Returns all files that `lint` would check, relative to the folder; nil if it cannot be walked.
  private mutating func files() -> [Path]? {
    guard let walked = try? FileSystem.disk.walk([folder], takingVideos: true) else { return nil }
    let place = SourceRoot(folder)
    unread = walked.unread.map { UnreadArt(place.relative($0.path), $0.format) }
    let documents = walked.catalogs.flatMap { FileSystem.disk.listCatalog($0).documents }
    return (walked.sources.map(\.path) + walked.descriptions + walked.messages + documents).map {
      place.relative($0)
    }
  }
}
