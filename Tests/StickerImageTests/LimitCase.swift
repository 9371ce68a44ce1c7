import Corpus

@testable import StickerImage

/// A small file and its value for a limit, calculated by hand from the specification of its format.
struct LimitCase: Hashable, Sendable, CustomStringConvertible {
  let name: String
  let limit: ResourceLimit
  let limitedValue: Int
  let bytes: [UInt8]

  init(_ name: String, _ limit: ResourceLimit, _ figure: Int, _ bytes: [UInt8]) {
    (self.name, self.limit, self.limitedValue, self.bytes) = (name, limit, figure, bytes)
  }

  var description: String { "\(limit.name), \(name)" }

  static let all = png + apng + gif + jpeg

  /// IHDR, IDAT and IEND, with chunks before IDAT.
  private static func still(_ header: [UInt8], _ chunks: [UInt8] = []) -> [UInt8] {
    HandmadePNG.signature + header + chunks + HandmadePNG.chunk("IDAT", []) + HandmadePNG.chunk("IEND", [])
  }

  private static let png: [LimitCase] = {
    let plain = still(HandmadePNG.header(7, 5))
    // Three of Adam7's passes over 2 × 2 px have pixels: 1 × 1, 1 × 1 and 2 × 1 px.
    let interlaced = still(HandmadePNG.header(2, 2, depth: 16, interlace: 1))
    let inflated = HandmadePNG.storedZlibStream([UInt8](repeating: 65, count: 900))
    let text = HandmadePNG.chunk("zTXt", Array("k\0\0".utf8) + inflated)
    let international = HandmadePNG.chunk("iTXt", Array("k\0\u{1}\0en\0k\0".utf8) + inflated)
    let profile = HandmadePNG.chunk("iCCP", Array("k\0\0".utf8) + inflated)
    return [
      LimitCase("PNG", .sidePixels, 7, plain), LimitCase("PNG", .canvasPixels, 35, plain),
      LimitCase("PNG", .containerParts, 3, plain),
      LimitCase("PNG: 7 · 5 px of 4 bytes, 5 filter bytes, 35 px", .decodingWork, 145 + 35, plain),
      LimitCase(
        "PNG of one bit", .decodingWork, 3 * (1 + 2) + 27,
        still(HandmadePNG.header(9, 3, depth: 1, colorType: 0))
      ),
      LimitCase("interlaced PNG", .decodingWork, (1 + 8) + (1 + 8) + (1 + 16) + 4, interlaced),
      LimitCase("PNG, zTXt", .inflatedChunkBytes, 900, still(HandmadePNG.header(7, 5), text)),
      LimitCase("PNG, iTXt", .inflatedChunkBytes, 900, still(HandmadePNG.header(7, 5), international)),
      LimitCase("PNG, iCCP", .inflatedChunkBytes, 900, still(HandmadePNG.header(7, 5), profile)),
      LimitCase(
        "PNG with texts", .decodingWork, 3 * 900 + 180,
        still(HandmadePNG.header(7, 5), text + international + profile)),
    ]
  }()

  private static let apng: [LimitCase] = {
    // 8 × 8 px gray: the default image, and patches that are cleared, or saved and restored.
    let frames = [(8, 8, UInt8(0)), (4, 3, 1), (2, 5, 2)]
    let shown = animation(frames, hidesDefaultImage: false)
    let hidden = animation(frames, hidesDefaultImage: true)
    let patches = (64 + 72) + (12 + 15 + 12) + (10 + 15 + 2 * 10)
    return [
      LimitCase("APNG", .frames, 3, shown), LimitCase("APNG", .allFramesPixels, 192, shown),
      LimitCase("APNG", .decodingWork, patches, shown),
      LimitCase("APNG with hidden default image", .decodingWork, patches + 64 + 72, hidden),
      LimitCase("APNG with hidden default image", .frames, 3, hidden),
      LimitCase("APNG", .containerParts, 2 + 3 + 3 + 1, shown), LimitCase("APNG", .sidePixels, 8, shown),
      LimitCase("APNG", .canvasPixels, 64, shown),
    ]
  }()

  /// Frames of a width, a height and a disposal.
  private static func animation(_ frames: [(Int, Int, UInt8)], hidesDefaultImage: Bool) -> [UInt8] {
    let count = HandmadePNG.big32(UInt32(frames.count))
    var out = HandmadePNG.signature + HandmadePNG.header(8, 8, colorType: 0)
    out += HandmadePNG.chunk("acTL", count + HandmadePNG.big32(0))
    if hidesDefaultImage { out += HandmadePNG.chunk("IDAT", []) }
    var sequence: UInt32 = 0
    for (number, (width, height, disposal)) in frames.enumerated() {
      let size =
        HandmadePNG.big32(UInt32(width)) + HandmadePNG.big32(UInt32(height)) + HandmadePNG.big32(0)
        + HandmadePNG.big32(0)
      out += HandmadePNG.chunk("fcTL", HandmadePNG.big32(sequence) + size + [0, 1, 0, 10, disposal, 0])
      sequence += 1
      if number == 0, !hidesDefaultImage {
        out += HandmadePNG.chunk("IDAT", [])
      } else {
        out += HandmadePNG.chunk("fdAT", HandmadePNG.big32(sequence))
        sequence += 1
      }
    }
    return out + HandmadePNG.chunk("IEND", [])
  }

