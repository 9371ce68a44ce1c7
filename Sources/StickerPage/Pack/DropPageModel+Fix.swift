import StickerEngine
import StickerPacker
import Stickers

// Fixes files, and builds downloads.
extension DropPageModel {
  /// Fixes one file in memory, and sends it to the pages.
  ///
  /// - Parameters:
  ///   - rules: the rules whose findings are fixed; nil for all that are fixed by default.
  ///   - allowsLossyFixes: whether visible changes are allowed. They are always allowed if `rules` is not
  ///     nil.
  ///   - minimizesPNGFileSize: whether to minimize the file size, regardless of the findings.
  ///   - smallArtFix: how to fix art that is too small; nil to keep its size.
  ///   - whiteOutlineWidth: the width in pixels of an outline around art whose background is removed; nil for
  ///     none.
  ///   - actionIdentifier: the identifier of the action, for undo.
  /// - Returns: nil on success, or the reason why nothing was fixed.
  func fix(
    _ number: Int, rules: Set<String>? = nil, allowsLossyFixes: Bool, minimizesPNGFileSize: Bool = false,
    smallArtFix: SmallArtFix? = nil, whiteOutlineWidth: Int? = nil,
    actionIdentifier: String? = nil
  ) async -> String? {
    var fixOptions = FixOptions(
      allowsLossyFixes: allowsLossyFixes || rules != nil, selectedRules: rules ?? shownRules,
      minimizesPNGFileSize: minimizesPNGFileSize)
    fixOptions.smallArtFix = smallArtFix
    fixOptions.cutOutWhiteOutlineWidth = whiteOutlineWidth
    switch await attemptFix(number, fixOptions) {
    case .failure(let failure): return failure.message
    case .success(let attempt):
      let (before, oldWidth) = (snapshot, files[number]?.fixOptions?.cutOutWhiteOutlineWidth)
      let reason = applyFixOrShowFailure(attempt, fixOptions)
      if reason == nil {
        recordAndBroadcastUnsavedAction(
          whiteOutlineWidth == oldWidth ? "Fix" : "Outline", id: actionIdentifier, from: before)
      }
      return reason
    }
  }

  /// Returns the result of fixing a file, without applying it.
  ///
  /// - Parameter rules: the rules whose findings are fixed.
  /// - Returns: nil if any of these findings would remain, so that the page offers only fixes that work.
  func fixChangeIfComplete(_ number: Int, rules: Set<String>, smallArtFix: SmallArtFix? = nil) async
    -> Result<FileChange?, CommandError>
  {
    var fixOptions = FixOptions(allowsLossyFixes: true, selectedRules: rules)
    fixOptions.smallArtFix = smallArtFix
    return await attemptFix(number, fixOptions).map { attempt in
      let isLeft = attempt.asset.unfixedFindings.contains { rules.contains($0.finding.rule) }
      return isLeft ? nil : attempt.asset.change
    }
  }

  /// Fixes a file again after it was analyzed again.
  func fixAgainOrRevert(_ number: Int, _ fixOptions: FixOptions) async {
    let revision = files[number]?.analysisRevision
    let made = await attemptFix(number, fixOptions)
    // Stop if another request has replaced, reverted or fixed the file in the meantime.
    guard files[number]?.analysisRevision == revision, files[number]?.fixOptions == fixOptions else { return }
    if case .success(let attempt) = made, applyFixOrShowFailure(attempt, fixOptions) == nil { return }
    _ = revertFixOfShownSticker(number)
  }

  struct DroppedFileFixAttempt: Sendable {
    let asset: FixedAsset
    let file: DroppedFile
    let latestShownSticker: PreviewSticker
    let contextKey: RoleAndPackKey
  }

