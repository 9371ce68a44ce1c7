import StickerImage

/// Returns the output of `stickerlint config PATH`: each value that applies, with its origin.
///
/// - Parameter path: the path as the user wrote it.
/// - Parameter role: the role that the file's location implies; nil for a folder.
package func configurationText(
  _ settings: ResolvedConfiguration, at path: Path, roleFromLocation role: AssetRole?
) -> String {
  let files =
    settings.configurationFiles.isEmpty ? "none" : settings.configurationFiles.joined(separator: ", ")
  var lines = ["\(path.displayText)", "", "Files    \(files)"]
  if let excluded = settings.exclusionOrigin { lines.append("Excluded by \(excluded.displayText)") }
  var rows: [(String, String, String)] = [
    (
      "profile", escapedAndShortened(settings.profileNameOrPath.value),
      settings.profileNameOrPath.origin.displayText
    ),
    ("fail-on", settings.failOn.value.rawValue, settings.failOn.origin.displayText),
  ]
  if let (name, origin) = baselineNameAndOrigin(settings) {
    rows.append(("baseline", name, origin.displayText))
  }
  if let programs = settings.configuredRenderingPrograms {
    rows.append(
      ("render-with", programs.value.map(\.rawValue).joined(separator: ", "), programs.origin.displayText))
  }
  if let role = settings.role {
    rows.append(("role", role.value.rawValue, role.origin.displayText))
  } else if let role {
    rows.append(("role", role.rawValue, "its location"))
  }
  lines += ["", "Run"] + tableLines(rows)
  lines += ["", "Rules"] + tableLines(settings.rules.flatMap(ruleRows))
  lines += [
    "", "Limits",
  ]
  lines += tableLines(
    zip(ResourceLimit.all, settings.resourceLimits).map { limit, value in
      (limit.name, "\(value.value) \(limit.unit)", value.origin.displayText)
    })
  let ceilings = settings.policy.limitRows
  if !ceilings.isEmpty {
    lines += ["", "Policy"] + tableLines(ceilings.map { ($0.name, $0.value, $0.origin.displayText) })
  }
  return lines.joined(separator: "\n") + "\n"
}

extension MachinePolicy {
  /// All limits of the policy with their units, in the order in which the documentation lists them.
  fileprivate var limitRows: [(name: String, value: String, origin: ValueOrigin)] {
    var rows = ResourceLimit.all.compactMap { limit in
      resourceLimits[limit].map { ("limits.\(limit.name)", "\($0.value) \(limit.unit)", $0.origin) }
    }
    if let maxWorkerCPUSecondsPerRequest {
      rows.append(
        ("worker-seconds", "\(maxWorkerCPUSecondsPerRequest.value) s", maxWorkerCPUSecondsPerRequest.origin))
    }
    if let maxWorkerMemoryMiB {
      rows.append(("worker-memory", "\(maxWorkerMemoryMiB.value) MiB", maxWorkerMemoryMiB.origin))
    }
    if let maxJobs { rows.append(("jobs", "\(maxJobs.value)", maxJobs.origin)) }
    if let allowedFormats {
      rows.append(("formats", allowedFormats.value.names.joined(separator: ", "), allowedFormats.origin))
    }
    if let requiresIsolation { rows.append(("isolation", "required", requiresIsolation.origin)) }
    return rows
  }
}

private func baselineNameAndOrigin(_ settings: ResolvedConfiguration) -> (name: String, origin: ValueOrigin)?
{
  guard let name = settings.baselineDisplayName, let origin = settings.baseline?.origin else { return nil }
  return (name, origin)
}

private func ruleRows(_ rule: ResolvedConfiguration.ResolvedRule) -> [(String, String, String)] {
  let state = rule.severityUnlessOff?.rawValue ?? "off"
  let values = zip(rule.rule.options, rule.values).map { option, value in
    ("  \(option.name)", option.withUnit(value.value.text), value.origin.displayText)
  }
  return [(rule.rule.id, state, rule.state.origin.displayText)] + values
}

private func tableLines(_ rows: [(String, String, String)]) -> [String] {
  let first = rows.map(\.0.count).max() ?? 0
  let second = rows.map(\.1.count).max() ?? 0
  return rows.map { row in "  \(padded(row.0, first))  \(padded(row.1, second))  \(row.2)" }
}

private func padded(_ text: String, _ count: Int) -> String {
  text + String(repeating: " ", count: max(0, count - text.count))
}

