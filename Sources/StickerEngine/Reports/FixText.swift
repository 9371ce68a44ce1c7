import StickerImage

/// Returns the report of `fix` for people: the steps of each file and the resulting changes.
///
/// - Parameter comparesStats: whether to show a table with the figures of each file before and after.
package func fixText(_ report: FixReport, style: TextStyle, comparesStats: Bool = false) -> String {
  var out = ""
  for entry in report.entries {
    let lines = entryLines(entry, comparesStats)
    guard !lines.isEmpty else { continue }
    out += style.bold(title(entry, report.purpose)) + "\n" + lines.map { "  \($0)\n" }.joined() + "\n"
  }
  for note in report.documents {
    out += "\(note.path.displayText): \(Untrusted(note.words.commandLineText).displayText)\n"
  }
  if !report.documents.isEmpty { out += "\n" }
  return out + furtherFixes(report, style) + summary(report) + unreadArtLines(report.unread)
}

/// Lists other possible fixes and their options, one line for each rule.
private func furtherFixes(_ report: FixReport, _ style: TextStyle) -> String {
  var files: [String: Set<Path>] = [:]
  var flags: [(rule: String, words: String)] = []
  for entry in report.entries.map(\.asset.left) + [report.ofPacks] {
    for unfixed in entry {
      let rule = unfixed.finding.rule
      if case .failed = unfixed.unfixedReason { continue }
      guard let words = unfixed.unfixedReason.words(rule) else { continue }
      if files[rule] == nil { flags.append((rule, words)) }
      files[rule, default: []].insert(unfixed.finding.path)
    }
  }
  if flags.isEmpty { return "" }
  let rows = flags.sorted { $0.rule < $1.rule }.map {
    ($0.rule, countText(files[$0.rule]?.count ?? 0, "file"), $0.words)
  }
  let widths = (rows.map(\.0.count).max() ?? 0, rows.map(\.1.count).max() ?? 0)
  let lines = rows.map { "  \($0.0.padded(to: widths.0 + 2))\($0.1.padded(to: widths.1 + 2))\($0.2)\n" }
  return style.bold("What else can be fixed") + "\n" + lines.joined() + "\n"
}

private func title(_ entry: FixReport.Entry, _ purpose: FixReport.Purpose) -> String {
  let asset = entry.asset
  guard let change = asset.change, entry.failure == nil else { return asset.path.displayText }
  if purpose == .output, let written = entry.written {
    return "\(asset.path.displayText) → \(written.displayText)"
  }
  return change.path == asset.path
    ? asset.path.displayText : "\(asset.path.displayText) → \(change.path.name.displayText)"
}

private func entryLines(_ entry: FixReport.Entry, _ comparesStats: Bool) -> [String] {
  let asset = entry.asset
  var rows: [(String, String)] = []
  if let change = asset.change {
    rows += change.steps.map { ($0.rule, Untrusted($0.words).displayText) }
    if !comparesStats { rows += figureRows(change) }
  }
  rows += asset.introduced.map {
    ("new \($0.rule)", "\($0.severity.rawValue): \(Untrusted($0.message).displayText)")
  }
  if let failure = entry.failure {
    rows.append(("not written", Untrusted(failure.commandLineText).displayText))
  }
  rows += asset.left.compactMap { unfixed in
    guard case .failed(let reason) = unfixed.unfixedReason else { return nil }
    return (unfixed.finding.rule, "not fixed: \(Untrusted(reason.commandLineText).displayText)")
  }
  // Show the rule only on the first of its steps.
  for row in rows.indices.reversed().dropLast() where rows[row].0 == rows[row - 1].0 { rows[row].0 = "" }
  let width = rows.map(\.0.count).max() ?? 0
  let lines = rows.map { "\($0.padded(to: width + 2))\($1)" }
  guard comparesStats, let change = asset.change else { return lines }
  return lines + comparison(change)
}

/// Returns the figures that changed: `612,345 → 488,120 bytes`.
private func figureRows(_ change: Change) -> [(String, String)] {
  let (before, after) = (change.before, change.after)
  if before == after { return [] }
  var parts = ["\(numberText(before.bytes)) → \(numberText(after.bytes)) bytes"]
  if before.canvas != after.canvas { parts.append("\(before.canvas) → \(after.canvas)") }
  if before.frames != after.frames { parts.append("\(before.frames) → \(countText(after.frames, "frame"))") }
  if let similarity = change.similarity {
    if before.colors != after.colors {
      parts.append("\(colorText(before.colors)) → \(colorText(after.colors)) colors")
    }
    return [("", parts.joined(separator: ", ")), ("", similarityText(similarity))]
  }
  return [("", parts.joined(separator: ", "))]
}

