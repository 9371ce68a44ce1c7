import StickerImage
import StickerModel

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
      plan.kept.insert(file.path)
      files.append(made[file.path] ?? file)
      if !isGone { changed.append(file) }
    }
    for path in old.paths where project.holds(path) && !new.names(path) && !isBuildProduct(path) {
      guard made[path] == nil || isProjectOwn || isOwn(path) else { continue }
      plan.tree[path] = old[path]
      plan.kept.insert(path)
    }
    plan.manifest.project?.files = files
    plan.tree[Manifest.fileName] = plan.manifest.encoded()
    plan.notes += notes(on: changed, made)
    return plan
  }

  private func notes(on changed: [ManifestFile], _ made: [String: ManifestFile]) -> [Sentence] {
    func shown(_ files: [ManifestFile]) -> String {
      let names = files.prefix(3).map { Untrusted($0.path).shown }
      return listed(names + (files.count > 3 ? ["\(files.count - 3) more"] : []))
    }
    guard !changed.isEmpty else { return [] }
    let them = changed.count == 1 ? "it" : "them"
    let kept: Sentence =
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
