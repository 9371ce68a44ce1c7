extension Reporter {
  /// `docs/schemas/lines.schema.json`: one line for each file, for each pack or document that something was
  /// found on, and for the sums; keys never change their meaning within a schema number.
  static let jsonLines = Reporter(
    name: "jsonl", summary: "One line of JSON a file, for job runners and data engines.", render: lines)
}

private func lines(_ report: Report) -> String {
  let files = Set(report.assets.map(\.path))
  let groups = groupsByPath(report.findings)
  let found = Dictionary(groups.map { ($0.path, $0.findings) }, uniquingKeysWith: +)
  var text = report.assets.map { fileLine($0, found[$0.path] ?? [], [:]) }.joined()
  for group in groups where !files.contains(group.path) {
    var members = pathMembers(group.path)
    members["findings"] = .array(group.findings.map(entry))
    text += line("pack", members)
  }
  var members = ["summary": summary(of: report)]
  members["isolation"] = report.isolation.map(entry)
  return text + line("summary", members)
}

private func fileLine(_ asset: AssetAnalysis, _ findings: [Finding], _ more: [String: JSON]) -> String {
  line("file", more.merging(["file": entry(asset), "findings": .array(findings.map(entry))]) { $1 })
}

func line(_ type: String, _ members: [String: JSON]) -> String {
  harmlessLine(of: .object(members.merging(["schema": .integer(1), "type": .string(type)]) { $1 }))
}

/// What a record of `stream` is answered with.
package enum StreamAnswer: Sendable {
  /// The file was checked.
  case checked(AssetAnalysis)
  /// A configuration leaves the file out.
  case leftOut(Path)
  /// Why the record cannot be answered otherwise.
  case failed(Path?, String)

  /// Its line of JSON, with a line break at its end.
  ///
  /// - Parameter number: of the record; the first is 1.
  /// - Parameter id: what the record says of itself, given back; nil where it says nothing.
  /// - Parameter isolation: of the process that checked the file; nil if this one did.
  package func line(record number: Int, id: JSON?, _ isolation: Isolation? = nil) -> String {
    var own: [String: JSON] = ["record": .integer(number), "id": id ?? .null]
    switch self {
    case .checked(let asset):
      own["isolation"] = isolation.map(entry)
      return fileLine(asset, asset.findings, own)
    case .leftOut(let path):
      return StickerEngine.line("skipped", own.merging(pathMembers(path)) { $1 })
    case .failed(let path, let message):
      var members = own
      members["message"] = .string(message)
      if let path { members.merge(pathMembers(path)) { $1 } }
      return StickerEngine.line("error", members)
    }
  }
}

/// The answer to a record of `stream pack` whose pack could be read:
/// `docs/schemas/packs.schema.json`.
package struct PackAnswer: Sendable {
  /// The built pack. Its files are in the answer only as an archive.
  let pack: BuiltPack
  /// The destination of the pack; nil if it is not written.
  let output: Path?
  /// The build as an archive, if requested; nil if it is written to disk.
  let archive: [UInt8]?

  /// How the process that built it was confined; nil if this one did.
  package var isolation: Isolation?

  package init(_ pack: BuiltPack, output: Path?, archive: [UInt8]? = nil) {
    self.pack = pack
    self.output = output
    self.archive = archive
  }

  /// Whether the pack is built, or as it should be.
  package var isBuilt: Bool { pack.end == .done }

  /// Its line of JSON, with a line break at its end.
  ///
  /// - Parameter number: of the record; the first is 1.
  /// - Parameter id: the `id` of the record, returned unchanged, or nil if the record has no `id`.
  package func line(record number: Int, id: JSON?) -> String {
    var reasons: [String] = []
    if case .stopped(let lines) = pack.end { reasons = lines }
    var members: [String: JSON] = [
      "record": .integer(number), "id": id ?? .null, "name": .string(pack.name ?? ""),
      "built": .bool(isBuilt), "stickers": .integer(pack.stickers),
      "skipped": .array(pack.leftOut.map(entry)), "notes": texts(pack.notes), "reasons": texts(reasons),
      "findings": .array(pack.findings.map(entry)), "differences": texts(pack.differences), "output": .null,
      "zip": archive.map { .string(base64($0)) } ?? .null,
    ]
    members["isolation"] = isolation.map(entry)
    if let output { members.merge(pathMembers(output, "output")) { $1 } }
    return StickerEngine.line("pack", members)
  }
}

private func entry(_ sticker: BuiltPack.LeftOut) -> JSON {
  var members = pathMembers(sticker.path)
  (members["rules"], members["reasons"]) = (texts(sticker.rules), texts(sticker.reasons))
  return .object(members)
}

private func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
