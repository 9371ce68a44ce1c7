import StickerEngine
import StickerImage
import StickerPacker

/// One pack that is being built: its opened source, and the options and configuration that apply to it.
struct PackBuild {
  /// The notes, findings and outcome so far.
  var result: PackResult
  let pack: LocatedPack
  let destination: PackDestination?
  let options: MessagesPackBuilder.Options
  private let environment: BuildEnvironment
  private let packConfiguration: Configuration
  private let settings: ConfigurationMap
  let template: ProjectTemplate
  private(set) var openedPack: OpenedPack
  private let cache: ResultCache?

  /// Opens a pack. Throws if the source cannot be read, or lacks something that the template requires.
  init(
    _ pack: LocatedPack, to destination: PackDestination?, _ options: MessagesPackBuilder.Options,
    _ environment: BuildEnvironment, _ search: inout ConfigurationSearch
  ) throws {
    let previous = destination?.previousBuild
    let options = options.inheritingProjectDeploymentTarget(from: previous)
    self.pack = pack
    self.destination = destination
    self.environment = environment
    self.options = options.inheritingFileSizeMinimization(from: previous)
    packConfiguration = search.resolvedConfiguration(at: pack.folder, isFolder: true).configuration
    template = options.chosenTemplate ?? previous?.projectTemplate ?? .stickerPack
    if options.deploymentTarget != nil, !options.replacesOtherFiles,
      let own = previous?.firstChangedOrAddedFile(removedByTemplate: template)
    {
      throw CommandError(
        "\(pack.path.displayText) was not built: the destination has a project from a different template, in "
          + "which \(UntrustedText(own).displayText) was added or changed by hand. Choose another \(.outputFolderOption), or "
          + "\(.replaceExistingFile).")
    }
    openedPack = try OpenedPack(pack, packConfiguration, reusing: previous?.tree)
    let faults =
      template == .interactiveMessage
      ? try openedPack.openMessageReturningProblems(of: pack, packConfiguration.budget) : []
    if options.deploymentTarget != nil, !options.replacesOtherFiles, let previous {
      openedPack.inheritTeamAndVersions(previous.appBuildSettingsIfProjectUnchanged)
    }
    let missing =
      options.conflicts(with: template, pack.overrides)
      + openedPack.missingRequirements(of: template, pack, faults: faults)
    guard missing.isEmpty else { throw CommandError(messages: missing) }
    openedPack.removeExcludedDocumentsAndUnlistedImages(by: &search)
    settings = try ConfigurationMap(
      openedPack.assets, packs: [openedPack.pathForPackFindings],
      documents: openedPack.catalogAndMessageDocuments, &search)
    openedPack.removeExcludedOrReassignedStickers(by: settings)
    try openedPack.removeUnacceptedLottieAnimations(of: pack, settings)
    result = PackResult(of: pack)
    result.addNotes(of: openedPack.readResult)
    cache =
      environment.usesCache
      ? .open(
        for: "pack", namedPaths: [pack.path], fileCount: openedPack.assets.count,
        noteHandler: environment.cacheNoteHandler)
      : nil
  }

  /// Saves the results of this run for later runs.
  func saveCache() { cache?.save() }

  /// Lints and fixes the art, and builds the files in memory.
  ///
  /// - Returns: nil if findings, or art that cannot be built, stop the build.
  mutating func buildInMemory() async throws -> PackInMemory? {
    guard let selection = await lintFixAndSelectStickers() else { return nil }
    let previous = markingVariantsReusableIfVerified(destination?.previousBuild)
    guard let plan = try await buildInMemoryAndVerify(selection, over: previous) else { return nil }
    result.notes += plan.notes + plan.projectNotes + omittedCatalogLanguageNotes
    result.buildWithoutOutcome = destination.map { destination in
      ReportedPackBuild(
        output: destination.path, digest: plan.manifest.filesOutsideProjectDigest,
        changes: destination.previousBuild?.changes(to: plan))
    }
    return plan
  }

  /// Lints and fixes the art, and selects the stickers to build.
  ///
  /// - Returns: nil if findings stop the build.
  private mutating func lintFixAndSelectStickers() async -> BuildSelection? {
    let linted = await lintAndFix()
    let report = linted.report
    // Do not report findings that the build resolves itself.
    result.report = report.removingFindings { openedPack.buildResolves($0, converting: report.artToConvert) }
    let selection = openedPack.selectBuildableStickers(report)
    if let reasons = blockingProblems(selection, report) {
      result.outcome = .stoppedByFindingsOrDifferences(reasons)
      return nil
    }
    if options.minimizingEffort != nil {
      let note = openedPack.byteSavingsNote(
        linted.before, linted.sizes, in: selection.packWithBuildableStickers)
      result.notes.append(UserMessage(note))
    }
    result.notes += missingIconNotesWithoutProject(report)
    result.addLeftOutNotes(selection.skippedStickers.map(\.note))
    return selection
  }

