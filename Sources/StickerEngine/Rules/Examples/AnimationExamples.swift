import StickerImage

extension ExampleFile {
  /// A ball at different heights on a 300 × 300 px canvas, as an APNG.
  ///
  /// - Parameter poses: the height of the ball in each frame, in steps of 8% of the canvas; 0 is the lowest.
  /// - Parameter milliseconds: the delay of each frame; the list repeats if it is shorter than `poses`.
  /// - Parameter plays: the loop count; 0 means forever.
  static func bouncingBall(
    _ poses: [Int] = [0, 1, 2, 3, 2, 1], milliseconds: [Int] = [100], plays: Int = 0
  ) -> ExampleFile {
    animation(milliseconds, plays: plays, poses.map(Ellipse.init(pose:)))
  }

  /// A disc that grows and shrinks on a 300 × 300 px canvas, as an APNG.
  ///
  /// - Parameter percents: the diameter in each frame, as a percentage of the diameter of `disc`.
  static func resizingDisc(_ percents: [Int]) -> ExampleFile {
    animation(
      [100], plays: 0, percents.map { Ellipse(centeredOn: exampleCanvasSize, scale: Double($0) / 100) })
  }

  /// A disc on a 300 × 300 px canvas that alternates between two sizes every 50 ms, as an APNG.
  static func discOfAlternatingSize(frames: Int) -> ExampleFile {
    ExampleFile("sticker.png") {
      let sizes = [1.0, 0.9].map {
        Ellipse(centeredOn: exampleCanvasSize, scale: $0).bitmap(exampleCanvasSize, .coral)
      }
      let delay = ExactSeconds(1, 20)
      return .bytes(try (0..<frames).map { Frame(sizes[$0 % 2], delay: delay) }.encodedAPNG(plays: 0))
    }
  }

  private static func animation(_ milliseconds: [Int], plays: Int, _ balls: [Ellipse]) -> ExampleFile {
    ExampleFile("sticker.png") {
      let frames = balls.enumerated().map { number, ball in
        let delay = ExactSeconds(milliseconds[number % milliseconds.count], 1000)
        return Frame(ball.bitmap(exampleCanvasSize, .coral), delay: delay)
      }
      return .bytes(try frames.encodedAPNG(plays: plays))
    }
  }
}

private let exampleCanvasSize = PixelSize(300, 300)

extension Ellipse {
  /// Creates a ball at one of the heights that `bouncingBall` uses.
  init(pose: Int) {
    self.init(centeredOn: exampleCanvasSize, scale: 0.7)
    centerY = Double(exampleCanvasSize.height) * (0.62 - 0.08 * Double(pose))
  }
}

extension ExampleFile {
  /// A hard-edged disc on a 300 × 300 px canvas, as a GIF with one frame.
  ///
  /// - Parameter loops: whether the file has the loop block of an animation.
  static func singleFrameGIF(loops: Bool = false) -> ExampleFile {
    ExampleFile("sticker.gif") { .bytes(gifFile([Ellipse(centeredOn: exampleCanvasSize)], loops: loops)) }
  }

  /// The same ball as `bouncingBall`, as a GIF that stores complete frames.
  ///
  /// - Parameter delayCentiseconds: the delay of each frame, in hundredths of a second.
  static func bouncingBallGIF(_ poses: [Int], delayCentiseconds: UInt8 = 10) -> ExampleFile {
    ExampleFile("sticker.gif") {
      .bytes(gifFile(poses.map(Ellipse.init(pose:)), loops: true, delayCentiseconds: delayCentiseconds))
    }
  }
}

private func gifFile(_ pictures: [Ellipse], loops: Bool, delayCentiseconds hundredths: UInt8 = 10) -> [UInt8]
{
  var out = Array("GIF89a".utf8) + logicalScreenDescriptor(exampleCanvasSize)
  // A palette of 128 colors, because `uncompressedLZWCodes` needs a minimum code size of 7. Only two colors
  // are used.
  out += Color.white.pixel(alpha: 255).dropLast() + Color.coral.pixel(alpha: 255).dropLast()
  out += [UInt8](repeating: 0, count: 126 * 3)
  if loops { out += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0] }
  return out + pictures.flatMap { gifFrame($0, delayCentiseconds: hundredths) } + [0x3B]
}

private func gifFrame(_ picture: Ellipse, delayCentiseconds hundredths: UInt8) -> [UInt8] {
  let pixels = picture.bitmap(exampleCanvasSize, .coral).pixels
  let indices = (0..<exampleCanvasSize.area).map { pixels[$0 * 4 + 3] >= 128 ? UInt8(1) : 0 }
  // The frame is cleared before the next one. Color 0 is transparent.
  let control: [UInt8] = [0x21, 0xF9, 4, 0b0000_1001, hundredths, 0, 0, 0]
  let size = littleEndian16(exampleCanvasSize.width) + littleEndian16(exampleCanvasSize.height)
  return control + [0x2C, 0, 0, 0, 0] + size + [0, 7] + gifDataSubBlocks(uncompressedLZWCodes(indices))
}

/// The logical screen descriptor: size, a global palette of 2^(6 + 1) colors, background 0, no aspect ratio.
private func logicalScreenDescriptor(_ canvas: PixelSize) -> [UInt8] {
  littleEndian16(canvas.width) + littleEndian16(canvas.height) + [0b1111_0110, 0, 0]
}

/// LZW codes without compression. With a minimum code size of 7, each code is one byte if the table is
/// cleared before it has 256 entries.
private func uncompressedLZWCodes(_ indices: [UInt8]) -> [UInt8] {
  let (clear, end): (UInt8, UInt8) = (128, 129)
  var out: [UInt8] = []
  for start in stride(from: 0, to: indices.count, by: 120) {
    out.append(clear)
    out += indices[start..<min(start + 120, indices.count)]
  }
  return out + [end]
}

private func gifDataSubBlocks(_ bytes: [UInt8]) -> [UInt8] {
  var out: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: 255) {
    let block = bytes[start..<min(start + 255, bytes.count)]
    out.append(UInt8(block.count))
    out += block
  }
  return out + [0]
}

private func littleEndian16(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }
