import StickerEngine
import StickerImage
import Stickers

/// The state of the page's session on disk.
struct SessionState: Sendable {
  /// The session of an earlier run that the page offers to continue.
  var offeredSession: (name: String, session: SavedSession)?
  /// Whether a save is scheduled or running.
  var isSavePending = false
  /// Whether something has changed since the latest save began.
  var needsSessionSave = false
  /// The name of the session that the user continued or discarded. It is removed once this page is saved.
  var sessionFileToRemoveAfterSave: String?
  /// The hashes of the files whose bytes have been saved.
  var writtenFileHashes: Set<String> = []
  /// The hashes of files by number, each with the revision that it was computed for.
  var fileDigestCache: [Int: (revision: Int, digest: String)] = [:]
  /// Whether there are changes that were neither saved nor downloaded.
  var needsSaveOrDownload = false
}

// Saves the session in the cache folder, so that a later run can continue it. If saving fails, nothing on the
// page is lost.
extension DropPageModel {
  private static let sessionSaveQuietMilliseconds = 500

  /// Saves the session once nothing has changed for a moment. At most one save is scheduled or running.
  func scheduleSessionSave() {
    guard let sessions else { return }
    sessionState.needsSessionSave = true
    if sessionState.isSavePending { return }
    sessionState.isSavePending = true
    Task(priority: .utility) { await saveSessionWhenQuiet(to: sessions) }
  }

  private func saveSessionWhenQuiet(to sessions: SessionStore) async {
    repeat {
      var startChangeCount: Int
      repeat {
        startChangeCount = changeCount
        await pause(milliseconds: Self.sessionSaveQuietMilliseconds)
      } while changeCount != startChangeCount
      sessionState.needsSessionSave = false
      await saveOrRemoveSession(to: sessions)
    } while sessionState.needsSessionSave
    sessionState.isSavePending = false
  }

  /// The session that the page offers to continue, as a message.
  var continuableSessionMessage: MessageToPage {
    .continuableSession(sessionState.offeredSession.map { ($0.session.packName, $0.session.stickerCount) })
  }

  /// Continues the session that the page offers.
  ///
  /// - Returns: nil on success, or one sentence about what could not be restored.
  func continueSession() async -> String? {
    guard let sessions, let (name, session) = sessionState.offeredSession else {
      return "There is no session to continue."
    }
    sessionState.offeredSession = nil
    connectedPages.broadcast(continuableSessionMessage)
    let read = Task.detached { () -> [String: [UInt8]] in
      var art: [String: [UInt8]] = [:]
      for file in session.files where art[file.digest] == nil {
        art[file.digest] = sessions.savedBytes(of: file)
      }
      return art
    }
    let art = await read.value
    var lost: [String] = []
    for file in session.files.sorted(by: { !$0.path.hasSuffix(".yml") && $1.path.hasSuffix(".yml") }) {
      let path = Path(file.path)
      if let number = number(of: path), let there = files[number],
        SHA256.hexDigest(of: there.bytes) == file.digest
      {
        scheduleRestoredFix(of: number, from: file)
      } else if let bytes = art[file.digest], folder == nil || path.name == PackFile.fileName,
        case .addedOrAlreadyOnPage(let number) = addOrReplaceFile(file.path, bytes)
      {
        scheduleRestoredFix(of: number, from: file)
      } else {
        lost.append(path.displayText)
      }
    }
    packFileWriteStatus.pageWrittenPath = session.pageWrittenPackFilePath.map { Path($0) }
    packFileWriteStatus.imageNumbersAtLastWrite = Set(files.numbers)
    packFileWriteStatus.hasUnsavedChanges = session.needsSaveOrDownload
    sessionState.needsSaveOrDownload = session.needsSaveOrDownload
    sessionState.sessionFileToRemoveAfterSave = name
    broadcastPackFileIfChanged()
    scheduleSessionSave()
    if lost.isEmpty { return nil }
    let first = listText(lost.prefix(3) + (lost.count > 3 ? ["\(lost.count - 3) more"] : []))
    return "\(first) could not be restored: missing or changed since the session was saved."
  }

  /// Removes the session that the page offers.
  func discardOfferedSession() {
    guard let sessions, let (name, _) = sessionState.offeredSession else { return }
    sessionState.offeredSession = nil
    connectedPages.broadcast(continuableSessionMessage)
    guard sessionState.isSavePending else { return sessions.removeSessionAndUnneededFiles(name) }
    // A running save may need the same files.
    sessionState.sessionFileToRemoveAfterSave = name
    scheduleSessionSave()
  }

