import StickerIO
import StickerImage
import StickerModel
import StickerPacker
import StickerSettings

/// What became of one pack.
struct PackResult {
  enum End {
    /// Written, or as it should be; one line for people.
    case done(String)
    /// Stopped by findings, or different from what is on the disk; lines for people.
    case stopped([String])
    /// A source or destination that cannot be used.
    case failed(CommandFailure)
    /// A promise of ours that does not hold.
    case defect(Defect)

    var isDone: Bool { if case .done = self { true } else { false } }
  }
  var report: Report?
  var notes: [String] = []
  /// For `--check`: one line for each file.
  var differences: [String] = []
  var end = End.done("")
}

/// Builds packs: read, checked, planned, verified, written.
struct PackBuild {
  let variants: VariantSelection
  let skipFailing: Bool
  let force: Bool
  let check: Bool
  let jobs: Int
  let quiet: Bool

  /// Rules whose findings a build cures by itself: it names files by their content, and each differently.
  private static let cured: Set<String> = ["extension-mismatch", "name-collision"]

  /// Never throws: a pack that fails does not stop the others.
  func run(_ pack: PackToBuild, _ search: inout SettingsSearch) async -> PackResult {
    var result = PackResult(notes: pack.pack.notes)
    do {
      if !check { try refuseForeign(pack.destination, force: force) }
      let budget = search.settings(at: pack.pack.source, isFolder: true).configuration.budget
      var opened = try OpenedPack(pack.pack, fileBytes: budget.fileBytes)
      let settings = try SettingsMap(
        opened.assets(of: pack.pack.source), packs: [pack.pack.source], &search)
      opened.leaveOut(by: settings)
      result.notes += opened.reading.notes
      let assets = opened.assets(of: pack.pack.source)
      let report = await lintWithProgress(assets, settings, jobs: jobs, quiet: quiet)
      result.report = report
      let sifted = sift(opened, report)
      if let reasons = obstacles(pack.pack, opened, sifted) {
        result.end = .stopped(reasons)
        return result
      }
      // The build cures these itself, and says how: nobody has to do anything about them.
      result.report = report.without(PackBuild.cured)
      result.notes += sifted.skipped.map { sticker in
        let why = sticker.rules.isEmpty ? sticker.reasons : sticker.rules
        return "\(sticker.path.shown) is left out: \(why.joined(separator: ", "))"
      }
      let plan = try await plan(opened, sifted, budget)
      result.notes += plan.notes
      try await finish(plan, pack.destination, &result)
    } catch {
      result.end = end(error, pack.pack)
    }
    return result
  }

  private func end(_ error: any Error, _ pack: LocatedPack) -> PackResult.End {
    switch error {
    case let failure as CommandFailure: .failed(failure)
    case let defect as Defect: .defect(defect)
    case let defect as EncodingDefect: .defect(Defect(what: "\(pack.source.shown): \(defect)"))
    case PackError.faults(let faults):
      .stopped(faults.map { "\(pack.source.shown): \($0.path.shown): \($0.reason)" })
    case PackError.empty: .stopped(["\(pack.source.shown) holds no sticker that can be built"])
    default: .defect(Defect(what: "\(pack.source.shown): \(error)"))
    }
  }

  /// The stickers that are built, and the others.
  private struct Sifted {
    var pack: Pack
    var skipped: [SkippedSticker]
    /// Findings that concern the pack as a whole.
    var ofPack: Int
  }

