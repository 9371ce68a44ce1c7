package import Stickers

/// What the page is told of its pack: all that its `stickerpack.yml` says, and what is not in the pack.
package struct DescriptionMessage {
  /// A picture that is on the page and not in the pack.
  package struct Apart {
    let number: Int
    let name: String
    let why: String
    let canBeAdded: Bool
    /// The number of what is in the pack in its place; nil where nothing is.
    var replaceable: Int?
  }

  /// What it says; nil where it cannot be read.
  package var description: PackDescription?
  /// What the pack is called where it does not say so.
  package var derivedName = ""
  /// Another one where the picture of the icon is another.
  package var iconRevision = 0
  /// The size nearest to the art; nil where there is none.
  package var fits: GridSize?
  package var apart: [Apart] = []
  /// What the description is called that was dropped, or found; nil for one that the page writes.
  package var source: String?
  /// The description as it is now.
  package var text = ""
  /// Why it cannot be changed here; nil where it can.
  package var problem: String?
  package var isUnsaved = false
  /// The folder that it can be saved to; nil where there is none.
  package var folder: String?
  /// The number of a file, by its path from the description.
  package var number: (Path) -> Int? = { _ in nil }

  package var json: JSON {
    let shown = (description?.stickers ?? []).compactMap { sticker in
      number(sticker.file.path).map { (sticker: sticker, number: $0) }
    }
    return .object([
      "type": .string("description"), "name": optional(description?.name), "called": .string(derivedName),
      "author": optional(description?.credits.author), "publisher": optional(description?.credits.publisher),
      "icon": icon, "grid": optional(description?.gridSize?.rawValue), "fits": optional(fits?.rawValue),
      "languages": .array(texts(description?.languages)),
      "order": .array(shown.map { JSON.integer($0.number) }), "stickers": .array(shown.map(entry)),
      "apart": .array(apart.map(\.json)), "source": optional(source), "text": .string(text),
      "problem": optional(problem), "unsaved": .bool(isUnsaved),
      "folder": optional(folder),
    ])
  }

  private func entry(_ sticker: DescribedSticker, _ number: Int) -> JSON {
    .object([
      "number": .integer(number), "name": .string(sticker.name),
      "heard": .string(sticker.file.path.heardKey),
      "descriptions": .object(sticker.descriptions.mapValues { JSON.string($0) }),
      "keywords": .array(texts(sticker.keywords)),
      "emoji": .array(texts(sticker.emoji)),
    ])
  }

  private var icon: JSON {
    let file = description?.icon ?? description?.iconSticker
    let kind = description?.icon != nil ? "file" : file != nil ? "sticker" : "none"
    return .object([
      "kind": .string(kind), "name": optional(file?.path.shown),
      "number": file.flatMap { number($0.path) }.map { JSON.integer($0) } ?? .null,
      "revision": .integer(iconRevision), "slots": .bool(description?.slotIcons.isEmpty == false),
      "background": optional(description?.iconBackground.map(writtenColor)),
    ])
  }
}

extension DescriptionMessage.Apart {
  fileprivate var json: JSON {
    .object([
      "number": .integer(number), "name": .string(name), "why": .string(why), "canBeAdded": .bool(canBeAdded),
      "inPlace": replaceable.map { JSON.integer($0) } ?? .null,
    ])
  }
}

private func optional(_ text: String?) -> JSON { text.map { JSON.string($0) } ?? .null }

private func texts(_ texts: [String]?) -> [JSON] { (texts ?? []).map { JSON.string($0) } }