private func comparison(_ change: Change) -> [String] {
  let (before, after) = (change.before, change.after)
  var rows = [
    ["", "before", "after"],
    ["format", before.format, after.format],
    ["bytes", numberText(before.bytes), numberText(after.bytes)],
    ["canvas", "\(before.canvas)", "\(after.canvas)"],
    ["frames", numberText(before.frames), numberText(after.frames)],
    ["colors", colorText(before.colors), colorText(after.colors)],
  ]
  if let old = before.duration, let new = after.duration {
    rows.append(["one cycle", secondsText(old), secondsText(new)])
  }
  let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
  let lines = rows.map { row in
    "\(row[0].padded(to: widths[0] + 2))\(row[1].padded(to: widths[1] + 2))\(row[2])"
  }
  return lines + (change.similarity.map { [similarityText($0)] } ?? [])
}

package func colorText(_ count: Int?) -> String { count.map(numberText) ?? "more than 65,536" }

/// Returns a duration in seconds, exact to the millisecond or as a fraction: `1.2 s`, `1/3 s`.
private func secondsText(_ time: ExactSeconds) -> String {
  let (numerator, denominator) = (time.reduced.numerator, time.reduced.denominator)
  guard 1000.isMultiple(of: denominator) else { return "\(numerator)/\(denominator) s" }
  let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
  if rest == 0 { return "\(whole) s" }
  var digits = String(1000 + rest * (1000 / denominator)).dropFirst()
  while digits.last == "0" { digits.removeLast() }
  return "\(whole).\(digits) s"
}

private func similarityText(_ similarity: FrameSimilarity) -> String {
  let (mean, worst) = (digits(similarity.mean), digits(similarity.worst))
  var text = "SSIM \(mean.white) over white, \(mean.black) over black"
  if worst != mean { text += "; worst frame: \(worst.white) and \(worst.black)" }
  return text
}

private func digits(_ similarity: StructuralSimilarity) -> (white: String, black: String) {
  (fourDigits(similarity.overWhite), fourDigits(similarity.overBlack))
}

/// Formats a number with four decimals, rounded down so that 0.99996 does not become 1.
package func fourDigits(_ number: Double) -> String {
  let whole = Int((max(number, 0) * 10_000).rounded(.down))
  let digits = String(whole % 10_000)
  return "\(whole / 10_000).\(String(repeating: "0", count: 4 - digits.count))\(digits)"
}

private let rulesNamed = 5

private func summary(_ report: FixReport) -> String {
  let changed = report.changed
  let documents = Set(report.documents.filter { $0.kind == .changed }.map(\.path)).count
  var things = "\(numberText(changed.count)) of \(countText(report.files, "file"))"
  if documents > 0 { things += " and \(countText(documents, "document"))" }
  var text: String
  switch report.purpose {
  case _ where !report.changesAnything: text = "nothing to change in \(countText(report.files, "file"))"
  case .plan: text = "\(things) would change"
  case .inPlace, .output, .standardOutput: text = "\(things) changed"
  }
  if !changed.isEmpty {
    let before = changed.reduce(0) { $0 + ($1.asset.change?.before.bytes ?? 0) }
    let after = changed.reduce(0) { $0 + ($1.asset.change?.after.bytes ?? 0) }
    text += ": \(numberText(before)) → \(numberText(after)) bytes"
  }
  if !report.failed.isEmpty { text += "; \(numberText(report.failed.count)) could not be written" }
  if let smallest = report.smallest {
    text += "\nsmallest: \(smallestText(smallest, isPlan: report.purpose == .plan))"
  }
  let counts = Severity.allCases.reversed().compactMap { severity -> String? in
    guard let number = report.left[severity], number > 0 else { return nil }
    let rules = report.rulesLeft[severity] ?? []
    let more = rules.count > rulesNamed ? ", ..." : ""
    return
      "\(countText(number, severity.rawValue)) (\(rules.prefix(rulesNamed).joined(separator: ", "))\(more))"
  }
  let rest = counts.isEmpty ? "no findings" : listText(counts)
  let would = report.purpose == .plan && report.changesAnything
  text += would ? "\n\(rest) would remain\n" : "\nremaining: \(rest)\n"
  if would { return text + "Nothing written. Use --in-place or --output FOLDER to apply the changes.\n" }
  guard report.purpose == .inPlace || report.purpose == .output else { return text }
  return text + "next: \(nextStep(report, isClean: counts.isEmpty))\n"
}

