import StickerEngine
import StickerImage

extension PackInMemory {
  /// The plan for an existing project with code. Keeps files that the user changed or added, and regenerates
  /// all others. If the project file was changed, it keeps its bundle identifier and the schemes that refer to its
  /// objects, and deleted files are not restored, because it no longer lists them.
  ///
  /// - Parameter merged: the project file, if the user changed only its settings.
  func keepingUserChanges(
    of old: FileTree, _ project: ManifestProject, _ new: ManifestProject,
    _ merged: ProjectFileWithKeptSettings?
  ) -> PackInMemory {
    let made = Dictionary(project.files.map { ($0.path, $0) }) { first, _ in first }
    func isOwn(_ path: String) -> Bool {
      guard let bytes = old[path] else { return false }
      return made[path].map { SHA256.hexDigest(of: bytes) != $0.sha256 } ?? (bytes != tree[path])
    }
    let isProjectOwn = merged == nil && isOwn(project.projectFilePath)
    var (plan, files, changed) = (self, [ManifestFile](), [ManifestFile]())
    for file in new.files {
      if file.path == merged?.path {
        files.append(file)
        continue
      }
      let isGone = old[file.path] == nil && made[file.path] != nil
      let isOwnFile = isOwn(file.path)
      let isSchemeOfOwnProject = isProjectOwn && isScheme(file.path) && old[file.path] != nil
      guard isGone ? isProjectOwn : isOwnFile || isSchemeOfOwnProject else {
        files.append(file)
        continue
      }
      plan.tree[file.path] = old[file.path]
      plan.preservedFiles.insert(file.path)
      files.append(made[file.path] ?? file)
      if !isGone, isOwnFile { changed.append(file) }
    }
    if isProjectOwn { plan.manifest.project?.bundleIdentifier = project.bundleIdentifier }
    if let merged { plan.replaceProjectFile(with: merged, of: new) }
    for path in old.paths where project.listsOrEncloses(path) && !new.lists(path) && !isSwiftBuildOutput(path)
    {
      guard made[path] == nil || isProjectOwn || isOwn(path) else { continue }
      plan.tree[path] = old[path]
      plan.preservedFiles.insert(path)
    }
    plan.manifest.project?.files = files
    plan.tree[Manifest.fileName] = plan.manifest.encoded()
    plan.notes += keptFileNotes(on: changed, made)
    if isProjectOwn { plan.notes += unlistedFileNotes(on: new, made, old) }
    return plan
  }

  /// Uses a project file with the user's settings. The manifest has the hash of the file without these
  /// settings, so that the next build also detects that the user changed the file.
  fileprivate mutating func replaceProjectFile(
    with merged: ProjectFileWithKeptSettings, of project: ManifestProject
  ) {
    tree[merged.path] = merged.bytes
    preservedFiles.insert(merged.path)
    if let note = merged.keptSettingsNote(on: project) { notes.append(note) }
    guard merged.keptSettings.contains("PRODUCT_BUNDLE_IDENTIFIER") else { return }
    // The user chose an identifier in Xcode.
    projectNotes.removeAll { $0 == UserMessage(derivedIdentifierNote(project.bundleIdentifier)) }
  }

  /// A note on new files that the user's project file does not list; none if there are no such files.
  private func unlistedFileNotes(
    on new: ManifestProject, _ made: [String: ManifestFile], _ old: FileTree
  ) -> [UserMessage] {
    let added = new.files.filter { file in
      made[file.path] == nil && old[file.path] == nil && !file.path.hasPrefix(new.path + "/")
        && !file.path.hasPrefix("\(new.appName)Logic/") && !isReadMeOrGitignore(file.path)
    }
    guard !added.isEmpty else { return [] }
    return ["add \(shortList(added)) to \(new.path) in Xcode, because its project file was kept"]
  }

  private func shortList(_ files: [ManifestFile]) -> String {
    let names = files.prefix(3).map { UntrustedText($0.path).displayText }
    return listText(names + (files.count > 3 ? ["\(files.count - 3) more"] : []))
  }

  private func keptFileNotes(on changed: [ManifestFile], _ made: [String: ManifestFile]) -> [UserMessage] {
    guard !changed.isEmpty else { return [] }
    let them = changed.count == 1 ? "it" : "them"
    let kept: UserMessage =
      "kept \(shortList(changed)), because someone changed \(them) (\(.forceBuild) regenerates the whole project)"
    let stale = changed.filter { made[$0.path]?.sha256 != $0.sha256 }
    guard !stale.isEmpty else { return [kept] }
    return [
      kept,
      "\(shortList(stale)) would be different now. Build into another folder to compare.",
    ]
  }
}

/// Whether a project can still be replaced after the user changed this file. The README and `.gitignore` are
/// not part of the app.
private func isReadMeOrGitignore(_ path: String) -> Bool {
  path == readMeFileName || path == gitignoreFileName
}

private func isScheme(_ path: String) -> Bool { path.hasSuffix(".xcscheme") }

/// Whether a file is output of `swift build` in a package, which can be deleted safely.
package func isSwiftBuildOutput(_ path: String) -> Bool {
  path.split(separator: "/").contains { $0 == ".build" }
}

