import StickerEngine
import StickerPacker
import Stickers

// Fixes files, and builds downloads.
extension DroppedFiles {
  /// Fixes one file in memory, and sends it to the pages.
  ///
  /// - Parameters:
  ///   - rules: the rules whose findings to fix; nil for all that are fixed by default.
  ///   - isLossy: whether visible changes are allowed. They always are if rules are named.
  ///   - isSmallest: whether to minimize the file size, whatever the findings.
  /// - Returns: nil on success, or the reason why nothing was fixed.
  func fix(
    _ number: Int, rules: Set<String>? = nil, isLossy: Bool, isSmallest: Bool = false
  ) async -> String? {
    await fix(
      number,
      FixRequest(isLossy: isLossy || rules != nil, selected: rules ?? showing, wantsSmallest: isSmallest))
  }

  /// Returns the result of fixing a file, without applying it.
  ///
  /// - Parameter rules: the rules whose findings to fix.
  /// - Returns: nil if any of these findings would remain, so that the page offers only fixes that work.
  func previewFix(_ number: Int, rules: Set<String>) async -> Change? {
    guard case .success(let attempt) = await attempt(number, FixRequest(isLossy: true, selected: rules))
    else { return nil }
    let isLeft = attempt.asset.left.contains { rules.contains($0.finding.rule) }
    return isLeft ? nil : attempt.asset.change
  }

  /// Fixes one file.
  ///
  /// - Returns: nil on success, or the reason why nothing was fixed.
  func fix(_ number: Int, _ request: FixRequest) async -> String? {
    switch await attempt(number, request) {
    case .failure(let failure): failure.message
    case .success(let attempt): keep(attempt, request)
    }
  }

  /// Fixes a file again after another analysis.
  func fixAgain(_ number: Int, _ request: FixRequest) async {
    let revision = files[number]?.revision
    let made = await attempt(number, request)
    // Another request has replaced, reset or fixed the file in the meantime.
    guard files[number]?.revision == revision, files[number]?.request == request else { return }
    if case .success(let attempt) = made, keep(attempt, request) == nil { return }
    _ = revertFix(number)
  }

  private struct Attempt {
    let asset: FixedAsset
    let file: DroppedFile
    let shown: PreviewSticker
    let key: AnalysisKey
  }

  private func attempt(_ number: Int, _ request: FixRequest) async -> Result<Attempt, UsageError> {
    func refused(_ reason: String) -> Result<Attempt, UsageError> {
      .failure(UsageError(UserMessage(reason)))
    }
    guard let file = files[number], let context = lintInput()?.contexts[file.path],
      let analysis = file.analysis
    else { return refused("this file was removed, or has not been checked yet") }
    guard !analysis.isLost else {
      return refused("this file crashed the decoder and is not opened again")
    }
    guard context.role != .frame else {
      return refused("frames of a sequence cannot be fixed here. Run `stickerlint fix`, and add the result.")
    }
    let work = FixingWork(
      context.source(of: file), request, context.configuration, context.assetContext,
      taken: Set(files.all().map(\.path)))
    let outcome = await service.fix(work)
    guard files[number]?.revision == file.revision, let shown = files[number]?.shown else {
      return refused("the file changed in the meantime")
    }
    if case .unavailable(let reason) = outcome {
      return refused("\(file.path.displayText) was not fixed: \(reason)")
    }
    return outcome.asset(analysis.summary, request).map {
      Attempt(asset: $0, file: file, shown: shown, key: context.key)
    }
  }

  /// Shows the fixed file, or the reason why nothing was fixed.
  ///
  /// - Returns: nil on success, or the reason why nothing was fixed.
  private func keep(_ attempt: Attempt, _ request: FixRequest) -> String? {
    let (asset, file) = (attempt.asset, attempt.file)
    let number = file.number
    var sticker = attempt.shown
    guard asset.change != nil else {
      showFailure(asset, of: sticker)
      return "\(file.path.displayText) was not fixed: \(reason(in: asset.left, request))"
    }
    let old = file.fixed?.bytes.count ?? 0
    guard let bytes = asset.change?.bytes, hasRoom(for: bytes.count - old) else {
      return "the page is full. Remove some files to make room for the fixed file."
    }
    sticker.fixed = asset.showing(showing)
    // If the request names no rules, use those that were fixed.
    sticker.requestedRules = (request.selected ?? Set(asset.change?.steps.map(\.rule) ?? [])).sorted()
    sticker.isSmallest = request.wantsSmallest
    sticker.now = nil
    sticker.revision = nextRevision()
    files[number]?.shown = sticker
    files[number]?.fixKey = attempt.key
    files[number]?.request = request
    listeners.send(.sticker(sticker))
    reevaluatePack()
    return nil
  }

