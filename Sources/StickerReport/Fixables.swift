import StickerModel

/// Findings that have a fix: those that it is sure to cure, and those that it may.
struct Fixables {
  /// What `fix` is sure to do.
  let certain: [Finding]
  /// What it tries, and leaves undone where something new would be found, or art be lost.
  let others: [Finding]

  init(of report: Report) {
    let all = report.findings.filter { $0.evidence.fix != nil }
    certain = all.filter(\.isFixable)
    others = all.filter { !$0.isFixable }
  }

  var isEmpty: Bool { certain.isEmpty && others.isEmpty }

  /// `3 can be fixed, and 2 more may be`; empty where there is none.
  var words: String {
    if certain.isEmpty { return others.isEmpty ? "" : "\(grouped(others.count)) may be fixable" }
    let more = others.isEmpty ? "" : ", and \(grouped(others.count)) more may be"
    return "\(grouped(certain.count)) can be fixed\(more)"
  }
}

extension Finding {
  /// Whether a fix is promised.
  var isFixable: Bool { evidence.fix?.isCertain ?? false }
}
