import StickerEngine
import StickerPacker
import Stickers

// Builds the pack for other messengers while a page shows them, one after the other, until something changes.
// Keeps the results for downloads.
extension DroppedFiles {
  /// Starts building the pack for each messenger, unless a build is in progress.
  func evaluateMessengers() {
    messengers.isRequested = true
    guard messengers.evaluation == nil else { return }
    messengers.evaluation = Task(priority: .utility) { await self.evaluateMessengersUntilCurrent() }
  }

  /// Discards the results, and cancels the build in progress.
  func discardMessengerBuilds() {
    messengers.build?.cancel()
    messengers.packs = MessengerPacks()
  }

  /// Sends the state of the messengers to the pages if it has changed. A page that shows them requests a new build.
  func sendMessengers() {
    let message = messengersMessage
    let line = message.line
    guard line != messengers.lastSent else { return }
    messengers.lastSent = line
    listeners.send(message)
  }

  /// Builds the pack for a messenger, or returns the kept result.
  ///
  /// - Parameter messenger: one of `Messengers.all`.
  /// - Returns: the file and its name, or the reason why the pack could not be built.
  func download(for messenger: String) async -> Result<MessengerDownload, UsageError> {
    if messengers.changeCount == changeCount, let (name, tree) = messengers.packs[messenger] {
      return .success(MessengerDownload(of: name, tree, for: messenger))
    }
    if let missing = await missingRequirements([messenger])[messenger] {
      return .failure(UsageError(lines: missing.sentences))
    }
    let built = await packs.export(packWork(named: nil), to: messenger)
    guard let tree = built.tree else {
      return .failure(UsageError(lines: MessengerVerdict(built).sentences))
    }
    return .success(MessengerDownload(of: built.name ?? "", tree, for: messenger))
  }

  private func evaluateMessengersUntilCurrent() async {
    var then: Int
    repeat {
      messengers.isRequested = false
      // Wait while the user edits or drops files.
      while !isIdle { await pause(milliseconds: 100) }
      then = changeCount
      await evaluateMessengers(at: then)
    } while messengers.isRequested && changeCount != then
    // There is no suspension between the check and this line, so no request is lost.
    messengers.evaluation = nil
  }

  /// - Parameter then: the value of `changeCount` while the pack is the same.
  private func evaluateMessengers(at then: Int) async {
    if messengers.changeCount == then, messengers.verdicts.count == Messengers.all.count { return }
    guard files.hasPictures else {
      (messengers.verdicts, messengers.changeCount) = ([:], then)
      return sendMessengers()
    }
    let missing = await missingRequirements()
    guard changeCount == then else { return }
    // Messengers whose missing requirement the user has just met come first.
    let incomplete = Messengers.all.filter { messengers.verdicts[$0]?.state == .incomplete }
    (messengers.changeCount, messengers.packs) = (then, MessengerPacks())
    var rest = (incomplete + Messengers.all.filter { !incomplete.contains($0) }).filter { missing[$0] == nil }
    for (messenger, verdict) in missing { messengers.verdicts[messenger] = verdict }
    // Their requirements are met now.
    for messenger in incomplete where missing[messenger] == nil { messengers.verdicts[messenger] = nil }
    messengers.waiting = Set(rest)
    while let messenger = rest.first {
      rest.removeFirst()
      messengers.working = messenger
      sendMessengers()
      let work = packWork(named: nil)
      let build = Task(priority: .utility) { [packs] in
        await packs.export(work, to: messenger)
      }
      messengers.build = build
      let built = await build.value
      guard changeCount == then else { break }
      messengers.waiting.remove(messenger)
      var verdict = MessengerVerdict(built)
      if verdict.state == .ready { verdict.form = form(of: messenger) }
      messengers.verdicts[messenger] = verdict
      if let tree = built.tree, let name = built.name { messengers.packs.keep(messenger, name, tree) }
    }
    (messengers.working, messengers.build) = (nil, nil)
    if changeCount == then { sendMessengers() }
  }

  /// Returns the summary of the messenger's export format.
  private func form(of messenger: String) -> String? {
    var search = search.with(profile: messenger)
    return search.settings(at: Path("."), isFolder: true).export.flatMap(Export.named)?.summary
      .replacing("`", with: "")
  }

  /// The state as a message to the page.
  var messengersMessage: PageMessage { .messengers(messengers, isOld: messengers.changeCount != changeCount) }

  /// Returns a verdict for each messenger whose requirements on texts, emoji or the number of stickers the pack
  /// does not meet.
  private func missingRequirements(_ messengers: [String] = Messengers.all) async -> [String:
    MessengerVerdict]
  {
    guard case .success(let open) = openPackFile() else { return [:] }
    let pack = described(around: open.path.parent)
    guard let description = try? pack.description(of: open.bytes) else { return [:] }
    let stickers = description.stickers.compactMap { pack.number(of: $0.file.value) }.compactMap { files[$0] }
    var missing: [String: MessengerVerdict] = [:]
    for messenger in messengers {
      var search = search.with(profile: messenger)
      let configuration = search.settings(at: open.path.parent, isFolder: true).configuration
        .checkingPackTexts
      let sources = stickers.filter { $0.summary != nil }.map { $0.emptySource(in: open.path) }
      let summaries = zip(stickers.filter { $0.summary != nil }, sources).compactMap {
        $0.summary(of: $1, configuration)
      }
      let input = LintInput(
        sources, declarations: [open.path: description.declaration(in: open.path.parent)])
      let report = await Linter(service: service) { _ in configuration }.report(on: summaries, of: input)
      missing[messenger] = MessengerVerdict(
        missing: report.findings.filter(\.fails), description, configuration.limits
      ) { number(of: $0).flatMap { files[$0]?.kind == .art ? $0 : nil } }
    }
    return missing
  }
}

extension MessengerVerdict {
  fileprivate var sentences: [UserMessage] { ([words] + lines).map { UserMessage($0) } }
}

extension DroppedFile {
  /// Returns the file as a sticker of a pack. Its bytes are never read.
  fileprivate func emptySource(in pack: Path) -> AssetSource {
    AssetSource(path: path, role: .sticker, pack: pack) { _ in .empty }
  }

  /// Returns the summary for pack rules, without earlier findings.
  fileprivate func summary(of source: AssetSource, _ configuration: Configuration) -> AssetAnalysis? {
    summary.map { AssetAnalysis($0, of: source) }
  }
}

extension Configuration {
  /// A copy with only the rules about texts and the number of stickers of a pack. They decode nothing.
  fileprivate var checkingPackTexts: Configuration {
    let ids: Set = [
      RuleID.packTexts, RuleID.stickerEmoji, RuleID.stickerName, RuleID.stickerCount, RuleID.mixedAnimation,
    ]
    return Configuration(
      rules: rules.filter { ids.contains($0.rule.id) }, limits: limits, failOn: failOn, budget: budget,
      checksPacks: true, messenger: messenger)
  }
}
