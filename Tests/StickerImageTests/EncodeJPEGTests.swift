import Corpus
import Testing

@testable import StickerImage

@Suite struct EncodeJPEGTests {
  private let colored = makeBitmap(67, 43) { x, y in [UInt8(x * 3), UInt8(y * 5), UInt8(255 - x * 2), 255] }
  private let gray = makeBitmap(20, 30) { x, y in
    let value = UInt8(x * 5 + y * 4)
    return [value, value, value, 255]
  }

  /// The bytes of the baseline frame header: depth, height, width, count, then three bytes for each
  /// component.
  private func frameHeader(_ bytes: [UInt8]) throws -> [UInt8] {
    let container = try #require(ImageContainer(of: bytes))
    let part = try #require(container.parts.first { $0.type == "SOF0" })
    return Array(bytes[part.offset + 4..<part.offset + part.length])
  }

  @Test("color is stored at full resolution in three components")
  func fullResolution() throws {
    let header = try frameHeader(colored.encodedJPEG())
    #expect(header.prefix(6) == [8, 0, 43, 0, 67, 3])
    #expect([header[7], header[10], header[13]] == [0x11, 0x11, 0x11])
  }

  @Test("a smooth image survives almost unchanged")
  func closeness() throws {
    let decoded = try Image(decoding: colored.encodedJPEG()).frames[0].bitmap
    let worst = zip(decoded.pixels, colored.pixels).map { abs(Int($0) - Int($1)) }.max()
    #expect(try #require(worst) <= 8)
  }

  @Test("gray art has one component")
  func oneComponent() throws {
    #expect(try frameHeader(gray.encodedJPEG())[5] == 1)
    #expect(try frameHeader(gray.encodedJPEG(profile: bareProfile("GRAY")))[5] == 1)
    #expect(try frameHeader(gray.encodedJPEG(profile: bareProfile("RGB ")))[5] == 3)
  }

  @Test("a matching profile is embedded, and any other is dropped")
  func profiles() throws {
    func kept(_ bitmap: Bitmap, _ profile: [UInt8]) throws -> [UInt8]? {
      ImageContainer(of: try bitmap.encodedJPEG(profile: profile))?.profile
    }
    let large = bareProfile("RGB ") + [UInt8](repeating: 7, count: 70_000)  // more than fits in one segment
    let sized = bigEndian32(large.count) + large.dropFirst(4)
    #expect(try kept(colored, sized) == sized)
    #expect(try kept(gray, bareProfile("GRAY")) == bareProfile("GRAY"))
    #expect(try kept(colored, bareProfile("GRAY")) == nil)
    #expect(try kept(colored, bareProfile("CMYK")) == nil)
    #expect(try kept(colored, []) == nil)
  }

  @Test("higher quality takes more bytes, up to a quality of 100")
  func quality() throws {
    var numbers = SeededNumbers(seed: 3)
    let noise = makeBitmap(64, 64) { _, _ in
      (0..<3).map { _ in .random(in: 0...255, using: &numbers) } + [255]
    }
    let sizes = try [1, 50, 90, 100, 900].map { try noise.encodedJPEG(quality: $0).count }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2] && sizes[2] < sizes[3])
    #expect(sizes[3] == sizes[4])  // beyond the end of the scale, nothing changes
  }

  @Test("a file can be larger than the encoder's first buffer")
  func grows() throws {
    var numbers = SeededNumbers(seed: 4)
    let noise = makeBitmap(256, 256) { _, _ in
      (0..<3).map { _ in .random(in: 0...255, using: &numbers) } + [255]
    }
    #expect(try noise.encodedJPEG(quality: 100).count > 1 << 17)
  }

  @Test("images that a JPEG cannot hold are refused")
  func refused() {
    #expect(throws: InternalError.self) { try Bitmap(transparent: PixelSize(65_501, 1)).encodedJPEG() }
    #expect(throws: InternalError.self) { try Bitmap(transparent: PixelSize(0, 0)).encodedJPEG() }
  }
}
