import StickerEngine
import StickerImage

/// The destination of fixed files.
struct FixDestination {
  private enum Kind {
    case dryRun
    case inPlace
    case folder(Path)
    case standardOutput
  }
  private let kind: Kind
  /// The paths on the command line.
  let argumentPaths: [Path]
  private let layout: OutputLayout
  /// Whether to replace files with different contents in the output folder.
  private let replacesFilesInOutputFolder: Bool
  /// The output folder as an absolute path without links, if it is inside a named path.
  private var outputFolderInsideInput: Path?
  /// Files that this run wrote into the output folder. The run may overwrite them.
  private var pathsWrittenToOutputFolder: Set<Path> = []
  /// The bytes for standard output: the single file, fixed or unchanged. Nil for any other destination.
  private(set) var standardOutputBytes: [UInt8]?
  /// Assets that were not written because a file with different contents already exists at their path.
  private(set) var assetsBlockedByExistingFiles: [Path: FixedAsset] = [:]

  /// - Throws: `CommandError` if the output is not a folder, or is the art folder.
  init(_ output: FixOutput, argumentPaths: [Path]) throws {
    self.argumentPaths = argumentPaths
    layout = OutputLayout(argumentPaths)
    var folder: Path?
    switch output {
    case .none: (kind, replacesFilesInOutputFolder) = (.dryRun, false)
    case .inPlace: (kind, replacesFilesInOutputFolder) = (.inPlace, false)
    case .data: (kind, replacesFilesInOutputFolder) = (.standardOutput, false)
    case .folder(let path, let replacesFiles):
      (kind, replacesFilesInOutputFolder) = (.folder(path.path), replacesFiles)
      folder = path.path
    }
    guard let output = folder else { return }
    switch try ReadOnlyFileSystem.disk.entryKind(at: output) {
    case nil where FileExtensionKind(output.name) == .asset:
      throw CommandError(
        "\(.outputFolderOption) is a folder, but \(output.displayText) is named like an image. Choose a folder."
      )
    case nil, .folder: break
    case .symbolicLink:
      throw CommandError("\(output.displayText) is a symbolic link. Specify its target folder instead.")
    default:
      throw CommandError("\(output.displayText) is not a folder. Choose another \(.outputFolderOption).")
    }
    let real = ReadOnlyFileSystem.disk.realPath(of: output)
    let roots = layout.rootPaths.map { ReadOnlyFileSystem.disk.realPath(of: $0) }
    if roots.contains(real) {
      throw CommandError(
        "\(output.displayText) is the art folder. Choose another \(.outputFolderOption), or \(.inPlace).")
    }
    if roots.contains(where: { real.isInsideOrEqual($0) }) { outputFolderInsideInput = real }
  }

  var outputMode: FixReport.OutputMode {
    switch kind {
    case .dryRun: .dryRun
    case .inPlace: .inPlace
    case .folder: .outputFolder
    case .standardOutput: .standardOutput
    }
  }

  /// The folder to check after writing. Nil if the run has several paths, because each may be a pack, or if
  /// the path is a file, because the fix may have renamed it.
  var resultFolderForSingleArgument: Path? {
    guard argumentPaths.count == 1 else { return nil }
    if case .folder(let folder) = kind { return folder }
    return (try? ReadOnlyFileSystem.disk.entryKind(at: argumentPaths[0])) == .folder ? argumentPaths[0] : nil
  }

  /// Whether the destination also receives unchanged files.
  var writesUnchangedFiles: Bool { outputMode == .outputFolder || outputMode == .standardOutput }

  /// Whether a file is in the output folder, which means that an earlier run wrote it.
  func isInOutputFolderInsideInput(_ path: Path) -> Bool {
    guard let outputFolderInsideInput else { return false }
    return ReadOnlyFileSystem.disk.realPath(of: path.parent).isInsideOrEqual(outputFolderInsideInput)
  }

