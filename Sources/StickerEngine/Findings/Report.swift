/// All findings of a run.
public struct Report: Sendable {
  /// Every asset, in the order of the walk.
  package private(set) var assets: [AssetAnalysis]
  /// Findings on packs, catalogs and messages, and on stickers as parts of them.
  package internal(set) var packFindings: [Finding]
  /// What is in force for each pack that its assets ship in: how findings are put together for people.
  var configurations: [Path: Configuration] = [:]
  /// Findings that a baseline accepts; they are in no list.
  var accepted = 0
  /// Files that look like art, cannot be read and were left out.
  package var unread: [UnreadArt] = []
  /// How the processes that checked the files were confined; nil if this process did.
  package var isolation: Isolation?
  /// What joining needs, in JSON, where the report is a shard's.
  package var shard: JSON?

  package init(assets: [AssetAnalysis], packFindings: [Finding]) {
    self.assets = assets
    self.packFindings = packFindings
    suppressPackFindings()
  }

  /// Several reports in one, such as those of packs that were built together.
  package init(joining reports: [Report]) {
    self.init(assets: reports.flatMap(\.assets), packFindings: reports.flatMap(\.packFindings))
    for report in reports { configurations.merge(report.configurations) { first, _ in first } }
    unread = reports.flatMap(\.unread)
    isolation = reports.compactMap(\.isolation).min { $0.means.count < $1.means.count }
  }

  /// Every finding: those of each asset together, in the order of the walk, then those of packs and catalogs
  /// as a whole.
  public var findings: [Finding] {
    var ofPacks = Dictionary(grouping: packFindings, by: \.path)
    var found: [Finding] = []
    for asset in assets {
      found += asset.findings
      found += ofPacks.removeValue(forKey: asset.path) ?? []
    }
    return found + packFindings.filter { ofPacks[$0.path] != nil }
  }

  /// The same report without some findings.
  package func without(where leavesOut: (Finding) -> Bool) -> Report {
    var report = self
    for (index, asset) in assets.enumerated() {
      let kept = asset.findings.filter { !leavesOut($0) }
      if kept.count < asset.findings.count { report.assets[index] = asset.with(kept) }
    }
    report.packFindings = packFindings.filter { !leavesOut($0) }
    report.suppressPackFindings()
    return report
  }

  /// The report on some of the assets, with the findings that are wanted.
  package func only(_ paths: Set<Path>, where isWanted: (Finding) -> Bool) -> Report {
    var report = self
    report.assets.removeAll { !paths.contains($0.path) }
    report.packFindings.removeAll { !isWanted($0) }
    report.suppressPackFindings()
    return report
  }

  /// The report with more findings on what is no asset of it.
  package func adding(_ findings: [Finding]) -> Report {
    var report = self
    report.packFindings += findings
    return report
  }

  /// The report without what others stand for: what people read of each file.
  var withoutSuppressed: Report { without { $0.suppressedBy != nil } }

  /// The number of findings of one severity, as every report shows it. A finding that another
  /// finding suppresses does not count. A grouped finding counts once for each file.
  public func count(of severity: Severity) -> Int {
    func counted(_ findings: [Finding]) -> Int {
      findings.reduce(0) { sum, finding in
        finding.severity == severity && finding.suppressedBy == nil ? sum + finding.count : sum
      }
    }
    return assets.reduce(counted(packFindings)) { $0 + counted($1.findings) }
  }

  /// Whether a finding fails the run.
  public var fails: Bool {
    assets.contains { $0.findings.contains(where: \.fails) } || packFindings.contains(where: \.fails)
  }
}
