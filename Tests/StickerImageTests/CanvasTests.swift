import Testing

@testable import StickerImage

@Suite struct CanvasTests {
  @Test(
    "a frame outside the canvas changes no visible pixel and never traps",
    arguments: [UInt8(0), 1, 2, 3, 4, 7], [(400, 0), (0, 400), (65_535, 65_535), (8, 0), (0, 8), (7, 7)])
  func beside(_ disposal: UInt8, _ at: (Int, Int)) throws {
    let gif =
      gifScreenDescriptor + frame(disposal: 1, x: 0, y: 0) + frame(disposal: disposal, x: at.0, y: at.1) + [
        0x3B
      ]
    let container = try #require(ImageContainer(of: gif))
    #expect(!container.damage.isEmpty, "the frame extends outside the canvas")
    var stacker = FrameStacker()
    #expect(container.visitFrames(of: gif, with: &stacker) == [])
    // Both frames are 8 × 8 px of color 1, so any part of the second one that is inside the canvas repaints
    // red pixels red.
    let red = [UInt8](repeating: 0, count: 64).flatMap { _ -> [UInt8] in [255, 0, 0, 255] }
    #expect(stacker.pixels == red + red)
  }

  @Test(
    "frames are drawn into one buffer without copies if the visitor keeps no frame",
    arguments: [UInt8(0), 2, 3])
  func oneBuffer(_ disposal: UInt8) throws {
    let gif = gifScreenDescriptor + (0..<4).flatMap { frame(disposal: disposal, x: $0, y: 0) } + [0x3B]
    let container = try #require(ImageContainer(of: gif))
    var places = PixelAddresses()
    #expect(container.visitFrames(of: gif, with: &places) == [])
    #expect(places.addresses.count == 4)
    #expect(Set(places.addresses).count == 1)
  }

  /// 8 × 8 px, black and red.
  private let gifScreenDescriptor: [UInt8] =
    Array("GIF89a".utf8) + [8, 0, 8, 0, 0x80, 0, 0] + [0, 0, 0, 255, 0, 0]

  /// 8 × 8 px of red: 64 times color 1, each after a clear code, so that all codes have 3 bits.
  private func frame(disposal: UInt8, x: Int, y: Int) -> [UInt8] {
    let codes = (0..<64).flatMap { _ in [4, 1] } + [5]
    var (bits, count, data) = (0, 0, [UInt8]())
    for code in codes {
      bits |= code << count
      count += 3
      while count >= 8 {
        data.append(UInt8(bits & 255))
        bits >>= 8
        count -= 8
      }
    }
    if count > 0 { data.append(UInt8(bits & 255)) }
    let control: [UInt8] = [0x21, 0xF9, 4, disposal << 2, 5, 0, 0, 0]
    let place = [x, y, 8, 8].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    return control + [0x2C] + place + [0, 2, UInt8(data.count)] + data + [0]
  }
}

/// The addresses of each frame's pixels in memory.
private struct PixelAddresses: FrameVisitor {
  private(set) var addresses: [UInt] = []

  mutating func visit(_ frame: Frame, number: Int) {
    addresses.append(
      unsafe frame.bitmap.pixels.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
  }
}
