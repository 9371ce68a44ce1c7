import StickerEngine
import StickerImage
import Stickers

// Saves the pack file and fixed art to the folder of the page. The only other files that it may replace are fixed
// art that the page itself wrote.
extension DroppedFiles {
  /// The files that saving writes. Paths are relative to the folder.
  private struct Saving {
    /// Fixed art with its new names.
    let fixed: [(path: Path, bytes: [UInt8])]
    /// The numbers of the files that were fixed.
    let originals: [Int]
    /// The files in the folder that are replaced. The page saved them earlier.
    let replaced: [Path: [UInt8]]
    /// The pack file with the new names.
    let description: (path: Path, bytes: [UInt8])
  }

  /// Returns the folder and the files that saving would write, and the tag of the pack file that it would replace.
  func pendingSave() -> Result<JSON, UsageError> {
    guard let folder else { return .failure(noFolder) }
    return saving(in: folder).map { saving in
      .object([
        "folder": .string(folder.path.displayText),
        "files": .array(
          ([saving.description.path] + saving.fixed.map(\.path)).map { JSON.string($0.displayText) }),
        "tag": tagJSON(descriptionsInFolder[saving.description.path]),
      ])
    }
  }

  /// Saves if the pack file in the folder meets the condition.
  func save(where condition: Precondition) -> SaveOutcome {
    guard let folder else { return .failed(noFolder) }
    let saving: Saving
    switch self.saving(in: folder) {
    case .failure(let failure): return .failed(failure)
    case .success(let found): saving = found
    }
    let (path, there) = (
      saving.description.path, folder.read(saving.description.path, limit: maxPackFileBytes)
    )
    let old: [UInt8]?
    switch there {
    case nil: old = nil
    case .bytes(let bytes)?: old = bytes
    case ReadOutcome.empty?: old = []
    case .tooLarge?:
      return .failed(
        UsageError("cannot write \(path.displayText): the file there is too large for a pack file"))
    case .unreadable(let reason)?:
      return .failed(UsageError("cannot write \(path.displayText): \(reason)"))
    }
    guard condition == Precondition(of: old) else { return .conflict(sentence(path, old), tagJSON(old)) }
    do throws(UsageError) {
      if let other = try folder.write(
        saving.fixed, replacing: saving.replaced, then: saving.description, inPlaceOf: old)
      {
        return .failed(
          UsageError("\(other.displayText) was just added or changed in the folder. Save again."))
      }
    } catch { return .failed(error) }
    keep(saving)
    return .saved(([path] + saving.fixed.map(\.path)).map(\.displayText))
  }

  /// Replaces the pack file on the page with the one in the folder.
  ///
  /// - Returns: nil on success, or the reason for the failure.
  func takePackFileOfFolder() -> String? {
    guard let folder, case .success(let open) = openPackFile() else { return noFolder.message }
    switch folder.read(open.path, limit: maxPackFileBytes) {
    case .bytes(let bytes)?:
      description.isUnsaved = false
      guard case .rejected(_, let sentence) = take(fromFolder: open.path, bytes) else { return nil }
      return sentence
    case nil: return "\(open.path.displayText) is no longer in the folder"
    case .tooLarge?: return "\(open.path.displayText) in the folder is too large for a pack file"
    case .unreadable(let reason)?: return "\(open.path.displayText) in the folder cannot be read: \(reason)"
    }
  }

  /// Adds a file of the page's folder. Does nothing for a file that the page already has, such as one that it saved.
  /// A new export of fixed art replaces the fixed copy in the pack.
  func take(fromFolder path: Path, _ content: [UInt8]) -> DropOutcome {
    if path.name == PackFile.fileName { descriptionsInFolder[path] = content }
    let old = number(of: path).flatMap { files[$0] }
    if let old, old.bytes == content { return .taken(old.number) }
    let outcome = put(path.displayText, content)
    if let old, old.kind == .art, hasFixedCopies, !isCopy(path), case .taken(let number) = outcome,
      let replacement = packFileMessage.picturesOutsidePack.first(where: { $0.number == number })?.replaceable
    {
      // If the pack file cannot be edited, the page says so.
      _ = edit([.instead(of: replacement, number)])
    }
    return outcome
  }

