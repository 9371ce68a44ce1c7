extension Artwork {
  /// A cactus in a pot, in flower.
  static let cactus = Artwork(still: "cactus") {
    var picture = Picture()
    addPlant(to: &picture)
    addFlower(to: &picture, Point(100, 34), 11)
    addPot(to: &picture)
    return picture
  }
}

private let spine = Paint.flat(Ink(hex: 0xF4FFE8).faded(0.9))

private func addPlant(to picture: inout Picture) {
  let left = Shape.stroke([Point(80, 112), Point(60, 110), Point(50, 100), Point(48, 80)], width: 22)
  let right = Shape.stroke([Point(120, 100), Point(140, 98), Point(150, 88), Point(152, 70)], width: 22)
  let trunk = Shape.box(Point(100, 94), 62, 112, corner: 31)
  picture.part(.union([left, right]), .vertical(0x86D17C, 60, 0x4FAE66, 122))
  picture.part(
    trunk, .linear(Ink(hex: 0x8EDB82), at: Point(70, 60), to: Ink(hex: 0x4AA862), end: Point(134, 130)))
  picture.detail(trunk.minus(trunk.moved(-9, 0)), .flat(Ink(hex: 0x2F8A58).faded(0.5)))
  for (x, y) in [
    (86.0, 58.0), (114, 60), (100, 52), (82, 116), (118, 114), (48, 86), (54, 104), (152, 78), (144, 93),
  ] {
    picture.detail(.capsule(Point(x - 2.4, y - 2.6), Point(x, y), 0.9), spine)
    picture.detail(.capsule(Point(x + 2.4, y - 2.6), Point(x, y), 0.9), spine)
  }
  picture.face(Point(99, 86), 0.86, cheeks: 0xFFA08A)
}

private func addFlower(to picture: inout Picture, _ center: Point, _ size: Double) {
  let petals = (0..<5).map { index in
    Shape.circle(center + Point(0, -size * 0.72).turned(Double(index) / 5, around: Point(0, 0)), size * 0.56)
  }
  picture.part(.union(petals), .hex(0xFF7FA6))
  picture.detail(.union(petals.map { $0.grown(-size * 0.26) }), .hex(0xFFA9C4))
  picture.detail(.circle(center, size * 0.42), .hex(0xFFD65C))
}

private func addPot(to picture: inout Picture) {
  let pot = Shape.polygon([Point(68, 142), Point(132, 142), Point(124, 172), Point(76, 172)]).grown(5)
  picture.part(pot, .vertical(0xF09A66, 140, 0xDB7248, 178))
  picture.detail(pot.minus(pot.moved(-10, 0)), .flat(Ink(hex: 0xB3502F).faded(0.45)))
  let rim = Shape.box(Point(100, 138), 88, 18, corner: 6)
  picture.part(rim, .vertical(0xFFB683, 130, 0xEE9158, 147))
  picture.detail(.capsule(Point(66, 135), Point(84, 135), 2), .flat(Ink(1, 1, 1, 0.6)))
  let zigzag = (0..<7).map { Point(70 + Double($0) * 10, $0 % 2 == 0 ? 163 : 155) }
  for (a, b) in zip(zigzag, zigzag.dropFirst()) {
    picture.detail(Shape.capsule(a, b, 1.8).clipped(to: pot), .hex(0xFFE2B8))
  }
}
