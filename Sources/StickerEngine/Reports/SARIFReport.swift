extension Reporter {
  /// SARIF 2.1.0 (OASIS), within the limits of GitHub code scanning (`docs/REPORTS.md`).
  package static let sarif = Reporter(
    name: "sarif", summary: "SARIF 2.1.0 for GitHub code scanning.", listing: .unsuppressed,
    rendering: sarifReport
  )
}

/// The maximum number of results. GitHub rejects a file with more.
///
/// - Source: GitHub, "SARIF support for code scanning": results per run, 25,000.
private let maxSARIFResults = 25_000

private func sarifReport(_ report: Report, _ context: ReportContext) -> String {
  let findings = report.findings
  let descriptors = SARIFRules(context.knownRules, findings)
  // Compute fingerprints in report order, so that they do not depend on sorting and truncation.
  var fingerprints = FingerprintGenerator()
  let results = findings.map { finding in
    let seen = context.repositoryPath(of: finding.path)
    let (digest, ordinal) = fingerprints.nextRuleAndPathFingerprint(of: finding, at: seen.path)
    return SARIFResult(finding: finding, repositoryPath: seen, fingerprint: "\(digest.prefix(16)):\(ordinal)")
  }
  let kept = mostSevereFirst(results, by: \.finding.severity).prefix(maxSARIFResults)
  let driver: JSON = .object([
    "name": .string(Tool.name), "version": .string(Tool.version), "semanticVersion": .string(Tool.version),
    "informationUri": .string(Tool.website + "/"), "rules": .array(descriptors.descriptors),
  ])
  let root = "The root of the repository, or the working folder if there is no checkout."
  let run: JSON = .object([
    "tool": .object(["driver": driver]),
    "invocations": .array([invocationJSON(omittedResultCount: results.count - kept.count)]),
    "originalUriBaseIds": .object([
      sourceRootID: .object(["description": sarifMessageJSONWithoutEscaping(root)])
    ]),
    "results": .array(kept.map { resultJSON($0, ruleIndex: descriptors.index(of: $0.finding.rule)) }),
  ])
  return terminalSafeJSONText(
    of: .object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"), "version": .string("2.1.0"),
      "runs": .array([run]),
    ]))
}

/// The name of the repository root in SARIF.
private let sourceRootID = "%SRCROOT%"

private struct SARIFResult {
  let finding: Finding
  let repositoryPath: RepositoryPath
  let fingerprint: String
}

private func invocationJSON(omittedResultCount leftOut: Int) -> JSON {
  var members: [String: JSON] = ["executionSuccessful": .bool(true)]
  if leftOut > 0 {
    let count = countText(leftOut, "finding")
    let message = "\(count) omitted (limit: \(numberText(maxSARIFResults)) results, most severe first)"
    members["toolExecutionNotifications"] = .array([
      .object(["level": .string("warning"), "message": sarifMessageJSONWithoutEscaping(message)])
    ])
  }
  return .object(members)
}

private func resultJSON(_ result: SARIFResult, ruleIndex: Int) -> JSON {
  let finding = result.finding
  let location = finding.evidence.location.sourceLocation
  // Images have no lines, but GitHub shows a finding on its file only if it has a line.
  var region: [String: JSON] = ["startLine": .integer(location?.line ?? 1)]
  if let location { region["startColumn"] = .integer(location.column) }
  var artifact: [String: JSON] = ["uri": .string(relativeOrFileURI(result.repositoryPath))]
  if result.repositoryPath.isInsideRepository { artifact["uriBaseId"] = .string(sourceRootID) }
  return .object([
    "ruleId": .string(finding.rule), "ruleIndex": .integer(ruleIndex),
    "level": .string(sarifLevel(finding.severity)),
    "message": sarifMessageJSONWithoutEscaping(escapedSARIFMessage(finding.evidence.message)),
    "locations": .array([
      .object([
        "physicalLocation": .object(["artifactLocation": .object(artifact), "region": .object(region)])
      ])
    ]),
    "partialFingerprints": .object(["primaryLocationLineHash": .string(result.fingerprint)]),
    "properties": sarifPropertyBagJSON(finding),
  ])
}

/// Returns properties that SARIF results have no field for.
private func sarifPropertyBagJSON(_ finding: Finding) -> JSON {
  let evidence = finding.evidence
  var members: [String: JSON] = [:]
  if let figure = evidence.measuredValue {
    members["measured"] = finiteNumber(figure.measured)
    members["limit"] = finiteNumber(figure.limit)
    members["unit"] = .string(figure.unit)
  }
  members["frame"] = evidence.location.frameIndex.map(JSON.integer)
  members["region"] = evidence.location.rectangle.map(regionJSON)
  members["offset"] = evidence.location.partStartOffset.map(JSON.integer)
  members["fix"] = evidence.fix.map { .string($0.kind.rawValue) }
  return .object(members)
}

private func sarifMessageJSONWithoutEscaping(_ text: String) -> JSON { .object(["text": .string(text)]) }