  /// Lints the art, and lints it again if fixes changed it in memory.
  ///
  /// - Returns: the report after fixing, the report on the source, and the sizes of changed files in bytes.
  private mutating func lintAndFix() async -> (report: Report, before: Report, sizes: [Path: Int]) {
    let service = environment.service
    var linter = PackLinter(
      LintPass(settings, service: service, cache: cache, jobs: environment.jobs), environment.progress)
    let report = await linter.lint(openedPack)
    // Art from drawing programs must be converted to become a sticker, so conversion needs no option.
    let converts = report.assets.contains(where: \.isConvertibleForeignArt)
    let conversion = converts ? FixOptions(selectedRules: [RuleID.unsupportedFormat]) : nil
    guard let fixes = options.fixOptions ?? conversion else { return (report, report, [:]) }
    let done = await openedPack.fixArt(
      fixes, report, settings, environment, onlyForeignArt: options.fixOptions == nil)
    result.notes += done.notes.map { UserMessage($0) }
    guard !done.sizes.isEmpty else { return (report, report, [:]) }
    let after = await linter.lintAgain(openedPack, changed: Set(done.sizes.keys))
    return (after, report, done.sizes)
  }

  /// A note about a missing icon. A catalog without icons is often part of an app that has icons elsewhere.
  private func missingIconNotesWithoutProject(_ report: Report) -> [UserMessage] {
    let isMissing = report.findings.contains { $0.rule == RuleID.missingIcon && openedPack.buildResolves($0) }
    // A build with a project has its own note on missing icons.
    guard isMissing, options.deploymentTarget == nil else { return [] }
    return ["the pack has no icon, which Messages needs to show the pack. Set an image \(.whereToSetIcon)."]
  }

  private mutating func buildInMemoryAndVerify(
    _ selection: BuildSelection, over previous: PreviousBuild?
  ) async throws -> PackInMemory? {
    var packing = PackOptions(
      variants: options.variants, jobs: environment.jobs, toolVersion: Tool.version,
      budget: packConfiguration.budget, deploymentTarget: options.deploymentTarget,
      contactSheet: options.makesContactSheet ?? previous?.hasContactSheet ?? false)
    packing.template = template
    packing.hasChosenDeploymentTarget = options.hasChosenDeploymentTarget
    packing.minimizingEffort = options.minimizingEffort
    packing.localizesCatalogDescriptions = localizesCatalog
    packing.limits = packConfiguration.messengerLimits
    if options.fixOptions?.allowsLossyFixes == true { packing.reduceFileSizeLossily = variantWithFewerColors }
    packing.renderers = openedPack.renderers(of: selection.packWithBuildableStickers)
    packing.redrawSVG = { [openedPack] in openedPack.redrawnSVGIfRenderingUnchanged($0, $1, $2) }
    let count = selection.packWithBuildableStickers.stickers.count
    let progress = environment.progress.start(.building, "built", of: count)
    defer { progress?.finish() }
    var plan: PackInMemory
    do {
      plan = try await buildPackInMemory(
        selection.packWithBuildableStickers, skipped: selection.skippedStickers, packing, reusing: previous
      ) {
        [openedPack] in
        openedPack.read($0)
      } onProgress: {
        progress?.advance(to: $0)
        if $0 == count { progress?.showActivity("making icons and the catalog") }
      }
    } catch let error as InternalError {
      throw InternalError("\(pack.path.displayText): \(error.reason)")
    } catch let error as Diagnostic {
      result.outcome = .stoppedByFindingsOrDifferences(
        error == .noSticker
          ? ["\(pack.path.displayText): no sticker can be built"]
          : error.allDiagnostics.map { "\(pack.path.displayText): \($0.messageLineWithFile)" })
      return nil
    }
    progress?.showActivity("verifying the build")
    if let previous {
      plan = plan.mergingProject(of: previous, replacingUserChanges: options.replacesOtherFiles)
    }
    let faults = await verifyPack(
      plan.tree, fullyDecodedFiles: plan.hashedDecodableFiles, preservedFiles: plan.preservedFiles,
      jobs: environment.jobs)
    if let fault = faults.first {
      throw InternalError("verification of the built pack failed: \(fault)")
    }
    let findings = catalogFindings(
      in: plan.tree, catalogFolder: catalogFolderName, Configuration(rules: Rule.all))
    if let first = findings.first {
      let place = "\(first.path.displayText): \(first.evidence.message)"
      throw InternalError("the built catalog breaks one of stickerlint's rules: \(place)")
    }
    return plan
  }

