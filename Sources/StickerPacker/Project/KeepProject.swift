import StickerEngine
import StickerImage

extension PackInMemory {
  /// The plan for a folder with a previous build. Updates the project of that build file by file: files that the user
  /// changed or added stay as they are, and all others are generated again. If the user changed anything, the
  /// project keeps its name, even if the pack has a new one.
  ///
  /// - Parameter previous: the build in the folder.
  /// - Parameter replacingChanged: whether to replace files that the user changed.
  /// - Returns: the plan itself if the previous build has no project.
  package func mergingProject(of previous: PreviousBuild, replacingUserChanges replacingChanged: Bool)
    -> PackInMemory
  {
    guard let manifest = previous.manifest, let project = manifest.project else { return self }
    let previousFiles = previous.tree
    var plan = self
    if project.exists(where: { previousFiles[$0] != nil }) {
      plan =
        switch self.manifest.project {
        case nil: keepingUnusedProject(project, of: previousFiles)
        case let new? where replacingChanged || new.template != project.template:
          replacingAllGeneratedFiles(project, of: previousFiles)
        default: updatingProject(project, of: manifest, in: previousFiles)
        }
    }
    let userFiles = manifest.userFilesOutsideProject(in: previousFiles.paths)
    plan.preserveFiles(userFiles.filter { plan.tree[$0] == nil }, of: previousFiles)
    return plan
  }

  /// Keeps the previous project as it is. Used for a plan without a project.
  private func keepingUnusedProject(_ project: ManifestProject, of previousFiles: FileTree) -> PackInMemory {
    var plan = self
    plan.preserveFiles(project.projectPaths(in: previousFiles.paths), of: previousFiles)
    // A file that the user deleted must not be reported as missing.
    plan.preservedFiles.formUnion(project.files.map(\.path))
    plan.manifest.project = project
    plan.tree[Manifest.fileName] = plan.manifest.encoded()
    if project.files.contains(where: { !$0.matches(previousFiles[$0.path]) }) {
      plan.notes.append("kept \(project.path), because someone changed it after the last build")
    }
    return plan
  }

  /// Replaces the previous project. Keeps what the user added to its folders and, if it has the same name, what Xcode
  /// added, such as window layouts and breakpoints.
  private func replacingAllGeneratedFiles(_ project: ManifestProject, of previousFiles: FileTree)
    -> PackInMemory
  {
    var plan = self
    let hasSameName = manifest.project?.path == project.path
    let generated = Set(project.files.map(\.path))
    let added = project.projectPaths(in: previousFiles.paths).filter { path in
      !generated.contains(path) && !isSwiftBuildOutput(path) && (hasSameName || !isXcodeOrFinderState(path))
    }
    plan.preserveFiles(added.filter { plan.tree[$0] == nil }, of: previousFiles)
    return plan
  }

  /// Updates the previous project, which was created from the same template.
  private func updatingProject(_ project: ManifestProject, of manifest: Manifest, in previousFiles: FileTree)
    -> PackInMemory
  {
    guard let new = self.manifest.project, new.path != project.path else {
      return withNamesAndIDs(of: project).keepingUserChanges(of: previousFiles, project, manifest)
    }
    guard let change = project.firstUserChangeToApp(in: previousFiles) else {
      return keepingUserChanges(of: previousFiles, project, manifest)
    }
    var plan = withNamesAndIDs(of: project).keepingUserChanges(of: previousFiles, project, manifest)
    plan.notes.append(
      "kept the name \(project.path), because someone \(change.isAddition ? "added" : "changed") "
        + "\(UntrustedText(change.path).displayText) (\(.forcedBuild) makes a new project)")
    return plan
  }

