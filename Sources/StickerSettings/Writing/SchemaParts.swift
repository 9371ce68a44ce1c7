import StickerModel

// Pieces that the schemas of several descriptions are made of.

/// What `complaint(ofBaseURL:)` asks for, but for the largest port, the longest host and its numbers.
let baseURLPattern: String = {
  let label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
  let path = "(/(?!\\.{1,2}(/|$))([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*)*"
  return "^https://\(label)(\\.\(label))*(:0*[1-9][0-9]{0,4})?\(path)$"
}()

/// What `complaint(ofLink:)` asks for, but for the largest port, the longest host and its numbers.
let linkPattern: String = {
  let label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
  return "^https://\(label)(\\.\(label))*(:0*[1-9][0-9]{0,4})?([/?#][!#-;=?-\\[\\]_a-z~]*)?$"
}()

let languagePattern = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$"

/// A file beside the description.
let fileSchema = JSON.object([
  "description": .string("A file, as seen from this file's folder, and inside of it."),
  "type": .string("string"), "minLength": .integer(1),
  "pattern": .string("^(?!/)(?!(.*/)?\\.\\.(/|$))(?!(\\./*)+$)"),
])

/// A text, or one for each language.
func textsSchema(_ description: String) -> JSON {
  .object([
    "description": .string(description),
    "anyOf": .array([
      .object(["type": words(["string", "number", "boolean", "null"])]),
      .object([
        "type": .string("object"), "additionalProperties": .bool(false),
        "patternProperties": .object([
          languagePattern: .object(["type": words(["string", "number", "boolean", "null"])])
        ]),
      ]),
    ]),
  ])
}

func reference(_ name: String, _ description: String? = nil) -> JSON {
  .members(["$ref": .string("#/$defs/\(name)"), "description": description.map(JSON.string)])
}

func list(of items: JSON, _ description: String) -> JSON {
  .object(["description": .string(description), "type": words(["array", "null"]), "items": items])
}

func text(_ description: String) -> JSON {
  .object([
    "description": .string(description), "type": words(["string", "number", "boolean"]),
    "minLength": .integer(1),
  ])
}

func words(_ words: [String]) -> JSON { .array(words.map(JSON.string)) }
