import StickerImage
import Testing

/// Files that want much of a reader: each is answered from counts, before the memory or the time is spent.
@Suite struct HostileContainerTests {
  @Test("a PNG of many small chunks is listed up to the limit, and no further")
  func manyChunks() throws {
    var png = MadePNG.signature + MadePNG.header(8, 8)
    for _ in 0..<70_000 { png += MadePNG.chunk("IDAT", []) }
    png += MadePNG.chunk("IEND", [])
    let container = try #require(readContainer(png))
    #expect(container.exceeded.map(\.name) == ["chunks"])
    #expect(container.parts.count == Budget.standard.parts)
  }

  @Test("texts that inflate to too much together are refused, one by one and in sum")
  func manyTexts() throws {
    var budget = Budget.standard
    (budget.chunkBytes, budget.work) = (1_000, 2_500)
    let text = MadePNG.chunk("zTXt", Array("k\0\0".utf8) + MadePNG.stored([UInt8](repeating: 65, count: 900)))
    let within = MadePNG.signature + MadePNG.header(8, 8) + text + text + MadePNG.chunk("IEND", [])
    #expect(try #require(readContainer(within, budget: budget)).exceeded == [])
    let above =
      MadePNG.signature + MadePNG.header(8, 8) + text + text + text + text + MadePNG.chunk("IEND", [])
    #expect(try #require(readContainer(above, budget: budget)).exceeded.map(\.name) == ["work"])
    budget.chunkBytes = 899
    #expect(try #require(readContainer(above, budget: budget)).exceeded.map(\.name) == ["chunk"])
  }

  @Test("the limits on size hold at the limit and break one above it", arguments: [-1, 0, 1])
  func size(_ beyond: Int) throws {
    var budget = Budget.standard
    (budget.side, budget.canvasPixels) = (100, 5_000)
    let wide = try #require(
      readContainer(MadePNG.signature + MadePNG.header(100 + beyond, 1), budget: budget))
    #expect(wide.exceeded.map(\.name) == (beyond > 0 ? ["side"] : []))
    let large = try #require(
      readContainer(MadePNG.signature + MadePNG.header(50, 100 + beyond), budget: budget))
    #expect(large.exceeded.map(\.name) == (beyond > 0 ? ["side", "canvas"] : []))
  }
}