  /// Writes a planned pack, or compares it with the destination.
  ///
  /// - Parameter app: the folder of an app that also receives the build; nil for none.
  mutating func writeOrCompare(_ plan: PackInMemory, into app: (any ExistingAppDestination)?) throws {
    guard let destination else { return }
    let last = destination.previousBuild?.tree[Manifest.fileName]
    let changes =
      try app?.changes(
        writing: plan, previousManifest: last, isForced: options.replacesOtherFiles,
        comparesOnly: options.comparesOnly)
      ?? .init()
    result.notes += changes.notes
    if options.comparesOnly {
      compare(plan)
      if let app { compare(changes, in: app) }
    } else {
      let progress = environment.progress.start(.writing, "writing \(destination.path.displayText)")
      defer { progress?.finish() }
      if app != nil { try destination.ensureReplacesNoForeignFiles(plan.tree) }
      // Write to the app first. The old manifest lists the files there, and writing the build replaces that
      // manifest.
      try app?.apply(changes)
      try destination.write(plan.tree)
      let hasApp = app != nil
      result.addChangesLine()
      result.complete(
        plan.summaryAndNextStep(at: destination.path, hasApp: hasApp)
          + (app?.summarySuffix(of: changes) ?? ""))
    }
    let recipe = options.variantRecipe(packConfiguration.messengerLimits)
    cache?.recordVerified(plan.tree.manifestAndVariants, from: recipe)
  }

  /// Reports how the destination differs from a planned build.
  mutating func compare(_ plan: PackInMemory) {
    guard let destination else { return }
    let shown = destination.path.displayText
    result.differences = destination.differences(from: plan)
    result.addPendingChangesLine()
    if destination.previousBuild == nil {
      result.outcome = .stoppedByFindingsOrDifferences(["\(shown) does not exist. Build the pack first."])
    } else if result.differences.isEmpty {
      result.complete("\(shown) is up to date")
    } else {
      result.outcome = .stoppedByFindingsOrDifferences([
        destination.outOfDateMessage(differenceCount: result.differences.count)
      ])
    }
  }

  /// Reports how an app's folder differs from what the build would put there.
  private mutating func compare(_ changes: AppChanges, in app: any ExistingAppDestination) {
    guard let destination, destination.previousBuild != nil, !changes.isEmpty else { return }
    let isUpToDate = result.differences.isEmpty
    result.differences += app.differences(changes)
    result.outcome = .stoppedByFindingsOrDifferences([
      isUpToDate
        ? "\(app.folder.displayText) is out of date: \(.buildAgainAndWrite)"
        : destination.outOfDateMessage(differenceCount: result.differences.count)
    ])
  }

  /// Returns the previous build if it is reusable: this program made it with the same recipe, and it has not
  /// changed since. Checks and forced builds reuse nothing.
  private func markingVariantsReusableIfVerified(_ previous: PreviousBuild?) -> PreviousBuild? {
    guard let previous, !options.comparesOnly, !options.replacesOtherFiles,
      cache?.earlierRunVerified(
        previous.tree.manifestAndVariants, from: options.variantRecipe(packConfiguration.messengerLimits))
        == true
    else { return previous }
    return previous.trustedForVariantReuse
  }
}

extension PackBuild {
  /// Whether the project has the catalog text in every language. The option takes precedence over `localize`
  /// in `stickerpack.yml`, which takes precedence over the previous build.
  var localizesCatalog: Bool {
    let described = template.hasCode ? nil : openedPack.packFileRequestsLocalizedCatalog
    let previous = destination?.previousBuild?.hasLocalizedCatalogDescriptions
    return options.localizesCatalog ?? described ?? previous ?? false
  }

  /// A note that the catalog has text in only one language. Empty if the user chose that, or if there are no
  /// other languages.
  var omittedCatalogLanguageNotes: [UserMessage] {
    let isLocalized = options.deploymentTarget != nil && localizesCatalog
    let isWanted = options.localizesCatalog ?? openedPack.packFileRequestsLocalizedCatalog != false
    guard !template.hasCode, !isLocalized, isWanted else { return [] }
    let pack = openedPack.readResult.pack
    let others = pack.metadata.languages.dropFirst().filter { language in
      pack.stickers.contains { $0.metadata.descriptions[language] != nil }
    }
    guard let first = pack.metadata.languages.first, !others.isEmpty else { return [] }
    return [
      "the catalog has descriptions in \(first) only (missing: \(listText(Array(others)))); "
        + "\(.addAllCatalogLanguages)"
    ]
  }
}

extension MessagesPackBuilder.Options {
  /// The options, with a project and its deployment target if the previous build has one and the user did not
  /// choose one. Otherwise, the project would keep the texts and numbers of that build.
  fileprivate func inheritingProjectDeploymentTarget(from previous: PreviousBuild?)
    -> MessagesPackBuilder.Options
  {
    guard deploymentTarget == nil ? rebuildsPreviousProject : !hasChosenDeploymentTarget,
      let target = previous?.projectDeploymentTarget
    else { return self }
    let hasCode = (chosenTemplate ?? previous?.projectTemplate)?.hasCode == true
    var options = self
    options.deploymentTarget =
      hasCode && !Self.supportsTemplateCode(target) ? XcodeProjectInput.defaultDeploymentTarget : target
    return options
  }

