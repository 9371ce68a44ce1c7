import StickerEngine
import StickerImage
import Stickers

// Writing what the pack says into the folder that the page is of, and what was fixed beside it. Nothing that
// lies there is changed but the description, and fixed art that the page has written there itself.
extension DroppedFiles {
  /// What saving writes; paths are seen from the folder.
  private struct Saving {
    /// Art that was fixed, under the names that it gets.
    let fixed: [(path: Path, bytes: [UInt8])]
    /// The numbers of the files that were fixed.
    let originals: [Int]
    /// What lies there of it, and was saved here before.
    let replaced: [Path: [UInt8]]
    /// The description, which names it so.
    let description: (path: Path, bytes: [UInt8])
  }

  /// What saving would write, where, and the tag of what it would replace.
  func whatIsSaved() -> Result<JSON, CommandFailure> {
    guard let folder else { return .failure(noFolder) }
    return saving(in: folder).map { saving in
      .object([
        "folder": .string(folder.path.shown),
        "files": .array(
          ([saving.description.path] + saving.fixed.map(\.path)).map { JSON.string($0.shown) }),
        "tag": tagJSON(descriptionsInFolder[saving.description.path]),
      ])
    }
  }

  /// Saves, where the description in the folder is still the one that the page knows.
  func save(where condition: Precondition) -> SaveOutcome {
    guard let folder else { return .failed(noFolder) }
    let saving: Saving
    switch self.saving(in: folder) {
    case .failure(let failure): return .failed(failure)
    case .success(let found): saving = found
    }
    let (path, there) = (saving.description.path, folder.read(saving.description.path, limit: mostRead))
    let old: [UInt8]?
    switch there {
    case nil: old = nil
    case .bytes(let bytes)?: old = bytes
    case ReadOutcome.empty?: old = []
    case .tooLarge?: return .failed(CommandFailure("cannot write \(path.shown): it is no description"))
    case .unreadable(let reason)?:
      return .failed(CommandFailure("cannot write \(path.shown): \(reason)"))
    }
    guard condition == Precondition(of: old) else { return .isOther(sentence(path, old), tagJSON(old)) }
    do throws(CommandFailure) {
      if let other = try folder.write(
        saving.fixed, replacing: saving.replaced, then: saving.description, inPlaceOf: old)
      {
        return .failed(CommandFailure("\(other.shown) has just come or changed there: save once more"))
      }
    } catch { return .failed(error) }
    keep(saving)
    return .saved(([path] + saving.fixed.map(\.path)).map(\.shown))
  }

  /// Drops what was changed on the page for what the folder says.
  ///
  /// - Returns: why it cannot be; nil where it is done.
  func takeDescriptionOfFolder() -> String? {
    guard let folder, case .success(let open) = openDescription() else { return noFolder.message }
    switch folder.read(open.path, limit: mostRead) {
    case .bytes(let bytes)?:
      description.isUnsaved = false
      guard case .refused(_, let sentence) = take(fromFolder: open.path, bytes) else { return nil }
      return sentence
    case nil: return "\(open.path.shown) is gone from the folder"
    case .tooLarge?: return "\(open.path.shown) in the folder is no description"
    case .unreadable(let reason)?: return "\(open.path.shown) in the folder cannot be read: \(reason)"
    }
  }

  /// Takes a file of the folder that the page is of. One that the page has already, as what it wrote there
  /// itself, is nothing new. A new export of art that was fixed takes its place in the pack again.
  func take(fromFolder path: Path, _ content: [UInt8]) -> DropOutcome {
    if path.name == descriptionName { descriptionsInFolder[path] = content }
    let old = number(of: path).flatMap { files[$0] }
    if let old, old.bytes == content { return .taken(old.number) }
    let outcome = put(path.shown, content)
    if let old, old.kind == .art, hasFixedCopies, !isCopy(path), case .taken(let number) = outcome,
      let standIn = descriptionMessage.apart.first(where: { $0.number == number })?.replaceable
    {
      // A description that cannot be changed stays as it is, and the page says that it cannot.
      _ = edit([.instead(of: standIn, number)])
    }
    return outcome
  }

  private func saving(in folder: HeldFolder) -> Result<Saving, CommandFailure> {
    let open: OpenDescription
    switch openDescription() {
    case .failure(let failure): return .failure(failure)
    case .success(let found): open = found
    }
    let pack = described(around: open.path.parent)
    var (text, fixed, missing) = (EditedPack(open.bytes, among: pack), [(Path, [UInt8])](), [Path]())
    var originals: [Int] = []
    var names: NamesOfFixed
    do throws(CommandFailure) {
      names = NamesOfFixed(
        in: pack.folder, of: folder, known: fixedInFolder, named: Set(try text.named),
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
      let others = missing.count == 1 ? "" : ", as \(missing.count - 1) more are not"
      return .failure(
        CommandFailure(
          "\(first.shown) is not in the folder\(others): put it there, or take it out of the pack"))
    }
    guard hasRoom(for: fixed.reduce(0) { $0 + $1.1.count }), files.count + fixed.count < limits.files else {
      return .failure(CommandFailure("the page is full: take some files off, so that there is room"))
    }
    return .success(
      Saving(
        fixed: fixed, originals: originals, replaced: names.replaced, description: (open.path, text.bytes)))
  }

  /// Whether the page has fixed copies beside the description.
  private var hasFixedCopies: Bool {
    guard case .success(let place) = descriptionPlace() else { return false }
    return files.hasFiles(in: place.path.parent.appending(FixedCopies.folder))
  }

  /// Whether a path is that of a fixed copy beside the description.
  private func isCopy(_ path: Path) -> Bool {
    guard case .success(let place) = descriptionPlace() else { return false }
    return path.parent == place.path.parent.appending(FixedCopies.folder)
  }

  /// The page has from now on what lies in the folder.
  private func keep(_ saving: Saving) {
    for (path, bytes) in saving.fixed {
      fixedInFolder[path] = SavedFile(bytes)
      _ = take(fromFolder: path, bytes)
    }
    // What was fixed of them is a picture of its own now: they are as they came.
    for number in saving.originals { _ = unfix(number) }
    let (path, bytes) = saving.description
    descriptionsInFolder[path] = bytes
    _ = put(path.shown, bytes)
    sendDescription()
  }

  private func sentence(_ path: Path, _ old: [UInt8]?) -> String {
    guard old != nil else { return "\(path.shown) is gone from the folder since the page read it." }
    return "\(path.shown) in the folder is another than the one that the page read: it has come or was "
      + "changed since."
  }

  private var noFolder: CommandFailure { CommandFailure("this page is of no folder that it could save to") }
}

/// What came of saving.
enum SaveOutcome {
  /// What was written, seen from the folder.
  case saved([String])
  /// The description in the folder is another: a sentence, and its tag.
  case isOther(String, JSON)
  case failed(CommandFailure)
}

extension Precondition {
  /// The condition that holds for bytes; nil: for nothing.
  init(of bytes: [UInt8]?) { self = bytes.map { .has(SHA256.hexDigest(of: $0)) } ?? .isMissing }
}

private func tagJSON(_ bytes: [UInt8]?) -> JSON {
  bytes.map { .string(SHA256.hexDigest(of: $0)) } ?? .null
}

private let mostRead = PageEdit.mostBytes
