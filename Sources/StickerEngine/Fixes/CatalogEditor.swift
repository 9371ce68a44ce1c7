/// Edits an asset catalog in memory.
struct CatalogEditor {
  private(set) var tree: FileTree
  let root: String
  /// The new paths of renamed files and folders, keyed by their old paths.
  private(set) var newPathsByOldPath: [String: String] = [:]
  /// All names in the catalog, in lowercase; nil until they are needed.
  private var takenLowercasedNames: Set<String>?

  private let iconGenerator: IconSetRepair.Generator?
  /// The descriptions of regenerated icon sets, keyed by the paths of their documents. Regenerating a set
  /// resolves all of its findings.
  private var iconRegenerationTextByDocument: [String: String] = [:]

  init(tree: FileTree, root: String, iconGenerator: IconSetRepair.Generator?) {
    self.tree = tree
    self.root = root
    self.iconGenerator = iconGenerator
  }

  /// Applies the fix of a finding.
  ///
  /// - Returns: a description of the change.
  mutating func applyFix(for finding: Finding) -> Result<String, Diagnostic> {
    do throws(Diagnostic) {
      guard let fix = finding.evidence.fix, let path = finding.path.text else { throw locationNotFound }
      switch fix.kind {
      case .correctCatalogSpelling:
        return .success(try correctWord(in: path, finding, to: fix.correctSpelling))
      case .correctIconPlatform: return .success(try correctIconPlatforms(path))
      case .writeMissingCatalogDocument: return .success(try writeMissingDocument(path))
      case .addToCatalogDocument: return .success(try addFileToDocument(path))
      case .renameDuplicateInCatalog: return .success(try renameFileWithSharedName(inDocument: path, finding))
      case .regenerateWrongIcons: return .success(try regenerateIcons(path))
      default: throw locationNotFound
      }
    } catch { return .failure(error) }
  }

  private mutating func correctWord(
    in path: String, _ finding: Finding, to word: String?
  ) throws(Diagnostic) -> String {
    let (token, text) = try self.reportedStringToken(in: path, finding)
    guard let word, let bytes = tree[path] else { throw locationNotFound }
    tree[path] = bytes.applying([ByteRangeEdit(token, jsonToken(word))])
    return "change \(quotedDisplayText(text)) to \(quotedDisplayText(word))"
  }

  private mutating func writeMissingDocument(_ path: String) throws(Diagnostic) -> String {
    guard tree[path] == nil else { throw Diagnostic("the file already exists") }
    let folder = Path(path).parent
    guard let name = folder.text else { throw locationNotFound }
    // Read only this set, not the whole catalog.
    let files = tree.filter { $0.hasPrefix(name + "/") }
    let set = catalogWithoutImages(in: files, catalogFolder: name).recognizedFolders.first {
      $0.path == folder
    }
    guard let document = set?.documentToWriteIfMissing else {
      throw Diagnostic("its content cannot be derived from the files")
    }
    tree[path] = document.encoded()
    if case .string(let name)? = document["properties"]?["filename"] {
      return "write Contents.json for \(quotedDisplayText(name))"
    }
    guard case .array(let list)? = document["stickers"] else { return "write Contents.json" }
    return "write Contents.json with \(countText(list.count, "sticker")), sorted by name"
  }

  private mutating func correctIconPlatforms(_ path: String) throws(Diagnostic) -> String {
    guard let bytes = tree[path],
      let root = try? JSONDocument(parsing: bytes, maxBytes: Catalog.maxDocumentBytes).root
    else { throw locationNotFound }
    let edits = editsCorrectingIconPlatforms(in: root, JSONRangeFinder(bytes: bytes))
    guard !edits.isEmpty else { throw locationNotFound }
    tree[path] = bytes.applying(edits)
    return "set “platform” : “\(IconSlot.messagesPlatform)” for \(countText(edits.count, "icon"))"
  }

  private mutating func addFileToDocument(_ path: String) throws(Diagnostic) -> String {
    let (folder, name) = (Path(path).parent, Path(path).name.displayText)
    let document = folder.appending(Catalog.documentName).text ?? ""
    guard let own = Path(path).name.text, let bytes = tree[document],
      let parsed = try? JSONDocument(parsing: bytes, maxBytes: Catalog.maxDocumentBytes),
      let edit = editAddingFile(
        own, to: parsed.root, in: JSONRangeFinder(bytes: bytes), kind: CatalogFolder.Kind(folder))
    else { throw Diagnostic("the Contents.json of its folder cannot list it") }
    tree[document] = bytes.applying([edit])
    return "add “\(name)” to Contents.json"
  }

  private mutating func renameFileWithSharedName(inDocument path: String, _ finding: Finding)
    throws(Diagnostic)
    -> String
  {
    let name = try reportedStringToken(in: path, finding).text
    let folder = Path(path).parent
    guard let old = folder.appending(name).text, let picture = tree[old], let bytes = tree[path] else {
      throw Diagnostic("\(quotedDisplayText(name)) does not exist")
    }
    let new = reserveFreeName(like: name)
    guard let document = catalogDocument(bytes, renaming: name, to: new),
      let target = folder.appending(new).text
    else { throw locationNotFound }
    tree[path] = document
    tree[old] = nil
    tree[target] = picture
    newPathsByOldPath[old] = target
    return "rename \(quotedDisplayText(name)) to \(quotedDisplayText(new))"
  }

