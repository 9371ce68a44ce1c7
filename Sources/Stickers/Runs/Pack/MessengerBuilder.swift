package import StickerEngine
package import StickerImage
import StickerPacker

/// Builds packs for messengers. Opens the source, fixes the art in memory for each messenger, checks it
/// against the messenger's profile, and writes it in the messenger's format.
///
/// Files that comply are copied unchanged. All other files are made from the original art. Each file is read
/// and decoded once for all messengers.
package struct MessengerBuilder: Sendable {
  /// What to build.
  package struct Options: Sendable {
    /// Whether to leave out stickers that fail. Otherwise, they stop the build.
    package var skipsFailingStickers = false
    /// Whether to replace the destination regardless of its contents.
    package var replacesOtherFiles = false
    /// Whether to compare the destination with the build and write nothing.
    package var comparesOnly = false
    /// How to treat art that is smaller than the canvas; nil to center it unscaled.
    package var smallArtFix: SmallArtFix?
    /// How to shorten animations that are too long; nil to report them.
    package var longAnimationFix: LongAnimationFix?
    /// Whether to keep APNGs for messengers that accept them although some of their apps do not play them.
    package var keepsAPNG = false
    /// Whether to split packs that mix stills and animations or have too many stickers.
    package var splitsPacks = false
    /// How much effort to spend on encoding images.
    package var optimizingEffort = OptimizingEffort.normal

    package init() {}

    /// The drop page's options: build all stickers that do not fail.
    static var forDropPage: Options {
      var options = Options()
      options.skipsFailingStickers = true
      return options
    }
  }

  let options: Options
  let environment: BuildEnvironment

  package init(_ options: Options, _ environment: BuildEnvironment) {
    self.options = options
    self.environment = environment
  }

  /// Builds the pack for each messenger. Never throws, so that a failure for one messenger does not stop the
  /// others.
  ///
  /// - Returns: the results for each target: one result, or several if the pack is split.
  package func buildAndWrite(_ pack: LocatedPack, for targets: [ExportTarget]) async -> [[PackResult]] {
    let planned =
      options.splitsPacks ? addingComplementaryTargets(targets, at: pack.folder) : targets.map { [$0] }
    var made = await buildAndWritePacks(of: pack, for: planned.flatMap(\.self))[...]
    return planned.map { own in
      defer { made = made.dropFirst(own.count) }
      return made.prefix(own.count).flatMap(\.self)
    }
  }

  private func buildAndWritePacks(of pack: LocatedPack, for targets: [ExportTarget]) async -> [[PackResult]] {
    var (results, rest, packReader) = ([[PackResult]](), targets[...], SharedPackReader(pack))
    while !rest.isEmpty {
      var group: [ExportJob] = []
      while let target = rest.first, group.isEmpty || group.count < packReader.maxConcurrentMessengers {
        group.append(await prepareJob(target, &packReader))
        rest.removeFirst()
      }
      await fixArt(&group)
      for job in group { results.append(await writeParts(of: job, named: pack.name)) }
    }
    return results
  }

  /// Checks the fixed art as one pack or as several, and writes the packs.
  private func writeParts(of job: ExportJob, named name: String) async -> [PackResult] {
    var results: [PackResult] = []
    let parts = await partsByAnimationAndCount(of: job, named: name)
    if job.messengerArt != nil, job.target.isAddedForComplementaryProfile,
      parts.allSatisfy({ $0.job.messengerArt == nil })
    {
      return []
    }
    for part in parts { results.append(await writePack(of: part.job, named: part.name)) }
    if job.messengerArt != nil { job.cache?.save() }
    guard !options.comparesOnly, !results.isEmpty else { return results }
    addUploadInstructions(to: &results, of: job.target)
    let written = Set(
      zip(parts, results).filter { $1.outcome == .completed }.map {
        $0.0.job.target.destinationWithoutExtension
      })
    let isForSibling = options.splitsPacks && parts.allSatisfy { $0.job.messengerArt == nil }
    for target in isForSibling ? [] : job.target.unsplitAndExistingPartTargets {
      guard !written.contains(target.destinationWithoutExtension), !target.isPartNamedLikeProfile,
        let left = target.previousOutput
      else {
        continue
      }
      results[0].notes.append(
        "\(target.messengerDisplayText): \(left.displayText) remains from an earlier run")
    }
    return results
  }

  /// Adds instructions for uploading the packs. A split pack gets them once, after its last part.
  private func addUploadInstructions(to results: inout [PackResult], of target: ExportTarget) {
    guard let built = results.lastIndex(where: { $0.outcome == .completed }),
      let guide = UploadGuide.guide(forProfile: target.profileNameOrPath)
    else { return }
    results[built].addNextStep(guide.steps.joined(separator: " "))
  }

  /// Reads the pack with the configuration of one messenger.
  func prepareJob(_ target: ExportTarget, _ packReader: inout SharedPackReader) async -> ExportJob {
    var (job, search) = (ExportJob(target), target.search)
    do {
      let folder = packReader.pack.folder
      let configuration = search.resolvedConfiguration(at: folder, isFolder: true).configuration
      guard let export = configuration.messengerTraits.exportLayout.flatMap(ExportFormat.format) else {
        throw CommandError(
          "\(target.messengerDisplayText): cannot write a pack, because the profile has no export")
      }
      job.result.addLeftOutNotes(of: packReader.pack)
      var opened = try packReader.open(configuration)
      if packReader.pack.hasExplicitName { opened.declareNameIfMissing(packReader.pack.name) }
      opened.removeExcludedDocumentsAndUnlistedImages(by: &search)
      let settings = try ConfigurationMap(
        opened.assets, packs: [opened.pathForPackFindings], documents: opened.catalogAndMessageDocuments,
        &search)
      opened.removeExcludedOrReassignedStickers(by: settings)
      try opened.removeUnacceptedLottieAnimations(of: packReader.pack, settings)
      job.result.addLeftOutNotes(of: opened.readResult)
      if environment.usesCache {
        job.cache = .open(
          for: "pack for \(target.profileNameOrPath)", namedPaths: [packReader.pack.path],
          fileCount: opened.assets.count,
          minFileCount: 1, noteHandler: environment.cacheNoteHandler)
      }
      let progress = environment.progress.start(.building, "joining frames")
      await opened.joinSequences(configuration.budget, &packReader.joinedSequences, job.cache)
      progress?.finish()
      job.messengerArt = ExportJob.MessengerArt(
        opened, settings, configuration, export, job.cache, reusablePreviousExports(target, job.cache))
    } catch {
      job.result.outcome = failureOutcome(error, target)
    }
    return job
  }

  /// The previous exports of a target; nil with `--check` or `--force`, which reuse nothing.
  private func reusablePreviousExports(_ target: ExportTarget, _ cache: ResultCache?) -> PreviousBuild? {
    guard let cache, !options.comparesOnly, !options.replacesOtherFiles else { return nil }
    return PreviousBuild(
      exportsOf: options.splitsPacks ? target.unsplitAndExistingPartTargets : [target], cache)
  }

  /// Checks the fixed art as a pack, and writes it.
  private func writePack(of job: ExportJob, named name: String) async -> PackResult {
    guard job.messengerArt != nil else { return job.result }
    let progress = environment.progress.start(
      .building, "making the pack for \(job.target.messengerDisplayText)")
    defer { progress?.finish() }
    var rendered = await checkAndRender(job, named: name)
    if let pictures = rendered.derivedImages { job.cache?.storeImageDigests(pictures) }
    do {
      switch rendered.export {
      case .file(let bytes, let ending)?:
        try writeOrCompare(bytes, at: job.target.archivePath(extension: ending), &rendered.result)
      case .folder(let tree, _)?:
        try writeOrCompare(tree, at: job.target.destinationWithoutExtension, &rendered.result)
      case nil: break
      }
    } catch {
      rendered.result.outcome = failureOutcome(error, job.target)
    }
    return rendered.result
  }

  /// A pack in a messenger's format, before anything is written.
  struct RenderedExport {
    /// The notes, the findings and the outcome.
    var result: PackResult
    /// The pack; nil if findings stopped the build.
    var export: ExportedFiles?
    /// The number of stickers in the pack.
    var stickerCount = 0
    /// The stickers that are left out.
    var skippedStickers: [SkippedSticker] = []
    /// The images that were derived from stickers for the pack.
    var derivedImages: DerivedImageCache?
  }

  /// Checks the fixed art as a pack, and renders it in the messenger's format.
  func checkAndRender(_ job: ExportJob, named name: String) async -> RenderedExport {
    var rendered = RenderedExport(result: job.result)
    rendered.result.escapedMessengerNameIfSeveral = job.target.messengerDisplayText
    guard let work = job.messengerArt else { return rendered }
    let opened = work.openedPackWithFixes
    let report = await work.reportFromAnalysesAfterFixes(jobs: environment.jobs, service: environment.service)
    // Do not report findings that the build resolves itself.
    rendered.result.report = report.removingFindings { opened.buildResolves($0) }
    let selection = opened.selectBuildableStickers(report)
    if options.skipsFailingStickers {
      rendered.stickerCount = selection.packWithBuildableStickers.stickers.count
      rendered.skippedStickers = selection.skippedStickers
    }
    // Check the pack again without the stickers that are left out: too few may remain, or the rest may all be
    // stills or all be animations.
    let skipped = Set(
      options.skipsFailingStickers ? selection.skippedStickers.map { opened.root.appending($0.path) } : [])
    // If nothing remains, the findings on the stickers are the reason.
    let isEmpty = selection.packWithBuildableStickers.stickers.isEmpty
    let rest =
      skipped.isEmpty || isEmpty
      ? report
      : await work.reportFromAnalysesAfterFixes(
        jobs: environment.jobs, without: skipped, service: environment.service)
    let reasons = blockingProblems(job.target, work, rest)
    guard reasons.isEmpty, !selection.packWithBuildableStickers.stickers.isEmpty else {
      rendered.result.outcome = .stoppedByFindingsOrDifferences(
        reasons.isEmpty ? ["no sticker meets the requirements"] : reasons)
      return rendered
    }
    rendered.result.addLeftOutNotes(
      selection.skippedStickers.map {
        "\(job.target.messengerDisplayText): \($0.path.displayText) is left out: \($0.reasons.first ?? listText($0.ruleIDs))"
      })
    do {
      var pictures = work.derivedImageCacheReusingPreviousExport
      var pack = try work.makeExportPack(selection.packWithBuildableStickers)
      pack.title = name
      pack.partFileNameSuffix = job.target.partSuffix
      let export: ExportedFiles
      do throws(Diagnostic) { export = try work.exportFormat.convert(pack, &pictures) } catch {
        rendered.result.outcome = .stoppedByFindingsOrDifferences([error.userMessage])
        return rendered
      }
      rendered.export = export
      rendered.stickerCount = selection.packWithBuildableStickers.stickers.count
      rendered.derivedImages = pictures
      rendered.result.addLeftOutNotes(
        export.omissionNotes.map { "\(job.target.messengerDisplayText): \($0)" })
      if let note = pack.unchangedTGSNote {
        rendered.result.notes.append("\(job.target.messengerDisplayText): \(note)")
      }
      if work.exportFormat.usesShortcodes {
        rendered.result.notes += pack.numberedShortcodeNotes.map {
          "\(job.target.messengerDisplayText): \($0)"
        }
      }
    } catch {
      rendered.result.outcome = failureOutcome(error, job.target)
    }
    return rendered
  }

  private func failureOutcome(_ error: any Error, _ target: ExportTarget) -> BuildOutcome {
    switch error {
    case let failure as CommandError: .failed(failure.problemMessages)
    default: .internalError("\(target.messengerDisplayText): \(error)")
    }
  }

  /// Returns one line for each thing to do before the pack can be built, without the messenger's name.
  private func blockingProblems(
    _ target: ExportTarget, _ work: ExportJob.MessengerArt, _ report: Report
  ) -> [UserMessage] {
    let opened = work.openedPackWithFixes
    let faults = opened.readResult.faults.filter { $0.stickerID == nil || !options.skipsFailingStickers }
    return faults.map { "\($0.messageLineWithFile)" }
      + report.shortenedGroupedFindingLines(of: { $0.failsRun && !opened.buildResolves($0) }) { finding in
        // The reason why a fix failed is more specific than the rule's advice.
        let reason = work.failedFixes.first { $0.path == finding.path && $0.rule == finding.rule }?.reason
        let isTooLong = finding.evidence.fix?.kind == .shorten && options.longAnimationFix == nil
        let cure =
          reason.map { "Not fixed: \($0)" }
          ?? (isTooLong ? "Use \(.animationShorteningOptions)" : UserMessage(finding.advice))
        return adviceForExport(cure, on: finding, target, work)
      }
  }
}

