import StickerImage
package import StickerModel

/// The JSON Schema (draft 2020-12) of `.stickerlint.yml`, for editors and checks: made from what the reader
/// itself goes by.
///
/// Three things only the reader knows: that a file named in it is there, that a glob is sound, and that a key
/// stands once.
package func settingsSchema(_ vocabulary: Vocabulary) -> JSON {
  let own = LayerReader.configurationKeys
  let keys: [String: JSON] = [
    "extends": string("A parent configuration, as seen from this file; it stays in the repository."),
    "profile": text(
      "Whose limits hold: \(vocabulary.profileChoices)."
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
      "rules": rules(vocabulary.rules),
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
