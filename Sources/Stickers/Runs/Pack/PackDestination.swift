package import StickerEngine
import StickerPacker

/// The folder that a pack is written to, or compared with.
struct PackDestination {
  let path: Path
  /// The contents of the folder; nil if it does not exist.
  private let contents: FolderContents?
  /// The build in the folder; nil if the folder does not exist.
  let previousBuild: PreviousBuild?
  /// Files that the previous build did not make, in folders whose entire contents a build generates. A build that has
  /// files with these paths can replace them.
  private var foreignFilesInGeneratedFolders: [Path] = []
  /// The user's files next to a project, which a build must not replace.
  private var userFiles: [String] = []

  private init(_ path: Path, _ contents: FolderContents?) {
    self.path = path
    self.contents = contents
    previousBuild = contents.map { PreviousBuild($0.files) }
  }

  /// Reads a folder to compare it with a build.
  init(comparing path: Path) throws {
    self.init(path, try ReadOnlyFileSystem.disk.readTree(path))
    try ensureNoMergeConflicts()
  }

  /// Reads a folder that a build replaces. Throws if the folder is neither empty nor a build. Next to a project, the
  /// user may have other files, which a build keeps.
  ///
  /// - Parameter force: whether to replace any folder.
  init(replacing path: Path, force: Bool) throws {
    let shown = path.displayText
    switch try ReadOnlyFileSystem.disk.entryKind(at: path) {
    case nil:
      self.init(path, nil)
      return
    case .folder: break
    case .symbolicLink: throw CommandError("\(shown) is a symbolic link. Specify its target folder instead.")
    default: throw CommandError("\(shown) is not a folder. Choose another \(.outputFolderOption).")
    }
    guard try ReadOnlyFileSystem.disk.entryKind(at: path.appending(".git")) == nil else {
      throw CommandError(
        "\(shown) is a git repository, and a build replaces the whole folder: \(.buildInRepositorySubfolder)")
    }
    // A forced build replaces the folder even if the folder is too large to be read.
    if force {
      self.init(path, try? ReadOnlyFileSystem.disk.readTree(path))
      return
    }
    self.init(path, try ReadOnlyFileSystem.disk.readTree(path))
    try ensureContainsOnlyBuild()
  }

  /// Throws if the folder contains files that do not belong to a build.
  private mutating func ensureContainsOnlyBuild() throws {
    guard let contents, let previousBuild else { return }
    let files = contents.files.paths.map { Path($0) } + contents.unsupportedEntries.map(\.path)
    guard !files.isEmpty else { return }
    try ensureNoMergeConflicts()
    guard let foreign = previousBuild.filesNotGeneratedOrKept(files) else {
      if let fault = previousBuild.manifestFault {
        throw CommandError(
          "\(path.appending(Manifest.fileName).displayText) cannot be read (\(fault)), so a build cannot tell which files "
            + "to replace. Restore the file, or \(.replaceFolderContents).")
      }
      throw CommandError(
        "\(path.displayText) contains files that stickerlint did not create. \(Self.foreignFilesAdvice)")
    }
    foreignFilesInGeneratedFolders = foreign
    userFiles = previousBuild.userFilesOutsideProject
    if !previousBuild.projectStillExists { try ensureReplacesNoForeignFiles(FileTree()) }
    let others = contents.unsupportedEntries.filter { entry in
      !entry.isEmptyFolder && !isSwiftBuildOutput(entry.path.displayText)
    }
    if let entry = others.first {
      throw CommandError(
        "\(path.appending(entry.path).displayText): \(entry.reason), and a build cannot keep it. Move it, or "
          + "\(.replaceFolderContents).")
    }
  }

  private static let foreignFilesAdvice: UserMessage =
    "Choose another \(.outputFolderOption), or \(.replaceFolderContents)."

  private func ensureNoMergeConflicts() throws {
    guard contents?.files[Manifest.fileName]?.hasMergeConflictMarker == true else { return }
    throw CommandError(
      "\(path.appending(Manifest.fileName).displayText) has merge conflicts. Take either version of the file, and build "
        + "again.")
  }

  /// Throws if the folder contains files that a new build would delete or replace although they do not belong to the
  /// previous one.
  ///
  /// - Parameter tree: the files of the new build.
  func ensureReplacesNoForeignFiles(_ tree: FileTree) throws {
    let folders = userFiles.isEmpty ? [] : Set(tree.paths.flatMap(enclosingFolders))
    let replaced = userFiles.filter { path in
      tree[path] != contents?.files[path] || folders.contains(path)
        || enclosingFolders(of: path).contains { tree[$0] != nil }
    }
    let foreign =
      foreignFilesInGeneratedFolders.filter { path in path.text.map { tree[$0] == nil } ?? true }
      + replaced.map { Path($0) }
    guard !foreign.isEmpty else { return }
    let names = foreign.prefix(3).map(\.displayText).joined(separator: ", ")
    let more = foreign.count > 3 ? " and \(foreign.count - 3) more" : ""
    throw CommandError(
      "\(path.displayText) contains files that do not belong to the pack (\(names)\(more)). "
        + "\(Self.foreignFilesAdvice)")
  }

