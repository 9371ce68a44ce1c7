package import StickerEngine
import StickerImage
package import StickerPacker

/// Builds packs: read, checked, planned, verified, written.
package struct PackBuild {
  let variants: VariantSelection
  let skipFailing: Bool
  let force: Bool
  let check: Bool
  /// The oldest iOS that an Xcode project is to run on; nil makes none.
  let deploymentTarget: String?
  /// What kind of extension the project has; nil: as the last build has it.
  let template: ProjectTemplate?
  /// A place in an app that takes what is built, too.
  package let into: (any AppDestination)?
  /// Whether contact sheets are made; nil: as the last build has it.
  let contactSheet: Bool?
  /// Whether a project without code has the texts of the catalog in every language; nil: as the last build
  /// has it.
  let localizesCatalog: Bool?
  /// What may be fixed in memory before the pack is built; nil: nothing.
  var fixes: FixRequest?
  /// Whether all takes the fewest bytes; nil: as the last build has it.
  let isSmallest: Bool?
  let usesCache: Bool
  let jobs: Int
  let quiet: Bool
  /// Who looks at the art and fixes it.
  package var openers = Openers()

  package init(
    variants: VariantSelection, skipFailing: Bool, force: Bool, check: Bool, deploymentTarget: String?,
    template: ProjectTemplate?, into: (any AppDestination)?, contactSheet: Bool?,
    localizesCatalog: Bool? = nil, fixes: FixRequest?, isSmallest: Bool? = nil, usesCache: Bool, jobs: Int,
    quiet: Bool
  ) {
    self.variants = variants
    self.skipFailing = skipFailing
    self.force = force
    self.check = check
    self.deploymentTarget = deploymentTarget
    self.template = template
    self.into = into
    self.contactSheet = contactSheet
    self.localizesCatalog = localizesCatalog
    self.fixes = fixes
    self.isSmallest = isSmallest
    self.usesCache = usesCache
    self.jobs = jobs
    self.quiet = quiet
  }

  /// Never throws: a pack that fails does not stop the others.
  package func run(_ pack: PackToBuild, _ search: inout SettingsSearch) async -> PackResult {
    var result = await written(pack, &search)
    if result.outcome != .completed, !check { result.notes += previousBuild(at: pack.destination) }
    return result
  }

  private func written(_ pack: PackToBuild, _ search: inout SettingsSearch) async -> PackResult {
    var result = PackResult(of: pack.pack)
    do {
      let destination = try destination(pack.destination)
      let configuration = configuration(of: pack.pack, &search)
      var cache = ResultCache.none
      defer { cache.save() }
      let previous = destination.previousBuild
      let build = inheritingOptions(from: previous)
      guard
        let plan = try await build.planned(
          pack.pack, configuration, over: previous, &search, &cache, &result)
      else {
        return result
      }
      try finish(plan, destination, &result)
      cache.known?.noteVerified(
        plan.tree.variants, made: build.recipe(configuration.limits))
    } catch {
      result.outcome = outcome(error, pack.pack)
    }
    return result
  }

  /// The same in memory: nothing is written.
  ///
  /// - Parameter path: the folder that it will be written to, or is compared with; nil if there is none.
  /// - Returns: no plan where the pack cannot be built.
  func built(
    _ pack: LocatedPack, for path: Path? = nil, _ search: inout SettingsSearch
  ) async -> (result: PackResult, plan: PackPlan?) {
    var (result, cache) = (PackResult(of: pack), ResultCache.none)
    do {
      let destination = try path.map(destination)
      let previous = destination?.previousBuild
      let plan = try await inheritingOptions(from: previous).planned(
        pack, configuration(of: pack, &search), over: previous, &search, &cache, &result)
      if check, let plan, let destination { compare(plan, with: destination, &result) }
      return (result, plan)
    } catch {
      result.outcome = outcome(error, pack)
      return (result, nil)
    }
  }

  /// Reads a destination. Throws if the build must not replace its content.
  private func destination(_ path: Path) throws -> PackDestination {
    try check ? PackDestination(comparing: path) : PackDestination(replacing: path, force: force)
  }

  /// Reads, checks and plans a pack.
  ///
  /// - Returns: nil where it is stopped, as the result says.
  private func planned(
    _ pack: LocatedPack, _ configuration: Configuration, over old: PreviousBuild?,
    _ search: inout SettingsSearch, _ cache: inout ResultCache, _ result: inout PackResult
  ) async throws -> PackPlan? {
    let budget = configuration.budget
    let template = template ?? old?.projectTemplate ?? .stickerPack
    if deploymentTarget != nil, !force, let own = old?.ownFile(inOtherProjectThan: template) {
      throw CommandFailure(
        "\(pack.path.shown) is not built: where it would lie is the project of another template, and "
          + "\(Untrusted(own).shown) in it is a person's. Choose another \(.output), or \(.replaceIt)")
    }
    var opened = try OpenedPack(pack, budget, meeting: old?.tree)
    let sends = template == .interactiveMessage
    let faults = sends ? try opened.openMessage(of: pack, budget) : []
    let lacks = misplaced(template, pack) + opened.missingRequirements(of: template, pack, faults: faults)
    guard lacks.isEmpty else { throw CommandFailure(lines: lacks) }
    opened.leaveOut(by: &search)
    let settings = try SettingsMap(
      opened.assets, packs: [opened.path], documents: opened.documents, &search)
    opened.leaveOut(by: settings)
    result.note(opened.reading)
    if usesCache {
      cache = ResultCache(for: "pack", of: [pack.path], count: opened.assets.count, quiet: quiet)
    }
    let checked = await check(&opened, settings, &cache.known, &result.notes)
    let report = checked.report
    result.report = report
    let selection = opened.selectBuildableStickers(report)
    if let reasons = missingRequirements(pack, opened, selection, report) {
      result.outcome = .stopped(reasons)
      return nil
    }
    // The build cures these itself, and says how: nobody has to do anything about them.
    result.report = report.without { opened.resolves($0, converting: report.convertedArt) }
    if smallest != nil {
      let note = opened.noteOnBytes(checked.before, checked.sizes, in: selection.pack)
      result.notes.append(Sentence(note))
    }
    result.notes += noteOnIcon(opened, report)
    result.leaveOut(selection.skipped.map(\.note))
    let previous = reusableIfVerified(old, cache.known, configuration.limits)
    let plan = try await plan(opened, selection, template, configuration, over: previous)
    result.notes += plan.notes + plan.projectNotes + noteOnLanguages(opened, template, over: old)
    return plan
  }

  private func configuration(of pack: LocatedPack, _ search: inout SettingsSearch) -> Configuration {
    search.settings(at: pack.folder, isFolder: true).configuration
  }

  /// What was said on the command line and does not go with a template.
  private func misplaced(_ template: ProjectTemplate, _ pack: LocatedPack) -> [Sentence] {
    var lines: [Sentence] = []
    if template != .interactiveMessage, pack.overrides.message != nil {
      lines.append("\(.message) goes with \(.template) interactive-message: \(template.rawValue) sends none")
    }
    if localizesCatalog == true, template.hasCode {
      lines.append(
        "\(.localizeCatalog) goes with \(.template) sticker-pack: \(template.rawValue) has every language "
          + "already")
    }
    if let deploymentTarget, template.hasCode, !isBuilt(deploymentTarget) {
      lines.append(
        "\(.deploymentTarget) \(deploymentTarget): the template \(template.rawValue) runs on iOS "
          + "\(ProjectDescription.usualDeploymentTarget) or later")
    }
    return lines
  }

  /// Whether the code of templates runs on a version of iOS.
  private func isBuilt(_ deploymentTarget: String) -> Bool {
    let least = ProjectDescription.usualDeploymentTarget.prefix { $0 != "." }
    return (Int(deploymentTarget.prefix { $0 != "." }) ?? 0) >= (Int(least) ?? 0)
  }

  /// Lints the art, and again what was fixed in memory.
  ///
  /// - Returns: the report after fixing, the report on the source, and the sizes of changed files in bytes.
  private func check(
    _ opened: inout OpenedPack, _ settings: SettingsMap, _ known: inout KnownResults?,
    _ notes: inout [Sentence]
  ) async -> (report: Report, before: Report, sizes: [Path: Int]) {
    var linter = PackLinter(settings, jobs: jobs, examiner: openers.examiner, quiet: quiet)
    let report = await linter.lint(opened, &known)
    guard let fixes else { return (report, report, [:]) }
    let done = await opened.fix(fixes, report, settings, openers.workshop, jobs: jobs)
    notes += done.notes.map { Sentence($0) }
    guard !done.sizes.isEmpty else { return (report, report, [:]) }
    let after = await linter.lintAgain(opened, changed: Set(done.sizes.keys), &known)
    return (after, report, done.sizes)
  }

  private func outcome(_ error: any Error, _ pack: LocatedPack) -> BuildOutcome {
    switch error {
    case let failure as CommandFailure: .failed(failure.lines)
    case let defect as Defect: .internalError(defect.what)
    case PackError.faults(let faults):
      .stopped(faults.map { "\(pack.path.shown): \($0.path.shown): \($0.reason)" })
    case PackError.empty: .stopped(["\(pack.path.shown) holds no sticker that can be built"])
    default: .internalError("\(pack.path.shown): \(error)")
    }
  }

  /// A catalog without icons is often a part of an app, which has them elsewhere.
  private func noteOnIcon(_ opened: OpenedPack, _ report: Report) -> [Sentence] {
    let misses = report.findings.contains { $0.rule == RuleID.missingIcon && opened.resolves($0) }
    // A build with a project has a note of its own on missing icons.
    guard misses, deploymentTarget == nil else { return [] }
    return ["the pack has no icon, and Messages shows a pack by its icon: name a picture \(.icon)"]
  }

  private func plan(
    _ opened: OpenedPack, _ selection: BuildSelection, _ template: ProjectTemplate,
    _ configuration: Configuration, over previous: PreviousBuild?
  ) async throws -> PackPlan {
    var options = PackOptions(
      variants: variants, jobs: jobs, toolVersion: Tool.version, budget: configuration.budget,
      deploymentTarget: deploymentTarget, contactSheet: contactSheet ?? previous?.hasContactSheet ?? false)
    (options.template, options.smallest) = (template, smallest)
    options.localizesCatalog = localizes(opened, template, over: previous)
    options.limits = configuration.limits
    if fixes?.isLossy == true { options.lighten = lightenedSize }
    var progress = quiet ? nil : Progress("built")
    let count = selection.pack.stickers.count
    var plan = try await planPack(selection.pack, skipped: selection.skipped, options, over: previous) {
      opened.read($0)
    } delivered: {
      progress?.advance(to: $0, of: count)
    }
    progress?.finish()
    if let previous { plan = plan.keepingProject(of: previous, replacingChanged: force) }
    let faults = await verifyPack(plan.tree, made: plan.made, kept: plan.kept, jobs: jobs)
    if let fault = faults.first {
      throw Defect(what: "a pack it built does not verify: \(fault)")
    }
    let findings = catalogFindings(in: plan.tree, at: catalogName, Configuration(rules: Rule.all))
    if let first = findings.first {
      let place = "\(first.path.shown): \(first.evidence.message)"
      throw Defect(what: "a catalog it built does not pass its own rules: \(place)")
    }
    return plan
  }

  private func finish(
    _ plan: PackPlan, _ destination: PackDestination, _ result: inout PackResult
  ) throws {
    let last = destination.previousBuild?.tree[Manifest.fileName]
    // What is different in an app is ours to replace, or a difference to tell.
    let changes = try into?.changes(to: plan, last: last, force: force, check: check) ?? .init()
    result.notes += changes.notes
    guard check else {
      // The app's catalog first: what the old manifest knows of it is gone with the old manifest.
      try into?.apply(changes)
      try destination.write(plan.tree)
      result.complete(summary(of: plan, destination.path) + (into?.summary(of: changes) ?? ""))
      return
    }
    compare(plan, with: destination, &result)
    guard destination.previousBuild != nil, let into, !changes.isEmpty else { return }
    let others = result.differences
    result.differences += into.differences(changes)
    if others.isEmpty {
      result.outcome = .stopped(["\(into.folder.shown) is not what would be put there: \(.buildForGood)"])
    } else {
      result.outcome = .stopped([changed(destination.path, result.differences.count)])
    }
  }

  private func summary(of plan: PackPlan, _ destination: Path) -> String {
    let manifest = plan.manifest
    let variants = manifest.stickers.reduce(0) { $0 + $1.variants.count }
    let skipped = manifest.skipped.isEmpty ? "" : ", \(manifest.skipped.count) left out"
    // Without an icon Xcode builds no project: a note says what to do first.
    let open = manifest.project.map {
      manifest.icons.isEmpty
        ? "" : "\nopen \(destination.appending($0.path).shown), choose your team, Product > Archive"
    }
    let next =
      into == nil ? open ?? "\ndrag \(destination.appending(catalogName).shown) into a project in Xcode" : ""
    return "built \(destination.shown): \(counted(manifest.stickers.count, "sticker"))\(skipped), "
      + "\(counted(variants, "variant")), \(counted(plan.tree.paths.count, "file"))\(next)"
  }
}

