import Testing

@testable import StickerEngine
@testable import StickerImage

/// What `info` prints about a container with all properties.
@Suite struct InfoTests {
  private func info(_ container: ImageContainer) -> [ImageInfo] {
    [ImageInfo(path: Path("a.png"), byteCount: 9, content: .image(container))]
  }

  private func lines(_ container: ImageContainer) -> [String] {
    infoText(info(container)).split(separator: "\n").map(String.init)
  }

  private func entry(_ container: ImageContainer) throws -> JSON {
    let document = try JSON(parsing: Array(infoJSON(info(container)).utf8), maxBytes: 1 << 20)
    guard case .array(let images)? = document["images"] else { return .null }
    return try #require(images.first)
  }

  private var png: ImageContainer {
    var container = ImageContainer(format: .png, canvas: PixelSize(3, 2))
    container.pngColorFacts.storedGamma = 45_455
    container.pngColorFacts.sRGBIntent = .saturation
    container.pngColorFacts.chromaticities = Chromaticities(
      white: .init(31_270, 32_900), red: .init(64_000, 33_000), green: .init(30_000, 60_000),
      blue: .init(15_000, 6_000))
    container.pngColorFacts.codePoints = CICPCodePoints(
      primaries: 12, transfer: 13, matrix: 0, videoFullRangeFlag: 1)
    container.density = PixelDensity(2835, 2836, per: .meter)
    container.orientation = 6
    container.textKeywords = ["Title", "Software"]
    return container
  }

  @Test("a PNG's colors, density and text are described")
  func pngText() {
    let lines = lines(png)
    for line in [
      "  gamma      gAMA 45455 (1/2.2)", "  intent     sRGB, saturation",
      "  colors     white 31270 32900, red 64000 33000, green 30000 60000, blue 15000 6000",
      "  cICP       primaries 12, transfer 13, matrix 0, full range",
      "  density    2835 × 2836 px per meter", "  orientation 6", "  text       Title, Software",
    ] {
      #expect(lines.contains { $0.filter { $0 != " " } == line.filter { $0 != " " } }, "\(line)")
    }
  }

  @Test("a PNG's colors are printed as stored")
  func pngJSON() throws {
    let entry = try entry(png)
    let color = try #require(entry["color"])
    #expect(color["gAMA"] == .integer(45_455))
    #expect(color["sRGB"] == .integer(2))
    #expect(color["cHRM"]?["blue"] == .object(["x": .integer(15_000), "y": .integer(6_000)]))
    #expect(color["cICP"]?["transfer"] == .integer(13))
    #expect(entry["density"]?["unit"] == .string("meter"))
    #expect(entry["jpeg"] == .null && entry["gif"] == .null && entry["iccProfile"] == .null)
  }

  @Test("a GIF frame shows its stored values and their meaning")
  func gif() throws {
    var container = ImageContainer(format: .gif, canvas: PixelSize(3, 2))
    container.gif = GIFFacts(version: "89a", backgroundIndex: 7, pixelAspect: 49)
    container.gif?.storedLoopCount = 2
    var frame = StoredFrame(
      delay: ExactSeconds(7, 100), patch: PixelRect(container.canvas), disposal: .keep, blend: .over,
      offset: 60)
    var facts = GIFFrameFacts()
    (facts.storedDisposal, facts.localPaletteColorCount, facts.transparentIndex) = (5, 16, 3)
    (facts.isInterlaced, facts.waitsForInput) = (true, true)
    frame.gif = facts
    container.animation = Animation(plays: 3, frames: [frame])
    let text = lines(container).joined(separator: "\n")
    #expect(text.contains("89a, background color 7, pixel aspect 49, loop block 2"))
    #expect(
      text.contains("disposal 5, palette of 16, interlaced, color 3 is transparent, waits for input"))
    let entry = try entry(container)
    #expect(entry["gif"]?["storedLoops"] == .integer(2))
    guard case .array(let frames)? = entry["frames"] else { return }
    #expect(frames.first?["gif"]?["storedDisposal"] == .integer(5))
    #expect(frames.first?["dispose"] == .string("keep"))
    #expect(frames.first?["offset"] == .integer(60))
  }

  @Test("a JPEG's process, sampling, markers and scans are shown")
  func jpeg() throws {
    var container = ImageContainer(format: .jpeg, canvas: PixelSize(3, 2))
    var jpeg = JPEGFacts()
    (jpeg.frameHeaderMarker, jpeg.jfifVersion, jpeg.adobeTransform) = ("SOF2", "1.02", 1)
    (jpeg.restartInterval, jpeg.scanCount) = (4, 10)
    jpeg.components = [(1, 2, 2), (2, 1, 1), (3, 1, 1)].map {
      JPEGComponent(identifier: $0.0, horizontalSampling: $0.1, verticalSampling: $0.2)
    }
    container.jpeg = jpeg
    let told =
      "SOF2, progressive, 4:2:0 (2x2 1x1 1x1), JFIF 1.02, Adobe transform 1, restart every 4, 10 scans"
    #expect(lines(container).contains { $0.hasSuffix(told) })
    #expect(try entry(container)["jpeg"]?["subsampling"] == .string("4:2:0"))
  }

  @Test("text from a file cannot control a terminal")
  func hostile() {
    var container = ImageContainer(format: .gif, canvas: PixelSize(3, 2))
    let text = "a\u{1B}[2J\u{202E}b\nc"
    container.textKeywords = [text]
    container.comments = [text]
    container.profileName = text
    for output in [infoText(info(container)), infoJSON(info(container))] {
      #expect(!output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }
    #expect(infoText(info(container)).contains("comment    a\\u{1B}[2J\\u{202E}b\\u{A}c"))
  }

  @Test("damage is reported with its byte offset and unit")
  func place() throws {
    var container = ImageContainer(format: .jpeg, canvas: PixelSize(3, 2))
    container.damage = [
      Damage(
        "Premature end of JPEG file",
        at: ByteLocation(partName: "SOS", partOffset: 609, problemOffset: 1396, scanLineIndex: 32))
    ]
    #expect(lines(container).contains { $0.hasSuffix("(SOS at byte 609, scan line 33, near byte 1396)") })
    guard case .array(let damage)? = try entry(container)["damage"] else { return }
    #expect(damage.first?["offset"] == .integer(609) && damage.first?["position"] == .integer(1396))
  }
}
