extension Artwork {
  /// A heart that bounces.
  static let heart = Artwork(animation: "heart-bouncing", frameCount: 12) { phase in
    let height = 0.5 - 0.5 * cosine(phase)
    let squash = (1 - height) * (1 - height)
    var picture = Picture()
    func placed(_ shape: Shape) -> Shape {
      shape.scaled(1 + 0.05 * squash, 1 - 0.06 * squash, around: Point(100, 166)).moved(0, 5 - 13 * height)
    }
    let heart = heartShape(Point(100, 98), 138)
    let paint = Paint.hex(0xFF5C7A)
    picture.part(placed(heart), paint)
    picture.detail(placed(heart.minus(heart.moved(-5, -9))), .hex(0xDB3560))
    picture.detail(
      placed(.stroke([Point(47, 82), Point(51, 66), Point(63, 56), Point(74, 54)], width: 8)),
      .flat(Ink(1, 1, 1, 0.8)))
    picture.detail(placed(.circle(Point(46, 95), 3.6)), .flat(Ink(1, 1, 1, 0.8)))
    let face = Point(100, 104 + 3 * squash - 13 * height)
    picture.face(face, 1.3, eyes: height > 0.6 ? .laughing : .open(1), cheeks: 0xFFA9B8)
    return picture
  }
}

/// A heart around `center`, `width` units wide.
func heartShape(_ center: Point, _ width: Double) -> Shape {
  let half = [
    Point(0, -0.27), Point(0.08, -0.375), Point(0.2, -0.43), Point(0.33, -0.42), Point(0.44, -0.345),
    Point(0.5, -0.22),
    Point(0.495, -0.08), Point(0.43, 0.06), Point(0.31, 0.2), Point(0.16, 0.34), Point(0.05, 0.425),
  ]
  let other = half.dropFirst().reversed().map { Point(-$0.x, $0.y) }
  return .blob((half + [Point(0, 0.45)] + other).map { center + $0 * width })
}
