import StickerImage

/// What a check of one file gave, without what its path says.
struct StoredResult: Hashable {
  var byteCount: Int?
  var format: ImageFormat?
  var canvas: PixelSize?
  var frameCount: Int
  var canBeTransparent: Bool
  var pixelDigest: PixelDigest?
  var isDigestExact: Bool
  var likeness: Likeness?
  var contentDigest: String?
  var findings: [Verdict]

  /// A finding without its path and the words that its rule gives.
  struct Verdict: Hashable {
    var rule: String
    var severity: Severity
    var evidence: Evidence
  }

  init(_ summary: AssetSummary) {
    byteCount = summary.byteCount
    format = summary.format
    canvas = summary.canvas
    frameCount = summary.frameCount
    canBeTransparent = summary.canBeTransparent
    pixelDigest = summary.pixelDigest
    isDigestExact = summary.isDigestExact
    likeness = summary.likeness
    contentDigest = summary.contentDigest
    findings = summary.findings.map { Verdict(rule: $0.rule, severity: $0.severity, evidence: $0.evidence) }
  }

  /// The bytes that it is kept as; nil where it holds a place that is not kept.
  var stored: [UInt8]? {
    var writer = StoredWriter()
    writer.optional(byteCount) { $0.integer($1) }
    writer.optional(format) { $0.text($1.rawValue) }
    writer.optional(canvas) {
      $0.integer($1.width)
      $0.integer($1.height)
    }
    writer.integer(frameCount)
    writer.optional(pixelDigest) { $0.digest($1) }
    writer.integer(isDigestExact ? 1 : 0)
    writer.integer(canBeTransparent ? 1 : 0)
    writer.optional(likeness) {
      $0.integer(Int(Int64(bitPattern: $1.hash.bits)))
      $0.bytes($1.tones)
      $0.bytes((0..<16).map { [colors = $1.colors] in colors[$0] })
    }
    writer.optional(contentDigest) { $0.text($1) }
    writer.integer(findings.count)
    for verdict in findings where !writer.verdict(verdict) { return nil }
    return writer.stored
  }

  /// Reads what was kept; nil for what is damaged.
  init?(parsing bytes: [UInt8]) {
    var reader = StoredReader(bytes[...])
    guard let read = reader.result() else { return nil }
    self = read
  }

  fileprivate init(frameCount: Int) {
    self.frameCount = frameCount
    isDigestExact = true
    canBeTransparent = false
    findings = []
  }
}

extension StoredWriter {
  /// Whether the verdict could be written.
  fileprivate mutating func verdict(_ verdict: StoredResult.Verdict) -> Bool {
    let evidence = verdict.evidence
    text(verdict.rule)
    text(verdict.severity.rawValue)
    text(evidence.message)
    optional(evidence.severity) { $0.text($1.rawValue) }
    optional(evidence.fix) {
      $0.text($1.kind.rawValue)
      $0.integer($1.figures.count)
      $0.integers($1.figures)
    }
    optional(evidence.figure) {
      $0.number($1.measured)
      $0.optional($1.limit) { $0.number($1) }
      $0.text($1.unit)
    }
    switch evidence.place {
    case .file: integer(0)
    case .canvas: integer(1)
    case .frame(let frame): integers([2, frame])
    case .region(let rect, let frame):
      integers([3, rect.x, rect.y, rect.width, rect.height])
      optional(frame) { $0.integer($1) }
    case .container(let place):
      integer(4)
      optional(place.unit) { $0.text($1) }
      for number in [place.offset, place.position, place.frame, place.line] {
        optional(number) { $0.integer($1) }
      }
    case .text: return false
    }
    return true
  }
}

extension StoredReader {
  fileprivate mutating func result() -> StoredResult? {
    var result = StoredResult(frameCount: 0)
    result.byteCount = optional { $0.integer() }
    result.format = optional { $0.text().flatMap(ImageFormat.init) }
    result.canvas = optional { reader in
      guard let width = reader.integer(), let height = reader.integer() else { return nil }
      return PixelSize(width, height)
    }
    result.frameCount = integer() ?? 0
    result.pixelDigest = optional { $0.digest() }
    result.isDigestExact = integer() == 1
    result.canBeTransparent = integer() == 1
    result.likeness = optional { $0.likeness() }
    result.contentDigest = optional { $0.text() }
    for _ in 0..<max(0, integer() ?? 0) {
      guard let verdict = verdict() else { return nil }
      result.findings.append(verdict)
    }
    return isAtEnd ? result : nil
  }

  private mutating func likeness() -> Likeness? {
    guard let bits = integer(), let tones = bytes(), let colors = bytes(), colors.count == 16 else {
      return nil
    }
    return Likeness(
      hash: PerceptualHash(bits: UInt64(bitPattern: Int64(bits))), tones: tones, colors: SIMD16(colors))
  }

  private mutating func verdict() -> StoredResult.Verdict? {
    guard let rule = text(), let severity = text().flatMap(Severity.init), let message = text() else {
      return nil
    }
    let own = optional { $0.text().flatMap(Severity.init) }
    let fix = optional { $0.fix() }
    let figure = optional { reader -> Figure? in
      guard let measured = reader.number() else { return nil }
      let limit = reader.optional { $0.number() }
      return reader.text().map { Figure(stored: measured, limit: limit, unit: $0) }
    }
    guard let place = place() else { return nil }
    return StoredResult.Verdict(
      rule: rule, severity: severity, evidence: Evidence(message, figure, at: place, severity: own, fix: fix))
  }

  private mutating func fix() -> Fix? {
    guard let kind = text().flatMap(Fix.Kind.init), let count = integer(), 0...8 ~= count else { return nil }
    let figures = (0..<count).compactMap { _ in integer() }
    return figures.count == count ? Fix(kind, figures) : nil
  }

  private mutating func place() -> Place? {
    switch integer() {
    case 0: return .file
    case 1: return .canvas
    case 2: return integer().map(Place.frame)
    case 3:
      guard let x = integer(), let y = integer(), let width = integer(), let height = integer() else {
        return nil
      }
      return .region(PixelRect(x: x, y: y, width: width, height: height), frame: optional { $0.integer() })
    case 4:
      let unit = optional { $0.text() }
      let numbers = (0..<4).map { _ in optional { $0.integer() } }
      return .container(
        FilePlace(
          unit: unit, offset: numbers[0], position: numbers[1], frame: numbers[2], line: numbers[3]))
    default: return nil
    }
  }
}
