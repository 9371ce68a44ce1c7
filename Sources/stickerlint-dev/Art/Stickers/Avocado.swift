extension Artwork {
  /// Half an avocado, pleased with itself.
  static let avocado = Artwork(still: "avocado") {
    var picture = Picture()
    let skin = Shape.blob([
      Point(100, 22), Point(120, 30), Point(131, 54), Point(144, 84), Point(156, 118), Point(150, 152),
      Point(128, 172),
      Point(100, 178), Point(72, 172), Point(50, 152), Point(44, 118), Point(56, 84), Point(69, 54),
      Point(80, 30),
    ]).turned(0.025, around: Point(100, 100))
    let arm = Shape.capsule(Point(56, 124), Point(34, 134), 5)
    let other = Shape.capsule(Point(152, 122), Point(166, 98), 5)
    picture.parts([(arm, .hex(0x5E9A3F)), (other, .hex(0x5E9A3F))])
    picture.part(
      skin, .linear(Ink(hex: 0x6FAE48), at: Point(60, 60), to: Ink(hex: 0x3F7A33), end: Point(150, 170)))
    picture.detail(skin.grown(-8), .hex(0xB9DC6A))
    picture.detail(
      skin.grown(-13), .radial(Ink(hex: 0xFFF9C9), at: Point(98, 120), Ink(hex: 0xE8F09A), radius: 90))
    let pit = Shape.ellipse(Point(97, 142), 50, 50)
    picture.detail(pit.grown(2.2), .house)
    picture.detail(pit, .radial(Ink(hex: 0xC98450), at: Point(88, 132), Ink(hex: 0x8A4E2C), radius: 36))
    picture.detail(
      .stroke([Point(80, 138), Point(84, 130), Point(91, 126)], width: 5), .flat(Ink(1, 1, 1, 0.7)))
    picture.face(Point(101, 88), 1.05, cheeks: 0xFFA48A)
    return picture
  }
}
