package import StickerModel

/// The JSON Schema (draft 2020-12) of `message.yml`, for editors and checks: made from the keys that the
/// reader itself goes by.
///
/// Only the reader knows that a file lies in the folder; that a base URL is one, rules say.
package let messageSchema = JSON.object([
  "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
  "title": .string("message.yml"),
  "description": .string(
    "The interactive message that an extension sends: its URL, layout and texts. Written by `make docs`."),
  "type": words(["object", "null"]), "additionalProperties": .bool(false),
  "properties": .object(Dictionary(uniqueKeysWithValues: MessageKey.all.map { ($0.word, schema(of: $0)) })),
  "$defs": .object(["file": fileSchema]),
])

private func schema(of key: MessageKey) -> JSON {
  switch key {
  case .baseURL: text("What a state's query items are put behind: https://example.com/vote.")
  case .image: reference("file", "The picture, best 900 × 900 px: a PNG, JPEG or GIF.")
  case .media: reference("file", "A picture or a video that is shown where there is no image.")
  case .text(let text):
    textsSchema(
      "\(meaning(of: text)) \(placeholders(in: text)) may stand in it; a text, or one for each language.")
  case .states:
    list(
      of: .object([
        "type": words(["object", "null"]),
        "propertyNames": .object(["minLength": .integer(1)]),
        "additionalProperties": .object([
          "type": words(["string", "number", "boolean", "null", "array"]),
          "items": .object(["type": words(["string", "number", "boolean", "null"])]),
        ]),
      ]),
      "Examples of what a message carries, each a mapping of names to texts or numbers; a list of them is a "
        + "name that stands several times.")
  }
}

private func placeholders(in text: MessageText) -> String {
  listed(text.placeholders.map { "{\($0.rawValue)}" })
}

private func meaning(of text: MessageText) -> String {
  switch text {
  case .imageTitle: "Large, over the picture's lower left."
  case .imageSubtitle: "Below the title of the picture."
  case .caption: "Below the picture, left."
  case .subcaption: "Below the caption."
  case .trailingCaption: "Below the picture, right."
  case .trailingSubcaption: "Below the trailing caption."
  case .accessibilityLabel: "What VoiceOver reads."
  case .summary: "The line that is left of a message once the next of its session arrives."
  }
}
