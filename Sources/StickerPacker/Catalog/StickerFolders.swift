import StickerEngine

/// The name of the document that describes a folder in a catalog.
let contentsFileName = Catalog.documentName.displayText

/// The art and label of one `.sticker` or `.stickersequence`.
struct ParsedCatalogSticker: Hashable {
  /// The path of the art relative to the source; for a sequence, the path of the first frame.
  let imageOrFirstFrame: Path
  /// The frames of a `.stickersequence`; nil for a `.sticker`.
  var sequence: FrameSequence?
  /// The text of `accessibility-label`, or nil.
  let accessibilityLabel: String?
  /// Notes on choices and changes, escaped for display.
  var notes: [String] = []
}

/// The `.sticker` and `.stickersequence` folders in one sticker pack.
///
/// Names are compared as `String` values, whose equality ignores Unicode normalization. A `Contents.json`
/// often stores `é` as one code point, while a folder name stores it as two.
struct StickerFolders {
  /// The path of the `.stickerpack`, relative to the source.
  let packFolder: Path
  /// The names of the folders, in no particular order. Bytes that are not UTF-8 are replaced.
  let folderNames: Set<String>
  private let filesByFolder: [String: [Path]]
  private let allSourceFiles: Set<Path>
  private let readBytes: (Path) -> [UInt8]?

  init(_ source: SourceFolder, in folder: Path) {
    self.packFolder = folder
    let depth = folder == Path(".") ? 0 : folder.components.count
    var filesByFolder: [String: [Path]] = [:]
    for file in source.files where depth == 0 || joinedPath(file.components.prefix(depth)) == folder {
      guard file.components.count >= depth + 2 else { continue }
      let set = file.components[depth]
      guard stickerFolderExtensions.contains(set.lowercasedExtension ?? "") else { continue }
      filesByFolder[String(decoding: set.bytes, as: UTF8.self), default: []].append(file)
    }
    self.filesByFolder = filesByFolder
    folderNames = Set(filesByFolder.keys)
    allSourceFiles = Set(source.files)
    readBytes = source.readBytes
  }

  /// The parsed `Contents.json` of a folder.
  func parsedContents(of folder: Path) -> Result<JSON, Diagnostic> {
    let path = folder.appending(contentsFileName)
    guard allSourceFiles.contains(path) else {
      return .failure(Diagnostic("\(contentsFileName) is missing", rule: RuleID.catalogJson))
    }
    guard let bytes = readBytes(path) else {
      return .failure(Diagnostic("\(contentsFileName) cannot be read", rule: RuleID.catalogJson))
    }
    do {
      let json = try JSON(parsing: bytes, maxBytes: JSON.maxCatalogDocumentBytes)
      guard case .object = json else {
        return .failure(
          Diagnostic(
            "\(contentsFileName) must be an object, not \(json.typeDescription)", rule: RuleID.catalogJson))
      }
      return .success(json)
    } catch {
      return .failure(Diagnostic("\(contentsFileName) is not valid JSON: \(error)", rule: RuleID.catalogJson))
    }
  }

  /// Reads the sticker in a folder of the pack.
  func readSticker(inFolder name: String, exists: Bool) -> Result<ParsedCatalogSticker, Diagnostic> {
    guard isPlainFileName(name) else {
      return .failure(
        Diagnostic(
          "\(UntrustedText(name).displayText) is not a valid file name",
          rule: RuleID.catalogMissingFile))
    }
    guard exists, let set = filesByFolder[name]?.first?.components.dropLast() else {
      return .failure(
        Diagnostic("it is in the pack's list, but does not exist", rule: RuleID.catalogMissingFile))
    }
    let depth = packFolder == Path(".") ? 0 : packFolder.components.count
    let place = joinedPath(set.prefix(depth + 1))
    return Path(name).lowercasedExtension == "sticker"
      ? readImageSticker(in: place) : readSequenceSticker(in: place)
  }