  private func attemptFix(_ number: Int, _ fixOptions: FixOptions) async -> Result<
    DroppedFileFixAttempt, CommandError
  > {
    func refused(_ reason: String) -> Result<DroppedFileFixAttempt, CommandError> {
      .failure(CommandError(UserMessage(reason)))
    }
    guard let file = files[number], let context = allFilesRunShowingErrors()?.contexts[file.path],
      let analysis = file.analysis
    else { return refused("this file was removed, or has not been checked yet") }
    guard !analysis.hasCrashedWorker else {
      return refused("this file crashed the decoder and will not be opened again")
    }
    let key = FixResultCache.Key(
      fileNumber: number, analysisRevision: file.analysisRevision, contextKey: context.key,
      fixOptions: fixOptions)
    if let asset = attemptedFixes[key], let shown = file.shownSticker {
      return .success(
        DroppedFileFixAttempt(asset: asset, file: file, latestShownSticker: shown, contextKey: context.key))
    }
    guard context.role != .frame else {
      return refused(
        "frames of a sequence cannot be fixed here. Change them in your drawing program, and add them again.")
    }
    let work = FixJob(
      context.assetSource(for: file), fixOptions, context.configuration, context.packContext,
      takenPaths: Set(files.allFiles().map(\.path)))
    let outcome = await service.fix(work)
    guard files[number]?.analysisRevision == file.analysisRevision, let shown = files[number]?.shownSticker
    else {
      return refused("the file changed in the meantime")
    }
    if case .unavailable(let reason) = outcome {
      return refused("\(file.path.displayText) was not fixed: \(reason)")
    }
    return outcome.fixedAsset(analysis.assetAnalysis, fixOptions).map { asset in
      attemptedFixes[key] = asset
      return DroppedFileFixAttempt(
        asset: asset, file: file, latestShownSticker: shown, contextKey: context.key)
    }
  }

  /// Shows the fixed file, or the reason why nothing was fixed.
  ///
  /// - Returns: nil on success, or the reason why nothing was fixed.
  private func applyFixOrShowFailure(_ attempt: DroppedFileFixAttempt, _ fixOptions: FixOptions) -> String? {
    let (asset, file) = (attempt.asset, attempt.file)
    let number = file.id
    var (sticker, fixOptions) = (attempt.latestShownSticker, fixOptions)
    guard let change = asset.change else {
      showFailureUnlessFixed(asset, of: sticker)
      return
        "\(file.path.displayText) was not fixed: \(unfixedReasonText(in: asset.unfixedFindings, fixOptions))"
    }
    let old = file.fixedFile?.bytes.count ?? 0
    guard hasRoom(forByteCount: change.newBytes.count - old) else {
      return "the page is full. Remove some files to make room for the fixed file."
    }
    // Without a removed background, there is no outline, and a later fix must not bring it back.
    if !change.steps.contains(where: { $0.kind == .removeBackground }) {
      fixOptions.cutOutWhiteOutlineWidth = nil
    }
    sticker.fixResult = asset.withFindings(of: shownRules)
    // If the options name no rules, use those whose findings were fixed.
    sticker.requestedFixRules = (fixOptions.selectedRules ?? Set(change.steps.map(\.rule))).sorted()
    sticker.minimizesPNGFileSize = fixOptions.minimizesPNGFileSize
    sticker.requestedSmallArtFix = fixOptions.smallArtFix
    sticker.requestedWhiteOutlineWidth = fixOptions.cutOutWhiteOutlineWidth
    sticker.findingsAfterFixIfRechecked = nil
    sticker.imageRevision = nextRevision()
    files[number]?.shownSticker = sticker
    files[number]?.contextKeyOfFix = attempt.contextKey
    files[number]?.fixOptions = fixOptions
    connectedPages.broadcast(.sticker(sticker))
    recordFixChange()
    return nil
  }

  /// Shows on the sticker why its fix failed. When many files are fixed, the reason is shown only there.
  private func showFailureUnlessFixed(_ asset: FixedAsset, of sticker: PreviewSticker) {
    let hasFailed = asset.unfixedFindings.contains {
      if case .failed = $0.unfixedReason { true } else { false }
    }
    guard hasFailed, sticker.fixResult?.change == nil else { return }
    var sticker = sticker
    sticker.fixResult = asset.withFindings(of: shownRules)
    files[sticker.number]?.shownSticker = sticker
    connectedPages.broadcast(.sticker(sticker))
  }

  private func unfixedReasonText(in left: [UnfixedFinding], _ fixOptions: FixOptions) -> String {
    for unfixed in left { if case .failed(let reason) = unfixed.unfixedReason { return reason.text } }
    let needsLoss = left.contains { $0.unfixedReason == .isLossy }
    if needsLoss { return "the fix would change how the sticker looks" }
    if fixOptions.minimizesPNGFileSize {
      return "nothing can be fixed here, and the file size cannot be reduced"
    }
    return "nothing can be fixed here"
  }

