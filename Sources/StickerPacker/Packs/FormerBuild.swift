package import StickerEngine
package import StickerImage

/// A pack that was built before, of which a rebuild takes what it would make again: the sizes of every
/// sticker whose art is still the same, byte for byte.
package struct EarlierBuild: Sendable {
  private let tree: FileTree
  private let stickers: [String: ManifestSticker]

  /// - Parameter former: what lies where the pack is built, as this program has made and verified it.
  /// - Returns: nil where there is no build.
  package init?(verified former: FormerBuild) {
    guard let manifest = former.manifest else { return nil }
    tree = former.tree
    stickers = Dictionary(manifest.stickers.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The sizes that were made of the same art, the largest first; nil where there are none, or not those that
  /// are wanted.
  func variants(_ id: String, of art: [UInt8], _ container: Container, _ scales: [Scale]) -> [BuiltVariant]? {
    guard let sticker = stickers[id], sticker.variants.map(\.scale) == [.x3] + scales,
      let first = sticker.variants.first, let kept = tree[first.file.path], kept.hasSameBytes(as: art)
    else { return nil }
    var variants: [BuiltVariant] = []
    for variant in sticker.variants {
      guard let bytes = tree[variant.file.path],
        let found = variant.scale == .x3 ? container : Container(of: bytes, budget: .unlimited),
        let fileExtension = Path(variant.file.path).lowercasedExtension
      else { return nil }
      variants.append(
        BuiltVariant(
          variant.scale, bytes, found, fileExtension: fileExtension, isDecoded: true,
          similarity: variant.similarity.map(Similarity.init(tenThousandths:)), sha256: variant.file.sha256))
    }
    return variants
  }

  /// The APNG that was put together from the same frames at the same pace; nil where there is none.
  func assembled(_ sticker: Sticker, frames: [[UInt8]]) -> [UInt8]? {
    guard let known = stickers[sticker.id], var sequence = known.sequence, let art = known.variants.first,
      sequence.frames.map({ $0.text.flatMap { tree[$0] } }) == frames
    else { return nil }
    sequence.frames = sticker.sequence?.frames ?? []
    return sequence == sticker.sequence ? tree[art.file.path] : nil
  }
}

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

  /// The effort with which a build takes the fewest bytes; nil if not requested.
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
