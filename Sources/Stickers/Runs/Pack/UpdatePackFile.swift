package import StickerEngine

/// Returns a folder's `stickerpack.yml` after adding all images that it does not list yet.
///
/// - Parameter folder: the folder of the pack file, as specified by the user.
/// - Parameter pictures: the images in the folder, relative to it.
/// - Throws: a `CommandError` with one line if there is no pack file, or it cannot be changed safely.
package func packFileAddingUnlistedImages(
  in folder: Path, pictures: [Path], on disk: ReadOnlyFileSystem = .disk
) throws(CommandError) -> UpdatedPackFile {
  let file = folder.withoutTrailingSlashes.appending(PackFile.fileName)
  let bytes: [UInt8]
  switch disk.readWholeFile(file, maxFileBytes: maxDocumentBytes, follow: false) {
  case .bytes(let read): bytes = read
  case .tooLarge: throw CommandError("\(file.displayText) is too large (limit: 1 MiB)")
  case .unreadable(let reason): throw CommandError("cannot update \(file.displayText): \(reason)")
  }
  let smaller = pictures.pathsAt3xByVariant()
  let named = Set((try? readPackFile(bytes, isFile: { _ in true }))?.files.map(\.value) ?? [])
  let replacements = FixedCopyMatcher(among: pictures).listedOriginalsAndCopies(in: named)
  let own = pictures.filter { picture in
    smaller[picture] == nil && picture.hasMessagesImageExtension
      && (named.contains(picture) || replacements.listedOriginalOrCopy(for: picture) == nil)
  }
  do throws(Diagnostic) {
    return try updatedPackFile(bytes, images: own) { path in
      (try? disk.entryKind(at: folder.appending(path))) != nil
    }
  } catch {
    throw CommandError("\(file.displayText) was not changed: \(error.message)")
  }
}

/// Returns a `stickerpack.yml` with a new name or new languages. Comments, quotes and everything else are
/// kept.
///
/// - Parameter name: the new name; nil to keep the name.
/// - Parameter languages: the new languages; nil to keep the languages.
/// - Throws: a `CommandError` with one line if the layout of the file allows only manual changes.
package func packFileReplacingMetadata(
  _ description: [UInt8], name: String?, languages: [String]?, pathInErrors file: Path
) throws(CommandError) -> [UInt8] {
  var bytes = description
  let edits = [name.map(PackFileEdit.name), languages.map(PackFileEdit.languages)].compactMap(\.self)
  do throws(Diagnostic) {
    for edit in edits { bytes = try editedPackFile(bytes, applying: edit) }
  } catch {
    throw CommandError("\(file.displayText) was not changed: \(error.refusedEditText)")
  }
  return bytes
}
