import StickerEngine
import Stickers

// Looking at files as they come, and at all of them together when no more do.
extension DroppedFiles {
  /// How long nothing must have changed before the files are judged as a pack.
  private static let settlingMilliseconds = 200

  /// Has files looked at as soon as there is a core for it.
  func look(at numbers: [Int]) {
    tellCheckingSoon()
    for number in numbers { waiting.append(number) }
    while workers < min(jobs, waiting.count) {
      workers += 1
      // Whoever asks for a page is answered first.
      Task(priority: .utility) { await self.work() }
    }
  }

  private func work() async {
    while let number = waiting.popFirst() {
      looking.append(number)
      await look(at: number)
      looking.remove(at: looking.firstIndex(of: number) ?? 0)
    }
    workers -= 1
    if workers == 0 { settleSoon() }
  }

  private func look(at number: Int) async {
    guard let file = files[number] else { return }
    let found: FileContext?
    do { found = try context(of: file) } catch { return }  // the evaluation of the pack tells why
    guard let context = found else { return leaveOut(number) }
    let source = context.source(of: file)
    var (sticker, checked) = await previewed(
      source, number: number, context.configuration, openers.examiner, context.surroundings, showing: showing)
    guard files[number]?.revision == file.revision else { return }
    sticker.revision = file.revision
    files[number]?.analysis = DroppedFile.Analysis(
      sticker: sticker, summary: checked.summary, isLost: !checked.isLasting,
      key: context.key)
    if !checked.isLasting { currentInput = nil }
    // Frames are shown when it is known which sequence they are of, messages with their pictures.
    guard source.role != .frame, !context.isOfMessage else { return }
    // The same file under other circumstances: what was asked for is still wanted, and taken along
    // meanwhile.
    let old = files[number]?.shown.flatMap { $0.fixed?.change != nil ? $0 : nil }
    show(sticker, fixed: old)
    if old != nil, let request = files[number]?.request { await fixAgain(number, request) }
  }

  /// All files as `lint` would find them, whatever is wrong in configurations; nil where that cannot be
  /// found out, which is told.
  func lintInput() -> LintInput? {
    if let currentInput { return currentInput }
    var search = search
    let contents = Dictionary(uniqueKeysWithValues: files.all().map { ($0.path, $0.opened) })
    do {
      let input = try LintInput(contents, in: root, &search, judgesPacks: judgesPacks)
      currentInput = input
      lastContexts = (input.contexts, documentChanges)
      settings = search
      settingsRead = input.run.settingsRead
    } catch {
      tell(ofSettings: ["\(error)"])
    }
    return currentInput
  }

  /// Nothing is shown of a file that a configuration leaves out, or that lies where no sticker can be.
  private func leaveOut(_ number: Int) {
    files[number]?.analysis = nil
    hide(number)
  }

  private func hide(_ number: Int) {
    guard files[number]?.shown != nil else { return }
    files[number]?.shown = nil
    listeners.tell(.removed(number))
  }

  private func show(_ sticker: PreviewSticker, fixed: PreviewSticker?) {
    var sticker = sticker
    sticker.fixed = fixed?.fixed ?? sticker.fixed
    if let fixed { (sticker.asked, sticker.isSmallest) = (fixed.asked, fixed.isSmallest) }
    sticker.revision = max(sticker.revision, files[sticker.number]?.shown?.revision ?? 0)
    files[sticker.number]?.shown = sticker
    listeners.tell(.sticker(sticker))
  }

  /// Judges the files together once no more come. There is one such evaluation at a time, however many ask.
  func settleSoon() {
    wantsEvaluation = true
    if isSettling { return }
    isSettling = true
    Task { await settleOnceCalm() }
  }

  private func settleOnceCalm() async {
    repeat {
      var then: Int
      repeat {
        then = changes
        let rest = pacing.wait(at: monotonicMilliseconds())
        await pause(milliseconds: max(Self.settlingMilliseconds, rest))
      } while changes != then
      wantsEvaluation = false
      let start = monotonicMilliseconds()
      await settle(ifStill: then)
      pacing.evaluated(from: start, to: monotonicMilliseconds())
    } while wantsEvaluation
    isSettling = false
  }

