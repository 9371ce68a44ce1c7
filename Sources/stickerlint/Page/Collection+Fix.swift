import StickerFix
import StickerIO
import StickerModel
import StickerPacker
import StickerReport
import StickerRules
import StickerSettings

// What people ask for by buttons: fixing, and taking what came of it along.
extension Collection {
  /// Fixes one file in memory; the page is told.
  ///
  /// - Parameter rules: what is to be cured; nil for all that is cured without being named.
  /// - Returns: why nothing was done; nil where something was.
  func fix(_ number: Int, rules: Set<String>?) async -> String? {
    guard let file = files[number], let run = currentRun(), let source = run.source(file.path),
      file.looked != nil
    else { return "this file is no longer there, or has not been looked at yet" }
    guard source.role != .frame else {
      return "the frames of a sequence are fixed with `stickerlint fix`: drop what it makes of them"
    }
    let request = FixRequest(isLossy: true, selected: rules)
    let configuration = run.run.settings.configuration(at: file.path)
    let free = Set(files.values.map(\.path))
    let asset = await fixed(
      source, request, configuration, gate, run.surroundings.of(source), isFree: { !free.contains($0) })
    guard files[number]?.revision == file.revision, var sticker = files[number]?.shown else {
      return "the file has changed meanwhile"
    }
    guard asset.change != nil else {
      let reasons = asset.left.compactMap { unfixed -> String? in
        if case .failed(let reason) = unfixed.refusal { return reason }
        return nil
      }
      return "\(file.path.shown) stays as it is: " + (reasons.first ?? "nothing in it can be fixed here")
    }
    sticker.fixed = asset
    files[number]?.shown = sticker
    listeners.tell(.sticker(sticker))
    return nil
  }

  /// Drops what fixing gave, so that the file is taken as it was.
  ///
  /// - Returns: whether it is there.
  func unfix(_ number: Int) -> Bool {
    guard var sticker = files[number]?.shown else { return false }
    sticker.fixed = nil
    files[number]?.shown = sticker
    listeners.tell(.sticker(sticker))
    return true
  }

  /// Fixes whatever can be.
  ///
  /// - Returns: how many files became others.
  func fixAll() async -> Int {
    let request = FixRequest(isLossy: true)
    let wanted = shown.filter { sticker in
      sticker.role != .frame && sticker.fixed?.change == nil
        && sticker.findings.contains(where: request.cures)
    }.map(\.number)
    var count = 0
    await mapInOrder(wanted, jobs: jobs) {
      await self.fix($0, rules: nil) == nil
    } deliver: {
      count += $0 ? 1 : 0
    }
    return count
  }

  /// Everything as it is best, under the names that it has then. A picture that a catalog or a description
  /// names keeps its name.
  func everything() -> [(path: Path, bytes: [UInt8])] {
    let described = files.values.filter { $0.kind == .document }.map(\.path.parent)
    return files.values.sorted { $0.path < $1.path }.map { file in
      let isNamed = described.contains { file.path.parent.isInsideOrEqual($0) }
      return (isNamed ? file.path : file.best.path, file.best.bytes)
    }
  }

  /// Builds the pack of everything that does not fail, with an Xcode project, and writes nothing.
  ///
  /// - Parameter name: nil for what the description or the folder says.
  func pack(named name: String?) async -> Result<(name: String, tree: FileTree), CommandFailure> {
    let best = Dictionary(uniqueKeysWithValues: files.values.map { ($0.path, $0.best.bytes) })
    let build = PackBuild(
      variants: .all, skipFailing: true, force: false, check: false,
      deploymentTarget: ProjectDescription.usualDeploymentTarget, into: nil, contactSheet: nil, fixes: nil,
      usesCache: false, jobs: jobs, quiet: true)
    let built = await builtPack(best, in: root, named: name, build, search)
    if case .success(let pack) = built { note(contents(of: pack.tree)) }
    return built
  }

  /// What is in a pack, and what was left out since it fails.
  private func contents(of tree: FileTree) -> String {
    guard let manifest = tree[Manifest.fileName].flatMap({ try? Manifest(parsing: $0) }) else { return "" }
    let words = "The pack holds \(counted(manifest.stickers.count, "sticker"))."
    let skipped = manifest.skipped.map { "\n\($0.path.shown): \($0.reasons.first ?? "")" }.joined()
    return skipped.isEmpty ? words : words + " Left out, since they are not ready:" + skipped
  }
}
