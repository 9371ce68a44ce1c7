import StickerImage

/// Returns the human-readable report of `fix`: the steps of each file and the resulting changes.
///
/// - Parameter comparesStats: whether to show a table that compares each file before and after.
package func fixText(_ report: FixReport, style: TextStyle, comparesStats: Bool = false) -> String {
  var out = ""
  for entry in report.changedOrFixableEntries {
    let lines = entryLines(entry, style, comparesStats)
    guard !lines.isEmpty else { continue }
    let title = style.linkedPath(
      entry.writtenPath ?? entry.asset.originalPath, as: entryTitle(entry, report.outputMode))
    out += style.bold(title) + "\n" + lines.map { "  \($0)\n" }.joined() + "\n"
  }
  for note in report.fileNotes {
    out += "\(style.linkedPath(note.path)): \(UntrustedText(note.message.commandLineText).displayText)\n"
  }
  if !report.fileNotes.isEmpty { out += "\n" }
  return out + furtherFixesText(report, style) + summaryText(report)
    + unsupportedArtByFormatLines(report.unsupportedArt)
}

/// Lists other possible fixes and their options, one line for each rule and option.
private func furtherFixesText(_ report: FixReport, _ style: TextStyle) -> String {
  struct Advice: Hashable {
    let rule: String
    let words: String
  }
  var files: [Advice: Set<Path>] = [:]
  for entry in report.changedOrFixableEntries.map(\.asset.unfixedFindings) + [report.unappliedPackFixes] {
    for unfixed in entry {
      let rule = unfixed.finding.rule
      if case .failed = unfixed.unfixedReason { continue }
      guard let words = unfixed.unfixedReason.commandLineAdvice(for: rule) else { continue }
      files[Advice(rule: rule, words: words), default: []].insert(unfixed.finding.path)
    }
  }
  if files.isEmpty { return "" }
  let rows = files.sorted { ($0.key.rule, $0.key.words) < ($1.key.rule, $1.key.words) }.map {
    ($0.key.rule, countText($0.value.count, "file"), $0.key.words)
  }
  let widths = (rows.map(\.0.count).max() ?? 0, rows.map(\.1.count).max() ?? 0)
  let lines = rows.map {
    "  \(style.linkedRule($0.0, paddedTo: widths.0 + 2))\($0.1.padded(to: widths.1 + 2))\($0.2)\n"
  }
  return style.bold("What else can be fixed") + "\n" + lines.joined() + "\n"
}

private func entryTitle(_ entry: FixReport.Entry, _ purpose: FixReport.OutputMode) -> String {
  let asset = entry.asset
  guard let change = asset.change, entry.writeFailure == nil else { return asset.originalPath.displayText }
  if purpose == .outputFolder, let written = entry.writtenPath {
    return "\(asset.originalPath.displayText) → \(written.displayText)"
  }
  return change.newPath == asset.originalPath
    ? asset.originalPath.displayText
    : "\(asset.originalPath.displayText) → \(change.newPath.name.displayText)"
}

private func entryLines(_ entry: FixReport.Entry, _ style: TextStyle, _ comparesStats: Bool) -> [String] {
  let asset = entry.asset
  var rows: [(String, String)] = []
  if let change = asset.change {
    rows += change.steps.map { ($0.rule, UntrustedText($0.description).displayText) }
    if !comparesStats { rows += statsChangeSummaryRows(change) }
  }
  rows += asset.unsuppressedIntroducedFindings.map {
    ("new \($0.rule)", "\($0.severity.rawValue): \(UntrustedText($0.message).displayText)")
  }
  if let failure = entry.writeFailure {
    rows.append(("not written", UntrustedText(failure.commandLineText).displayText))
  }
  rows += asset.unfixedFindings.compactMap { unfixed in
    guard case .failed(let reason) = unfixed.unfixedReason else { return nil }
    return (unfixed.finding.rule, "not fixed: \(UntrustedText(reason.commandLineText).displayText)")
  }
  // Show the rule only on the first of its steps.
  for row in rows.indices.reversed().dropLast() where rows[row].0 == rows[row - 1].0 { rows[row].0 = "" }
  let width = rows.map(\.0.count).max() ?? 0
  let lines = rows.map { "\(style.linkedRule($0, paddedTo: width + 2))\($1)" }
  guard comparesStats, let change = asset.change else { return lines }
  return lines + comparisonTable(change)
}

