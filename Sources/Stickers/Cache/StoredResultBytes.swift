import StickerEngine
import StickerImage

extension StoredResult {
  /// The bytes that it is kept as.
  var stored: [UInt8] {
    var writer = StoredWriter()
    writer.result(self)
    return writer.stored
  }

  /// Reads what was kept; nil for what is damaged.
  init?(parsing bytes: [UInt8]) {
    var reader = StoredReader(bytes[...])
    guard let read = reader.result(), reader.isAtEnd else { return nil }
    self = read
  }
}

extension StoredWriter {
  mutating func result(_ result: StoredResult) {
    optional(result.byteCount) { $0.integer($1) }
    optional(result.format) { $0.text($1.rawValue) }
    optional(result.canvas) { $0.integers([$1.width, $1.height]) }
    integer(result.frameCount)
    optional(result.pixelDigest) { $0.digest($1) }
    flag(result.isDigestExact)
    flag(result.canBeTransparent)
    optional(result.exactDigest) { $0.digest($1) }
    optional(result.likeness) {
      $0.integer(Int(Int64(bitPattern: $1.hash.bits)))
      $0.bytes($1.tones)
      $0.bytes((0..<16).map { [colors = $1.colors] in colors[$0] })
    }
    optional(result.art) { $0.integers([$1.box.width, $1.box.height, $1.pixels]) }
    optional(result.contentDigest) { $0.text($1) }
    list(result.findings) { $0.verdict($1) }
  }

  mutating func verdict(_ verdict: StoredResult.Verdict) {
    text(verdict.rule)
    text(verdict.severity.rawValue)
    evidence(verdict.evidence)
  }

  mutating func evidence(_ evidence: Evidence) {
    // Two names beside each other may make what neither is alone.
    text(Untrusted(evidence.message).shown)
    optional(evidence.advice) { $0.text(Untrusted($1).shown) }
    optional(evidence.severity) { $0.text($1.rawValue) }
    optional(evidence.fix) {
      $0.text($1.kind.rawValue)
      $0.list($1.figures) { $0.integer($1) }
      $0.optional($1.word) { $0.text($1) }
      $0.flag($1.isCertain)
    }
    optional(evidence.figure) {
      $0.number($1.measured)
      $0.optional($1.limit) { $0.number($1) }
      $0.text($1.unit)
    }
    place(evidence.place)
  }

  private mutating func place(_ place: Place) {
    switch place {
    case .file: integer(0)
    case .canvas: integer(1)
    case .frame(let frame): integers([2, frame])
    case .region(let rect, let frame):
      integers([3, rect.x, rect.y, rect.width, rect.height])
      optional(frame) { $0.integer($1) }
    case .container(let place):
      integer(4)
      filePlace(place)
    case .text(let place): integers([5, place.line, place.column])
    }
  }

  mutating func filePlace(_ place: FilePlace) {
    optional(place.unit) { $0.text($1) }
    for number in [place.offset, place.position, place.frame, place.line] {
      optional(number) { $0.integer($1) }
    }
  }
}

extension StoredReader {
  mutating func result() -> StoredResult? {
    var result = StoredResult(frameCount: 0)
    // No file is larger; a million of them add up to an integer.
    result.byteCount = optional { $0.integer(in: 0...1 << 43) }
    result.format = optional { $0.text().flatMap(ImageFormat.init) }
    result.canvas = optional { reader in
      guard let width = reader.side(), let height = reader.side() else { return nil }
      return PixelSize(width, height)
    }
    guard let frameCount = side() else { return nil }
    result.frameCount = frameCount
    result.pixelDigest = optional { $0.digest() }
    guard let isDigestExact = flag(), let canBeTransparent = flag() else { return nil }
    (result.isDigestExact, result.canBeTransparent) = (isDigestExact, canBeTransparent)
    result.exactDigest = optional { $0.digest() }
    result.likeness = optional { $0.likeness() }
    result.art = optional { reader in
      guard let width = reader.side(), let height = reader.side(),
        let pixels = reader.integer(in: 1...1 << 62)
      else { return nil }
      return ArtExtent(box: PixelSize(width, height), pixels: pixels)
    }
    result.contentDigest = optional { $0.text().flatMap { isHexDigest($0) ? $0 : nil } }
    guard let findings = list({ $0.verdict() }) else { return nil }
    result.findings = findings
    return isSound ? result : nil
  }

