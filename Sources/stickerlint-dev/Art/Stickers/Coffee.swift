extension Artwork {
  /// A happy cup of coffee.
  static let coffee = Artwork(still: "coffee") {
    var picture = Picture()
    for (x, height) in [(72.0, 36.0), (96.0, 46.0), (120.0, 36.0)] { addSteam(to: &picture, x, height) }
    picture.part(.ellipse(Point(96, 168), 130, 22), .vertical(0xFFFFFF, 160, 0xD9E6F5, 178))
    let handle = Shape.ellipse(Point(146, 118), 46, 48)
    picture.part(handle.minus(handle.grown(-11)), .hex(0x7CC6E8))
    addCup(to: &picture)
    picture.face(Point(96, 124), 1.15, cheeks: 0xFF9FB0)
    return picture
  }
}

private func addSteam(to picture: inout Picture, _ x: Double, _ height: Double) {
  let line = [(0.0, 0.0), (-5, 0.22), (-3, 0.45), (4, 0.62), (3, 0.82), (-2, 1)].map { (aside, up) in
    Point(x + aside, 76 - up * height)
  }
  let steam = Shape.stroke(line, width: 8)
  picture.part(steam, .vertical(0xF7FBFF, 30, 0xC6E2F5, 70), outline: .hex(0x9CB9DA))
}

private func addCup(to picture: inout Picture) {
  let cup = Shape.blob([
    Point(46, 90), Point(60, 84), Point(96, 82), Point(132, 84), Point(146, 90), Point(144, 112),
    Point(136, 144), Point(118, 163), Point(96, 166),
    Point(74, 163), Point(56, 144), Point(48, 112),
  ])
  let rim = Shape.ellipse(Point(96, 86), 103, 28)
  picture.part(.union([cup, rim]), .vertical(0x9BDCF5, 84, 0x5FB0DD, 166))
  let left = Shape.capsule(Point(58, 105), Point(59.5, 113), 3.4, 3.4)
  picture.detail(left, .flat(Ink(1, 1, 1, 0.55)))
  picture.detail(.ellipse(Point(96, 86), 103, 28), .hex(0xD6F2FC))
  let opening = Shape.ellipse(Point(96, 87), 91, 21)
  picture.detail(opening, .hex(0x3B2A52))
  let coffee = Shape.ellipse(Point(96, 88.4), 86, 17)
  picture.detail(coffee, .vertical(0x8A4F32, 80, 0xB06B42, 97))
  let foam = Shape.ellipse(Point(96, 88), 46, 9)
  picture.detail(foam, .hex(0xE9C39B))
  let heart = Shape.heart(Point(96, 87.6), 15).scaled(1, 0.42, around: Point(96, 87.6))
  picture.detail(heart, .hex(0xFFF6E8))
}
