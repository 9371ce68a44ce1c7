import StickerEngine
import StickerImage
import StickerPacker

/// The folder of an existing Xcode project that receives the files of an extension with code. The project
/// itself is not changed; notes list the steps to add the files to it.
struct AppXcodeProjectFolder: ExistingAppDestination {
  let folder: Path

  init(_ named: Path) { folder = named.withoutTrailingSlashes }

  func validate() throws {
    guard try ReadOnlyFileSystem.disk.entryKind(at: ReadOnlyFileSystem.disk.realPath(of: folder)) == .folder,
      !["xcassets", "xcstickers", "xcodeproj"].contains(folder.lowercasedExtension)
    else {
      throw CommandError(
        "\(folder.displayText) is not a project folder. With a template that has code, \(.appProjectFolderOption) must be "
          + "the folder that contains the .xcodeproj.")
    }
  }

  func createRequiredFiles() {}

  /// Files that were edited by hand since the previous build are kept, with a note. Files that did not come from
  /// a build are not touched.
  func changes(writing plan: PackInMemory, previousManifest: [UInt8]?, isForced: Bool, comparesOnly: Bool)
    throws
    -> AppChanges
  {
    let ours = previousManifest.map(extensionFileHashesByPath(listedIn:)) ?? [:]
    let tree = plan.extensionFilesForExistingProject
    guard !tree.paths.isEmpty else {
      throw CommandError(
        "\(folder.displayText) is not an asset catalog. Without a template that has code, \(.appProjectFolderOption) must "
          + "be one.")
    }
    var (changes, foreign) = (AppChanges(), [String]())
    let isFirstBuild = try ours.keys.allSatisfy { try self.bytesOrEmptyIfUnreadable(at: $0) == nil }
    for path in tree.paths {
      guard let bytes = tree[path] else { continue }
      let old = try self.bytesOrEmptyIfUnreadable(at: path)
      // An app has one catalog with this name, and the document is the same in every catalog.
      if old == bytes || old != nil && path == "Assets.xcassets/\(Catalog.documentName)" { continue }
      if let old, !isForced {
        guard let made = ours[path] else {
          let mayBePut = comparesOnly || isEmptyXcodeSetDocument(old, at: path)
          if mayBePut {
            changes.writes.append(AppChanges.Write(path, .file(bytes)))
          } else {
            foreign.append(path)
          }
          continue
        }
        if SHA256.hexDigest(of: old) != made {
          changes.notes.append(
            "kept \(folder.appending(path).displayText), because it was changed after the last build "
              + "(\(.forcedBuild) overwrites it)")
          continue
        }
      }
      changes.writes.append(AppChanges.Write(path, .file(bytes)))
    }
    guard foreign.isEmpty else { throw foreignFilesError(foreign) }
    for (path, made) in ours.sorted(by: { $0.key < $1.key }) where tree[path] == nil {
      guard let old = try bytesOrEmptyIfUnreadable(at: path) else { continue }
      guard isForced || SHA256.hexDigest(of: old) == made else {
        changes.notes.append(
          "kept \(folder.appending(path).displayText), which is no longer part of the pack, because it was "
            + "changed after the last build")
        continue
      }
      changes.removals.append(AppChanges.Removal(relativePath: path, fileBytes: old))
    }
    // If the folder has files of the build, they have already been added to the project.
    if !comparesOnly, isFirstBuild {
      changes.notes += plan.stepsToAddFiles(in: folder.displayText).map { UserMessage($0) }
    }
    return changes
  }

  /// Returns whether a file is the unchanged `Contents.json` of an icon set that Xcode created.
  private func isEmptyXcodeSetDocument(_ bytes: [UInt8], at path: String) -> Bool {
    let path = Path(path)
    return path.name == Catalog.documentName
      && StickerPacker.isEmptyCatalogFolder(document: bytes, named: path.parent.name.displayText)
  }

  /// Throws if the path of a file contains a symbolic link, or a file instead of a folder.
  private func ensureNoLinksOrFiles(above path: String) throws {
    var above = folder
    for part in path.split(separator: "/").dropLast() {
      above = above.appending(String(part))
      switch try ReadOnlyFileSystem.disk.entryKind(at: above) {
      case nil: return
      case .folder: continue
      default: throw CommandError("\(above.displayText) is not a folder. Move it elsewhere first.")
      }
    }
  }

  private func foreignFilesError(_ foreign: [String]) -> CommandError {
    let names = foreign.prefix(3).map { folder.appending($0).displayText }
    let more = foreign.count > 3 ? ["\(foreign.count - 3) more"] : []
    let (verb, them) = foreign.count == 1 ? ("was", "it") : ("were", "them")
    return CommandError(
      "\(listText(names + more)) would be replaced, but \(verb) not created by the last build into the same "
        + "\(.outputFolderOption). Move \(them) elsewhere, give the pack another name, or \(.replaceExistingFile)."
    )
  }

  /// The bytes of a file in the folder, at any depth; nil if the file does not exist.
  private func bytesOrEmptyIfUnreadable(at path: String) throws -> [UInt8]? {
    let place = folder.appending(path)
    try ensureNoLinksOrFiles(above: path)
    switch try ReadOnlyFileSystem.disk.entryKind(at: place) {
    case nil: return nil
    case .file:
      if case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
        place, maxFileBytes: maxComparedFileBytes, follow: false)
      {
        return bytes
      }
      return []  // too large to come from a build
    default: throw CommandError("\(place.displayText) is not a file. Move it elsewhere first.")
    }
  }
}

/// The maximum size in bytes of a file to compare. Files in a build are at most a tenth of this size.
private let maxComparedFileBytes = 64 << 20
