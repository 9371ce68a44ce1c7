package import StickerEngine
package import StickerImage
import StickerPacker

/// Builds packs for messengers: opens the source, fixes the art in memory for each messenger, checks it against
/// the messenger's profile, and writes it in the messenger's format.
///
/// Files that comply are copied unchanged; all others are made from the original. Each file is read and decoded
/// once for all messengers.
package struct MessengerBuilder: Sendable {
  /// What is built.
  package struct Options: Sendable {
    /// Whether to leave out stickers that fail. Otherwise they stop the build.
    package var skipsFailing = false
    /// Whether to replace the destination whatever it holds.
    package var isForced = false
    /// Whether to compare the destination with the build and write nothing.
    package var isCheck = false
    /// How to treat art that is smaller than the canvas; nil centers it unscaled.
    package var smallArt: SmallArt?
    /// Whether to keep APNGs for messengers that accept them although some of their apps do not play them.
    package var keepsAPNG = false
    /// Whether to split packs that mix stills and animations or have too many stickers.
    package var splits = false
    /// How carefully pictures are encoded.
    package var effort = OptimizingEffort.normal

    package init() {}

    /// The options of the drop page: all stickers that do not fail.
    static var dropPage: Options {
      var options = Options()
      options.skipsFailing = true
      return options
    }
  }

  let options: Options
  let environment: BuildEnvironment

  package init(_ options: Options, _ environment: BuildEnvironment) {
    self.options = options
    self.environment = environment
  }

  /// Builds the pack for each messenger. Never throws, so that one messenger does not stop the others.
  ///
  /// - Returns: the results of each order: one, or several if the pack is split.
  package func write(_ pack: LocatedPack, for orders: [MessengerOrder]) async -> [[PackResult]] {
    let planned = options.splits ? withSiblings(orders, at: pack.folder) : orders.map { [$0] }
    var made = await results(of: pack, for: planned.flatMap(\.self))[...]
    return planned.map { own in
      defer { made = made.dropFirst(own.count) }
      return made.prefix(own.count).flatMap(\.self)
    }
  }

  private func results(of pack: LocatedPack, for orders: [MessengerOrder]) async -> [[PackResult]] {
    var (results, rest, reading) = ([[PackResult]](), orders[...], SharedReading(pack))
    while !rest.isEmpty {
      var group: [MessengerArt] = []
      while let order = rest.first, group.isEmpty || group.count < reading.messengersAtOnce {
        group.append(await begun(order, &reading))
        rest.removeFirst()
      }
      await fix(&group)
      for art in group { results.append(await finished(art, named: pack.name)) }
    }
    return results
  }

  /// Checks the fixed art as one pack or as several, and writes the packs.
  private func finished(_ art: MessengerArt, named name: String) async -> [PackResult] {
    var (results, cache) = ([PackResult](), art.cache)
    let parts = await parts(of: art, named: name)
    if art.work != nil, art.order.isAdded, parts.allSatisfy({ $0.art.work == nil }) { return [] }
    for part in parts { results.append(await finished(part.art, named: part.name, &cache)) }
    if art.work != nil { cache.save() }
    guard !options.isCheck, !results.isEmpty else { return results }
    let written = Set(zip(parts, results).filter { $1.outcome == .completed }.map { $0.0.art.order.place })
    let isForSibling = options.splits && parts.allSatisfy { $0.art.work == nil }
    for order in isForSibling ? [] : art.order.possibleParts {
      guard !written.contains(order.place), !order.isOfOtherProfile, let left = order.leftBehind else {
        continue
      }
      results[0].notes.append("\(order.shown): \(left.shown) is left from an earlier run")
    }
    return results
  }

  /// Reads the pack with the settings of one messenger.
  func begun(_ order: MessengerOrder, _ reading: inout SharedReading) async -> MessengerArt {
    var (art, search) = (MessengerArt(order), order.search)
    do {
      let folder = reading.pack.folder
      let configuration = search.settings(at: folder, isFolder: true).configuration
      guard let export = configuration.messenger.export.flatMap(Export.named) else {
        throw CommandFailure("\(order.shown): a pack for it is not written; its profile names no export")
      }
      art.result.leaveOut(of: reading.pack)
      var opened = try reading.opened(configuration.budget)
      if reading.pack.isNamed { opened.declare(name: reading.pack.name) }
      opened.leaveOut(by: &search)
      let settings = try SettingsMap(
        opened.assets, packs: [opened.path], documents: opened.documents, &search)
      opened.leaveOut(by: settings)
      art.result.leaveOut(of: opened.reading)
      if environment.usesCache {
        art.cache = ResultCache(
          for: "pack for \(order.messenger)", of: [reading.pack.path], count: opened.assets.count, least: 1,
          quiet: environment.isQuiet)
      }
      await opened.joinSequences(configuration.budget, &reading.joined, &art.cache.known)
      art.work = MessengerArt.Work(
        opened, settings, configuration, export, art.cache.known, previousExports(order, art.cache.known))
    } catch {
      art.result.outcome = outcome(error, order)
    }
    return art
  }

  /// The previous exports of an order; nil with `--check` and `--force`, which reuse nothing.
  private func previousExports(_ order: MessengerOrder, _ known: KnownResults?) -> PreviousBuild? {
    guard let known, !options.isCheck, !options.isForced else { return nil }
    return PreviousBuild(exportsOf: options.splits ? order.possibleParts : [order], known)
  }

  /// Checks the fixed art as a pack, and writes it.
  private func finished(
    _ art: MessengerArt, named name: String, _ cache: inout ResultCache
  ) async -> PackResult {
    guard art.work != nil else { return art.result }
    var handed = await handedOver(art, named: name)
    if let pictures = handed.pictures { cache.note(pictures) }
    do {
      switch handed.export {
      case .file(let bytes, let ending)?:
        try deliver(bytes, at: art.order.archive(ending), &handed.result)
      case .folder(let tree)?: try deliver(tree, at: art.order.place, &handed.result)
      case nil: break
      }
    } catch {
      handed.result.outcome = outcome(error, art.order)
    }
    return handed.result
  }

  /// A pack in a messenger's form, before anything is written.
  struct HandedOver {
    /// What is said of it; that it is done where there is a pack.
    var result: PackResult
    /// The pack; nil where it is stopped, as the result says.
    var export: ExportedPack?
    /// How many stickers are in it.
    var count = 0
    /// The stickers that are left out.
    var skipped: [SkippedSticker] = []
    /// What was made of stickers for the pack.
    var pictures: DerivedPictures?
  }

  /// Checks the fixed art as a pack, and renders it in the messenger's format.
  func handedOver(_ art: MessengerArt, named name: String) async -> HandedOver {
    var handed = HandedOver(result: art.result)
    handed.result.messenger = art.order.shown
    guard let work = art.work else { return handed }
    let opened = work.opened
    let report = await work.report(jobs: environment.jobs, examiner: environment.openers.examiner)
    // Do not report findings that the build resolves itself.
    handed.result.report = report.without { opened.resolves($0) }
    let selection = opened.selectBuildableStickers(report)
    if options.skipsFailing {
      (handed.count, handed.skipped) = (selection.pack.stickers.count, selection.skipped)
    }
    // Check the pack again without the stickers that are left out: too few may remain, or all of one kind.
    let skipped = Set(options.skipsFailing ? selection.skipped.map { opened.root.appending($0.path) } : [])
    // If nothing remains, the findings on the stickers are the reason.
    let isEmpty = selection.pack.stickers.isEmpty
    let rest =
      skipped.isEmpty || isEmpty
      ? report
      : await work.report(jobs: environment.jobs, without: skipped, examiner: environment.openers.examiner)
    let reasons = missingRequirements(art.order, work, rest)
    guard reasons.isEmpty, !selection.pack.stickers.isEmpty else {
      handed.result.outcome = .stopped(
        reasons.isEmpty ? ["no sticker is left that could be handed over"] : reasons)
      return handed
    }
    handed.result.leaveOut(
      selection.skipped.map {
        "\(art.order.shown): \($0.path.shown) is left out: \($0.reasons.first ?? listed($0.rules))"
      })
    do {
      var pictures = work.pictures
      var pack = try work.exportPack(selection.pack)
      pack.title = name
      pack.part = art.order.suffix
      handed.export = try work.export.write(pack, &pictures)
      (handed.count, handed.pictures) = (selection.pack.stickers.count, pictures)
      handed.result.leaveOut(pictures.notes.map { "\(art.order.shown): \($0)" })
      if work.export.showsNames {
        handed.result.notes += pack.namesThatSurprise.map { "\(art.order.shown): \($0)" }
      }
    } catch {
      handed.result.outcome = outcome(error, art.order)
    }
    return handed
  }

  private func outcome(_ error: any Error, _ order: MessengerOrder) -> BuildOutcome {
    switch error {
    case let failure as CommandFailure: .failed(failure.lines)
    case let fault as ExportFault: .stopped([Sentence(fault.reason)])
    default: .internalError("\(order.shown): \(error)")
    }
  }

  /// Returns one line for each thing to do before the pack can be built, without the messenger's name.
  private func missingRequirements(
    _ order: MessengerOrder, _ work: MessengerArt.Work, _ report: Report
  ) -> [Sentence] {
    let opened = work.opened
    let faults = opened.reading.faults.filter { $0.sticker == nil || !options.skipsFailing }
    return faults.map { "\($0.path.shown): \($0.reason)" }
      + report.lines(of: { $0.fails && !opened.resolves($0) }) { finding in
        // The reason of a failed fix is more specific than the advice of the rule.
        let reason = work.failed.first { $0.path == finding.path && $0.rule == finding.rule }?.reason
        let cure = reason.map { "It is not fixed: \($0)" } ?? Sentence(finding.advice)
        return advice(cure, on: finding, order, work)
      }
  }
}

