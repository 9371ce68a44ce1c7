import StickerEngine
import StickerImage
import StickerPacker

extension MessengerBuilder {
  /// Writes one file, or reports how the existing file differs.
  func writeOrCompare(_ bytes: [UInt8], at place: Path, _ result: inout PackResult) throws {
    let kind = try ReadOnlyFileSystem.disk.entryKind(at: place)
    var old: [UInt8]?
    if kind == .file,
      case .bytes(let found) = ReadOnlyFileSystem.disk.readWholeFile(
        place, maxFileBytes: maxReadArchiveBytes, follow: false)
    {
      old = found
    }
    result.buildWithoutOutcome = ReportedPackBuild(
      output: place, digest: SHA256.hexDigest(of: bytes),
      changes: old.flatMap {
        exportChanges(from: archiveTreeOmittingUnsafePaths($0), to: archiveTreeOmittingUnsafePaths(bytes))
      })
    if options.comparesOnly {
      result.addPendingChangesLine()
      result.differences =
        kind == nil ? ["\(place.displayText) does not exist"] : ["\(place.displayText) differs"]
      guard old != bytes else {
        result.differences = []
        result.complete("\(place.displayText) is up to date")
        return
      }
      result.outcome = .stoppedByFindingsOrDifferences([
        "\(place.displayText) is out of date: \(.buildAgainAndWrite)"
      ])
      return
    }
    guard
      kind == nil
        || kind == .file && (options.replacesOtherFiles || old.map(looksLikeStickerlintOutput) == true)
    else {
      throw CommandError(
        "\(place.displayText) was not created by stickerlint. Choose another \(.outputFolderOption), or \(.replaceExistingFile)."
      )
    }
    if old != bytes {
      try FileWriter.shared.makeFolders(place.parent)
      try FileWriter.shared.writeFile(bytes, to: place)
    }
    result.addChangesLine()
    result.complete("built \(place.displayText): \(numberText(bytes.count)) bytes")
  }

  /// Writes a folder, or reports how the existing folder differs.
  func writeOrCompare(_ tree: FileTree, at place: Path, _ result: inout PackResult) throws {
    let old: FolderContents?
    switch try ReadOnlyFileSystem.disk.entryKind(at: place) {
    case nil: old = nil
    case .folder: old = try ReadOnlyFileSystem.disk.readTree(place)
    default:
      throw CommandError("\(place.displayText) is not a folder. Choose another \(.outputFolderOption).")
    }
    result.buildWithoutOutcome = ReportedPackBuild(
      output: place, digest: exportDigest(of: tree),
      changes: old.flatMap { exportChanges(from: $0.files, to: tree) })
    if options.comparesOnly {
      result.addPendingChangesLine()
      let all =
        old.map { differenceTexts(planned: tree, onDisk: $0.files) } ?? ["it does not exist"]
      result.differences = all.map { "\(place.displayText): \($0)" }
      if all.isEmpty {
        result.complete("\(place.displayText) is up to date")
      } else {
        result.outcome = .stoppedByFindingsOrDifferences([
          "\(place.displayText) is out of date: \(.buildAgainAndWrite)"
        ])
      }
      return
    }
    guard options.replacesOtherFiles || old.map(isEmptyOrStickerlintOutput) != false else {
      throw CommandError(
        "\(place.displayText) contains files that stickerlint did not create. Choose another \(.outputFolderOption), or "
          + "\(.replaceFolderContents).")
    }
    if old?.files != tree { try writeAndVerify(tree, to: place, reusing: old) }
    result.addChangesLine()
    let bytes = tree.paths.reduce(0) { $0 + (tree[$1]?.count ?? 0) }
    result.complete(
      "built \(place.displayText): \(countText(tree.paths.count, "file")), \(numberText(bytes)) bytes")
  }
}

/// Whether stickerlint wrote an archive. Unlike other programs, it writes constant timestamps.
private func looksLikeStickerlintOutput(_ archive: [UInt8]) -> Bool {
  let zip: [UInt8] = [0x50, 0x4B, 3, 4, 20, 0, 0, 8, 0, 0, 0, 0, 0x21, 0]
  let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]
  return archive.starts(with: zip) || archive.starts(with: gzip)
}

/// Whether stickerlint wrote a folder. Such a folder is empty, or contains a list that names all of its
/// files.
private func isEmptyOrStickerlintOutput(_ folder: FolderContents) -> Bool {
  let paths = folder.files.paths
  guard folder.unsupportedEntries.isEmpty else { return false }
  if paths.isEmpty { return true }
  guard
    let list = ["names.json", "stickers.json", "contents.json"].first(where: { folder.files[$0] != nil }),
    let json = folder.files[list].flatMap({ try? JSON(parsing: $0, maxBytes: 1 << 24) })
  else { return false }
  let names = Set(json.allStrings.map { $0.replacing("attach://", with: "") })
  return paths.allSatisfy { path in
    // Files for an app are in a subfolder whose name is in the list. The archive of these files is named
    // after the subfolder.
    let parts = path.split(separator: "/").map(String.init)
    let isNamed = names.contains(parts[parts.count - 1]) && (parts.count == 1 || names.contains(parts[0]))
    return isNamed || [list, "thumb.png", "thumb.webm", "sticker_packs.wasticker"].contains(path)
      || path.hasSuffix(".wastickers") && names.contains(String(path.dropLast(11)))
  }
}

extension JSON {
  /// All strings in the value.
  fileprivate var allStrings: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.allStrings)
    case .object(let members): members.values.flatMap(\.allStrings)
    case .integer, .number, .bool, .null: []
    }
  }
}
