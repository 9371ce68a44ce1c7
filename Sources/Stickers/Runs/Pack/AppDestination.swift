package import StickerEngine
package import StickerPacker

/// A folder of an app that receives a build, beside the output folder.
package protocol AppDestination: Sendable {
  /// The folder, as it was named.
  var folder: Path { get }

  /// Stops a build that cannot go there.
  func validate() throws

  /// What a build changes there. Stops one that would replace what a person made or changed. Ours is what the
  /// last build of the pack made, and what would be put there anyway.
  ///
  /// - Parameter last: the manifest of the last build.
  /// - Parameter force: whether to replace files that stickerlint did not make.
  /// - Parameter check: whether changes are only to be told.
  func changes(to plan: PackPlan, last: [UInt8]?, force: Bool, check: Bool) throws -> AppChanges

  /// Makes what has to be there before anything is put.
  func prepare() throws
}

/// What a build changes in an app.
package struct AppChanges {
  /// Something that is not there as it should be.
  struct Put {
    enum Content {
      /// A folder that is replaced as a whole.
      case folder(FileTree)
      /// A file with these bytes.
      case file([UInt8])
    }
    /// The path, as seen from the app's place.
    let name: String
    let content: Content

    init(_ name: String, _ content: Content) {
      self.name = name
      self.content = content
    }
  }

  /// Something that the last build made, and the pack no longer has.
  struct Removed {
    /// The path, as seen from the app's place.
    let name: String
    /// The bytes of a file; nil for a folder.
    let bytes: [UInt8]?
  }

  var put: [Put] = []
  var removed: [Removed] = []
  /// What people should know; already escaped.
  var notes: [UserMessage] = []

  var isEmpty: Bool { put.isEmpty && removed.isEmpty }
}

extension AppDestination {
  /// Puts everything there and takes the old out, each in one step, and nothing else.
  func apply(_ changes: AppChanges) throws {
    try prepare()
    for change in changes.put {
      let place = folder.appending(change.name)
      switch change.content {
      case .folder(let tree): try put(tree, at: place)
      case .file(let bytes):
        try FileWriter.shared.makeFolders(place.parent)
        try FileWriter.shared.writeFile(bytes, to: place)
      }
    }
    for old in changes.removed {
      let place = folder.appending(old.name)
      if let bytes = old.bytes {
        try FileWriter.shared.removeFile(place, expecting: bytes)
      } else {
        try FileWriter.shared.removeTree(place)
      }
    }
  }

  /// What was put there, for the end of a line.
  func summary(of changes: AppChanges) -> String {
    guard !changes.isEmpty else { return "; \(folder.displayText) has it already" }
    let put =
      changes.put.isEmpty ? "" : "; put \(summarized(changes.put.map(\.name))) into \(folder.displayText)"
    let removed =
      changes.removed.isEmpty
      ? "" : "; took \(summarized(changes.removed.map(\.name))) out of \(folder.displayText)"
    return put + removed
  }

  /// What differs, a line for each.
  func differences(_ changes: AppChanges) -> [String] {
    changes.put.map { "\(folder.appending($0.name).displayText) differs" }
      + changes.removed.map { "\(folder.appending($0.name).displayText) is no longer a part of the pack" }
  }

  private func summarized(_ names: [String]) -> String {
    names.count > 3 ? countText(names.count, "file") : listText(names)
  }
}

/// A folder of an app, as its name or what is asked for says: an asset catalog, or the app's own folder.
///
/// - Parameter template: nil: as the place says.
/// - Parameter hasProject: whether a project is built, too.
package func appDestination(
  _ folder: Path, template: ProjectTemplate?, hasProject: Bool
) -> any AppDestination {
  if let template { return template.hasCode ? AppFolder(folder) : AppCatalog(folder) }
  // A rebuild need not say which template it is: the place tells.
  let isCatalog = ["xcassets", "xcstickers"].contains(folder.withoutTrailingSlashes.lowercasedExtension)
  return isCatalog || !hasProject ? AppCatalog(folder) : AppFolder(folder)
}
