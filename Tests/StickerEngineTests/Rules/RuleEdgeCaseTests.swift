import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite struct RuleEdgeCaseTests {
  @Test("a file with many damaged parts names five and counts the rest")
  func damageIsCapped() {
    var container = ImageContainer(format: .png, canvas: PixelSize(408, 408))
    container.damage = (1...9).map { Damage("broken", at: ByteLocation(partName: "IDAT", partOffset: $0)) }
    let messages = findings(.corruptImage, container).map(\.evidence.message)
    #expect(
      messages == (1...5).map { "the file is damaged: broken (IDAT at byte \($0))" } + [
        "4 more damaged parts"
      ])
  }

  @Test("chunk names in a damaged file cannot control a terminal")
  func hostileDamage() {
    var container = ImageContainer(format: .png, canvas: PixelSize(408, 408))
    container.damage = [Damage("\u{1B}[2J", at: ByteLocation(partName: "\u{1B}]0;", partOffset: 8))]
    let messages = findings(.corruptImage, container).map(\.evidence.message)
    #expect(messages == ["the file is damaged: \\u{1B}[2J (\\u{1B}]0; at byte 8)"])
  }

  @Test("an extension cannot control a terminal")
  func hostileExtension() {
    let container = ImageContainer(format: .png, canvas: PixelSize(408, 408))
    let messages = findings(.extensionMismatch, container, Path("a.\u{1B}[2J")).map(\.evidence.message)
    #expect(messages == ["named .\\u{1B}[2j, but the file is a PNG (the name must end in .png)"])
  }

  @Test("a file that exceeds a resource limit has no other findings about its size")
  func exceeded() {
    var container = ImageContainer(format: .png, canvas: PixelSize(9001, 100))
    container.exceededLimits = [ExceededLimit("side", measured: 9001, limit: 8192, unit: "px")]
    let found = [Rule.pixelDimensions, .wholePoints, .notSquare, .resourceLimit].flatMap {
      findings($0, container)
    }
    #expect(found.map(\.rule) == ["resource-limit"])
    #expect(found.first?.evidence.measuredValue == MeasuredValueAndLimit(9001, limit: 8192, unit: .pixels))
  }

  @Test("only rules on files and icons apply to an icon")
  func icons() {
    let container = ImageContainer(format: .jpeg, canvas: PixelSize(1024, 768))
    let asset = Asset(path: Path("icon.png"), role: .icon, byteCount: 900_000, content: .image(container))
    let found = StickerEngine.findings(on: asset, Configuration(rules: Rule.onByDefault))
    #expect(found.map(\.rule) == ["extension-mismatch", "icon-image"])
  }

  @Test("a sequence frame may have any shape, but needs a valid format and size")
  func frames() {
    let container = ImageContainer(format: .jpeg, canvas: PixelSize(299, 299))
    let asset = Asset(path: Path("1.jpg"), role: .frame, byteCount: 500_000, content: .image(container))
    let found = StickerEngine.findings(on: asset, Configuration(rules: Rule.onByDefault))
    #expect(found.map(\.rule) == ["discouraged-format", "file-size", "pixel-dimensions", "whole-points"])
  }

  @Test("uncovered canvas is transparent although no color in the file is")
  func bareCanvas() async {
    // 2 × 2 px of red, which is then cleared, and one red pixel in a corner.
    let screen = Array("GIF89a".utf8) + [2, 0, 2, 0, 0x80, 0, 0] + [0, 0, 0, 255, 0, 0]
    // 3-bit codes, low bits first: clear code and color 1 in alternation, then the end code.
    let four: [UInt8] = [2, 4, 0b0000_1100, 0b1100_0011, 0b0011_0000, 0b0000_0101, 0]
    let first: [UInt8] = [0x21, 0xF9, 4, 2 << 2, 5, 0, 0, 0, 0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0] + four
    let one: [UInt8] = [2, 2, 0b0100_1100, 0b0000_0001, 0]
    let second: [UInt8] = [0x21, 0xF9, 4, 2 << 2, 5, 0, 0, 0, 0x2C, 1, 0, 1, 0, 1, 0, 1, 0, 0] + one
    let source = AssetSource("a.gif", .bytes(screen + first + second + [0x3B]))
    let found = await lint([source], Configuration(rules: [.opaqueBackground, .corruptImage]), jobs: 1)
    #expect(found.findings == [])
  }

  @Test("the only finding on an empty file is that it is unreadable")
  func empty() async {
    let source = AssetSource("a.webp", .bytes([]))
    let found = await lint([source], Configuration(rules: Rule.onByDefault), jobs: 1).findings
    #expect(found.map(\.rule) == ["unreadable-file"])
  }

  @Test(
    "an opaque background is reported by its cause, as the corpus records",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"),
    arguments: CorpusFile.all(in: "rules/opaque-background"))
  func opaqueBackgrounds(_ file: CorpusFile) async throws {
    let report = await lint([AssetSource(file)], Configuration(rules: [.opaqueBackground]), jobs: 1)
    let message = try #require(report.findings.first?.evidence.message)
    let cause =
      switch file.notes {
      case "no alpha channel": "the PNG has no alpha channel"
      case "alpha channel, all solid": "it has an alpha channel, but 100% of the pixels are opaque"
      default:
        file.path.hasSuffix("gradient.png")
          ? "" : "100% of the pixels along the edge are opaque (limit: 95%)"
      }
    #expect(message.hasSuffix(cause))
    if file.path.hasSuffix("-white.png") { #expect(message.contains("about #FFFFFF")) }
    if file.path.hasSuffix("-black.png") { #expect(message.contains("about #000000")) }
  }

  @Test("a pack with many sizes lists the most frequent ones and counts the rest")
  func manySizes() async {
    let sides = [300, 408, 408, 408, 618, 618, 306, 309, 312]
    let sources = sides.enumerated().map { number, side in
      // The first ten bytes of a GIF contain its dimensions. The rest is not needed here.
      let screen = [UInt8(side & 255), UInt8(side >> 8), UInt8(side & 255), UInt8(side >> 8), 0, 0, 0]
      return AssetSource("a/\(number).gif", pack: Path("a"), .bytes(Array("GIF89a".utf8) + screen))
    }
    let found = await lint(sources, Configuration(rules: [.mixedSizes]), jobs: 1).findings
    #expect(
      found.map(\.evidence.message) == [
        "6 different sizes (should be 1): 408 × 408 px (3 stickers), 618 × 618 px (2 stickers), "
          + "300 × 300 px (0.gif), 306 × 306 px (6.gif) and 2 more"
      ])
    #expect(found.map(\.path) == [Path("a")])
  }

  private func findings(_ rule: Rule, _ container: ImageContainer, _ path: Path = Path("a.png")) -> [Finding]
  {
    let asset = Asset(path: path, role: .sticker, byteCount: 1, content: .image(container))
    return StickerEngine.findings(on: asset, Configuration(rules: [rule]))
  }
}