  /// The same plan, but its project has the file names and object ids of the previous build's project and, unless the
  /// pack has one, its bundle identifier.
  private func withNamesAndIDs(of project: ManifestProject) -> PackInMemory {
    guard var input = xcodeProjectInput, let new = manifest.project,
      new.path != project.path || new.objectIDSeed != project.objectIDSeed
        || input.bundleIdentifier == nil && new.bundleIdentifier != project.bundleIdentifier
    else { return self }
    input.previousProject = project
    let regeneratedProject = xcodeProject(input)
    var plan = self
    for file in new.files { plan.tree[file.path] = nil }
    plan.tree.add(regeneratedProject.tree)
    plan.manifest.project = ManifestProject(regeneratedProject)
    plan.projectNotes = regeneratedProject.notes.map { UserMessage($0) }
    plan.tree[Manifest.fileName] = plan.manifest.encoded()
    return plan
  }

  /// The plan for an existing project. Keeps files that the user changed, added or deleted, and generates all others
  /// again.
  ///
  /// - Parameter previousManifest: the manifest of the previous build.
  private func keepingUserChanges(
    of previousFiles: FileTree, _ project: ManifestProject, _ previousManifest: Manifest
  ) -> PackInMemory {
    guard let new = manifest.project else { return self }
    let generatedFiles = Dictionary(project.files.map { ($0.path, $0) }) { first, _ in first }
    let newPaths = Set(new.files.map(\.path))
    func isFromUser(_ path: String) -> Bool {
      guard let bytes = previousFiles[path], bytes != tree[path] else { return false }
      return generatedFiles[path]?.matches(bytes) != true
    }
    let merged = mergedProjectFileIfEdited(over: previousManifest, project, in: previousFiles)
    let isProjectFileFromUser = merged == nil && isFromUser(project.projectFilePath)
    let logicFolder = "\(project.appName)Logic/"
    let isLogicFromUser = previousFiles.paths.contains {
      $0.hasPrefix(logicFolder) && !isSwiftBuildOutput($0) && isFromUser($0)
    }
    func staysDeleted(_ path: String) -> Bool {
      isProjectFileFromUser || isLogicFromUser && path.hasPrefix(logicFolder)
        || isScheme(path) && previousFiles[project.projectFilePath] != nil
    }
    var (plan, files, changed) = (self, [ManifestFile](), [ManifestFile]())
    for file in new.files {
      let isDeleted = previousFiles[file.path] == nil && generatedFiles[file.path] != nil
      guard file.path != merged?.path, isDeleted ? staysDeleted(file.path) : isFromUser(file.path) else {
        files.append(file)
        continue
      }
      plan.tree[file.path] = previousFiles[file.path]
      plan.preservedFiles.insert(file.path)
      files.append(generatedFiles[file.path] ?? file)
      if !isDeleted { changed.append(file) }
    }
    if let merged { plan.replaceProjectFile(with: merged, of: new) }
    for path in project.projectPaths(in: previousFiles.paths)
    where !newPaths.contains(path) && !isSwiftBuildOutput(path) {
      // A file that the kept project file lists must not disappear.
      guard generatedFiles[path] == nil || isProjectFileFromUser || isFromUser(path) else { continue }
      guard new.path == project.path || !isXcodeOrFinderState(path) else { continue }
      plan.preserveFiles([path], of: previousFiles)
      if let file = generatedFiles[path] { files.append(file) }
    }
    plan.manifest.project?.files = files.sorted { precedesInByteOrder($0.path, $1.path) }
    plan.notes += keptFileNotes(on: changed, generatedFiles)
    if isProjectFileFromUser {
      plan.manifest.project?.bundleIdentifier = project.bundleIdentifier
      plan.manifest.project?.structureDigest = project.structureDigest
      plan.setChosenBuildSettings(from: self)
      plan.notes += plan.unlistedAndStaleFileNotes(on: new)
    }
    plan.tree[Manifest.fileName] = plan.manifest.encoded()
    return plan
  }

  private mutating func preserveFiles(_ paths: [String], of previousFiles: FileTree) {
    for path in paths { tree[path] = previousFiles[path] }
    preservedFiles.formUnion(paths)
  }

