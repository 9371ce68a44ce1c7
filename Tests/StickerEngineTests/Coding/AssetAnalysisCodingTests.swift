import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite struct AssetAnalysisCodingTests {
  @Test("a truncated analysis is rejected, and an altered one never decodes to invalid values")
  func hostile() throws {
    let stored = analysis(of: everyFinding).binaryEncoded
    #expect(decoded(stored)?.findings == everyFinding)
    #expect(decoded(stored)?.binaryEncoded == stored)
    var numbers = SeededNumbers(seed: 11)
    for at in stored.indices {
      #expect(decoded(Array(stored.prefix(at))) == nil)
      for value in [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &numbers)] {
        var changed = stored
        changed[at] = value
        guard let read = decoded(changed) else { continue }
        // If decoding succeeds, all areas, locations and strings are valid.
        let facts = read.facts
        #expect((facts.canvas?.area ?? 0) >= 0 && facts.frameCount >= 0 && (facts.byteCount ?? 0) >= 0)
        for finding in read.findings {
          #expect(UntrustedText(finding.evidence.message).displayText == finding.evidence.message)
          _ = "\(finding.evidence.location)"
        }
      }
    }
  }

  @Test("lists and bytes with a negative or excessive length are corrupt")
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
    "text that could control a terminal or a build log is rejected",
    arguments: ["\u{1B}[2J", "a\nb", "::error::x", "##vso[task]x", "\u{202E}x", "\u{0}"])
  func words(_ text: String) throws {
    var encoder = BinaryEncoder()
    encoder.encode(text)
    var decoder = BinaryDecoder(encoder.bytes[...])
    #expect(throws: Diagnostic.corruptData) { try decoder.decodeEscapedDisplayText() }
    // Encoded findings can always be decoded.
    let finding = Finding(
      rule: "a-rule", severity: .hint, path: Path("a.png"), evidence: Evidence(text, advice: text),
      advice: "", failsRun: false)
    let read = try #require(decoded(analysis(of: [finding]).binaryEncoded))
    #expect(read.findings[0].evidence.message == UntrustedText(text).displayText)
    #expect(read.findings[0].evidence.adviceOverride == UntrustedText(text).displayText)
  }

  @Test("fix arguments that no rule uses, and sizes beyond 32 bits, are rejected")
  func figures() {
    for fix in [
      Fix(.padToSquare, 1 << 40), Fix(.padToWholePoints, 300), Fix(.convertToPNGOrAPNG, 1), Fix(.unmatte, -1),
    ] {
      #expect(decoded(analysis(of: [finding(.file, fix)]).binaryEncoded) == nil)
    }
    for canvas in [PixelSize(-1, 5), PixelSize(5, 1 << 33), PixelSize(-1, -1)] {
      #expect(throws: Diagnostic.corruptData) { try PixelSize(binary: canvas.binaryEncoded) }
    }
    #expect(throws: Diagnostic.corruptData) {
      try BinaryDecoder.decode((-1).binaryEncoded[...]) { try $0.decodeIntCheckingUInt32Range() }
    }
  }

  @Test("every kind of finding location survives a round trip", arguments: places)
  func place(_ place: FindingLocation) throws {
    let finding = Finding(
      rule: "a-rule", severity: .warning, path: Path("a.png"),
      evidence: Evidence(
        "é \u{1F431}", MeasuredValueAndLimit(1.5, limit: .infinity, unit: .contrastRatio), at: place,
        severity: .error
      ),
      advice: "", failsRun: false)
    let stored = analysis(of: [finding]).binaryEncoded
    #expect(decoded(stored)?.findings == [finding])
    for count in stored.indices { #expect(decoded(Array(stored.prefix(count))) == nil) }
  }

  private static let places: [FindingLocation] = [
    .file, .canvas, .frame(3), .region(PixelRect(x: 1, y: 2, width: 3, height: 4), frame: nil),
    .region(PixelRect(x: 1, y: 2, width: 3, height: 4), frame: 5),
    .container(
      ByteLocation(partName: "IDAT", partOffset: 1, problemOffset: 2, frameIndex: 3, scanLineIndex: 4)),
    .container(ByteLocation()),
    .text(StickerEngine.SourceLocation(line: 3, column: 4)),
  ]

  @Test("catalog and pack file content survives a round trip, byte for byte")
  func listings() throws {
    var listing = PackDeclaration(.catalog)
    #expect(try roundTrip(listing) == listing)
    listing = PackDeclaration(.packFile)
    listing.metadata.gridSize = .large
    listing.metadata.languages = ["en", "de-CH"]
    listing.stickers = [
      DeclaredSticker(
        path: Path(bytes: [0xFF, 0x2F, 0]), metadata: StickerMetadata(name: "a\nb", descriptions: [:])),
      DeclaredSticker(
        path: Path("b"),
        metadata: StickerMetadata(name: "", descriptions: ["en": "A wave", "und": "", "de": "é"])),
    ]
    (listing.stickers[1].metadata.emoji, listing.stickers[1].metadata.keywords) = (
      ["👋"], ["hello", ""]
    )
    listing.metadata.name = "Monkeys"
    (listing.metadata.credits.author, listing.metadata.credits.licenseURL) = (
      "Ada", "https://example.com"
    )
    (listing.metadata.credits.packDescription, listing.metadata.credits.copyright) = ("", "© Ada")
    (listing.hasIcon, listing.iconSourcePath) = (true, Path("icon.png"))
    listing.slotIcons = [Path("z"), Path("a"), Path("m")]
    (listing.hasIconBackground, listing.metadata.browserBackgroundColor) = (true, 0xFF_FFFF)
    #expect(try roundTrip(listing) == listing)
    let stored = listing.binaryEncoded
    for at in stored.indices {
      var changed = stored
      changed[at] ^= 0x81
      #expect(throws: Diagnostic.corruptData) { try PackDeclaration(binary: Array(stored.prefix(at))) }
      _ = try? PackDeclaration(binary: changed)
    }
  }

  private func roundTrip(_ listing: PackDeclaration) throws -> PackDeclaration {
    let read = try PackDeclaration(binary: listing.binaryEncoded)
    #expect(read.binaryEncoded == listing.binaryEncoded)
    return read
  }

  /// - Returns: nil for corrupt bytes.
  private func decoded(_ bytes: [UInt8]) -> AssetAnalysis? {
    let source = AssetSource(path: Path("a.png")) { _ in .emptyFile }
    return try? BinaryDecoder.decode(bytes[...]) {
      try AssetAnalysis(from: &$0, of: source, isScaleVariant: false, Configuration(rules: [ActiveRule]()))
    }
  }

  private var everyFinding: [Finding] {
    [
      finding(.region(PixelRect(x: 1, y: 2, width: 3, height: 4), frame: 5), Fix(.clearSpecks, 12, 12)),
      finding(
        .container(
          ByteLocation(partName: "IDAT", partOffset: 1, problemOffset: 2, frameIndex: 3, scanLineIndex: 4)),
        nil),
      finding(.text(StickerEngine.SourceLocation(line: 7, column: 8)), Fix(correctingDocumentTo: "filename")),
      finding(.frame(3), Fix(.reduceFileSize, 499_999)), finding(.canvas, Fix(.padToWholePoints, 300, 301)),
    ]
  }

  private func finding(_ place: FindingLocation, _ fix: Fix?) -> Finding {
    Finding(
      rule: "a-rule", severity: .warning, path: Path("a.png"),
      evidence: Evidence(
        "617 × 299 px", MeasuredValueAndLimit(617, limit: 618, unit: .pixels), at: place, severity: .error,
        fix: fix),
      advice: "", failsRun: false)
  }

  private func analysis(of findings: [Finding]) -> AssetAnalysis {
    let asset = Asset(
      path: Path("a.png"), role: .sticker, byteCount: 7,
      content: .image(ImageContainer(format: .apng, canvas: PixelSize(300, 618))))
    return AssetAnalysis(asset, pack: nil, findings: findings)
  }
}
