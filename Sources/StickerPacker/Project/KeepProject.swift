import StickerEngine
import StickerImage

extension PackInMemory {
  /// The plan for an existing project with code. Keeps files that the user changed or added, and regenerates
  /// all others. If the project file was changed, deleted files are not restored, because it no longer lists them.
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
      guard isGone ? isProjectOwn : isOwn(file.path) else {
        files.append(file)
        continue
      }
      plan.tree[file.path] = old[file.path]
      plan.preservedFiles.insert(file.path)
      files.append(made[file.path] ?? file)
      if !isGone { changed.append(file) }
    }
    if let merged { plan.replaceProjectFile(with: merged, of: new) }
    for path in old.paths where project.listsOrEncloses(path) && !new.lists(path) && !isSwiftBuildOutput(path)
    {
      guard made[path] == nil || isProjectOwn || isOwn(path) else { continue }
      plan.tree[path] = old[path]
      plan.preservedFiles.insert(path)
    }
    plan.manifest.project?.files = files
    plan.notes += keptFileNotes(on: changed, made)
    if isProjectOwn {
      plan.manifest.project?.bundleIdentifier = project.bundleIdentifier
      plan.setChosenBuildSettings(from: self)
      plan.notes += plan.unlistedFileNotes(on: new)
    }
    plan.tree[Manifest.fileName] = plan.manifest.encoded()
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
    guard merged.keptSettings.contains(bundleIdentifierSetting) else { return }
    // The user chose an identifier in Xcode.
    if let identifier = merged.bundleIdentifier { manifest.project?.bundleIdentifier = identifier }
    tree[Manifest.fileName] = manifest.encoded()
    projectNotes.removeAll { $0 == UserMessage(derivedIdentifierNote(project.bundleIdentifier)) }
  }

  /// A note on files and folders of the build that the user's project file does not list; none if it lists all.
  ///
  /// - Parameter new: the project of the build.
  private func unlistedFileNotes(on new: ManifestProject) -> [UserMessage] {
    guard let bytes = tree[new.projectFilePath], let file = try? PropertyList(parsing: bytes) else {
      return []
    }
    let objects = (file["objects"]?.members ?? []).map(\.value)
    let listed = Set(objects.compactMap { $0["path"]?.text.map { Path($0).name } })
    let synchronizedFolders = objects.filter {
      $0["isa"]?.text == "PBXFileSystemSynchronizedRootGroup"
    }.compactMap { $0["path"]?.text }
    let extensionFiles = new.files.map(\.path).filter { path in
      path.hasPrefix("\(new.extensionName)/") && !path.hasSuffix("/Info.plist") && tree[path] != nil
        && !synchronizedFolders.contains { path.hasPrefix($0 + "/") }
    }
    let folders = Set(manifest.extensionBundleFiles.map { String($0.path.prefix { $0 != "/" }) }).sorted()
    let unlisted = (folders + extensionFiles).filter { !listed.contains(Path($0).name) }
    guard !unlisted.isEmpty else { return [] }
    return ["\(new.path) was kept and does not list \(shortList(unlisted)). Add what the app needs in Xcode."]
  }

  private func keptFileNotes(on changed: [ManifestFile], _ made: [String: ManifestFile]) -> [UserMessage] {
    guard !changed.isEmpty else { return [] }
    let them = changed.count == 1 ? "it" : "them"
    let kept: UserMessage =
      "kept \(shortList(changed.map(\.path))), because someone changed \(them) (\(.forceBuild) regenerates the whole project)"
    let stale = changed.filter { made[$0.path]?.sha256 != $0.sha256 }
    guard !stale.isEmpty else { return [kept] }
    return [
      kept,
      "\(shortList(stale.map(\.path))) would be different now. Build into another folder to compare.",
    ]
  }
}

/// Whether a project can still be replaced after the user changed this file. The README and `.gitignore` are
/// not part of the app.
private func isReadMeOrGitignore(_ path: String) -> Bool {
  path == readMeFileName || path == gitignoreFileName
}

private func isScheme(_ path: String) -> Bool { path.hasSuffix(".xcscheme") }

/// Whether a file belongs to the scripts that Xcode Cloud runs. It looks for their folder next to the project.
///
/// - Source: Apple, Writing custom build scripts.
func isXcodeCloudScript(_ path: String) -> Bool { path.hasPrefix("ci_scripts/") }

/// Whether a file is output of `swift build` in a package, which can be deleted safely.
package func isSwiftBuildOutput(_ path: String) -> Bool {
  path.split(separator: "/").contains { $0 == ".build" }
}

