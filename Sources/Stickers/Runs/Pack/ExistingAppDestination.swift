package import StickerEngine
package import StickerPacker

/// A folder of an app that receives a build in addition to the output folder.
package protocol ExistingAppDestination: Sendable {
  /// The folder, as specified by the user.
  var folder: Path { get }

  /// Throws if a build cannot be written to the folder.
  func validate() throws

  /// Returns the changes that a build makes in the folder. Throws if the build would replace something that a
  /// person made or changed. Files from the previous build, and files that are identical to the new ones, may
  /// be replaced.
  ///
  /// - Parameter previousManifest: the manifest of the previous build.
  /// - Parameter isForced: whether to replace files that stickerlint did not make.
  /// - Parameter comparesOnly: whether to only report changes.
  func changes(writing plan: PackInMemory, previousManifest: [UInt8]?, isForced: Bool, comparesOnly: Bool)
    throws
    -> AppChanges

  /// Creates the folders and files that must exist before others are written.
  func createRequiredFiles() throws
}

/// The changes that a build makes in an app.
package struct AppChanges {
  /// A missing or outdated file or folder.
  struct Write {
    enum FileOrFolder {
      /// A folder that is replaced as a whole.
      case folder(FileTree)
      /// A file with these bytes.
      case file([UInt8])
    }
    /// The path relative to the folder of the app.
    let relativePath: String
    let fileOrFolder: FileOrFolder

    init(_ name: String, _ content: FileOrFolder) {
      self.relativePath = name
      self.fileOrFolder = content
    }
  }

  /// Output from the previous build that is no longer in the pack.
  struct Removal {
    /// The path relative to the folder of the app.
    let relativePath: String
    /// The bytes of a file; nil for a folder.
    let fileBytes: [UInt8]?
  }

  var writes: [Write] = []
  var removals: [Removal] = []
  /// Notes for the user, escaped for display.
  var notes: [UserMessage] = []

  var isEmpty: Bool { writes.isEmpty && removals.isEmpty }
}

extension ExistingAppDestination {
  /// Writes new files and removes old ones. Each file or folder is written or removed in one step.
  func apply(_ changes: AppChanges) throws {
    try createRequiredFiles()
    for change in changes.writes {
      let place = folder.appending(change.relativePath)
      switch change.fileOrFolder {
      case .folder(let tree): try writeAndVerify(tree, to: place)
      case .file(let bytes):
        try FileWriter.shared.makeFolders(place.parent)
        try FileWriter.shared.writeFile(bytes, to: place)
      }
    }
    for old in changes.removals {
      let place = folder.appending(old.relativePath)
      if let bytes = old.fileBytes {
        try FileWriter.shared.removeFile(place, expecting: bytes)
      } else {
        try FileWriter.shared.removeTree(place)
      }
    }
  }

  /// A summary of the changes, to append to a line.
  func summarySuffix(of changes: AppChanges) -> String {
    guard !changes.isEmpty else { return "; \(folder.displayText) is up to date" }
    let put =
      changes.writes.isEmpty
      ? "" : "; put \(listOrCount(changes.writes.map(\.relativePath))) into \(folder.displayText)"
    let removed =
      changes.removals.isEmpty
      ? "" : "; removed \(listOrCount(changes.removals.map(\.relativePath))) from \(folder.displayText)"
    return put + removed
  }

  /// The differences, one line each.
  func differences(_ changes: AppChanges) -> [String] {
    changes.writes.map { "\(folder.appending($0.relativePath).displayText) differs" }
      + changes.removals.map {
        "\(folder.appending($0.relativePath).displayText) is no longer part of the pack"
      }
  }

  private func listOrCount(_ names: [String]) -> String {
    names.count > 3 ? countText(names.count, "file") : listText(names)
  }
}

/// The destination for a folder: an asset catalog or the app's own folder.
///
/// - Parameter template: the template of the project; nil to infer it from the folder.
/// - Parameter hasProject: whether the build includes a project.
package func existingAppDestination(
  _ folder: Path, template: ProjectTemplate?, hasProject: Bool
) -> any ExistingAppDestination {
  if let template { return template.hasCode ? AppXcodeProjectFolder(folder) : AppAssetCatalog(folder) }
  // A rebuild may omit the template, so decide based on the folder.
  let isCatalog = ["xcassets", "xcstickers"].contains(folder.withoutTrailingSlashes.lowercasedExtension)
  return isCatalog || !hasProject ? AppAssetCatalog(folder) : AppXcodeProjectFolder(folder)
}