  private static let gif: [LimitCase] = {
    typealias Frame = SolidGIF.Frame
    let still = SolidGIF.file(6, 4, [Frame(0, 0, 6, 4)])
    // A patch that extends 3 columns beyond the canvas: it is drawn whole, but cleared only on the canvas.
    let beyond = SolidGIF.file(6, 4, [Frame(0, 0, 6, 4), Frame(4, 0, 5, 4, disposal: 2)])
    let wide = SolidGIF.file(6, 4, [Frame(1, 0, 9, 1)])
    let large = SolidGIF.file(2, 2, [Frame(0, 0, 5, 5), Frame(0, 0, 5, 5, disposal: 3)])
    var local = Frame(0, 0, 6, 4)
    local.hasPalette = true
    let control = Frame(0, 0, 6, 4, disposal: 0)
    let parts = SolidGIF.file(6, 4, [local, control])
    return [
      LimitCase("GIF", .sidePixels, 6, still), LimitCase("GIF", .canvasPixels, 24, still),
      LimitCase("GIF", .frames, 2, beyond), LimitCase("GIF", .allFramesPixels, 48, beyond),
      LimitCase("GIF: color numbers, pixels", .decodingWork, 24 + 24, still),
      LimitCase("GIF with a patch beyond the canvas", .decodingWork, 48 + (20 + 20 + 8), beyond),
      LimitCase("GIF with a wide patch", .sidePixels, 9, wide),
      LimitCase("GIF with a large patch", .canvasPixels, 25, large),
      LimitCase("GIF with large patches", .allFramesPixels, 50, large),
      LimitCase("GIF with large patches", .decodingWork, 50 + 50 + 2 * 4, large),
      // Screen, palette; palette and frame; control and frame; trailer.
      LimitCase("GIF", .containerParts, 2 + 2 + 2 + 1, parts),
    ]
  }()

  private static let jpeg: [LimitCase] = {
    var gray = HandmadeJPEG(17, 9, sampling: [0x11])
    gray.appendScan([0])
    // 4:2:0: units of 16 × 16 px, two of them, with 4 + 1 + 1 blocks.
    var color = HandmadeJPEG(17, 9, sampling: [0x22, 0x11, 0x11])
    color.appendScan([0, 1, 2])
    // Separate scans: 3 × 2 blocks of luma, 2 × 1 of each chroma component.
    var apart = HandmadeJPEG(17, 9, sampling: [0x22, 0x11, 0x11], isProgressive: true)
    for component in 0..<3 { apart.appendScan([component]) }
    // 2 × 1 blocks, with 1 + 5 coefficients each, and with all 64.
    var arithmetic = HandmadeJPEG(16, 8, sampling: [0x11], isProgressive: true, isArithmetic: true)
    arithmetic.appendScan([0], band: 0...0)
    arithmetic.appendScan([0], band: 1...5)
    var sequential = HandmadeJPEG(16, 8, sampling: [0x11], isArithmetic: true)
    sequential.appendScan([0])
    var profile = HandmadeJPEG(8, 8, sampling: [0x11])
    for piece in [UInt8](1...2) {
      let data = [UInt8](repeating: 7, count: 450)
      profile.appendSegment(0xE2, Array("ICC_PROFILE\0".utf8) + [piece, 2] + data)
    }
    profile.appendScan([0])
    return [
      LimitCase("JPEG", .sidePixels, 17, gray.bytes), LimitCase("JPEG", .canvasPixels, 153, gray.bytes),
      LimitCase("JPEG", .scans, 3, apart.bytes),
      // SOI, DQT, SOF, two DHT, SOS, EOI.
      LimitCase("JPEG", .containerParts, 7, gray.bytes),
      LimitCase("gray JPEG", .decodingWork, 153 + 3 * 2, gray.bytes),
      LimitCase("JPEG of 4:2:0", .decodingWork, 153 + 2 * 6, color.bytes),
      LimitCase("JPEG of 4:2:0, one component a scan", .decodingWork, 153 + 6 + 2 + 2, apart.bytes),
      LimitCase("arithmetic JPEG, two bands", .decodingWork, 128 + 2 * (1 + 5) * 32, arithmetic.bytes),
      LimitCase("arithmetic JPEG", .decodingWork, 128 + 2 * 64 * 32, sequential.bytes),
      LimitCase("JPEG, profile", .inflatedChunkBytes, 900, profile.bytes),
    ]
  }()
}