/// Returns the values that changed: `612,345 → 488,120 bytes`.
private func statsChangeSummaryRows(_ change: FileChange) -> [(String, String)] {
  let (before, after) = (change.statsBefore, change.statsAfter)
  if before == after { return [] }
  var parts = ["\(arrowText(from: before.byteCount, to: after.byteCount)) bytes"]
  if before.canvas != after.canvas { parts.append("\(before.canvas) → \(after.canvas)") }
  if before.frameCount != after.frameCount {
    parts.append("\(before.frameCount) → \(countText(after.frameCount, "frame"))")
  }
  if let similarity = change.lossyEncodingSimilarity {
    if before.colorCountUpToLimit != after.colorCountUpToLimit {
      parts.append(
        "\(colorCountNumberText(before.colorCountUpToLimit)) → \(colorCountNumberText(after.colorCountUpToLimit)) colors"
      )
    }
    return [("", parts.joined(separator: ", ")), ("", meanAndWorstSimilarityText(similarity))]
  }
  return [("", parts.joined(separator: ", "))]
}

private func comparisonTable(_ change: FileChange) -> [String] {
  let (before, after) = (change.statsBefore, change.statsAfter)
  var rows = [
    ["", "before", "after"],
    ["format", before.format, after.format],
    ["bytes", numberText(before.byteCount), numberText(after.byteCount)],
    ["canvas", "\(before.canvas)", "\(after.canvas)"],
    ["frames", numberText(before.frameCount), numberText(after.frameCount)],
    [
      "colors", colorCountNumberText(before.colorCountUpToLimit),
      colorCountNumberText(after.colorCountUpToLimit),
    ],
  ]
  if let old = before.duration, let new = after.duration {
    rows.append(["one cycle", secondsText(old), secondsText(new)])
  }
  let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
  let lines = rows.map { row in
    "\(row[0].padded(to: widths[0] + 2))\(row[1].padded(to: widths[1] + 2))\(row[2])"
  }
  return lines + (change.lossyEncodingSimilarity.map { [meanAndWorstSimilarityText($0)] } ?? [])
}

package func colorCountNumberText(_ count: Int?) -> String { count.map(numberText) ?? "more than 65,536" }

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

private func meanAndWorstSimilarityText(_ similarity: FrameSimilarity) -> String {
  let (mean, worst) = (fourDecimalSimilarities(similarity.mean), fourDecimalSimilarities(similarity.worst))
  var text = "SSIM \(mean.white) over white, \(mean.black) over black"
  if worst != mean { text += "; worst frame: \(worst.white) and \(worst.black)" }
  return text
}

private func fourDecimalSimilarities(_ similarity: StructuralSimilarity) -> (white: String, black: String) {
  (fourDecimalsRoundedDown(similarity.overWhite), fourDecimalsRoundedDown(similarity.overBlack))
}

/// Formats a number with four decimals, rounded down so that 0.99996 does not become 1.
package func fourDecimalsRoundedDown(_ number: Double) -> String {
  let whole = Int((max(number, 0) * 10_000).rounded(.down))
  let digits = String(whole % 10_000)
  return "\(whole / 10_000).\(String(repeating: "0", count: 4 - digits.count))\(digits)"
}

private let maxListedRulesPerSeverity = 5

private func summaryText(_ report: FixReport) -> String {
  let changed = report.changedEntriesWithoutWriteFailure
  let documents = Set(report.fileNotes.filter { $0.kind == .changed }.map(\.path)).count
  var things = "\(numberText(changed.count)) of \(countText(report.fileCount, "file"))"
  if documents > 0 { things += " and \(countText(documents, "document"))" }
  var text: String
  switch report.outputMode {
  case _ where !report.changesAnything: text = "nothing to change in \(countText(report.fileCount, "file"))"
  case .dryRun: text = "\(things) would change"
  case .inPlace, .outputFolder, .standardOutput: text = "\(things) changed"
  }
  if !changed.isEmpty {
    let before = changed.reduce(0) { $0 + ($1.asset.change?.statsBefore.byteCount ?? 0) }
    let after = changed.reduce(0) { $0 + ($1.asset.change?.statsAfter.byteCount ?? 0) }
    text += ": \(arrowText(from: before, to: after)) bytes"
  }
  if !report.entriesWithWriteFailure.isEmpty {
    text += "; \(numberText(report.entriesWithWriteFailure.count)) could not be written"
  }
  if let smallest = report.fileSizeMinimizationStats {
    text += "\nsmallest: \(fileSizeMinimizationText(smallest, isDryRun: report.outputMode == .dryRun))"
  }
  let counts = Severity.allCases.reversed().compactMap { severity -> String? in
    guard let number = report.remainingCounts[severity], number > 0 else { return nil }
    let rules = report.remainingRules[severity] ?? []
    let more = rules.count > maxListedRulesPerSeverity ? ", ..." : ""
    return
      "\(countText(number, severity.rawValue)) (\(rules.prefix(maxListedRulesPerSeverity).joined(separator: ", "))\(more))"
  }
  let rest = counts.isEmpty ? "no findings" : listText(counts)
  let would = report.outputMode == .dryRun && report.changesAnything
  text += would ? "\n\(rest) would remain\n" : "\nremaining: \(rest)\n"
  if would { return text + "Nothing written. Use --in-place or --output FOLDER to apply the changes.\n" }
  guard report.outputMode == .inPlace || report.outputMode == .outputFolder else { return text }
  return text + "next: \(nextLintOrPackCommandText(report, isClean: counts.isEmpty))\n"
}

