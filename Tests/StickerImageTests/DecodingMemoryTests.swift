import Corpus
import Testing

@testable import StickerImage

@Suite struct DecodingMemoryTests {
  private func planes(_ bytes: [UInt8]) throws -> JPEGPlaneLayout {
    guard case .jpeg(let planes) = try #require(ImageContainer(of: bytes)).dataPositions else {
      throw ImageError.damaged("no JPEG", at: ByteLocation())
    }
    return planes
  }

  private func progressive(_ width: Int, _ height: Int, _ sampling: [UInt8]) -> [UInt8] {
    var picture = HandmadeJPEG(width, height, sampling: sampling, isProgressive: true)
    // One bit per block, and no more.
    let data = [UInt8](repeating: 0, count: (width + 31) / 32 * ((height + 31) / 32) * 16 * 3 / 8)
    picture.appendScan(Array(sampling.indices), band: 0...0, data: data)
    return picture.bytes
  }

  @Test("a progressive JPEG needs memory for all coefficients, 2 bytes each")
  func coefficients() throws {
    #expect(try planes(progressive(64, 32, [0x11])).coefficientBufferBytes == 64 * 32 * 2)
    #expect(try planes(progressive(64, 32, [0x11, 0x11, 0x11])).coefficientBufferBytes == 64 * 32 * 2 * 3)
    // 3 × 2 blocks in units of 2 × 2, and 2 × 1 of each color component.
    #expect(
      try planes(progressive(17, 9, [0x22, 0x11, 0x11])).coefficientBufferBytes == (4 * 2 + 2 + 2) * 128)
  }

  @Test("a sequential JPEG needs memory for coefficients if its components are stored one after another")
  func sequential() throws {
    var together = HandmadeJPEG(64, 32, sampling: [0x11, 0x11, 0x11])
    together.appendScan([0, 1, 2])
    #expect(try planes(together.bytes).coefficientBufferBytes == 0)
    var apart = HandmadeJPEG(64, 32, sampling: [0x11, 0x11, 0x11])
    for number in 0..<3 { apart.appendScan([number]) }
    #expect(try planes(apart.bytes).coefficientBufferBytes == 64 * 32 * 2 * 3)
  }

  @Test("libjpeg may use as much memory as was estimated, and fails beyond that")
  func bounded() throws {
    let bytes = progressive(4096, 4096, [0x11])
    let container = try #require(ImageContainer(of: bytes))
    var counter = FrameCounter()
    _ = visitJPEGFrames(bytes, container, try planes(bytes), &counter)
    #expect(counter.frameCount == 1)
    // 32 MiB of coefficients, which these planes do not include.
    let damage = visitJPEGFrames(bytes, container, JPEGPlaneLayout(), &counter)
    #expect(damage.map(\.reason) == ["Backing store not supported"])
    #expect(counter.frameCount == 1)
  }

  @Test("the memory estimate counts the file, canvases, patches and coefficients")
  func counted() throws {
    let png = try Bitmap(transparent: PixelSize(100, 50)).encodedPNG()
    let still = try #require(ImageContainer(of: png))
    #expect(still.maxDecodingMemoryBytes(fileBytes: 7) >= 7 + 2 * 100 * 50 * 4)
    let gif = SolidGIF.file(2, 2, [.init(0, 0, 100, 50)])
    let beyond = try #require(ImageContainer(of: gif))
    // One byte per color index of the patch. Its pixels go directly to the canvas, of which there are two.
    #expect(beyond.maxDecodingMemoryBytes(fileBytes: 0) >= 100 * 50 + 2 * 2 * 2 * 4)
    #expect(beyond.maxDecodingMemoryBytes(fileBytes: .max) == .max)
    let jpeg = try #require(ImageContainer(of: progressive(64, 32, [0x11])))
    #expect(jpeg.maxDecodingMemoryBytes(fileBytes: 0) >= 64 * 32 * (4 + 2))
  }

  @Test("pieces of a file are joined in the file's own buffer unless the buffer is shared")
  func putTogether() {
    let file = [UInt8](0..<20)
    let pieces = [2..<4, 7..<7, 9..<15]
    #expect(Array(file.compacting(pieces)) == [2, 3, 9, 10, 11, 12, 13, 14])
    #expect(file == [UInt8](0..<20))
    var own = file
    own[0] = 7
    let place = unsafe own.withUnsafeBytes { $0.baseAddress }
    let stream = (consume own).compacting(pieces)
    #expect(unsafe stream.withUnsafeBytes { $0.baseAddress } == place)
    #expect(Array(stream) == file.joined(pieces))
    let none = [UInt8]().compacting([])
    #expect(none.isEmpty)
  }

  @Test("a file that cannot be decoded takes only its own memory")
  func unreadable() throws {
    let cut = try #require(ImageContainer(of: Array("GIF89a".utf8) + [255, 255, 255, 255, 0, 0, 0]))
    #expect(cut.maxDecodingMemoryBytes(fileBytes: 13) == 13)
  }
}
