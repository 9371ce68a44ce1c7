/// The JSON Schema (draft 2020-12) of `stickerpack.yml`, for editors and checks: made from the keys that the
/// reader itself goes by.
///
/// Four things only the reader knows: that a file lies in the folder, that frames are found, that the cover
/// is a sticker, that no file or sticker name is repeated, and which symbols are emoji.
///
/// - Parameter slots: the names that `icons` may use.
package func packFileSchema(slots: [String]) -> JSON {
  .object([
    "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
    "title": .string(PackFile.fileName.displayText),
    "description": .string("A pack of stickers: its name, order, texts and icon. Written by `make docs`."),
    "type": words(["object", "null"]), "additionalProperties": .bool(false),
    "properties": properties(PackKey.allCases) { schema(of: $0, slots) },
    "patternProperties": foreignKeys,
    "$defs": .object([
      "text": textSchema("A text."),
      "file": fileSchema,
      "color": .object([
        "description": .string("Red, green and blue: \"#FFD54F\"; without quotes the # begins a comment."),
        "type": .string("string"), "pattern": .string("^#[0-9A-Fa-f]{6}$"),
      ]),
      "language": .object([
        "description": .string("A language: en, pt-BR, zh-Hant."), "type": .string("string"),
        "pattern": .string(languagePattern),
      ]),
      "link": .object([
        "description": .string("A page that people can open: https://example.com/stickers."),
        "type": .string("string"), "pattern": .string(linkPattern),
        "maxLength": .integer(LinkLimit.characters),
      ]),
      "sticker": sticker,
    ]),
  ])
}

private func schema(of key: PackKey, _ slots: [String]) -> JSON {
  switch key {
  case .name: textSchema("Shown in Messages.")
  case .bundleIdentifier:
    .object([
      "description": .string("Of the app: com.example.monkey."), "type": .string("string"),
      "pattern": .string("^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$"),
    ])
  case .gridSize:
    .object([
      "description": .string(
        "How large the drawer shows a sticker: 100, 136 or 206 points; else the nearest to the art."),
      "enum": words(gridSizeWords),
    ])
  case .icon: reference("file", "A square PNG of at least 1024 px; opaque, or with icon-background.")
  case .iconSticker: reference("file", "One of the stickers: icons are drawn from it, in place of icon.")
  case .iconBackground: reference("color", "What a transparent icon lies on.")
  case .icons:
    .object([
      "description": .string("Pictures for single sizes of the icon, in place of one made from `icon`."),
      "type": words(["object", "null"]), "additionalProperties": .bool(false),
      "properties": .object(Dictionary(slots.map { ($0, reference("file")) }) { first, _ in first }),
    ])
  case .background: reference("color", "Of the sticker browser, if the app sets one.")
  case .baseURL:
    .object([
      "description": .string("Where an extension with code fetches stickers from; https, no query."),
      "type": .string("string"), "pattern": .string(baseURLPattern),
      "maxLength": .integer(BaseURLLimit.characters),
    ])
  case .author: textSchema("Who drew the stickers; Signal shows it.")
  case .publisher: textSchema("Who publishes the pack, where it is not the author; WhatsApp shows it.")
  case .links: links
  case .about: textSchema("What the pack is about; LINE shows it.")
  case .copyright: textSchema("The copyright notice; LINE shows it.")
  case .cover: reference("file", "The sticker that stands for the pack; left out, it is the first.")
  case .languages:
    list(
      of: reference("language"), "Those that descriptions are wanted in; the app is developed in the first.")
  case .localize: localize
  case .stickers: list(of: reference("sticker"), "In the order people see them.")
  }
}

private let localize = JSON.object([
  "description": .string(
    "Put the descriptions in every language into an Xcode project without code. Unproven: try it on a "
      + "phone."),
  "type": .string("boolean"), "default": .bool(false),
])

private let links = JSON.object([
  "description": .string("Pages that WhatsApp leads to."),
  "type": words(["object", "null"]), "additionalProperties": .bool(false),
  "properties": properties(LinkKey.allCases) { schema(of: $0) },
])

private func schema(of key: LinkKey) -> JSON {
  switch key {
  case .website: reference("link", "Of the publisher.")
  case .privacy: reference("link", "The privacy policy.")
  case .license: reference("link", "The license agreement.")
  }
}

/// Keys of other programs.
private let foreignKeys = JSON.object(["^\(foreignKeyPrefix)": .bool(true)])

private let sticker = JSON.object([
  "type": .string("object"), "additionalProperties": .bool(false),
  "patternProperties": foreignKeys,
  "properties": properties(StickerKey.allCases, schema),
  "oneOf": .array([
    .object([
      "required": words([StickerKey.file.rawValue]),
      "properties": .object(
        Dictionary(uniqueKeysWithValues: notWithFile.map { ($0.rawValue, JSON.bool(false)) })),
    ]),
    .object([
      "required": words([StickerKey.frames.rawValue]),
      "oneOf": .array([StickerKey.fps, .duration].map { .object(["required": words([$0.rawValue])]) }),
    ]),
  ]),
])

private let notWithFile = [StickerKey.frames] + StickerKey.ofSequences

private func schema(of key: StickerKey) -> JSON {
  switch key {
  case .file: reference("file", "The @3x art: a PNG, APNG, GIF or JPEG.")
  case .frames: reference("file", "The pictures of a sequence: dance/*.png. They play in natural order.")
  case .fps: number("How many frames are shown in a second.", SequenceRange.framesPerSecond)
  case .duration: number("Seconds that all frames take together.", SequenceRange.duration)
  case .repetitions:
    .object([
      "description": .string("How often a sequence is played again after the first time; 0 is endless."),
      "type": .string("integer"), "default": .integer(0),
      "minimum": .integer(SequenceRange.repetitions.lowerBound),
      "maximum": .integer(SequenceRange.repetitions.upperBound),
    ])
  case .name:
    textSchema(
      "The name of the sticker, in place of its file's name: what people type where a messenger has names.")
  case .description:
    textsSchema("What VoiceOver reads, in at most 150 characters: a text, or one for each language.")
  case .keywords: list(of: reference("text"), "What a search finds the sticker by.")
  case .emoji:
    .object([
      "description": .string("What people feel who send it, the most fitting first: [\"👋\"]."),
      "type": words(["array", "null"]), "uniqueItems": .bool(true),
      "items": .object(["type": .string("string"), "pattern": .string("^[^A-Za-z\\s]+$")]),
    ])
  }
}

private func properties<Key: RawRepresentable<String>>(_ keys: [Key], _ schema: (Key) -> JSON) -> JSON {
  .object(Dictionary(uniqueKeysWithValues: keys.map { ($0.rawValue, schema($0)) }))
}

private func number(_ description: String, _ range: ClosedRange<Double>) -> JSON {
  .object([
    "description": .string(description + " At most \(SequenceRange.maxDecimals) digits behind the point."),
    "type": .string("number"), "minimum": .number(of: range.lowerBound),
    "maximum": .number(of: range.upperBound),
  ])
}
