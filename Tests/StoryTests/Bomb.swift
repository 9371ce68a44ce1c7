import Corpus

@testable import StickerImage

/// A small file that makes a reader do far more work, or use far more memory, than its size suggests.
struct Bomb: Sendable, CustomStringConvertible {
  /// The name of the file, which says what it contains.
  let name: String
  /// The start of the expected message. If nil, any result within the limits for time and memory is correct.
  let expectedMessageStart: String?
  let make: @Sendable () -> [UInt8]

  var description: String { name }

  init(_ name: String, _ verdict: String?, _ make: @escaping @Sendable () -> [UInt8]) {
    (self.name, self.expectedMessageStart, self.make) = (name, verdict, make)
  }

  static let all = texts + pictures + animations + gifs + jpegs
}

// PNG: compressed data, and long lists.
extension Bomb {
  fileprivate static let texts = [
    Bomb("texts of a megabyte.png", "resource-limit: work: ") {
      // 3 GiB of text in a file of 3 MiB.
      repeated(zTXtChunk(of: 1 << 20), 3_000).asPNG(8, 8)
    },
    Bomb("broken texts of a megabyte.png", "resource-limit: work: ") {
      let broken = pngChunk("zTXt", [Array("k\0\0".utf8), Array(zeros(1 << 20).dropLast(4))])
      return repeated(broken, 25_000).asPNG(8, 8)
    },
    Bomb("one text of a quarter of a gigabyte.png", "resource-limit: chunk-bytes: ") {
      zTXtChunk(of: 1 << 28).asPNG(8, 8)
    },
    Bomb("millions of chunks.png", "resource-limit: parts: ") {
      repeated(pngChunk("tEXt", []), 2_700_000).asPNG(8, 8)
    },
  ]

  fileprivate static let pictures = [
    Bomb("as large as allowed, 16 bits, interlaced.png", nil) {
      // 4096 × 4096 px of 8 bytes, and a filter byte for each row of each pass.
      let filters = 4096 * 15 / 8
      return pngChunk("IDAT", [zeros(4096 * 4096 * 8 + filters)]).asPNG(4096, 4096, depth: 16, interlace: 1)
    },
    Bomb("as large as allowed, in pieces.png", nil) {
      let data = zeros(4096 * (4096 * 4 + 1))
      let pieces = stride(from: 0, to: data.count, by: 4).map { at in
        pngChunk("IDAT", [Array(data[at..<min(at + 4, data.count)])])
      }
      return Array(pieces.joined()).asPNG(4096, 4096)
    },
    Bomb("a line, as tall as can be.png", "resource-limit: side-pixels: ") {
      pngChunk("IDAT", [zeros(100)]).asPNG(1, 0x7FFF_FFFF)
    },
    Bomb("a line of 8192.png", nil) { pngChunk("IDAT", [zeros(8192 * 5)]).asPNG(1, 8192) },
    Bomb("more than is there.png", "corrupt-image: ") {
      pngChunk("IDAT", [zeros(4096 * (4096 * 4 + 1) * 4)]).asPNG(4096, 4096)
    },
  ]

  /// A zlib stream of zeros.
  fileprivate static func zeros(_ count: Int) -> [UInt8] {
    deflate([UInt8](repeating: 0, count: count), level: 9) ?? []
  }

  private static func zTXtChunk(of count: Int) -> [UInt8] {
    pngChunk("zTXt", [Array("k\0\0".utf8), zeros(count)])
  }
}

extension Bomb {
  fileprivate static let animations = [
    Bomb("4096 whole frames.png", nil) {
      animated(250, 250, (0..<4096).map { _ in (250, 250, 0) })
    },
    Bomb("4096 frames of a pixel.png", nil) { animated(250, 250, (0..<4096).map { _ in (1, 1, 1) }) },
    Bomb("4096 frames that come back.png", nil) {
      animated(250, 250, (0..<4096).map { _ in (250, 250, 2) })
    },
    Bomb("16 000 frames.png", "resource-limit: frames: ") {
      animated(8, 8, (0..<16_000).map { _ in (1, 1, 0) })
    },
    Bomb("frames that are only claimed.png", "corrupt-image: ") {
      (pngChunk("acTL", [big(0xFFFF_FFFF), big(0)]) + pngChunk("IDAT", [zeros(8 * 33)])).asPNG(8, 8)
    },
  ]

  /// Frames with a width, a height and a disposal. The first one covers the canvas.
  private static func animated(_ width: Int, _ height: Int, _ frames: [(Int, Int, UInt8)]) -> [UInt8] {
    var out = pngChunk("acTL", [big(frames.count), big(0)])
    var (sequence, known, data) = (0, PixelSize(0, 0), [UInt8]())
    for (number, frame) in frames.enumerated() {
      let size = number == 0 ? PixelSize(width, height) : PixelSize(frame.0, frame.1)
      if size != known { (known, data) = (size, zeros((size.width * 4 + 1) * size.height)) }
      let fields = [big(sequence), big(size.width), big(size.height), big(0), big(0)]
      out += pngChunk("fcTL", fields + [[0, 1, 0, 10, frame.2, 1]])
      out += number == 0 ? pngChunk("IDAT", [data]) : pngChunk("fdAT", [big(sequence + 1), data])
      sequence += number == 0 ? 1 : 2
    }
    return out.asPNG(width, height)
  }