extension PackInMemory {
  /// The plan for a folder with a previous build. Keeps the previous project if the plan has no project, or
  /// if the user changed the previous one. Also keeps files that Xcode and the user added to the project's
  /// folders, and the scripts for Xcode Cloud.
  ///
  /// - Parameter previous: the build in the folder.
  /// - Parameter replacingChanged: whether to replace a project that the user changed.
  /// - Returns: the plan itself if there is no project.
  package func keepingProject(of previous: PreviousBuild, replacingChanged: Bool) -> PackInMemory {
    guard let manifest = previous.manifest, let project = manifest.project else { return self }
    let old = previous.tree
    var plan = replacingChanged ? self : withObjectIDs(of: project)
    plan = plan.keepingProject(project, of: manifest, in: old, replacingChanged)
    for path in old.paths where isXcodeCloudScript(path) {
      plan.tree[path] = old[path]
      plan.preservedFiles.insert(path)
    }
    return plan
  }

  /// The same plan, but with the object ids of the previous build's project, which has the same path.
  private func withObjectIDs(of project: ManifestProject) -> PackInMemory {
    guard var description = projectDescription, let new = manifest.project, new.path == project.path,
      new.objectIDs != project.objectIDs
    else { return self }
    description.previousObjectIDs = project.objectIDs
    let made = xcodeProject(description)
    var plan = self
    plan.tree.add(made.tree)
    plan.manifest.project = ManifestProject(made)
    plan.tree[Manifest.fileName] = plan.manifest.encoded()
    return plan
  }

  private func keepingProject(
    _ project: ManifestProject, of manifest: Manifest, in old: FileTree, _ replacingChanged: Bool
  ) -> PackInMemory {
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
    let keepsSchemes = self.manifest.project?.path == project.path
    let changed = allChanged.filter { file in
      !isReadMeOrGitignore(file.path) && !(keepsSchemes && isScheme(file.path))
    }
    let own = there.first { !project.lists($0) && !isUserStateFile($0) }
    var plan = self
    switch (self.manifest.project, changed.first) {
    case (let new?, let first?) where !replacingChanged:
      for file in new.files { plan.tree[file.path] = nil }
      plan.projectNotes = []
      plan.keepFiles(project, there, of: old)
      plan.setPackValues(of: project, to: new, from: self, in: old)
      plan.notes.append(
        "kept \(project.path)\(project.path == new.path ? "" : " with its old name"), because someone changed "
          + "\(UntrustedText(first.path).displayText) after the last build (\(.forceBuild) makes a new project)"
      )
    case (let new?, _) where new.path != project.path && own != nil && !replacingChanged:
      // The old project's folders have the old name, and the files that the user added to them must be kept.
      for file in new.files { plan.tree[file.path] = nil }
      plan.projectNotes = []
      plan.keepFiles(project, there, of: old)
      plan.setPackValues(of: project, to: new, from: self, in: old)
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
      guard !replacingChanged else { break }
      let ownFiles = allChanged.filter { file in
        (isReadMeOrGitignore(file.path) && old[file.path] != nil || isScheme(file.path))
          && new.lists(file.path)
      }
      for file in ownFiles {
        plan.tree[file.path] = old[file.path]
        plan.preservedFiles.insert(file.path)
      }
      let made = Dictionary(project.files.map { ($0.path, $0) }) { first, _ in first }
      let schemes = ownFiles.filter { isScheme($0.path) && old[$0.path] != nil }
      plan.notes += keptFileNotes(on: new.files.filter(schemes.contains), made)
    case (nil, let first):
      plan.keepFiles(project, there, of: old)
      guard first != nil else { break }
      plan.notes.append("kept \(project.path), because someone changed it after the last build")
    }
    return plan
  }

  /// Gives a kept project the display names of the new build, in every file with names that the user did not change,
  /// and the build settings that the user chose outside Xcode.
  ///
  /// - Parameter plan: the plan of the new build, with its own project.
  private mutating func setPackValues(
    of project: ManifestProject, to new: ManifestProject, from plan: PackInMemory, in old: FileTree
  ) {
    let namesFiles = ["Info.plist", localizedNamesFileName]
    for (index, file) in project.files.enumerated()
    where namesFiles.contains(where: { file.path.hasSuffix("/\($0)") }) {
      let newPath = new.appName + file.path.dropFirst(project.appName.count)
      guard let bytes = plan.tree[newPath], old[file.path].map({ SHA256.hexDigest(of: $0) }) == file.sha256
      else { continue }
      self.tree[file.path] = bytes
      manifest.project?.files[index] = ManifestFile(
        path: file.path, byteCount: bytes.count, sha256: SHA256.hexDigest(of: bytes))
    }
    setChosenBuildSettings(from: plan)
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

/// The first three paths, and how many more there are.
func shortList(_ paths: [String]) -> String {
  let names = paths.prefix(3).map { UntrustedText($0).displayText }
  return listText(names + (paths.count > 3 ? ["\(paths.count - 3) more"] : []))
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