  private func settle(ifStill then: Int) async {
    guard changes == then, workers == 0, waiting.isEmpty, !takeInNewcomers(), let input = lintInput() else {
      return
    }
    tellDescription()
    // A description that came later, or a larger size beside it, changes what is said of a file.
    let moved = files.all().filter { file in
      guard file.kind == .art, let now = input.contexts[file.path]?.key else { return false }
      return file.analysis?.key != now || (file.fixed != nil && file.fixKey != now)
    }
    guard moved.isEmpty else { return look(at: moved.map(\.number).sorted()) }
    let summaries = input.run.sources.compactMap { number(of: $0.path).flatMap { files[$0]?.summary } }
    guard summaries.count == input.run.sources.count else { return }
    let settings = input.run.settings
    let report = await report(
      on: summaries, input.run.sources, declarations: input.run.inventory.declarations,
      catalogs: input.run.inventory.catalogs, messages: input.run.inventory.messages, jobs: jobs,
      configuration: { settings.configuration(at: $0) }, examiner: openers.examiner)
    guard changes == then else { return }
    let preview = PreviewRun(input.run, report, fixing: nil, showing: showing, openers)
    let sequences = await PreviewSequences(
      input.run, openers.workshop, known: assembled, revisions: revisions)
    guard changes == then else { return }
    let items = preview.items(sequences)
    let (messages, losses) = await preview.messages { [numbers = numbersAndRevisions] in numbers[$0] ?? (0, 0)
    }
    guard changes == then, workers == 0 else { return }  // what came meanwhile is judged with the others
    assembled = sequences.assembled
    apply(items, preview, input)
    show(messages)
    let inventory = input.run.inventory
    tell(
      ofSettings: input.run.faults + inventory.leftOut + inventory.remarks + sequences.losses + losses)
    judged = then
    tellMessengers()
    tellChecking()
  }

  private func show(_ new: [PreviewMessage]) {
    let part = previewMessages(new, in: .dropPage)?.markup ?? ""
    guard part != messages else { return }
    messages = part
    listeners.tell(.messages(part))
  }

  private var numbersAndRevisions: [Path: (number: Int, revision: Int)] {
    Dictionary(uniqueKeysWithValues: files.all().map { ($0.path, ($0.number, $0.revision)) })
  }

  /// The revision of each file, by its path.
  private var revisions: [Path: Int] {
    Dictionary(uniqueKeysWithValues: files.all().map { ($0.path, $0.revision) })
  }

  private func apply(_ items: [PreviewItem], _ preview: PreviewRun, _ input: LintInput) {
    var (met, said) = (Set<Int>(), preview.ofMessages)
    let texts = preview.voiceOver
    for item in items {
      guard let number = number(of: item.source.path), let file = files[number], let analysis = file.analysis
      else { continue }
      met.insert(number)
      said.formUnion(item.sequence?.frames ?? [item.source.path])
      var sticker = analysis.sticker
      if let sequence = item.sequence {
        let budget = input.run.settings.configuration(at: sequence.name).budget
        sticker = PreviewSticker(sequence, item.numbered(number), budget)
        let isNew = sequence.bytes != file.shown?.picture?.bytes
        sticker.revision = isNew ? nextRevision() : 0
      }
      // Of what is fixed two things are known: what it was, and what it is now.
      if file.shown?.fixed?.change != nil {
        sticker.now = item.findings
      } else {
        sticker.findings = item.findings
      }
      sticker.voiceOver = texts[item.source.path]
      if let old = file.shown, old.says(the: sticker) { continue }
      show(sticker, fixed: item.sequence == nil ? file.shown : nil)
    }
    for file in files.all() where file.shown != nil && !met.contains(file.number) { hide(file.number) }
    // Where the card shows no description, what lacks is said nowhere else.
    let isInCard = descriptionMessage.problem == nil
    let whole = preview.findingsOnPacks(besides: said)
      .filter { !isInCard || !PreviewPlace.dropPage.says($0) }
    if whole != packFindings {
      packFindings = whole
      listeners.tell(.pack(whole))
    }
  }
}

extension PreviewSticker {
  /// Whether a page that shows this one has nothing to learn from another.
  fileprivate func says(the other: PreviewSticker) -> Bool {
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
