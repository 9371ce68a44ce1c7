package import StickerImage
package import StickerModel

/// What lies where a pack is built: its files, and what their manifest says. A manifest has a line for each
/// size of each sticker, and is read once.
package struct FormerBuild: Sendable {
  /// All files that lie there.
  package let tree: FileTree
  /// What the build says of itself; nil for anything else.
  let manifest: Manifest?

  package init(_ tree: FileTree) {
    self.tree = tree
    manifest = tree[Manifest.fileName].flatMap { try? Manifest(parsing: $0) }
  }

  /// Whether it is a build with a contact sheet.
  package var hasContactSheet: Bool {
    manifest.map { !$0.contactSheets.isEmpty } ?? false
  }

  /// The effort with which a build takes the fewest bytes; nil where nobody asked for that.
  package var smallestEffort: OptimizingEffort? { manifest?.smallest }

  /// Whether the project of a build has the texts of the catalog in every language.
  package var hasLocalizedCatalog: Bool {
    manifest?.project?.files.contains { $0.path.hasSuffix(".lproj/\(catalogTextsName)") } ?? false
  }

  /// What kind of extension the project of a build has; nil where there is no project.
  package var projectTemplate: ProjectTemplate? { manifest?.project?.template }

  /// What a build with another template would take from a person: the first file of the project that lies
  /// here that somebody has changed or added; nil where there is none, or the template is the same.
  package func ownFile(inOtherProjectThan template: ProjectTemplate) -> String? {
    guard let project = manifest?.project, project.template != template else { return nil }
    let made = Dictionary(project.files.map { ($0.path, $0.sha256) }) { first, _ in first }
    return tree.paths.first { path in
      guard project.holds(path), !isState(path), !isBuildProduct(path) else { return false }
      return made[path].map { SHA256.hexDigest(of: tree[path] ?? []) != $0 } ?? true
    }
  }
}

extension FileTree {
  /// The manifest of a build, and all files whose hashes a rebuild asks for.
  package var variants: FileTree { filter { $0 == Manifest.fileName || $0.hasPrefix("variants/") } }
}
