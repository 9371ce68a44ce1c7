import Corpus
import Testing

@testable import StickerEngine

/// Applies long series of edits to realistic pack files. The reader finds the new values, nothing else
/// changes, and all comments stay except those of removed stickers.
@Suite("random series of pack file edits") struct PackFileEditWalkTests {
  private static let layouts = [
    "",
    """
    # c-head
    name: 'Cats'
    x-note: kept   # c-note
    languages: [en, fr]  # c-languages
    stickers:
      # c-of-a
      - file: a.png   # c-behind-a
        description: { en: "A cat", fr: }
      # c-of-b
      - file: b.png
        keywords: [hello, "yes"]
        description:
          en: Bee
          # c-in-b
          fr: Abeille

      # c-of-c
      - { file: "c.png", emoji: [👋] }
    # c-end
    """,
    "stickers:\r\n- file: a.png\r\n  description: A text alone\r\n# c-of-b\r\n- file: b.png\r\n# c-end\r\n",
    """
    languages:   # c-languages
      - en
      - de
    grid-size: large
    icon: icon.png
    icon-background: "#00ff00"  # c-color
    stickers:
        # c-of-a
        - file: a.png
          description: >
            A text
            that is folded
        - description:
            de: "Ein \\u00E4hnliches"
          # c-of-file
          file: b.png
    """,
    "languages: [en]\nstickers: [{ file: a.png, description: One }, { file: b.png }]  # c-list\n",
  ]

  @Test("numbered files become one animation, in the place of the first")
  func joined() throws {
    let before = "stickers:\n  - file: f1.png\n  - file: a.png  # stays\n  - file: f2.png\n"
    let edit = PackFileEdit.joinAsSequence([0, 2], frames: "f[0-9].png", framesPerSecond: 12)
    let after = try editedPackFile(Array(before.utf8), applying: edit)
    let expected = "stickers:\n  - frames: \"f[0-9].png\"\n    fps: 12\n  - file: a.png  # stays\n"
    #expect(String(decoding: after, as: UTF8.self) == expected)
  }

  @Test("edited values are read back, and comments stay", arguments: layouts.indices, 0..<12)
  func walk(_ layout: Int, _ seed: Int) throws {
    var bytes = Array(Self.layouts[layout].utf8)
    var model = PackFileModel(try read(bytes))
    var numbers = SeededNumbers(seed: UInt64(layout * 100 + seed))
    // The comments of a sticker are removed with it.
    var comments = Set(commentsIn(bytes))
    for step in 0..<25 {
      guard let edit = model.anyEdit(&numbers) else { continue }
      let what = "layout \(layout), seed \(seed), step \(step): \(edit)"
      let before = bytes
      do throws(Diagnostic) { bytes = try editedPackFile(bytes, applying: edit) } catch {
        // Nothing can be removed from a list in brackets. The edit fails with this message and changes
        // nothing.
        #expect(error.message == "it is in brackets", "\(what)")
        continue
      }
      model.carryOut(edit)
      let found = PackFileModel(try read(bytes))
      #expect(found == model, "\(what)\n\(String(decoding: before, as: UTF8.self))")
      let left = Set(commentsIn(bytes))
      if case .removeStickers = edit {
        #expect(left.isSubset(of: comments), "\(what)")
        comments = left
      } else if !edit.replacesWholeValue {
        #expect(left == comments, "\(what)\n\(String(decoding: bytes, as: UTF8.self))")
      } else {
        comments = left
      }
      if found != model { return }
    }
  }

  private func read(_ bytes: [UInt8]) throws -> PackFile {
    try readPackFile(bytes, isFile: { _ in true })
  }

  private func commentsIn(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).matches(of: /# (c-[a-z-]+)/).map { String($0.output.1) }
  }
}

extension PackFileEdit {
  /// Whether the edit replaces or removes a whole value, including the comments inside it.
  fileprivate var replacesWholeValue: Bool {
    switch self {
    case .name(let name), .author(let name), .publisher(let name): name.isEmpty
    case .languages, .keywords, .emoji, .icon, .gridSize(nil): true
    default: false
    }
  }
}

/// A pack file's content in its simplest form, for comparison with the results of edits.
private struct PackFileModel: Equatable {
  struct OneSticker: Equatable {
    var file: String
    var descriptions: [String: String] = [:]
    var keywords: [String] = []
    var emoji: [String] = []
  }

  var name: String?
  var credits: PackCredits
  var grid: GridSize?
  var icon: String?
  var iconSticker: String?
  var background: UInt32?
  var languages: [String]
  var stickers: [OneSticker]

