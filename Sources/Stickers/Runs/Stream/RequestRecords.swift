package import StickerEngine

/// A parsed record from standard input: a path or a JSON object.
enum PathOrObjectRecord {
  case path(Path)
  case object(RecordObject)

  /// Parses a record. It is JSON if it starts with `{`, and a path otherwise.
  ///
  /// - Parameter most: the maximum size of a record in bytes.
  init(_ record: [UInt8], maxBytes most: Int) throws(Diagnostic) {
    let start = record.first { ![0x20, 0x09].contains($0) }
    guard let start else { throw Diagnostic("the record is empty") }
    guard start == UInt8(ascii: "{") else {
      guard record.count <= maxRecordTextBytes else {
        throw Diagnostic("the path is too long (limit: \(numberText(maxRecordTextBytes)) bytes)")
      }
      guard !record.contains(0) else {
        throw Diagnostic("the path contains a zero byte. Separate records with --null.")
      }
      self = .path(Path(bytes: record))
      return
    }
    let json: JSON
    do throws(Diagnostic) {
      json = try JSON(parsing: record, maxBytes: most, maxValues: maxJSONValues)
    } catch {
      throw Diagnostic("invalid JSON at column \(error.location?.column ?? 1): \(error.message)")
    }
    guard case .object(let members) = json else { throw Diagnostic("the record is not a JSON object") }
    self = .object(try RecordObject(members))
  }
}

extension Diagnostic {
  /// Creates a diagnostic for a record.
  ///
  /// - Parameter id: the id of the record.
  init(_ message: UserMessage, record id: JSON?, file: Path? = nil) {
    self.init(message, file: file)
    self.stickerOrRecordID = id
  }
}

/// A JSON object that is a record or part of one.
struct RecordObject {
  let members: [String: JSON]
  /// The id of the record, which is repeated in its answer.
  let id: JSON?
  /// The file that the record specifies, for errors that are found later.
  var diagnosticPath: Path?

  init(_ members: [String: JSON]) throws(Diagnostic) {
    self.members = members
    switch members["id"] {
    case nil, .null: id = nil
    // Other numbers could not be repeated exactly.
    case .integer?: id = members["id"]
    case .string(let text)? where text.utf8.count <= maxRecordTextBytes: id = members["id"]
    default:
      throw Diagnostic(
        "id must be a 64-bit integer, or a string of at most \(numberText(maxRecordTextBytes)) bytes")
    }
  }

  /// An object inside a record.
  init(_ members: [String: JSON], in record: RecordObject) {
    self.members = members
    id = record.id
    diagnosticPath = record.diagnosticPath
  }

  func diagnostic(_ reason: UserMessage) -> Diagnostic {
    Diagnostic(reason, record: id, file: diagnosticPath)
  }

  func ensureOnlyKeys(in known: [String]) throws(Diagnostic) {
    if let other = members.keys.sorted().first(where: { !known.contains($0) }) {
      throw diagnostic(
        "unknown key \(UntrustedText(String(other.prefix(60))).displayText) (expected \(listText(known, "or")))"
      )
    }
  }

  /// - Parameter most: the limit in bytes.
  func text(_ key: String, maxBytes most: Int = maxRecordTextBytes) throws(Diagnostic) -> String? {
    switch members[key] {
    case nil, .null: return nil
    case .string(let text):
      guard text.utf8.count <= most else {
        throw diagnostic("\(key) is too long (limit: \(numberText(most)) bytes)")
      }
      return text
    case .some(let other): throw diagnostic("\(key) must be a string, not \(other.typeDescription)")
    }
  }

  /// The bytes that a Base64 string encodes.
  func base64DecodedBytes(_ key: String) throws(Diagnostic) -> [UInt8]? {
    guard let text = try text(key, maxBytes: .max) else { return nil }
    guard let read = StickerEngine.base64Decoded(text) else {
      throw diagnostic("\(key) is not valid Base64")
    }
    return read
  }

