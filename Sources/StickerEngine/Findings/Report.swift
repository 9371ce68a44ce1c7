/// All findings of a run.
package struct Report: Sendable {
  /// All assets, in input order.
  package private(set) var assets: [AssetAnalysis]
  /// Findings of the rules for packs, catalogs and messages, including their findings on single stickers.
  package var packAndDocumentFindings: [Finding]
  /// The configuration of each pack. It determines how findings are grouped.
  var packConfigurations: [Path: Configuration] = [:]
  /// The number of findings that a baseline accepts. They are not listed.
  var acceptedCount = 0
  /// Art files that stickerlint cannot read. They were skipped.
  package var unsupportedArt: [UnsupportedArt] = []
  /// How the worker processes were confined, or nil if this process checked the files.
  package var workerIsolation: Isolation?
  /// The packs that the run built or compared with existing builds.
  package var builtOrComparedPacks: [ReportedPackBuild] = []
  /// The data needed to merge shards, or nil if the report is not from a shard.
  package var shardData: JSON?

  package init(assets: [AssetAnalysis], packFindings: [Finding]) {
    self.assets = assets
    self.packAndDocumentFindings = packFindings
    markSuppressedPackFindings()
  }

  /// Joins several reports, for example of packs that were built together.
  package init(joining reports: [Report]) {
    self.init(assets: reports.flatMap(\.assets), packFindings: reports.flatMap(\.packAndDocumentFindings))
    for report in reports { packConfigurations.merge(report.packConfigurations) { first, _ in first } }
    unsupportedArt = reports.flatMap(\.unsupportedArt)
    workerIsolation = reports.compactMap(\.workerIsolation).min {
      $0.activeMechanisms.count < $1.activeMechanisms.count
    }
  }

  /// All findings: first the findings of each asset, in the order of the assets, and then the findings on
  /// whole packs and catalogs.
  package var findings: [Finding] {
    var ofPacks = Dictionary(grouping: packAndDocumentFindings, by: \.path)
    var found: [Finding] = []
    for asset in assets {
      found += asset.findings
      found += ofPacks.removeValue(forKey: asset.path) ?? []
    }
    return found + packAndDocumentFindings.filter { ofPacks[$0.path] != nil }
  }

  /// Returns the report without the findings that match a condition.
  package func removingFindings(where leavesOut: (Finding) -> Bool) -> Report {
    var report = self
    for (index, asset) in assets.enumerated() {
      let kept = asset.findings.filter { !leavesOut($0) }
      if kept.count < asset.findings.count { report.assets[index] = asset.withFindings(kept) }
    }
    report.packAndDocumentFindings = packAndDocumentFindings.filter { !leavesOut($0) }
    report.markSuppressedPackFindings()
    return report
  }

  /// Returns the report with only the assets at the given paths and the pack and document
  /// findings that match a condition.
  package func restricted(
    toAssetsAt paths: Set<Path>, packAndDocumentFindingsWhere isWanted: (Finding) -> Bool
  ) -> Report {
    var report = self
    report.assets.removeAll { !paths.contains($0.path) }
    report.packAndDocumentFindings.removeAll { !isWanted($0) }
    report.markSuppressedPackFindings()
    return report
  }

  /// Returns the report with additional pack and document findings.
  package func appendingPackAndDocumentFindings(_ findings: [Finding]) -> Report {
    var report = self
    report.packAndDocumentFindings += findings
    return report
  }

  /// The report without suppressed findings.
  var withoutSuppressedFindings: Report { removingFindings { $0.suppressingRule != nil } }

  /// Returns the number of findings of one severity. Suppressed findings do not count. A grouped finding
  /// counts once for each file.
  package func unsuppressedFindingCount(of severity: Severity) -> Int {
    func counted(_ findings: [Finding]) -> Int {
      findings.reduce(0) { sum, finding in
        finding.severity == severity && finding.suppressingRule == nil
          ? sum + finding.individualFindingCount : sum
      }
    }
    return assets.reduce(counted(packAndDocumentFindings)) { $0 + counted($1.findings) }
  }

  /// Whether a finding fails the run.
  package var failsRun: Bool {
    assets.contains { $0.findings.contains(where: \.failsRun) }
      || packAndDocumentFindings.contains(where: \.failsRun)
  }
}
