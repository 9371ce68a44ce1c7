import StickerImage

extension Finding: BinaryEncodable {
  /// Appends everything that the decoder cannot derive from the path and the configuration.
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(rule, severity, evidence)
  }

  /// Reads a finding.
  ///
  /// - Parameters:
  ///   - path: the file or document that the finding is about.
  ///   - configuration: the configuration that the file was checked with.
  package init(from decoder: inout BinaryDecoder, at path: Path, _ configuration: Configuration) throws {
    let rule = try decoder.decodePossiblyUnknownRuleID()
    let (severity, evidence): (Severity, Evidence) = try decoder.decode()
    let advice =
      evidence.adviceOverride ?? configuration.activeRule(rule).map { $0.rule.advice(under: $0.optionValues) }
    self.init(
      rule: rule, severity: severity, path: path, evidence: evidence, advice: advice ?? "",
      failsRun: severity >= configuration.failOn)
  }
}

extension BinaryDecoder {
  /// Reads the id of a rule, which may be unknown.
  package mutating func decodePossiblyUnknownRuleID() throws -> String {
    let id: String = try decode()
    try check(!id.isEmpty && id.utf8.allSatisfy(isRuleIDByte))
    return id
  }
}

extension Configuration {
  /// Whether the rules that run could have reported these findings on an asset.
  package func couldReportOnAsset(_ findings: [Finding]) -> Bool {
    findings.allSatisfy { finding in
      guard let activeRule = activeRule(finding.rule), runsAssetRule(finding.rule) else { return false }
      return finding.severity == activeRule.severity(of: finding.evidence)
    }
  }

  /// Whether all marks belong to rules that run.
  package func runsRulesOfMarks(_ marks: [FindingMark]) -> Bool {
    marks.allSatisfy { activeRule($0.rule) != nil }
  }

  /// Whether a rule runs and checks individual assets.
  package func runsAssetRule(_ rule: String) -> Bool {
    if case .asset = activeRule(rule)?.rule.check { true } else { false }
  }
}

extension Evidence: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(escaping: message)
    encoder.encodeOptional(adviceOverride) { $0.encode(escaping: $1) }
    encoder.encode(defaultSeverityOverride, fix, measuredValue, location)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let message = try decoder.decodeEscapedDisplayText()
    let advice = try decoder.decodeOptional { try $0.decodeEscapedDisplayText() }
    let (severity, fix, figure, location): (Severity?, Fix?, MeasuredValueAndLimit?, FindingLocation) =
      try decoder.decode()
    self.init(message, figure, at: location, severity: severity, fix: fix, advice: advice)
  }
}

extension MeasuredValueAndLimit: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(measured, limit, unit)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let measured = try decoder.decodeNonNaNDouble()
    let limit = try decoder.decodeOptional { try $0.decodeNonNaNDouble() }
    self.init(stored: measured, limit: limit, unit: try decoder.decodeEscapedDisplayText())
  }
}

extension Fix.Kind: BinaryCodable {}

extension Fix: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(kind, arguments, correctSpelling, isCertain)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let (kind, figures): (Kind, [Int]) = try decoder.decode()
    try decoder.check(
      figures.count == kind.argumentRanges.count
        && zip(kind.argumentRanges, figures).allSatisfy { $0.contains($1) })
    let word = try decoder.decodeOptional { try $0.decodeEscapedDisplayText() }
    try decoder.check(word == nil || kind == .correctCatalogSpelling)
    self = word.map { Fix(correctingDocumentTo: $0) } ?? Fix(kind, figures)
    isCertain = try decoder.decode()
  }
}

extension FindingLocation: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    switch self {
    case .file: encoder.encode(0)
    case .canvas: encoder.encode(1)
    case .frame(let frame): encoder.encode(2, frame)
    case .region(let rect, let frame): encoder.encode(3, rect, frame)
    case .container(let location): encoder.encode(4, location)
    case .text(let location): encoder.encode(5, location.line, location.column)
    }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    switch try decoder.decode(in: 0...5) {
    case 0: self = .file
    case 1: self = .canvas
    case 2: self = .frame(try decoder.decodeIntCheckingUInt32Range())
    case 3:
      let rect: PixelRect = try decoder.decode()
      self = .region(rect, frame: try decoder.decodeOptional { try $0.decodeIntCheckingUInt32Range() })
    case 4: self = .container(try decoder.decode())
    default:
      let line = try decoder.decode(in: 1...Int.max)
      self = .text(SourceLocation(line: line, column: try decoder.decode(in: 1...Int.max)))
    }
  }
}

extension ByteLocation: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(partName, partStartOffset, problemOffset, frameIndex, scanLineIndex)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    self.init()
    partName = try decoder.decodeOptional { try $0.decodeEscapedDisplayText() }
    partStartOffset = try decoder.decodeOptionalNonnegativeInt()
    problemOffset = try decoder.decodeOptionalNonnegativeInt()
    frameIndex = try decoder.decodeOptionalNonnegativeInt()
    scanLineIndex = try decoder.decodeOptionalNonnegativeInt()
  }
}

extension BinaryDecoder {
  fileprivate mutating func decodeOptionalNonnegativeInt() throws -> Int? {
    try decodeOptional { try $0.decode(in: 0...Int.max - 1) }
  }

  /// Reads a number of 0 to 2³¹ − 1, such as a coordinate of a mark. The sum or product of two such numbers
  /// does not overflow.
  fileprivate mutating func decodeIntCheckingNonnegativeInt32() throws -> Int {
    try decode(in: 0...0x7FFF_FFFF)
  }
}

extension FindingMark: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(rule)
    switch area {
    case .rectangle(let rect, let frame): encoder.encode(0, rect, frame)
    case .pixels(let points, let frame):
      encoder.encode(1, frame)
      encoder.encodeList(points) { $0.encode($1.x, $1.y) }
    case .frames(let frames): encoder.encode(2, frames)
    }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let rule: String = try decoder.decode()
    switch try decoder.decode(in: 0...2) {
    case 0:
      let x = try decoder.decodeIntCheckingNonnegativeInt32()
      let y = try decoder.decodeIntCheckingNonnegativeInt32()
      let width = try decoder.decodeIntCheckingNonnegativeInt32()
      let rect = PixelRect(x: x, y: y, width: width, height: try decoder.decodeIntCheckingNonnegativeInt32())
      self.init(
        rule: rule,
        .rectangle(rect, frame: try decoder.decodeOptional { try $0.decodeIntCheckingNonnegativeInt32() }))
    case 1:
      let frame = try decoder.decodeIntCheckingNonnegativeInt32()
      let points = try decoder.decodeList {
        let x = try $0.decodeIntCheckingNonnegativeInt32()
        return PixelPoint(x: x, y: try $0.decodeIntCheckingNonnegativeInt32())
      }
      self.init(rule: rule, .pixels(points, frame: frame))
    default:
      self.init(rule: rule, .frames(try decoder.decodeList { try $0.decodeIntCheckingNonnegativeInt32() }))
    }
  }
}

extension ImageSignature: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(Int(Int64(bitPattern: hash.bits)))
    encoder.encode(tones)
    encoder.encode((0..<16).map { quarterColors[$0] })
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let bits: Int = try decoder.decode()
    let tones = try decoder.decodeBytes()
    let colors = try decoder.decodeBytes()
    try decoder.check(tones.count == 1024 && colors.count == 16)
    self.init(
      hash: PerceptualHash(bits: UInt64(bitPattern: Int64(bits))), tones: tones, quarterColors: SIMD16(colors)
    )
  }
}