/// Returns the next command. It can be copied as is if one folder contains all files.
private func nextStep(_ report: FixReport, isClean: Bool) -> String {
  let command = isClean ? "pack" : "lint"
  let options =
    (report.messenger.map { " --for \($0)" } ?? "") + (isClean ? " --output build" : "")
  let end = isClean ? "builds a pack" : "lists the remaining findings"
  if let folder = report.next.flatMap({ argument(of: $0, isNeeded: isClean) }) {
    return "`stickerlint \(command)\(folder)\(options)` \(end)"
  }
  let place = report.purpose == .output ? "the folders in the output folder" : "the same paths"
  return "`stickerlint \(command)\(options)` with \(place) \(end)"
}

/// Returns the result of the search for the smallest files: `1 of 9 PNG files is smaller: 1000 → 900 bytes
/// (-10.0%)`.
///
/// - Parameter isPlan: whether this is a dry run.
package func smallestText(_ figures: SmallestStats, isPlan: Bool) -> String {
  let (before, after) = (figures.bytesBefore, figures.bytesAfter)
  if figures.files == 0 { return "no PNG or APNG files" }
  let count = figures.smaller == 0 ? "none" : numberText(figures.smaller)
  let verb = isPlan ? "would be" : figures.smaller == 1 || figures.files == 1 ? "is" : "are"
  let text = "\(count) of \(countText(figures.files, "PNG file")) \(verb) smaller: \(numberText(before))"
  if before == after { return "\(text) bytes" }
  return "\(text) → \(numberText(after)) bytes (\(difference(before, after)))"
}

/// Returns the relative difference, rounded toward zero: `-7.7%`.
private func difference(_ before: Int, _ after: Int) -> String {
  let product = (after - before).magnitude.multipliedReportingOverflow(by: 1000)
  let tenths = (product.overflow ? .max : product.partialValue) / UInt(max(before, 1))
  let sign = after > before ? "+" : "-"
  return tenths == 0 ? "less than 0.1%" : "\(sign)\(tenths / 10).\(tenths % 10)%"
}

/// The number of fixable findings for each kind of fix.
struct Fixables {
  private let counts: [Fixability: Int]
  /// The files with fixable findings.
  let paths: [Path]

  init(of report: Report) {
    var counts: [Fixability: Int] = [:]
    let all = report.findings.filter { $0.suppressedBy == nil && !$0.fixCounts.isEmpty }
    for finding in all { counts.merge(finding.fixCounts, uniquingKeysWith: +) }
    self.counts = counts
    paths = all.flatMap { $0.shares.isEmpty ? [$0.path] : $0.shares }
  }

  var isEmpty: Bool { counts.isEmpty }
  /// Whether plain `fix` resolves at least one finding.
  var hasCertain: Bool { certainCount > 0 }
  /// The number of findings that plain `fix` resolves, which reports mark with `[*]`.
  var certainCount: Int { counts[.certain] ?? 0 }

  /// For example `3 findings are fixable, and 2 more may be; 4 are fixable with --lossy`. Empty if no finding
  /// is fixable.
  var words: String {
    var parts: [String] = []
    if let certain = counts[.certain] {
      let more = counts[.possible].map { ", and \(numberText($0)) more may be" } ?? ""
      parts.append("\(countText(certain, "finding")) \(certain == 1 ? "is" : "are") fixable\(more)")
    } else if let possible = counts[.possible] {
      parts.append("\(countText(possible, "finding")) may be fixable")
    }
    let options = [(Fixability.lossy, "--lossy"), (.onRequest, "--select RULE")].compactMap { kind, option in
      counts[kind].map { "\(numberText($0)) \($0 == 1 ? "is" : "are") fixable with \(option)" }
    }
    if !options.isEmpty { parts.append(options.joined(separator: ", ")) }
    return parts.joined(separator: "; ")
  }
}

extension Finding {
  /// Whether plain `fix` resolves the finding.
  var isFixable: Bool { isCertainlyFixed }
}
