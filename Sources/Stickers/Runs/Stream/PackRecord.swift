package import StickerEngine

/// A record of standard input as parsed: a path or a JSON object.
enum ParsedRecord {
  case path(Path)
  case object(RecordObject)

  /// Reads a record: one that begins with `{` is JSON, everything else a path.
  ///
  /// - Parameter most: bytes of the longest record.
  init(_ record: [UInt8], atMost most: Int) throws(Diagnostic) {
    let start = record.first { ![0x20, 0x09].contains($0) }
    guard let start else { throw Diagnostic("the record is empty") }
    guard start == UInt8(ascii: "{") else {
      guard record.count <= maxTextBytes else {
        throw Diagnostic("a path has at most \(numberText(maxTextBytes)) bytes")
      }
      guard !record.contains(0) else {
        throw Diagnostic("a path holds no zero byte: separate with --null")
      }
      self = .path(Path(bytes: record))
      return
    }
    let json: JSON
    do throws(Diagnostic) {
      json = try JSON(parsing: record, atMost: most, maxValues: maxValues)
    } catch {
      throw Diagnostic("no JSON: column \(error.location?.column ?? 1): \(error.message)")
    }
    guard case .object(let members) = json else { throw Diagnostic("the record is no object") }
    self = .object(try RecordObject(members))
  }
}

extension Diagnostic {
  /// Creates a diagnostic for a record.
  ///
  /// - Parameter id: the id that the record has.
  init(_ message: UserMessage, record id: JSON?, file: Path? = nil) {
    self.init(message, file: file)
    self.id = id
  }
}

/// An object among records, or one inside such an object.
struct RecordObject {
  let members: [String: JSON]
  /// The id that the record gives itself, for its answer.
  let id: JSON?
  /// The file that the record names, for faults that are found later.
  var path: Path?

  init(_ members: [String: JSON]) throws(Diagnostic) {
    self.members = members
    switch members["id"] {
    case nil, .null: id = nil
    // Other numbers could not be given back to the letter.
    case .integer?: id = members["id"]
    case .string(let text)? where text.utf8.count <= maxTextBytes: id = members["id"]
    default: throw Diagnostic("an id is a text or a whole number of 64 bits, and not too long")
    }
  }

  /// An object inside a record.
  init(_ members: [String: JSON], in record: RecordObject) {
    self.members = members
    id = record.id
    path = record.path
  }

  func fault(_ reason: UserMessage) -> Diagnostic { Diagnostic(reason, record: id, file: path) }

  func ensureOnlyKeys(in known: [String]) throws(Diagnostic) {
    if let other = members.keys.sorted().first(where: { !known.contains($0) }) {
      throw fault(
        "there is no key \(Untrusted(String(other.prefix(60))).displayText): \(listText(known, "or"))")
    }
  }

  /// - Parameter most: the most bytes that the text may have.
  func text(_ key: String, atMost most: Int = maxTextBytes) throws(Diagnostic) -> String? {
    switch members[key] {
    case nil, .null: return nil
    case .string(let text):
      guard text.utf8.count <= most else { throw fault("\(key) has at most \(numberText(most)) bytes") }
      return text
    case .some(let other): throw fault("\(key) is a text, not \(other.kind)")
    }
  }

  /// What a text in Base64 stands for.
  func bytes(_ key: String) throws(Diagnostic) -> [UInt8]? {
    guard let text = try text(key, atMost: .max) else { return nil }
    guard let read = StickerEngine.bytes(ofBase64: text) else { throw fault("\(key) is no Base64") }
    return read
  }

  /// A path that is a text, or in Base64 where it is no UTF-8.
  mutating func path(_ key: String, _ keyOfBytes: String) throws(Diagnostic) -> Path? {
    let (bytes, text) = (try bytes(keyOfBytes), try text(key))
    if bytes != nil, text != nil { throw fault("the record has \(key) and \(keyOfBytes): leave one out") }
    let read = bytes.map { Path(bytes: $0) } ?? text.map { Path($0) }
    guard bytes.map({ $0.count <= maxTextBytes }) ?? true else {
      throw fault("\(keyOfBytes) stands for at most \(numberText(maxTextBytes)) bytes")
    }
    path = read ?? path
    guard read.map({ !$0.bytes.isEmpty && !$0.bytes.contains(0) }) ?? true else {
      throw fault("a path has a byte at least, and none of them is zero")
    }
    return read
  }
}

/// More than any system allows for a path. Longer texts are not returned in answers.
private let maxTextBytes = 1 << 16

/// Enough for ten thousand files. A record with more values is rejected.
private let maxValues = 200_000

/// A record of `stream`: a path, or an object that says more.
package struct StreamRecord: Hashable, Sendable {
  /// The file, or the name for the bytes; nil if the record has only bytes.
  package var path: Path?
  /// The file itself, where it does not lie at the path.
  package var bytes: [UInt8]?
  /// The role of the file; nil to derive it from the path.
  var role: Role?
  /// What the record calls itself; it is given back with the answer.
  var id: JSON?

  /// A file by its path.
  init(path: Path) { self.path = path }

  /// Reads a record: one that begins with `{` is JSON, everything else a path.
  ///
  /// - Parameter most: bytes of the longest record.
  /// - Throws: why it is none.
  package init(parsing record: [UInt8], atMost most: Int) throws(Diagnostic) {
    switch try ParsedRecord(record, atMost: most) {
    case .path(let path): self.init(path: path)
    case .object(let object): try self.init(object)
    }
  }

  private init(_ object: RecordObject) throws(Diagnostic) {
    var object = object
    path = try object.path("path", "pathBytes")
    id = object.id
    bytes = try object.bytes("bytes")
    if let text = try object.text("role") {
      guard let role = Role(rawValue: text) else {
        throw object.fault("a role is \(listText(Role.allCases.map(\.rawValue), "or"))")
      }
      self.role = role
    }
    try object.ensureOnlyKeys(in: ["id", "path", "pathBytes", "bytes", "role"])
    guard path != nil || bytes != nil else { throw object.fault("the record needs a path or bytes") }
  }
}

