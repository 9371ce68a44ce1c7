package import StickerEngine
package import Stickers

/// The files on the drop page, dropped or read from a folder. All open pages share them. Each file is
/// analyzed when it arrives. When no more files arrive, the pack is evaluated.
package actor DropPageModel {
  let initialSearch: ConfigurationSearch
  let checksPacks: Bool
  let jobs: Int
  /// The rules whose findings are shown; nil for all.
  let shownRules: Set<String>?
  let limits: DropLimits
  /// The folder that the files appear to be in. The pack is named after it if nothing else sets a name.
  let virtualFolder: Path
  /// The folder that the page shows and saves to; nil if the page shows dropped files.
  let folder: ConfinedFolderAccess?
  /// The memory limit for fixing files and assembling sequences in this process.
  let memoryGate: MemoryGate
  /// Decodes the dropped files.
  let service: any ImageService
  let packService: any PackBuildService
  var files = DroppedFileTable()
  var connectedPages = ConnectedPages()
  private var lastFileNumber = 0
  private var lastRevision = 0
  var analysisQueue = AnalysisQueue()
  var analysisTaskCount = 0
  /// The numbers of the files that are being analyzed. If a file arrived again in the meantime, it is listed
  /// twice.
  var analyzingFileNumbers: [Int] = []
  var lastReportedPendingAnalyses = PendingAnalyses()
  var isProgressReportScheduled = false
  /// Whether an evaluation of the pack is scheduled or running.
  var isPackEvaluationPending = false
  /// Whether the pack changed after the last evaluation began.
  var needsPackEvaluation = false
  var packEvaluationThrottle = PackEvaluationThrottle()
  /// Counts the changes that the evaluation of the pack depends on.
  var changeCount = 0
  /// The value of `changeCount` at the last evaluation of the pack.
  var evaluatedChangeCount = 0
  var shownPackFindings: [Finding] = []
  /// The HTML of the interactive messages.
  var interactiveMessagesMarkup = ""
  var packFileWriteStatus = PackFileWriteStatus()
  /// Saves the session to disk; nil if no session is saved.
  let sessions: SessionStore?
  var sessionState = SessionState()
  /// The results of fixes that were tried or applied.
  var attemptedFixes = FixResultCache()
  /// The actions that can be undone or redone.
  var history = PageHistory()
  var drawnIcons = LatestSourceIconCache()
  var messengerState = OtherMessengersState()
  /// The bytes of pack files as the page last read them from the folder or wrote them to it.
  var packFilesInFolder: [Path: [UInt8]] = [:]
  /// The fixed art that the page wrote to the folder.
  var savedFixedFiles: [Path: SavedFileFingerprint] = [:]
  /// The last run over all files; nil if a file has changed since that run.
  var cachedAllFilesRun: DroppedFilesRun?
  /// The contexts of files in the last run over all files, and the value of `packDocumentChangeCount` at that
  /// time.
  var lastContexts: (contexts: RunFileContexts, documentChanges: Int)?
  /// Counts changes to pack files, message files and catalog documents.
  private(set) var packDocumentChangeCount = 0
  /// The configuration files read so far, so that an upload does not read them again.
  var searchWithCachedConfigurations: ConfigurationSearch
  /// The grid sizes of packs in catalogs, each with the revision of the document that declares it.
  var catalogGridSizes: [Path: (revision: Int, gridSize: GridSize?)] = [:]
  /// The bytes of the animations that were assembled from frame sequences.
  var assembledSequences: [AssembledSequenceKey: [UInt8]] = [:] {
    didSet { assembledByteCount = assembledSequences.values.reduce(0) { $0 + $1.count } }
  }
  /// The total size of the assembled animations, in bytes.
  private var assembledByteCount = 0
  /// Sentences about configurations and pack files, and about files that are left out.
  private var evaluationNotices: [String] = []
  /// Sentences about the watched folder.
  private var watchedFolderNotices: [String] = []
  /// The number of times the page has been cleared. The watched folder is read again each time.
  private(set) var clearCount = 0
  /// The configuration files that were read, with symbolic links resolved.
  var configurationFilesRead: [Path] = []

  /// - Parameters:
  ///   - search: the search for configuration files. If it has read nothing yet, configuration files are read
  ///     again for each evaluation of the pack.
  ///   - service: nil if this process decodes the files.
  ///   - packs: nil if this process builds packs.
  ///   - folder: the folder that the page shows and saves to; nil for a page of dropped files.
  ///   - sessionFolder: the folder that sessions are saved in; nil to save no session.
  package init(
    _ search: ConfigurationSearch, in root: Path, checksPacks: Bool = true, showing: Set<String>? = nil,
    jobs: Int,
    limits: DropLimits = DropLimits(), service: (any ImageService)? = nil,
    packs: (any PackBuildService)? = nil, savingTo folder: ConfinedFolderAccess? = nil,
    keepingSessionsIn sessionFolder: PrivateFolder? = nil
  ) {
    self.folder = folder
    sessions = sessionFolder.map { SessionStore($0, limits) }
    sessions?.removeExcessSessionsAndFiles()
    sessionState.offeredSession = sessions?.latestContinuableSession(in: folder?.realPath.text ?? "")
    self.initialSearch = search
    searchWithCachedConfigurations = search
    self.virtualFolder = root
    self.checksPacks = checksPacks
    self.jobs = jobs
    self.shownRules = showing
    self.limits = limits
    memoryGate = MemoryGate(capacity: limits.maxWorkingMemoryBytes)
    self.service = service ?? InProcessImageService(memoryGate, wantsFindingLocations: true)
    self.packService = packs ?? InProcessPackBuildService(memoryGate)
  }

  /// The stickers and icons that the page shows, in order of arrival.
  var shownStickersOldestFirst: [PreviewSticker] {
    files.allFiles().compactMap(\.shownSticker).sorted { $0.number < $1.number }
  }

  /// The number of files, and the total size of files, fixed files and assembled sequences, in bytes.
  var fileCountAndBytesInMemory: (files: Int, bytes: Int) {
    (files.count, files.originalAndDerivedByteCount + assembledByteCount)
  }

  /// Whether the page has room for this number of bytes.
  func hasRoom(forByteCount count: Int) -> Bool {
    fileCountAndBytesInMemory.bytes + count <= limits.maxTotalBytes
  }

  /// Whether all files are analyzed, and the pack is evaluated.
  var isEverythingEvaluated: Bool { evaluatedChangeCount == changeCount && analysisTaskCount == 0 }

  /// Adds a file, or replaces the file at the same path.
  func addOrReplaceFile(_ text: String, _ content: [UInt8]) -> DropOutcome {
    let path: Path
    switch validatedPath(text) {
    case .success(let found): path = found
    case .failure(let failure): return .rejected(status: 400, reason: failure.message)
    }
    let kind = DroppedFileKind(path, content)
    if kind == .ignored { return .ignored }
    let old = files[path]
    if let refusal = conflictOrLimitRejection(of: path, content.count, old) { return refusal }
    if old == nil { lastFileNumber += 1 }
    let number = old?.id ?? lastFileNumber
    var file = DroppedFile(
      id: number, path: path, bytes: content, kind: kind, analysisRevision: nextRevision())
    // The page shows the old file until the new one is analyzed.
    file.shownSticker = old?.shownSticker.map { sticker in
      var sticker = sticker
      sticker.discardFix()
      return sticker
    }
    files[number] = file
    if path.name == PackFile.fileName { packFileWriteStatus.forgetLastWrite() }
    if kind == .packDocument { packDocumentChangeCount += 1 }
    recordFileChangeWithoutEvaluating()
    if kind == .art { enqueueForAnalysis([number]) } else { schedulePackEvaluation() }
    return .addedOrAlreadyOnPage(id: number)
  }

  /// Returns the reason why a file would be rejected; nil if it would not be rejected.
  ///
  /// - Parameter count: the file size in bytes.
  func watchedFileRejectionReason(path text: String, byteCount count: Int) -> String? {
    switch validatedPath(text) {
    case .failure(let failure): return failure.message
    case .success(let path):
      if hasUnsavedPackFile(path) {
        return
          "\(path.displayText) was added or changed in the folder. Your changes on the page are kept until "
          + "you start over."
      }
      guard case .rejected(_, let sentence) = conflictOrLimitRejection(of: path, count, files[path])
      else { return nil }
      return sentence
    }
  }

  private func conflictOrLimitRejection(of path: Path, _ count: Int, _ old: DroppedFile?) -> DropOutcome? {
    let shown = path.displayText
    if files.hasFiles(in: path) || path.parentFolders.contains(where: { files.number(of: $0) != nil }) {
      return .rejected(status: 409, reason: "\(shown) is both a file and a folder. Drop only one of them.")
    }
    if old == nil, files.count >= limits.maxFilesOnPage {
      return .rejected(
        status: 413,
        reason:
          "\(shown) was not added: the page is full (limit: \(countText(limits.maxFilesOnPage, "file")))")
    }
    let freed = (old?.bytes.count ?? 0) + (old?.fixedFile?.bytes.count ?? 0)
    if !hasRoom(forByteCount: count - freed) {
      return .rejected(
        status: 413,
        reason: "\(shown) was not added: its \(numberText(count)) bytes would make the page too large "
          + "(limit: \(numberText(limits.maxTotalBytes)) bytes)")
    }
    return nil
  }

  /// Removes a file from the page.
  ///
  /// - Returns: whether the file existed.
  func remove(_ number: Int) -> Bool {
    guard let file = files[number] else { return false }
    files[number] = nil
    if file.shownSticker != nil { connectedPages.broadcast(.removedSticker(number)) }
    if file.path.name == PackFile.fileName { packFileWriteStatus.forgetLastWrite() }
    if file.kind == .packDocument {
      packDocumentChangeCount += 1
      catalogGridSizes[file.path.parent] = nil
    }
    recordFileChangeWithoutEvaluating()
    schedulePackEvaluation()
    return true
  }

  /// Removes a file that no longer exists in the watched folder.
  func removeDeletedFileUnlessUnsaved(at path: Path) {
    guard !hasUnsavedPackFile(path) else { return }
    packFilesInFolder[path] = nil
    if let number = files.number(of: path) { _ = remove(number) }
  }

  /// Whether a file is a pack file with unsaved changes, which the folder watcher must not replace or remove.
  private func hasUnsavedPackFile(_ path: Path) -> Bool {
    path.name == PackFile.fileName && packFileWriteStatus.hasUnsavedChanges && files.number(of: path) != nil
  }

  /// Removes everything. The numbers of removed files are not reused.
  ///
  /// - Parameter action: the identifier of the action, for undo.
  func clear(actionIdentifier action: String? = nil) {
    let before = snapshot
    defer {
      if !before.files.isEmpty { recordAndBroadcastUnsavedAction("Start over", id: action, from: before) }
    }
    files.removeAll()
    attemptedFixes = FixResultCache()
    analysisQueue.removeAll()
    shownPackFindings = []
    assembledSequences = [:]
    evaluationNotices = []
    watchedFolderNotices = []
    interactiveMessagesMarkup = ""
    clearCount += 1
    packFilesInFolder = [:]
    packFileWriteStatus = PackFileWriteStatus()
    sessionState.needsSaveOrDownload = false
    lastContexts = nil
    catalogGridSizes = [:]
    recordFileChangeWithoutEvaluating()
    connectedPages.broadcast(.allStickers([]))
    connectedPages.broadcast(.packFindings([]))
    connectedPages.broadcast(.interactiveMessagesMarkup(""))
    connectedPages.broadcast(.notices([]))
    schedulePackEvaluation()
  }

  /// Returns a stream of messages to a page. The first messages contain the whole state.
  func connectPage() -> AsyncStream<String> {
    // Send new progress to the connected pages first, so that all pages start from the same progress.
    reportProgressIfChanged()
    let isAtWork: [MessageToPage] =
      lastReportedPendingAnalyses == PendingAnalyses()
      ? [] : [.filesBeingAnalyzed(lastReportedPendingAnalyses)]
    return connectedPages.addPage(
      initialMessages: [
        .allStickers(shownStickersOldestFirst), .packFindings(shownPackFindings), .notices(notices),
        .interactiveMessagesMarkup(interactiveMessagesMarkup),
        .packFile(packFileMessage), messengerStateMessage, undoLabelsMessage, continuableSessionMessage,
      ] + isAtWork)
  }

  /// Sentences about files that are not on the page or could not be read.
  var notices: [String] { watchedFolderNotices + evaluationNotices }

  /// Shows sentences about configurations and pack files, and about files that they leave out.
  func showEvaluationNotices(_ lines: [String]) {
    guard lines != evaluationNotices else { return }
    evaluationNotices = lines
    connectedPages.broadcast(.notices(notices))
  }

  /// Shows sentences about files in the watched folder that are not on the page.
  func showWatchedFolderNotices(_ lines: [String]) {
    guard lines != watchedFolderNotices else { return }
    watchedFolderNotices = lines
    connectedPages.broadcast(.notices(notices))
  }

  /// Analyzes everything again after a configuration has changed.
  func reanalyzeAllArt() {
    let art = files.allFiles().filter { $0.kind == .art }.map(\.id)
    for number in art { files[number]?.analysisRevision = nextRevision() }
    recordFileChangeWithoutEvaluating()
    // Read the configuration files once for all files that are analyzed again.
    _ = allFilesRunShowingErrors()
    if art.isEmpty { schedulePackEvaluation() } else { enqueueForAnalysis(art.sorted()) }
  }

  /// Returns a number that is larger than all numbers returned before.
  func nextRevision() -> Int {
    lastRevision += 1
    return lastRevision
  }

  func file(_ number: Int) -> DroppedFile? { files[number] }

  func number(of path: Path) -> Int? { files.number(of: path) }

  /// Records that a fix changed an image, and evaluates the pack again.
  func recordFixChange() {
    changeCount += 1
    cancelAndDiscardMessengerBuilds()
    schedulePackEvaluation()
    scheduleProgressReport()
    scheduleSessionSave()
  }

  /// Records that undo or redo restored files.
  func recordFilesRestoredByUndo() {
    packDocumentChangeCount += 1
    catalogGridSizes = [:]
    lastContexts = nil
    recordFileChangeWithoutEvaluating()
    broadcastPackFileIfChanged()
  }

  private func recordFileChangeWithoutEvaluating() {
    changeCount += 1
    cancelAndDiscardMessengerBuilds()
    cachedAllFilesRun = nil
    scheduleProgressReport()
    scheduleSessionSave()
  }
}
