import Testing

@testable import StickerImage

/// Files that require excessive resources. Each is rejected based on counts, before memory or time is spent.
@Suite struct HostileContainerTests {
  @Test("the chunks of a PNG with many small chunks are listed only up to the limit")
  func manyChunks() throws {
    var png = HandmadePNG.signature + HandmadePNG.header(8, 8)
    for _ in 0..<70_000 { png += HandmadePNG.chunk("IDAT", []) }
    png += HandmadePNG.chunk("IEND", [])
    let container = try #require(ImageContainer(of: png))
    #expect(container.exceededLimits.map(\.name) == ["parts"])
    #expect(container.parts.count == DecodingBudget.standard.containerParts)
  }

  @Test("text that inflates to too many bytes is refused, individually and in total")
  func manyTexts() throws {
    var budget = DecodingBudget.standard
    (budget.inflatedChunkBytes, budget.decodingWork) = (1_000, 2_500)
    let text = HandmadePNG.chunk(
      "zTXt", Array("k\0\0".utf8) + HandmadePNG.storedZlibStream([UInt8](repeating: 65, count: 900)))
    let within =
      HandmadePNG.signature + HandmadePNG.header(8, 8) + text + text + HandmadePNG.chunk("IEND", [])
    #expect(try #require(ImageContainer(of: within, budget: budget)).exceededLimits == [])
    let above =
      HandmadePNG.signature + HandmadePNG.header(8, 8) + text + text + text + text
      + HandmadePNG.chunk("IEND", [])
    #expect(try #require(ImageContainer(of: above, budget: budget)).exceededLimits.map(\.name) == ["work"])
    budget.inflatedChunkBytes = 899
    #expect(
      try #require(ImageContainer(of: within, budget: budget)).exceededLimits.map(\.name) == ["chunk-bytes"])
  }

  @Test("a JPEG with many scans is refused without reading any further")
  func manyScans() throws {
    // 8 × 8 px of one component; each scan has a header and no data.
    let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
    let scans = (0..<1_000).flatMap { _ in scan }
    let container = try #require(ImageContainer(of: [0xFF, 0xD8] + frame + scans + [0xFF, 0xD9]))
    #expect(container.exceededLimits == [ExceededLimit("scans", measured: 101, limit: 100, unit: "scans")])
    #expect(container.parts.count(where: { $0.type == "SOS" }) == 101)
  }

  @Test("a GIF with many oversized frames lists each exceeded limit once")
  func manyOversizeFrames() throws {
    let screen = Array("GIF89a".utf8) + [8, 0, 8, 0, 0x80, 0, 0] + [0, 0, 0, 255, 0, 0]
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 255, 255, 255, 255, 0, 2, 0]
    let container = try #require(ImageContainer(of: screen + (0..<500).flatMap { _ in frame } + [0x3B]))
    #expect(Set(container.exceededLimits.map(\.name)).count == container.exceededLimits.count)
    #expect(container.exceededLimits.map(\.name).starts(with: ["side-pixels", "canvas-pixels"]))
  }

  @Test("dimensions up to the limits are accepted, and one pixel more exceeds them", arguments: [-1, 0, 1])
  func size(_ beyond: Int) throws {
    var budget = DecodingBudget.standard
    (budget.sidePixels, budget.canvasPixels) = (100, 5_000)
    let wide = try #require(
      ImageContainer(of: HandmadePNG.signature + HandmadePNG.header(100 + beyond, 1), budget: budget))
    #expect(wide.exceededLimits.map(\.name) == (beyond > 0 ? ["side-pixels"] : []))
    let large = try #require(
      ImageContainer(of: HandmadePNG.signature + HandmadePNG.header(50, 100 + beyond), budget: budget))
    #expect(large.exceededLimits.map(\.name) == (beyond > 0 ? ["side-pixels", "canvas-pixels"] : []))
  }
}