  /// A path as a string, or in Base64 if it is not UTF-8.
  mutating func pathKeptForDiagnostics(_ key: String, base64Key keyOfBytes: String) throws(Diagnostic)
    -> Path?
  {
    let (bytes, text) = (try base64DecodedBytes(keyOfBytes), try text(key))
    if bytes != nil, text != nil {
      throw diagnostic("the record has both \(key) and \(keyOfBytes). Remove one.")
    }
    let read = bytes.map { Path(bytes: $0) } ?? text.map { Path($0) }
    guard bytes.map({ $0.count <= maxRecordTextBytes }) ?? true else {
      throw diagnostic("\(keyOfBytes) is too long (limit: \(numberText(maxRecordTextBytes)) bytes)")
    }
    diagnosticPath = read ?? diagnosticPath
    guard read.map({ !$0.bytes.isEmpty && !$0.bytes.contains(0) }) ?? true else {
      throw diagnostic("a path must not be empty or contain zero bytes")
    }
    return read
  }
}

/// The maximum length of a string in bytes, which is longer than any path that a system allows. Longer
/// strings are not repeated in answers.
private let maxRecordTextBytes = 1 << 16

/// The maximum number of JSON values in a record. This is enough for 10,000 files. Records with more values
/// are rejected.
private let maxJSONValues = 200_000

/// An input record of `stream`: a path, or an object with more details.
package struct StreamFileRequest: Hashable, Sendable {
  /// The path of the file, or a name for the bytes; nil if the record has only bytes.
  package var pathOrNameOfBytes: Path?
  /// The bytes of the file, if it is not read from the path.
  package var bytes: [UInt8]?
  /// The role of the file; nil to derive it from the path.
  var role: AssetRole?
  /// The id of the record, which is repeated in its answer.
  var id: JSON?

  /// Creates a record for a file.
  init(path: Path) { self.pathOrNameOfBytes = path }

  /// Parses a record. It is JSON if it starts with `{`, and a path otherwise.
  ///
  /// - Parameter most: the maximum size of a record in bytes.
  /// - Throws: an error that says why the record is invalid.
  package init(parsing record: [UInt8], maxBytes most: Int) throws(Diagnostic) {
    switch try PathOrObjectRecord(record, maxBytes: most) {
    case .path(let path): self.init(path: path)
    case .object(let object): try self.init(object)
    }
  }

  private init(_ object: RecordObject) throws(Diagnostic) {
    var object = object
    pathOrNameOfBytes = try object.pathKeptForDiagnostics("path", base64Key: "pathBytes")
    id = object.id
    bytes = try object.base64DecodedBytes("bytes")
    if let text = try object.text("role") {
      guard let role = AssetRole(rawValue: text) else {
        throw object.diagnostic("role must be \(listText(AssetRole.allCases.map(\.rawValue), "or"))")
      }
      self.role = role
    }
    try object.ensureOnlyKeys(in: ["id", "path", "pathBytes", "bytes", "role"])
    guard pathOrNameOfBytes != nil || bytes != nil else {
      throw object.diagnostic("the record needs a path or bytes")
    }
  }
}

/// An input record of `stream pack`: a path, or an object with more details.
package struct StreamPackRequest: Hashable, Sendable {
  /// The art that a pack is built from.
  package enum Art: Hashable, Sendable {
    /// A folder, a pack file or a catalog in the file system.
    case source(Path)
    /// Files in memory, by relative path. No file is inside another.
    case files([Path: [UInt8]])
  }
  /// The art of the pack.
  package let artSource: Art
  /// The id of the record, which is repeated in its answer.
  var id: JSON?
  /// The name of the pack; nil to use the name in its `stickerpack.yml` or the name of its folder.
  var name: String?
  /// The folder of the pack, relative to the folder of all packs; nil for a folder with the pack's name.
  package var outputSubfolder: Path?
  /// The profile of the messenger that the pack is exported for; nil for Messages. Only the drop page sets
  /// it.
  var messenger: String?

  /// Creates a record for a pack at a path.
  init(source: Path) { artSource = .source(source) }

  /// Creates a record for a pack of files in memory.
  init(files: [Path: [UInt8]], named name: String?) {
    artSource = .files(files)
    self.name = name
  }

  /// Parses a record. It is JSON if it starts with `{`, and a path otherwise.
  ///
  /// - Parameter most: the maximum size of a record in bytes.
  /// - Throws: an error that says why the record is invalid.
  package init(parsing record: [UInt8], maxBytes most: Int) throws(Diagnostic) {
    switch try PathOrObjectRecord(record, maxBytes: most) {
    case .path(let path): self.init(source: path)
    case .object(let object): try self.init(object)
    }
  }

  private init(_ object: RecordObject) throws(Diagnostic) {
    var object = object
    let source = try object.pathKeptForDiagnostics("source", base64Key: "sourceBytes")
    let files = try files(of: object)
    switch (source, files) {
    case (let source?, nil): artSource = .source(source)
    case (nil, let files?): artSource = .files(files)
    case (nil, nil): throw object.diagnostic("the record needs a source or files")
    case (_?, _?): throw object.diagnostic("the record has both source and files. Remove one.")
    }
    id = object.id
    name = try object.text("name")
    if name == "" { throw object.diagnostic("name must not be empty") }
    if let text = try object.text("output", maxBytes: maxInMemoryPathBytes) {
      guard isVisibleRelativePath(text) else {
        throw object.diagnostic(
          "output must be a relative path without empty parts or parts that start with a dot")
      }
      outputSubfolder = Path(text)
    }
    try object.ensureOnlyKeys(in: ["id", "source", "sourceBytes", "files", "name", "output"])
  }
}

