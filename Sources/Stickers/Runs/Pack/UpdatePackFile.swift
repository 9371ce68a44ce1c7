package import StickerEngine

/// The `stickerpack.yml` of a folder as it would be with all pictures that have come since it was written.
///
/// - Parameter folder: of the description, as people name it.
/// - Parameter pictures: those of the folder, relative to it.
/// - Throws: `UsageError` in one line where there is no description, or it cannot be changed safely.
package func updatedPackFile(
  in folder: Path, pictures: [Path], on disk: FileSystem = .disk
) throws(UsageError) -> PackFileUpdate {
  let file = folder.withoutTrailingSlashes.appending(PackFile.fileName)
  let bytes: [UInt8]
  switch disk.readFile(file, limit: maxDocumentBytes, follow: false) {
  case .bytes(let read): bytes = read
  case .tooLarge: throw UsageError("\(file.displayText) is longer than 1 MiB")
  case .unreadable(let reason): throw UsageError("\(file.displayText) cannot be updated: \(reason)")
  }
  let smaller = pictures.smallerSizes()
  let named = Set((try? readPackFile(bytes, isFile: { _ in true }))?.files.map(\.value) ?? [])
  let replacements = FixedCopies(among: pictures).replacements(in: named)
  let own = pictures.filter { picture in
    smaller[picture] == nil && picture.hasNameOfPicture
      && (named.contains(picture) || replacements.replacement(for: picture) == nil)
  }
  do throws(Diagnostic) {
    return try updatedPackFile(bytes, pictures: own) { path in
      (try? disk.entryKind(at: folder.appending(path))) != nil
    }
  } catch {
    throw UsageError("\(file.displayText) stays as it is: \(error.message)")
  }
}

/// A `stickerpack.yml` with another name or other languages; comments, quotes and all else stay.
///
/// - Parameter name: nil to keep the name.
/// - Parameter languages: nil to keep the languages.
/// - Throws: `UsageError` in one line if its layout allows only manual changes.
package func changed(
  _ description: [UInt8], name: String?, languages: [String]?, in file: Path
) throws(UsageError) -> [UInt8] {
  var bytes = description
  let edits = [name.map(PackFileEdit.name), languages.map(PackFileEdit.languages)].compactMap(\.self)
  do throws(Diagnostic) {
    for edit in edits { bytes = try edited(packFile: bytes, edit) }
  } catch {
    throw UsageError("\(file.displayText) stays as it is: \(error.refusedEdit)")
  }
  return bytes
}
