import StickerImage

/// Why a file is no baseline.
public struct BaselineFault: Error, Hashable, Sendable {
  /// What is wrong, to follow the file's name and a colon.
  public let reason: String
}

extension Baseline {
  /// The number of the form in which baselines are written: `docs/schemas/baseline.schema.json`.
  static let schema = 1
  /// Bytes of the longest baseline that is read: some 300 000 entries.
  public static let mostBytes = 64 << 20

  /// The bytes of a baseline: sorted, each member on a line of its own, so that two people's changes merge.
  public func encoded() -> [UInt8] {
    let entries = entries.sorted { $0.key < $1.key }.map { entry, count in
      JSON.members([
        "path": .string(entry.path.shown), "pathBytes": entry.path.needsBytes ? bytes(of: entry.path) : nil,
        "rule": .string(entry.rule), "sha256": entry.content.map(JSON.string) ?? .null,
        "count": count > 1 ? .integer(count) : nil,
      ])
    }
    return JSON.object(["schema": .integer(Self.schema), "entries": .array(entries)]).encoded()
  }

  /// Reads a baseline.
  ///
  /// - Throws: why the bytes are none.
  public init(parsing bytes: [UInt8]) throws(BaselineFault) {
    let json: JSON
    do throws(JSONFault) { json = try JSON(parsing: bytes, atMost: Self.mostBytes) } catch {
      throw BaselineFault(reason: "line \(error.line), column \(error.column): \(error.reason)")
    }
    guard case .integer(let schema)? = json["schema"], case .array(let list)? = json["entries"] else {
      throw BaselineFault(reason: "it is no baseline: the keys schema and entries are missing")
    }
    guard schema == Self.schema else {
      throw BaselineFault(
        reason: schema > Self.schema
          ? "a newer stickerlint wrote it (schema \(schema)): update this one, or write the baseline again"
          : "it has no schema that there is (\(schema)): write it again")
    }
    self.init()
    for (number, member) in list.enumerated() {
      let (entry, count) = try Self.entry(member, number + 1)
      add(entry, count: count)
    }
  }

  private static func entry(_ json: JSON, _ number: Int) throws(BaselineFault) -> (Entry, count: Int) {
    guard case .string(let shown)? = json["path"], case .string(let rule)? = json["rule"] else {
      throw BaselineFault(reason: "entry \(number) needs a path and a rule")
    }
    var path = Path(shown)
    if case .string(let text)? = json["pathBytes"] {
      guard let read = StickerModel.bytes(ofBase64: text) else {
        throw BaselineFault(reason: "the pathBytes of entry \(number) are no Base64")
      }
      path = Path(bytes: read)
    }
    var content: String?
    if case .string(let digest)? = json["sha256"] { content = digest }
    var count = 1
    if case .integer(let several)? = json["count"] { count = several }
    guard 1...1_000_000 ~= count else {
      throw BaselineFault(reason: "the count of entry \(number) must be 1 to 1 000 000, not \(count)")
    }
    return (Entry(path: path, rule: rule, content: content), count)
  }

  private func bytes(of path: Path) -> JSON { .string(base64(path.bytes)) }
}

extension Path {
  /// Whether its text for people is not the path itself.
  fileprivate var needsBytes: Bool { Path(shown) != self }
}
