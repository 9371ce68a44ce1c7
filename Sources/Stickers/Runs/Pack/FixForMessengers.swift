import StickerEngine
import StickerImage

extension MessengerBuilder {
  /// Fixes the art of a pack in memory for several messengers. Each file is decoded once for all of them.
  func fixArt(_ group: inout [ExportJob]) async {
    let works = group.map(\.messengerArt)
    guard let first = works.lazy.compactMap(\.self).first else { return }
    let contexts = AssetPackContexts(
      first.openedPackWithFixes.assets, first.openedPackWithFixes.packDeclarations)
    let items = filesOfAllJobs(works)
    let line = environment.progress.start(.checking, "checked", of: items.count)
    var done = 0
    await mapInOrder(items, jobs: environment.jobs) { item in
      await fixedArtForEachJob(item, works, contexts.context(for: item.source))
    } deliver: { all in
      for (number, art) in zip(items[done].jobIndices, all) {
        group[number].recordAndCacheFixedArt(art, items[done].source)
      }
      done += 1
      line?.advance(to: done)
    }
    line?.finish()
    for number in group.indices { group[number].addFixNotes() }
  }

  /// A file, and the indices of the jobs in a group that need it.
  private struct SharedFile {
    let source: AssetSource
    var jobIndices: [Int]
  }

  /// The files of all jobs, without duplicates.
  private func filesOfAllJobs(_ works: [ExportJob.MessengerArt?]) -> [SharedFile] {
    var (items, places) = ([SharedFile](), [AssetKey: Int]())
    for (number, work) in works.enumerated() {
      for source in work?.openedPackWithFixes.assets ?? [] {
        if let place = places[AssetKey(source)] {
          if items[place].jobIndices.last != number { items[place].jobIndices.append(number) }
        } else {
          places[AssetKey(source)] = items.count
          items.append(SharedFile(source: source, jobIndices: [number]))
        }
      }
    }
    return items
  }

  /// Returns the fixed file for each messenger. Reuses results of earlier runs, and decodes the frames once
  /// for all remaining messengers.
  private func fixedArtForEachJob(
    _ item: SharedFile, _ works: [ExportJob.MessengerArt?], _ around: Asset.PackContext
  ) async -> [MessengerFixedArt] {
    let source = item.source
    if Task.isCancelled { return [] }
    let cached = item.jobIndices.map { number in works[number].map { lookUpCachedArt($0, source, around) } }
    let open = item.jobIndices.indices.filter { cached[$0]?.art == nil }
    let messengers = open.compactMap {
      works[item.jobIndices[$0]]?.configurationMap.configuration(at: source.path)
    }
    .map { MessengerFixOptions($0) { fixOptions(forErrorsIn: $0) } }
    var art = cached.map { $0?.art }
    let done = messengers.isEmpty ? [] : await environment.service.fix(source, for: messengers, around)
    for (place, asset) in zip(open, done) {
      art[place] = MessengerFixedArt(asset, under: cached[place]?.key, options.longAnimationFix)
    }
    return art.compactMap(\.self)
  }

  /// Returns the cached result for a file, and its cache key.
  private func lookUpCachedArt(
    _ work: ExportJob.MessengerArt, _ source: AssetSource, _ around: Asset.PackContext
  ) -> (key: XXH3Digest?, art: MessengerFixedArt?) {
    let configuration = work.configurationMap.configuration(at: source.path)
    guard let cache = work.cache,
      case .bytes(let bytes) = source.read(maxBytes: configuration.budget.fileBytes)
    else {
      return (nil, nil)
    }
    let words =
      "\(options.optimizingEffort.rawValue) \(options.smallArtFix?.rawValue ?? "-") \(options.keepsAPNG) "
      + (options.longAnimationFix?.rawValue ?? "-")
    let key = cache.key(fixing: bytes, source, configuration, around, words)
    var art = work.previousFix(of: source, under: key, isScaleVariant: around.originalAt3x != nil)
    art?.cacheKey = key
    return (key, art)
  }

  /// Returns the fixes that are allowed for a file: those that the messenger's limits require.
  ///
  /// - Parameter findings: the findings on the file. Only errors are fixed.
  private func fixOptions(forErrorsIn findings: [Finding]) -> FixOptions {
    // Do not spend minutes on a file that the messenger cannot accept.
    guard findings.unfixableAnimationFindings(options.longAnimationFix).isEmpty else {
      return FixOptions(selectedRules: [])
    }
    let fixable = findings.filter { finding in
      guard finding.failsRun, let kind = finding.evidence.fix?.kind else { return false }
      if case .strippedPart = kind.changedPart { return true }
      return kind == .storeUnchangingAnimationAsStill
    }
    var fixOptions = FixOptions(
      allowsLossyFixes: true,
      selectedRules: Set(fixable.map(\.rule)).union([
        RuleID.fileSize, RuleID.pixelDimensions, RuleID.unsupportedFormat, RuleID.animationLimits,
        RuleID.narrowMargin,
      ]), effort: options.optimizingEffort)
    fixOptions.smallArtFix = options.smallArtFix
    fixOptions.longAnimationFix = options.longAnimationFix
    fixOptions.keepsAcceptedAPNG = options.keepsAPNG
    return fixOptions
  }
}