  /// Throws if a target is an input file, or if two files have the same target.
  func ensureNoTargetConflicts(of run: StickerRun) throws {
    if case .standardOutput = kind, let catalog = run.discoveredFiles.catalogs.first {
      throw CommandError(
        "\(.outputFolderOption) - writes one file, but \(catalog.path.displayText) is a catalog. Specify an image in it."
      )
    }
    if case .standardOutput = kind, run.sources.count != 1 {
      throw CommandError(
        "\(.outputFolderOption) - writes one file, but \(countText(run.sources.count, "file")) were found. Specify one."
      )
    }
    guard case .folder(let folder) = kind else { return }
    let written = run.sources.map(\.path) + EditableDocuments(run.discoveredFiles).paths
    let sources = Set(
      (run.artAndDocumentPaths + run.configurationFilesRead).map { ReadOnlyFileSystem.disk.realPath(of: $0) })
    var first: [Path: Path] = [:]
    for path in written {
      let target = target(of: path, named: path.name)
      if sources.contains(ReadOnlyFileSystem.disk.realPath(of: target)) {
        throw CommandError(
          "\(.outputFolderOption) \(folder.displayText) would overwrite \(target.displayText). Choose another, "
            + "or \(.inPlace).")
      }
      if let other = first[target], other != path {
        throw CommandError(
          "\(other.displayText) and \(path.displayText) would both become \(target.displayText). "
            + "Fix them separately.")
      }
      first[target] = path
    }
  }

  /// Writes an asset if it was fixed. An output folder also receives unchanged files.
  ///
  /// - Returns: the path of the written file, or nil if nothing was written.
  mutating func write(_ asset: FixedAsset) throws(CommandError) -> Path? {
    let target = target(of: asset.originalPath, named: (asset.change?.newPath ?? asset.originalPath).name)
    switch kind {
    case .dryRun: return nil
    case .inPlace:
      guard let change = asset.change, let original = asset.originalBytes else { return nil }
      guard !asset.replacesEditableArtwork else {
        throw CommandError(
          "\(asset.originalPath.displayText) is kept, because a PNG would not keep its layers, shapes or video. "
            + "Choose an \(.outputFolderOption).")
      }
      if target == asset.originalPath {
        try FileWriter.shared.writeFile(change.newBytes, to: asset.originalPath, expecting: original)
      } else {
        try FileWriter.shared.renameAndRewriteFile(
          from: asset.originalPath, to: target, with: change.newBytes, expecting: original)
      }
      return target
    case .standardOutput:
      guard let bytes = asset.change?.newBytes ?? asset.originalBytes else {
        throw CommandError("cannot write \(target.name.displayText): \(asset.missingBytesReason)")
      }
      standardOutputBytes = bytes
      return nil
    case .folder:
      guard let bytes = asset.change?.newBytes ?? asset.originalBytes else {
        throw CommandError("cannot write \(target.displayText): \(asset.missingBytesReason)")
      }
      guard try writeToOutputFolderUnlessBlocked(bytes, at: target, withPermissionsOf: asset.originalPath)
      else {
        // A catalog fix in an earlier run may have written this file. Whether it did is known only at the
        // end.
        assetsBlockedByExistingFiles[target] = asset.withoutBytes()
        return nil
      }
      return target
    }
  }

  /// - Returns: false if a file with different contents exists there. That file is kept.
  private mutating func writeToOutputFolderUnlessBlocked(
    _ bytes: [UInt8], at target: Path, withPermissionsOf other: Path? = nil
  ) throws(CommandError) -> Bool {
    guard case .folder(let folder) = kind else { return false }
    let writer = FileWriter.shared
    let root = FileWriter.Root(path: folder)
    if replacesFilesInOutputFolder || pathsWrittenToOutputFolder.contains(target) {
      try writer.writeFile(bytes, to: target, below: root, newFilePermissionsFrom: other)
    } else if try !writer.createFileOrMatchExisting(bytes, at: target, below: root, withPermissionsOf: other)
    {
      return false
    }
    pathsWrittenToOutputFolder.insert(target)
    assetsBlockedByExistingFiles[target] = nil
    return true
  }

  /// The error for a file that is not overwritten.
  static func existingFileError(_ target: Path) -> CommandError {
    CommandError(
      "\(target.displayText) already exists with different content. Choose another \(.outputFolderOption), or \(.replaceExistingFile)."
    )
  }

  /// Writes a changed document in place. In an output folder, documents are written at the end.
  func writeIfInPlace(_ edit: EditableDocuments.Edit) throws(CommandError) {
    guard case .inPlace = kind else { return }
    try FileWriter.shared.writeFile(edit.new, to: edit.path, expecting: edit.old)
  }