  /// Whether the page has changes that were neither saved nor downloaded. Always false for an empty page.
  package var hasUnsavedWork: Bool { sessionState.needsSaveOrDownload && !files.isEmpty }

  private func scheduleRestoredFix(of number: Int, from file: SavedSession.File) {
    guard let rules = file.requestedFixRules else { return }
    var fixOptions = FixOptions(
      allowsLossyFixes: true, selectedRules: Set(rules), minimizesPNGFileSize: file.minimizesPNGFileSize)
    fixOptions.smallArtFix = file.smallArtFix
    fixOptions.cutOutWhiteOutlineWidth = file.whiteOutlineWidth
    files[number]?.fixOptions = fixOptions
    files[number]?.isRestoredFixPending = true
    if files[number]?.analysis != nil { enqueueForAnalysis([number]) }
  }

  private func saveOrRemoveSession(to sessions: SessionStore) async {
    // The session that the user continues while this save runs is not saved yet.
    let oldSession = sessionState.sessionFileToRemoveAfterSave
    guard !files.isEmpty else {
      sessionState.writtenFileHashes = []
      sessions.removeSessionAndUnneededFiles(sessions.currentSessionFileName)
      return removeOldSession(oldSession, from: sessions)
    }
    let all = files.allFiles().sorted { $0.path < $1.path }.filter { $0.path.text != nil }
    let (known, shownFolder) = (sessionState.fileDigestCache, folder?.realPath.text ?? "")
    let (state, isUnsaved, written) = (
      packFileWriteStatus, sessionState.needsSaveOrDownload, sessionState.writtenFileHashes
    )
    let (name, count) = packNameAndStickerCount
    let work = Task.detached(priority: .utility) { () -> (digests: [Int: (Int, String)], art: Set<String>)? in
      var (digests, art) = ([Int: (Int, String)](), [String: [UInt8]]())
      let listed = all.map { file in
        let old = known[file.id]
        let digest =
          old?.revision == file.analysisRevision ? old?.digest ?? "" : SHA256.hexDigest(of: file.bytes)
        digests[file.id] = (file.analysisRevision, digest)
        // The art in the folder that the page shows is already on disk.
        if shownFolder.isEmpty || file.kind == .packDocument { art[digest] = file.bytes }
        return SavedSession.File(file, digest)
      }
      let session = SavedSession(
        servedFolderPath: shownFolder, packName: name, stickerCount: count,
        pageWrittenPath: state.pageWrittenPath?.text,
        hasUnsavedWork: isUnsaved, files: listed)
      do throws(CommandError) {
        try sessions.save(session, bytesByDigest: art, alreadyWritten: written)
        return (digests, Set(art.keys))
      } catch {
        return nil
      }
    }
    guard let (digests, art) = await work.value else { return }
    sessionState.fileDigestCache = digests.mapValues { (revision: $0.0, digest: $0.1) }
    sessionState.writtenFileHashes = art
    removeOldSession(oldSession, from: sessions)
  }

  private func removeOldSession(_ name: String?, from sessions: SessionStore) {
    guard let name else { return }
    sessions.removeSessionAndUnneededFiles(name)
    if sessionState.sessionFileToRemoveAfterSave == name { sessionState.sessionFileToRemoveAfterSave = nil }
  }

  private var packNameAndStickerCount: (String, Int) {
    let message = packFileMessage
    let count = message.packFile?.stickers.count { message.numberOfFile($0.file.value) != nil } ?? 0
    return (message.packFile?.metadata.name ?? message.defaultPackName, min(count, limits.maxFilesOnPage))
  }
}

extension SavedSession.File {
  fileprivate init(_ file: DroppedFile, _ digest: String) {
    path = file.path.text ?? ""
    self.digest = digest
    byteCount = file.bytes.count
    requestedFixRules = file.fixOptions?.selectedRules?.sorted()
    minimizesPNGFileSize = file.fixOptions?.minimizesPNGFileSize ?? false
    smallArtFix = file.fixOptions?.smallArtFix
    whiteOutlineWidth = file.fixOptions?.cutOutWhiteOutlineWidth
  }
}
