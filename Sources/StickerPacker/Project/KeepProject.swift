import StickerImage
import StickerModel

extension PackPlan {
  /// The plan for a folder in which a pack was built before. Its project stays: a rebuild without one leaves
  /// it, and one that a person has changed is not replaced. What Xcode and people put into a project's
  /// folders goes with it.
  ///
  /// - Parameter former: all files of the folder.
  /// - Parameter replacingChanged: whether a project that a person has changed is replaced all the same.
  /// - Returns: the plan itself where there is no project.
  package func keepingProject(of former: FormerBuild, replacingChanged: Bool) -> PackPlan {
    guard let project = former.manifest?.project else { return self }
    let old = former.tree
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
        "\(project.path) is left as it is: a person has changed \(Untrusted(first.path).shown) since it was "
          + "built; \(.force) makes a new one")
    case (let new?, _) where new.path != project.path && own != nil && !replacingChanged:
      // Its folders have the old name, and whoever put files into them wants them.
      for file in new.files { plan.tree[file.path] = nil }
      plan.projectNotes = []
      plan.keep(project, there, of: old)
      plan.notes.append(
        "\(project.path) is left as it is, under its old name: \(Untrusted(own ?? "").shown) is a person's; "
          + "\(.force) makes a new one")
    case (let new?, _):
      // Windows, breakpoints, schemes: no part of the project itself.
      guard new.path == project.path else { break }
      let others = there.filter { !project.names($0) && plan.tree[$0] == nil }
      plan.keep(new, others, of: old)
      plan.kept = Set(others)
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
    kept = Set(paths).union(project.files.map(\.path))
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