  /// Restores the old text of a document.
  func revertIfInPlace(_ edit: EditableDocuments.Edit) throws(CommandError) {
    guard case .inPlace = kind else { return }
    try FileWriter.shared.writeFile(edit.old, to: edit.path, expecting: edit.new)
  }

  /// Restores the old name and bytes of a renamed file.
  func revertIfInPlace(_ asset: FixedAsset) throws(CommandError) {
    guard case .inPlace = kind, let change = asset.change, let original = asset.originalBytes else { return }
    try FileWriter.shared.renameAndRewriteFile(
      from: target(of: asset.originalPath, named: change.newPath.name), to: asset.originalPath,
      with: original,
      expecting: change.newBytes)
  }

  /// Applies a change to a catalog.
  ///
  /// - Parameter catalog: the folder of the catalog.
  mutating func write(_ change: CatalogFixes.Change, in catalog: Path) throws(CommandError) {
    func placed(_ path: String) -> Path {
      let path = catalog.appending(path)
      return target(of: path, named: path.name)
    }
    switch kind {
    case .dryRun, .standardOutput: return
    case .inPlace: try change.applyInPlace { placed($0) }
    case .folder:
      switch change {
      case .write(let path, _, let new):
        assetsBlockedByExistingFiles[placed(path)] = nil
        guard try writeToOutputFolderUnlessBlocked(new, at: placed(path)) else {
          throw FixDestination.existingFileError(placed(path))
        }
      case .rename(let from, let to, let bytes):
        let (from, to) = (placed(from), placed(to))
        guard pathsWrittenToOutputFolder.contains(from),
          case .bytes(let old) = ReadOnlyFileSystem.disk.readWholeFile(
            from, maxFileBytes: ResourceLimit.fileBytes.maxValue, follow: false)
        else {
          throw CommandError("cannot rename \(from.displayText): it was not written")
        }
        // An earlier run may have written the file.
        guard try writeToOutputFolderUnlessBlocked(bytes ?? old, at: to, withPermissionsOf: from) else {
          throw FixDestination.existingFileError(to)
        }
        try FileWriter.shared.removeFile(from, expecting: old)
        pathsWrittenToOutputFolder.remove(from)
      }
    }
  }

  /// Writes a document into the output folder.
  mutating func writeToOutputFolder(document: [UInt8], of path: Path) throws(CommandError) {
    guard case .folder = kind else { return }
    let target = target(of: path, named: path.name)
    guard try writeToOutputFolderUnlessBlocked(document, at: target) else {
      throw FixDestination.existingFileError(target)
    }
  }

  /// The path to which a file of the run is written.
  func target(of path: Path, named name: Path) -> Path {
    guard case .folder(let output) = kind else { return path.parent.appending(name) }
    return layout.outputComponents(of: path).dropLast().reduce(output) { $0.appending($1) }.appending(name)
  }
}

extension FixedAsset {
  /// Whether the fix would replace the artist's working file with an image made from it.
  fileprivate var replacesEditableArtwork: Bool {
    guard let change, let original = originalBytes, change.newPath != originalPath else { return false }
    guard case .foreign(let format) = SniffedFormat(of: original) else {
      return ExternallyRenderedFormat(of: originalPath) != nil
    }
    return format.isLayeredDocument
  }

  /// The reason why the bytes of the file are missing.
  fileprivate var missingBytesReason: String {
    let finding = originalFindings.first { $0.rule == RuleID.resourceLimit }
    return "\(originalPath.displayText): \(finding?.evidence.message ?? "it cannot be read")"
  }
}

extension CatalogFixes.Change {
  /// Applies the change in the catalog's own folder.
  fileprivate func applyInPlace(_ placed: (String) -> Path) throws(CommandError) {
    switch self {
    case .write(let path, let old?, let new):
      try FileWriter.shared.writeFile(new, to: placed(path), expecting: old)
    case .write(let path, nil, let new):
      let path = placed(path)
      try FileWriter.shared.makeFolders(path.parent)
      guard try FileWriter.shared.createFileOrMatchExisting(new, at: path) else {
        throw CommandError(
          "cannot write \(path.displayText): it was created in the meantime. Run the command again.")
      }
    case .rename(let from, let to, let bytes):
      guard
        case .bytes(let old) = ReadOnlyFileSystem.disk.readWholeFile(
          placed(from), maxFileBytes: ResourceLimit.fileBytes.maxValue, follow: false)
      else {
        throw CommandError("cannot rename \(placed(from).displayText): it can no longer be read")
      }
      try FileWriter.shared.renameAndRewriteFile(
        from: placed(from), to: placed(to), with: bytes ?? old, expecting: old)
    }
  }
}