  private func saving(in folder: DirectoryHandle) -> Result<Saving, UsageError> {
    let open: OpenPackFile
    switch openPackFile() {
    case .failure(let failure): return .failure(failure)
    case .success(let found): open = found
    }
    let pack = described(around: open.path.parent)
    var (text, fixed, missing) = (EditedPack(open.bytes, among: pack), [(Path, [UInt8])](), [Path]())
    var originals: [Int] = []
    var names: FixedFileNames
    do throws(UsageError) {
      names = FixedFileNames(
        in: pack.folder, of: folder, savedFiles: fixedInFolder, named: Set(try text.named),
        copies: FixedCopies(among: pack.paths.values))
      for path in try text.named {
        guard let file = pack.number(of: path).flatMap({ files[$0] }) else { continue }
        guard let better = file.fixed else {
          if !folder.has(file.path) { missing.append(file.path) }
          continue
        }
        let name = names.name(for: path, better)
        fixed.append((pack.folder.appending(name), better.bytes))
        originals.append(file.number)
        if name != path { try text.rename(path, to: name) }
      }
    } catch { return .failure(error) }
    if let first = missing.first {
      let others = missing.count == 1 ? "" : ", and \(missing.count - 1) more are missing"
      return .failure(
        UsageError(
          "\(first.displayText) is not in the folder\(others). Copy it there, or remove it from the pack."))
    }
    guard hasRoom(for: fixed.reduce(0) { $0 + $1.1.count }), files.count + fixed.count < limits.files else {
      return .failure(UsageError("the page is full. Remove some files to make room."))
    }
    return .success(
      Saving(
        fixed: fixed, originals: originals, replaced: names.replaced, description: (open.path, text.bytes)))
  }

  /// Whether the page has fixed copies beside the pack file.
  private var hasFixedCopies: Bool {
    guard case .success(let place) = packFileLocation() else { return false }
    return files.hasFiles(in: place.path.parent.appending(FixedCopies.folder))
  }

  /// Whether a path is that of a fixed copy beside the pack file.
  private func isCopy(_ path: Path) -> Bool {
    guard case .success(let place) = packFileLocation() else { return false }
    return path.parent == place.path.parent.appending(FixedCopies.folder)
  }

  /// Adds the saved files to the page.
  private func keep(_ saving: Saving) {
    for (path, bytes) in saving.fixed {
      fixedInFolder[path] = SavedFile(bytes)
      _ = take(fromFolder: path, bytes)
    }
    // The fixed copies are now separate images, so the originals are shown unfixed.
    for number in saving.originals { _ = revertFix(number) }
    let (path, bytes) = saving.description
    descriptionsInFolder[path] = bytes
    _ = put(path.displayText, bytes)
    sendPackFile()
  }

  private func sentence(_ path: Path, _ old: [UInt8]?) -> String {
    guard old != nil else { return "\(path.displayText) was removed from the folder after the page read it." }
    return "\(path.displayText) in the folder was added or changed after the page read it."
  }

  private var noFolder: UsageError { UsageError("this page has no folder to save to") }
}

/// The result of saving.
enum SaveOutcome {
  /// The saved files, relative to the folder.
  case saved([String])
  /// The pack file in the folder has changed: a sentence, and its tag.
  case conflict(String, JSON)
  case failed(UsageError)
}

extension Precondition {
  /// Creates the condition that a file with these bytes meets; nil for no file.
  init(of bytes: [UInt8]?) { self = bytes.map { .has(SHA256.hexDigest(of: $0)) } ?? .isMissing }
}

private func tagJSON(_ bytes: [UInt8]?) -> JSON {
  bytes.map { .string(SHA256.hexDigest(of: $0)) } ?? .null
}

private let maxPackFileBytes = PageEdit.maxBytes
