import StickerImage

extension Reporter {
  /// A complete JSON report (`docs/schemas/report.schema.json`). For a given schema number, the meaning of a
  /// key never changes.
  package static let json = Reporter(
    name: "json", summary: "All results as JSON, for programs (schema: docs/schemas).", render: jsonReport)
}

private func jsonReport(_ report: Report) -> String {
  terminalSafeJSONText(
    of: .objectOmittingNil([
      "schema": .integer(1), "tool": toolJSON, "summary": summaryJSON(of: report),
      "files": .array(report.assets.map(assetJSON)),
      "findings": .array(
        report.findings.map(findingJSON)), "leftOut": unsupportedArtByFormatJSON(report.unsupportedArt),
      "builds": report.builtOrComparedPacks.isEmpty
        ? nil : .array(report.builtOrComparedPacks.map { .object(buildMembers($0)) }),
      "isolation": report.workerIsolation.map(isolationJSON), "shard": report.shardData,
    ]))
}

/// Returns an object for each format of unsupported art, or nil.
func unsupportedArtByFormatJSON(_ unread: [UnsupportedArt]) -> JSON? {
  if unread.isEmpty { return nil }
  return .array(
    unread.summariesByFormat.map { group in
      var members = pathMembers(group.example)
      members["format"] = .string(group.format.rawValue)
      members["count"] = .integer(group.count)
      members["help"] = .string(group.advice)
      return .object(members)
    })
}

/// Returns how worker processes were confined, as an object.
func isolationJSON(_ isolation: Isolation) -> JSON {
  .object([
    "means": .array(isolation.activeMechanisms.map(JSON.string)),
    "missing": .array(isolation.unsupportedMechanisms.map(JSON.string)),
  ])
}

let toolJSON = JSON.object(["name": .string(Tool.name), "version": .string(Tool.version)])

/// Returns the numbers of files and findings.
func summaryJSON(of report: Report) -> JSON {
  .object([
    "files": .integer(report.assets.count), "errors": .integer(report.unsuppressedFindingCount(of: .error)),
    "warnings": .integer(report.unsuppressedFindingCount(of: .warning)),
    "hints": .integer(report.unsuppressedFindingCount(of: .hint)),
    "fixable": .integer(FixableCounts(of: report).certainCount),
    "accepted": .integer(report.acceptedCount),
  ])
}

/// Returns an asset as an object in the report.
func assetJSON(_ asset: AssetAnalysis) -> JSON {
  var members = pathMembers(asset.path)
  members["bytes"] = numberOrNull(asset.facts.byteCount)
  members["format"] = asset.facts.format.map { .string($0.rawValue) } ?? .null
  members["width"] = numberOrNull(asset.facts.canvas?.width)
  members["height"] = numberOrNull(asset.facts.canvas?.height)
  members["frames"] = asset.facts.format == nil ? .null : .integer(asset.facts.frameCount)
  return .object(members)
}

/// Returns a finding as an object in the report.
func findingJSON(_ finding: Finding) -> JSON {
  let evidence = finding.evidence
  var members = pathMembers(finding.path)
  members["rule"] = .string(finding.rule)
  members["severity"] = .string(finding.severity.rawValue)
  members["message"] = .string(evidence.message)
  members["measured"] = finiteNumber(evidence.measuredValue?.measured)
  members["limit"] = finiteNumber(evidence.measuredValue?.limit)
  members["unit"] = evidence.measuredValue.map { .string($0.unit) } ?? .null
  members["frame"] = numberOrNull(evidence.location.frameIndex)
  members["region"] = evidence.location.rectangle.map(regionJSON) ?? .null
  members["offset"] = numberOrNull(evidence.location.partStartOffset)
  members["line"] = numberOrNull(evidence.location.sourceLocation?.line)
  members["column"] = numberOrNull(evidence.location.sourceLocation?.column)
  members["fix"] = evidence.fix.map { .string($0.kind.rawValue) } ?? .null
  members["behind"] = finding.suppressingRule.map { .string($0) } ?? .null
  members["help"] = .string(finding.commandLineAdvice)
  return .object(members)
}

func regionJSON(_ rectangle: PixelRect) -> JSON {
  .object([
    "x": .integer(rectangle.x), "y": .integer(rectangle.y), "width": .integer(rectangle.width),
    "height": .integer(rectangle.height),
  ])
}

private func numberOrNull(_ integer: Int?) -> JSON { integer.map(JSON.integer) ?? .null }

/// Returns a number, or null if it is nil or not finite.
func finiteNumber(_ value: Double?) -> JSON {
  guard let value, value.isFinite else { return .null }
  return JSON.integerOrNumber(of: value)
}

extension FindingLocation {
  /// The index of the frame, starting at 0, or nil if the location is not in a frame.
  var frameIndex: Int? {
    switch self {
    case .frame(let number): number
    case .region(_, let frame): frame
    case .container(let location): location.frameIndex
    case .file, .canvas, .text: nil
    }
  }

  var rectangle: PixelRect? {
    if case .region(let rectangle, _) = self { rectangle } else { nil }
  }

  var partStartOffset: Int? {
    if case .container(let location) = self { location.partStartOffset } else { nil }
  }
}
