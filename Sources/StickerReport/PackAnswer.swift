package import StickerModel

/// The answer to a record of `stream pack` whose pack could be read:
/// `docs/schemas/packs.schema.json`.
package struct PackAnswer: Sendable {
  /// The built pack. Its files are in the answer only as an archive.
  package let pack: BuiltPack
  /// The destination of the pack; nil if it is not written.
  package let output: Path?
  /// The build as an archive, if requested; nil if it is written to disk.
  package let archive: [UInt8]?

  /// How the process that built it was confined; nil if this one did.
  package var isolation: Isolation?

  package init(_ pack: BuiltPack, output: Path?, archive: [UInt8]? = nil) {
    (self.pack, self.output, self.archive) = (pack, output, archive)
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
    return StickerReport.line("pack", members)
  }
}

private func entry(_ sticker: BuiltPack.LeftOut) -> JSON {
  var members = pathMembers(sticker.path)
  (members["rules"], members["reasons"]) = (texts(sticker.rules), texts(sticker.reasons))
  return .object(members)
}

private func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
