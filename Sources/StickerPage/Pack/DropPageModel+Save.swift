import StickerEngine
import StickerImage
import Stickers

// Saves the pack file and fixed art to the folder of the page. Apart from the pack file, saving replaces only
// fixed art that the page itself wrote.
extension DropPageModel {
  /// The files to write when saving. Paths are relative to the folder.
  private struct PendingSave {
    /// Fixed art under its new names.
    let fixedFiles: [(path: Path, bytes: [UInt8])]
    /// The numbers of the files that were fixed.
    let fixedFileNumbers: [Int]
    /// The files in the folder that will be replaced, with their current bytes. The page saved them earlier.
    let existingFilesToOverwrite: [Path: [UInt8]]
    /// The pack file with the new names.
    let packFile: (path: Path, bytes: [UInt8])
  }

  /// Returns the folder, the files that saving would write to it, and the tag of the pack file that would be
  /// replaced.
  func savePreviewJSON() -> Result<JSON, CommandError> {
    guard let folder else { return .failure(noFolderError) }
    return preparedSave(in: folder).map { saving in
      .object([
        "folder": .string(folder.realPath.displayText),
        "files": .array(
          ([saving.packFile.path] + saving.fixedFiles.map(\.path)).map { JSON.string($0.displayText) }),
        "tag": contentTagJSON(packFilesInFolder[saving.packFile.path]),
      ])
    }
  }

  /// Saves if the pack file in the folder meets the condition.
  func save(if condition: FileVersionPrecondition) -> SaveOutcome {
    guard let folder else { return .failed(noFolderError) }
    let saving: PendingSave
    switch self.preparedSave(in: folder) {
    case .failure(let failure): return .failed(failure)
    case .success(let found): saving = found
    }
    let (path, there) = (
      saving.packFile.path, folder.readIfExists(saving.packFile.path, limit: maxPackFileBytes)
    )
    let old: [UInt8]?
    switch there {
    case nil: old = nil
    case .bytes(let bytes)?: old = bytes
    case ReadOutcome.emptyFile?: old = []
    case .tooLarge?:
      return .failed(
        CommandError("cannot write \(path.displayText): the file there is too large for a pack file"))
    case .unreadable(let reason)?:
      return .failed(CommandError("cannot write \(path.displayText): \(reason)"))
    }
    guard condition == FileVersionPrecondition(of: old) else {
      return .conflict(changedInFolderText(path, old), tag: contentTagJSON(old))
    }
    do throws(CommandError) {
      if let other = try folder.writeAllOrNone(
        saving.fixedFiles, replacing: saving.existingFilesToOverwrite, then: saving.packFile, expecting: old)
      {
        return .failed(
          CommandError("\(other.displayText) was just added or changed in the folder. Save again."))
      }
    } catch { return .failed(error) }
    addSavedFilesRevertingFixes(saving)
    return .saved(([path] + saving.fixedFiles.map(\.path)).map(\.displayText))
  }

  /// Replaces the pack file on the page with the one in the folder.
  ///
  /// - Returns: nil on success, or the reason for the failure.
  func reloadPackFileFromFolder() -> String? {
    guard let folder, case .success(let open) = existingOrNewPackFile() else { return noFolderError.message }
    switch folder.readIfExists(open.path, limit: maxPackFileBytes) {
    case .bytes(let bytes)?:
      packFileWriteStatus.hasUnsavedChanges = false
      guard case .rejected(_, let sentence) = addFile(fromFolder: open.path, bytes) else { return nil }
      return sentence
    case nil: return "\(open.path.displayText) is no longer in the folder"
    case .tooLarge?: return "\(open.path.displayText) in the folder is too large for a pack file"
    case .unreadable(let reason)?: return "\(open.path.displayText) in the folder cannot be read: \(reason)"
    }
  }

  /// Adds a file from the page's folder. Does nothing if the page already has the file, for example because
  /// it saved the file. If art with a fixed copy was exported again, the new art replaces the copy in the
  /// pack.
  func addFile(fromFolder path: Path, _ content: [UInt8]) -> DropOutcome {
    if path.name == PackFile.fileName { packFilesInFolder[path] = content }
    let old = number(of: path).flatMap { files[$0] }
    if let old, old.bytes == content { return .addedOrAlreadyOnPage(id: old.id) }
    let outcome = addOrReplaceFile(path.displayText, content)
    if let old, old.kind == .art, hasFixedCopiesOnPage, !isInFixedCopiesFolder(path),
      case .addedOrAlreadyOnPage(let number) = outcome,
      let replacement = packFileMessage.imagesNotUsedAsStickers.first(where: { $0.imageNumber == number })?
        .listedOriginalOrCopyNumber
    {
      // If the pack file cannot be edited, the page says so.
      _ = editPackFile([.replaceSticker(replacement, with: number)])
    }
    return outcome
  }