/// Returns the next command. It can be copied as is if one folder contains all files.
private func nextLintOrPackCommandText(_ report: FixReport, isClean: Bool) -> String {
  let command = isClean ? "pack" : "lint"
  let options =
    (report.selectedMessenger.map { " --for \($0)" } ?? "") + (isClean ? " --output build" : "")
  let end = isClean ? "builds a pack" : "lists the remaining findings"
  if let folder = report.folderToLintOrPack.flatMap({
    unquotedArgumentSuffix(of: $0, includesCurrentFolder: isClean)
  }) {
    return "`stickerlint \(command)\(folder)\(options)` \(end)"
  }
  let place = report.outputMode == .outputFolder ? "the folders in the output folder" : "the same paths"
  return "`stickerlint \(command)\(options)` with \(place) \(end)"
}

/// Returns the result of the search for the smallest files: `1 of 9 PNG files is smaller: 1000 → 900 bytes
/// (-10.0%)`.
///
/// - Parameter isDryRun: whether to say what would change instead of what changed.
package func fileSizeMinimizationText(_ figures: FileSizeMinimizationStats, isDryRun: Bool) -> String {
  let (before, after) = (figures.bytesBeforeFixes, figures.bytesAfterFixes)
  if figures.pngOrAPNGFileCount == 0 { return "no PNG or APNG files" }
  let count = figures.smallerFileCount == 0 ? "none" : numberText(figures.smallerFileCount)
  let verb =
    isDryRun ? "would be" : figures.smallerFileCount == 1 || figures.pngOrAPNGFileCount == 1 ? "is" : "are"
  let text =
    "\(count) of \(countText(figures.pngOrAPNGFileCount, "PNG file")) \(verb) smaller"
  if before == after { return "\(text): \(numberText(before)) bytes" }
  return "\(text): \(arrowText(from: before, to: after)) bytes (\(percentDifference(before, after)))"
}

/// Returns the relative difference, rounded toward zero: `-7.7%`.
private func percentDifference(_ before: Int, _ after: Int) -> String {
  let product = (after - before).magnitude.multipliedReportingOverflow(by: 1000)
  let tenths = (product.overflow ? .max : product.partialValue) / UInt(max(before, 1))
  let sign = after > before ? "+" : "-"
  return tenths == 0 ? "less than 0.1%" : "\(sign)\(tenths / 10).\(tenths % 10)%"
}

/// The number of fixable findings for each kind of fixability.
struct FixableCounts {
  private let counts: [Fixability: Int]
  /// The files with fixable findings.
  let fixablePaths: [Path]

  init(of report: Report) {
    var counts: [Fixability: Int] = [:]
    let all = report.findings.filter { $0.suppressingRule == nil && !$0.findingCountsByFixability.isEmpty }
    for finding in all { counts.merge(finding.findingCountsByFixability, uniquingKeysWith: +) }
    self.counts = counts
    fixablePaths = all.flatMap { $0.groupedPaths.isEmpty ? [$0.path] : $0.groupedPaths }
  }

  var isEmpty: Bool { counts.isEmpty }
  /// The number of findings that plain `fix` resolves, which reports mark with `[*]`.
  var certainCount: Int { counts[.certain] ?? 0 }

  /// The counts in words, for example
  /// `3 findings are fixable, and 2 more may be; 4 more are fixable with --lossy`; empty if no finding is fixable.
  var summaryText: String {
    var parts: [String] = []
    if let certain = counts[.certain] {
      let more = counts[.possible].map { ", and \(numberText($0)) more may be" } ?? ""
      parts.append("\(countText(certain, "finding")) \(certain == 1 ? "is" : "are") fixable\(more)")
    } else if let possible = counts[.possible] {
      parts.append("\(countText(possible, "finding")) may be fixable")
    }
    func subject(_ count: Int) -> String {
      parts.isEmpty ? countText(count, "finding") : "\(numberText(count)) more"
    }
    if let lossy = counts[.lossy] {
      parts.append("\(subject(lossy)) \(lossy == 1 ? "is" : "are") fixable with --lossy")
    }
    // For example, whether a background can be removed is known only after trying.
    if let optIn = counts[.optIn] { parts.append("\(subject(optIn)) may be fixable with --select RULE") }
    return parts.joined(separator: "; ")
  }
}
