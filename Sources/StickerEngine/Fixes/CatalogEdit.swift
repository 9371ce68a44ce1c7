/// A catalog on its way from one state to another.
struct CatalogEdit {
  private(set) var tree: FileTree
  let root: String
  /// New names of files and folders, by the old ones.
  private(set) var moves: [String: String] = [:]
  /// Every name in the catalog, in small letters; nil where nobody has asked yet.
  private var taken: Set<String>?

  private let maker: RegeneratedIcons.Generator?
  /// What became of icon sets, by their documents: one making cures all that is wrong with a set.
  private var regenerated: [String: String] = [:]

  init(tree: FileTree, root: String, maker: RegeneratedIcons.Generator?) {
    self.tree = tree
    self.root = root
    self.maker = maker
  }

  /// Does what a finding asks for.
  ///
  /// - Returns: what was done, in words.
  mutating func resolve(_ finding: Finding) -> Result<String, Diagnostic> {
    do throws(Diagnostic) {
      guard let fix = finding.evidence.fix, let path = finding.path.text else { throw notUnderstood }
      switch fix.kind {
      case .correctDocument: return .success(try correct(path, finding, to: fix.word))
      case .writePlatform: return .success(try writePlatform(path))
      case .writeDocument: return .success(try writeDocument(path))
      case .addToDocument: return .success(try add(path))
      case .renameInCatalog: return .success(try rename(path, finding))
      case .makeIcons: return .success(try makeIcons(path))
      default: throw notUnderstood
      }
    } catch { return .failure(error) }
  }

  private mutating func correct(
    _ path: String, _ finding: Finding, to word: String?
  ) throws(Diagnostic) -> String {
    let (token, text) = try self.token(in: path, finding)
    guard let word, let bytes = tree[path] else { throw notUnderstood }
    tree[path] = bytes.applying([DocumentEdit(token, jsonToken(word))])
    return "\(inQuotes(text)) became \(inQuotes(word))"
  }

  private mutating func writeDocument(_ path: String) throws(Diagnostic) -> String {
    guard tree[path] == nil else { throw Diagnostic("it is there") }
    let folder = Path(path).parent
    guard let name = folder.text else { throw notUnderstood }
    // Of all sets of a catalog, only this one is read.
    let files = tree.filter { $0.hasPrefix(name + "/") }
    let set = catalog(in: files, at: name).sets.first { $0.path == folder }
    guard let document = set?.writableDocument else {
      throw Diagnostic("its content cannot be derived from the files")
    }
    tree[path] = document.encoded()
    if case .string(let name)? = document["properties"]?["filename"] {
      return "Contents.json was written, which names \(inQuotes(name))"
    }
    guard case .array(let list)? = document["stickers"] else { return "Contents.json was written" }
    return
      "Contents.json was written, which lists \(countText(list.count, "sticker")) in the order of their names"
  }

  private mutating func writePlatform(_ path: String) throws(Diagnostic) -> String {
    guard let bytes = tree[path],
      let root = try? JSONDocument(parsing: bytes, atMost: Catalog.maxDocumentBytes).root
    else { throw notUnderstood }
    let edits = platforms(in: root, JSONPieces(bytes: bytes))
    guard !edits.isEmpty else { throw notUnderstood }
    tree[path] = bytes.applying(edits)
    return "“platform” : “\(IconSlot.messagesPlatform)” was written for \(countText(edits.count, "place"))"
  }

  private mutating func add(_ path: String) throws(Diagnostic) -> String {
    let (folder, name) = (Path(path).parent, Path(path).name.displayText)
    let document = folder.appending(Catalog.documentName).text ?? ""
    guard let own = Path(path).name.text, let bytes = tree[document],
      let parsed = try? JSONDocument(parsing: bytes, atMost: Catalog.maxDocumentBytes),
      let edit = addition(of: own, to: parsed.root, in: JSONPieces(bytes: bytes), CatalogSet.Kind(folder))
    else { throw Diagnostic("its folder's document has no place for it") }
    tree[document] = bytes.applying([edit])
    return "“\(name)” was added to Contents.json"
  }

  private mutating func rename(_ path: String, _ finding: Finding) throws(Diagnostic) -> String {
    let name = try token(in: path, finding).text
    let folder = Path(path).parent
    guard let old = folder.appending(name).text, let picture = tree[old], let bytes = tree[path] else {
      throw Diagnostic("\(inQuotes(name)) is not there")
    }
    let new = freeName(like: name)
    guard let document = renamed(inCatalogDocument: bytes, from: name, to: new),
      let target = folder.appending(new).text
    else { throw notUnderstood }
    tree[path] = document
    tree[old] = nil
    tree[target] = picture
    moves[old] = target
    return "\(inQuotes(name)) became \(inQuotes(new))"
  }

