package import StickerModel

/// What a record of `stream pack` is answered with, where its pack could be looked at:
/// `docs/schemas/packs.schema.json`.
package struct PackAnswer: Sendable {
  /// What became of it; its files are in no answer but as an archive.
  package let pack: BuiltPack
  /// Where the pack is, or would be, written; nil where it goes nowhere.
  package let output: Path?
  /// The build as an archive, for whoever asks; nil where it is written.
  package let archive: [UInt8]?

  package init(_ pack: BuiltPack, output: Path?, archive: [UInt8]? = nil) {
    (self.pack, self.output, self.archive) = (pack, output, archive)
  }

  /// Whether the pack is built, or as it should be.
  package var isBuilt: Bool { pack.end == .done }

  /// Its line of JSON, with a line break at its end.
  ///
  /// - Parameter number: of the record; the first is 1.
  /// - Parameter id: what the record says of itself, given back; nil where it says nothing.
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
