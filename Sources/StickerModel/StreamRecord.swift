import StickerImage

/// A record of `lint --stream`: a path, or an object that says more.
public struct StreamRecord: Hashable, Sendable {
  /// The file, or what the bytes are to be called; nil where the record has bytes only.
  public var path: Path?
  /// The file itself, where it does not lie at the path.
  public var bytes: [UInt8]?
  /// What the file is for; nil where its place tells.
  public var role: Role?
  /// Given back with the answer.
  public var id: JSON?

  /// Why a record is none; what could be read of it is kept for the answer.
  public struct Fault: Error, Hashable, Sendable {
    /// One sentence.
    public let reason: String
    /// What the record says of itself.
    public var id: JSON?
    /// What it names.
    public var path: Path?
  }

  /// A file by its path.
  public init(path: Path) { self.path = path }

  /// Reads a record: one that begins with `{` is JSON, everything else a path.
  ///
  /// - Parameter most: bytes of the longest record.
  /// - Throws: why it is none.
  public init(parsing record: [UInt8], atMost most: Int) throws(Fault) {
    let start = record.first { ![0x20, 0x09].contains($0) }
    guard let start else { throw Fault(reason: "the record is empty") }
    guard start == UInt8(ascii: "{") else {
      guard !record.contains(0) else {
        throw Fault(reason: "a path holds no zero byte: separate with --null")
      }
      self.init(path: Path(bytes: record))
      return
    }
    let json: JSON
    do throws(JSONFault) { json = try JSON(parsing: record, atMost: most) } catch {
      throw Fault(reason: "no JSON: column \(error.column): \(error.reason)")
    }
    try self.init(json)
  }

  private init(_ json: JSON) throws(Fault) {
    guard case .object(let members) = json else { throw Fault(reason: "the record is no object") }
    if let id = members["id"], id != .null {
      switch id {
      // Other numbers could not be given back to the letter.
      case .string, .integer: self.id = id
      default: throw Fault(reason: "an id is a text or a whole number of 64 bits")
      }
    }
    if let text = try text(members, "path") { path = Path(text) }
    if let read = try decoded(members, "pathBytes") { path = Path(bytes: read) }
    bytes = try decoded(members, "bytes")
    if let text = try text(members, "role") {
      guard let role = Role(rawValue: text) else {
        throw fault("a role is \(listed(Role.allCases.map(\.rawValue), "or"))")
      }
      self.role = role
    }
    let known = ["id", "path", "pathBytes", "bytes", "role"]
    if let other = members.keys.sorted().first(where: { !known.contains($0) }) {
      throw fault("there is no key \(Untrusted(String(other.prefix(60))).shown): \(listed(known, "or"))")
    }
    guard path != nil || bytes != nil else { throw fault("the record needs a path or bytes") }
    guard path.map({ !$0.bytes.isEmpty && !$0.bytes.contains(0) }) ?? true else {
      throw fault("a path has a byte at least, and none of them is zero")
    }
  }

  private func text(_ members: [String: JSON], _ key: String) throws(Fault) -> String? {
    switch members[key] {
    case nil, .null: return nil
    case .string(let text): return text
    case .some(let other): throw fault("\(key) is a text, not \(other.kind)")
    }
  }

  private func decoded(_ members: [String: JSON], _ key: String) throws(Fault) -> [UInt8]? {
    guard let text = try text(members, key) else { return nil }
    guard let read = StickerModel.bytes(ofBase64: text) else { throw fault("\(key) is no Base64") }
    return read
  }

  private func fault(_ reason: String) -> Fault { Fault(reason: reason, id: id, path: path) }
}
