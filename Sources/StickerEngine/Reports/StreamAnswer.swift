/// The answer to a record of `stream`.
package enum StreamAnswer: Sendable {
  /// The file was checked.
  case checked(AssetAnalysis)
  /// Either the pack was built, or the build stopped because of findings or differences. `output` is the
  /// destination if the pack was written there. Otherwise, `archive` is the pack as a ZIP file, if it was built.
  case completedOrStoppedPackBuild(InMemoryBuildResult, output: Path?, archive: [UInt8]? = nil)
  /// A configuration excludes the file.
  case excluded(Path)
  /// The record could not be processed, with the reason.
  case failed(Path?, String)

  /// Returns the answer as a line of JSON that ends with a line break.
  ///
  /// - Parameter number: the number of the record, starting at 1.
  /// - Parameter id: the id of the record, or nil if it has none.
  /// - Parameter isolation: how the worker process was confined, or nil if this process did the work.
  package func jsonLine(recordNumber number: Int, id: JSON?, _ isolation: Isolation? = nil) -> String {
    var own: [String: JSON] = ["record": .integer(number), "id": id ?? .null]
    switch self {
    case .checked(let asset):
      own["isolation"] = isolation.map(isolationJSON)
      return fileJSONLine(asset, asset.findings, own)
    case .completedOrStoppedPackBuild(let pack, let output, let archive):
      own["isolation"] = isolation.map(isolationJSON)
      return StickerEngine.jsonLine("pack", own.merging(packJSONMembers(pack, output, archive)) { $1 })
    case .excluded(let path):
      return StickerEngine.jsonLine("skipped", own.merging(pathMembers(path)) { $1 })
    case .failed(let path, let message):
      var members = own
      members["message"] = .string(message)
      if let path { members.merge(pathMembers(path)) { $1 } }
      return StickerEngine.jsonLine("error", members)
    }
  }
}

/// Returns the members of the answer to a `stream pack` record whose pack could be read
/// (`docs/schemas/packs.schema.json`).
private func packJSONMembers(_ pack: InMemoryBuildResult, _ output: Path?, _ archive: [UInt8]?) -> [String:
  JSON]
{
  var reasons: [UserMessage] = []
  if case .stoppedByFindingsOrDifferences(let lines) = pack.outcome { reasons = lines }
  var members: [String: JSON] = [
    "name": .string(pack.name ?? ""), "built": .bool(pack.outcome == .completed),
    "stickers": .integer(pack.stickerCount), "skipped": .array(pack.omittedStickers.map(omittedStickerJSON)),
    "notes": stringArrayJSON(pack.notes), "reasons": stringArrayJSON(reasons.map(\.text)),
    "findings": .array(pack.findings.map(findingJSON)),
    "differences": stringArrayJSON(pack.differencesFromDestination),
    "digest": pack.digest.map(JSON.string) ?? .null, "changed": pack.changes.map(changesJSON) ?? .null,
    "output": .null,
    "zip": archive.map { .string(base64Encoded($0)) } ?? .null,
  ]
  if let output { members.merge(pathMembers(output, "output")) { $1 } }
  return members
}

private func omittedStickerJSON(_ sticker: InMemoryBuildResult.OmittedSticker) -> JSON {
  var members = pathMembers(sticker.path)
  (members["rules"], members["reasons"]) = (
    stringArrayJSON(sticker.failedRules), stringArrayJSON(sticker.reasons)
  )
  return .object(members)
}

private func stringArrayJSON(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