  init(_ description: PackFile) {
    (name, grid, background) = (
      description.metadata.name, description.metadata.gridSize, description.iconBackground
    )
    credits = description.metadata.credits
    (icon, iconSticker) = (description.icon?.value.text, description.iconSticker?.value.text)
    languages = description.metadata.languages
    stickers = description.stickers.map {
      OneSticker(
        file: $0.file.value.displayText, descriptions: $0.metadata.descriptions,
        keywords: $0.metadata.keywords,
        emoji: $0.metadata.emoji)
    }
  }

  mutating func carryOut(_ edit: PackFileEdit) {
    switch edit {
    case .name(let new): name = new.isEmpty ? nil : new
    case .author(let new): credits.author = new.isEmpty ? nil : new
    case .publisher(let new): credits.publisher = new.isEmpty ? nil : new
    case .gridSize(let size): grid = size
    case .icon(nil): (icon, iconSticker, background) = (nil, nil, nil)
    case .icon(.file(let path)): (icon, iconSticker) = (path.text, nil)
    case .icon(.sticker(let path, let color)): (icon, iconSticker, background) = (nil, path.text, color)
    case .iconBackground(let color): background = color
    case .languages(let new):
      let gone = new.isEmpty ? [] : Set(languages).subtracting(new)
      for index in stickers.indices {
        stickers[index].descriptions = stickers[index].descriptions.filter { !gone.contains($0.key) }
      }
      languages = new
    case .description(let sticker, let language, let text):
      stickers[sticker].descriptions[language] = text.isEmpty ? nil : text
    case .keywords(let sticker, let words): stickers[sticker].keywords = words
    case .emoji(let sticker, let emoji): stickers[sticker].emoji = emoji
    case .reorder(let order): stickers = order.map { stickers[$0] }
    case .removeStickers(let out):
      stickers = stickers.indices.filter { !out.contains($0) }.map { stickers[$0] }
    case .addStickers(let paths): stickers += paths.map { OneSticker(file: $0.displayText) }
    case .joinAsSequence(let joined, let frames, _):
      stickers[joined.min() ?? 0] = OneSticker(file: frames)
      stickers = stickers.indices.filter { $0 == joined.min() || !joined.contains($0) }.map { stickers[$0] }
    }
  }

  private static let texts = [
    "A cat", "it's", "\"quoted\"", "# no comment", "- a", "a: b", "no", "💬 é", "two\nlines", " blank ", "'",
    "\\", "{ a }", "[b", "&c", "*d", "!e", "%f", "@g", "`h", "null", "1", "\u{202E}x", "a#b", "a #b", "",
  ]

  /// A random edit, or nil if the random choice cannot be applied.
  func anyEdit(_ numbers: inout SeededNumbers) -> PackFileEdit? {
    let text = Self.texts.randomElement(using: &numbers) ?? ""
    let kind = Int.random(in: 0..<14, using: &numbers)
    switch kind {
    case 0: return .name(text)
    case 1: return .gridSize([nil, .small, .regular, .large].randomElement(using: &numbers) ?? nil)
    case 2:
      let choices = [[], ["en"], ["en", "fr"], ["de", "no", "pt-BR"]]
      return .languages(choices.randomElement(using: &numbers) ?? [])
    case 3:
      let count = stickers.count
      return .addStickers((0..<2).map { Path("new \(count)-\($0) \(numbers.next() % 1_000_000).png") })
    case 12: return .author(text)
    case 13: return .publisher(text)
    case 4: return .icon(Bool.random(using: &numbers) ? nil : .file(Path("icon.png")))
    default: break
    }
    guard let sticker = stickers.indices.randomElement(using: &numbers) else { return nil }
    switch kind {
    case 5:
      let color = UInt32(numbers.next() & 0xFF_FFFF)
      return .icon(.sticker(Path(stickers[sticker].file), background: color))
    case 6:
      let words = ["x", text, "y"].filter { !$0.isEmpty }.shuffled(using: &numbers)
      return .keywords(sticker: sticker, Array(words.prefix(2)))
    case 7:
      let emoji = ["👋", "❤️", "👩‍👩‍👧"].shuffled(using: &numbers)
      return .emoji(sticker: sticker, Array(emoji.prefix(2)))
    case 8: return .reorder(stickers.indices.shuffled(using: &numbers))
    case 9: return stickers[sticker].file == iconSticker ? nil : .removeStickers([sticker])
    default:
      let language = (languages + ["en", "ja"]).randomElement(using: &numbers) ?? "en"
      return .description(sticker: sticker, language: language, text)
    }
  }
}
