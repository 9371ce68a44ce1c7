package import StickerModel

/// What a record of standard input is before anybody looks closer: a path, or an object that says more.
enum ParsedRecord {
  case path(Path)
  case object(RecordObject)

  /// Reads a record: one that begins with `{` is JSON, everything else a path.
  ///
  /// - Parameter most: bytes of the longest record.
  init(_ record: [UInt8], atMost most: Int) throws(RecordFault) {
    let start = record.first { ![0x20, 0x09].contains($0) }
    guard let start else { throw RecordFault(reason: "the record is empty") }
    guard start == UInt8(ascii: "{") else {
      guard record.count <= mostTextBytes else {
        throw RecordFault(reason: "a path has at most \(grouped(mostTextBytes)) bytes")
      }
      guard !record.contains(0) else {
        throw RecordFault(reason: "a path holds no zero byte: separate with --null")
      }
      self = .path(Path(bytes: record))
      return
    }
    let json: JSON
    do throws(JSONFault) {
      json = try JSON(parsing: record, atMost: most, mostValues: mostValues)
    } catch {
      throw RecordFault(reason: "no JSON: column \(error.column): \(error.reason)")
    }
    guard case .object(let members) = json else { throw RecordFault(reason: "the record is no object") }
    self = .object(try RecordObject(members))
  }
}

/// Why a record is none; what could be read of it is kept for the answer.
package struct RecordFault: Error, Hashable, Sendable {
  /// One sentence.
  package let reason: String
  /// What the record says of itself.
  package var id: JSON?
  /// The file that the record names; nil where it could not be read.
  package var path: Path?

  /// A fault.
  ///
  /// - Parameter reason: one sentence, with what is not ours escaped.
  package init(reason: String, id: JSON? = nil, path: Path? = nil) {
    (self.reason, self.id, self.path) = (reason, id, path)
  }
}

/// An object among records, or one inside such an object.
struct RecordObject {
  let members: [String: JSON]
  /// The id that the record gives itself, for its answer.
  let id: JSON?
  /// The file that the record names, for faults that are found later.
  var path: Path?

  init(_ members: [String: JSON]) throws(RecordFault) {
    self.members = members
    switch members["id"] {
    case nil, .null: id = nil
    // Other numbers could not be given back to the letter.
    case .integer?: id = members["id"]
    case .string(let text)? where text.utf8.count <= mostTextBytes: id = members["id"]
    default: throw RecordFault(reason: "an id is a text or a whole number of 64 bits, and not too long")
    }
  }

  /// An object inside a record.
  init(_ members: [String: JSON], in record: RecordObject) {
    (self.members, id, path) = (members, record.id, record.path)
  }

  func fault(_ reason: String) -> RecordFault { RecordFault(reason: reason, id: id, path: path) }

  func refuseKeys(but known: [String]) throws(RecordFault) {
    if let other = members.keys.sorted().first(where: { !known.contains($0) }) {
      throw fault("there is no key \(Untrusted(String(other.prefix(60))).shown): \(listed(known, "or"))")
    }
  }

  /// - Parameter most: the most bytes that the text may have.
  func text(_ key: String, atMost most: Int = mostTextBytes) throws(RecordFault) -> String? {
    switch members[key] {
    case nil, .null: return nil
    case .string(let text):
      guard text.utf8.count <= most else { throw fault("\(key) has at most \(grouped(most)) bytes") }
      return text
    case .some(let other): throw fault("\(key) is a text, not \(other.kind)")
    }
  }

  /// What a text in Base64 stands for.
  func bytes(_ key: String) throws(RecordFault) -> [UInt8]? {
    guard let text = try text(key, atMost: .max) else { return nil }
    guard let read = StickerModel.bytes(ofBase64: text) else { throw fault("\(key) is no Base64") }
    return read
  }

  /// A path that is a text, or in Base64 where it is no UTF-8.
  mutating func path(_ key: String, _ keyOfBytes: String) throws(RecordFault) -> Path? {
    let (bytes, text) = (try bytes(keyOfBytes), try text(key))
    if bytes != nil, text != nil { throw fault("the record has \(key) and \(keyOfBytes): leave one out") }
    let read = bytes.map { Path(bytes: $0) } ?? text.map { Path($0) }
    guard bytes.map({ $0.count <= mostTextBytes }) ?? true else {
      throw fault("\(keyOfBytes) stands for at most \(grouped(mostTextBytes)) bytes")
    }
    path = read ?? path
    guard read.map({ !$0.bytes.isEmpty && !$0.bytes.contains(0) }) ?? true else {
      throw fault("a path has a byte at least, and none of them is zero")
    }
    return read
  }
}

/// More than any system takes for a path: what is longer comes back in no answer.
private let mostTextBytes = 1 << 16

/// Ten thousand files have them; what is nothing but values is no record.
private let mostValues = 200_000
