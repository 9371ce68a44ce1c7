import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite struct AssetAnalysisCodingTests {
  @Test("an analysis whose bytes were changed anywhere, or which is cut, is another one or none")
  func hostile() throws {
    let stored = analysis(of: everyFinding).binary
    #expect(decoded(stored)?.findings == everyFinding)
    #expect(decoded(stored)?.binary == stored)
    var numbers = SeededNumbers(seed: 11)
    for at in stored.indices {
      #expect(decoded(Array(stored.prefix(at))) == nil)
      for value in [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &numbers)] {
        var changed = stored
        changed[at] = value
        guard let read = decoded(changed) else { continue }
        // What is read can be used: areas, places and words are within what they may be.
        let facts = read.facts
        #expect((facts.canvas?.area ?? 0) >= 0 && facts.frameCount >= 0 && (facts.byteCount ?? 0) >= 0)
        for finding in read.findings {
          #expect(Untrusted(finding.evidence.message).displayText == finding.evidence.message)
          _ = "\(finding.evidence.location)"
        }
      }
    }
  }

  @Test("lists and texts that claim to be longer than all that follows are corrupt")
  func claims() {
    for count in [1 << 32, Int.max, -1, Int.min, 17] {
      var encoder = BinaryEncoder()
      encoder.encode(count)
      encoder.encode([UInt8]([1, 2, 3]))
      var (list, bytes) = (BinaryDecoder(encoder.bytes[...]), BinaryDecoder(encoder.bytes[...]))
      #expect(throws: Diagnostic.corruptData) { try list.decode([Bool].self) }
      #expect(throws: Diagnostic.corruptData) { try bytes.decodeBytes() }
    }
  }

  @Test(
    "words that could steer a terminal or command a build's log are not taken",
    arguments: ["\u{1B}[2J", "a\nb", "::error::x", "##vso[task]x", "\u{202E}x", "\u{0}"])
  func words(_ text: String) throws {
    var encoder = BinaryEncoder()
    encoder.encode(text)
    var decoder = BinaryDecoder(encoder.bytes[...])
    #expect(throws: Diagnostic.corruptData) { try decoder.decodeEscapedText() }
    // What is written of a finding can always be read.
    let finding = Finding(
      rule: "a-rule", severity: .hint, path: Path("a.png"), evidence: Evidence(text, advice: text),
      advice: "", fails: false)
    let read = try #require(decoded(analysis(of: [finding]).binary))
    #expect(read.findings[0].evidence.message == Untrusted(text).displayText)
    #expect(read.findings[0].evidence.advice == Untrusted(text).displayText)
  }

  @Test("figures of a fix that no rule gives, and sizes beyond 32 bits, are not taken")
  func figures() {
    for fix in [Fix(.padToSquare, 1 << 40), Fix(.padToPoints, 300), Fix(.convert, 1), Fix(.unmatte, -1)] {
      #expect(decoded(analysis(of: [finding(.file, fix)]).binary) == nil)
    }
    for canvas in [PixelSize(-1, 5), PixelSize(5, 1 << 33), PixelSize(-1, -1)] {
      #expect(throws: Diagnostic.corruptData) { try PixelSize(binary: canvas.binary) }
    }
    #expect(throws: Diagnostic.corruptData) {
      try BinaryDecoder.decode((-1).binary[...]) { try $0.decodeLength() }
    }
  }

  @Test("every place that a finding can have comes back as it was", arguments: places)
  func place(_ place: FindingLocation) throws {
    let finding = Finding(
      rule: "a-rule", severity: .warning, path: Path("a.png"),
      evidence: Evidence(
        "é \u{1F431}", MeasuredValue(1.5, limit: .infinity, unit: .toOne), at: place, severity: .error),
      advice: "", fails: false)
    let stored = analysis(of: [finding]).binary
    #expect(decoded(stored)?.findings == [finding])
    for count in stored.indices { #expect(decoded(Array(stored.prefix(count))) == nil) }
  }

  private static let places: [FindingLocation] = [
    .file, .canvas, .frame(3), .region(PixelRect(x: 1, y: 2, width: 3, height: 4), frame: nil),
    .region(PixelRect(x: 1, y: 2, width: 3, height: 4), frame: 5),
    .container(ByteLocation(unit: "IDAT", offset: 1, position: 2, frame: 3, line: 4)),
    .container(ByteLocation()),
    .text(StickerEngine.SourceLocation(line: 3, column: 4)),
  ]

  @Test("what a catalog or a description says comes back as it was, also byte for byte")
  func declarations() throws {
    var declaration = PackDeclaration(.catalog)
    #expect(try roundTrip(declaration) == declaration)
    declaration = PackDeclaration(.description)
    declaration.metadata.gridSize = .large
    declaration.metadata.languages = ["en", "de-CH"]
    declaration.stickers = [
      DeclaredSticker(
        path: Path(bytes: [0xFF, 0x2F, 0]), metadata: StickerMetadata(name: "a\nb", descriptions: [:])),
      DeclaredSticker(
        path: Path("b"),
        metadata: StickerMetadata(name: "", descriptions: ["en": "A wave", "und": "", "de": "é"])),
    ]
    (declaration.stickers[1].metadata.emoji, declaration.stickers[1].metadata.keywords) = (
      ["👋"], ["hello", ""]
    )
    declaration.metadata.name = "Monkeys"
    (declaration.metadata.credits.author, declaration.metadata.credits.license) = (
      "Ada", "https://example.com"
    )
    (declaration.metadata.credits.about, declaration.metadata.credits.copyright) = ("", "© Ada")
    (declaration.hasIcon, declaration.icon) = (true, Path("icon.png"))
    declaration.slotIcons = [Path("z"), Path("a"), Path("m")]
    (declaration.hasIconBackground, declaration.metadata.background) = (true, 0xFF_FFFF)
    #expect(try roundTrip(declaration) == declaration)
    let stored = declaration.binary
    for at in stored.indices {
      var changed = stored
      changed[at] ^= 0x81
      #expect(throws: Diagnostic.corruptData) { try PackDeclaration(binary: Array(stored.prefix(at))) }
      _ = try? PackDeclaration(binary: changed)
    }
  }

  private func roundTrip(_ declaration: PackDeclaration) throws -> PackDeclaration {
    let read = try PackDeclaration(binary: declaration.binary)
    #expect(read.binary == declaration.binary)
    return read
  }

  /// - Returns: nil for corrupt bytes.
  private func decoded(_ bytes: [UInt8]) -> AssetAnalysis? {
    let source = AssetSource(path: Path("a.png")) { _ in .empty }
    return try? BinaryDecoder.decode(bytes[...]) {
      try AssetAnalysis(from: &$0, of: source, isSmallerSize: false, Configuration(rules: [ActiveRule]()))
    }
  }

  private var everyFinding: [Finding] {
    [
      finding(.region(PixelRect(x: 1, y: 2, width: 3, height: 4), frame: 5), Fix(.clearSpecks, 12, 12)),
      finding(.container(ByteLocation(unit: "IDAT", offset: 1, position: 2, frame: 3, line: 4)), nil),
      finding(.text(StickerEngine.SourceLocation(line: 7, column: 8)), Fix(correctingDocumentTo: "filename")),
      finding(.frame(3), Fix(.reduceSize, 499_999)), finding(.canvas, Fix(.padToPoints, 300, 301)),
    ]
  }

  private func finding(_ place: FindingLocation, _ fix: Fix?) -> Finding {
    Finding(
      rule: "a-rule", severity: .warning, path: Path("a.png"),
      evidence: Evidence(
        "617 × 299 px", MeasuredValue(617, limit: 618, unit: .pixels), at: place, severity: .error, fix: fix),
      advice: "", fails: false)
  }

  private func analysis(of findings: [Finding]) -> AssetAnalysis {
    let asset = Asset(
      path: Path("a.png"), role: .sticker, byteCount: 7,
      content: .image(Container(format: .apng, canvas: PixelSize(300, 618))))
    return AssetAnalysis(asset, pack: nil, findings: findings)
  }
}
