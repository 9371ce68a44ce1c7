import StickerFix
import StickerIO
import StickerModel
import StickerSettings

/// One run of `fix`: from what the rules say to files that are written, one after the other.
struct Fixing {
  private let run: CheckRun
  private let request: FixRequest
  private let found: Report
  private(set) var place: FixPlace
  /// What people are told at the end.
  var report: FixReport
  private var after: [AssetSummary]

  init(run: CheckRun, request: FixRequest, found: Report, place: FixPlace) {
    (self.run, self.request, self.found, self.place) = (run, request, found, place)
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
    switch place.put(asset) {
    case .success(let written):
      if asset.change != nil { after[job.index] = asset.summary }
      note(FixReport.Entry(asset.withoutBytes(), written: written))
    case .failure(let failure):
      note(FixReport.Entry(asset.withoutBytes(), failure: failure.lines.joined(separator: "; ")))
    }
  }

  private mutating func note(_ entry: FixReport.Entry) {
    let saysSomething = entry.asset.left.contains { $0.refusal.words($0.finding.rule) != nil }
    if entry.asset.change != nil || entry.failure != nil || saysSomething { report.entries.append(entry) }
  }

  /// What the rules say of all that the run is about once it is done; of a plan, once it would be.
  func reportAfter(jobs: Int) async -> Report {
    await StickerModel.report(
      on: after, run.sources, declarations: run.found.declarations, catalogs: run.found.catalogs, jobs: jobs
    ) { [settings = run.settings] in settings.configuration(at: $0) }
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