/// Decides which file gets a name that several fixed files could take. The first such file in the run gets
/// the name, so that every run produces the same names.
///
/// Files that differ only in their extensions compete for names. Each of these files waits until the ones
/// before it have been analyzed.
actor NameReservations {
  private let destination: FixDestination
  private let sourcePaths: [Path]
  /// The target paths of all files of the run.
  private let targetPathsBeforeRenaming: Set<Path>
  /// For each file with earlier competitors, the index of the last one.
  private let previousCompetitorIndices: [Int: Int]
  /// The files that a later file waits for.
  private let awaitedFiles: Set<Int>
  /// The first file that could be written to each target path.
  private var firstClaimantByTargetPath: [Path: Path] = [:]
  private var filesWithReservations: Set<Int> = []
  private var continuationsByAwaitedFile: [Int: [CheckedContinuation<Void, Never>]] = [:]

  /// - Parameter paths: the files in the run, in order.
  init(_ paths: [Path], _ destination: FixDestination) {
    self.destination = destination
    self.sourcePaths = paths
    targetPathsBeforeRenaming = Set(paths.map { destination.target(of: $0, named: $0.name) })
    var (last, conflicts) = ([Path: Int](), [Int: Int]())
    for (number, path) in paths.enumerated() {
      let stem = destination.target(of: path, named: path.stem)
      conflicts[number] = last[stem]
      last[stem] = number
    }
    self.previousCompetitorIndices = conflicts
    awaitedFiles = Set(conflicts.values)
  }

  /// Waits until the competing files before a file have reserved their names. The caller must not hold memory
  /// from the gate, because those files may wait for it.
  ///
  /// - Parameter number: the index of the file in the run.
  nonisolated func waitForEarlierCompetitors(of number: Int) async {
    if let conflict = previousCompetitorIndices[number] { await waitForReservation(of: conflict) }
  }

  private func waitForReservation(of number: Int) async {
    guard !filesWithReservations.contains(number) else { return }
    await withCheckedContinuation { continuationsByAwaitedFile[number, default: []].append($0) }
  }

  /// Reserves the names that fixes could give a file. Call this once for each file, after its competitors.
  ///
  /// - Parameter fixes: the fixes to make; empty if the file stays unchanged.
  /// - Returns: the names that the file must not take.
  nonisolated func reserveNamesReturningUnavailable(for number: Int, fixing fixes: [Fix.Kind]) async -> Set<
    Path
  > {
    if fixes.isEmpty, !awaitedFiles.contains(number) { return [] }
    return await reserveReturningUnavailable(number, fixes)
  }

  private func reserveReturningUnavailable(_ number: Int, _ fixes: [Fix.Kind]) -> Set<Path> {
    let path = sourcePaths[number]
    for ending in possibleExtensionsWithDot(fixes) {
      let target = destination.target(of: path, named: Path(bytes: path.stem.bytes + Array(ending.utf8)))
      firstClaimantByTargetPath[target] = firstClaimantByTargetPath[target] ?? path
    }
    filesWithReservations.insert(number)
    for continuation in continuationsByAwaitedFile.removeValue(forKey: number) ?? [] { continuation.resume() }
    if fixes.isEmpty { return [] }
    return Set(
      ImageFormat.allCases.map { path.withMatchingExtension(for: $0) }.filter { !isFree($0.name, for: path) })
  }

  private func possibleExtensionsWithDot(_ fixes: [Fix.Kind]) -> [String] {
    if fixes.isEmpty { return [] }
    // Any change can convert a file to PNG. A misnamed file gets the extension of its actual format.
    var endings = fixes.contains(.correctFileExtension) ? [".png", ".jpg", ".gif"] : [".png"]
    if fixes.contains(.convertToGIF) { endings.append(".gif") }
    if fixes.contains(.convertToWebP) { endings.append(".webp") }
    if fixes.contains(.convertToWebM) { endings.append(".webm") }
    return endings
  }

  /// Whether a file may take a name.
  private func isFree(_ name: Path, for path: Path) -> Bool {
    let target = destination.target(of: path, named: name)
    guard !targetPathsBeforeRenaming.contains(target),
      firstClaimantByTargetPath[target].map({ $0 == path }) ?? true
    else {
      return false
    }
    // An output folder may contain files from an earlier run.
    return destination.writesUnchangedFiles
      || (try? ReadOnlyFileSystem.disk.entryKind(at: target)) == .some(nil)
  }
}

