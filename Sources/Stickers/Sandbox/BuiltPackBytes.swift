package import StickerEngine

// What crosses a pipe from a process that builds a pack. A stranger's file may have got the better of it: it
// can only say what a build could have said, and nothing that it names leads out of the pack.

extension BuiltPack {
  /// The build as bytes that cross the pipe from the worker.
  package var encoded: [UInt8] {
    var writer = StoredWriter()
    writer.optional(name) { $0.text($1) }
    writer.optional(app) { $0.text($1) }
    writer.integer(stickers)
    writer.list(leftOut) { writer, sticker in
      writer.path(sticker.path)
      writer.list(sticker.rules) { $0.text($1) }
      writer.sentences(sticker.reasons)
    }
    writer.sentences(notes)
    writer.sentences(changes)
    writer.list(findings) { $0.finding($1) }
    writer.sentences(differences)
    switch outcome {
    case .completed: writer.integer(0)
    case .stopped(let reasons):
      writer.integer(1)
      writer.sentences(reasons.map(\.text))
    case .failed(let reasons):
      writer.integer(2)
      writer.sentences(reasons.map(\.text))
    case .internalError(let message):
      writer.integer(3)
      writer.sentences([message])
    }
    writer.optional(tree) { $0.tree($1) }
    return writer.stored
  }

  /// Reads what `encoded` gave.
  ///
  /// - Parameter rules: every rule there is.
  /// - Parameter mostBytes: of all files of the pack, as they are written: a build has each sticker up to
  ///   three times.
  /// - Returns: nil for what no build could have said.
  package init?(parsing bytes: [UInt8], rules: [Rule], mostBytes: Int = 2 << 30) {
    var reader = StoredReader(bytes[...])
    let known = Set(rules.map(\.id))
    self.init(.completed)
    name = reader.optional { $0.text() }
    app = reader.optional { $0.text() }
    let leftOut = { (reader: inout StoredReader) -> LeftOut? in
      guard let path = reader.path(), let rules = reader.list({ $0.rule(known) }),
        let reasons = reader.sentences()
      else { return nil }
      return LeftOut(path: path, rules: rules, reasons: reasons)
    }
    guard let stickers = reader.integer(in: 0...Int(UInt32.max)), let left = reader.list(leftOut),
      let notes = reader.sentences(), let changes = reader.sentences(),
      let findings = reader.list({ $0.finding(known) }), let differences = reader.sentences(),
      let outcome = reader.outcome()
    else { return nil }
    self.stickers = stickers
    self.leftOut = left
    self.notes = notes
    self.changes = changes
    self.findings = findings
    self.differences = differences
    self.outcome = outcome
    tree = reader.optional { $0.tree(atMost: mostBytes) }
    guard reader.isAtEnd, name?.isEmpty != true, outcome != .completed || name != nil else { return nil }
  }
}

extension StoredWriter {
  fileprivate mutating func sentences(_ lines: [String]) {
    // Two names beside each other may make what neither is alone.
    list(lines) { $0.text(Untrusted($1).shown) }
  }

  fileprivate mutating func finding(_ finding: Finding) {
    text(finding.rule)
    text(finding.severity.rawValue)
    path(finding.path)
    evidence(finding.evidence)
    text(Untrusted(finding.advice).shown)
    flag(finding.fails)
  }

  /// Files of the same bytes, of which a build has many, cross once.
  fileprivate mutating func tree(_ tree: FileTree) {
    var places: [[UInt8]: Int] = [:]
    let paths = tree.paths
    list(Array(paths.indices)) { writer, number in
      let bytes = tree[paths[number]] ?? []
      writer.text(paths[number])
      writer.optional(places[bytes]) { $0.integer($1) }
      if places[bytes] == nil {
        places[bytes] = number
        writer.bytes(bytes)
      }
    }
  }
}

extension StoredReader {
  fileprivate mutating func sentences() -> [String]? { list { $0.harmlessText() } }

