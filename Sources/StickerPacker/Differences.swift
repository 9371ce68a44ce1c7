package import StickerModel

/// What would change if a planned tree replaced the one on the disk, in byte order of the paths:
/// `manifest.json differs`, `variants/a@3x.png is missing`, `notes.txt does not belong to it`. Empty where
/// they are the same bytes. What Finder leaves in every folder that is looked at does not count.
package func differences(planned: FileTree, onDisk: FileTree) -> [String] {
  let paths = Set(planned.paths).union(onDisk.paths).filter { path in
    Path(path).name != finderFile && !isBuildProduct(path)
  }.sorted(by: precedes)
  return paths.compactMap { path in
    switch (planned[path], onDisk[path]) {
    case (nil, _): "\(Untrusted(path).shown) does not belong to it"
    case (_, nil): "\(Untrusted(path).shown) is missing"
    case (let a, let b): a == b ? nil : "\(Untrusted(path).shown) differs"
    }
  }
}

extension FormerBuild {
  /// Files that the manifest does not name: somebody else put them there. What Finder leaves in every folder
  /// that is looked at does not count, nor does what Xcode and people put into the folders of the pack's
  /// project, which a rebuild leaves.
  ///
  /// - Parameter files: every file of the folder, relative to it.
  /// - Returns: in the order given; nil where there is no manifest of ours, so that the folder is not either.
  package func foreignFiles(_ files: [Path]) -> [Path]? {
    guard let manifest else { return nil }
    let ours = Set(manifest.files.map(\.path) + [Manifest.fileName])
    // A project that somebody deleted holds nothing any more.
    let project = manifest.project.flatMap { project in
      files.contains { $0.text.map(project.names) ?? false } ? project : nil
    }
    return files.filter { path in
      guard let text = path.text else { return true }
      if isBuildProduct(text) { return false }
      return !ours.contains(text) && project?.holds(text) != true
    }
    .filter { $0.name != finderFile }
  }
}

/// What macOS leaves in folders that a person opens.
private let finderFile = Path(".DS_Store")