  private func sift(_ opened: OpenedPack, _ report: Report) -> Sifted {
    let failing = report.findings.filter(\.fails)
    let blocking = failing.filter { !PackBuild.cured.contains($0.rule) }
    let byPath = Dictionary(grouping: blocking, by: \.path)
    var sifted = Sifted(pack: opened.reading.pack, skipped: [], ofPack: 0)
    for fault in opened.reading.faults {
      guard let id = fault.sticker else { continue }
      sifted.skipped.append(
        SkippedSticker(
          id: id, path: fault.path, rules: fault.rule.map { [$0] } ?? [], reasons: [fault.reason]))
    }
    sifted.pack.stickers.removeAll { sticker in
      guard let findings = byPath[opened.root.appending(sticker.file)] else { return false }
      var seen: Set<String> = []
      sifted.skipped.append(
        SkippedSticker(
          id: sticker.id, path: sticker.file, rules: findings.map(\.rule).filter { seen.insert($0).inserted },
          reasons: findings.map(\.evidence.message)))
      return true
    }
    let paths = Set(opened.reading.pack.stickers.map { opened.root.appending($0.file) })
    sifted.ofPack = blocking.count { !paths.contains($0.path) }
    return sifted
  }

  /// Why the pack cannot be built; nil if it can.
  private func obstacles(_ pack: LocatedPack, _ opened: OpenedPack, _ sifted: Sifted) -> [String]? {
    let source = pack.source.shown
    let faults = opened.reading.faults.filter { $0.sticker == nil || !skipFailing }
    var lines = faults.map { fault in
      let path = fault.path == Path(".") ? opened.root : opened.root.appending(fault.path)
      return "\(path.shown): \(fault.reason)"
    }
    let failing = sifted.skipped.count - opened.reading.faults.count { $0.sticker != nil }
    if failing > 0, !skipFailing {
      lines.append(
        "\(source) is not built: \(failing) of \(opened.reading.pack.stickers.count) stickers fail; "
          + "fix them, or leave them out with --skip-failing")
    }
    if sifted.ofPack > 0 { lines.append("\(source) is not built: findings on the pack itself") }
    if lines.isEmpty, sifted.pack.stickers.isEmpty {
      lines.append(
        sifted.skipped.isEmpty
          ? "\(source) holds no sticker: there is nothing to build"
          : "\(source) is not built: all of its \(sifted.skipped.count) stickers fail")
    }
    return lines.isEmpty ? nil : lines
  }

  private func plan(_ opened: OpenedPack, _ sifted: Sifted, _ budget: Budget) async throws -> PackPlan {
    let options = PackOptions(
      variants: variants, jobs: jobs, toolVersion: Tool.version, budget: budget)
    var progress = quiet ? nil : Progress("built")
    let count = sifted.pack.stickers.count
    let plan = try await planPack(sifted.pack, skipped: sifted.skipped, options) {
      opened.read($0)
    } delivered: {
      progress?.advance(to: $0, of: count)
    }
    progress?.finish()
    let faults = await verifyPack(plan.tree, made: plan.made, jobs: jobs)
    if let fault = faults.first {
      throw Defect(what: "a pack it built does not verify: \(fault)")
    }
    return plan
  }

  private func finish(_ plan: PackPlan, _ destination: Path, _ result: inout PackResult) async throws {
    let shown = destination.shown
    guard check else {
      try put(plan.tree, at: destination)
      let manifest = plan.manifest
      let variants = manifest.stickers.reduce(0) { $0 + $1.variants.count }
      let skipped = manifest.skipped.isEmpty ? "" : ", \(manifest.skipped.count) left out"
      result.end = .done(
        "built \(shown): \(counted(manifest.stickers.count, "sticker"))\(skipped), "
          + "\(counted(variants, "variant")), \(counted(plan.tree.paths.count, "file"))")
      return
    }
    guard let contents = try readTree(destination) else {
      result.differences = ["\(shown) is not there"]
      result.end = .stopped(["\(shown) is not there: build it"])
      return
    }
    let others = contents.others.map { "\($0.path.shown) does not belong to it" }
    let all = differences(planned: plan.tree, onDisk: contents.files) + others
    result.differences = all.map { "\(shown): \($0)" }
    result.end =
      all.isEmpty
      ? .done("\(shown) is up to date")
      : .stopped(["\(shown) is not what would be built: \(counted(all.count, "difference")); build it again"])
  }
}