extension SkippedSticker {
  fileprivate var note: Sentence {
    "\(path.shown) is left out: \((rules.isEmpty ? reasons : rules).joined(separator: ", "))"
  }
}

extension PackBuild {
  /// How the drop page builds a pack: everything that does not fail, with an Xcode project.
  package static func ofPage(jobs: Int) -> PackBuild {
    PackBuild(
      variants: .all, skipFailing: true, force: false, check: false,
      deploymentTarget: ProjectDescription.usualDeploymentTarget, template: .stickerPack, into: nil,
      contactSheet: true, fixes: nil, usesCache: false, jobs: jobs, quiet: true)
  }
}

/// Builds a pack of files in memory.
///
/// - Parameter root: the folder that they seem to lie in.
/// - Parameter name: nil for what the description or the folder says.
func builtPack(
  _ files: [Path: [UInt8]], in root: Path, named name: String?, _ build: PackBuild, _ search: SettingsSearch
) async -> Result<(name: String, tree: FileTree), CommandFailure> {
  let disk = FileSystem(holding: files, in: root)
  var search = search
  do {
    let located = try locatePack(packSource(of: Set(files.keys)), PackOverrides(name: name), on: disk) { _ in
      false
    }
    let (result, plan) = await build.built(located, &search)
    if let plan { return .success((located.name, plan.tree)) }
    return .failure(CommandFailure(result.outcome))
  } catch {
    return .failure(CommandFailure(error))
  }
}

/// What of the files is the pack: the folder of the one description, or of everything if it is one folder.
package func packSource(of files: Set<Path>) -> Path {
  let descriptions = files.filter { $0.name == Path("stickerpack.yml") }
  if descriptions.count == 1, let only = descriptions.first { return only.parent }
  let tops = Set(files.map { $0.components[0] })
  guard tops.count == 1, let top = tops.first, !files.contains(top) else { return Path(".") }
  return top
}
