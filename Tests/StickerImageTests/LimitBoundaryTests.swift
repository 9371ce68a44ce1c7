import Testing

@testable import StickerImage

/// Every limit in every format that it applies to: files at the limit pass, and files one above it fail.
@Suite struct LimitBoundaryTests {
  @Test(
    "a file is read if the limit equals its value, and refused if the limit is one less",
    arguments: LimitCase.all,
    [-1, 0, 1])
  func boundary(_ file: LimitCase, _ beyond: Int) throws {
    var budget = DecodingBudget.standard
    for limit in ResourceLimit.all { budget[limit] = limit.maxValue }
    budget[file.limit] = file.limitedValue - beyond
    let container = try #require(ImageContainer(of: file.bytes, budget: budget))
    let expected = ExceededLimit(
      file.limit.name, measured: file.limitedValue, limit: file.limitedValue - 1, unit: file.limit.unit)
    #expect(container.exceededLimits == (beyond > 0 ? [expected] : []))
    if beyond > 0 {
      var witness = FrameCounter()
      #expect(container.visitFrames(of: file.bytes, with: &witness) == [])
      #expect(witness.frameCount == 0)
    }
  }

  @Test("the cases are within the default limits and cover every limit except file size")
  func cases() throws {
    for file in LimitCase.all {
      #expect(try #require(ImageContainer(of: file.bytes)).exceededLimits == [], "\(file)")
    }
    // The size of a file is checked before there is a container.
    #expect(Set(LimitCase.all.map(\.limit)) == Set(ResourceLimit.all).subtracting([.fileBytes]))
  }

  @Test("a side of 2,147,483,647 px is rejected based on the header, at no cost", arguments: [0, 1])
  func largestSides(_ interlace: UInt8) throws {
    let side = 0x7FFF_FFFF
    let control = HandmadePNG.big32(5) + HandmadePNG.big32(0)
    let png =
      HandmadePNG.signature + HandmadePNG.header(side, side, depth: 16, interlace: interlace)
      + HandmadePNG.chunk("acTL", control) + HandmadePNG.chunk("IDAT", [1]) + HandmadePNG.chunk("IEND", [])
    var budget = DecodingBudget.standard
    for limit in ResourceLimit.all { budget[limit] = limit.maxValue }
    let container = try #require(ImageContainer(of: png, budget: budget))
    #expect(container.exceededLimits.map(\.name) == ["canvas-pixels", "all-frames-pixels"])
    #expect(container.exceededLimits.first?.measured == side * side)
    var witness = FrameCounter()
    #expect(container.visitFrames(of: png, with: &witness) == [] && witness.frameCount == 0)
    #expect(container.maxDecodingMemoryBytes(fileBytes: png.count) == .max)
    #expect(container.decodingWork == RequiredDecodingWork())
  }

  @Test("claimed frames take no memory, and their absence is damage")
  func claims() throws {
    let png =
      HandmadePNG.signature + HandmadePNG.header(8, 8)
      + HandmadePNG.chunk("acTL", HandmadePNG.big32(0xFFFF_FFFF) + HandmadePNG.big32(0))
      + HandmadePNG.chunk("IDAT", [1])
      + HandmadePNG.chunk("IEND", [])
    let container = try #require(ImageContainer(of: png))
    #expect(
      container.damage.map(\.reason) == ["acTL specifies a frame count of 4294967295, but the file has 0"])
    #expect(container.exceededLimits == [])
    #expect(container.maxDecodingMemoryBytes(fileBytes: png.count) < 10_000)
  }

  @Test("broken data counts toward the budget, so that it cannot be repeated for free")
  func brokenText() throws {
    var budget = DecodingBudget.standard
    budget.decodingWork = 100_000
    let text = HandmadePNG.chunk(
      "zTXt", Array("k\0\0".utf8) + HandmadePNG.storedZlibStream([1, 2, 3]).dropLast())
    func work(_ count: Int) throws -> ImageContainer {
      let texts = (0..<count).flatMap { _ in text }
      return try #require(
        ImageContainer(of: HandmadePNG.signature + HandmadePNG.header(8, 8) + texts, budget: budget))
    }
    #expect(try work(1).decodingWork.inflatedBytes == 4096)
    #expect(try work(24).exceededLimits == [])
    #expect(try work(26).exceededLimits.map(\.name) == ["work"])
  }

  @Test("the sum of decoding work saturates instead of overflowing")
  func saturation() {
    var work = RequiredDecodingWork()
    for _ in 0..<3 {
      work.add(pixels: .max - 1)
      work.add(weightedJPEGBlocks: .max - 1)
    }
    #expect(work.totalUnits == .max)
  }
}

/// Counts the frames that it receives.
struct FrameCounter: FrameVisitor {
  private(set) var frameCount = 0

  mutating func visit(_ frame: Frame, number: Int) { frameCount += 1 }
}
