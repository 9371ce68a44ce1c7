import StickerEngine
import Stickers

// Analyzes each file as it arrives, and evaluates the pack once no more files arrive.
extension DropPageModel {
  /// How long the files must stay unchanged before the pack is evaluated.
  private static let evaluationQuietMilliseconds = 200

  /// Analyzes files as soon as a core is free.
  func enqueueForAnalysis(_ numbers: [Int]) {
    scheduleProgressReport()
    for number in numbers { analysisQueue.appendOrMoveToEnd(number) }
    while analysisTaskCount < min(jobs, analysisQueue.count) {
      analysisTaskCount += 1
      // Answering the page's requests is more urgent.
      Task(priority: .utility) { await self.analyzeWaitingFiles() }
    }
  }

  private func analyzeWaitingFiles() async {
    while let number = analysisQueue.popFirst() {
      analyzingFileNumbers.append(number)
      await analyze(number)
      analyzingFileNumbers.remove(at: analyzingFileNumbers.firstIndex(of: number) ?? 0)
    }
    analysisTaskCount -= 1
    if analysisTaskCount == 0 { schedulePackEvaluation() }
  }

  private func analyze(_ number: Int) async {
    guard let file = files[number] else { return }
    let found: FileContext?
    // The evaluation of the pack reports why.
    do { found = try provisionalContext(of: file) } catch { return }
    guard let context = found else { return hideExcludedFile(number) }
    let source = context.assetSource(for: file)
    var (sticker, checked) = await analyzeAssetForPreview(
      source, number: number, context.configuration, service, context.packContext, showingRules: shownRules,
      convertedImage: file.convertedPreviewImageByteCount > 0 ? file.analysis?.sticker.image : nil)
    guard files[number]?.analysisRevision == file.analysisRevision else { return }
    if let image = sticker.image, image.isConverted,
      !hasRoom(forByteCount: image.bytes.count - file.convertedPreviewImageByteCount)
    {
      sticker.image = nil
    }
    sticker.imageRevision = file.analysisRevision
    files[number]?.analysis = DroppedFile.Analysis(
      sticker: sticker, assetAnalysis: checked, hasCrashedWorker: !checked.isReproducible,
      contextKey: context.key)
    if !checked.isReproducible { cachedAllFilesRun = nil }
    // Pack evaluation shows frames in their sequences, and message images in their messages.
    guard source.role != .frame, !context.isReferencedByMessage else { return }
    // If only the context changed, the old fix stays on the page until the new one is ready.
    let old = files[number]?.shownSticker.flatMap { $0.fixResult?.change != nil ? $0 : nil }
    showSticker(sticker, keepingFixOf: old)
    if let fixOptions = files[number]?.fixOptions, old != nil || file.isRestoredFixPending {
      files[number]?.isRestoredFixPending = false
      await fixAgainOrRevert(number, fixOptions)
    }
  }

  /// Returns the run over all files, ignoring invalid configuration files. If the run cannot be created,
  /// shows a notice with the reason and returns nil.
  func allFilesRunShowingErrors() -> DroppedFilesRun? {
    if let cachedAllFilesRun { return cachedAllFilesRun }
    var search = initialSearch
    let contents = bytesForBuild(using: \.bytesSafeToRead)
    do {
      let input = try DroppedFilesRun(contents, in: virtualFolder, &search, checksPacks: checksPacks)
      cachedAllFilesRun = input
      lastContexts = (input.contexts, packDocumentChangeCount)
      searchWithCachedConfigurations = search
      configurationFilesRead = input.run.configurationFilesRead
    } catch {
      showEvaluationNotices(["\(error)"])
    }
    return cachedAllFilesRun
  }

  /// Hides a file that a configuration excludes, or that is in a place where stickers cannot be.
  private func hideExcludedFile(_ number: Int) {
    files[number]?.analysis = nil
    stopShowingSticker(number)
  }

