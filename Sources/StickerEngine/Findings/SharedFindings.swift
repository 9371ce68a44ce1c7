import StickerImage

/// The same finding on several stickers in a pack.
struct SharedFinding: Sendable {
  /// The findings in report order. They have the same rule, severity, role and advice. If the rule's grouping
  /// splits at the limit, they are also on the same side of the limit.
  let findings: [Finding]
  /// The canvas sizes of the files whose header could be read.
  let canvasSizePerReadableFile: [PixelSize]
  /// The number of files in the pack with this role.
  let totalRoleFileCount: Int
  let role: AssetRole

  /// The files with a finding, in report order.
  var paths: [Path] {
    var known = Set<Path>()
    return findings.map(\.path).filter { known.insert($0).inserted }
  }

  /// `57 of 60 stickers`, or `all 60 stickers`.
  var affectedCountText: String {
    let noun =
      switch role {
      case .sticker: "sticker"
      case .frame: "frame"
      case .icon: "icon"
      case .messageImage: "image"
      }
    let all = countText(totalRoleFileCount, noun)
    let count = paths.count
    return count == totalRoleFileCount ? "all \(all)" : "\(numberText(count)) of \(all)"
  }

  /// The finding that is farthest from its limit, or the first if several are equally far.
  var farthestFromLimitOrFirst: Finding? {
    findings.max { $0.relativeDistanceFromLimit < $1.relativeDistanceFromLimit }
  }
}

extension Finding {
  /// The distance of the measured value from the limit, as a fraction of the limit.
  fileprivate var relativeDistanceFromLimit: Double {
    guard let figure = evidence.measuredValue, let limit = figure.limit, limit > 0 else { return 0 }
    return abs(figure.measured - limit) / limit
  }

  /// Whether the measured value is above the limit, or nil if there is no limit.
  fileprivate var isAboveLimit: Bool? {
    guard let figure = evidence.measuredValue, let limit = figure.limit else { return nil }
    return figure.measured > limit
  }
}

extension Report {
  /// Returns the report for human-readable output. Suppressed findings are removed, and findings that most
  /// stickers in a pack share are grouped into findings on the pack.
  ///
  /// - Parameter listsEveryFile: whether to list the findings of every file instead of grouping them.
  package func forHumanReadableOutput(listsEveryFile: Bool) -> Report {
    let visible = self.withoutSuppressedFindings
    if listsEveryFile || packConfigurations.isEmpty { return visible }
    let groups = FindingGroups(visible)
    let shared = groups.groupsLargeEnoughToReport
    if shared.isEmpty { return visible }
    let grouped = Dictionary(grouping: shared.flatMap(\.members)) { groups.finding($0).path }
    var report = visible.removingFindings { finding in
      grouped[finding.path]?.contains { groups.finding($0) == finding } ?? false
    }
    report.packAndDocumentFindings = shared.map(\.finding) + report.packAndDocumentFindings
    return report
  }
}

/// Groups the findings that stickers in a pack share.
private struct FindingGroups {
  private struct Key: Hashable {
    let pack: Path
    let rule: String
    let severity: Severity
    let role: AssetRole
    let isAboveLimitIfSeparated: Bool?
    /// Findings with different advice are not grouped.
    let adviceOverride: String?
  }

  /// The indices of a finding. Copying the findings of 10,000 files would take megabytes.
  struct FindingIndices {
    let assetIndex: Int
    /// The index in the asset's own findings followed by the pack findings on the asset.
    let ownThenPackFindingIndex: Int
  }

  private var keysInOrder: [Key] = []
  private var members: [Key: [FindingIndices]] = [:]
  private let report: Report
  private let packAndDocumentFindingsByPath: [Path: [Finding]]

