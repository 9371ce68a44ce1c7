package import StickerEngine

/// Reads the pack in an Xcode catalog: an `.xcstickers`, an `.xcassets`, a `.stickerpack`, or a folder that
/// contains one.
///
/// Stickers are in the same order as in the pack's `Contents.json`. Stickers that it does not list come last,
/// in natural order, with a note. A label has no language, so it becomes the description for `und`
/// (undetermined). Icons come from the first icon set that has an App Store icon. All faults are reported,
/// not only the first.
///
/// - Parameter name: the name of the pack; nil to derive it from the catalog's folders.
/// - Returns: the pack. If no `.stickerpack` can be read, the pack has no stickers, and a fault gives the
///   reason.
package func packFromCatalog(_ source: SourceFolder, name: String? = nil) -> PackReadResult {
  let packs = source.catalogPackFolders
  var reading = PackReadResult(pack: Pack(metadata: PackMetadata(name: name), stickers: []))
  guard let folder = packs.first, packs.count == 1 else {
    let names = listText(packs.map(\.displayText), "or")
    let reason =
      packs.isEmpty
      ? "contains no .stickerpack" : "contains \(packs.count) sticker packs. Choose one: \(names)."
    reading.pack.name = name ?? packNameSkippingGenericFolders(of: source.root)
    reading.faults.append(Diagnostic("\(reason)", file: Path(".")))
    return reading
  }
  reading.pack.name = name ?? packNameSkippingGenericFolders(of: source.root.appending(folder))
  if name == nil {
    reading.notes.append("the pack is named \(UntrustedText(reading.pack.name).displayText) after its folder")
  }
  let sets = StickerFolders(source, in: folder)
  let contents = readGridSizeAndOrder(sets.parsedContents(of: folder), of: folder, &reading)
  let ordered = orderedFolders(sets, listed: contents, in: folder, &reading)
  let faulty = readStickersAndFindFaulty(ordered, sets, &reading)
  let used = Set(reading.pack.stickers.flatMap(\.files))
  reading.addLeftOutNotes(
    sets.unreferencedFilesInPackFolder(source, used: used, faultyFolders: faulty).map {
      "\($0.displayText) is left out, because no Contents.json lists it"
    })
  readIcons(of: source, &reading)
  return reading
}

/// Derives the name of a pack from its folders. Uses the innermost name that is not generic, because Xcode's
/// templates name every pack `Sticker Pack` and every catalog `Stickers`.
///
/// - Parameter folder: the absolute path of a `.stickerpack`, a catalog or a folder of art.
package func packNameSkippingGenericFolders(of folder: Path) -> String {
  let generic: Set<String> = ["Sticker Pack", "Stickers", "Assets", ".", "..", ""]
  let names = folder.components.reversed().map { part in
    let isCatalog = ["stickerpack", "xcstickers", "xcassets"].contains(part.lowercasedExtension)
    return String(decoding: (isCatalog ? part.stem : part).bytes, as: UTF8.self)
  }
  return names.first { !generic.contains($0) } ?? "Sticker Pack"
}

/// Reads the grid size, and returns the names of the sticker folders in the listed order; nil if the document
/// is invalid or has no list.
private func readGridSizeAndOrder(
  _ document: Result<JSON, Diagnostic>, of folder: Path, _ reading: inout PackReadResult
) -> [String]? {
  let path = folder.appending(contentsFileName)
  func fault(_ reason: String) {
    reading.faults.append(Diagnostic("\(reason)", file: path, rule: RuleID.catalogJson))
  }
  let contents: JSON
  switch document {
  case .failure(let broken):
    fault(broken.message)
    return nil
  case .success(let json): contents = json
  }
  switch gridSize(in: contents) {
  case .success(let size?): reading.pack.metadata.gridSize = size
  case .success(nil):
    reading.pack.metadata.gridSize = .regular
    reading.notes.append("the catalog sets no grid size (default: regular)")
  case .failure(let broken): fault(broken.message)
  }
  switch contents["stickers"] {
  case nil: return nil
  case .array(let entries): return stickerFolderNames(entries, fault: fault)
  case let other?:
    fault("stickers must be a list, not \(other.typeDescription)")
    return nil
  }
}

private func gridSize(in contents: JSON) -> Result<GridSize?, Diagnostic> {
  switch contents["properties"] {
  case nil: return .success(nil)
  case .object(let properties):
    guard let value = properties["grid-size"] else { return .success(nil) }
    guard case .string(let word) = value else {
      return .failure(Diagnostic("grid-size must be small, regular or large, not \(value.typeDescription)"))
    }
    if let size = GridSize(rawValue: word) { return .success(size) }
    let hint = word == "medium" ? " (medium is called regular)" : ""
    return .failure(
      Diagnostic("grid-size must be small, regular or large, not \(UntrustedText(word).displayText)\(hint)")
    )
  case let other?:
    return .failure(Diagnostic("properties must be an object, not \(other.typeDescription)"))
  }
}

private func stickerFolderNames(_ entries: [JSON], fault: (String) -> Void) -> [String] {
  var broken = 0
  var names: [String] = []
  for (index, entry) in entries.enumerated() {
    if case .string(let name)? = entry["filename"] {
      names.append(name)
      continue
    }
    broken += 1
    if broken <= 20 { fault("sticker \(index + 1) in the list has no filename string") }
  }
  if broken > 20 { fault("and \(broken - 20) more like these") }
  return names
}

/// The name of a sticker folder, which the list of the pack may contain although the folder does not exist.
private struct StickerFolderReference {
  var name: String
  var exists: Bool
}