  /// The options, with minimized file sizes if the previous build minimized them and the user did not specify
  /// this. Otherwise, a check would report every file as changed, and a rebuild would make every file larger
  /// again.
  fileprivate func inheritingFileSizeMinimization(from previous: PreviousBuild?)
    -> MessagesPackBuilder.Options
  {
    guard minimizesPNGFileSizes == nil, let effort = previous?.minimizingEffort else { return self }
    var options = self
    if options.fixOptions == nil { options.fixOptions = FixOptions(selectedRules: [], effort: effort) }
    options.fixOptions?.minimizesPNGFileSize = true
    return options
  }

  /// The options that affect how variants are made from the same art. Variants made with another recipe are
  /// not reused.
  fileprivate func variantRecipe(_ limits: MessengerLimits) -> String {
    let smallest = minimizingEffort.map { "smallest \($0.rawValue)" } ?? ""
    let bytes =
      limits.minRejectedStillBytes == MessengerLimits.apple.minRejectedStillBytes
      ? "" : " below \(limits.minRejectedStillBytes)"
    return (fixOptions?.allowsLossyFixes == true ? smallest + " lossy" : smallest) + bytes
  }

  /// The effort for making files as small as possible; nil if that was not requested.
  fileprivate var minimizingEffort: OptimizingEffort? {
    fixOptions?.minimizesPNGFileSize == true ? fixOptions?.effort : nil
  }

  /// The options that conflict with a template, one line each.
  fileprivate func conflicts(with template: ProjectTemplate, _ overrides: PackOverrides) -> [UserMessage] {
    var lines: [UserMessage] = []
    if template != .interactiveMessage, overrides.messageFile != nil {
      lines.append(
        "\(.interactiveMessageFileOption) requires \(.projectTemplateOption) interactive-message, but the template is \(template.rawValue)"
      )
    }
    if localizesCatalog == true, template.hasCode {
      lines.append(
        "\(.localizedCatalogOption) requires \(.projectTemplateOption) sticker-pack; \(template.rawValue) already "
          + "includes "
          + "every language")
    }
    if let deploymentTarget, template.hasCode,
      !Self.supportsTemplateCode(deploymentTarget)
    {
      lines.append(
        "\(.deploymentTargetOption) \(deploymentTarget): the template \(template.rawValue) requires iOS "
          + "\(XcodeProjectInput.defaultDeploymentTarget) or later")
    }
    return lines
  }

  /// Whether the templates' code runs on a version of iOS.
  private static func supportsTemplateCode(_ deploymentTarget: String) -> Bool {
    let minimum = XcodeProjectInput.defaultDeploymentTarget.prefix { $0 != "." }
    return (Int(deploymentTarget.prefix { $0 != "." }) ?? 0) >= (Int(minimum) ?? 0)
  }
}

extension PackInMemory {
  /// The summary of a build, with the next step.
  ///
  /// - Parameter hasApp: whether an app also received the build.
  fileprivate func summaryAndNextStep(at destination: Path, hasApp: Bool) -> String {
    let variants = manifest.stickers.reduce(0) { $0 + $1.variants.count }
    let projectFiles = (manifest.project?.files ?? []).filter { tree[$0.path] != nil }
    let fileCount = manifest.filesOutsideProject.count + projectFiles.count + 1  // the manifest itself
    let skipped = manifest.skippedStickers.isEmpty ? "" : ", \(manifest.skippedStickers.count) left out"
    let team = manifest.project?.hasTeam(in: tree) == true ? "" : "choose your team, "
    // Xcode cannot build a project without an icon. In that case, a note says what to do first.
    let open = manifest.project.map { project -> String in
      guard !manifest.icons.isEmpty else { return "" }
      // Developers test an extension with code before they submit the app.
      let step =
        project.template.hasCode ? "run the extension in Messages (see README.md)" : "Product > Archive"
      return "\nopen \(destination.appending(project.path).displayText), \(team)then \(step)"
    }
    let next =
      hasApp
      ? "" : open ?? "\ndrag \(destination.appending(catalogFolderName).displayText) into a project in Xcode"
    return "built \(destination.displayText): \(countText(manifest.stickers.count, "sticker"))\(skipped), "
      + "\(countText(variants, "variant")), \(countText(fileCount, "file"))\(next)"
  }
}

extension SkippedSticker {
  fileprivate var note: UserMessage {
    "\(path.displayText) is left out: \((ruleIDs.isEmpty ? reasons : ruleIDs).joined(separator: ", "))"
  }
}
