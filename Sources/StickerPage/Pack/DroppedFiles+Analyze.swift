import StickerEngine
import Stickers

// Analyzes each file as it arrives, and evaluates the pack once no more files arrive.
extension DroppedFiles {
  /// How long the files must stay unchanged before the pack is evaluated.
  private static let quietMilliseconds = 200

  /// Analyzes files as soon as a core is free.
  func analyze(_ numbers: [Int]) {
    scheduleProgressReport()
    for number in numbers { waiting.append(number) }
    while workers < min(jobs, waiting.count) {
      workers += 1
      // Answering the page's requests is more urgent.
      Task(priority: .utility) { await self.analyzeWaitingFiles() }
    }
  }

  private func analyzeWaitingFiles() async {
    while let number = waiting.popFirst() {
      inProgress.append(number)
      await analyze(number)
      inProgress.remove(at: inProgress.firstIndex(of: number) ?? 0)
    }
    workers -= 1
    if workers == 0 { schedulePackEvaluation() }
  }

  private func analyze(_ number: Int) async {
    guard let file = files[number] else { return }
    let found: FileContext?
    do { found = try context(of: file) } catch { return }  // the evaluation of the pack reports why
    guard let context = found else { return leaveOut(number) }
    let source = context.source(of: file)
    var (sticker, checked) = await previewed(
      source, number: number, context.configuration, service, context.assetContext, showing: showing)
    guard files[number]?.revision == file.revision else { return }
    sticker.revision = file.revision
    files[number]?.analysis = DroppedFile.Analysis(
      sticker: sticker, summary: checked, isLost: !checked.isReproducible,
      key: context.key)
    if !checked.isReproducible { currentInput = nil }
    // The evaluation of the pack shows frames in their sequence, and images of messages in the message.
    guard source.role != .frame, !context.belongsToMessage else { return }
    // If only the key changed, the old fix stays on the page until the new one is ready.
    let old = files[number]?.shown.flatMap { $0.fixed?.change != nil ? $0 : nil }
    show(sticker, fixed: old)
    if old != nil, let request = files[number]?.request { await fixAgain(number, request) }
  }

  /// Returns the run of all files. Invalid configuration files are ignored. Returns nil if the run cannot be
  /// created, and shows a notice with the reason.
  func lintInput() -> PageInput? {
    if let currentInput { return currentInput }
    var search = search
    let contents = Dictionary(uniqueKeysWithValues: files.all().map { ($0.path, $0.opened) })
    do {
      let input = try PageInput(contents, in: root, &search, checksPacks: checksPacks)
      currentInput = input
      lastContexts = (input.contexts, documentChanges)
      settings = search
      settingsRead = input.run.settingsRead
    } catch {
      setSettingsNotices(["\(error)"])
    }
    return currentInput
  }

  /// Hides a file that a configuration excludes, or that is where stickers cannot be.
  private func leaveOut(_ number: Int) {
    files[number]?.analysis = nil
    hide(number)
  }

  private func hide(_ number: Int) {
    guard files[number]?.shown != nil else { return }
    files[number]?.shown = nil
    listeners.send(.removed(number))
  }

  private func show(_ sticker: PreviewSticker, fixed: PreviewSticker?) {
    var sticker = sticker
    sticker.fixed = fixed?.fixed ?? sticker.fixed
    if let fixed { (sticker.requestedRules, sticker.isSmallest) = (fixed.requestedRules, fixed.isSmallest) }
    sticker.revision = max(sticker.revision, files[sticker.number]?.shown?.revision ?? 0)
    files[sticker.number]?.shown = sticker
    listeners.send(.sticker(sticker))
  }

  /// Schedules an evaluation of the pack for when no more files arrive. At most one is scheduled or running.
  func schedulePackEvaluation() {
    wantsEvaluation = true
    if isEvaluationScheduled { return }
    isEvaluationScheduled = true
    Task { await evaluatePackOnceQuiet() }
  }

  private func evaluatePackOnceQuiet() async {
    repeat {
      var then: Int
      repeat {
        then = changeCount
        let rest = pacing.wait(at: monotonicMilliseconds())
        await pause(milliseconds: max(Self.quietMilliseconds, rest))
      } while changeCount != then
      wantsEvaluation = false
      let start = monotonicMilliseconds()
      await evaluatePack(ifStill: then)
      pacing.evaluated(from: start, to: monotonicMilliseconds())
    } while wantsEvaluation
    isEvaluationScheduled = false
  }

