import StickerEngine
import StickerPacker
import Stickers

// Builds the pack for other messengers, one messenger at a time, while any page shows its section about them.
// Stops when the pack changes. Keeps the built packs for downloads.
extension DropPageModel {
  /// Starts building the pack for each messenger, unless a build is in progress.
  func startMessengerBuilds() {
    messengerState.hasPendingBuildRequest = true
    guard messengerState.allBuildsTask == nil else { return }
    messengerState.allBuildsTask = Task(priority: .utility) { await self.buildMessengerPacksUntilCurrent() }
  }

  /// Discards the built packs, and cancels the build in progress.
  func cancelAndDiscardMessengerBuilds() {
    messengerState.currentBuildTask?.cancel()
    messengerState.builtPacks = BuiltPacksByMessenger()
  }

  /// Sends the state of the messengers to the pages if it has changed. If it is outdated, pages that show the
  /// messengers request new builds.
  func sendMessengerStateIfChanged() {
    let message = messengerStateMessage
    let line = message.jsonLine
    guard line != messengerState.lastSentMessage else { return }
    messengerState.lastSentMessage = line
    connectedPages.broadcast(message)
  }

  /// Builds the pack for a messenger, or returns the result of an earlier build.
  ///
  /// - Parameter messenger: one of `OtherMessengers.profileNames`.
  /// - Returns: the file and its name, or the reason why the pack could not be built.
  func messengerDownload(for messenger: String) async -> Result<MessengerDownload, CommandError> {
    if messengerState.evaluatedChangeCount == changeCount,
      let (name, tree) = messengerState.builtPacks[messenger]
    {
      return .success(MessengerDownload(packName: name, tree, for: messenger))
    }
    if let missing = await verdictsOnMissingRequirements([messenger])[messenger] {
      return .failure(CommandError(messages: missing.userMessages))
    }
    let built = await packService.export(packBuildJob(named: nil), to: messenger)
    guard let tree = built.builtFiles else {
      return .failure(CommandError(messages: MessengerVerdict(built).userMessages))
    }
    return .success(MessengerDownload(packName: built.name ?? "", tree, for: messenger))
  }

  private func buildMessengerPacksUntilCurrent() async {
    var startChangeCount: Int
    repeat {
      messengerState.hasPendingBuildRequest = false
      // Wait while the user edits or drops files.
      while !isEverythingEvaluated { await pause(milliseconds: 100) }
      startChangeCount = changeCount
      await buildMessengerPacks(at: startChangeCount)
    } while messengerState.hasPendingBuildRequest && changeCount != startChangeCount
    // There is no suspension point between the check and this line, so no request is lost.
    messengerState.allBuildsTask = nil
  }

  /// - Parameter startChangeCount: the value of `changeCount` for the version of the pack to build.
  private func buildMessengerPacks(at startChangeCount: Int) async {
    if messengerState.evaluatedChangeCount == startChangeCount,
      messengerState.verdicts.count == OtherMessengers.profileNames.count
    {
      return
    }
    guard files.hasImages else {
      (messengerState.verdicts, messengerState.evaluatedChangeCount) = ([:], startChangeCount)
      return sendMessengerStateIfChanged()
    }
    let missing = await verdictsOnMissingRequirements()
    guard changeCount == startChangeCount else { return }
    // Begin with the messengers whose missing requirements the user may have just met.
    let incomplete = OtherMessengers.profileNames.filter {
      messengerState.verdicts[$0]?.exportReadiness == .missingTextOrEmoji
    }
    (messengerState.evaluatedChangeCount, messengerState.builtPacks) = (
      startChangeCount, BuiltPacksByMessenger()
    )
    var rest = (incomplete + OtherMessengers.profileNames.filter { !incomplete.contains($0) }).filter {
      missing[$0] == nil
    }
    for (messenger, verdict) in missing { messengerState.verdicts[messenger] = verdict }
    // The requirements of these messengers are met now.
    for messenger in incomplete where missing[messenger] == nil { messengerState.verdicts[messenger] = nil }
    messengerState.waitingMessengers = Set(rest)
    while let messenger = rest.first {
      rest.removeFirst()
      messengerState.messengerBeingBuilt = messenger
      sendMessengerStateIfChanged()
      let work = packBuildJob(named: nil)
      let build = Task(priority: .utility) { [packService] in
        await packService.export(work, to: messenger)
      }
      messengerState.currentBuildTask = build
      let built = await build.value
      guard changeCount == startChangeCount else { break }
      messengerState.waitingMessengers.remove(messenger)
      var verdict = MessengerVerdict(built)
      if verdict.exportReadiness == .ready {
        verdict.exportFormatSummary = exportFormatSummary(for: messenger)
      }
      messengerState.verdicts[messenger] = verdict
      if let tree = built.builtFiles, let name = built.name {
        messengerState.builtPacks.storeIfItFits(messenger, name, tree)
      }
    }
    (messengerState.messengerBeingBuilt, messengerState.currentBuildTask) = (nil, nil)
    if changeCount == startChangeCount { sendMessengerStateIfChanged() }
  }