  /// Pixels or frames: a format has 32 bits for them, so that no sum of two and no product with a small
  /// number is too large.
  private mutating func side() -> Int? { integer(in: 0...Int(UInt32.max)) }

  private mutating func likeness() -> Likeness? {
    guard let bits = integer(), let tones = bytes(), tones.count == 1024, let colors = bytes(),
      colors.count == 16
    else { return nil }
    return Likeness(
      hash: PerceptualHash(bits: UInt64(bitPattern: Int64(bits))), tones: tones, colors: SIMD16(colors))
  }

  /// A rule's name, whether there is such a rule or not.
  mutating func ruleID() -> String? {
    text().flatMap { !$0.isEmpty && $0.utf8.allSatisfy(isOfRule) ? $0 : nil }
  }

  mutating func verdict() -> StoredResult.Verdict? {
    guard let rule = ruleID(), let severity = text().flatMap(Severity.init), let evidence = evidence() else {
      return nil
    }
    return StoredResult.Verdict(rule: rule, severity: severity, evidence: evidence)
  }

  mutating func evidence() -> Evidence? {
    guard let message = harmlessText() else { return nil }
    let advice = optional { $0.harmlessText() }
    let severity = optional { $0.text().flatMap(Severity.init) }
    let fix = optional { $0.fix() }
    let figure = optional { reader -> Figure? in
      guard let measured = reader.figure() else { return nil }
      let limit = reader.optional { $0.figure() }
      return reader.harmlessText().map { Figure(stored: measured, limit: limit, unit: $0) }
    }
    guard let place = place(), isSound else { return nil }
    return Evidence(message, figure, at: place, severity: severity, fix: fix, advice: advice)
  }

  private mutating func fix() -> Fix? {
    guard let kind = text().flatMap(Fix.Kind.init), let figures = list({ $0.integer() }) else { return nil }
    let ranges = kind.figures
    guard figures.count == ranges.count, zip(ranges, figures).allSatisfy({ $0.contains($1) }) else {
      return nil
    }
    let word = optional { $0.harmlessText() }
    guard let isCertain = flag(), word == nil || kind == .correctDocument else { return nil }
    var fix = word.map { Fix(correctingDocumentTo: $0) } ?? Fix(kind, figures)
    fix.isCertain = isCertain
    return fix
  }

  private mutating func place() -> Place? {
    switch integer() {
    case 0: return .file
    case 1: return .canvas
    case 2: return side().map(Place.frame)
    case 3:
      guard let x = side(), let y = side(), let width = side(), let height = side() else { return nil }
      return .region(PixelRect(x: x, y: y, width: width, height: height), frame: optional { $0.side() })
    case 4: return .container(filePlace())
    case 5:
      guard let line = integer(in: 1...Int.max), let column = integer(in: 1...Int.max) else { return nil }
      return .text(TextPlace(line: line, column: column))
    default: return nil
    }
  }

  mutating func filePlace() -> FilePlace {
    let unit = optional { $0.harmlessText() }
    let numbers = (0..<4).map { _ in optional { $0.integer(in: 0...Int.max - 1) } }
    return FilePlace(
      unit: unit, offset: numbers[0], position: numbers[1], frame: numbers[2], line: numbers[3])
  }
}

/// Whether a text is a SHA-256 in hexadecimal.
func isHexDigest(_ text: String) -> Bool {
  text.utf8.count == 64 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
}
