extension Artwork {
  /// A heart that bounces.
  static let heart = Artwork(animation: "heart-bouncing", frameCount: 12) { phase in
    let height = 0.5 - 0.5 * cosine(phase + 0.03)  // up and down through different heights
    let squash = (1 - height) * (1 - height)
    var picture = Picture()
    func placed(_ shape: Shape) -> Shape {
      shape.scaled(1 + 0.05 * squash, 1 - 0.06 * squash, around: Point(100, 166)).moved(0, 4 - 10 * height)
    }
    let heart = Shape.heart(Point(100, 98), 138)
    let paint = Paint.hex(0xFF5C7A)
    picture.part(placed(heart), paint)
    picture.detail(placed(heart.minus(heart.moved(-5, -9))), .hex(0xDB3560))
    picture.detail(
      placed(.stroke([Point(47, 82), Point(51, 66), Point(63, 56), Point(74, 54)], width: 8)),
      .flat(Ink(1, 1, 1, 0.8)))
    picture.detail(placed(.circle(Point(46, 95), 3.6)), .flat(Ink(1, 1, 1, 0.8)))
    let face = Point(100, 103 + 3 * squash - 10 * height)
    picture.face(face, 1.3, eyes: height > 0.6 ? .laughing : .open(1), cheeks: 0xFFA9B8)
    return picture
  }
}
