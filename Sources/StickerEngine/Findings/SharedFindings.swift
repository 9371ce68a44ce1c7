import StickerImage

/// Equal findings on several stickers of a pack.
struct SharedFinding: Sendable {
  /// The findings in report order: of one rule, severity and role, and on one side of the limit.
  let findings: [Finding]
  /// The canvases of the files whose header could be read.
  let canvases: [PixelSize]
  /// The number of files with the role in the pack.
  let total: Int
  let role: Role

  /// `57 of 60 stickers`, or `all 60 stickers`.
  var subject: String {
    let noun =
      switch role {
      case .sticker: "sticker"
      case .frame: "frame"
      case .icon: "icon"
      case .messageImage: "image"
      }
    let all = countText(total, noun)
    return findings.count == total ? "all \(all)" : "\(numberText(findings.count)) of \(all)"
  }

  /// The finding that is farthest from its limit, or the first of them.
  var worst: Finding? { findings.max { $0.distance < $1.distance } }
}

extension Finding {
  /// The distance of the measured value from the limit, as a fraction of the limit.
  fileprivate var distance: Double {
    guard let figure = evidence.figure, let limit = figure.limit, limit > 0 else { return 0 }
    return abs(figure.measured - limit) / limit
  }

  /// Whether the measured value is above the limit, or nil without a limit.
  fileprivate var isTooMuch: Bool? {
    guard let figure = evidence.figure, let limit = figure.limit else { return nil }
    return figure.measured > limit
  }
}

extension Report {
  /// Returns the report for people: without suppressed findings, and with findings that most stickers of a
  /// pack share grouped at the pack.
  ///
  /// - Parameter each: whether to list the findings of every file instead of grouping them.
  package func grouped(each: Bool) -> Report {
    let visible = self.withoutSuppressed
    if each || configurations.isEmpty { return visible }
    let groups = FindingGroups(visible)
    let shared = groups.found
    if shared.isEmpty { return visible }
    let grouped = Dictionary(grouping: shared.flatMap(\.members)) { groups.finding($0).path }
    var report = visible.without { finding in
      grouped[finding.path]?.contains { groups.finding($0) == finding } ?? false
    }
    report.packFindings = shared.map(\.finding) + report.packFindings
    return report
  }
}

/// Groups the findings that stickers of a pack share.
private struct FindingGroups {
  private struct Key: Hashable {
    let pack: Path
    let rule: String
    let severity: Severity
    let role: Role
    let isTooMuch: Bool?
    /// Findings with different advice are not grouped.
    let advice: String?
  }

  /// The indices of a finding. Copying the findings of 10,000 files would take megabytes.
  struct Member {
    let asset: Int
    /// The index in the asset's own findings followed by the pack findings on the asset.
    let number: Int
  }

  private var keys: [Key] = []
  private var members: [Key: [Member]] = [:]
  private let report: Report
  private let ofPacks: [Path: [Finding]]

  init(_ report: Report) {
    self.report = report
    ofPacks = Dictionary(grouping: report.packFindings, by: \.path)
    for (index, asset) in report.assets.enumerated() {
      guard let pack = asset.pack else { continue }
      for (number, finding) in (asset.findings + (ofPacks[asset.path] ?? [])).enumerated() {
        let splitsByDirection = report.configurations[pack]?.activeRule(finding.rule)?.rule.grouping?
          .splitsByDirection
        let key = Key(
          pack: pack, rule: finding.rule, severity: finding.severity, role: asset.role,
          isTooMuch: splitsByDirection ?? false ? finding.isTooMuch : nil, advice: finding.evidence.advice)
        if members[key] == nil { keys.append(key) }
        members[key, default: []].append(Member(asset: index, number: number))
      }
    }
  }

  func finding(_ member: Member) -> Finding {
    let asset = report.assets[member.asset]
    let ofPack = member.number - asset.findings.count
    return ofPack < 0 ? asset.findings[member.number] : (ofPacks[asset.path] ?? [])[ofPack]
  }

  /// The groups, each with the finding that replaces it, in the order of their first members.
  var found: [(members: [Member], finding: Finding)] {
    let totals = Dictionary(
      report.assets.lazy.filter { !$0.isSmallerSize }.map { (RoleKey(pack: $0.pack, role: $0.role), 1) },
      uniquingKeysWith: +)
    return keys.compactMap { key in
      guard let members = members[key], let activeRule = report.configurations[key.pack]?.activeRule(key.rule)
      else { return nil }
      let files = Set(members.map(\.asset))
      let total = max(totals[RoleKey(pack: key.pack, role: key.role)] ?? 0, files.count)
      let isAlways = activeRule.rule.grouping?.isAlways ?? false
      let isShared = files.count >= 3 && files.count * 2 > total || files.count >= 10
      guard isShared || isAlways && files.count > 1, files.count == members.count else { return nil }
      let shared = SharedFinding(
        findings: members.map(finding),
        canvases: members.compactMap { report.assets[$0.asset].facts.canvas }, total: total, role: key.role)
      return finding(shared, activeRule, key.pack).map { (members, $0) }
    }
  }

  private struct RoleKey: Hashable {
    let pack: Path?
    let role: Role
  }

  private func finding(_ shared: SharedFinding, _ activeRule: ActiveRule, _ pack: Path) -> Finding? {
    guard let worst = shared.worst else { return nil }
    let words = activeRule.rule.grouping.map { "\(shared.subject) \($0.words(shared, activeRule.settings))" }
    let fix = shared.findings.contains { $0.evidence.fix == nil } ? nil : worst.evidence.fix
    let evidence = Evidence(words ?? shared.standardText(worst), worst.evidence.figure, fix: fix)
    var finding = Finding(
      rule: worst.rule, severity: worst.severity, path: pack, evidence: evidence, advice: worst.advice,
      fails: shared.findings.contains(where: \.fails))
    finding.shares = shared.findings.map(\.path)
    for fixability in shared.findings.compactMap(\.fixability) {
      finding.sharedFixCounts[fixability, default: 0] += 1
    }
    return finding
  }
}

extension SharedFinding {
  /// Returns the common message, or the message of the worst finding with its file name.
  fileprivate func standardText(_ worst: Finding) -> String {
    let isSame = findings.allSatisfy { $0.message == worst.message }
    let named = isSame ? "" : " (worst: \(worst.path.name.displayText))"
    return "\(subject)\(named): \(worst.message)"
  }
}
