import StickerImage

/// Returns the report of `fix` as JSON (`docs/schemas/fix.schema.json`). For a given schema number, the
/// meaning of a key never changes.
package func fixJSON(_ report: FixReport) -> String {
  let changed = report.changedEntriesWithoutWriteFailure.compactMap(\.asset.change)
  let summary: [String: JSON] = [
    "files": .integer(report.fileCount), "changed": .integer(changed.count),
    "failed": .integer(report.entriesWithWriteFailure.count),
    "bytesBefore": .integer(changed.reduce(0) { $0 + $1.statsBefore.byteCount }),
    "bytesAfter": .integer(changed.reduce(0) { $0 + $1.statsAfter.byteCount }),
    "errors": .integer(report.remainingCounts[.error] ?? 0),
    "warnings": .integer(report.remainingCounts[.warning] ?? 0),
    "hints": .integer(report.remainingCounts[.hint] ?? 0),
    "smallest": report.fileSizeMinimizationStats.map(minimizationStatsJSON) ?? .null,
  ]
  return terminalSafeJSONText(
    of: .objectOmittingNil([
      "schema": .integer(1),
      "tool": .object(["name": .string(Tool.name), "version": .string(Tool.version)]),
      "purpose": .string(report.outputMode.rawValue),
      "summary": .object(summary),
      "files": .array(report.changedOrFixableEntries.map(fileJSON)),
      "documents": .array(report.fileNotes.map(fileNoteJSON)),
      "packs": .array(report.unappliedPackFixes.map(unfixedPackFindingJSON(_:))),
      "leftOut": unsupportedArtByFormatJSON(report.unsupportedArt),
      "isolation": report.workerIsolation.map(isolationJSON),
    ]))
}

private func fileJSON(_ entry: FixReport.Entry) -> JSON {
  var members = pathMembers(entry.asset.originalPath)
  members["written"] = entry.writtenPath.map { .object(pathMembers($0)) } ?? .null
  members["failure"] = entry.writeFailure.map { .string($0.commandLineText) } ?? .null
  members["change"] = entry.asset.change.map(changeMembers) ?? .null
  members["left"] = .array(entry.asset.unfixedFindings.map(unfixedFindingJSON(_:)))
  members["brought"] = .array(
    entry.asset.unsuppressedIntroducedFindings.map {
      .object([
        "rule": .string($0.rule), "severity": .string($0.severity.rawValue), "message": .string($0.message),
      ])
    })
  return .object(members)
}

private func changeMembers(_ change: FileChange) -> JSON {
  .object([
    "name": .object(pathMembers(change.newPath.name)),
    "steps": .array(
      change.steps.map {
        .object([
          "rule": .string($0.rule), "fix": .string($0.kind.rawValue), "words": .string($0.description),
          "lossy": .bool($0.isLossy),
        ])
      }),
    "before": imageStatsJSON(change.statsBefore), "after": imageStatsJSON(change.statsAfter),
    "similarity": change.lossyEncodingSimilarity.map {
      .object(["mean": similarityJSON($0.mean), "worst": similarityJSON($0.worst)])
    }
      ?? .null,
  ])
}

private func minimizationStatsJSON(_ figures: FileSizeMinimizationStats) -> JSON {
  .object([
    "files": .integer(figures.pngOrAPNGFileCount), "smaller": .integer(figures.smallerFileCount),
    "bytesBefore": .integer(figures.bytesBeforeFixes), "bytesAfter": .integer(figures.bytesAfterFixes),
  ])
}

private func imageStatsJSON(_ figures: ImageStats) -> JSON {
  .object([
    "bytes": .integer(figures.byteCount), "format": .string(figures.format.lowercased()),
    "width": .integer(figures.canvas.width), "height": .integer(figures.canvas.height),
    "frames": .integer(figures.frameCount), "colors": figures.colorCountUpToLimit.map(JSON.integer) ?? .null,
    "duration": figures.duration.map {
      .object(["num": .integer($0.numerator), "den": .integer($0.denominator)])
    } ?? .null,
  ])
}

private func similarityJSON(_ similarity: StructuralSimilarity) -> JSON {
  .object([
    "overWhite": JSON.integerOrNumber(of: similarity.overWhite),
    "overBlack": JSON.integerOrNumber(of: similarity.overBlack),
  ])
}

private func unfixedFindingJSON(_ unfixed: UnfixedFinding) -> JSON {
  let (finding, unfixedReason) = (unfixed.finding, unfixed.unfixedReason)
  return .object([
    "rule": .string(finding.rule), "severity": .string(finding.severity.rawValue),
    "message": .string(finding.evidence.message),
    "fix": finding.evidence.fix.map { .string($0.kind.rawValue) } ?? .null,
    "why": .string(unfixedReason.jsonIdentifier),
    "help": .string(unfixedReason.commandLineAdvice(for: finding.rule) ?? finding.commandLineAdvice),
  ])
}

private func unfixedPackFindingJSON(_ unfixed: UnfixedFinding) -> JSON {
  guard case .object(let members) = unfixedFindingJSON(unfixed) else { return .null }
  return .object(members.merging(pathMembers(unfixed.finding.path)) { own, _ in own })
}

private func fileNoteJSON(_ note: FileNote) -> JSON {
  var members = pathMembers(note.path)
  members["kind"] = .string(note.kind.rawValue)
  members["words"] = .string(note.message.commandLineText)
  return .object(members)
}

extension UnfixedReason {
  /// The identifier of the reason in JSON, in kebab case.
  fileprivate var jsonIdentifier: String {
    switch self {
    case .noFix: "no-fix"
    case .notSelected: "not-selected"
    case .isHint: "hint"
    case .isOptIn: "on-request"
    case .isLossy: "lossy"
    case .changesKeptProperty: "kept"
    case .needsBackgroundColor: "needs-color"
    case .needsSmallArtFix: "too-small"
    case .needsLongAnimationFix: "too-long"
    case .failed: "failed"
    }
  }
}