/// Escapes brackets, which mark links in SARIF messages (SARIF 2.1.0, 3.11.6).
private func escapedSARIFMessage(_ message: String) -> String {
  var out = ""
  for scalar in UntrustedText(message).displayText.unicodeScalars {
    if scalar == "[" || scalar == "]" || scalar == "\\" { out += "\\" }
    out.unicodeScalars.append(scalar)
  }
  return out
}

/// Returns a relative reference or a `file:` URL (RFC 3986) from the bytes of a path.
private func relativeOrFileURI(_ seen: RepositoryPath) -> String {
  let scheme = seen.path.bytes.first == UInt8(ascii: "/") ? "file://" : ""
  return scheme + percentEscapedPath(seen.path)
}

/// The SARIF descriptions of rules, and their indices.
struct SARIFRules {
  /// The descriptions of all known rules, followed by those of any other rules that have findings.
  let descriptors: [JSON]
  private let indices: [String: Int]

  init(_ rules: [Rule], _ findings: [Finding]) {
    // The advice depends on the messenger. Rules without findings use the advice for Messages.
    let said = sortedRuleFindingSummaries(groupedByPath(findings)).map {
      ($0.id, UntrustedText($0.advice).displayText)
    }
    let advice = Dictionary(uniqueKeysWithValues: said)
    var all = rules.map { ruleDescriptor($0, advice[$0.id] ?? $0.commandLineAdvice) }
    var indices = [String: Int](
      zip(rules.map(\.id), rules.indices), uniquingKeysWith: { first, _ in first })
    for finding in findings where indices[finding.rule] == nil {
      indices[finding.rule] = all.count
      all.append(unknownRuleDescriptor(from: finding))
    }
    self.descriptors = all
    self.indices = indices
  }

  /// Returns the index of a rule. Every rule with findings is listed; -1 means unknown in SARIF.
  func index(of rule: String) -> Int { indices[rule] ?? -1 }
}

/// Returns the SARIF level of a severity.
func sarifLevel(_ severity: Severity) -> String {
  switch severity {
  case .hint: "note"
  case .warning: "warning"
  case .error: "error"
  }
}

private func ruleDescriptor(_ rule: Rule, _ advice: String) -> JSON {
  var configuration: [String: JSON] = ["level": .string(sarifLevel(rule.severity))]
  if rule.isOptIn { configuration["enabled"] = .bool(false) }
  var members: [String: JSON] = [
    "id": .string(rule.id), "name": .string(pascalCase(rule.id)),
    "shortDescription": sarifMessageJSONWithoutEscaping(onOneLine(rule.summary)),
    "fullDescription": sarifMessageJSONWithoutEscaping(onOneLine(rule.reason)),
    "help": .object([
      "text": .string("\(onOneLine(advice))\n\n\(onOneLine(rule.reason))"),
      "markdown": .string(markdownPageWithoutExamples(for: rule, advice)),
    ]),
    "defaultConfiguration": .object(configuration),
    "properties": .object([
      "tags": .array(sarifTags(rule).map(JSON.string)),
      // GitHub sorts and filters by this property.
      "problem.severity": .string(rule.severity == .hint ? "recommendation" : rule.severity.rawValue),
    ]),
  ]
  members["helpUri"] = Tool.pageAddress(ofRule: rule.id).map(JSON.string)
  return .object(members)
}

/// Returns the description of an unknown rule from one of its findings.
private func unknownRuleDescriptor(from finding: Finding) -> JSON {
  let advice = UntrustedText(finding.commandLineAdvice).displayText
  return .objectOmittingNil([
    "id": .string(finding.rule), "shortDescription": sarifMessageJSONWithoutEscaping(finding.rule),
    "help": sarifMessageJSONWithoutEscaping(advice),
    "helpUri": Tool.pageAddress(ofRule: finding.rule).map(JSON.string),
    "defaultConfiguration": .object(["level": .string(sarifLevel(finding.severity))]),
  ])
}

/// Returns the content of the rule page without examples.
private func markdownPageWithoutExamples(for rule: Rule, _ advice: String) -> String {
  var out = "\(onOneLine(rule.summary))\n\n## Why\n\n\(onOneLine(rule.reason))\n"
  out += "\n## What to do\n\n\(onOneLine(advice))\n"
  if !rule.fixes.isEmpty { out += "\n\(waysToFix(rule))" }
  if !rule.options.isEmpty {
    out += "\n## Options\n\n"
    for option in rule.options {
      out +=
        "- `\(option.name)` (default: \(option.defaultValueWithUnit)): \(onOneLine(option.meaning))\n"
    }
  }
  if !rule.references.isEmpty {
    out += "\n## Sources\n\n"
    for reference in rule.references {
      let name = reference.url.map { "[\(reference.name)](\($0))" } ?? reference.name
      out += "- \(name): \(onOneLine(reference.statement))\n"
    }
  }
  return out
}

private func sarifTags(_ rule: Rule) -> [String] {
  let subject =
    switch rule.check {
    case .pack: ["pack"]
    case .catalog: ["catalog"]
    case .message: ["message"]
    case .asset where rule.roles == .allRoles: ["file"]
    case .asset: AssetRole.allCases.filter(rule.roles.contains).map(\.rawValue)
    }
  return subject + (rule.fixes.isEmpty ? [] : ["fixable"])
}

private func pascalCase(_ id: String) -> String {
  id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
}
