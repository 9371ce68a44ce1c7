extension Artwork {
  /// A cloud that rains and does not mind.
  static let rainCloud = Artwork(still: "rain-cloud") {
    var picture = Picture()
    for (x, y, size) in [(58.0, 152.0, 1.0), (86, 166, 0.86), (114, 154, 1.06), (142, 164, 0.9)] {
      addDrop(to: &picture, Point(x, y), size)
    }
    let cloud = Shape.union([
      .circle(Point(62, 98), 32), .circle(Point(98, 74), 44), .circle(Point(140, 96), 34),
      .box(Point(101, 112), 78, 36, corner: 0),
    ])
    picture.part(cloud, .vertical(0xF4F9FF, 50, 0xA9C6EC, 132))
    picture.detail(cloud.minus(cloud.moved(-3, -8)), .flat(Ink(hex: 0x6F93CC).faded(0.5)))
    picture.detail(.stroke([Point(68, 62), Point(76, 50), Point(90, 43)], width: 7), .hex(0xFFFFFF))
    picture.detail(.circle(Point(61, 73), 3.4), .hex(0xFFFFFF))
    picture.face(Point(100, 92), 1.25)
    return picture
  }
}

private func addDrop(to picture: inout Picture, _ center: Point, _ size: Double) {
  let outline = [
    Point(0, -15), Point(4, -7), Point(8.6, 1), Point(8, 8), Point(0, 12), Point(-8, 8), Point(-8.6, 1),
    Point(-4, -7),
  ]
  let drop = Shape.blob(outline.map { center + $0 * size })
  picture.part(drop, .vertical(0x8FDBFF, center.y - 12, 0x3C9BEB, center.y + 12))
  picture.detail(.ellipse(center + Point(-3, 4) * size, 4 * size, 6 * size), .flat(Ink(1, 1, 1, 0.75)))
}