  fileprivate static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

extension [UInt8] {
  /// A PNG with these chunks between IHDR and IEND.
  fileprivate func asPNG(_ width: Int, _ height: Int, depth: UInt8 = 8, interlace: UInt8 = 0) -> [UInt8] {
    let header = pngChunk("IHDR", [Bomb.big(width), Bomb.big(height), [depth, 6, 0, 0, interlace]])
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + header + self + pngChunk("IEND", [])
  }
}

extension Bomb {
  fileprivate static let gifs = [
    Bomb("4096 whole frames.gif", nil) {
      SolidGIF.file(250, 250, repeatElement(.init(0, 0, 250, 250), count: 4096).map { $0 })
    },
    Bomb("4096 frames that come back.gif", nil) {
      SolidGIF.file(250, 250, repeatElement(.init(0, 0, 250, 250, disposal: 3), count: 4096).map { $0 })
    },
    Bomb("large patches beside a small canvas.gif", "corrupt-image: ") {
      SolidGIF.file(8, 8, repeatElement(.init(60_000, 60_000, 4000, 4000), count: 15).map { $0 })
    },
    Bomb("too many large patches.gif", "resource-limit: all-frames-pixels: ") {
      SolidGIF.file(8, 8, repeatElement(.init(0, 0, 4000, 4000), count: 17).map { $0 })
    },
    Bomb("a line, as wide as can be.gif", "resource-limit: side-pixels: ") {
      SolidGIF.file(65_535, 1, [.init(0, 0, 65_535, 1)])
    },
    Bomb("millions of comments.gif", "resource-limit: parts: ") {
      SolidGIF.file(8, 8, []).dropLast() + repeated([0x21, 0xFE, 0], 10_000_000) + [0x3B]
    },
    Bomb("a comment of 32 megabytes.gif", nil) {
      let block = [255] + [UInt8](repeating: 65, count: 255)
      return SolidGIF.file(8, 8, [.init(0, 0, 8, 8)]).dropLast() + [0x21, 0xFE]
        + repeated(block, 130_000) + [0, 0x3B]
    },
  ]
}

extension Bomb {
  /// The largest side of a square canvas that is a whole number of blocks.
  private static let side = 4096
  private static let blocks = side / 8 * (side / 8)

  fileprivate static let jpegs = [
    Bomb("100 empty scans.jpg", nil) {
      var picture = HandmadeJPEG(side, side, sampling: [0x11, 0x11, 0x11], isProgressive: true)
      picture.appendScan([0, 1, 2], band: 0...0, data: [UInt8](repeating: 0, count: blocks * 3 / 8))
      for number in 0..<99 {
        // A code of 15 bits ends 16,384 blocks.
        picture.appendScan([number % 3], band: 1...63, data: [UInt8](repeating: 0, count: 64))
      }
      return picture.bytes
    },
    Bomb("100 scans of one bit more.jpg", nil) {
      var picture = HandmadeJPEG(side, side, sampling: [0x11], isProgressive: true)
      picture.appendScan([0], band: 0...0, data: [UInt8](repeating: 0, count: blocks / 8))
      // 101 101 101 …: each coefficient is 1 at some bit position. Then 12 scans add a bit to each
      // coefficient.
      let filled = repeated([0xB6, 0xDB, 0x6D], blocks * 63 / 8)
      picture.appendScan([0], band: 1...63, bits: (0, 1), data: filled)
      for _ in 0..<12 {
        picture.appendScan([0], band: 1...63, bits: (1, 0), data: [UInt8](repeating: 0, count: blocks * 8))
      }
      for _ in 0..<86 { picture.appendScan([0], band: 1...63, bits: (1, 0), data: [0, 0, 0]) }
      return picture.bytes
    },
    Bomb("scans that go on without data.jpg", "resource-limit: work: ") {
      var picture = HandmadeJPEG(side, side, sampling: [0x11], isProgressive: true, isArithmetic: true)
      picture.appendScan([0], band: 0...0)
      for _ in 0..<9 { picture.appendScan([0], band: 1...63) }
      return picture.bytes
    },
    Bomb("101 scans.jpg", "resource-limit: scans: ") {
      var picture = HandmadeJPEG(8, 8, sampling: [0x11], isProgressive: true)
      for _ in 0..<101 { picture.appendScan([0], band: 0...0, data: [0]) }
      return picture.bytes
    },
    Bomb("four components, one after the other.jpg", nil) {
      var picture = HandmadeJPEG(side, side, sampling: [0x11, 0x11, 0x11, 0x11])
      for number in 0..<4 { picture.appendScan([number], data: [UInt8](repeating: 0, count: blocks / 4)) }
      return picture.bytes
    },
    Bomb("a line, as tall as can be.jpg", "resource-limit: side-pixels: ") {
      var picture = HandmadeJPEG(1, 65_535, sampling: [0x11])
      picture.appendScan([0])
      return picture.bytes
    },
    Bomb("millions of segments.jpg", "resource-limit: parts: ") {
      var picture = HandmadeJPEG(8, 8, sampling: [0x11])
      for _ in 0..<5_000_000 { picture.appendSegment(0xFE, []) }
      return picture.bytes
    },
    Bomb("nothing but fill bytes.jpg", "corrupt-image: ") {
      [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 32_000_000)
    },
    Bomb("nothing but restart markers.jpg", "corrupt-image: ") {
      [0xFF, 0xD8] + repeated([0xFF, 0xD0], 16_000_000)
    },
    Bomb("a scan of restart markers.jpg", nil) {
      var picture = HandmadeJPEG(side, side, sampling: [0x11])
      picture.appendScan([0], data: repeated([0xFF, 0xD0], 15_000_000))
      return picture.bytes
    },
  ]
}