/// Returns the configuration as JSON. For a given schema number, the meaning of a key never changes.
package func configurationJSON(
  _ settings: ResolvedConfiguration, at path: Path, roleFromLocation role: AssetRole?
) -> String {
  let rules = settings.rules.map { rule in
    JSON.objectOmittingNil([
      "rule": .string(rule.rule.id), "runs": .bool(rule.runs),
      "severity": rule.severityUnlessOff.map { .string($0.rawValue) },
      "origin": .string(rule.state.origin.displayText),
      "parameters": .array(zip(rule.rule.options, rule.values).map(json)),
    ])
  }
  let limits = zip(ResourceLimit.all, settings.resourceLimits).map { limit, value in
    JSON.object([
      "limit": .string(limit.name), "value": .integer(value.value), "unit": .string(limit.unit),
      "origin": .string(value.origin.displayText),
    ])
  }
  let placed = role.map { ConfiguredValue($0.rawValue, .builtInDefault) }
  let document = JSON.objectOmittingNil([
    "schema": .integer(1), "path": .string(path.displayText),
    "excluded": .bool(settings.exclusionOrigin != nil),
    "files": .array(settings.configurationFiles.map(JSON.string)),
    "profile": json(settings.profileNameOrPath),
    "failOn": json(ConfiguredValue(settings.failOn.value.rawValue, settings.failOn.origin)),
    "baseline": baselineNameAndOrigin(settings).map {
      .object(["value": .string($0), "origin": .string($1.displayText)])
    },
    "renderWith": settings.configuredRenderingPrograms.map {
      .object([
        "value": .array($0.value.map { .string($0.rawValue) }), "origin": .string($0.origin.displayText),
      ])
    },
    "role": (settings.role.map { ConfiguredValue($0.value.rawValue, $0.origin) } ?? placed).map(json),
    "rules": .array(rules), "limits": .array(limits),
    "policy": settings.policy.policyFileDisplayPaths.isEmpty
      ? nil
      : .array(
        settings.policy.limitRows.map {
          .object([
            "name": .string($0.name), "value": .string($0.value), "origin": .string($0.origin.displayText),
          ])
        }),
  ])
  return String(decoding: document.encoded(), as: UTF8.self)
}

private func json(_ text: ConfiguredValue<String>) -> JSON {
  .object([
    "value": .string(UntrustedText(text.value).displayText), "origin": .string(text.origin.displayText),
  ])
}

private func json(_ option: RuleOption, _ value: ConfiguredValue<RuleOption.Value>) -> JSON {
  .object([
    "name": .string(option.name), "value": value.value.json, "unit": .string(option.unit.rawValue),
    "origin": .string(value.origin.displayText),
  ])
}

/// Returns the `.stickerlint.yml` that `stickerlint init` writes: every key and option with its default,
/// commented out.
///
/// If no space follows the first `#` of a line, removing that `#` leaves valid YAML. Rules, limits, `profile`
/// and `fail-on` are shown with their defaults.
package func starterConfigurationText(_ configurationSchema: KnownRulesAndProfiles) -> String {
  var lines = [
    "# The configuration of stickerlint. Remove a # to change a default.",
    "# `stickerlint config PATH` shows the values for a file or folder, and where each one comes from.",
    "# `stickerlint explain RULE` explains a rule.",
    "",
    "# The messenger whose limits apply: \(configurationSchema.profileOrFileChoices).",
    "#profile: \(configurationSchema.profiles[0].name)",
    "",
    "# The lowest severity that fails a run: \(listText(Severity.namesMostSevereFirst, "or")).",
    "#fail-on: error",
    "",
    "# The file that lists accepted findings. To write it, run",
    "# `stickerlint lint --write-baseline .stickerlint-baseline.json`.",
    "#baseline: .stickerlint-baseline.json",
    "",
    "# The programs that render SVG and video. They must be installed:",
    "# \(listText(RenderingProgram.allCases.map(\.rawValue), "or")).",
    "#render-with: [rsvg-convert]",
    "",
    "# A configuration file to extend. It must be in the same repository.",
    "#extends: ../.stickerlint.yml",
    "",
    "# The files to check, and those to skip. Globs are relative to this folder.",
    "#include: [\"Stickers/**\"]",
    "#exclude: [\"Drafts/**\"]",
    "",
    "# For each rule: \(listText(RuleState.keywords, "or")), or a mapping of its options.",
    "rules:",
  ]
  lines += configurationSchema.rules.flatMap(starterLines)
  lines += [
    "", "# Overrides for some files. If several match a file, the last one wins.", "overrides:",
    "  #- { paths: [\"Photos/**\"], rules: { opaque-background: off } }",
    "  #- { paths: [\"icons/**\"], role: icon }", "",
    "# Resource limits that protect against malicious files. This file can only lower them. To raise one,",
    "# use the flag --limit.",
    "limits:",
  ]
  lines += ResourceLimit.all.map { "  #\($0.name): \($0.defaultValue)  # \($0.unit) \($0.scopeText)" }
  return lines.joined(separator: "\n") + "\n"
}

private func starterLines(_ rule: Rule) -> [String] {
  let state = rule.isOptIn ? "off" : rule.severity.rawValue
  let summary = "  # " + rule.summary + (rule.isOptIn ? " Off by default." : "")
  guard !rule.options.isEmpty else { return [summary, "  #\(rule.id): \(state)"] }
  let meanings = rule.options.map { "  #   \($0.name): \($0.meaning) (\($0.allowedValuesText))" }
  let values = rule.options.map { ", \($0.name): \(yamlText($0.defaultValue))" }.joined()
  return [summary] + meanings + ["  #\(rule.id): { \(severityKey): \(state)\(values) }"]
}

/// Returns a value as YAML. Words are quoted, since YAML could read a word such as `no` as another type.
private func yamlText(_ value: RuleOption.Value) -> String {
  if case .word(let word) = value { "\"\(word)\"" } else { value.text }
}
