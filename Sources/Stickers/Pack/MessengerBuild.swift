import StickerFix
import StickerIO
import StickerImage
import StickerModel
import StickerPacker
package import StickerSettings

/// Hands a pack over to one messenger: read, fixed in memory for it, judged by its profile, put into its
/// form.
///
/// What complies stays as it is, byte for byte; everything else is planned from the original.
package struct MessengerBuild {
  /// The profile, by its name or its file.
  package let messenger: String
  package let skipFailing: Bool
  package let force: Bool
  /// Whether art that is smaller than the canvas is scaled up to it.
  package let enlarges: Bool
  package let check: Bool
  package let effort: OptimizingEffort
  package let jobs: Int
  package let quiet: Bool

  package init(
    for messenger: String, skipFailing: Bool, force: Bool, enlarges: Bool = false, check: Bool,
    effort: OptimizingEffort, jobs: Int, quiet: Bool
  ) {
    self.enlarges = enlarges
    (self.messenger, self.skipFailing, self.force, self.check) = (messenger, skipFailing, force, check)
    (self.effort, self.jobs, self.quiet) = (effort, jobs, quiet)
  }

  /// What may be done to the art: what the messenger's limits ask for, and nothing else.
  ///
  /// - Parameter report: what its rules say of the art; what is no error in it stays in the file.
  package static func request(_ effort: OptimizingEffort, _ report: Report) -> FixRequest {
    let cut = report.findings.filter { finding in
      guard finding.fails, case .cut = finding.evidence.fix?.kind.means else { return false }
      return true
    }
    return FixRequest(
      isLossy: true,
      selected: Set(cut.map(\.rule)).union([
        RuleID.fileSize, RuleID.pixelDimensions, RuleID.unsupportedFormat, RuleID.animationLimits,
      ]), effort: effort)
  }

  /// Never throws: a messenger that takes no such pack does not stop the others.
  ///
  /// - Parameter place: where the file or folder goes, without the ending of its name.
  /// - Parameter search: with the messenger's profile.
  package func run(_ pack: LocatedPack, at place: Path, _ search: inout SettingsSearch) async -> PackResult {
    var result = PackResult(notes: [])
    do {
      let exported = try await exported(pack, &search, &result)
      guard let exported else { return result }
      switch exported {
      case .file(let bytes, let ending):
        try deliver(bytes, at: Path(bytes: place.bytes + Array(".\(ending)".utf8)), &result)
      case .folder(let tree): try deliver(tree, at: place, &result)
      }
    } catch let failure as CommandFailure {
      result.end = .failed(failure)
    } catch let fault as ExportFault {
      result.end = .stopped(["\(messenger): \(fault.reason)"])
    } catch {
      result.end = .defect(Defect(what: "\(messenger): \(error)"))
    }
    return result
  }

  /// - Returns: nil where it is stopped, as the result says.
  private func exported(
    _ pack: LocatedPack, _ search: inout SettingsSearch, _ result: inout PackResult
  ) async throws -> ExportedPack? {
    let configuration = search.settings(at: pack.folder, isFolder: true).configuration
    guard let export = configuration.messenger.export.flatMap(Export.named) else {
      throw CommandFailure("\(shownMessenger): a pack for it is not written; its profile names no export")
    }
    var opened = try OpenedPack(pack, configuration.budget)
    opened.leaveOutDocuments { search.excludes(document: $0) }
    let settings = try SettingsMap(
      opened.assets, packs: [opened.path], documents: opened.documents, &search)
    opened.leaveOut(by: settings)
    await opened.joinSequences(configuration.budget)
    let asItCame = opened
    let (report, failed) = await judged(&opened, settings, &result)
    // What the build puts right itself nobody has to do anything about.
    result.report = report.without { opened.cures($0) }
    var sifted = opened.sifted(report)
    let reasons = obstacles(opened, sifted, report, failed)
    guard reasons.isEmpty, !sifted.pack.stickers.isEmpty else {
      result.end = .stopped(
        reasons.isEmpty ? ["\(shownMessenger): no sticker is left that could be handed over"] : reasons)
      return nil
    }
    result.notes += sifted.skipped.map { "\(shownMessenger): \($0.path.shown) is left out" }
    sifted.pack.name = pack.name
    return try export.write(try exportPack(sifted.pack, opened, asItCame, configuration.limits))
  }

  private var shownMessenger: String { Untrusted(messenger).shown }

  /// Judges the art, fixes it in memory as the messenger asks for, and judges it again.
  private func judged(
    _ opened: inout OpenedPack, _ settings: SettingsMap, _ result: inout PackResult
  ) async -> (Report, [FailedFix]) {
    func lint(_ opened: OpenedPack) async -> Report {
      var known = KnownResults?.none
      return await Inventory(opened).lint(
        settings, jobs: jobs, known: &known, examiner: LocalExaminer(), quiet: quiet)
    }
    let report = await lint(opened)
    var request = Self.request(effort, report)
    request.enlarges = enlarges
    let done = await opened.fix(request, report, settings, jobs: jobs)
    // A pack is mostly changed in one way: the plan of fixes tells of each sticker.
    if let first = done.notes.first {
      let rest = done.notes.count > 1 ? ", and \(grouped(done.notes.count - 1)) more are fixed as well" : ""
      result.notes.append("\(shownMessenger): \(first)\(rest)")
    }
    return (done.sizes.isEmpty ? report : await lint(opened), done.failed)
  }

  /// What stands in the way, a line for each thing that is to be done.
  private func obstacles(
    _ opened: OpenedPack, _ sifted: SiftedPack, _ report: Report, _ failed: [FailedFix]
  ) -> [Sentence] {
    let lines = opened.reading.faults.filter { $0.sticker == nil || !skipFailing }.map { fault -> Sentence in
      "\(shownMessenger): \(fault.path.shown): \(fault.reason)"
    }
    let skipped = Set(sifted.skipped.map { opened.root.appending($0.path) })
    var groups: [(rule: String, message: String, advice: Sentence, paths: [Path])] = []
    for finding in report.findings where finding.fails && !opened.cures(finding) {
      if skipFailing, skipped.contains(finding.path) { continue }
      let message = finding.evidence.message
      // Why it was not fixed says more than how nearly every such file is mended.
      let reason = failed.first { $0.path == finding.path && $0.rule == finding.rule }?.reason
      let advice: Sentence = reason.map { "It is not fixed: \($0)" } ?? Sentence(finding.advice)
      if let at = groups.firstIndex(where: {
        $0.rule == finding.rule && $0.message == message && $0.advice == advice
      }) {
        groups[at].paths.append(finding.path)
      } else {
        groups.append((finding.rule, message, advice, [finding.path]))
      }
    }
    return lines
      + groups.map { group in
        let names = group.paths.prefix(3).map { $0.name.shown }
        let more = group.paths.count > 3 ? ["\(group.paths.count - 3) more"] : []
        return "\(shownMessenger): \(listed(names + more)): \(group.message). \(group.advice)"
      }
  }

  private func exportPack(
    _ pack: Pack, _ opened: OpenedPack, _ asItCame: OpenedPack, _ limits: StickerLimits
  ) throws -> ExportPack {
    let stickers = try pack.stickers.map { sticker -> ExportSticker in
      guard case .bytes(let bytes) = opened.read(sticker.file) else {
        throw CommandFailure("\(sticker.file.shown) cannot be read")
      }
      var made = ExportSticker(
        name: sticker.name, bytes: bytes,
        description: accessibilityLabel(in: sticker.descriptions, pack.languages), emoji: sticker.emoji,
        keywords: sticker.keywords)
      if case .bytes(let original) = asItCame.read(sticker.file) { made.original = original }
      return made
    }
    let cover = pack.cover.flatMap { file in pack.stickers.firstIndex { $0.file == file } } ?? 0
    return ExportPack(
      name: pack.name, credits: pack.credits, limits: limits, stickers: stickers, cover: cover)
  }
}