extension ExportJob {
  fileprivate mutating func recordAndCacheFixedArt(_ art: MessengerFixedArt, _ source: AssetSource) {
    cache?.storeUnlessFailed(art)
    messengerArt?.analysesAfterFixes[AssetKey(source)] = art.analysis
    messengerArt?.failedFixes += art.failedFixes
    if art.isReused { messengerArt?.reusedFileCount += 1 }
    if let bytes = art.newBytes {
      messengerArt?.openedPackWithFixes.replaceBytes(bytes, atPathInReports: source.path)
    }
    if let note = art.note { messengerArt?.fixes.append((source.path, note)) }
  }

  /// Adds notes about the fixes.
  fileprivate mutating func addFixNotes() {
    guard let messengerArt else { return }
    result.notes += limitedFixNotes(on: messengerArt.fixes).map { "\(target.messengerDisplayText): \($0)" }
    if messengerArt.reusedFileCount > 0 {
      let all = numberText(messengerArt.analysesAfterFixes.count)
      result.notes.append(
        "\(target.messengerDisplayText): reused \(numberText(messengerArt.reusedFileCount)) of \(all) files from an earlier run"
      )
    }
  }
}

extension MessengerFixedArt {
  /// Creates a value from the result of fixing a file.
  fileprivate init(_ asset: FixedAsset, under key: XXH3Digest?, _ longAnimationFix: LongAnimationFix?) {
    let failed = asset.unfixedFindings.compactMap { left -> FailedFix? in
      guard case .failed(let reason) = left.unfixedReason else { return nil }
      return FailedFix(path: asset.originalPath, rule: left.finding.rule, reason: reason)
    }
    let unfixable = asset.originalFindings.unfixableAnimationFindings(longAnimationFix)
    let findings = unfixable.isEmpty ? asset.finalAnalysisAtOriginalPath.findings : unfixable
    self.init(
      analysis: asset.finalAnalysisAtOriginalPath.withFindings(
        findings.map { $0.withPath(asset.originalPath) }),
      newBytes: asset.change?.newBytes, note: asset.change?.noteForPack(),
      failedFixes: failed, cacheKey: key)
  }
}

extension [Finding] {
  /// The findings that no fix can resolve: the file is animated and the messenger accepts only stills, or the
  /// animation is too long. A frame that is too short is not included, because an encoder can lengthen it.
  ///
  /// - Parameter longAnimationFix: how to shorten animations, or nil to keep them as they are.
  fileprivate func unfixableAnimationFindings(_ longAnimationFix: LongAnimationFix?) -> [Finding] {
    filter { finding in
      guard finding.failsRun, finding.rule == RuleID.animationLimits else { return false }
      let fix = finding.evidence.fix
      guard fix == nil || fix?.kind == .shorten && longAnimationFix == nil else { return false }
      if case .frame = finding.evidence.location { return false }
      return true
    }
  }
}

/// Notes on the changed files of a pack. Visible changes come first, files with the same change share a note,
/// and the number of notes is limited.
func limitedFixNotes(on fixes: [(path: Path, note: ChangeNote)]) -> [String] {
  let groups = fixes.grouped(by: \.note.stepsDescription)
  let listedGroups = (groups.filter { $0[0].note.isLossy } + groups.filter { !$0[0].note.isLossy }).prefix(
    maxFixNotes)
  let rest = fixes.count - listedGroups.reduce(0) { $0 + $1.count }
  return listedGroups.map(fixNote)
    + (rest > 0
      ? ["\(countText(rest, "more file")) \(rest == 1 ? "was" : "were") changed for the pack"]
      : [])
}

/// A note on files with the same change.
private func fixNote(on alike: [(path: Path, note: ChangeNote)]) -> String {
  let verb = alike.count == 1 ? "was" : "were"
  return
    "\(shortenedFileListText(alike.map(\.path))) \(verb) changed for the pack: \(fixSummaryWithoutFileNames(on: alike))"
}

/// The change without the file names. Requires at least one file.
func fixSummaryWithoutFileNames(on alike: [(path: Path, note: ChangeNote)]) -> String {
  let (before, after) = alike.reduce((0, 0)) { ($0.0 + $1.note.bytesBefore, $0.1 + $1.note.bytesAfter) }
  let all = alike.count == 1 ? "" : " in total"
  let least = alike.compactMap(\.note.lossyEncodingSimilarity).min { $0.tenThousandths < $1.tenThousandths }
    .map {
      ", SSIM \(alike.count == 1 ? "" : "at least ")\($0.decimalText)"
    }
  return
    "\(alike[0].note.stepsDescription) (\(numberText(before)) → \(numberText(after)) bytes\(all)\(least ?? ""))"
}

/// A list of files, such as `a.png`, `a.png, b.png and c.png`, or `12 files (a.png and 11 more)`.
private func shortenedFileListText(_ paths: [Path]) -> String {
  paths.count <= 3
    ? listText(paths.map(\.displayText))
    : "\(countText(paths.count, "file")) (\(paths[0].displayText) and \(numberText(paths.count - 1)) more)"
}

private let maxFixNotes = 5