/// A record of `stream pack`: a path, or an object that says more.
package struct PackRecord: Hashable, Sendable {
  /// What the pack is made of.
  package enum Art: Hashable, Sendable {
    /// A folder, a description or a catalog on the disk.
    case source(Path)
    /// Files in memory, by relative path. No path is below another.
    case files([Path: [UInt8]])
  }
  /// What the pack is made of.
  package let art: Art
  /// What the record calls itself; it is given back with the answer.
  var id: JSON?
  /// The name of the pack; nil for the name in its stickerpack.yml, or of its folder.
  var name: String?
  /// The folder of the pack, relative to the folder of all packs; nil for a folder with the pack's name.
  package var output: Path?
  /// The profile of the messenger that the pack is exported for; nil for Messages. Only the drop page sets it.
  var messenger: String?

  /// A pack by its path.
  init(source: Path) { art = .source(source) }

  /// A pack of files in memory.
  init(files: [Path: [UInt8]], named name: String?) {
    art = .files(files)
    self.name = name
  }

  /// Reads a record: one that begins with `{` is JSON, everything else a path.
  ///
  /// - Parameter most: bytes of the longest record.
  /// - Throws: why it is none.
  package init(parsing record: [UInt8], atMost most: Int) throws(Diagnostic) {
    switch try ParsedRecord(record, atMost: most) {
    case .path(let path): self.init(source: path)
    case .object(let object): try self.init(object)
    }
  }

  private init(_ object: RecordObject) throws(Diagnostic) {
    var object = object
    let source = try object.path("source", "sourceBytes")
    let files = try files(of: object)
    switch (source, files) {
    case (let source?, nil): art = .source(source)
    case (nil, let files?): art = .files(files)
    case (nil, nil): throw object.fault("the record needs a source or files")
    case (_?, _?): throw object.fault("the record has a source and files: leave one out")
    }
    id = object.id
    name = try object.text("name")
    if name == "" { throw object.fault("a name has a character at least") }
    if let text = try object.text("output", atMost: maxPathBytes) {
      guard isRelativePath(text) else {
        throw object.fault(
          "an output is a relative path whose parts are none of them empty or begin with a dot")
      }
      output = Path(text)
    }
    try object.ensureOnlyKeys(in: ["id", "source", "sourceBytes", "files", "name", "output"])
  }
}

/// Whether a text names a folder below another one, whatever lies there: parts that begin with a dot lead
/// out of it, are hidden, or are what a build is called until it is whole.
private func isRelativePath(_ text: String) -> Bool {
  let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  return text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    && parts.allSatisfy { $0.first.map { $0 != UInt8(ascii: ".") } ?? false }
}

/// The files that a record holds; nil if it has none.
private func files(of record: RecordObject) throws(Diagnostic) -> [Path: [UInt8]]? {
  let list: [JSON]
  switch record.members["files"] {
  case nil, .null: return nil
  case .array(let found): list = found
  case .some(let other): throw record.fault("files are a list, not \(other.kind)")
  }
  guard 1...maxFiles ~= list.count else {
    throw record.fault("a pack has 1 to \(numberText(maxFiles)) files, not \(numberText(list.count))")
  }
  var files: [Path: [UInt8]] = [:]
  for member in list {
    guard case .object(let members) = member else {
      throw record.fault("a file is an object, not \(member.kind)")
    }
    var file = RecordObject(members, in: record)
    let (path, bytes) = (try file.path("path", "pathBytes"), try file.bytes("bytes"))
    try file.ensureOnlyKeys(in: ["path", "pathBytes", "bytes"])
    guard let path, let bytes else { throw record.fault("a file has a path and bytes") }
    guard path.bytes.count <= maxPathBytes, path.parts.count <= maxParts else {
      let most = "\(numberText(maxPathBytes)) bytes and \(maxParts) parts"
      throw record.fault(
        "a file's path has at most \(most): \(Path(bytes: Array(path.bytes.prefix(60))).displayText)...")
    }
    guard path.components.count == path.parts.count, !path.parts.contains(where: isRelativeComponent) else {
      throw record.fault("\(path.displayText) is no relative path without . and ..")
    }
    guard files.updateValue(bytes, forKey: path) == nil else {
      throw record.fault("\(path.displayText) stands twice")
    }
  }
  for path in files.keys {
    var folder = path
    while folder.parent != Path(".") {
      folder = folder.parent
      if files[folder] != nil {
        throw record.fault("\(folder.displayText) is a file, and a folder of others")
      }
    }
  }
  return files
}

private func isRelativeComponent(_ part: ArraySlice<UInt8>) -> Bool {
  [Array(".".utf8), Array("..".utf8)].contains(Array(part))
}

extension Path {
  /// What stands between its slashes, empty parts too.
  fileprivate var parts: [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }
}

/// Files in memory have every folder above them in memory too.
private let maxFiles = 10_000
private let maxPathBytes = 1024
private let maxParts = 16
