import StickerImage

/// A sticker drawn in code.
struct Artwork: Sendable {
  /// The file's name without `.png`.
  let name: String
  /// How many pictures an animation has; 1 for a still.
  let frameCount: Int
  /// The picture at a share of the cycle, 0..<1.
  let draw: @Sendable (Double) -> Picture

  /// A sticker of one frame.
  init(still name: String, draw: @escaping @Sendable () -> Picture) {
    self.name = name
    frameCount = 1
    self.draw = { _ in draw() }
  }

  /// An animation that ends where it begins.
  init(animation name: String, frameCount: Int, draw: @escaping @Sendable (Double) -> Picture) {
    self.name = name
    self.frameCount = frameCount
    self.draw = draw
  }

  /// The frames at 15 a second, the rate that every player keeps.
  ///
  /// - Parameter side: pixels.
  /// - Parameter place: turns, scales and recolors the whole drawing.
  func frames(side: Int, _ place: Placement = .asDrawn) -> [Frame] {
    let pictures = (0..<frameCount).map { draw(Double($0) / Double(frameCount)) }
    let paper = Picture.paper(for: pictures, side: side, place)
    let delay = frameCount == 1 ? .zero : ExactSeconds(1, 15)
    return pictures.map { Frame($0.bitmap(on: paper, place), delay: delay) }
  }
}