  fileprivate mutating func outcome() -> BuildOutcome? {
    switch integer() {
    case 0: return .completed
    case 1: return sentences().map { .stopped($0.map { Sentence($0) }) }
    case 2: return sentences().map { .failed($0.map { Sentence($0) }) }
    case 3: return sentences().flatMap { $0.count == 1 ? .internalError($0[0]) : nil }
    default: return nil
    }
  }

  /// - Parameter known: the ids of all rules there are.
  fileprivate mutating func rule(_ known: Set<String>) -> String? {
    text().flatMap { known.contains($0) ? $0 : nil }
  }

  fileprivate mutating func finding(_ known: Set<String>) -> Finding? {
    guard let rule = rule(known), let severity = text().flatMap(Severity.init), let path = path(),
      let evidence = evidence(), let advice = harmlessText(), let fails = flag()
    else { return nil }
    return Finding(
      rule: rule, severity: severity, path: path, evidence: evidence, advice: advice, fails: fails)
  }

  fileprivate mutating func tree(atMost mostBytes: Int) -> FileTree? {
    var (tree, files, folders) = (FileTree(), [[UInt8]](), Set<String>())
    var (paths, bytesLeft): (Set<String>, Int) = ([], mostBytes)
    let file = { (reader: inout StoredReader) -> Bool? in
      guard let path = reader.text(), isInside(path), paths.insert(path).inserted else { return nil }
      folders.formUnion(foldersAbove(path))
      if let place = reader.optional({ $0.integer(in: 0...Int(UInt32.max)) }) {
        guard place < files.count else { return nil }
        files.append(files[place])
      } else {
        guard let bytes = reader.bytes() else { return nil }
        files.append(bytes)
      }
      // A few bytes can name one large file very often.
      bytesLeft -= files.last?.count ?? 0
      guard bytesLeft >= 0, files.count <= mostTreeFiles else { return nil }
      tree[path] = files.last
      return true
    }
    guard list(file) != nil, folders.isDisjoint(with: paths) else { return nil }
    return tree
  }
}

/// Ten thousand stickers of three sizes, in a pack, a catalog and a project.
private let mostTreeFiles = 200_000

/// Whether a path leads to a file below a folder, on every system.
private func isInside(_ path: String) -> Bool {
  let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  return path.utf8.count <= 4096
    && path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
    && !parts.contains { [[], Array(".".utf8), Array("..".utf8)].contains(Array($0)) }
}

private func foldersAbove(_ path: String) -> [String] {
  path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
}

extension PackRecord {
  /// The record as bytes that cross a pipe, without its id.
  var encoded: [UInt8] {
    var writer = StoredWriter()
    writer.optional(name) { $0.text($1) }
    writer.optional(output) { $0.path($1) }
    writer.optional(messenger) { $0.text($1) }
    switch art {
    case .source(let path):
      writer.integer(0)
      writer.path(path)
    case .files(let files):
      writer.integer(1)
      writer.list(files.sorted { $0.key < $1.key }) {
        $0.path($1.key)
        $0.bytes($1.value)
      }
    }
    return writer.stored
  }

  /// The record in bytes that crossed a pipe; nil for what is no record.
  init?(parsing bytes: [UInt8]) {
    var reader = StoredReader(bytes[...])
    name = reader.optional { $0.text() }
    output = reader.optional { $0.path() }
    messenger = reader.optional { $0.text() }
    switch reader.integer() {
    case 0:
      guard let path = reader.path() else { return nil }
      art = .source(path)
    case 1:
      var files: [Path: [UInt8]] = [:]
      let file = { (reader: inout StoredReader) -> Bool? in
        guard let path = reader.path(), let bytes = reader.bytes() else { return nil }
        files[path] = bytes
        return true
      }
      guard reader.list(file) != nil else { return nil }
      art = .files(files)
    default: return nil
    }
    guard reader.isAtEnd else { return nil }
  }
}
