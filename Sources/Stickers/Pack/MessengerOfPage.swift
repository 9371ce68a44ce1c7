import StickerIO
import StickerImage
import StickerModel
import StickerPacker
import StickerSettings

extension MessengerBuild {
  /// How the drop page hands packs over: without what cannot be made to fit.
  init(ofPage jobs: Int, _ gate: MemoryGate? = nil) {
    self.init(
      skipFailing: true, force: false, check: false, effort: .normal, usesCache: false, jobs: jobs,
      quiet: true)
    if let gate { openers = Openers(here: gate) }
  }

  /// Puts a pack into one messenger's form in memory: the disk is neither asked nor written to.
  ///
  /// - Parameter search: for what is in force, by any profile.
  /// - Returns: the pack, with what was changed in it and what is not in it, or why there is none.
  func built(_ pack: LocatedPack, for messenger: String, _ search: SettingsSearch) async -> BuiltPack {
    let order = MessengerOrder(for: messenger, at: Path(messenger), search.with(profile: messenger))
    var reading = SharedReading(pack)
    var group = [await begun(order, &reading)]
    await fix(&group)
    if Task.isCancelled { return BuiltPack(end: .failed(["nobody waits for it any more"])) }
    let handed = await handedOver(group[0], named: pack.name)
    var built = BuiltPack(handed.result, of: order)
    built.name = pack.name.isEmpty ? nil : pack.name
    built.stickers = handed.count
    let out = Set(handed.skipped.map(\.path))
    if let work = group[0].work {
      let kept = work.fixes.filter { fix in
        !out.contains { work.opened.root.appending($0) == fix.path }
      }
      built.changes = kept.map { "\($0.path.shown): \(deed(on: [$0]))" }
    }
    built.leftOut = handed.skipped.map { .init(path: $0.path, rules: $0.rules, reasons: $0.reasons) }
    switch handed.export {
    case .file(let bytes, let ending)?:
      var tree = FileTree()
      tree["\(messenger).\(ending)"] = bytes
      built.tree = tree
    case .folder(let files)?:
      var tree = FileTree()
      tree.add(files, below: messenger)
      built.tree = tree
    case nil: break
    }
    return built
  }
}

extension BuiltPack {
  /// What became of a pack for one messenger: whoever is told knows which.
  fileprivate init(_ result: PackResult, of order: MessengerOrder) {
    let mark = "\(order.shown): "
    func own(_ line: Sentence) -> String {
      let text = line.text
      return text.hasPrefix(mark) ? String(text.dropFirst(mark.count)) : text
    }
    switch result.end {
    case .done: self.init(end: .done)
    case .stopped(let lines): self.init(end: .stopped(lines.map(\.text)))
    case .failed(let failure): self.init(end: .failed(failure.lines.map(own)))
    case .defect(let defect): self.init(end: .defect(defect.what))
    }
    findings = result.report?.findings.filter(\.fails) ?? []
  }
}

/// Puts files in memory into one messenger's form.
///
/// - Parameter work: the pack; its search has any profile.
func handedOver(_ work: BuildingWork, to messenger: String, _ gate: MemoryGate) async -> BuiltPack {
  let disk = FileSystem(holding: work.files, in: work.root)
  do {
    let source = packSource(of: Set(work.files.keys))
    let pack = try locatePack(source, PackOverrides(name: work.name), on: disk) { _ in false }
    return await MessengerBuild(ofPage: work.jobs, gate).built(pack, for: messenger, work.search)
  } catch {
    return BuiltPack(end: .failed(CommandFailure(error).lines.map(\.text)))
  }
}