/// Whether a string is a relative path below a folder. Components that start with a dot are rejected, because
/// they point outside the folder, are hidden, or are reserved for unfinished builds.
private func isVisibleRelativePath(_ text: String) -> Bool {
  let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  return text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    && parts.allSatisfy { $0.first.map { $0 != UInt8(ascii: ".") } ?? false }
}

/// The files in a record; nil if it has none.
private func files(of record: RecordObject) throws(Diagnostic) -> [Path: [UInt8]]? {
  let list: [JSON]
  switch record.members["files"] {
  case nil, .null: return nil
  case .array(let found): list = found
  case .some(let other): throw record.diagnostic("files must be a list, not \(other.typeDescription)")
  }
  guard 1...maxRecordFiles ~= list.count else {
    throw record.diagnostic(
      "a pack must have 1 to \(numberText(maxRecordFiles)) files, not \(numberText(list.count))")
  }
  var files: [Path: [UInt8]] = [:]
  for member in list {
    guard case .object(let members) = member else {
      throw record.diagnostic("a file must be a JSON object, not \(member.typeDescription)")
    }
    var file = RecordObject(members, in: record)
    let (path, bytes) = (
      try file.pathKeptForDiagnostics("path", base64Key: "pathBytes"), try file.base64DecodedBytes("bytes")
    )
    try file.ensureOnlyKeys(in: ["path", "pathBytes", "bytes"])
    guard let path, let bytes else { throw record.diagnostic("a file needs a path and bytes") }
    guard path.bytes.count <= maxInMemoryPathBytes,
      path.partsIncludingEmpty.count <= maxInMemoryPathComponents
    else {
      let most = "\(numberText(maxInMemoryPathBytes)) bytes and \(maxInMemoryPathComponents) parts"
      throw record.diagnostic(
        "the path of a file is too long (limit: \(most)): "
          + "\(Path(bytes: Array(path.bytes.prefix(60))).displayText)...")
    }
    guard path.components.count == path.partsIncludingEmpty.count,
      !path.partsIncludingEmpty.contains(where: isDotOrDotDot)
    else {
      throw record.diagnostic("\(path.displayText) must be a relative path without . and ..")
    }
    guard files.updateValue(bytes, forKey: path) == nil else {
      throw record.diagnostic("\(path.displayText) occurs twice")
    }
  }
  for path in files.keys {
    var folder = path
    while folder.parent != Path(".") {
      folder = folder.parent
      if files[folder] != nil {
        throw record.diagnostic("\(folder.displayText) is both a file and a folder")
      }
    }
  }
  return files
}

private func isDotOrDotDot(_ part: ArraySlice<UInt8>) -> Bool {
  [Array(".".utf8), Array("..".utf8)].contains(Array(part))
}

extension Path {
  /// The parts between slashes, including empty ones.
  fileprivate var partsIncludingEmpty: [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }
}

/// The limits for files in memory. All of their parent folders are also kept in memory.
private let maxRecordFiles = 10_000
private let maxInMemoryPathBytes = 1024
private let maxInMemoryPathComponents = 16
