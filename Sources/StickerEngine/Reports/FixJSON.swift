import StickerImage

/// Returns the report of `fix` as JSON (`docs/schemas/fix.schema.json`). Keys never change their meaning
/// within a schema number.
package func fixJSON(_ report: FixReport) -> String {
  let changed = report.changed.compactMap(\.asset.change)
  let summary: [String: JSON] = [
    "files": .integer(report.files), "changed": .integer(changed.count),
    "failed": .integer(report.failed.count),
    "bytesBefore": .integer(changed.reduce(0) { $0 + $1.before.bytes }),
    "bytesAfter": .integer(changed.reduce(0) { $0 + $1.after.bytes }),
    "errors": .integer(report.left[.error] ?? 0), "warnings": .integer(report.left[.warning] ?? 0),
    "hints": .integer(report.left[.hint] ?? 0),
    "smallest": report.smallest.map(figures) ?? .null,
  ]
  return harmlessText(
    of: .members([
      "schema": .integer(1),
      "tool": .object(["name": .string(Tool.name), "version": .string(Tool.version)]),
      "purpose": .string(report.purpose.rawValue),
      "summary": .object(summary),
      "files": .array(report.entries.map(entry)),
      "documents": .array(report.documents.map(entry)),
      "packs": .array(report.ofPacks.map(entry(ofPack:))),
      "leftOut": leftOut(report.unread),
      "isolation": report.isolation.map(entry),
    ]))
}

private func entry(_ entry: FixReport.Entry) -> JSON {
  var members = pathMembers(entry.asset.path)
  members["written"] = entry.written.map { .object(pathMembers($0)) } ?? .null
  members["failure"] = entry.failure.map { .string($0.commandLineText) } ?? .null
  members["change"] = entry.asset.change.map(changeMembers) ?? .null
  members["left"] = .array(entry.asset.left.map(entry(of:)))
  members["brought"] = .array(
    entry.asset.introduced.map {
      .object([
        "rule": .string($0.rule), "severity": .string($0.severity.rawValue), "message": .string($0.message),
      ])
    })
  return .object(members)
}

private func changeMembers(_ change: Change) -> JSON {
  .object([
    "name": .object(pathMembers(change.path.name)),
    "steps": .array(
      change.steps.map {
        .object([
          "rule": .string($0.rule), "fix": .string($0.kind.rawValue), "words": .string($0.words),
          "lossy": .bool($0.isLossy),
        ])
      }),
    "before": figures(change.before), "after": figures(change.after),
    "similarity": change.similarity.map { .object(["mean": pair($0.mean), "worst": pair($0.worst)]) }
      ?? .null,
  ])
}

private func figures(_ figures: SmallestStats) -> JSON {
  .object([
    "files": .integer(figures.files), "smaller": .integer(figures.smaller),
    "bytesBefore": .integer(figures.bytesBefore), "bytesAfter": .integer(figures.bytesAfter),
  ])
}

private func figures(_ figures: ImageStats) -> JSON {
  .object([
    "bytes": .integer(figures.bytes), "format": .string(figures.format.lowercased()),
    "width": .integer(figures.canvas.width), "height": .integer(figures.canvas.height),
    "frames": .integer(figures.frames), "colors": figures.colors.map(JSON.integer) ?? .null,
    "duration": figures.duration.map {
      .object(["num": .integer($0.numerator), "den": .integer($0.denominator)])
    } ?? .null,
  ])
}

private func pair(_ similarity: StructuralSimilarity) -> JSON {
  .object([
    "overWhite": JSON.number(of: similarity.overWhite), "overBlack": JSON.number(of: similarity.overBlack),
  ])
}

private func entry(of unfixed: Unfixed) -> JSON {
  let (finding, unfixedReason) = (unfixed.finding, unfixed.unfixedReason)
  return .object([
    "rule": .string(finding.rule), "severity": .string(finding.severity.rawValue),
    "message": .string(finding.evidence.message),
    "fix": finding.evidence.fix.map { .string($0.kind.rawValue) } ?? .null,
    "why": .string(unfixedReason.name), "help": .string(unfixedReason.words(finding.rule) ?? finding.advice),
  ])
}

private func entry(ofPack unfixed: Unfixed) -> JSON {
  guard case .object(let members) = entry(of: unfixed) else { return .null }
  return .object(members.merging(pathMembers(unfixed.finding.path)) { own, _ in own })
}

private func entry(_ note: DocumentNote) -> JSON {
  var members = pathMembers(note.path)
  members["kind"] = .string(note.kind.rawValue)
  members["words"] = .string(note.words.commandLineText)
  return .object(members)
}

extension UnfixedReason {
  /// The identifier of the reason in JSON, in kebab case.
  fileprivate var name: String {
    switch self {
    case .noFix: "no-fix"
    case .notSelected: "not-selected"
    case .isHint: "hint"
    case .onRequest: "on-request"
    case .isLossy: "lossy"
    case .isKept: "kept"
    case .needsColor: "needs-color"
    case .isTooSmall: "too-small"
    case .failed: "failed"
    }
  }
}