extension MessengerBuilder {
  /// Builds a pack for one messenger in memory.
  ///
  /// - Parameter search: a configuration search with any profile.
  func buildInMemory(_ pack: LocatedPack, for messenger: String, _ search: ConfigurationSearch) async
    -> InMemoryBuildResult
  {
    let target = ExportTarget(for: messenger, at: Path(messenger), search.with(profile: messenger))
    var packReader = SharedPackReader(pack)
    var group = [await prepareJob(target, &packReader)]
    await fixArt(&group)
    if Task.isCancelled { return InMemoryBuildResult(.failed(["the request was canceled"])) }
    let rendered = await checkAndRender(group[0], named: pack.name)
    var built = InMemoryBuildResult(rendered.result, of: target)
    built.name = pack.name.isEmpty ? nil : pack.name
    built.stickerCount = rendered.stickerCount
    let out = Set(rendered.skippedStickers.map(\.path))
    if let work = group[0].messengerArt {
      let kept = work.fixes.filter { fix in
        !out.contains { work.openedPackWithFixes.root.appending($0) == fix.path }
      }
      built.artChanges = kept.map { "\($0.path.displayText): \(fixSummaryWithoutFileNames(on: [$0]))" }
    }
    built.omittedStickers = rendered.skippedStickers.map {
      .init(path: $0.path, failedRules: $0.ruleIDs, reasons: $0.reasons)
    }
    // A program that uses the library may pass the path of a profile file.
    let messenger = Path(messenger).stem.displayText
    switch rendered.export {
    case .file(let bytes, let ending)?:
      var tree = FileTree()
      tree["\(messenger).\(ending)"] = bytes
      built.builtFiles = tree
    case .folder(let files, _)?:
      var tree = FileTree()
      tree.add(files, below: messenger)
      built.builtFiles = tree
    case nil: break
    }
    return built
  }
}

extension InMemoryBuildResult {
  /// Creates the result of a pack for one messenger, without the name of the messenger before each reason.
  fileprivate init(_ result: PackResult, of target: ExportTarget) {
    let mark = "\(target.messengerDisplayText): "
    func own(_ line: UserMessage) -> String {
      let text = line.text
      return text.hasPrefix(mark) ? String(text.dropFirst(mark.count)) : text
    }
    let isFailed = if case .failed = result.outcome { true } else { false }
    self.init(result.outcome.reworded(isFailed ? own : \.text))
    findings = result.report?.findings.filter(\.failsRun) ?? []
  }
}

extension PackBuildJob {
  /// Builds a drop page's pack for one messenger in memory.
  func buildPack(for messenger: String, _ gate: MemoryGate) async -> InMemoryBuildResult {
    do {
      let environment = BuildEnvironment(jobs: jobs, service: InProcessImageService(gate))
      return await MessengerBuilder(.forDropPage, environment).buildInMemory(
        try locatePackInMemory(), for: messenger, configurationSearch)
    } catch {
      return InMemoryBuildResult(BuildOutcome.failed(CommandError(error).problemMessages).reworded(\.text))
    }
  }
}
