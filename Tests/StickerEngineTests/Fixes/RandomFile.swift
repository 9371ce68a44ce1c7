import Corpus

@testable import StickerEngine
@testable import StickerImage

/// A small file with some of the defects that `fix` resolves. The same seed gives the same file.
struct RandomFile: CustomStringConvertible {
  let seed: Int
  let name: String
  let bytes: [UInt8]

  var description: String { "seed \(seed)" }

  init(seed: Int) throws {
    self.seed = seed
    var random = RandomNumbers(seed: UInt64(seed))
    let isAnimated = random.numberBelow(2) == 0
    let frames = random.frames(isAnimated ? 1 + random.numberBelow(7) : 1)
    if !isAnimated, random.numberBelow(5) == 0 {
      name = random.numberBelow(2) == 0 ? "art.jpg" : "art.jpeg"
      let opaque = frames[0].bitmap.over(white: true)
      bytes = try opaque.encodedJPEG(quality: 90, profile: nil) + random.trailingBytes()
      return
    }
    name = ["art.png", "art.png", "art.apng", "art.gif"][random.numberBelow(4)]
    let plain =
      isAnimated
      ? try frames.encodedAPNG(plays: random.numberBelow(3)) : try frames[0].bitmap.encodedPNG()
    bytes = random.withChunks(plain) + random.trailingBytes()
  }

  /// The file as the source of a run.
  var source: AssetSource {
    AssetSource(path: Path(name)) { [bytes] _ in .bytes(bytes) }
  }
}

/// A random number generator for the properties of a file.
struct RandomNumbers {
  private var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1) }

  mutating func numberBelow(_ limit: Int) -> Int { Int(numbers.next() % UInt64(limit)) }

  /// A disc that moves across a canvas, smooth or noisy, with some frames repeated. The delays do not add up
  /// to a round number.
  mutating func frames(_ count: Int) -> [Frame] {
    let size = PixelSize(18 + numberBelow(60), 18 + numberBelow(60))
    let (isNoisy, isSoft) = (numberBelow(2) == 0, numberBelow(3) > 0)
    var frames: [Frame] = []
    for _ in 0..<count {
      let delay = [ExactSeconds(1, 10), ExactSeconds(7, 100), ExactSeconds(1, 30), ExactSeconds(2, 7)][
        numberBelow(4)]
      if let last = frames.last, numberBelow(4) == 0 {
        frames.append(Frame(last.bitmap, delay: delay))
      } else {
        frames.append(Frame(disc(size, isNoisy: isNoisy, isSoft: isSoft), delay: delay))
      }
    }
    return frames
  }

  private mutating func disc(_ size: PixelSize, isNoisy: Bool, isSoft: Bool) -> Bitmap {
    let (x, y) = (numberBelow(size.width), numberBelow(size.height))
    let radius = 6 + numberBelow(size.longerSide)
    let color = [numberBelow(256), numberBelow(256), numberBelow(256)]
    var bitmap = Bitmap(transparent: size)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let distance = (column - x) * (column - x) + (row - y) * (row - y)
        let edge = radius * radius - distance
        guard edge > 0 else { continue }
        let at = (row * size.width + column) * 4
        for sample in 0..<3 {
          let noise = isNoisy ? numberBelow(80) - 40 : (column + row) % 16
          bitmap.pixels[at + sample] = UInt8(max(0, min(255, color[sample] + noise)))
        }
        bitmap.pixels[at + 3] = isSoft ? UInt8(min(255, edge * 4)) : 255
      }
    }
    return bitmap
  }

  mutating func trailingBytes() -> [UInt8] {
    numberBelow(4) == 0 ? [UInt8](repeating: 0x20, count: 1 + numberBelow(9)) : []
  }

  /// Adds an orientation, an author, a gamma or a long text after IHDR.
  mutating func withChunks(_ png: [UInt8]) -> [UInt8] {
    var chunks: [UInt8] = []
    if numberBelow(4) == 0 {
      let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(1 + numberBelow(8)), 0, 0]
      chunks += pngChunk("eXIf", [Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]])
    }
    if numberBelow(4) == 0 {
      chunks += pngChunk("tEXt", [Array("Author".utf8), [0], Array("Somebody".utf8)])
    }
    if numberBelow(5) == 0 { chunks += pngChunk("gAMA", [[0, 0, 0xB1, 0x8F + UInt8(numberBelow(2)) * 40]]) }
    if numberBelow(5) == 0 {
      chunks += pngChunk("tEXt", [Array("Comment".utf8), [0], [UInt8](repeating: 0x41, count: 900)])
    }
    return Array(png.prefix(33)) + chunks + png.dropFirst(33)
  }
}

extension Bitmap {
  /// The bitmap over a white or black background.
  func over(white: Bool) -> Bitmap {
    var out = self
    for at in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Int(pixels[at + 3])
      for sample in at..<at + 3 {
        let ground = white ? 255 * (255 - alpha) : 0
        out.pixels[sample] = UInt8((Int(pixels[sample]) * alpha + ground + 127) / 255)
      }
      out.pixels[at + 3] = 255
    }
    return out
  }
}

/// The visible images of a file and their durations. Consecutive images that look the same count as one.
struct VisiblePlayback: Equatable {
  private(set) var pictures: [Bitmap] = []
  private(set) var times: [ExactSeconds] = []
  let plays: Int?

  init(_ bytes: [UInt8]) throws {
    let image = try Image(decoding: bytes, budget: .unlimited)
    plays = image.container.animation?.plays
    // A still GIF may have a delay, but it has no effect.
    let isStill = image.frames.count == 1
    for frame in image.frames {
      let seen = frame.bitmap.withoutInvisibleColors
      if let last = pictures.last, last == seen, let sum = times[times.count - 1].adding(frame.shownDelay) {
        times[times.count - 1] = sum.reduced
      } else {
        pictures.append(seen)
        times.append(isStill ? .zero : frame.shownDelay.reduced)
      }
    }
  }

  /// The duration of one cycle.
  var duration: ExactSeconds? { times.total()?.reduced }
}

extension Bitmap {
  /// The bitmap without the colors of invisible pixels.
  fileprivate var withoutInvisibleColors: Bitmap {
    var out = self
    for at in stride(from: 0, to: pixels.count, by: 4) where pixels[at + 3] == 0 {
      for sample in at..<at + 3 { out.pixels[sample] = 0 }
    }
    return out
  }
}
