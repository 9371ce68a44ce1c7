import StickerEngine
import StickerImage
import StickerPacker

extension FixRunner {
  /// Fixes the documents of catalogs, after their images have been renamed.
  mutating func fixCatalogs() {
    let ofCatalogs = initialReportOrEmpty.packAndDocumentFindings.filter { $0.isFromCatalogRule }
    var left: [Finding] = []
    for catalog in run.discoveredFiles.catalogs {
      let own = ofCatalogs.filter { $0.path.components.starts(with: catalog.path.components) }
      let wanted = own.contains { fixOptions.unfixedReason(for: $0) == nil }
      let isTouched = newNames.keys.contains { $0.components.starts(with: catalog.path.components) }
      guard wanted || isTouched else {
        left += own
        continue
      }
      left += fixAndCheckFiles(of: catalog, allowsFixes: wanted)
    }
    catalogFindingsAfterFixes = left
  }

  /// - Returns: the findings on the catalog after the fix.
  private mutating func fixAndCheckFiles(of catalog: CatalogListing, allowsFixes: Bool) -> [Finding] {
    let configuration = run.configurationMap.configuration(at: catalog.path)
    let root = catalog.path.name.text ?? "catalog"
    var tree = FileTree()
    tree.add(catalogTreeForRules(catalog, &documents, run.sources, renamed: newNames), below: root)
    let prefix = root.utf8.count + 1
    func inside(_ path: String) -> String { String(decoding: path.utf8.dropFirst(prefix), as: UTF8.self) }
    if allowsFixes {
      let maker: IconSetRepair.Generator = { [fixOptions] set, isApp throws(Diagnostic) in
        var regenerated = try iconSetRepair(
          of: set, isApp: isApp, background: fixOptions.iconBackground, budget: configuration.budget)
        // Optimize these icons, too. Otherwise, the next run would report that they can be smaller.
        for name in fixOptions.minimizesPNGFileSize ? regenerated.filesToWrite.paths : [] {
          let optimizedBytes = regenerated.filesToWrite[name].flatMap {
            optimizedPNGIfSmaller($0, effort: fixOptions.effort)
          }
          regenerated.filesToWrite[name] = optimizedBytes ?? regenerated.filesToWrite[name]
        }
        return regenerated
      }
      let fixes = fixCatalog(in: tree, at: root, configuration, makingIcons: maker) { [fixOptions] in
        fixOptions.unfixedReason(for: $0) == nil
      }
      for change in fixes.changes {
        let change = change.mapped(inside)
        do throws(CommandError) {
          try destination.write(change, in: catalog.path)
          updateTreeAndDocuments(change, in: catalog.path, root, &tree)
        } catch {
          addFileNote(
            catalog.path.appending(change.originalPath), .failed, error.problemMessages.joinedWithSemicolons)
        }
      }
      for step in fixes.steps {
        addFileNote(
          catalog.path.appending(inside(step.finding.path.text ?? root)), .changed,
          "\(step.finding.rule): \(step.description)")
      }
      for unresolved in fixes.unresolvedFindings {
        let path = catalog.path.appending(inside(unresolved.finding.path.text ?? root))
        addFileNote(path, .refused, "\(unresolved.finding.rule) was not fixed: \(unresolved.reason)")
      }
    }
    return catalogFindings(in: tree, catalogFolder: root, configuration)
  }

  private mutating func updateTreeAndDocuments(
    _ change: CatalogFixes.Change, in catalog: Path, _ root: String, _ tree: inout FileTree
  ) {
    switch change {
    case .write(let path, let old, let new):
      tree["\(root)/\(path)"] = new
      documents.record(EditableDocuments.Edit(path: catalog.appending(path), old: old ?? [], new: new))
    case .rename(let from, let to, let bytes):
      tree["\(root)/\(to)"] = bytes ?? tree["\(root)/\(from)"]
      tree["\(root)/\(from)"] = nil
    }
  }

  /// Notes the text files that still mention a file by its old name, except catalogs and pack files.
  mutating func noteOldNamesInTextFiles() {
    let names = Set(newNames.keys.compactMap(\.name.text)).sorted()
    guard !names.isEmpty, destination.outputMode == .dryRun || destination.outputMode == .inPlace else {
      return
    }
    let search = FileNameMentionSearch(names)
    let known = Set(documents.paths)
    let folders = Set(newNames.keys.map(\.parent)).union(
      destination.argumentPaths.filter { (try? ReadOnlyFileSystem.disk.entryKind(at: $0)) == .folder })
    for folder in folders.sorted() {
      let files = ReadOnlyFileSystem.disk.textFiles(in: folder) { !search.namesMentioned(in: $0).isEmpty }
      for path in files.paths
      where !known.contains(path) && !report.fileNotes.contains(where: { $0.path == path }) {
        guard
          case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
            path, maxFileBytes: TextFilesWithMatchingContents.maxFileBytes, follow: false)
        else {
          continue
        }
        addFileNote(path, .mentionsOldName, "still mentions \(listText(search.namesMentioned(in: bytes)))")
      }
    }
  }

  /// Writes the current documents into the output folder.
  mutating func writeAllDocumentsToOutputFolder() {
    guard destination.outputMode == .outputFolder else { return }
    for path in documents.paths {
      guard let bytes = documents.bytes(of: path) else { continue }
      do throws(CommandError) { try destination.writeToOutputFolder(document: bytes, of: path) } catch {
        addFileNote(path, .failed, error.problemMessages.joinedWithSemicolons)
      }
    }
  }

  /// Adds a note on each configuration file in the art folders that does not apply to the output folder. Without
  /// it, a check of the output folder could miss findings.
  mutating func noteConfigurationsLeftBehind() {
    guard destination.outputMode == .outputFolder, let output = destination.resultFolderForSingleArgument
    else {
      return
    }
    let real = ReadOnlyFileSystem.disk.realPath(of: output)
    for path in run.configurationFilesRead {
      guard path.name.displayText == configurationFileName, !real.isInsideOrEqual(path.parent),
        let root = run.argumentRealPaths.first(where: { path.isInsideOrEqual($0) })
      else { continue }
      let copy = output.appending(path.relativePath(from: root))
      guard (try? ReadOnlyFileSystem.disk.entryKind(at: copy)) == nil else { continue }
      addFileNote(
        path.relativePath(from: ReadOnlyFileSystem.disk.realPath(of: Path("."))), .configurationLeftBehind,
        "does not apply to \(output.displayText). Copy it there before you check that folder.")
    }
  }

  /// The findings after the fixes; for a dry run, the findings that would remain.
  func reportFromAnalysesAfterFixes(jobs: Int) async -> Report {
    let ofAll = await LintPass(run.configurationMap, service: service, jobs: jobs).report(
      on: analysesAfterFixes,
      of: LintInput(run.sources, packDeclarations: run.discoveredFiles.packDeclarations))
    let ofCatalogs =
      catalogFindingsAfterFixes
      ?? initialReportOrEmpty.packAndDocumentFindings.filter { $0.isFromCatalogRule }
    return ofAll.appendingPackAndDocumentFindings(ofCatalogs)
  }

  /// Counts the remaining findings, and notes possible fixes for packs and catalogs.
  mutating func recordRemainingCountsAndPackFixes(_ left: Report) {
    for finding in left.findings where finding.suppressingRule == nil {
      report.remainingCounts[finding.severity, default: 0] += 1
      if report.remainingRules[finding.severity]?.contains(finding.rule) != true {
        report.remainingRules[finding.severity, default: []].append(finding.rule)
      }
    }
    report.unappliedPackFixes = left.packAndDocumentFindings.compactMap { finding in
      guard finding.evidence.fix != nil, let unfixedReason = fixOptions.unfixedReason(for: finding) else {
        return nil
      }
      return UnfixedFinding(finding: finding, unfixedReason: unfixedReason)
    }
  }

  private mutating func addFileNote(_ path: Path, _ kind: FileNote.Kind, _ words: UserMessage) {
    report.fileNotes.append(FileNote(path, kind, words))
  }
}

extension Finding {
  /// Whether a rule about catalogs reported the finding.
  fileprivate var isFromCatalogRule: Bool { catalogRuleIDs.contains(rule) }
}

private let catalogRuleIDs: Set<String> = Set(
  Rule.all.filter { if case .catalog = $0.check { true } else { false } }.map(\.id))

extension CatalogFixes.Change {
  /// The same change with mapped paths.
  fileprivate func mapped(_ path: (String) -> String) -> CatalogFixes.Change {
    switch self {
    case .write(let file, let old, let new): .write(path: path(file), old: old, new: new)
    case .rename(let from, let to, let bytes): .rename(from: path(from), to: path(to), newBytes: bytes)
    }
  }
}

/// The current text of the documents of a run: catalogs, pack files and message files. When a fix renames a
/// file, the documents that refer to the file also change.
struct EditableDocuments {
  /// A document's bytes before and after a change.
  struct Edit {
    let path: Path
    let old: [UInt8]
    let new: [UInt8]
  }

  private let packFiles: [Path]
  private let messageFiles: [Path]
  private let catalogDocuments: Set<Path>
  /// The bytes of documents that were read, by path; nil for a missing document.
  private var bytesByPath: [Path: [UInt8]?] = [:]
  private(set) var changedPaths: Set<Path> = []

  init(_ found: DiscoveredFiles) {
    packFiles = found.packDeclarations.keys.filter { ["yml", "yaml"].contains($0.lowercasedExtension) }
      .sorted()
    messageFiles = found.interactiveMessages.map(\.path)
    catalogDocuments = Set(found.catalogs.flatMap(\.expectedDocumentPaths))
  }

  /// Every document, in byte order.
  var paths: [Path] { (packFiles + messageFiles + catalogDocuments).sorted() }

