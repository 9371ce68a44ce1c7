import StickerFix
import StickerIO
import StickerModel
import StickerSettings

/// One run of `fix`: from what the rules say to files that are written, one after the other.
struct Fixing {
  let run: CheckRun
  let request: FixRequest
  let found: Report
  let place: FixPlace
  /// What people are told at the end.
  var report: FixReport
  private(set) var after: [AssetSummary]
  var documents: FixDocuments
  /// New names of files, by their paths.
  private(set) var renamed: [Path: Path] = [:]
  /// What the rules say of the catalogs in the end; nil as long as nobody has looked again.
  var catalogFindingsAfter: [Finding]?

  init(run: CheckRun, request: FixRequest, found: Report, place: FixPlace) {
    (self.run, self.request, self.found, self.place) = (run, request, found, place)
    documents = FixDocuments(run.found)
    report = FixReport(place.purpose)
    report.files = found.assets.count
    after = found.assets
  }

  /// Fixes every file that has something to fix, and writes it before the next is taken up: however many
  /// there are, only those in work are in memory.
  mutating func go(jobs: Int, quiet: Bool) async {
    let (request, settings, gate) = (request, run.settings, MemoryGate())
    let surroundings = Surroundings(run.sources, run.found.declarations)
    let names = FreeNames(run.sources.map(\.path), place)
    let everyFile = place.takesEveryFile
    let work = zip(run.sources, found.assets).enumerated().compactMap { index, pair -> Job? in
      let (source, summary) = pair
      let hasWork = summary.findings.contains { request.cures($0) }
      guard hasWork || everyFile || summary.findings.contains(where: { request.canSayMore(of: $0) }) else {
        return nil
      }
      return Job(index: index, source: source, summary: summary, hasWork: hasWork)
    }
    var progress = quiet ? nil : Progress("fixed")
    var count = 0
    await mapInOrder(work, jobs: jobs) { job -> (Job, FixedAsset) in
      guard job.hasWork else {
        return (job, FixedAsset(asItIs: job.summary, request, bytes: everyFile ? job.source : nil))
      }
      let configuration = settings.configuration(at: job.source.path)
      let path = job.source.path
      let asset = await fixed(
        job.source, request, configuration, gate, surroundings.of(job.source)
      ) { names.isFree($0.name, for: path) }
      return (job, asset)
    } deliver: { job, asset in
      take(job, asset)
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
      note(FixReport.Entry(asset.withoutBytes(), written: written))
    } catch {
      note(FixReport.Entry(asset.withoutBytes(), failure: error.lines.joined(separator: "; ")))
    }
  }

  /// Writes an asset, and what names it where its name changes: both or neither.
  private mutating func put(_ asset: FixedAsset) throws(CommandFailure) -> Path? {
    guard let change = asset.change, change.path != asset.path else { return try place.put(asset) }
    let edits = try documents.edits(renaming: asset.path, to: change.path.name)
    let written = try place.put(asset)
    for edit in edits {
      do throws(CommandFailure) { try place.put(edit) } catch {
        try place.takeBack(asset)
        throw error
      }
      documents.note(edit)
      let words = "names \(change.path.name.shown) in place of \(asset.path.name.shown)"
      report.documents.append(DocumentNote(edit.path, .changed, words))
    }
    return written
  }

  private mutating func note(_ entry: FixReport.Entry) {
    let saysSomething = entry.asset.left.contains { $0.refusal.words($0.finding.rule) != nil }
    if entry.asset.change != nil || entry.failure != nil || saysSomething { report.entries.append(entry) }
  }
}

/// One file and what was found on it.
private struct Job: Sendable {
  let index: Int
  let source: AssetSource
  let summary: AssetSummary
  /// Whether there is anything to fix.
  let hasWork: Bool
}