  private func stopShowingSticker(_ number: Int) {
    guard files[number]?.shownSticker != nil else { return }
    files[number]?.shownSticker = nil
    connectedPages.broadcast(.removedSticker(number))
  }

  private func showSticker(_ sticker: PreviewSticker, keepingFixOf fixed: PreviewSticker?) {
    var sticker = sticker
    sticker.fixResult = fixed?.fixResult ?? sticker.fixResult
    if let fixed {
      sticker.requestedFixRules = fixed.requestedFixRules
      sticker.minimizesPNGFileSize = fixed.minimizesPNGFileSize
      sticker.requestedSmallArtFix = fixed.requestedSmallArtFix
      sticker.requestedWhiteOutlineWidth = fixed.requestedWhiteOutlineWidth
    }
    sticker.imageRevision = max(
      sticker.imageRevision, files[sticker.number]?.shownSticker?.imageRevision ?? 0)
    files[sticker.number]?.shownSticker = sticker
    connectedPages.broadcast(.sticker(sticker))
  }

  /// Schedules an evaluation of the pack for when no more files arrive. At most one is scheduled or running.
  func schedulePackEvaluation() {
    needsPackEvaluation = true
    if isPackEvaluationPending { return }
    isPackEvaluationPending = true
    Task { await evaluatePackWhenQuiet() }
  }

  private func evaluatePackWhenQuiet() async {
    repeat {
      var startChangeCount: Int
      repeat {
        startChangeCount = changeCount
        let rest = packEvaluationThrottle.waitMilliseconds(at: monotonicMilliseconds())
        await pause(milliseconds: max(Self.evaluationQuietMilliseconds, rest))
      } while changeCount != startChangeCount
      needsPackEvaluation = false
      attemptedFixes.discardOutdatedResults(currentFiles: files)
      let start = monotonicMilliseconds()
      await evaluatePack(ifStill: startChangeCount)
      packEvaluationThrottle.recordEvaluation(
        fromMilliseconds: start, toMilliseconds: monotonicMilliseconds())
    } while needsPackEvaluation
    isPackEvaluationPending = false
  }

  private func evaluatePack(ifStill startChangeCount: Int) async {
    guard changeCount == startChangeCount, analysisTaskCount == 0, analysisQueue.isEmpty,
      !addImagesSinceLastWrite(),
      let input = allFilesRunShowingErrors()
    else {
      return
    }
    let description = broadcastPackFileIfChanged()
    // A pack file or a larger variant that arrived after a file may change that file's findings.
    let outdated = files.allFiles().filter { file in
      guard file.kind == .art, let now = input.contexts[file.path]?.key else { return false }
      return file.analysis?.contextKey != now || (file.fixedFile != nil && file.contextKeyOfFix != now)
    }
    guard outdated.isEmpty else { return enqueueForAnalysis(outdated.map(\.id).sorted()) }
    let summaries = input.run.sources.compactMap {
      number(of: $0.path).flatMap { files[$0]?.fixedOrOriginalAnalysis }
    }
    guard summaries.count == input.run.sources.count else { return }
    let settings = input.run.configurationMap
    let report = await LintPass(settings, service: service, jobs: jobs).report(
      on: summaries, of: input.run.discoveredFiles.lintInput)
    guard changeCount == startChangeCount else { return }
    let preview = PreviewBuilder(input.run, report, fixing: nil, showing: shownRules, service)
    let sequences = await PreviewSequences(
      input.run, service, known: assembledSequences, revisions: analysisRevisionsByPath)
    guard changeCount == startChangeCount else { return }
    let items = preview.previewItems(sequences)
    let (messages, failureNotes) = await preview.interactiveMessages { [numbers = numbersAndRevisions] in
      numbers[$0] ?? (0, 0)
    }
    // the next evaluation includes the changes
    guard changeCount == startChangeCount, analysisTaskCount == 0 else { return }
    assembledSequences = sequences.assembledAnimations
    showPackEvaluation(items, preview, input, canShowPackFile: description.editingProblem == nil)
    showInteractiveMessages(messages)
    let discoveredFiles = input.run.discoveredFiles
    showEvaluationNotices(
      input.run.ignoredConfigurationAndDocumentErrors + discoveredFiles.skippedFileNotes
        + discoveredFiles.discoveryNotes
        + sequences.failureNotes + failureNotes)
    evaluatedChangeCount = startChangeCount
    sendMessengerStateIfChanged()
    reportProgressIfChanged()
  }

