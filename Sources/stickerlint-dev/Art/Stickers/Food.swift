extension Artwork {
  /// Half an avocado, pleased with itself.
  static let avocado = Artwork(still: "avocado") {
    var picture = StickerDrawing()
    let skin = Shape.blob([
      Point(100, 22), Point(120, 30), Point(131, 54), Point(144, 84), Point(156, 118), Point(150, 152),
      Point(128, 172),
      Point(100, 178), Point(72, 172), Point(50, 152), Point(44, 118), Point(56, 84), Point(69, 54),
      Point(80, 30),
    ]).rotated(turns: 0.025, around: Point(100, 100))
    let arm = Shape.capsule(Point(56, 124), Point(34, 134), 5)
    let other = Shape.capsule(Point(152, 122), Point(166, 98), 5)
    picture.addBorderedPartsSharingOutline([(arm, .hex(0x5E9A3F)), (other, .hex(0x5E9A3F))])
    picture.addBorderedPart(
      skin,
      .linear(RGBAColor(hex: 0x6FAE48), at: Point(60, 60), to: RGBAColor(hex: 0x3F7A33), end: Point(150, 170))
    )
    picture.addDetail(skin.grown(-8), .hex(0xB9DC6A))
    picture.addDetail(
      skin.grown(-13),
      .radial(RGBAColor(hex: 0xFFF9C9), at: Point(98, 120), RGBAColor(hex: 0xE8F09A), radius: 90))
    let pit = Shape.ellipse(Point(97, 142), 50, 50)
    picture.addDetail(pit.grown(2.2), .outlineColor)
    picture.addDetail(
      pit, .radial(RGBAColor(hex: 0xC98450), at: Point(88, 132), RGBAColor(hex: 0x8A4E2C), radius: 36))
    picture.addDetail(
      .smoothStroke([Point(80, 138), Point(84, 130), Point(91, 126)], width: 5),
      .flat(RGBAColor(1, 1, 1, 0.7)))
    picture.addFace(eyeMidpoint: Point(101, 88), scale: 1.05, cheeks: 0xFFA48A)
    return picture
  }
}

extension Artwork {
  /// A happy cup of coffee.
  static let coffee = Artwork(still: "coffee") {
    var picture = StickerDrawing()
    for (x, height) in [(72.0, 36.0), (96.0, 46.0), (120.0, 36.0)] { addSteam(to: &picture, x, height) }
    picture.addBorderedPart(.ellipse(Point(96, 168), 130, 22), .vertical(0xFFFFFF, 160, 0xD9E6F5, 178))
    let handle = Shape.ellipse(Point(146, 118), 46, 48)
    picture.addBorderedPart(handle.subtracting(handle.grown(-11)), .hex(0x7CC6E8))
    addCupBodyAndCoffee(to: &picture)
    picture.addFace(eyeMidpoint: Point(96, 124), scale: 1.15, cheeks: 0xFF9FB0)
    return picture
  }
}

private func addSteam(to picture: inout StickerDrawing, _ x: Double, _ height: Double) {
  let line = [(0.0, 0.0), (-5, 0.22), (-3, 0.45), (4, 0.62), (3, 0.82), (-2, 1)].map { (aside, up) in
    Point(x + aside, 76 - up * height)
  }
  let steam = Shape.smoothStroke(line, width: 8)
  picture.addBorderedPart(steam, .vertical(0xF7FBFF, 30, 0xC6E2F5, 70), outline: .hex(0x9CB9DA))
}