  private mutating func makeIcons(_ document: String) throws(Diagnostic) -> String {
    if let words = regenerated[document] { return words }
    guard let folder = Path(document).parent.text, let maker else { throw notUnderstood }
    var set = FileTree()
    for path in tree.paths where Path(path).parent == Path(folder) {
      if let name = Path(path).name.text { set[name] = tree[path] }
    }
    let icons = try maker(set, isApp)
    for (old, new) in icons.renamed {
      tree["\(folder)/\(old)"] = nil
      moves["\(folder)/\(old)"] = "\(folder)/\(new)"
    }
    for name in icons.written.paths { tree["\(folder)/\(name)"] = icons.written[name] }
    regenerated[document] = icons.words
    return icons.words
  }

  /// Whether the pack is an app by itself, as the rules have it.
  private var isApp: Bool {
    CatalogSet.Kind(Path(root)) == .stickerCatalog
      || tree.paths.contains { path in
        Path(path).components.dropLast().contains { CatalogSet.Kind($0) == .stickerCatalog }
      }
  }

  /// `star-2.png` for `star.png`: a name that nothing in the catalog has, capitals aside.
  private mutating func freeName(like name: String) -> String {
    let path = Path(name)
    let unscaled = path.splitScale.unscaled.stem
    let stem = String(decoding: unscaled.bytes, as: UTF8.self)
    let rest = String(decoding: path.bytes.dropFirst(unscaled.bytes.count), as: UTF8.self)
    var (taken, number) = (taken ?? takenNames, 2)
    while !taken.insert("\(stem)-\(number)\(rest)".lowercased()).inserted { number += 1 }
    self.taken = taken
    return "\(stem)-\(number)\(rest)"
  }

  private var takenNames: Set<String> {
    let documents = catalog(in: tree, at: root).sets.compactMap(\.document)
    let named = documents.flatMap { $0.root.fileNames.compactMap(\.text) }
    return Set((named + tree.paths.compactMap { Path($0).name.text }).map { $0.lowercased() })
  }

  /// The text that a finding is about.
  private func token(
    in path: String, _ finding: Finding
  ) throws(Diagnostic) -> (range: Range<Int>, text: String) {
    guard let bytes = tree[path], case .text(let location) = finding.evidence.location else {
      throw notUnderstood
    }
    let pieces = JSONPieces(bytes: bytes)
    guard let range = pieces.offset(of: location).flatMap(pieces.text),
      case .string(let text)? = try? JSON(parsing: Array(bytes[range]), atMost: bytes.count)
    else { throw notUnderstood }
    return (range, text)
  }
}

private let notUnderstood = Diagnostic("its place in the document was not found")

/// A name or word out of a document, for people.
private func inQuotes(_ text: String) -> String { "“\(Untrusted(text).displayText)”" }

/// A catalog's document in which a file has another name: only the texts that name it change, and every other
/// byte stays, the order of keys, unknown ones, blanks and a byte order mark among them.
///
/// - Parameter bytes: a `Contents.json`; hostile.
/// - Parameter old: a plain name in the document's folder, however the document escapes it. As for the
///   catalog's rules, `é` is the same as one code point and as two.
/// - Parameter new: another name in that folder.
/// - Parameter ignoringCase: whether a name that differs in capitals only is meant too, as where the file
///   system does not tell them apart, or no other file is called so.
/// - Returns: nil where nothing names the file, or the bytes are no JSON.
package func renamed(
  inCatalogDocument bytes: [UInt8], from old: String, to new: String, ignoringCase: Bool = false
) -> [UInt8]? {
  guard let document = try? JSONDocument(parsing: bytes, atMost: Catalog.maxDocumentBytes) else {
    return nil
  }
  let (pieces, token, folded) = (JSONPieces(bytes: bytes), jsonToken(new), old.lowercased())
  let edits = document.root.fileNames.compactMap { name -> DocumentEdit? in
    guard let text = name.text, text == old || (ignoringCase && text.lowercased() == folded),
      let range = pieces.text(at: name.offset)
    else { return nil }
    return DocumentEdit(range, token)
  }
  return edits.isEmpty ? nil : bytes.applying(edits)
}

extension JSONNode {
  /// The values of a document that name a file or folder beside it, whatever the document is of: a pack lists
  /// `stickers`, a sequence `frames`, icons and pictures `images`, and a sticker has `properties`.
  var fileNames: [JSONNode] {
    let holders = members.flatMap { member -> [JSONNode] in
      switch member.key {
      case "stickers", "frames", "images": member.value.elements ?? []
      case "properties": [member.value]
      default: []
      }
    }
    return holders.flatMap { $0.members.filter { $0.key == "filename" }.map(\.value) }
  }
}