  init(_ report: Report) {
    self.report = report
    packAndDocumentFindingsByPath = Dictionary(grouping: report.packAndDocumentFindings, by: \.path)
    for (index, asset) in report.assets.enumerated() {
      guard let pack = asset.pack else { continue }
      for (number, finding) in (asset.findings + (packAndDocumentFindingsByPath[asset.path] ?? []))
        .enumerated()
      {
        let splitsByDirection = report.packConfigurations[pack]?.activeRule(finding.rule)?.rule
          .groupingOverride?
          .separatesAboveAndBelowLimit
        let key = Key(
          pack: pack, rule: finding.rule, severity: finding.severity, role: asset.role,
          isAboveLimitIfSeparated: splitsByDirection ?? false ? finding.isAboveLimit : nil,
          adviceOverride: finding.evidence.adviceOverride)
        if members[key] == nil { keysInOrder.append(key) }
        members[key, default: []].append(FindingIndices(assetIndex: index, ownThenPackFindingIndex: number))
      }
    }
  }

  func finding(_ member: FindingIndices) -> Finding {
    let asset = report.assets[member.assetIndex]
    let ofPack = member.ownThenPackFindingIndex - asset.findings.count
    return ofPack < 0
      ? asset.findings[member.ownThenPackFindingIndex]
      : (packAndDocumentFindingsByPath[asset.path] ?? [])[ofPack]
  }

  /// The groups, each with the finding that replaces it, in the order of their first members.
  var groupsLargeEnoughToReport: [(members: [FindingIndices], finding: Finding)] {
    let totals = Dictionary(
      report.assets.lazy.filter { !$0.isScaleVariant }.map { (PackAndRole(pack: $0.pack, role: $0.role), 1) },
      uniquingKeysWith: +)
    return keysInOrder.compactMap { key in
      guard let members = members[key],
        let activeRule = report.packConfigurations[key.pack]?.activeRule(key.rule)
      else { return nil }
      let files = Set(members.map(\.assetIndex))
      let total = max(totals[PackAndRole(pack: key.pack, role: key.role)] ?? 0, files.count)
      let isAlways = activeRule.rule.groupingOverride?.allowsGroupsOfTwo ?? false
      let isShared = files.count >= 3 && files.count * 2 >= total || files.count >= 10
      guard isShared || isAlways && files.count > 1 else { return nil }
      let shared = SharedFinding(
        findings: members.map(finding),
        canvasSizePerReadableFile: members.compactMap { report.assets[$0.assetIndex].facts.canvas },
        totalRoleFileCount: total,
        role: key.role)
      return groupedFinding(shared, activeRule, key.pack).map { (members, $0) }
    }
  }

  private struct PackAndRole: Hashable {
    let pack: Path?
    let role: AssetRole
  }

  private func groupedFinding(_ shared: SharedFinding, _ activeRule: ActiveRule, _ pack: Path) -> Finding? {
    guard let worst = shared.farthestFromLimitOrFirst else { return nil }
    let words = activeRule.rule.groupingOverride.map {
      "\(shared.affectedCountText) \($0.groupMessageWithoutSubject(shared, activeRule.optionValues))"
    }
    let fix = shared.findings.contains { $0.evidence.fix == nil } ? nil : worst.evidence.fix
    let evidence = Evidence(words ?? shared.defaultMessage(worst), worst.evidence.measuredValue, fix: fix)
    var finding = Finding(
      rule: worst.rule, severity: worst.severity, path: pack, evidence: evidence, advice: worst.advice,
      failsRun: shared.findings.contains(where: \.failsRun))
    finding.groupedPaths = shared.paths
    for fixability in shared.findings.compactMap(\.fixabilityWithoutUserChoice) {
      finding.groupedCountsByFixability[fixability, default: 0] += 1
    }
    return finding
  }
}

extension SharedFinding {
  /// Returns the message that all findings share, or the worst finding's message with its file name.
  fileprivate func defaultMessage(_ worst: Finding) -> String {
    let isSame = findings.allSatisfy { $0.message == worst.message }
    let named = isSame ? "" : " (worst: \(worst.path.name.displayText))"
    return "\(affectedCountText)\(named): \(worst.message)"
  }
}