  private func showInteractiveMessages(_ new: [PreviewedInteractiveMessage]) {
    let part = interactiveMessagesSection(new, in: .dropPage)?.markup ?? ""
    guard part != interactiveMessagesMarkup else { return }
    interactiveMessagesMarkup = part
    connectedPages.broadcast(.interactiveMessagesMarkup(part))
  }

  private var numbersAndRevisions: [Path: (number: Int, revision: Int)] {
    Dictionary(uniqueKeysWithValues: files.allFiles().map { ($0.path, ($0.id, $0.analysisRevision)) })
  }

  /// The revisions of the files by path.
  private var analysisRevisionsByPath: [Path: Int] {
    Dictionary(uniqueKeysWithValues: files.allFiles().map { ($0.path, $0.analysisRevision) })
  }

  /// - Parameter showsDescription: whether the pack card can show the pack file.
  private func showPackEvaluation(
    _ items: [PreviewItem], _ preview: PreviewBuilder, _ input: DroppedFilesRun,
    canShowPackFile showsDescription: Bool
  ) {
    var (seen, covered) = (Set<Int>(), preview.messageFilesAndReferencedFiles)
    let texts = preview.voiceOverDescriptionsByPath
    for item in items {
      guard let number = number(of: item.source.path), let file = files[number], let analysis = file.analysis
      else { continue }
      seen.insert(number)
      covered.formUnion(item.sequence?.frames ?? [item.source.path])
      var sticker = analysis.sticker
      if let sequence = item.sequence {
        let budget = input.run.configurationMap.configuration(at: sequence.displayPath).budget
        sticker = PreviewSticker(sequence, item.withNumber(number), budget)
        let isNew = sequence.bytes != file.shownSticker?.image?.bytes
        sticker.imageRevision = isNew ? nextRevision() : 0
      }
      // A fixed file keeps its original findings in addition to the current ones.
      if file.shownSticker?.fixResult?.change != nil {
        sticker.findingsAfterFixIfRechecked = item.findings
      } else {
        sticker.findings = item.findings
      }
      sticker.voiceOverDescription = texts[item.source.path]
      if let old = file.shownSticker, old.looksSame(as: sticker) { continue }
      showSticker(sticker, keepingFixOf: item.sequence == nil ? file.shownSticker : nil)
    }
    for file in files.allFiles() where file.shownSticker != nil && !seen.contains(file.id) {
      stopShowingSticker(file.id)
    }
    // The pack card lists missing requirements, unless it cannot show the pack file.
    let whole = preview.packAndSharedFindings(excluding: covered)
      .filter { !showsDescription || !PageKind.dropPage.listsWithPack($0) }
    if whole != shownPackFindings {
      shownPackFindings = whole
      connectedPages.broadcast(.packFindings(whole))
    }
  }
}

extension PreviewSticker {
  /// Whether both stickers look the same on a page.
  fileprivate func looksSame(as other: PreviewSticker) -> Bool {
    path == other.path && role == other.role && findings == other.findings
      && findingsAfterFixIfRechecked == other.findingsAfterFixIfRechecked
      && voiceOverDescription == other.voiceOverDescription
      && image?.bytes == other.image?.bytes
  }
}

extension PreviewItem {
  fileprivate func withNumber(_ number: Int) -> PreviewItem {
    PreviewItem(
      number: number, source: source, sequence: sequence, findings: findings,
      singleFileByteCount: singleFileByteCount
    )
  }
}