  /// Shows on the sticker why its fix failed. When many files are fixed, the reason is shown only there.
  private func showFailure(_ asset: FixedAsset, of sticker: PreviewSticker) {
    let hasFailed = asset.left.contains { if case .failed = $0.unfixedReason { true } else { false } }
    guard hasFailed, sticker.fixed?.change == nil else { return }
    var sticker = sticker
    sticker.fixed = asset.showing(showing)
    files[sticker.number]?.shown = sticker
    listeners.send(.sticker(sticker))
  }

  private func reason(in left: [Unfixed], _ request: FixRequest) -> String {
    for unfixed in left { if case .failed(let reason) = unfixed.unfixedReason { return reason.text } }
    let needsLoss = left.contains { $0.unfixedReason == .isLossy }
    if needsLoss { return "the fix would change how it looks" }
    if request.wantsSmallest { return "nothing can be fixed here, and its file size cannot be reduced" }
    return "nothing can be fixed here"
  }

  /// Discards the fix, and uses the original again.
  ///
  /// - Returns: whether the file exists.
  func revertFix(_ number: Int) -> Bool {
    guard var sticker = files[number]?.shown else { return false }
    sticker.forgetFixed()
    files[number]?.shown = sticker
    files[number]?.request = nil
    listeners.send(.sticker(sticker))
    reevaluatePack()
    return true
  }

  /// Returns every file, the fixed version if there is one. Names are unique: if the format changed, so does the
  /// extension, and a number is added if the name is taken. An image that a catalog or a pack file names keeps its
  /// name.
  func currentFiles() -> [(path: Path, bytes: [UInt8])] {
    let described = files.all().filter { $0.kind == .document }.map(\.path.parent)
    var taken = Set(files.all().map(\.path))
    return files.all().sorted { $0.path < $1.path }.map { file in
      let isNamed = described.contains { file.path.parent.isInsideOrEqual($0) }
      let (wish, bytes) = file.best
      guard !isNamed, wish != file.path else { return (file.path, bytes) }
      let names = sequence(first: 1) { $0 + 1 }.lazy.map { numbered(wish, $0) }
      let name = names.first { taken.insert($0).inserted } ?? wish
      return (name, bytes)
    }
  }

  /// Builds the pack in memory, with all stickers that do not fail, an Xcode project and a contact sheet.
  ///
  /// - Parameter name: the name of the pack; nil for the name in the pack file or of the folder.
  /// - Returns: the files of the pack, and sentences about its contents and about stickers that were left out.
  func pack(named name: String?) async -> Result<DroppedPack, UsageError> {
    await packs.build(packWork(named: name)).map { pack in
      DroppedPack(
        name: pack.name, tree: pack.tree, description: packFileBytes, contents: contents(of: pack.tree))
    }
  }

  /// Returns all files to build the pack from, the fixed version if there is one.
  func packWork(named name: String?) -> BuildingWork {
    let best = Dictionary(uniqueKeysWithValues: files.all().map { ($0.path, $0.fixed?.bytes ?? $0.opened) })
    _ = lintInput()
    return BuildingWork(best, in: root, named: name, jobs: jobs, search, settingsRead: settingsRead)
  }

  /// Returns sentences about the contents of a pack, and about stickers that were left out because they fail.
  private func contents(of tree: FileTree) -> String {
    guard let manifest = tree[Manifest.fileName].flatMap({ try? Manifest(parsing: $0) }) else { return "" }
    var words = "The pack contains \(countText(manifest.stickers.count, "sticker"))."
    if manifest.icons.isEmpty {
      words +=
        " It has no icon, which an Xcode project needs. Choose one beside the name of the pack."
    }
    let skipped = manifest.skipped.map { "\n\($0.path.displayText): \($0.reasons.first ?? "")" }.joined()
    return skipped.isEmpty ? words : words + " Left out because they are not ready:" + skipped
  }
}

/// A built pack in memory.
struct DroppedPack: Sendable {
  let name: String
  let tree: FileTree
  /// The `stickerpack.yml` of the pack; nil if a catalog describes it.
  let description: [UInt8]?
  /// Sentences about the contents of the pack.
  let contents: String
}
