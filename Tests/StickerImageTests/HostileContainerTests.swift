import StickerImage
import Testing

/// Files that want much of a reader: each is answered from counts, before the memory or the time is spent.
@Suite struct HostileContainerTests {
  @Test("a PNG of many small chunks is listed up to the limit, and no further")
  func manyChunks() throws {
    var png = signature + header(8, 8)
    for _ in 0..<70_000 { png += chunk("IDAT", []) }
    png += chunk("IEND", [])
    let container = try #require(readContainer(png))
    #expect(container.exceeded.map(\.name) == ["chunks"])
    #expect(container.parts.count == Budget.standard.parts)
  }

  @Test("texts that inflate to too much together are refused, one by one and in sum")
  func manyTexts() throws {
    var budget = Budget.standard
    (budget.chunkBytes, budget.work) = (1_000, 2_500)
    let text = chunk("zTXt", Array("k\0\0".utf8) + stored([UInt8](repeating: 65, count: 900)))
    let within = signature + header(8, 8) + text + text + chunk("IEND", [])
    #expect(try #require(readContainer(within, budget: budget)).exceeded == [])
    let above = signature + header(8, 8) + text + text + text + text + chunk("IEND", [])
    #expect(try #require(readContainer(above, budget: budget)).exceeded.map(\.name) == ["work"])
    budget.chunkBytes = 899
    #expect(try #require(readContainer(above, budget: budget)).exceeded.map(\.name) == ["chunk"])
  }

  @Test("the limits on size hold at the limit and break one above it", arguments: [-1, 0, 1])
  func size(_ beyond: Int) throws {
    var budget = Budget.standard
    (budget.side, budget.canvasPixels) = (100, 5_000)
    let wide = try #require(readContainer(signature + header(100 + beyond, 1), budget: budget))
    #expect(wide.exceeded.map(\.name) == (beyond > 0 ? ["side"] : []))
    let large = try #require(readContainer(signature + header(50, 100 + beyond), budget: budget))
    #expect(large.exceeded.map(\.name) == (beyond > 0 ? ["side", "canvas"] : []))
  }
}

private let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

private func header(_ width: Int, _ height: Int) -> [UInt8] {
  chunk("IHDR", big32(UInt32(width)) + big32(UInt32(height)) + [8, 6, 0, 0, 0])
}

private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
  let body = Array(type.utf8) + data
  return big32(UInt32(data.count)) + body + big32(checksum(body))
}

private func big32(_ value: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

/// CRC-32 as the PNG specification's annex D writes it.
private func checksum(_ bytes: [UInt8]) -> UInt32 {
  var crc: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
  }
  return ~crc
}

/// A zlib stream of one stored block (RFC 1950, RFC 1951).
private func stored(_ bytes: [UInt8]) -> [UInt8] {
  var (a, b) = (UInt32(1), UInt32(0))
  for byte in bytes {
    a = (a + UInt32(byte)) % 65_521
    b = (b + a) % 65_521
  }
  let length = UInt16(bytes.count)
  let little = [UInt8(length & 255), UInt8(length >> 8)]
  return [0x78, 0x01, 0x01] + little + little.map { ~$0 } + bytes + big32(b << 16 | a)
}
