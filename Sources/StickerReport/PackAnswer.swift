public import StickerModel

/// What a record of `pack --stream` is answered with, where its pack could be looked at:
/// `docs/schemas/packs.schema.json`.
public struct PackAnswer: Sendable {
  /// A sticker that is not in the build.
  public struct LeftOut: Hashable, Sendable {
    /// The art, relative to the source.
    public let path: Path
    /// Ids of the rules that it failed.
    public let rules: [String]
    /// Sentences for people.
    public let reasons: [String]

    /// A sticker that is not in the build.
    public init(path: Path, rules: [String], reasons: [String]) {
      (self.path, self.rules, self.reasons) = (path, rules, reasons)
    }
  }
  /// What the pack is called.
  public var name: String
  /// Whether it is built; with `--check` whether what is built is up to date.
  public var isBuilt = false
  /// In the build.
  public var stickers = 0
  /// Not in the build.
  public var leftOut: [LeftOut] = []
  /// What people should know; already escaped.
  public var notes: [String] = []
  /// Why it is not built; already escaped.
  public var reasons: [String] = []
  /// Everything that was found on it.
  public var findings: [Finding] = []
  /// With `--check`: a line for each file that would be another one; already escaped.
  public var differences: [String] = []
  /// Where it is, or would be; nil where it goes nowhere.
  public var output: Path?
  /// The build as an archive, for whoever asks; nil where it is written.
  public var archive: [UInt8]?

  /// Of a pack that is not built.
  public init(name: String) { self.name = name }

  /// Its line of JSON, with a line break at its end.
  ///
  /// - Parameter number: of the record; the first is 1.
  /// - Parameter id: what the record says of itself, given back; nil where it says nothing.
  public func line(record number: Int, id: JSON?) -> String {
    var members: [String: JSON] = [
      "record": .integer(number), "id": id ?? .null, "name": .string(name), "built": .bool(isBuilt),
      "stickers": .integer(stickers), "skipped": .array(leftOut.map(\.json)), "notes": texts(notes),
      "reasons": texts(reasons), "findings": .array(findings.map(entry)), "differences": texts(differences),
      "output": .null, "zip": archive.map { .string(base64($0)) } ?? .null,
    ]
    if let output { members.merge(pathMembers(output, "output")) { $1 } }
    return StickerReport.line("pack", members)
  }
}

extension PackAnswer.LeftOut {
  fileprivate var json: JSON {
    var members = pathMembers(path)
    (members["rules"], members["reasons"]) = (texts(rules), texts(reasons))
    return .object(members)
  }
}

private func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
