import StickerEngine
import StickerImage

extension PackPlan {
  /// The plan over a project with code that lies there. Each file is a person's own as soon as it was
  /// changed, and what people add is theirs; all others are made new. What was deleted stays deleted where
  /// the project file is a person's own, and so knows of it.
  func keepingCode(of old: FileTree, _ project: ManifestProject, _ new: ManifestProject) -> PackPlan {
    let made = Dictionary(project.files.map { ($0.path, $0) }) { first, _ in first }
    func isOwn(_ path: String) -> Bool {
      guard let bytes = old[path] else { return false }
      return made[path].map { SHA256.hexDigest(of: bytes) != $0.sha256 } ?? (bytes != tree[path])
    }
    let isProjectOwn = isOwn("\(project.path)/project.pbxproj")
    var (plan, files, changed) = (self, [ManifestFile](), [ManifestFile]())
    for file in new.files {
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
    for path in old.paths where project.holds(path) && !new.names(path) && !isBuildProduct(path) {
      guard made[path] == nil || isProjectOwn || isOwn(path) else { continue }
      plan.tree[path] = old[path]
      plan.preservedFiles.insert(path)
    }
    plan.manifest.project?.files = files
    plan.tree[Manifest.fileName] = plan.manifest.encoded()
    plan.notes += notes(on: changed, made)
    return plan
  }

  private func notes(on changed: [ManifestFile], _ made: [String: ManifestFile]) -> [UserMessage] {
    func shown(_ files: [ManifestFile]) -> String {
      let names = files.prefix(3).map { Untrusted($0.path).displayText }
      return listText(names + (files.count > 3 ? ["\(files.count - 3) more"] : []))
    }
    guard !changed.isEmpty else { return [] }
    let them = changed.count == 1 ? "it" : "them"
    let kept: UserMessage =
      "\(shown(changed)): left as a person has changed \(them); \(.force) makes the whole project new"
    let stale = changed.filter { made[$0.path]?.sha256 != $0.sha256 }
    guard !stale.isEmpty else { return [kept] }
    return [
      kept,
      "\(shown(stale)) would be different now: build into another folder to compare",
    ]
  }
}

/// Whether a file is what `swift build` leaves in a package: nobody misses it.
package func isBuildProduct(_ path: String) -> Bool {
  path.split(separator: "/").contains { $0 == ".build" }
}

extension PackPlan {
  /// The plan for a folder in which a pack was built before. Its project stays: a rebuild without one leaves
  /// it, and one that a person has changed is not replaced. What Xcode and people put into a project's
  /// folders goes with it.
  ///
  /// - Parameter previous: the build in the folder.
  /// - Parameter replacingChanged: whether a project that a person has changed is replaced all the same.
  /// - Returns: the plan itself where there is no project.
  package func keepingProject(of previous: PreviousBuild, replacingChanged: Bool) -> PackPlan {
    guard let project = previous.manifest?.project else { return self }
    let old = previous.tree
    let there = old.paths.filter(project.holds)
    guard there.contains(where: { project.names($0) }) else { return self }  // somebody deleted it
    if let new = self.manifest.project, new.template.hasCode, new.template == project.template,
      new.path == project.path, !replacingChanged
    {
      return keepingCode(of: old, project, new)
    }
    return keepingWhole(project, there, of: old, replacingChanged)
  }

  /// A project without code stays as a whole, or is made new as a whole; so does one with code of which this
  /// build knows nothing.
  private func keepingWhole(
    _ project: ManifestProject, _ there: [String], of old: FileTree, _ replacingChanged: Bool
  ) -> PackPlan {
    let changed = project.files.filter { file in
      old[file.path].map { SHA256.hexDigest(of: $0) != file.sha256 } ?? true
    }
    let own = there.first { !project.names($0) && !isState($0) }
    var plan = self
    switch (self.manifest.project, changed.first) {
    case (let new?, let first?) where !replacingChanged:
      for file in new.files { plan.tree[file.path] = nil }
      plan.projectNotes = []
      plan.keep(project, there, of: old)
      plan.notes.append(
        "\(project.path) is left as it is: a person has changed \(Untrusted(first.path).displayText) since it was "
          + "built; \(.force) makes a new one")
    case (let new?, _) where new.path != project.path && own != nil && !replacingChanged:
      // Its folders have the old name, and whoever put files into them wants them.
      for file in new.files { plan.tree[file.path] = nil }
      plan.projectNotes = []
      plan.keep(project, there, of: old)
      plan.notes.append(
        "\(project.path) is left as it is, under its old name: \(Untrusted(own ?? "").displayText) is a person's; "
          + "\(.force) makes a new one")
    case (let new?, _):
      // Windows, breakpoints, schemes: no part of the project itself.
      guard new.path == project.path else { break }
      let others = there.filter { !project.names($0) && plan.tree[$0] == nil }
      plan.keep(new, others, of: old)
      plan.preservedFiles = Set(others)
    case (nil, let first):
      plan.keep(project, there, of: old)
      guard first != nil else { break }
      plan.notes.append("\(project.path) is left as it is: a person has changed it since it was built")
    }
    return plan
  }

  private mutating func keep(_ project: ManifestProject, _ paths: [String], of old: FileTree) {
    for path in paths { tree[path] = old[path] }
    // What a person has deleted of it is not missing.
    preservedFiles = Set(paths).union(project.files.map(\.path))
    manifest.project = project
    tree[Manifest.fileName] = manifest.encoded()
  }
}

/// Whether a file is what Xcode keeps of windows and breakpoints.
func isState(_ path: String) -> Bool {
  path.split(separator: "/").contains { $0 == "xcuserdata" } || path.hasSuffix("/.DS_Store")
}

extension ManifestProject {
  /// Whether it was made with this file.
  func names(_ file: String) -> Bool { files.contains { $0.path == file } }

  /// Whether a file lies in one of its folders, or is one of its own.
  func holds(_ file: String) -> Bool {
    names(file) || folders.contains { file.hasPrefix($0 + "/") }
  }

  /// The project's own folder and those of its targets.
  private var folders: Set<String> {
    Set(
      ([path] + files.map(\.path)).compactMap { path in
        let parts = path.split(separator: "/")
        return parts.count > 1 || path == self.path ? parts.first.map(String.init) : nil
      }
    ).subtracting([catalogName, "variants"])
  }
}
