import StickerEngine
import StickerImage
import StickerPacker

/// Makes a variant with fewer colors, so that its file fits the limit. Returns nil if no result fits.
@Sendable func variantWithFewerColors(
  _ frames: [Frame], _ plays: Int?, _ colorChunks: [[UInt8]], _ maxBytes: Int
) -> EncodedVariant? {
  let picture = EditableImage(frames, plays: plays, chunks: PreservedChunks(afterHeader: colorChunks))
  let options = FileSizeReducer.Options(
    maxBytes: maxBytes, keptProperties: [.dimensions, .frames], effort: .fast)
  guard let fit = (try? picture.reduced(toFit: options))?.bestFit else { return nil }
  let isSame = fit.steps.allSatisfy { $0 == .reencoded }
  return EncodedVariant(
    bytes: fit.bytes, similarity: isSame ? nil : SimilarityScore(fit.similarity.mean.mean))
}

/// A failed fix of a pack's art, with the reason.
struct FailedFix: Sendable {
  let path: Path
  let rule: String
  let reason: UserMessage
}

extension OpenedPack {
  /// Fixes the art in memory for the build. The files stay unchanged.
  ///
  /// - Parameter report: the findings on the art.
  /// - Parameter onlyForeignArt: whether to leave images as they are, and only convert art in formats that
  ///   rules cannot check.
  /// - Returns: the new file sizes of changed images, a note about each, and the fixes that failed.
  mutating func fixArt(
    _ fixOptions: FixOptions, _ report: Report, _ settings: ConfigurationMap, _ environment: BuildEnvironment,
    onlyForeignArt: Bool = false
  ) async -> (sizes: [Path: Int], notes: [String], failed: [FailedFix]) {
    let wanted = Set(
      report.assets.filter { analysis in
        (!onlyForeignArt || analysis.isConvertibleForeignArt)
          && fixOptions.skippingIconMinimization(forRole: analysis.role).fixesOrMinimizesAnything(
            in: analysis)
      }.map(\.path))
    let contexts = AssetPackContexts(assets, packDeclarations)
    var changes: [(path: Path, change: FileChange)] = []
    var failed: [FailedFix] = []
    let work = zip(assets, report.assets).filter { wanted.contains($0.0.path) }
    let progress = environment.progress.start(.fixing, "fixed", of: work.count)
    var done = 0
    await mapInOrder(work, jobs: environment.jobs) { source, analysis in
      let fixOptions = fixOptions.skippingIconMinimization(forRole: source.role)
      if Task.isCancelled { return FixedAsset(analysis, fixOptions, failing: "the run was canceled") }
      let outcome = await environment.service.fix(
        FixJob(
          source, fixOptions, settings.configuration(at: source.path), contexts.context(for: source),
          takenPaths: []))
      return outcome.fixedOrUnchangedAsset(analysis, fixOptions)
    } deliver: { asset in
      done += 1
      progress?.advance(to: done)
      if let change = asset.change { changes.append((asset.originalPath, change)) }
      for left in asset.unfixedFindings {
        guard case .failed(let reason) = left.unfixedReason else { continue }
        failed.append(FailedFix(path: asset.originalPath, rule: left.finding.rule, reason: reason))
      }
    }
    progress?.finish()
    for (path, change) in changes { replaceBytes(change.newBytes, atPathInReports: path) }
    let changeNotes = changes.compactMap { path, change in
      change.noteForPack(omittingReencoding: fixOptions.minimizesPNGFileSize).map { (path, $0) }
    }
    return (
      Dictionary(changes.map { ($0.path, $0.change.statsAfter.byteCount) }) { $1 },
      limitedFixNotes(on: changeNotes),
      failed
    )
  }

  /// Describes how many bytes the fixes saved in the art files that go into the pack. Excludes stickers that
  /// are left out, and frames, which are joined into one file.
  ///
  /// - Parameter before: the report on the original art.
  /// - Parameter changed: the new file sizes of changed images.
  func byteSavingsNote(_ before: Report, _ changed: [Path: Int], in pack: Pack) -> String {
    let written = Set(pack.stickers.filter { $0.sequence == nil }.map { root.appending($0.file) })
    let figures = FileSizeMinimizationStats(
      before.assets.filter { written.contains($0.path) }, changedBytes: changed)
    return "art in the pack: \(fileSizeMinimizationText(figures, isDryRun: false))"
  }
}

extension AssetAnalysis {
  /// Whether the file is not an image that rules can check, but can be converted to one.
  var isConvertibleForeignArt: Bool {
    facts.format == nil
      && findings.contains {
        $0.rule == RuleID.unsupportedFormat && $0.evidence.fix?.kind == .convertToPNGOrAPNG
      }
  }
}

extension FixOptions {
  /// The options for an image in a pack. The build optimizes icons itself.
  fileprivate func skippingIconMinimization(forRole role: AssetRole) -> FixOptions {
    var options = self
    if role == .icon { options.minimizesPNGFileSize = false }
    return options
  }
}
