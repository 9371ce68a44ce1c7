extension Artwork {
  /// A rocket on its way to the upper right.
  static let rocket = Artwork(still: "rocket") {
    var picture = Picture()
    let middle = Point(100, 100)
    func placed(_ shape: Shape) -> Shape { shape.moved(6, -8).turned(0.1, around: middle) }
    addFlame(to: &picture, placed)
    addFins(to: &picture, placed)
    addHull(to: &picture, placed)
    return picture
  }
}

private func addFlame(to picture: inout Picture, _ placed: (Shape) -> Shape) {
  let flame = Shape.blob([
    Point(84, 146), Point(100, 142), Point(116, 146), Point(119, 162), Point(109, 176), Point(100, 192),
    Point(91, 176), Point(81, 162),
  ])
  picture.part(placed(flame), .hex(0xFF7A3D))
  let inner = flame.scaled(0.68, 0.68, around: Point(100, 148))
  picture.detail(placed(inner), .hex(0xFFC23D))
  picture.detail(placed(flame.scaled(0.36, 0.4, around: Point(100, 148))), .hex(0xFFF3B8))
}

private func addFins(to picture: inout Picture, _ placed: (Shape) -> Shape) {
  let fin = Shape.blob([
    Point(72, 104), Point(58, 118), Point(50, 140), Point(52, 158), Point(64, 148), Point(80, 142),
  ])
  picture.parts([
    (placed(fin), .hex(0xF0506E)), (placed(fin.mirrored(at: 100)), .hex(0xD43A5E)),
  ])
  picture.part(placed(.box(Point(100, 143), 40, 14, corner: 5)), .hex(0x7A6C94))
}

private func addHull(to picture: inout Picture, _ placed: (Shape) -> Shape) {
  let hull = Shape.blob([
    Point(100, 12), Point(106, 15.4), Point(115, 27), Point(126, 52), Point(132, 84), Point(128, 118),
    Point(118, 141),
    Point(100, 144), Point(82, 141), Point(72, 118), Point(68, 84), Point(74, 52), Point(85, 27),
    Point(94, 15.4),
  ])
  picture.part(placed(hull), .hex(0xF6F4FF))
  let shade = hull.minus(hull.moved(-12, -1))
  picture.detail(placed(shade), .hex(0xD5D0EC))
  let nose = hull.clipped(to: .ellipse(Point(100, 22), 88, 56))
  picture.detail(placed(nose.grown(0.2)), .hex(0xF0506E))
  picture.detail(placed(nose.clipped(to: shade)), .hex(0xD43A5E))
  let seam = hull.clipped(
    to: .ellipse(Point(100, 22), 88, 56).grown(1.2).minus(.ellipse(Point(100, 22), 88, 56).grown(-1.2)))
  picture.detail(placed(seam), .house)
  let port = Shape.circle(Point(100, 82), 20)
  picture.detail(placed(port.grown(4.4)), .house)
  picture.detail(placed(port.grown(2.2)), .hex(0xFFC857))
  picture.detail(placed(port.grown(-2)), .house)
  picture.detail(
    placed(port.grown(-4)),
    .linear(Ink(hex: 0x8FE3FF), at: Point(90, 70), to: Ink(hex: 0x3E9BE0), end: Point(112, 98)))
  let glass = Shape.stroke([Point(90, 82), Point(93, 75), Point(99, 71.6)], width: 4)
  picture.detail(placed(glass), .flat(Ink(1, 1, 1, 0.9)))
  let band = hull.clipped(to: .box(Point(100, 124), 90, 8, corner: 0))
  picture.detail(placed(band), .hex(0xF0506E))
  for x in [92.0, 100, 108] { picture.detail(placed(.circle(Point(x, 112), 1.7)), .hex(0xA79FC4)) }
}