  /// Uses a project file with the user's settings. The manifest has the hash of the file without these
  /// settings, so that the next build also detects that the user changed the file.
  private mutating func replaceProjectFile(
    with merged: ProjectFileWithKeptSettings, of project: ManifestProject
  ) {
    tree[merged.path] = merged.bytes
    preservedFiles.insert(merged.path)
    if let note = merged.keptSettingsNote(on: project) { notes.append(note) }
    guard merged.keptSettings.contains(bundleIdentifierSetting) else { return }
    // The user chose an identifier in Xcode.
    if let identifier = merged.validBundleIdentifier { manifest.project?.bundleIdentifier = identifier }
    projectNotes.removeAll { $0 == UserMessage(derivedIdentifierNote(project.bundleIdentifier)) }
  }

  /// Notes on files and folders of the build that the user's project file does not list, and on those that it lists
  /// but the build no longer has.
  ///
  /// - Parameter new: the project of the build.
  private func unlistedAndStaleFileNotes(on new: ManifestProject) -> [UserMessage] {
    guard let bytes = tree[new.projectFilePath], let file = try? OldStylePropertyList(parsing: bytes) else {
      return ["\(new.projectFilePath) cannot be read. If it has merge conflicts, resolve them."]
    }
    let objects = (file["objects"]?.members ?? []).map(\.value)
    let listed = objects.compactMap { $0["path"]?.text.map(nameInProjectFile) }
    let synchronizedFolders = objects.filter {
      $0["isa"]?.text == "PBXFileSystemSynchronizedRootGroup"
    }.compactMap { $0["path"]?.text }
    func isSynchronized(_ path: String) -> Bool { synchronizedFolders.contains { path.hasPrefix($0 + "/") } }
    let targetFiles = new.files.map(\.path).filter { path in
      (path.hasPrefix("\(new.extensionName)/") || path.hasPrefix("\(new.appName)/"))
        && !path.hasSuffix("/Info.plist") && tree[path] != nil && !isSynchronized(path)
    }
    let needed = Dictionary(grouping: manifest.extensionResourceFolders + targetFiles, by: nameInProjectFile)
    let unlisted = needed.filter { name, paths in listed.count { $0 == name } < paths.count }.flatMap(\.value)
    let newPaths = Set(new.files.map(\.path))
    let staleFiles = (manifest.project?.files ?? []).map(\.path).filter { path in
      tree[path] != nil && !newPaths.contains(path) && !path.hasPrefix(new.path + "/")
        && (isSynchronized(path) || listed.contains(nameInProjectFile(path)))
    }
    let missingFolders = [ExtensionBundleFolders.message, "landing"].filter { folder in
      listed.contains(folder) && !tree.paths.contains { $0.hasPrefix(folder + "/") }
    }
    return [
      keptProjectFileNote(new, "does not list", unlisted, "Add what the app needs in Xcode."),
      keptProjectFileNote(
        new, "still contains", staleFiles + missingFolders,
        "The build no longer has this. Remove it in Xcode."),
    ].compactMap(\.self)
  }

  private func keptProjectFileNote(
    _ project: ManifestProject, _ verb: String, _ paths: [String], _ advice: String
  ) -> UserMessage? {
    guard !paths.isEmpty else { return nil }
    let names = shortList(paths.sorted(by: precedesInByteOrder))
    return "\(project.path) was kept and \(verb) \(names). \(advice)"
  }

  private func keptFileNotes(on changed: [ManifestFile], _ generatedFiles: [String: ManifestFile])
    -> [UserMessage]
  {
    guard !changed.isEmpty else { return [] }
    let them = changed.count == 1 ? "it" : "them"
    let kept: UserMessage =
      "kept \(shortList(changed.map(\.path))), because someone changed \(them) (\(.forcedBuild) regenerates the whole project)"
    let stale = changed.filter { file in
      generatedFiles[file.path]?.sha256 != file.sha256 && file.path != manifest.project?.projectFilePath
    }
    guard !stale.isEmpty else { return [kept] }
    return [
      kept,
      "\(shortList(stale.map(\.path))) would be different now. Build into another folder to compare.",
    ]
  }
}

/// The name by which a project file lists a file: the last part of its path, with the folder of its language.
private func nameInProjectFile(_ path: String) -> String {
  let parts = path.split(separator: "/")
  return parts.suffix(parts.dropLast().last?.hasSuffix(".lproj") == true ? 2 : 1).joined(separator: "/")
}