  private func preparedSave(in folder: ConfinedFolderAccess) -> Result<PendingSave, CommandError> {
    let open: ExistingOrNewPackFile
    switch existingOrNewPackFile() {
    case .failure(let failure): return .failure(failure)
    case .success(let found): open = found
    }
    let pack = pageImages(in: open.path.parent)
    var (text, fixed, missing) = (PagePackFileEditor(open.bytes, among: pack), [(Path, [UInt8])](), [Path]())
    var originals: [Int] = []
    var names: FixedFileNamer
    do throws(CommandError) {
      if files.hasImages { try text.removeMissingStickersAndIcons() }
      names = FixedFileNamer(
        packFolder: pack.folder, servedFolder: folder, savedFiles: savedFixedFiles,
        referencedPaths: Set(try text.referencedFiles),
        copies: FixedCopyMatcher(among: pack.relativePathsByNumber.values))
      for path in try text.referencedFiles {
        guard let file = pack.number(of: path).flatMap({ files[$0] }) else { continue }
        guard let better = file.fixedFile else {
          if !folder.entryExists(file.path) { missing.append(file.path) }
          continue
        }
        let name = names.assignPackRelativePath(for: path, fixedFile: better)
        fixed.append((pack.folder.appending(name), better.bytes))
        originals.append(file.id)
        if name != path { try text.renameFileReferences(path, to: name) }
      }
    } catch { return .failure(error) }
    if let first = missing.first {
      let more = missing.count - 1
      let others = more == 0 ? "" : ", and \(more) more \(more == 1 ? "is" : "are") missing"
      let them = more == 0 ? "it" : "them"
      return .failure(
        CommandError(
          "\(first.displayText) is not in the folder\(others). Copy \(them) there, "
            + "or remove \(them) from the pack."))
    }
    guard hasRoom(forByteCount: fixed.reduce(0) { $0 + $1.1.count }),
      files.count + fixed.count < limits.maxFilesOnPage
    else {
      return .failure(CommandError("the page is full. Remove some files to make room."))
    }
    return .success(
      PendingSave(
        fixedFiles: fixed, fixedFileNumbers: originals,
        existingFilesToOverwrite: names.existingFilesToOverwrite,
        packFile: (open.path, text.bytes)))
  }

  /// Whether the page has fixed copies next to the pack file.
  private var hasFixedCopiesOnPage: Bool {
    guard case .success(let place) = locatePackFile() else { return false }
    return files.hasFiles(in: place.path.parent.appending(FixedCopyMatcher.copiesFolder))
  }

  /// Whether a path is the path of a fixed copy next to the pack file.
  private func isInFixedCopiesFolder(_ path: Path) -> Bool {
    guard case .success(let place) = locatePackFile() else { return false }
    return path.parent == place.path.parent.appending(FixedCopyMatcher.copiesFolder)
  }

  /// Adds the saved files to the page.
  private func addSavedFilesRevertingFixes(_ saving: PendingSave) {
    for (path, bytes) in saving.fixedFiles {
      savedFixedFiles[path] = SavedFileFingerprint(bytes)
      _ = addFile(fromFolder: path, bytes)
    }
    let (path, bytes) = saving.packFile
    packFilesInFolder[path] = bytes
    sessionState.needsSaveOrDownload = false
    _ = addOrReplaceFile(path.displayText, bytes)
    broadcastPackFileIfChanged()
    // The fixed copies are now separate images, so show the originals unfixed. The pack file was sent first, so
    // that the pages do not briefly count the originals as stickers of the pack.
    for number in saving.fixedFileNumbers { _ = revertFixOfShownSticker(number) }
  }

  private func changedInFolderText(_ path: Path, _ old: [UInt8]?) -> String {
    guard old != nil else { return "\(path.displayText) was removed from the folder after the page read it." }
    return "\(path.displayText) was added to the folder, or changed there, after the page read the folder."
  }

  private var noFolderError: CommandError { CommandError("this page has no folder to save to") }
}

/// The result of saving.
enum SaveOutcome {
  /// The paths of the saved files, relative to the folder.
  case saved([String])
  /// The pack file in the folder has changed. The values are a sentence for the user and the tag of the pack
  /// file.
  case conflict(String, tag: JSON)
  case failed(CommandError)
}

extension FileVersionPrecondition {
  /// Creates a condition: the file has these bytes or, if `bytes` is nil, does not exist.
  init(of bytes: [UInt8]?) { self = bytes.map { .hasTag(SHA256.hexDigest(of: $0)) } ?? .isMissing }
}

private func contentTagJSON(_ bytes: [UInt8]?) -> JSON {
  bytes.map { .string(SHA256.hexDigest(of: $0)) } ?? .null
}

private let maxPackFileBytes = PageEdit.maxRequestBytes
