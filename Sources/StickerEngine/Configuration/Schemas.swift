import StickerImage

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

func textSchema(_ description: String) -> JSON {
  .object([
    "description": .string(description), "type": words(["string", "number", "boolean"]),
    "minLength": .integer(1),
  ])
}

func words(_ words: [String]) -> JSON { .array(words.map(JSON.string)) }

/// The JSON Schema (draft 2020-12) of `.stickerlint.yml`, for editors and checks: made from what the reader
/// itself goes by.
///
/// Three things only the reader knows: that a file named in it is there, that a glob is sound, and that a key
/// stands once.
package func settingsSchema(_ configurationSchema: ConfigurationSchema) -> JSON {
  let own = LayerReader.configurationKeys
  let keys: [String: JSON] = [
    "extends": string("A parent configuration, as seen from this file; it stays in the repository."),
    "profile": textSchema(
      "Whose limits hold: \(configurationSchema.profileChoices)."
    ),
    "fail-on": .object([
      "description": .string("The least severity that fails a run."), "enum": words(Severity.words),
    ]),
    "baseline": string("The file of accepted findings, as seen from this file; it stays in the repository."),
    "include": globs("Only files that match one of these globs, as seen from this file's folder."),
    "exclude": globs("No files that match one of these globs."),
    "rules": .object(["$ref": .string("#/$defs/rules")]),
    "overrides": overrides,
    "limits": limits,
  ]
  return .object([
    "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
    "title": .string(".stickerlint.yml"),
    "description": .string("Which rules run, and what makes a run fail. Written by `make docs`."),
    "type": words(["object", "null"]), "additionalProperties": .bool(false),
    "properties": .object(keys.filter { own.contains($0.key) }),
    "$defs": .object([
      "state": .object([
        "description": .string("off, on (its own severity), or a severity"),
        "enum": .array(RuleState.words.map(JSON.string) + [.bool(false), .bool(true)]),
      ]),
      "rules": rules(configurationSchema.rules),
    ]),
  ])
}

private func rules(_ rules: [Rule]) -> JSON {
  let properties = rules.map { ($0.id, schema(of: $0)) }
  return .object([
    "description": .string("For each rule: off, on, a severity, or its parameters."),
    "type": words(["object", "null"]), "additionalProperties": .bool(false),
    "properties": .object(Dictionary(uniqueKeysWithValues: properties)),
  ])
}

private func schema(of rule: Rule) -> JSON {
  let state = JSON.object(["$ref": .string("#/$defs/state")])
  var properties = Dictionary(uniqueKeysWithValues: rule.parameters.map { ($0.name, schema(of: $0)) })
  properties[severityKey] = state
  let mapping = JSON.object([
    "type": .string("object"), "additionalProperties": .bool(false), "properties": .object(properties),
  ])
  return .object(["description": .string(rule.summary), "anyOf": .array([state, mapping])])
}

private func schema(of parameter: Parameter) -> JSON {
  let unit = parameter.unit.rawValue
  var members: [String: JSON] = [
    "description": .string(parameter.meaning + (unit.isEmpty ? "" : " (\(unit))")),
    "default": parameter.standard.json,
  ]
  switch parameter.kind {
  case .whole(_, let range):
    members["type"] = .string("integer")
    members["minimum"] = .integer(range.lowerBound)
    members["maximum"] = .integer(range.upperBound)
  case .real(_, let range):
    members["type"] = .string("number")
    members["minimum"] = JSON.number(of: range.lowerBound)
    members["maximum"] = JSON.number(of: range.upperBound)
  case .choice(_, let choices): members["enum"] = words(choices)
  }
  return .object(members)
}

private let overrides = JSON.object([
  "description": .string("What holds for some paths only; of several that match, the last counts."),
  "type": words(["array", "null"]),
  "items": .object([
    "type": .string("object"), "additionalProperties": .bool(false), "required": words(["paths"]),
    "properties": .object([
      "paths": .object([
        "description": .string("Globs, as seen from this file's folder: Photos/**"),
        "type": .string("array"), "minItems": .integer(1), "items": filledText,
      ]),
      "role": .object([
        "description": .string("What these files are for."), "enum": words(Role.allCases.map(\.rawValue)),
      ]),
      "rules": .object(["$ref": .string("#/$defs/rules")]),
    ]),
  ]),
])

private let limits = JSON.object([
  "description": .string("Limits that protect from hostile files; a file only lowers them."),
  "type": words(["object", "null"]), "additionalProperties": .bool(false),
  "properties": .object(
    Dictionary(
      uniqueKeysWithValues: Limit.all.map { limit in
        let schema = JSON.object([
          "description": .string("\(limit.unit) \(limit.bounds)"), "type": .string("integer"),
          "minimum": .integer(1), "maximum": .integer(limit.standard), "default": .integer(limit.standard),
        ])
        return (limit.name, schema)
      })),
])

private let filledText = JSON.object(["type": .string("string"), "minLength": .integer(1)])

private func string(_ description: String) -> JSON {
  .object(["description": .string(description), "type": .string("string"), "minLength": .integer(1)])
}

private func globs(_ description: String) -> JSON {
  .object([
    "description": .string(description), "type": words(["array", "null"]), "items": filledText,
  ])
}

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
  case .baseURL: textSchema("What a state's query items are put behind: https://example.com/vote.")
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
  listText(text.placeholders.map { "{\($0.rawValue)}" })
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