private func orderedFolders(
  _ sets: StickerFolders, listed: [String]?, in folder: Path, _ reading: inout PackReadResult
) -> [StickerFolderReference] {
  var seen: Set<String> = []
  var places: [StickerFolderReference] = []
  for name in listed ?? [] {
    if seen.insert(name).inserted {
      places.append(StickerFolderReference(name: name, exists: sets.folderNames.contains(name)))
    } else {
      reading.notes.append("\(UntrustedText(name).displayText) is listed twice (the first position counts)")
    }
  }
  let unlisted = naturallySorted(sets.folderNames.filter { !seen.contains($0) }.map { Path($0) }).compactMap(
    \.text)
  if listed == nil, !unlisted.isEmpty {
    reading.notes.append("the catalog sets no order, so the stickers are in natural order")
  } else {
    reading.notes += unlisted.map {
      "\(UntrustedText($0).displayText) is not in the pack's list, so it comes last"
    }
  }
  return places + unlisted.map { StickerFolderReference(name: $0, exists: true) }
}

/// Reads the stickers and returns the folders that have faults.
private func readStickersAndFindFaulty(
  _ folders: [StickerFolderReference], _ sets: StickerFolders, _ reading: inout PackReadResult
) -> Set<String> {
  var faulty: Set<String> = []
  let originals = folders.map { stemWithout3xSuffix(of: Path($0.name)) }
  for (index, safe) in safeNames(originals).enumerated() {
    let place = folders[index]
    switch sets.readSticker(inFolder: place.name, exists: place.exists) {
    case .success(let art):
      let descriptions = art.accessibilityLabel.map { [PackSticker.undeterminedLanguage: $0] } ?? [:]
      reading.pack.stickers.append(
        PackSticker(
          id: safe.name, metadata: StickerMetadata(name: originals[index], descriptions: descriptions),
          file: art.imageOrFirstFrame,
          sequence: art.sequence))
      if let note = renamingNote(Path(place.name), safe) { reading.notes.append(note) }
      reading.notes += art.notes.map { "\(UntrustedText(place.name).displayText): \($0)" }
    case .failure(let broken):
      faulty.insert(place.name)
      reading.faults.append(
        Diagnostic(
          broken.userMessage,
          file: sets.packFolder.appending(isPlainFileName(place.name) ? place.name : contentsFileName),
          rule: broken.ruleReportingSameProblem, sticker: safe.name))
    }
  }
  return faulty
}

/// Reads the icons of the first icon set that has an App Store icon. Missing icons are made from that icon.
/// Adds notes on why other sets and images are left out.
func readIcons(of source: SourceFolder, _ reading: inout PackReadResult) {
  for set in iconSetFolders(source) {
    guard reading.pack.icon == nil else {
      reading.addLeftOutNotes(["\(set.displayText) is left out, because a pack has only one icon set"])
      continue
    }
    var icons = IconSetFolderReader(set, source)
    reading.pack.icon = icons.read()
    for note in icons.notes {
      let line = "\(set.displayText) \(note.clause)"
      if note.reportsOmission { reading.addLeftOutNotes([line]) } else { reading.notes.append(line) }
    }
  }
}

private struct IconSetFolderReader {
  let iconSetFolder: Path
  let source: SourceFolder
  /// A clause of a note. The name of the icon set precedes it.
  struct Note {
    let clause: String
    /// Whether the note reports something that was left out.
    var reportsOmission = true
  }
  private(set) var notes: [Note] = []

  init(_ set: Path, _ source: SourceFolder) { (self.iconSetFolder, self.source) = (set, source) }

  mutating func read() -> PackIcon? {
    let path = iconSetFolder.appending(contentsFileName)
    guard source.files.contains(path), let bytes = source.readBytes(path),
      let contents = try? JSON(parsing: bytes, maxBytes: JSON.maxCatalogDocumentBytes),
      case .array(let images)? = contents["images"]
    else {
      notes.append(Note(clause: "is left out, because it has no \(contentsFileName) that lists images"))
      return nil
    }
    var slots: [String: Path] = [:]
    for image in images {
      guard let named = image["filename"] else { continue }  // an empty slot, whose icon is generated
      guard case .string(let name) = named, isPlainFileName(name),
        source.files.contains(iconSetFolder.appending(name))
      else {
        notes.append(
          Note(
            clause: "names a missing icon, which is generated from the largest icon", reportsOmission: false))
        continue
      }
      guard let slot = IconSlot.all.first(where: { $0.matches(entry: image) }) else {
        notes.append(
          Note(
            clause:
              "has \(UntrustedText(name).displayText) in a slot that Messages does not use; "
              + "that icon is left out"))
        continue
      }
      slots[slot.name] = iconSetFolder.appending(name)
    }
    let store = IconSlot.all.first { $0.pointWidth == 1024 && $0.pointHeight == 1024 }
    guard let store, let art = slots.removeValue(forKey: store.name) else {
      notes.append(Note(clause: "is left out, because it has no icon of 1024 × 1024 px"))
      return nil
    }
    return PackIcon(art: art, slotImages: slots)
  }
}

extension IconSlot {
  /// Whether an entry of an icon set's `images` is for this slot.
  fileprivate func matches(entry image: JSON) -> Bool {
    func text(_ key: String) -> String? { if case .string(let text)? = image[key] { text } else { nil } }
    return text("idiom") == idiom.rawValue && text("size") == pointSizeText && text("platform") == platform
      && text("scale") == "\(scale.rawValue)x"
  }
}

private func iconSetFolders(_ source: SourceFolder) -> [Path] {
  let folders = source.files.compactMap { file -> Path? in
    let parents = file.components.dropLast()
    let depth = parents.firstIndex { $0.lowercasedExtension == "stickersiconset" }
    return depth.map { joinedPath(parents[...$0]) }
  }
  return naturallySorted(Array(Set(folders)))
}