extension PackInMemory {
  /// The plan for a folder with a previous build. Keeps the previous project if the plan has no project, or
  /// if the user changed the previous one. Also keeps files that Xcode and the user added to the project's
  /// folders.
  ///
  /// - Parameter previous: the build in the folder.
  /// - Parameter replacingChanged: whether to replace a project that the user changed.
  /// - Returns: the plan itself if there is no project.
  package func keepingProject(of previous: PreviousBuild, replacingChanged: Bool) -> PackInMemory {
    guard let manifest = previous.manifest, let project = manifest.project else { return self }
    let old = previous.tree
    let there = old.paths.filter(project.listsOrEncloses)
    guard there.contains(where: { project.lists($0) }) else { return self }  // the project was deleted
    let merged = replacingChanged ? nil : mergedProjectFile(over: manifest, project, in: old)
    if let new = self.manifest.project, new.template.hasCode, new.template == project.template,
      new.path == project.path, !replacingChanged
    {
      return keepingUserChanges(of: old, project, new, merged)
    }
    return keepingOrReplacingWholeProject(project, there, of: old, merged, replacingChanged)
  }

  /// Keeps or replaces a project as a whole if it has no code, or if the plan has no matching project with
  /// code.
  private func keepingOrReplacingWholeProject(
    _ project: ManifestProject, _ there: [String], of old: FileTree, _ merged: ProjectFileWithKeptSettings?,
    _ replacingChanged: Bool
  ) -> PackInMemory {
    // Without its project file, a project without code has nothing to keep.
    guard project.template.hasCode || old[project.projectFilePath] != nil else { return self }
    let allChanged = project.files.filter { file in
      file.path != merged?.path && old[file.path].map { SHA256.hexDigest(of: $0) != file.sha256 } ?? true
    }
    let changed = allChanged.filter { !isReadMeOrGitignore($0.path) }
    let own = there.first { !project.lists($0) && !isUserStateFile($0) }
    var plan = self
    switch (self.manifest.project, changed.first) {
    case (let new?, let first?) where !replacingChanged:
      for file in new.files { plan.tree[file.path] = nil }
      plan.projectNotes = []
      plan.keepFiles(project, there, of: old)
      let hasNewName = project.path != new.path
      if hasNewName { plan.setDisplayName(of: project, to: new, from: self.tree, in: old) }
      plan.notes.append(
        "kept \(project.path)\(hasNewName ? " with its old name" : ""), because someone changed "
          + "\(UntrustedText(first.path).displayText) after the last build (\(.forceBuild) makes a new project)"
      )
    case (let new?, _) where new.path != project.path && own != nil && !replacingChanged:
      // The old project's folders have the old name, and the files that the user added to them must be kept.
      for file in new.files { plan.tree[file.path] = nil }
      plan.projectNotes = []
      plan.keepFiles(project, there, of: old)
      plan.setDisplayName(of: project, to: new, from: self.tree, in: old)
      plan.notes.append(
        "kept \(project.path) with its old name, because someone added \(UntrustedText(own ?? "").displayText) "
          + "(\(.forceBuild) makes a new project)")
    case (let new?, _):
      // Keep window layouts, breakpoints and schemes, which are not part of the project itself.
      guard new.path == project.path else { break }
      let others = there.filter { !project.lists($0) && plan.tree[$0] == nil }
      plan.keepFiles(new, others, of: old)
      plan.preservedFiles = Set(others)
      if let merged { plan.replaceProjectFile(with: merged, of: new) }
      for file in allChanged where isReadMeOrGitignore(file.path) && new.lists(file.path) && !replacingChanged
      {
        guard let bytes = old[file.path] else { continue }
        plan.tree[file.path] = bytes
        plan.preservedFiles.insert(file.path)
      }
    case (nil, let first):
      plan.keepFiles(project, there, of: old)
      guard first != nil else { break }
      plan.notes.append("kept \(project.path), because someone changed it after the last build")
    }
    return plan
  }

  /// Gives a kept project the display names of the new build, in every file with names that the user did not change.
  ///
  /// - Parameter tree: the files of the new build.
  private mutating func setDisplayName(
    of project: ManifestProject, to new: ManifestProject, from tree: FileTree, in old: FileTree
  ) {
    let namesFiles = ["Info.plist", localizedNamesFileName]
    for (index, file) in project.files.enumerated()
    where namesFiles.contains(where: { file.path.hasSuffix("/\($0)") }) {
      let newPath = new.appName + file.path.dropFirst(project.appName.count)
      guard let bytes = tree[newPath], old[file.path].map({ SHA256.hexDigest(of: $0) }) == file.sha256
      else { continue }
      self.tree[file.path] = bytes
      manifest.project?.files[index] = ManifestFile(
        path: file.path, byteCount: bytes.count, sha256: SHA256.hexDigest(of: bytes))
    }
    self.tree[Manifest.fileName] = manifest.encoded()
  }

  private mutating func keepFiles(_ project: ManifestProject, _ paths: [String], of old: FileTree) {
    for path in paths { tree[path] = old[path] }
    // A file that the user deleted must not be reported as missing.
    preservedFiles = Set(paths).union(project.files.map(\.path))
    manifest.project = project
    tree[Manifest.fileName] = manifest.encoded()
  }
}

/// Whether Xcode or Finder stores its state in a file, such as the layout of windows or breakpoints.
func isUserStateFile(_ path: String) -> Bool {
  path.split(separator: "/").contains { $0 == "xcuserdata" } || path.hasSuffix("/.DS_Store")
}

extension ManifestProject {
  /// Whether the file was generated with the project.
  func lists(_ file: String) -> Bool { files.contains { $0.path == file } }

  /// Whether a file is in one of the project's folders, or was generated with the project.
  func listsOrEncloses(_ file: String) -> Bool {
    lists(file) || topLevelFolders.contains { file.hasPrefix($0 + "/") }
  }

  /// The project's own folder and those of its targets.
  private var topLevelFolders: Set<String> {
    Set(
      ([path] + files.map(\.path)).compactMap { path in
        let parts = path.split(separator: "/")
        return parts.count > 1 || path == self.path ? parts.first.map(String.init) : nil
      }
    ).subtracting([catalogFolderName, "variants"])
  }
}