  private func readSequenceSticker(in set: Path) -> Result<ParsedCatalogSticker, Diagnostic> {
    func fault(_ reason: String) -> Diagnostic { Diagnostic("\(reason)", rule: RuleID.sequenceFrames) }
    return parsedContents(of: set).flatMap { contents in
      guard case .object(let properties)? = contents["properties"] else {
        return .failure(Diagnostic("\(contentsFileName) has no properties", rule: RuleID.catalogJson))
      }
      guard case .array(let entries)? = contents["frames"], !entries.isEmpty else {
        return .failure(fault("\(contentsFileName) lists no frames"))
      }
      var frames: [Path] = []
      for (index, entry) in entries.enumerated() {
        guard case .string(let name)? = entry["filename"] else {
          return .failure(fault("frame \(index + 1) has no filename string"))
        }
        switch file(name, in: set) {
        case .success(let path): frames.append(path)
        case .failure(let broken): return .failure(broken)
        }
      }
      return parsedFrameSequence(in: properties, frames).flatMap { sequence, notes in
        accessibilityLabel(in: properties).map {
          ParsedCatalogSticker(
            imageOrFirstFrame: frames[0], sequence: sequence, accessibilityLabel: $0, notes: notes)
        }
      }
    }
  }

  private func readImageSticker(in set: Path) -> Result<ParsedCatalogSticker, Diagnostic> {
    parsedContents(of: set).flatMap { contents in
      guard case .object(let properties)? = contents["properties"] else {
        return .failure(Diagnostic("\(contentsFileName) has no properties", rule: RuleID.catalogJson))
      }
      guard case .string(let name)? = properties["filename"] else {
        return .failure(
          Diagnostic("\(contentsFileName) has no filename string", rule: RuleID.catalogJson))
      }
      return accessibilityLabel(in: properties).flatMap { label in
        file(name, in: set).map { ParsedCatalogSticker(imageOrFirstFrame: $0, accessibilityLabel: label) }
      }
    }
  }

  private func accessibilityLabel(in properties: [String: JSON]) -> Result<String?, Diagnostic> {
    switch properties["accessibility-label"] {
    case nil: .success(nil)
    case .string(let label): .success(label)
    case let other?:
      .failure(
        Diagnostic(
          "accessibility-label must be a string, not \(other.typeDescription)", rule: RuleID.catalogJson))
    }
  }

  private func file(_ name: String, in set: Path) -> Result<Path, Diagnostic> {
    func missing(_ reason: String) -> Result<Path, Diagnostic> {
      .failure(Diagnostic("\(UntrustedText(name).displayText) \(reason)", rule: RuleID.catalogMissingFile))
    }
    guard isPlainFileName(name), name != contentsFileName else {
      return missing("is not a valid image file name")
    }
    let files = filesByFolder[String(decoding: set.name.bytes, as: UTF8.self)] ?? []
    guard let file = files.first(where: { $0.parent == set && $0.name.text == name }) else {
      return missing("does not exist")
    }
    return .success(file)
  }

  /// Returns the files in the pack that nothing refers to.
  ///
  /// - Parameter used: the art of the stickers in the pack.
  /// - Parameter faulty: folders with a fault. Their files are not returned.
  func unreferencedFilesInPackFolder(
    _ source: SourceFolder, used: Set<Path>, faultyFolders faulty: Set<String>
  ) -> [Path] {
    let depth = packFolder == Path(".") ? 0 : packFolder.components.count
    let below = source.files.filter { depth == 0 || joinedPath($0.components.prefix(depth)) == packFolder }
    return naturallySorted(
      below.filter { file in
        guard !used.contains(file), file.name != Path(contentsFileName) else { return false }
        guard file.components.count > depth + 1 else { return true }
        return !faulty.contains(String(decoding: file.components[depth].bytes, as: UTF8.self))
      })
  }
}

private let stickerFolderExtensions: Set<String> = ["sticker", "stickersequence"]

/// Whether a string is a valid file name, which cannot lead to another folder.
func isPlainFileName(_ name: String) -> Bool {
  !name.isEmpty && name != "." && name != ".."
    && !name.unicodeScalars.contains { "/\\\0".unicodeScalars.contains($0) }
}
