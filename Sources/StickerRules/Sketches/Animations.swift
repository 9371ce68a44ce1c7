import StickerImage
import StickerModel

extension Sketch {
  /// A ball at different heights, 300 px square, as an APNG.
  ///
  /// - Parameter poses: the ball's height in each frame, 0...3.
  /// - Parameter milliseconds: delays, frame by frame; the list starts over where it is shorter than `poses`.
  /// - Parameter plays: 0 is endless.
  static func bouncing(
    _ poses: [Int] = [0, 1, 2, 3, 2, 1], milliseconds: [Int] = [100], plays: Int = 0
  ) -> Sketch {
    animation(milliseconds, plays: plays, poses.map(Ellipse.init(pose:)))
  }

  /// A disc that grows and shrinks, 300 px square, as an APNG.
  ///
  /// - Parameter percents: its diameter in each frame, of that of `disc`.
  static func growing(_ percents: [Int]) -> Sketch {
    animation([100], plays: 0, percents.map { Ellipse(centeredOn: canvas, scale: Double($0) / 100) })
  }

  /// A disc of 300 px that turns from one size to another and back, 50 ms each.
  static func blinking(frames: Int) -> Sketch {
    Sketch("sticker.png") {
      let sizes = [1.0, 0.9].map { Ellipse(centeredOn: canvas, scale: $0).bitmap(canvas, .coral) }
      let delay = ExactSeconds(1, 20)
      return .bytes(try (0..<frames).map { Frame(sizes[$0 % 2], delay: delay) }.encodedAPNG(plays: 0))
    }
  }

  private static func animation(_ milliseconds: [Int], plays: Int, _ balls: [Ellipse]) -> Sketch {
    Sketch("sticker.png") {
      let frames = balls.enumerated().map { number, ball in
        let delay = ExactSeconds(milliseconds[number % milliseconds.count], 1000)
        return Frame(ball.bitmap(canvas, .coral), delay: delay)
      }
      return .bytes(try frames.encodedAPNG(plays: plays))
    }
  }
}

private let canvas = PixelSize(300, 300)

extension Ellipse {
  /// A ball at one of the heights of `bouncing`.
  init(pose: Int) {
    self.init(centeredOn: canvas, scale: 0.7)
    y = Double(canvas.height) * (0.62 - 0.08 * Double(pose))
  }
}
