package import StickerEngine
import StickerImage

/// One run of `fix`: from what the rules say to files that are written, one after the other.
package struct Fixing {
  package let run: StickerRun
  let request: FixRequest
  let found: Report
  package var place: FixPlace
  /// What people are told at the end.
  package var report: FixReport
  private(set) var after: [AssetAnalysis]
  var documents: FixDocuments
  /// New names of files, by their paths.
  private(set) var renamed: [Path: Path] = [:]
  /// What the rules say of the catalogs in the end; nil as long as nobody has looked again.
  var catalogFindingsAfter: [Finding]?

  /// Who opens the files.
  let openers: Openers

  package init(
    run: StickerRun, request: FixRequest, found: Report, place: FixPlace, openers: Openers = Openers()
  ) {
    self.run = run
    self.request = request
    self.found = found
    self.place = place
    self.openers = openers
    documents = FixDocuments(run.inventory)
    report = FixReport(place.purpose)
    report.next = place.next
    report.files = found.assets.count
    after = found.assets
  }

  /// Fixes files, catalogs and documents; says what was left since something else lies there.
  package mutating func carryOut(jobs: Int, quiet: Bool) async {
    await fixFiles(jobs: jobs, quiet: quiet)
    fixCatalogs()
    putDocuments()
    noteKept()
  }

  /// Fixes every file that has something to fix, and writes it before the next is taken up: however many
  /// there are, only those in work are in memory.
  private mutating func fixFiles(jobs: Int, quiet: Bool) async {
    let (request, settings, workshop) = (request, run.settings, openers.workshop)
    let surroundings = Surroundings(run.sources, run.inventory.declarations)
    let everyFile = place.takesEveryFile
    let work = zip(run.sources, found.assets).enumerated().compactMap { index, pair -> Job? in
      let (source, summary) = pair
      let cures = summary.findings.contains { request.cures($0) }
      let hasWork = cures || request.shrinks(summary)
      guard hasWork || everyFile || summary.findings.contains(where: { request.canSayMore(of: $0) }) else {
        return nil
      }
      return Job(index: index, source: source, summary: summary, hasWork: hasWork, cures: cures)
    }
    // What is only made smaller keeps its format, and so its name.
    let changing = work.filter(\.cures)
    let names = FreeNames(
      run.sources.map(\.path), changing: changing.map(\.source.path),
      renaming: Set(changing.filter(\.isMisnamed).map(\.source.path)), place)
    var progress = quiet ? nil : Progress("fixed")
    var count = 0
    await mapInOrder(work, jobs: jobs) { job -> (Job, Result<FixedAsset, CommandFailure>) in
      let configuration = settings.configuration(at: job.source.path)
      let source = everyFile ? job.source : nil
      let limit = configuration.budget.fileBytes
      guard job.hasWork else {
        return (job, .success(FixedAsset(asItIs: job.summary, request, bytes: source, limit: limit)))
      }
      let outcome = await workshop.fixed(
        FixingWork(
          job.source, request, configuration, surroundings.of(job.source),
          taken: names.taken(for: job.source.path)))
      return (job, outcome.asset(job.summary, request, bytes: source, limit: limit))
    } deliver: { job, result in
      switch result {
      case .success(let asset): take(job, asset)
      case .failure(let failure):
        let asset = FixedAsset(asItIs: job.summary, request, bytes: nil, limit: 0)
        note(FixReport.Entry(asset, failure: failure.lines.inOneLine))
      }
      count += 1
      progress?.advance(to: count, of: work.count)
    }
    progress?.finish()
  }

  private mutating func take(_ job: Job, _ asset: FixedAsset) {
    do throws(CommandFailure) {
      let written = try put(asset)
      if let change = asset.change {
        after[job.index] = asset.summary
        if change.path != asset.path { renamed[asset.path] = change.path.name }
      }
      noteObjection(to: asset)
      note(FixReport.Entry(asset.withoutBytes(), written: written))
    } catch {
      note(FixReport.Entry(asset.withoutBytes(), failure: error.lines.inOneLine))
    }
  }

  /// Writes an asset, and what names it where its name changes: both or neither.
  private mutating func put(_ asset: FixedAsset) throws(CommandFailure) -> Path? {
    guard place.purpose != .standardOutput, let change = asset.change, change.path != asset.path else {
      return try place.put(asset)
    }
    let edits = try documents.edits(renaming: asset.path, to: change.path.name)
    let written = try inOneStep { () throws(CommandFailure) in try put(asset, edits) }
    let words: Sentence = "names \(change.path.name.shown) in place of \(asset.path.name.shown)"
    for edit in edits {
      documents.note(edit)
      report.documents.append(DocumentNote(edit.path, .changed, words))
    }
    return written
  }

  private mutating func put(
    _ asset: FixedAsset, _ edits: [FixDocuments.Edit]
  ) throws(CommandFailure) -> Path? {
    let written = try place.put(asset)
    var done: [FixDocuments.Edit] = []
    do throws(CommandFailure) {
      for edit in edits {
        try place.put(edit)
        done.append(edit)
      }
    } catch {
      var lines = error.lines
      for edit in done.reversed() {
        do throws(CommandFailure) { try place.takeBack(edit) } catch { lines += error.lines }
      }
      do throws(CommandFailure) { try place.takeBack(asset) } catch { lines += error.lines }
      throw CommandFailure(lines.inOneLine)
    }
    return written
  }

  /// Says of a plan what could not be written in place.
  private mutating func noteObjection(to asset: FixedAsset) {
    guard place.purpose == .plan, asset.change != nil, let words = objectionToChanging(asset.path) else {
      return
    }
    report.documents.append(
      DocumentNote(asset.path, .refused, "not fixed: \(words), or choose an \(.output)"))
  }

  /// Names what was not written since other files lie there; at the end, when all else is written.
  mutating func noteKept() {
    let indices = Dictionary(found.assets.indices.map { (found.assets[$0].path, $0) }) { first, _ in first }
    for (target, asset) in place.kept.sorted(by: { $0.key < $1.key }) {
      let reason = FixPlace.isKept(target).lines.inOneLine
      let entry = FixReport.Entry(asset, failure: reason)
      if let index = indices[asset.path] { after[index] = found.assets[index] }
      if let place = report.entries.firstIndex(where: { $0.asset.path == asset.path }) {
        report.entries[place] = entry
      } else {
        report.entries.append(entry)
      }
    }
  }

  /// Sums up what looking for the fewest bytes gave, once it is known what could be written.
  package mutating func noteSmallest() {
    guard request.wantsSmallest else { return }
    let sizes = report.changed.compactMap { entry in
      entry.asset.change.map { (entry.asset.path, $0.after.bytes) }
    }
    report.smallest = SmallestFigures(found.assets, changed: Dictionary(sizes) { $1 })
  }

  private mutating func note(_ entry: FixReport.Entry) {
    let saysSomething = entry.asset.left.contains { $0.refusal.saysMore }
    if entry.asset.change != nil || entry.failure != nil || saysSomething { report.entries.append(entry) }
  }
}

/// One file and what was found on it.
private struct Job: Sendable {
  let index: Int
  let source: AssetSource
  let summary: AssetAnalysis
  /// Whether there is anything to do.
  let hasWork: Bool
  /// Whether anything was found that is to be cured.
  let cures: Bool

  /// Whether its name says another format than its content.
  var isMisnamed: Bool { summary.findings.contains { $0.evidence.fix?.kind == .rename } }
}