private func addCupBodyAndCoffee(to picture: inout StickerDrawing) {
  let cup = Shape.blob([
    Point(46, 90), Point(60, 84), Point(96, 82), Point(132, 84), Point(146, 90), Point(144, 112),
    Point(136, 144), Point(118, 163), Point(96, 166),
    Point(74, 163), Point(56, 144), Point(48, 112),
  ])
  let rim = Shape.ellipse(Point(96, 86), 103, 28)
  picture.addBorderedPart(.union([cup, rim]), .vertical(0x9BDCF5, 84, 0x5FB0DD, 166))
  let left = Shape.capsule(Point(58, 105), Point(59.5, 113), 3.4, 3.4)
  picture.addDetail(left, .flat(RGBAColor(1, 1, 1, 0.55)))
  picture.addDetail(.ellipse(Point(96, 86), 103, 28), .hex(0xD6F2FC))
  let opening = Shape.ellipse(Point(96, 87), 91, 21)
  picture.addDetail(opening, .hex(0x3B2A52))
  let coffee = Shape.ellipse(Point(96, 88.4), 86, 17)
  picture.addDetail(coffee, .vertical(0x8A4F32, 80, 0xB06B42, 97))
  let foam = Shape.ellipse(Point(96, 88), 46, 9)
  picture.addDetail(foam, .hex(0xE9C39B))
  let heart = Shape.heart(Point(96, 87.6), 15).scaled(1, 0.42, around: Point(96, 87.6))
  picture.addDetail(heart, .hex(0xFFF6E8))
}

extension Artwork {
  /// A doughnut with sprinkles.
  static let donut = Artwork(still: "donut") {
    var picture = StickerDrawing()
    let center = Point(100, 100)
    let hole = Shape.circle(Point(100, 92), 17)
    let dough = Shape.circle(center, 76).subtracting(hole)
    picture.addBorderedPart(dough, .vertical(0xF6C98B, 40, 0xD9934F, 170))
    addIcing(to: &picture, center, hole)
    picture.addDetail(hole.grown(2.4), .outlineColor)
    picture.addDetail(hole, .hex(0xC27E45))
    picture.addDetail(hole.subtracting(hole.moved(0, 6)), .hex(0x9A5C30))
    addSprinkles(to: &picture)
    picture.addFace(eyeMidpoint: Point(100, 132), scale: 1.05, cheeks: 0xFF6F91)
    return picture
  }
}

private func addIcing(to picture: inout StickerDrawing, _ center: Point, _ hole: Shape) {
  let edge = (0..<22).map { index in
    center + Point(0, index % 2 == 0 ? -70 : -63).rotated(turns: Double(index) / 22, around: Point(0, 0))
  }
  let icing = Shape.blob(edge).subtracting(hole)
  picture.addDetail(icing.grown(1.4), .hex(0xC9557E))
  picture.addDetail(icing, .vertical(0xFFA9C9, 36, 0xFF7FAE, 160))
  let shine = [Point(50, 86), Point(57, 66), Point(72, 52), Point(88, 46)]
  picture.addDetail(.smoothStroke(shine, width: 7), .flat(RGBAColor(1, 1, 1, 0.75)))
}

private func addSprinkles(to picture: inout StickerDrawing) {
  let colors: [UInt32] = [0xFFF07A, 0x7FE0FF, 0xFFFFFF, 0xB48CFF, 0x8DF0B0]
  let places: [(Double, Double, Double)] = [
    (118, 50, 0.1), (138, 64, 0.32), (130, 84, 0.05), (152, 84, 0.2), (70, 76, 0.4), (52, 108, 0.12),
    (146, 108, 0.42), (54, 130, 0.3), (146, 128, 0.15), (76, 158, 0.08), (122, 157, 0.4), (100, 60, 0.45),
    (72, 100, 0.22), (128, 108, 0.27),
  ]
  for (index, (x, y, turn)) in places.enumerated() {
    let sprinkle = Shape.capsule(Point(x - 4, y), Point(x + 4, y), 2.2).rotated(
      turns: turn, around: Point(x, y))
    picture.addDetail(sprinkle.grown(0.9), .flat(RGBAColor(hex: 0xB0406C).withOpacity(multipliedBy: 0.5)))
    picture.addDetail(sprinkle, .hex(colors[index % colors.count]))
  }
}