  private mutating func regenerateIcons(_ document: String) throws(Diagnostic) -> String {
    if let words = iconRegenerationTextByDocument[document] { return words }
    guard let folder = Path(document).parent.text, let iconGenerator else { throw locationNotFound }
    var set = FileTree()
    for path in tree.paths where Path(path).parent == Path(folder) {
      if let name = Path(path).name.text { set[name] = tree[path] }
    }
    let icons = try iconGenerator(set, belongsToStandaloneStickerApp)
    for (old, new) in icons.newNamesByOldName {
      tree["\(folder)/\(old)"] = nil
      newPathsByOldPath["\(folder)/\(old)"] = "\(folder)/\(new)"
    }
    for name in icons.filesToWrite.paths { tree["\(folder)/\(name)"] = icons.filesToWrite[name] }
    iconRegenerationTextByDocument[document] = icons.summary
    return icons.summary
  }

  /// Whether the catalog belongs to a standalone sticker app.
  private var belongsToStandaloneStickerApp: Bool {
    CatalogFolder.Kind(Path(root)) == .stickerCatalog
      || tree.paths.contains { path in
        Path(path).components.dropLast().contains { CatalogFolder.Kind($0) == .stickerCatalog }
      }
  }

  /// Returns a name that the catalog does not use, ignoring case: `star-2.png` for `star.png`.
  private mutating func reserveFreeName(like name: String) -> String {
    let path = Path(name)
    let unscaled = path.unscaledPathAndScale.unscaled.stem
    let stem = String(decoding: unscaled.bytes, as: UTF8.self)
    let rest = String(decoding: path.bytes.dropFirst(unscaled.bytes.count), as: UTF8.self)
    var (taken, number) = (takenLowercasedNames ?? lowercasedNamesInUse, 2)
    while !taken.insert("\(stem)-\(number)\(rest)".lowercased()).inserted { number += 1 }
    self.takenLowercasedNames = taken
    return "\(stem)-\(number)\(rest)"
  }

  private var lowercasedNamesInUse: Set<String> {
    let documents = catalogWithoutImages(in: tree, catalogFolder: root).recognizedFolders.compactMap(
      \.document)
    let named = documents.flatMap { $0.root.fileNameNodes.compactMap(\.text) }
    return Set((named + tree.paths.compactMap { Path($0).name.text }).map { $0.lowercased() })
  }

  /// Returns the JSON string that a finding is about, with its byte range.
  private func reportedStringToken(
    in path: String, _ finding: Finding
  ) throws(Diagnostic) -> (range: Range<Int>, text: String) {
    guard let bytes = tree[path], case .text(let location) = finding.evidence.location else {
      throw locationNotFound
    }
    let finder = JSONRangeFinder(bytes: bytes)
    guard let range = finder.offset(of: location).flatMap(finder.stringRangeIncludingQuotes),
      case .string(let text)? = try? JSON(parsing: Array(bytes[range]), maxBytes: bytes.count)
    else { throw locationNotFound }
    return (range, text)
  }
}

private let locationNotFound = Diagnostic("its location in the document was not found")

/// Returns text from a document, escaped for display and in quotes.
private func quotedDisplayText(_ text: String) -> String { "“\(UntrustedText(text).displayText)”" }

/// Renames a file in a catalog's document.
///
/// Only the strings that name the file change. Every other byte stays the same, including the order of keys,
/// unknown keys, whitespace and a byte order mark.
///
/// - Parameter bytes: a `Contents.json`, which may be hostile.
/// - Parameter old: the old name in the document's folder, unescaped. Canonically equivalent names are equal,
///   as in the catalog rules.
/// - Parameter new: the new name in that folder.
/// - Parameter ignoringCase: whether to ignore case, because the file system does or because no other file
///   has a name that differs only in case.
/// - Returns: the new document, or nil if `bytes` does not name the file or is not JSON.
package func catalogDocument(
  _ bytes: [UInt8], renaming old: String, to new: String, ignoringCase: Bool = false
) -> [UInt8]? {
  guard let document = try? JSONDocument(parsing: bytes, maxBytes: Catalog.maxDocumentBytes) else {
    return nil
  }
  let (finder, token, folded) = (JSONRangeFinder(bytes: bytes), jsonToken(new), old.lowercased())
  let edits = document.root.fileNameNodes.compactMap { name -> ByteRangeEdit? in
    guard let text = name.text, text == old || (ignoringCase && text.lowercased() == folded),
      let range = finder.stringRangeIncludingQuotes(at: name.offset)
    else { return nil }
    return ByteRangeEdit(range, token)
  }
  return edits.isEmpty ? nil : bytes.applying(edits)
}

extension JSONNode {
  /// The values that name files or folders next to the document. They are in `stickers` for a pack, in
  /// `frames` for a sequence, in `images` for icon sets and image sets, and in `properties` for a sticker.
  var fileNameNodes: [JSONNode] {
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