  private func evaluatePack(ifStill then: Int) async {
    guard changeCount == then, workers == 0, waiting.isEmpty, !addNewPictures(), let input = lintInput()
    else {
      return
    }
    let description = sendPackFile()
    // A pack file or a larger variant that arrived after a file may change its findings.
    let outdated = files.all().filter { file in
      guard file.kind == .art, let now = input.contexts[file.path]?.key else { return false }
      return file.analysis?.key != now || (file.fixed != nil && file.fixKey != now)
    }
    guard outdated.isEmpty else { return analyze(outdated.map(\.number).sorted()) }
    let summaries = input.run.sources.compactMap { number(of: $0.path).flatMap { files[$0]?.summary } }
    guard summaries.count == input.run.sources.count else { return }
    let settings = input.run.settings
    let report = await Linter(settings, service: service, jobs: jobs).report(
      on: summaries, of: input.run.discoveredFiles.input)
    guard changeCount == then else { return }
    let preview = PreviewRun(input.run, report, fixing: nil, showing: showing, service)
    let sequences = await PreviewSequences(
      input.run, service, known: assembled, revisions: revisions)
    guard changeCount == then else { return }
    let items = preview.items(sequences)
    let (messages, losses) = await preview.messages { [numbers = numbersAndRevisions] in numbers[$0] ?? (0, 0)
    }
    guard changeCount == then, workers == 0 else { return }  // the next evaluation includes the changes
    assembled = sequences.assembled
    apply(items, preview, input, showsDescription: description.problem == nil)
    show(messages)
    let discoveredFiles = input.run.discoveredFiles
    setSettingsNotices(
      input.run.faults + discoveredFiles.leftOut + discoveredFiles.remarks + sequences.losses + losses)
    evaluatedChangeCount = then
    sendMessengers()
    reportProgress()
  }

  private func show(_ new: [PreviewMessage]) {
    let part = previewMessages(new, in: .dropPage)?.markup ?? ""
    guard part != messages else { return }
    messages = part
    listeners.send(.messages(part))
  }

  private var numbersAndRevisions: [Path: (number: Int, revision: Int)] {
    Dictionary(uniqueKeysWithValues: files.all().map { ($0.path, ($0.number, $0.revision)) })
  }

  /// The revisions of the files by path.
  private var revisions: [Path: Int] {
    Dictionary(uniqueKeysWithValues: files.all().map { ($0.path, $0.revision) })
  }

  /// - Parameter showsDescription: whether the pack card can show the pack file.
  private func apply(
    _ items: [PreviewItem], _ preview: PreviewRun, _ input: PageInput, showsDescription: Bool
  ) {
    var (seen, covered) = (Set<Int>(), preview.messageFiles)
    let texts = preview.voiceOver
    for item in items {
      guard let number = number(of: item.source.path), let file = files[number], let analysis = file.analysis
      else { continue }
      seen.insert(number)
      covered.formUnion(item.sequence?.frames ?? [item.source.path])
      var sticker = analysis.sticker
      if let sequence = item.sequence {
        let budget = input.run.settings.configuration(at: sequence.name).budget
        sticker = PreviewSticker(sequence, item.numbered(number), budget)
        let isNew = sequence.bytes != file.shown?.picture?.bytes
        sticker.revision = isNew ? nextRevision() : 0
      }
      // A fixed file keeps its original findings beside the current ones.
      if file.shown?.fixed?.change != nil {
        sticker.now = item.findings
      } else {
        sticker.findings = item.findings
      }
      sticker.voiceOver = texts[item.source.path]
      if let old = file.shown, old.isSame(as: sticker) { continue }
      show(sticker, fixed: item.sequence == nil ? file.shown : nil)
    }
    for file in files.all() where file.shown != nil && !seen.contains(file.number) { hide(file.number) }
    // The card lists missing requirements, unless it cannot show the pack file.
    let whole = preview.findingsOnPacks(besides: covered)
      .filter { !showsDescription || !PreviewDestination.dropPage.showsSeparately($0) }
    if whole != packFindings {
      packFindings = whole
      listeners.send(.pack(whole))
    }
  }
}

extension PreviewSticker {
  /// Whether both look the same on a page.
  fileprivate func isSame(as other: PreviewSticker) -> Bool {
    path == other.path && role == other.role && findings == other.findings && now == other.now
      && voiceOver == other.voiceOver
      && picture?.bytes == other.picture?.bytes
  }
}

extension PreviewItem {
  fileprivate func numbered(_ number: Int) -> PreviewItem {
    PreviewItem(number: number, source: source, sequence: sequence, findings: findings, weight: weight)
  }
}