  /// Replaces the folder with a verified tree.
  func write(_ tree: FileTree) throws {
    try ensureReplacesNoForeignFiles(tree)
    try ensureUnchangedIfProjectExists()
    try writeAndVerify(tree, to: path, reusing: contents)
  }

  /// Throws if someone changed a file next to a project, or in it, while the build was running.
  private func ensureUnchangedIfProjectExists() throws {
    guard let contents, previousBuild?.projectStillExists == true else { return }
    // Only folders are listed again. A file with the same status was not changed.
    let isSame =
      try ReadOnlyFileSystem.disk.readTree(path, trustingBytesOf: contents.files) == contents
      && contents.fileStatuses.allSatisfy { file, status in
        (try? ReadOnlyFileSystem.disk.calls.status(FileLocation(path.appending(Path(file))), false)) == status
      }
    guard isSame else {
      throw CommandError("\(path.displayText) was changed while the pack was built. Build it again.")
    }
  }

  /// The message for a folder that is out of date.
  func outOfDateMessage(differenceCount differences: Int) -> UserMessage {
    "\(path.displayText) is out of date (\(countText(differences, "difference"))). Build it again."
  }

  /// The differences between the folder and a planned build, one line for each file.
  func differences(from plan: PackInMemory) -> [String] {
    guard let contents else { return ["\(path.displayText) does not exist"] }
    let others = contents.unsupportedEntries.filter { !isSwiftBuildOutput($0.path.displayText) }.map {
      "\($0.path.displayText) does not belong to the build"
    }
    let all = StickerPacker.differenceTexts(planned: plan.tree, onDisk: contents.files) + others
    return all.map { "\(path.displayText): \($0)" }
  }
}

/// The folders that contain a file, outermost first.
private func enclosingFolders(of path: String) -> [String] {
  let parts = path.split(separator: "/")
  return parts.indices.dropFirst().map { parts[..<$0].joined(separator: "/") }
}

/// Whether the previous build in a folder has an Xcode project that still exists.
func previousBuildProjectExists(at destination: Path) -> Bool {
  guard let project = previousManifest(at: destination)?.project else { return false }
  return project.exists { path in
    (try? ReadOnlyFileSystem.disk.entryKind(at: destination.appending(Path(path)))) == .file
  }
}

/// Returns a note that the destination still contains the previous build, for a run that failed. Empty if
/// there is no previous build.
package func unchangedPreviousBuildNote(at destination: Path) -> [UserMessage] {
  guard previousManifest(at: destination) != nil else { return [] }
  return ["\(destination.displayText) is unchanged and still has the previous build"]
}

/// Returns a note that a folder still contains exports from an earlier run, for a source that cannot be read.
/// Empty if there are no such exports.
///
/// - Parameter messengers: the names of the messengers that the run exports for.
package func unchangedPreviousExportsNote(of messengers: [String], in folder: Path) -> [UserMessage] {
  let hasExports = messengers.contains { name in
    let stem = Path(name).stem.displayText
    return ["", ".zip", ".tar.gz"].contains { ending in
      ((try? ReadOnlyFileSystem.disk.entryKind(at: folder.appending(stem + ending))) ?? nil) != nil
    }
  }
  return hasExports
    ? ["\(folder.displayText) is unchanged and still has the exports of earlier runs for these messengers"]
    : []
}

/// Writes a verified tree, and checks that the written files have the same contents.
///
/// - Parameter old: the replaced contents, if they were read. Unchanged files are linked instead of written.
func writeAndVerify(_ tree: FileTree, to destination: Path, reusing old: FolderContents? = nil) throws {
  let replacing: ReplacementPolicy =
    try ReadOnlyFileSystem.disk.entryKind(at: destination) == nil ? .nothing : .folder
  try FileWriter.shared.writeTree(tree, to: destination, replacing: replacing, reusing: old) {
    path, takenOver in
    guard
      let written = try ReadOnlyFileSystem.disk.readTree(
        path, trustingBytesOf: takenOver, sharingMemoryWith: tree),
      written.files == tree, written.unsupportedEntries.isEmpty
    else {
      throw CommandError(
        "verification failed: files written to \(destination.displayText) read back differently. Check the "
          + "disk.")
    }
  }
}
