import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import Stickers

@Suite struct StoredResultTests {
  @Test("a result whose bytes were changed anywhere, or which is cut, is another one or none")
  func hostile() throws {
    let sound = StoredResult(summary(of: everyFinding))
    let stored = sound.stored
    #expect(StoredResult(parsing: stored) == sound)
    var numbers = SeededNumbers(seed: 11)
    for at in stored.indices {
      #expect(StoredResult(parsing: Array(stored.prefix(at))) == nil)
      for value in [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &numbers)] {
        var changed = stored
        changed[at] = value
        guard let read = StoredResult(parsing: changed) else { continue }
        // What is read can be used: areas, places and words are within what they may be.
        #expect((read.canvas?.area ?? 0) >= 0 && read.frameCount >= 0 && (read.byteCount ?? 0) >= 0)
        for verdict in read.findings {
          #expect(Untrusted(verdict.evidence.message).shown == verdict.evidence.message)
          _ = "\(verdict.evidence.place)"
        }
      }
    }
  }

  @Test("lists and texts that claim to be longer than all that follows are none")
  func claims() {
    for count in [1 << 32, Int.max, -1, Int.min, 17] {
      var writer = StoredWriter()
      writer.integer(count)
      writer.bytes([1, 2, 3])
      var (list, bytes) = (StoredReader(writer.stored[...]), StoredReader(writer.stored[...]))
      let (flags, read) = (list.list { $0.flag() }, bytes.bytes())
      #expect(flags == nil && read == nil && !list.isSound && !bytes.isSound)
    }
  }

  @Test(
    "words that could steer a terminal or command a build's log are not taken",
    arguments: ["\u{1B}[2J", "a\nb", "::error::x", "##vso[task]x", "\u{202E}x", "\u{0}"])
  func words(_ text: String) throws {
    var writer = StoredWriter()
    writer.text(text)
    var reader = StoredReader(writer.stored[...])
    let taken = reader.harmlessText()
    #expect(taken == nil)
    // What is written of a finding can always be read.
    let finding = Finding(
      rule: "a-rule", severity: .hint, path: Path("a.png"), evidence: Evidence(text, advice: text),
      advice: "",
      fails: false)
    let read = try #require(StoredResult(parsing: StoredResult(summary(of: [finding])).stored))
    #expect(read.findings[0].evidence.message == Untrusted(text).shown)
    #expect(read.findings[0].evidence.advice == Untrusted(text).shown)
  }

  @Test("figures of a fix that no rule gives, and sizes beyond 32 bits, are not taken")
  func figures() {
    for fix in [Fix(.padToSquare, 1 << 40), Fix(.padToPoints, 300), Fix(.convert, 1), Fix(.unmatte, -1)] {
      let result = StoredResult(summary(of: [finding(.file, fix)]))
      #expect(StoredResult(parsing: result.stored) == nil)
    }
    for canvas in [PixelSize(-1, 5), PixelSize(5, 1 << 33), PixelSize(.max, .max)] {
      var result = StoredResult(summary(of: []))
      result.canvas = canvas
      #expect(StoredResult(parsing: result.stored) == nil)
    }
    var result = StoredResult(summary(of: []))
    result.frameCount = -1
    #expect(StoredResult(parsing: result.stored) == nil)
  }

  @Test("what a catalog or a description says comes back as it was, also byte for byte")
  func declarations() throws {
    var declaration = PackDeclaration(.catalog)
    #expect(try roundTrip(declaration) == declaration)
    declaration = PackDeclaration(.description)
    declaration.gridSize = .large
    declaration.languages = ["en", "de-CH"]
    declaration.stickers = [
      DeclaredSticker(path: Path(bytes: [0xFF, 0x2F, 0]), name: "a\nb", descriptions: [:]),
      DeclaredSticker(path: Path("b"), name: "", descriptions: ["en": "A wave", "und": "", "de": "é"]),
    ]
    (declaration.stickers[1].emoji, declaration.stickers[1].keywords) = (["👋"], ["hello", ""])
    declaration.name = "Monkeys"
    (declaration.credits.author, declaration.credits.license) = ("Ada", "https://example.com")
    (declaration.credits.about, declaration.credits.copyright) = ("", "© Ada")
    (declaration.hasIcon, declaration.icon) = (true, Path("icon.png"))
    declaration.slotIcons = [Path("z"), Path("a"), Path("m")]
    (declaration.hasIconBackground, declaration.background) = (true, 0xFF_FFFF)
    #expect(try roundTrip(declaration) == declaration)
    let stored = bytes(of: declaration)
    for at in stored.indices {
      var changed = stored
      changed[at] ^= 0x81
      var (cut, broken) = (StoredReader(stored.prefix(at)), StoredReader(changed[...]))
      let read = cut.declaration()
      #expect(read == nil)
      _ = broken.declaration()
    }
  }

  private func roundTrip(_ declaration: PackDeclaration) throws -> PackDeclaration {
    var reader = StoredReader(bytes(of: declaration)[...])
    let taken = reader.declaration()
    let read = try #require(taken)
    #expect(reader.isAtEnd && bytes(of: read) == bytes(of: declaration))
    return read
  }

  private func bytes(of declaration: PackDeclaration) -> [UInt8] {
    var writer = StoredWriter()
    writer.declaration(declaration)
    return writer.stored
  }

  private var everyFinding: [Finding] {
    [
      finding(.region(PixelRect(x: 1, y: 2, width: 3, height: 4), frame: 5), Fix(.clearSpecks, 12, 12)),
      finding(.container(FilePlace(unit: "IDAT", offset: 1, position: 2, frame: 3, line: 4)), nil),
      finding(.text(TextPlace(line: 7, column: 8)), Fix(correctingDocumentTo: "filename")),
      finding(.frame(3), Fix(.lighten, 499_999)), finding(.canvas, Fix(.padToPoints, 300, 301)),
    ]
  }

  private func finding(_ place: Place, _ fix: Fix?) -> Finding {
    Finding(
      rule: "a-rule", severity: .warning, path: Path("a.png"),
      evidence: Evidence(
        "617 × 299 px", Figure(617, limit: 618, unit: .pixels), at: place, severity: .error, fix: fix),
      advice: "", fails: false)
  }

  private func summary(of findings: [Finding]) -> AssetSummary {
    let asset = Asset(
      path: Path("a.png"), role: .sticker, byteCount: 7,
      content: .image(Container(format: .apng, canvas: PixelSize(300, 618))))
    return AssetSummary(asset, pack: nil, findings: findings)
  }
}
