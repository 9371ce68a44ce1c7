import StickerModel

extension Reporter {
  /// SARIF 2.1.0 (OASIS), within what GitHub's code scanning takes: `docs/REPORTS.md`.
  package static let sarif = Reporter(
    name: "sarif", summary: "SARIF 2.1.0, for GitHub code scanning.", for: .editors, rendering: log)
}

/// What GitHub takes of one run; it refuses a file with more.
///
/// - Source: GitHub, "SARIF support for code scanning": results per run, 25 000.
private let mostResults = 25_000

private func log(_ report: Report, _ context: ReportContext) -> String {
  let findings = report.findings
  let descriptors = SARIFRules(context.rules, findings)
  // Numbered in the report's order, so that cutting and sorting give nobody another fingerprint.
  var fingerprints = Fingerprints()
  let results = findings.map { finding in
    let seen = context.seen(finding.path)
    let (digest, ordinal) = fingerprints.next(finding, at: seen.path)
    return Result(finding: finding, seen: seen, hash: "\(digest.prefix(16)):\(ordinal)")
  }
  let kept = mostSevereFirst(results, by: \.finding.severity).prefix(mostResults)
  let driver: JSON = .object([
    "name": .string(Tool.name), "version": .string(Tool.version), "semanticVersion": .string(Tool.version),
    "rules": .array(descriptors.all),
  ])
  let root = "The top of the repository; without a checkout, the folder that the command was run in."
  let run: JSON = .object([
    "tool": .object(["driver": driver]),
    "invocations": .array([invocation(leftOut: results.count - kept.count)]),
    "originalUriBaseIds": .object([sourceRoot: .object(["description": text(root)])]),
    "results": .array(kept.map { entry($0, index: descriptors.index(of: $0.finding.rule)) }),
  ])
  return harmlessText(
    of: .object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"), "version": .string("2.1.0"),
      "runs": .array([run]),
    ]))
}

/// The name that GitHub and other readers know the repository's top by.
private let sourceRoot = "%SRCROOT%"

private struct Result {
  let finding: Finding
  let seen: SeenPath
  let hash: String
}

private func invocation(leftOut: Int) -> JSON {
  var members: [String: JSON] = ["executionSuccessful": .bool(true)]
  if leftOut > 0 {
    let count = counted(leftOut, "finding")
    let message = "\(count) left out: at most \(grouped(mostResults)) are taken, the most severe first"
    members["toolExecutionNotifications"] = .array([
      .object(["level": .string("warning"), "message": text(message)])
    ])
  }
  return .object(members)
}

private func entry(_ result: Result, index: Int) -> JSON {
  let finding = result.finding
  let place = finding.evidence.place.textPlace
  // A picture has no lines; without one GitHub would not show the finding at its file.
  var region: [String: JSON] = ["startLine": .integer(place?.line ?? 1)]
  if let place { region["startColumn"] = .integer(place.column) }
  var artifact: [String: JSON] = ["uri": .string(address(result.seen))]
  if result.seen.isInside { artifact["uriBaseId"] = .string(sourceRoot) }
  return .object([
    "ruleId": .string(finding.rule), "ruleIndex": .integer(index),
    "level": .string(level(finding.severity)), "message": text(plainMessage(finding.evidence.message)),
    "locations": .array([
      .object([
        "physicalLocation": .object(["artifactLocation": .object(artifact), "region": .object(region)])
      ])
    ]),
    "partialFingerprints": .object(["primaryLocationLineHash": .string(result.hash)]),
    "properties": properties(finding),
  ])
}

/// What the result format has no place for.
private func properties(_ finding: Finding) -> JSON {
  let evidence = finding.evidence
  var members: [String: JSON] = [:]
  if let figure = evidence.figure {
    members["measured"] = finiteNumber(figure.measured)
    members["limit"] = finiteNumber(figure.limit)
    members["unit"] = .string(figure.unit)
  }
  members["frame"] = evidence.place.frameNumber.map(JSON.integer)
  members["region"] = evidence.place.rectangle.map(regionJSON)
  members["offset"] = evidence.place.byteOffset.map(JSON.integer)
  members["fix"] = evidence.fix.map { .string($0.kind.rawValue) }
  return .object(members)
}

private func text(_ text: String) -> JSON { .object(["text": .string(text)]) }

/// Brackets in a message are links unless they are escaped (SARIF 2.1.0, 3.11.6).
private func plainMessage(_ message: String) -> String {
  var out = ""
  for scalar in Untrusted(message).shown.unicodeScalars {
    if scalar == "[" || scalar == "]" || scalar == "\\" { out += "\\" }
    out.unicodeScalars.append(scalar)
  }
  return out
}

/// A relative reference or a `file:` address (RFC 3986), of the path's bytes, UTF-8 or not.
private func address(_ seen: SeenPath) -> String {
  let scheme = seen.path.bytes.first == UInt8(ascii: "/") ? "file://" : ""
  return scheme + percentEscaped(seen.path.bytes) { !isUnreserved($0) }
}

private func isUnreserved(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
    UInt8(ascii: "~"), UInt8(ascii: "/"):
    true
  default: false
  }
}