  /// Returns the summary of the messenger's export format.
  private func exportFormatSummary(for messenger: String) -> String? {
    var search = initialSearch.with(profile: messenger)
    return search.resolvedConfiguration(at: Path("."), isFolder: true).export.flatMap(ExportFormat.format)?
      .summary
      .replacing("`", with: "")
  }

  /// The state as a message to the page.
  var messengerStateMessage: MessageToPage {
    .messengers(messengerState, isOld: messengerState.evaluatedChangeCount != changeCount)
  }

  /// Returns verdicts for the messengers whose requirements for text, emoji or the number of stickers are not
  /// met.
  private func verdictsOnMissingRequirements(_ messengers: [String] = OtherMessengers.profileNames) async
    -> [String:
    MessengerVerdict]
  {
    guard case .success(let open) = existingOrNewPackFile() else { return [:] }
    let pack = pageImages(in: open.path.parent)
    guard let description = try? pack.parsedPackFile(open.bytes) else { return [:] }
    let stickers = description.stickers.compactMap { pack.number(of: $0.file.value) }.compactMap { files[$0] }
    var missing: [String: MessengerVerdict] = [:]
    for messenger in messengers {
      var search = initialSearch.with(profile: messenger)
      let configuration = search.resolvedConfiguration(at: open.path.parent, isFolder: true).configuration
        .withOnlyPackRulesThatNeedNoDecoding
      let sources = stickers.filter { $0.fixedOrOriginalAnalysis != nil }.map {
        $0.sourceWithoutBytes(in: open.path)
      }
      let summaries = zip(stickers.filter { $0.fixedOrOriginalAnalysis != nil }, sources).compactMap {
        $0.copyOfAnalysisWithoutFindings(as: $1)
      }
      let input = LintInput(
        sources, packDeclarations: [open.path: description.packDeclaration(in: open.path.parent)])
      let report = await LintPass(service: service) { _ in configuration }.report(on: summaries, of: input)
      missing[messenger] = MessengerVerdict(
        unmetRequirements: report.findings.filter(\.failsRun), description, configuration.messengerLimits
      ) { number(of: $0).flatMap { files[$0]?.kind == .art ? $0 : nil } }
    }
    return missing
  }
}

extension MessengerVerdict {
  fileprivate var userMessages: [UserMessage] { ([summary] + details).map { UserMessage($0) } }
}

extension DroppedFile {
  /// Returns the file as a sticker in a pack. Its bytes are never read.
  fileprivate func sourceWithoutBytes(in pack: Path) -> AssetSource {
    AssetSource(path: path, role: .sticker, pack: pack) { _ in .emptyFile }
  }

  /// Returns the analysis for pack rules, without its findings.
  fileprivate func copyOfAnalysisWithoutFindings(as source: AssetSource) -> AssetAnalysis? {
    fixedOrOriginalAnalysis.map { AssetAnalysis(factsOf: $0, source: source) }
  }
}

extension Configuration {
  /// A copy with only the rules that need no decoding: those about a pack's text and number of stickers, and
  /// about mixing stills with animations.
  fileprivate var withOnlyPackRulesThatNeedNoDecoding: Configuration {
    let ids: Set = [
      RuleID.packTexts, RuleID.stickerEmoji, RuleID.stickerName, RuleID.stickerCount, RuleID.mixedAnimation,
    ]
    return Configuration(
      rules: rules.filter { ids.contains($0.rule.id) }, messengerLimits: messengerLimits, failOn: failOn,
      budget: budget,
      checksPacks: true, messengerTraits: messengerTraits)
  }
}
