import StickerEngine

extension FuzzTarget {
  static let packFileEdits = FuzzTarget(
    "pack-file-edits", summary: "a byte that selects an edit, and the stickerpack.yml to apply it to",
    seeds: { file in
      guard file.name.hasSuffix(".yml") || file.name.hasSuffix(".yaml") else { return [] }
      return (0..<UInt8(editKinds)).map { [$0] + file.bytes }
    },
    attempt: { bytes throws(PropertyViolation) in
      guard let kind = bytes.first else { return }
      let text = Array(bytes.dropFirst())
      guard let before = try? readPackFile(text, in: packFolder) else { return }
      let edit = packFileEdit(ofKind: Int(kind), before)
      let new: [UInt8]
      do throws(Diagnostic) { new = try editedPackFile(text, applying: edit) } catch {
        return try expectOneLine(error.refusedEditText)
      }
      guard let after = try? readPackFile(new, in: packFolder) else {
        throw PropertyViolation(description: "\(edit) gives a pack file that cannot be read")
      }
      try expect(
        editableValues(of: after) == expectedValues(edit, editableValues(of: before)),
        "\(edit) has a different effect")
      guard !edit.changesFileAgain else { return }
      try expect((try? editedPackFile(new, applying: edit)) == new, "\(edit) changes the file a second time")
    })
}

private let editKinds = 11

/// A text with characters that are special in YAML.
private let specialCharacterText = "a 'cat': \"#1\" \u{1F408}"

private func packFileEdit(ofKind kind: Int, _ packFile: PackFile) -> PackFileEdit {
  let count = packFile.stickers.count
  let sticker = kind / editKinds % max(1, count)
  switch kind % editKinds {
  case 1 where count > 0: return .description(sticker: sticker, language: "fr", specialCharacterText)
  case 2 where count > 0: return .keywords(sticker: sticker, [specialCharacterText, "x"])
  case 3 where count > 0: return .emoji(sticker: sticker, ["\u{1F44B}"])
  case 4: return .reorder(Array((0..<count).reversed()))
  case 5 where count > 0 && !packFile.isReferencedElsewhere(sticker): return .removeStickers([sticker])
  case 6: return .addStickers([Path("a new one.png")])
  case 7: return .gridSize(.large)
  case 8: return .iconBackground(0xFFD54F)
  case 9: return .author(specialCharacterText)
  case 10: return .publisher(specialCharacterText)
  default: return .name(specialCharacterText)
  }
}

extension PackFile {
  /// Whether another entry in the pack file refers to the sticker, so that removing it would be an error.
  fileprivate func isReferencedElsewhere(_ sticker: Int) -> Bool {
    let paths = stickers[sticker].files.map(\.value)
    return [iconSticker, coverSticker].contains { file in file.map { paths.contains($0.value) } ?? false }
  }
}

extension PackFileEdit {
  /// Whether applying the edit twice may change the pack file again.
  fileprivate var changesFileAgain: Bool {
    switch self {
    case .addStickers, .reorder, .removeStickers: true
    default: false
    }
  }
}

/// The values that edits change, without locations.
private struct EditableValues: Equatable {
  var name: String?
  var credits: PackCredits
  var gridSize: GridSize?
  var background: UInt32?
  var languages: [String]
  var stickers: [EditableStickerValues]
}

private struct EditableStickerValues: Equatable {
  var files: [Path]
  var descriptions: [String: String]
  var keywords: [String]
  var emoji: [String]
}

private func editableValues(of packFile: PackFile) -> EditableValues {
  EditableValues(
    name: packFile.metadata.name, credits: packFile.metadata.credits,
    gridSize: packFile.metadata.gridSize,
    background: packFile.iconBackground,
    languages: packFile.metadata.languages,
    stickers: packFile.stickers.map {
      EditableStickerValues(
        files: $0.files.map(\.value), descriptions: $0.metadata.descriptions, keywords: $0.metadata.keywords,
        emoji: $0.metadata.emoji)
    })
}

private func expectedValues(_ edit: PackFileEdit, _ old: EditableValues) -> EditableValues {
  var new = old
  switch edit {
  case .name(let name): new.name = name
  case .author(let name): new.credits.author = name
  case .publisher(let name): new.credits.publisher = name
  case .gridSize(let size): new.gridSize = size
  case .iconBackground(let color): new.background = color
  case .description(let sticker, let language, let text): new.stickers[sticker].descriptions[language] = text
  case .keywords(let sticker, let words): new.stickers[sticker].keywords = words
  case .emoji(let sticker, let emoji): new.stickers[sticker].emoji = emoji
  case .reorder(let order): new.stickers = order.map { old.stickers[$0] }
  case .removeStickers(let removed):
    new.stickers = old.stickers.indices.filter { !removed.contains($0) }.map { old.stickers[$0] }
  case .addStickers(let paths):
    new.stickers += paths.map {
      EditableStickerValues(files: [$0], descriptions: [:], keywords: [], emoji: [])
    }
  case .icon, .languages, .joinAsSequence: break
  }
  return new
}
