import StickerModel

/// The number of fixable findings for each kind of fix.
struct Fixables {
  private let counts: [Fixability: Int]
  /// The files that have a fixable finding.
  let paths: [Path]

  init(of report: Report) {
    var counts: [Fixability: Int] = [:]
    let all = report.findings.filter { $0.behind == nil && !$0.fixCounts.isEmpty }
    for finding in all { counts.merge(finding.fixCounts, uniquingKeysWith: +) }
    self.counts = counts
    paths = all.flatMap { $0.shares.isEmpty ? [$0.path] : $0.shares }
  }

  var isEmpty: Bool { counts.isEmpty }
  /// Whether plain `fix` resolves at least one finding.
  var hasCertain: Bool { certainCount > 0 }
  /// The number of findings that plain `fix` resolves, which reports mark with `[*]`.
  var certainCount: Int { counts[.certain] ?? 0 }

  /// For example `3 can be fixed, and 2 more may be; 4 can be fixed with --lossy`; empty if no finding
  /// is fixable.
  var words: String {
    var parts: [String] = []
    if let certain = counts[.certain] {
      let more = counts[.possible].map { ", and \(grouped($0)) more may be" } ?? ""
      parts.append("\(grouped(certain)) can be fixed\(more)")
    } else if let possible = counts[.possible] {
      parts.append("\(grouped(possible)) may be fixable")
    }
    let options = [(Fixability.lossy, "--lossy"), (.onRequest, "--select RULE")].compactMap { kind, option in
      counts[kind].map { "\(grouped($0)) can be fixed with \(option)" }
    }
    if !options.isEmpty { parts.append(options.joined(separator: ", ")) }
    return parts.joined(separator: "; ")
  }
}

extension Finding {
  /// Whether plain `fix` resolves the finding.
  var isFixable: Bool { isFixedForSure }
}
