/// All findings of a run.
public struct Report: Sendable {
  /// Every asset, in the order of the walk.
  package let assets: [AssetSummary]
  /// Findings on packs, catalogs and messages, and on stickers as parts of them.
  package let packFindings: [Finding]
  /// Findings that a baseline accepts; they are in no list.
  package internal(set) var accepted = 0
  /// What joining needs, in JSON, where the report is a shard's.
  package var shard: JSON?

  package init(assets: [AssetSummary], packFindings: [Finding]) {
    self.assets = assets
    self.packFindings = packFindings
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
    let kept = assets.map { asset in
      var asset = asset
      asset.findings.removeAll(where: leavesOut)
      return asset
    }
    var report = Report(assets: kept, packFindings: packFindings.filter { !leavesOut($0) })
    report.accepted = accepted
    return report
  }

  /// The report on some of the assets, with the findings that are wanted.
  package func only(_ paths: Set<Path>, where isWanted: (Finding) -> Bool) -> Report {
    var report = Report(
      assets: assets.filter { paths.contains($0.path) }, packFindings: packFindings.filter(isWanted))
    report.accepted = accepted
    return report
  }

  /// Findings of one severity.
  public func count(of severity: Severity) -> Int {
    assets.reduce(0) { $0 + $1.findings.count { $0.severity == severity } }
      + packFindings.count { $0.severity == severity }
  }

  /// Whether a finding fails the run.
  public var fails: Bool {
    assets.contains { $0.findings.contains(where: \.fails) } || packFindings.contains(where: \.fails)
  }
}
