extension Baseline {
  /// The schema number of baseline files. The schema is `docs/schemas/baseline.schema.json`.
  static let schemaNumber = 1
  /// The maximum size of a baseline file in bytes, enough for about 300,000 entries.
  package static let maxFileBytes = 64 << 20

  /// Returns the contents of the baseline file, sorted, with one entry per line.
  ///
  /// Every entry ends with a comma, and the list ends with `null`. Therefore, if two people add entries, the
  /// lines from both sides of the merge conflict form a valid baseline.
  package func encoded() -> [UInt8] {
    let entries = entryCounts.sorted { $0.key < $1.key }.map { entry, count in
      var members: [String: JSON] = ["path": .string(entry.path.displayText), "rule": .string(entry.rule)]
      if entry.path.hasLossyDisplayText { members["pathBytes"] = .string(base64Encoded(entry.path.bytes)) }
      members.merge(entry.severityAndValue?.jsonMembers ?? [:]) { first, _ in first }
      if count > 1 { members["count"] = .integer(count) }
      members["sha256"] = entry.fileDigest.map(JSON.string)
      return JSON.object(members).encoded(onOneLine: true).dropLast()
    }
    var out = Array("{\n\"schema\": \(Self.schemaNumber),\n\"entries\": [\n".utf8)
    for entry in entries { out += entry + Array(",\n".utf8) }
    return out + Array("null\n]\n}\n".utf8)
  }

  /// Reads a baseline file.
  ///
  /// - Throws: a diagnostic if the bytes are not a baseline.
  package init(parsing bytes: [UInt8]) throws(Diagnostic) {
    let json: JSON
    do throws(Diagnostic) { json = try JSON(parsing: bytes, maxBytes: Self.maxFileBytes) } catch {
      throw Diagnostic(
        bytes.hasMergeConflictMarker
          ? "merge conflict. Keep the lines of both sides, and remove the conflict markers"
          : "\(error)")
    }
    guard case .integer(let schema)? = json["schema"], case .array(let list)? = json["entries"] else {
      throw Diagnostic("not a baseline: the keys schema and entries are missing")
    }
    guard schema == Self.schemaNumber else {
      throw Diagnostic(
        schema > Self.schemaNumber
          ? "written by a newer stickerlint (schema \(schema)). Update stickerlint, or rewrite the baseline"
          : "unknown schema \(schema). Rewrite the baseline")
    }
    self.init()
    for (number, member) in list.enumerated() where member != .null {
      let (entry, count) = try Self.parseEntry(member, number + 1)
      raiseCount(of: entry, toAtLeast: count)
    }
  }

  private static func parseEntry(_ json: JSON, _ number: Int) throws(Diagnostic) -> (Entry, count: Int) {
    func text(_ key: String) throws(Diagnostic) -> String? {
      switch json[key] {
      case nil: return nil
      case .string(let text): return text
      case .some(let other):
        throw Diagnostic("\(key) of entry \(number) must be a string, not \(other.typeDescription)")
      }
    }
    guard let shown = try text("path"), let rule = try text("rule"), rule.utf8.allSatisfy(isRuleIDByte) else {
      throw Diagnostic("entry \(number) needs a path and a rule id")
    }
    var path = Path(shown)
    if let encoded = try text("pathBytes") {
      guard let read = base64Decoded(encoded) else {
        throw Diagnostic("pathBytes of entry \(number) is not Base64")
      }
      path = Path(bytes: read)
    }
    guard case .integer(let count) = json["count"] ?? .integer(1), 1...1_000_000 ~= count else {
      throw Diagnostic("count of entry \(number) must be a whole number from 1 to 1,000,000")
    }
    let measure = try parseSeverityAndValue(of: json, number, text("severity"), text("unit"))
    return (Entry(path: path, rule: rule, fileDigest: try text("sha256"), severityAndValue: measure), count)
  }
}

extension Baseline {
  fileprivate static func parseSeverityAndValue(
    of json: JSON, _ number: Int, _ severity: String?, _ unit: String?
  ) throws(Diagnostic) -> SeverityAndValue? {
    guard let severity else { return nil }
    guard let severity = Severity(rawValue: severity) else {
      throw Diagnostic("severity of entry \(number) must be error, warning or hint")
    }
    guard let unit else { return SeverityAndValue(severity: severity, measuredValue: nil) }
    guard let measured = json["measured"]?.doubleValue else {
      throw Diagnostic("measured of entry \(number) must be a number")
    }
    let figure = MeasuredValueAndLimit(
      stored: measured, limit: json["limit"]?.doubleValue, unit: UntrustedText(unit).displayText)
    return SeverityAndValue(severity: severity, measuredValue: figure)
  }
}

extension Baseline.SeverityAndValue {
  fileprivate var jsonMembers: [String: JSON] {
    var members: [String: JSON] = ["severity": .string(severity.rawValue)]
    guard let measuredValue else { return members }
    (members["measured"], members["unit"]) = (
      .integerOrNumber(of: measuredValue.measured), .string(measuredValue.unit)
    )
    members["limit"] = measuredValue.limit.map { JSON.integerOrNumber(of: $0) }
    return members
  }
}

extension JSON {
  fileprivate var doubleValue: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }
}

/// Whether a byte can be part of a rule id. Other bytes could inject text into messages.
package func isRuleIDByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
  default: false
  }
}

extension Path {
  /// Whether the path cannot be recovered from its display text.
  fileprivate var hasLossyDisplayText: Bool { Path(displayText) != self }
}
