import StickerImage
import StickerModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Reporter {
  /// `docs/schemas/report.schema.json`; keys never change their meaning within a schema number.
  public static let json = Reporter(
    name: "json", summary: "Everything, for programs; the schema is in docs/schemas.", render: document)
}

private func document(_ report: Report) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  do {
    let data = try encoder.encode(Document(report))
    return harmless(String(decoding: data, as: UTF8.self)) + "\n"
  } catch {
    preconditionFailure("text and finite numbers always encode: \(error)")
  }
}

/// A terminal may show this: characters that would steer it or turn text around are written as their numbers, which
/// means the same to every parser. Outside of strings JSON has none of them but its line breaks.
private func harmless(_ json: String) -> String {
  var out = String.UnicodeScalarView()
  for scalar in json.unicodeScalars {
    if scalar == "\n" || (scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F)
      || (!scalar.isASCII && Untrusted.isHarmless(scalar))
    {
      out.append(scalar)
    } else {
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16)
        out.append(
          contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
      }
    }
  }
  return String(out)
}

private struct Document: Encodable {
  let schema = 1
  let tool = ["name": Tool.name, "version": Tool.version]
  let summary: [String: Int]
  let files: [File]
  let findings: [FindingEntry]

  init(_ report: Report) {
    summary = [
      "files": report.assets.count, "errors": report.count(of: .error),
      "warnings": report.count(of: .warning), "hints": report.count(of: .hint), "fixable": 0,
    ]
    files = report.assets.map(File.init)
    findings = report.findings.map(FindingEntry.init)
  }
}

/// A path as text, and its bytes where they are no text.
private struct PathEntry {
  let text: String
  let base64: String?

  init(_ path: Path) {
    text = path.text ?? path.shown
    base64 = path.text == nil ? Data(path.bytes).base64EncodedString() : nil
  }
}

private struct File: Encodable {
  let asset: AssetSummary

  init(_ asset: AssetSummary) { self.asset = asset }

  enum CodingKeys: CodingKey { case path, pathBytes, bytes, format, width, height, frames }

  func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    let path = PathEntry(asset.path)
    try keys.encode(path.text, forKey: .path)
    try keys.encodeIfPresent(path.base64, forKey: .pathBytes)
    try keys.encode(asset.byteCount, forKey: .bytes)
    try keys.encode(asset.format?.rawValue, forKey: .format)
    try keys.encode(asset.canvas?.width, forKey: .width)
    try keys.encode(asset.canvas?.height, forKey: .height)
    try keys.encode(asset.format.map { _ in asset.frameCount }, forKey: .frames)
  }
}

private struct FindingEntry: Encodable {
  let finding: Finding

  init(_ finding: Finding) { self.finding = finding }

  enum CodingKeys: CodingKey {
    case rule, severity, path, pathBytes, message, measured, limit, unit, frame, region, offset, line, column
    case fix, help
  }

  func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    let (path, evidence) = (PathEntry(finding.path), finding.evidence)
    try keys.encode(finding.rule, forKey: .rule)
    try keys.encode(finding.severity.rawValue, forKey: .severity)
    try keys.encode(path.text, forKey: .path)
    try keys.encodeIfPresent(path.base64, forKey: .pathBytes)
    try keys.encode(evidence.message, forKey: .message)
    try keys.encode(evidence.figure.flatMap { Number($0.measured) }, forKey: .measured)
    try keys.encode(evidence.figure?.limit.flatMap(Number.init), forKey: .limit)
    try keys.encode(evidence.figure?.unit, forKey: .unit)
    try keys.encode(evidence.place.frameNumber, forKey: .frame)
    try keys.encode(evidence.place.rectangle.map(Region.init), forKey: .region)
    try keys.encode(evidence.place.byteOffset, forKey: .offset)
    try keys.encodeNil(forKey: .line)  // of a text file: a rule about catalogs will know
    try keys.encodeNil(forKey: .column)
    try keys.encodeNil(forKey: .fix)
    try keys.encode(finding.advice, forKey: .help)
  }
}

private struct Region: Encodable {
  let x: Int, y: Int, width: Int, height: Int

  init(_ rectangle: PixelRect) {
    (x, y, width, height) = (rectangle.x, rectangle.y, rectangle.width, rectangle.height)
  }
}

/// A number without a fraction where it has none; nil where JSON has no such number.
private struct Number: Encodable {
  let value: Double

  init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    var one = encoder.singleValueContainer()
    if let whole = Int(exactly: value) { try one.encode(whole) } else { try one.encode(value) }
  }
}

extension Place {
  /// The first frame is 0.
  fileprivate var frameNumber: Int? {
    switch self {
    case .frame(let number): number
    case .region(_, let frame): frame
    case .container(let place): place.frame
    case .file, .canvas: nil
    }
  }

  fileprivate var rectangle: PixelRect? {
    if case .region(let rectangle, _) = self { rectangle } else { nil }
  }

  fileprivate var byteOffset: Int? {
    if case .container(let place) = self { place.offset } else { nil }
  }
}
