/// A pack file, updated with images that were added to its folder after it was written.
package struct UpdatedPackFile: Hashable, Sendable {
  /// A sticker whose image was renamed.
  package struct Renaming: Hashable, Sendable {
    package let from: Path
    package let to: Path
  }

  /// The new pack file. Existing text is unchanged except for the names of renamed images.
  package fileprivate(set) var bytes: [UInt8]
  /// The added images, in natural order.
  package fileprivate(set) var addedImages: [Path] = []
  /// The stickers whose art was exported again with another name.
  package fileprivate(set) var renamedStickers: [Renaming] = []
  /// The listed files that do not exist and have no likely replacement.
  package fileprivate(set) var missingFiles: [Path] = []
}

/// Appends new images to a pack file, with empty descriptions to fill in. If a sticker's image is missing and
/// there is a new image whose name differs only in extension and scale, the sticker uses the new image and
/// keeps its text.
///
/// - Parameter bytes: the pack file, which may be hostile. The result is parsed again and compared with the
///   expected values.
/// - Parameter images: all images in the folder, relative to it, excluding variants of other images.
/// - Parameter fileExists: whether a file exists at a path.
package func updatedPackFile(
  _ bytes: [UInt8], images: [Path], fileExists: @escaping (Path) -> Bool
) throws(Diagnostic) -> UpdatedPackFile {
  var update = UpdatedPackFile(bytes: bytes)
  let old = try parsedPackFile(bytes, imagesForGlobs: images)
  let named = Set(old.files.map(\.value))
  var unnamed = naturallySorted(images.filter { !named.contains($0) && $0.text != nil })
  if old.icon == nil { unnamed.removeAll { $0 == Path("icon.png") } }
  let gone = old.stickers.filter { $0.sequence == nil && !fileExists($0.file.value) }.map(\.file.value)
  for path in gone {
    let rivals = gone.count { $0.parent == path.parent && $0.unscaledFileStem == path.unscaledFileStem }
    let meant = unnamed.filter { $0.parent == path.parent && $0.unscaledFileStem == path.unscaledFileStem }
    guard rivals == 1, meant.count == 1 else {
      update.missingFiles.append(path)
      continue
    }
    switch fileReferenceRenaming(in: update.bytes, from: path, to: meant[0]) {
    case .nothingToRename: update.missingFiles.append(path)
    case .impossible(let reason):
      throw Diagnostic("the new name of \(path.displayText) cannot be written: \(reason)")
    case .renamed(let new):
      update.bytes = new
      update.renamedStickers.append(UpdatedPackFile.Renaming(from: path, to: meant[0]))
      unnamed.removeAll { $0 == meant[0] }
    }
  }
  update.addedImages = unnamed
  if !unnamed.isEmpty {
    update.bytes = try appendingStickers(unnamed, old.metadata.languages, to: update.bytes)
  }
  guard try hasOnlyExpectedChanges(parsedPackFile(update.bytes, imagesForGlobs: images), update, from: old)
  else {
    throw Diagnostic("the layout of its list can only be edited by hand")
  }
  return update
}

/// Whether a pack file differs from the old one only in the new names and stickers.
private func hasOnlyExpectedChanges(_ new: PackFile, _ update: UpdatedPackFile, from old: PackFile) -> Bool {
  let names = Dictionary(update.renamedStickers.map { ($0.from, $0.to) }) { first, _ in first }
  func comparableValues(of stickers: some Sequence<PackFileSticker>, renaming: Bool) -> [[String]] {
    stickers.map { sticker in
      let files = sticker.files.map(\.value).map { renaming ? names[$0] ?? $0 : $0 }
      let texts = sticker.metadata.descriptions.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
      return files.map(\.displayText) + [sticker.metadata.name, "texts"] + texts + ["keywords"]
        + sticker.metadata.keywords
        + ["emoji"] + sticker.metadata.emoji
    }
  }
  let kept = new.stickers.prefix(old.stickers.count)
  let added = new.stickers.dropFirst(old.stickers.count)
  let isSame =
    new.metadata.name == old.metadata.name && new.metadata.languages == old.metadata.languages
    && new.icon?.value == old.icon?.value
  let hasSameCreditsAndCover =
    new.metadata.credits == old.metadata.credits && (new.coverSticker == nil) == (old.coverSticker == nil)
  return isSame && hasSameCreditsAndCover
    && comparableValues(of: kept, renaming: false) == comparableValues(of: old.stickers, renaming: true)
    && added.map(\.file.value) == update.addedImages
    && added.allSatisfy {
      $0.metadata.descriptions.values.allSatisfy(\.isEmpty) && $0.metadata.keywords.isEmpty
    }
}

