import StickerEngine
import StickerPacker
import Stickers

// Fixing files, and downloading the results.
extension DroppedFiles {
  /// Fixes one file in memory, and sends it to the pages.
  ///
  /// - Parameter rules: the rules whose findings are fixed; nil for all that are fixed by default.
  /// - Parameter isLossy: whether the difference may be visible. It may be if rules are named.
  /// - Parameter isSmallest: whether the file is made as small as possible, whatever its findings.
  /// - Returns: why nothing was fixed; nil if something was.
  func fix(
    _ number: Int, rules: Set<String>? = nil, isLossy: Bool, isSmallest: Bool = false
  ) async -> String? {
    await fix(
      number,
      FixRequest(isLossy: isLossy || rules != nil, selected: rules ?? showing, wantsSmallest: isSmallest))
  }

  /// Returns what fixing a file would give, and keeps nothing of it.
  ///
  /// - Parameter rules: the rules whose findings are fixed. All must be, so that the page offers nothing that fails.
  /// - Returns: nil if not all of it can be fixed.
  func previewFix(_ number: Int, rules: Set<String>) async -> Change? {
    guard case .success(let attempt) = await attempt(number, FixRequest(isLossy: true, selected: rules))
    else { return nil }
    let isLeft = attempt.asset.left.contains { rules.contains($0.finding.rule) }
    return isLeft ? nil : attempt.asset.change
  }

  /// Fixes one file by a request.
  ///
  /// - Returns: why nothing was fixed; nil if something was.
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
    // The file was replaced, reset or fixed by another request meanwhile: leave it.
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
    else { return refused("this file is no longer there, or has not been looked at yet") }
    guard !analysis.isLost else {
      return refused("reading this file ended a process: nothing opens it again")
    }
    guard context.role != .frame else {
      return refused("the frames of a sequence are fixed with `stickerlint fix`: drop what it makes of them")
    }
    let work = FixingWork(
      context.source(of: file), request, context.configuration, context.assetContext,
      taken: Set(files.all().map(\.path)))
    let outcome = await service.fix(work)
    guard files[number]?.revision == file.revision, let shown = files[number]?.shown else {
      return refused("the file has changed meanwhile")
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
  /// - Returns: the reason, or nil if the file was fixed.
  private func keep(_ attempt: Attempt, _ request: FixRequest) -> String? {
    let (asset, file) = (attempt.asset, attempt.file)
    let number = file.number
    var sticker = attempt.shown
    guard asset.change != nil else {
      showFailure(asset, of: sticker)
      return "\(file.path.displayText) stays as it is: \(reason(in: asset.left, request))"
    }
    let old = file.fixed?.bytes.count ?? 0
    guard let bytes = asset.change?.bytes, hasRoom(for: bytes.count - old) else {
      return "the page is full: take some files off, so that there is room for what is fixed"
    }
    sticker.fixed = asset.showing(showing)
    // A request that names no rule stands for those that were fixed.
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

  /// Shows on the sticker why its fix failed. For a fix of many files there is no other place.
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
    if needsLoss { return "what would cure it is a change that people may see" }
    if request.wantsSmallest { return "nothing in it can be fixed here, and no fewer bytes would do" }
    return "nothing in it can be fixed here"
  }

  /// Discards the fix, so that the original is used.
  ///
  /// - Returns: whether the file is there.
  func revertFix(_ number: Int) -> Bool {
    guard var sticker = files[number]?.shown else { return false }
    sticker.forgetFixed()
    files[number]?.shown = sticker
    files[number]?.request = nil
    listeners.send(.sticker(sticker))
    reevaluatePack()
    return true
  }

  /// Returns every file, fixed if it was. Each has a name of its own: a file with another format has another extension,
  /// and a number if the name is taken. A picture that a catalog or a description names keeps its name.
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

  /// Builds the pack of all stickers that do not fail, with an Xcode project and a contact sheet, in memory.
  ///
  /// - Parameter name: the name of the pack; nil for that of the description or the folder.
  /// - Returns: the files of the pack, and sentences on what is in it and what was left out.
  func pack(named name: String?) async -> Result<DroppedPack, UsageError> {
    await packs.build(packWork(named: name)).map { pack in
      DroppedPack(
        name: pack.name, tree: pack.tree, description: packFileBytes, contents: contents(of: pack.tree))
    }
  }

  /// Returns all files to build the pack from, fixed if they were.
  func packWork(named name: String?) -> BuildingWork {
    let best = Dictionary(uniqueKeysWithValues: files.all().map { ($0.path, $0.fixed?.bytes ?? $0.opened) })
    _ = lintInput()
    return BuildingWork(best, in: root, named: name, jobs: jobs, search, settingsRead: settingsRead)
  }

  /// Returns sentences on what is in a pack, and on what was left out because it fails.
  private func contents(of tree: FileTree) -> String {
    guard let manifest = tree[Manifest.fileName].flatMap({ try? Manifest(parsing: $0) }) else { return "" }
    var words = "The pack holds \(countText(manifest.stickers.count, "sticker"))."
    if manifest.icons.isEmpty {
      words +=
        " It has no icon, and Xcode builds no project without one: choose one beside the name of the pack."
    }
    let skipped = manifest.skipped.map { "\n\($0.path.displayText): \($0.reasons.first ?? "")" }.joined()
    return skipped.isEmpty ? words : words + " Left out, since they are not ready:" + skipped
  }
}

/// A built pack in memory.
struct DroppedPack: Sendable {
  let name: String
  let tree: FileTree
  /// The `stickerpack.yml` of the pack; nil if a catalog describes it.
  let description: [UInt8]?
  /// Sentences on what is in the pack.
  let contents: String
}