  /// The current bytes of a document, or nil if it does not exist.
  mutating func bytes(of path: Path) -> [UInt8]? {
    if let known = bytesByPath[path] { return known }
    var read: [UInt8]?
    if case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
      path, maxFileBytes: Catalog.maxDocumentBytes, follow: false)
    {
      read = bytes
    }
    bytesByPath[path] = .some(read)
    return read
  }

  /// Returns the edits that are needed when a file is renamed within its folder.
  ///
  /// - Throws: `CommandError` if a document refers to the file in a way that cannot be changed.
  mutating func edits(renaming path: Path, to name: Path) throws(CommandError) -> [Edit] {
    var edits: [Edit] = []
    let document = path.parent.appending(Catalog.documentName)
    // Update the document even if the run covers only a part of the catalog.
    if CatalogFolder.Kind(ReadOnlyFileSystem.disk.realPath(of: path.parent).name) != nil,
      let old = bytes(of: document),
      let before = path.name.text, let after = name.text,
      let new = catalogDocument(old, renaming: before, to: after)
    {
      edits.append(Edit(path: document, old: old, new: new))
    }
    for (description, file) in packAndMessageFiles(above: path) {
      guard let old = bytes(of: description) else { continue }
      let kind: PackOrMessageFileKind =
        description.name == InteractiveMessageFile.fileName ? .interactiveMessageFile : .packFile
      // Other programs have files of this name, too.
      if kind == .interactiveMessageFile, !isInteractiveMessageFile(old) { continue }
      switch fileReferenceRenaming(in: old, kind: kind, from: file, to: file.parent.appending(name)) {
      case .nothingToRename: break
      case .renamed(let new): edits.append(Edit(path: description, old: old, new: new))
      case .impossible(let reason):
        throw CommandError("cannot rename the file in \(description.displayText): \(reason)")
      }
    }
    return edits
  }

  /// The pack files and message files that may refer to a file, with the file's path relative to each.
  /// Includes files in parent folders that are not part of the run.
  private func packAndMessageFiles(above path: Path) -> [(description: Path, file: Path)] {
    let own = (packFiles + messageFiles).compactMap { description in
      relative(path, to: description.parent).map { (description, $0) }
    }
    let known = Set((packFiles + messageFiles).map { ReadOnlyFileSystem.disk.realPath(of: $0) })
    let real = ReadOnlyFileSystem.disk.realPath(of: path)
    var (found, folder) = (own, real.parent)
    for _ in 0..<maxSearchedParentFolders where folder != folder.parent {
      for name in [PackFile.fileName, InteractiveMessageFile.fileName] {
        let description = folder.appending(name)
        if !known.contains(description), (try? ReadOnlyFileSystem.disk.entryKind(at: description)) == .file,
          let file = relative(real, to: folder)
        {
          found.append((description, file))
        }
      }
      folder = folder.parent
    }
    return found
  }

  /// Records an edit, so that later edits build on it.
  mutating func record(_ edit: Edit) {
    bytesByPath[edit.path] = .some(edit.new)
    changedPaths.insert(edit.path)
  }

  private func relative(_ path: Path, to folder: Path) -> Path? {
    if folder == Path(".") { return path }
    let (parts, above) = (path.components, folder.components)
    guard parts.starts(with: above), parts.count > above.count else { return nil }
    return parts.dropFirst(above.count).reduce(Path(bytes: [])) { $0.appending($1) }
  }
}

/// How many parent folders to search for pack files. Art is not expected to be deeper than this.
private let maxSearchedParentFolders = 16

/// Returns a catalog as a tree of files, with the current documents and the bytes of the images that catalog
/// rules read. All other files are empty.
///
/// - Parameter renamed: the new names of images, by path.
func catalogTreeForRules(
  _ catalog: CatalogListing, _ documents: inout EditableDocuments, _ sources: [AssetSource],
  renamed: [Path: Path] = [:]
) -> FileTree {
  var tree = FileTree()
  let looked = Dictionary(
    sources.filter { $0.role == .icon || $0.role == .frame }.map { ($0.path, $0) }
  ) { first, _ in first }
  for folder in catalog.recognizedFolders {
    let inside = Array(folder.path.components.dropFirst(catalog.path.components.count))
    for entry in folder.entries where entry.kind == .file && entry.name.bytes.first != UInt8(ascii: ".") {
      let path = folder.path.appending(entry.name)
      let names = inside + [renamed[path] ?? entry.name]
      guard let key = names.reduce(Path(bytes: []), { $0.appending($1) }).text else { continue }
      if path == folder.documentPath {
        tree[key] = documents.bytes(of: path) ?? []
      } else if let source = looked[path],
        case .bytes(let bytes) = source.read(maxBytes: ResourceLimit.fileBytes.maxValue)
      {
        tree[key] = bytes
      } else {
        tree[key] = []
      }
    }
  }
  return tree
}
