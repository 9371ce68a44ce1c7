/// Returns what changed in a pack as an object (`docs/schemas/report.schema.json`, `changes`).
func changesJSON(_ changes: PackChanges) -> JSON {
  func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
  return .object([
    "edited": texts(changes.stickersWithChangedArt),
    "renamed": .array(
      changes.renamings.map { .object(["from": .string($0.oldID), "to": .string($0.newID)]) }),
    "added": texts(changes.addedStickerIDs), "removed": texts(changes.removedStickerIDs),
    "stickerTexts": texts(changes.stickersWithChangedTexts),
    "packTexts": texts(changes.changedProperties.map(\.rawValue)),
    "icon": changes.icon.map { .string($0.rawValue) } ?? .null, "order": .bool(changes.isReordered),
    "options": texts(changes.changedBuildOptions.map(\.rawValue)),
    "unchanged": .integer(changes.unchangedStickerCount),
  ])
}

/// Returns a build as the members of an object (`docs/schemas/report.schema.json`, `build`).
func buildMembers(_ build: ReportedPackBuild) -> [String: JSON] {
  var members = pathMembers(build.output, "output")
  members["messenger"] = build.messenger.map(JSON.string) ?? .null
  members["built"] = .bool(build.isWrittenOrUpToDate)
  members["digest"] = .string(build.outputDigest)
  members["changed"] = build.changes.map(changesJSON) ?? .null
  return members
}
