import StickerImage

/// What several stickers of a pack share, to be said once.
struct SharedFinding: Sendable {
  /// What is said of each, in the order of the walk; of one rule, one severity, one role, and on one side of
  /// the limit.
  let findings: [Finding]
  /// The canvases of those whose header could be read.
  let canvases: [PixelSize]
  /// How many files of the pack have the role.
  let total: Int
  /// What they are for.
  let role: Role

  /// `57 of 60 stickers`, or `all 60 stickers`.
  var subject: String {
    let noun =
      switch role {
      case .sticker: "sticker"
      case .frame: "frame"
      case .icon: "icon"
      case .messageImage: "picture"
      }
    let all = countText(total, noun)
    return findings.count == total ? "all \(all)" : "\(numberText(findings.count)) of \(all)"
  }

  /// The one that is furthest from its limit; of equal ones the first.
  var worst: Finding? { findings.max { $0.distance < $1.distance } }
}

extension Finding {
  /// How far its figure is from the limit, as a share of it.
  fileprivate var distance: Double {
    guard let figure = evidence.figure, let limit = figure.limit, limit > 0 else { return 0 }
    return abs(figure.measured - limit) / limit
  }

  /// Which side of its limit the figure is on.
  fileprivate var isTooMuch: Bool? {
    guard let figure = evidence.figure, let limit = figure.limit else { return nil }
    return figure.measured > limit
  }
}

extension Report {
  /// The report as people read it: without what others stand for, and with what most stickers of a pack share
  /// said once, at the pack. What decides the end of a run, and what programs read, is the whole report.
  ///
  /// - Parameter each: whether every file's own findings are wanted all the same.
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

/// Finds what stickers of a pack share.
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

  /// Where a finding is kept: findings of ten thousand files take megabytes.
  struct Member {
    let asset: Int
    /// Its place among the asset's own findings and, behind them, those of packs on the asset.
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

  /// What is said once, with the finding that says it: packs in the order of the walk, and of one pack in the
  /// order in which its rules fired.
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
  /// What all of them say, or the worst of them, by its name.
  fileprivate func standardText(_ worst: Finding) -> String {
    let isSame = findings.allSatisfy { $0.message == worst.message }
    let named = isSame ? "" : ", the worst \(worst.path.name.displayText)"
    return "\(subject)\(named): \(worst.message)"
  }
}