extension MessengerBuilder {
  /// Builds a pack for one messenger in memory.
  ///
  /// - Parameter search: a search for settings with any profile.
  func build(_ pack: LocatedPack, for messenger: String, _ search: SettingsSearch) async -> BuiltPack {
    let order = MessengerOrder(for: messenger, at: Path(messenger), search.with(profile: messenger))
    var reading = SharedReading(pack)
    var group = [await begun(order, &reading)]
    await fix(&group)
    if Task.isCancelled { return BuiltPack(.failed(["nobody waits for it any more"])) }
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
  /// The result of a pack for one messenger, without the name of the messenger before each reason.
  fileprivate init(_ result: PackResult, of order: MessengerOrder) {
    let mark = "\(order.shown): "
    func own(_ line: Sentence) -> String {
      let text = line.text
      return text.hasPrefix(mark) ? String(text.dropFirst(mark.count)) : text
    }
    let isFailed = if case .failed = result.outcome { true } else { false }
    self.init(result.outcome.reworded(isFailed ? own : \.text))
    findings = result.report?.findings.filter(\.fails) ?? []
  }
}

extension BuildingWork {
  /// Builds the pack of a drop page for one messenger in memory.
  func buildPack(for messenger: String, _ gate: MemoryGate) async -> BuiltPack {
    do {
      let environment = BuildEnvironment(jobs: jobs, openers: Openers(here: gate))
      return await MessengerBuilder(.dropPage, environment).build(try locate(), for: messenger, search)
    } catch {
      return BuiltPack(BuildOutcome.failed(CommandFailure(error).lines).reworded(\.text))
    }
  }
}