/// Maps input paths to paths in an output folder. The folder structure below each path on the command line is
/// kept. If there are several paths, each gets its own folder, with as many parts of its path as needed to
/// make the names unique.
struct OutputLayout: Sendable {
  /// A path on the command line; for a pack file, its folder.
  private struct InputRoot {
    let path: Path
    let unresolvedPathComponents: [Path]
    var outputSubfolderComponents: [Path] = []

    init(_ path: Path) {
      self.path = path
      unresolvedPathComponents = componentsWithoutSingleDots(path)
    }
  }
  private var roots: [InputRoot] = []

  init(_ named: [Path]) {
    var seen: Set<[Path]> = []
    for path in named {
      let root = InputRoot(folderOfYAMLFile(path) ?? path.withoutTrailingSlashes)
      if seen.insert([isAbsolute(path) ? Path("/") : Path(".")] + root.unresolvedPathComponents).inserted {
        roots.append(root)
      }
    }
    guard roots.count > 1 else { return }
    for (index, label) in uniqueSuffixes(of: roots.map { realPathComponentsIfDotDot($0.path) })
      .enumerated()
    {
      let isFile = (try? ReadOnlyFileSystem.disk.entryKind(at: roots[index].path)) == .file
      roots[index].outputSubfolderComponents = isFile ? label.dropLast() : label
    }
  }

  /// The named folders and files.
  var rootPaths: [Path] { roots.map(\.path) }

  /// The parts of a file's path below the output folder.
  func outputComponents(of path: Path) -> [Path] {
    let parts = componentsWithoutSingleDots(path)
    let around = roots.filter {
      isAbsolute($0.path) == isAbsolute(path) && parts.starts(with: $0.unresolvedPathComponents)
    }
    guard let root = around.max(by: { $0.unresolvedPathComponents.count < $1.unresolvedPathComponents.count })
    else {
      return parts.contains(Path("..")) ? [path.name] : parts
    }
    let below = Array(parts.dropFirst(root.unresolvedPathComponents.count))
    // A pack file may refer to files outside its folder. These files go directly into the pack's output
    // folder.
    if below.isEmpty || below.contains(Path("..")) { return root.outputSubfolderComponents + [path.name] }
    return root.outputSubfolderComponents + below
  }
}

private func isAbsolute(_ path: Path) -> Bool { path.bytes.first == UInt8(ascii: "/") }

private func componentsWithoutSingleDots(_ path: Path) -> [Path] {
  path.components.filter { $0 != Path(".") }
}

private func folderOfYAMLFile(_ path: Path) -> Path? {
  guard ["yml", "yaml"].contains(path.lowercasedExtension),
    (try? ReadOnlyFileSystem.disk.entryKind(at: path)) == .file
  else {
    return nil
  }
  return path.parent
}

/// The parts that identify a path. A path with `..` is resolved first.
private func realPathComponentsIfDotDot(_ path: Path) -> [Path] {
  let parts = componentsWithoutSingleDots(path)
  return parts.contains(Path("..")) ? ReadOnlyFileSystem.disk.realPath(of: path).components : parts
}

/// The last part of each path, preceded by as many parts as needed to make it unique.
private func uniqueSuffixes(of paths: [[Path]]) -> [[Path]] {
  var counts = paths.map { min($0.count, 1) }
  while true {
    let labels = zip(paths, counts).map { Array($0.suffix($1)) }
    let groups = Dictionary(grouping: paths.indices) { labels[$0] }
    let short = groups.values.filter { $0.count > 1 }.joined().filter { counts[$0] < paths[$0].count }
    if short.isEmpty { return labels }
    for index in short { counts[index] += 1 }
  }
}