  /// Discards the fix at the user's request.
  ///
  /// - Parameter action: the identifier of the action, for undo.
  /// - Returns: whether the file exists.
  func revertFixOfShownSticker(_ number: Int, actionIdentifier action: String?) -> Bool {
    let before = snapshot
    guard revertFixOfShownSticker(number) else { return false }
    recordAndBroadcastUnsavedAction("Revert", id: action, from: before)
    return true
  }

  /// Discards the fix, and uses the original again.
  ///
  /// - Returns: whether the file exists.
  func revertFixOfShownSticker(_ number: Int) -> Bool {
    guard var sticker = files[number]?.shownSticker else { return false }
    sticker.discardFix()
    files[number]?.shownSticker = sticker
    files[number]?.fixOptions = nil
    connectedPages.broadcast(.sticker(sticker))
    recordFixChange()
    return true
  }

  /// Returns every file, in its fixed version if there is one. If a fix changed the format, the extension
  /// changes, too, and a number is added if the name is taken. Files in or below the folder of a pack file,
  /// message file or catalog document keep their names, because such a file may refer to them.
  func fixedOrOriginalFiles() -> [(path: Path, bytes: [UInt8])] {
    let described = files.allFiles().filter { $0.kind == .packDocument }.map(\.path.parent)
    var taken = Set(files.allFiles().map(\.path))
    return files.allFiles().sorted { $0.path < $1.path }.map { file in
      let isNamed = described.contains { file.path.parent.isInsideOrEqual($0) }
      let (wish, bytes) = file.fixedOrOriginalFile
      guard !isNamed, wish != file.path else { return (file.path, bytes) }
      let names = sequence(first: 1) { $0 + 1 }.lazy.map { numberedPathUnlessFirst(wish, $0) }
      let name = names.first { taken.insert($0).inserted } ?? wish
      return (name, bytes)
    }
  }

  /// Builds the pack in memory, with all stickers that do not fail, an Xcode project and a contact sheet.
  ///
  /// - Parameter name: the name of the pack; nil for the name in the pack file or the name of the folder.
  /// - Returns: the files of the pack, and sentences about its contents and about stickers that were left
  ///   out.
  func buildPackForDownload(named name: String?) async -> Result<BuiltPackDownload, CommandError> {
    let job = packBuildJob(named: name)
    let startChangeCount = changeCount
    return await packService.build(job).map { pack in
      // The pack does not contain what was changed while it was built.
      if changeCount == startChangeCount {
        sessionState.needsSaveOrDownload = false
        scheduleSessionSave()
      }
      return BuiltPackDownload(
        packDisplayName: pack.name, tree: pack.tree, packFile: existingOrNewPackFileBytes,
        packedAndSkippedReport: packedAndSkippedReport(of: pack.tree))
    }
  }

  /// Returns a job that builds the pack from all files, in their fixed versions if there are any.
  func packBuildJob(named name: String?) -> PackBuildJob {
    let best = bytesForBuild { $0.fixedFile?.bytes ?? $0.bytesSafeToRead }
    _ = allFilesRunShowingErrors()
    return PackBuildJob(
      best, in: virtualFolder, named: name, jobs: jobs, initialSearch,
      configurationFilesRead: configurationFilesRead)
  }

  /// Returns sentences about the contents of a pack, and about stickers that were left out because they fail.
  private func packedAndSkippedReport(of tree: FileTree) -> String {
    guard let manifest = tree[Manifest.fileName].flatMap({ try? Manifest(parsing: $0) }) else { return "" }
    var words = "The pack contains \(countText(manifest.stickers.count, "sticker"))."
    if manifest.icons.isEmpty {
      words +=
        " It has no icon, which an Xcode project needs. Choose one next to the name of the pack."
    }
    let skipped = manifest.skippedStickers.map { "\n\($0.path.displayText): \($0.reasons.first ?? "")" }
      .joined()
    return skipped.isEmpty ? words : words + " Left out because they must be fixed:" + skipped
  }
}

/// A built pack in memory.
struct BuiltPackDownload: Sendable {
  let packDisplayName: String
  let tree: FileTree
  /// The `stickerpack.yml` of the pack; nil if a catalog describes it.
  let packFile: [UInt8]?
  /// Sentences about the contents of the pack.
  let packedAndSkippedReport: String
}