private func parsedPackFile(_ bytes: [UInt8], imagesForGlobs pictures: [Path]) throws(Diagnostic) -> PackFile
{
  let folder = PackFolderAccess(
    isFile: { _ in true },
    framesMatching: { glob in
      let pattern = Glob(git: Array(glob.utf8)[...], anchored: true)
      return naturallySorted(pictures.filter { pattern?.matches($0) ?? false })
    })
  do throws(Diagnostic) { return try readPackFile(bytes, in: folder) } catch {
    throw Diagnostic(error.line.map { "line \($0): \(error.message)" } ?? error.userMessage)
  }
}

private func appendingStickers(
  _ pictures: [Path], _ languages: [String], to bytes: [UInt8]
) throws(Diagnostic) -> [UInt8] {
  guard let root = try? YAMLParser.parse(bytes), case .mapping(let members) = root.content,
    let list = members.first(where: { $0.key == PackFileKey.stickers.rawValue })
  else { throw Diagnostic("it has no list of stickers") }
  let lines = PackFileLines(bytes)
  var (indent, last, usesEmojiKey) = ("  ", list.keyLocation.line, false)
  if case .sequence(let elements) = list.value.content, let first = elements.first {
    guard let column = lines.dashIndentation(before: first.location) else {
      throw Diagnostic("its stickers are in brackets. Write each on a line of its own, after a dash.")
    }
    indent = String(repeating: " ", count: column)
    let next = members.map(\.keyLocation.line).filter { $0 > list.keyLocation.line }.min()
    last = lines.lastContentLine(before: next)
    usesEmojiKey = elements.contains { element in
      guard case .mapping(let members) = element.content else { return false }
      return members.contains { $0.key == PackFileStickerKey.emoji.rawValue }
    }
  } else if !list.value.isMissing {
    throw Diagnostic("its stickers must be a list, not \(list.value.descriptionInErrors)")
  }
  let new = pictures.filter { $0.text != nil }.flatMap {
    yamlEntryLines(StarterSticker(file: $0), languages, indent: indent, asksForEmoji: usesEmojiKey)
  }
  return lines.inserting(new, afterLine: last)
}

/// The lines of a document, with their line endings.
private struct PackFileLines {
  private let linesIncludingEndings: [ArraySlice<UInt8>]
  private let lineEnding: [UInt8]

  init(_ bytes: [UInt8]) {
    var (lines, start) = ([ArraySlice<UInt8>](), 0)
    for at in bytes.indices where bytes[at] == 0x0A {
      lines.append(bytes[start...at])
      start = at + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    self.linesIncludingEndings = lines
    lineEnding = lines.first?.suffix(2) == [0x0D, 0x0A] ? [0x0D, 0x0A] : [0x0A]
  }

  /// Returns the indentation of the dash before an element; nil if the line has no dash or has other text
  /// before the element.
  func dashIndentation(before location: SourceLocation) -> Int? {
    guard linesIncludingEndings.indices.contains(location.line - 1) else { return nil }
    let start = Array(linesIncludingEndings[location.line - 1].prefix(location.column - 1))
    guard let dash = start.firstIndex(of: UInt8(ascii: "-")),
      start.indices.allSatisfy({ $0 == dash || start[$0] == UInt8(ascii: " ") })
    else { return nil }
    return dash
  }

  /// Returns the number of the last line before `line` that is neither empty nor a comment.
  func lastContentLine(before line: Int?) -> Int {
    var last = (line ?? linesIncludingEndings.count + 1) - 1
    while last > 1 {
      let first = linesIncludingEndings[last - 1].first {
        $0 != UInt8(ascii: " ") && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D
      }
      if let first, first != UInt8(ascii: "#") { break }
      last -= 1
    }
    return last
  }

  func inserting(_ new: [String], afterLine line: Int) -> [UInt8] {
    var out = Array(linesIncludingEndings.prefix(line).joined())
    if out.last != 0x0A { out += lineEnding }
    for line in new { out += Array(line.utf8) + lineEnding }
    return out + linesIncludingEndings.dropFirst(line).joined()
  }
}

extension Path {
  /// The name without its extension and without any scale suffix.
  fileprivate var unscaledFileStem: Path { unscaledPathAndScale.unscaled.stem }
}