/// Whether a file is not part of the app. If the user changes only such files, the project can get a new name.
private func isReadMeOrGitignore(_ path: String) -> Bool {
  path == readMeFileName || path == gitignoreFileName
}

private func isScheme(_ path: String) -> Bool { path.hasSuffix(".xcscheme") }

/// Whether a file is output of `swift build` in a package, which can be deleted safely.
package func isSwiftBuildOutput(_ path: String) -> Bool {
  path.split(separator: "/").contains { $0 == ".build" }
}

/// The first three paths, and the number of the others.
func shortList(_ paths: [String]) -> String {
  let names = paths.prefix(3).map { UntrustedText($0).displayText }
  return listText(names + (paths.count > 3 ? ["\(paths.count - 3) more"] : []))
}

/// Whether Xcode or Finder stores its state in a file, such as the layout of windows or breakpoints. A scheme is not
/// such a file, because a person made it.
private func isXcodeOrFinderState(_ path: String) -> Bool {
  path.split(separator: "/").contains { $0 == "xcuserdata" } && !isScheme(path)
    || path.hasSuffix("/.DS_Store")
}

extension Manifest {
  /// The folders next to the project that the bundle of an extension with code contains.
  var extensionResourceFolders: Set<String> {
    Set(extensionBundleFiles.map { String($0.path.prefix { $0 != "/" }) })
  }

  /// The files next to a project that belong to the user: stickerlint did not make them, and they are not in a folder
  /// whose entire contents stickerlint generates. Empty for a pack without a project, or if the project was deleted.
  ///
  /// - Parameter paths: the files of the build's folder.
  func userFilesOutsideProject(in paths: [String]) -> [String] {
    guard let project, project.exists(where: Set(paths).contains) else { return [] }
    let generatedFolders =
      [catalogFolderName, "variants"]
      + extensionResourceFolders.subtracting([iconCatalogFolderName])
    let others = Set(filesOutsideProject.map(\.path) + [Self.fileName] + project.projectPaths(in: paths))
    return paths.filter { path in
      !isSwiftBuildOutput(path) && !others.contains(path)
        && Path(path).name != finderFileName && !generatedFolders.contains { path.hasPrefix($0 + "/") }
    }
  }
}

extension ManifestProject {
  /// The files in a build's folder that were generated with the project or are in one of its folders.
  func projectPaths(in paths: [String]) -> [String] {
    let (generated, folders) = (Set(files.map(\.path)), topLevelFolders)
    return paths.filter { path in
      generated.contains(path) || path.contains("/") && folders.contains(String(path.prefix { $0 != "/" }))
    }
  }

  /// Whether any file that was generated with the project still exists, other than the README and `.gitignore`.
  ///
  /// - Parameter isPresent: returns whether a file exists in the build's folder.
  package func exists(where isPresent: (String) -> Bool) -> Bool {
    files.contains { !isReadMeOrGitignore($0.path) && isPresent($0.path) }
  }

  /// The first file of the project that the user changed or added, other than the README and `.gitignore`, or nil.
  fileprivate func firstUserChangeToApp(in previousFiles: FileTree) -> (path: String, isAddition: Bool)? {
    firstChangedOrAddedFile(in: previousFiles) { !isReadMeOrGitignore($0) }
  }

  /// The first file of the project that the user changed or added, or nil.
  func firstChangedOrAddedFile(in previousFiles: FileTree, where isRelevant: (String) -> Bool = { _ in true })
    -> (path: String, isAddition: Bool)?
  {
    let generatedFiles = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    let path = projectPaths(in: previousFiles.paths).first { path in
      isRelevant(path) && !isXcodeOrFinderState(path) && !isSwiftBuildOutput(path)
        && generatedFiles[path]?.matches(previousFiles[path]) != true
    }
    return path.map { ($0, generatedFiles[$0] == nil) }
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

/// The file that Finder adds to folders that the user opens.
let finderFileName = Path(".DS_Store")
