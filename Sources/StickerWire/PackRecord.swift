package import StickerModel

/// A record of `stream pack`: a path, or an object that says more.
package struct PackRecord: Hashable, Sendable {
  /// What the pack is made of.
  package enum Art: Hashable, Sendable {
    /// A folder, a description or a catalog on the disk.
    case source(Path)
    /// Files in memory, by relative paths none of which lies below another.
    case files([Path: [UInt8]])
  }
  /// What the pack is made of.
  package let art: Art
  /// What the record calls itself; it is given back with the answer.
  package var id: JSON?
  /// What the pack is called; nil for what its description or its folder says.
  package var name: String?
  /// Where the pack is built, below the folder of all packs; nil for a folder of the pack's name.
  package var output: Path?
  /// The profile of the messenger that it is handed over to; nil: it is built for Messages. No record of
  /// somebody else's says it.
  package var messenger: String?

  /// A pack by its path.
  package init(source: Path) { art = .source(source) }

  /// A pack of files in memory.
  package init(files: [Path: [UInt8]], named name: String?) { (art, self.name) = (.files(files), name) }

  /// Reads a record: one that begins with `{` is JSON, everything else a path.
  ///
  /// - Parameter most: bytes of the longest record.
  /// - Throws: why it is none.
  package init(parsing record: [UInt8], atMost most: Int) throws(RecordFault) {
    switch try ParsedRecord(record, atMost: most) {
    case .path(let path): self.init(source: path)
    case .object(let object): try self.init(object)
    }
  }

  private init(_ object: RecordObject) throws(RecordFault) {
    var object = object
    let source = try object.path("source", "sourceBytes")
    let files = try files(of: object)
    switch (source, files) {
    case (let source?, nil): art = .source(source)
    case (nil, let files?): art = .files(files)
    case (nil, nil): throw object.fault("the record needs a source or files")
    case (_?, _?): throw object.fault("the record has a source and files: leave one out")
    }
    (id, name) = (object.id, try object.text("name"))
    if name == "" { throw object.fault("a name has a character at least") }
    if let text = try object.text("output", atMost: mostPathBytes) {
      guard isPlace(text) else {
        throw object.fault(
          "an output is a relative path whose parts are none of them empty or begin with a dot")
      }
      output = Path(text)
    }
    try object.refuseKeys(but: ["id", "source", "sourceBytes", "files", "name", "output"])
  }
}

/// Whether a text names a folder below another one, whatever lies there: parts that begin with a dot lead
/// out of it, are hidden, or are what a build is called until it is whole.
private func isPlace(_ text: String) -> Bool {
  let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  return text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    && parts.allSatisfy { $0.first.map { $0 != UInt8(ascii: ".") } ?? false }
}

/// The files that a record holds; nil where it has none.
private func files(of record: RecordObject) throws(RecordFault) -> [Path: [UInt8]]? {
  let list: [JSON]
  switch record.members["files"] {
  case nil, .null: return nil
  case .array(let found): list = found
  case .some(let other): throw record.fault("files are a list, not \(other.kind)")
  }
  guard 1...mostFiles ~= list.count else {
    throw record.fault("a pack has 1 to \(grouped(mostFiles)) files, not \(grouped(list.count))")
  }
  var files: [Path: [UInt8]] = [:]
  for member in list {
    guard case .object(let members) = member else {
      throw record.fault("a file is an object, not \(member.kind)")
    }
    var file = RecordObject(members, in: record)
    let (path, bytes) = (try file.path("path", "pathBytes"), try file.bytes("bytes"))
    try file.refuseKeys(but: ["path", "pathBytes", "bytes"])
    guard let path, let bytes else { throw record.fault("a file has a path and bytes") }
    guard path.bytes.count <= mostPathBytes, path.parts.count <= mostParts else {
      let most = "\(grouped(mostPathBytes)) bytes and \(mostParts) parts"
      throw record.fault(
        "a file's path has at most \(most): \(Path(bytes: Array(path.bytes.prefix(60))).shown)...")
    }
    guard path.components.count == path.parts.count, !path.parts.contains(where: isStep) else {
      throw record.fault("\(path.shown) is no relative path without . and ..")
    }
    guard files.updateValue(bytes, forKey: path) == nil else {
      throw record.fault("\(path.shown) stands twice")
    }
  }
  for path in files.keys {
    var folder = path
    while folder.parent != Path(".") {
      folder = folder.parent
      if files[folder] != nil { throw record.fault("\(folder.shown) is a file, and a folder of others") }
    }
  }
  return files
}

private func isStep(_ part: ArraySlice<UInt8>) -> Bool {
  [Array(".".utf8), Array("..".utf8)].contains(Array(part))
}

extension Path {
  /// What stands between its slashes, empty parts too.
  fileprivate var parts: [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }
}

/// Files in memory have every folder above them in memory too.
private let mostFiles = 10_000
private let mostPathBytes = 1024
private let mostParts = 16
