extension Artwork {
  /// A doughnut with sprinkles.
  static let donut = Artwork(still: "donut") {
    var picture = Picture()
    let center = Point(100, 100)
    let hole = Shape.circle(Point(100, 92), 17)
    let dough = Shape.circle(center, 76).minus(hole)
    picture.part(dough, .vertical(0xF6C98B, 40, 0xD9934F, 170))
    addIcing(to: &picture, center, hole)
    picture.detail(hole.grown(2.4), .house)
    picture.detail(hole, .hex(0xC27E45))
    picture.detail(hole.minus(hole.moved(0, 6)), .hex(0x9A5C30))
    addSprinkles(to: &picture)
    picture.face(Point(100, 132), 1.05, cheeks: 0xFF6F91)
    return picture
  }
}

private func addIcing(to picture: inout Picture, _ center: Point, _ hole: Shape) {
  let edge = (0..<22).map { index in
    center + Point(0, index % 2 == 0 ? -70 : -63).turned(Double(index) / 22, around: Point(0, 0))
  }
  let icing = Shape.blob(edge).minus(hole)
  picture.detail(icing.grown(1.4), .hex(0xC9557E))
  picture.detail(icing, .vertical(0xFFA9C9, 36, 0xFF7FAE, 160))
  let shine = [Point(50, 86), Point(57, 66), Point(72, 52), Point(88, 46)]
  picture.detail(.stroke(shine, width: 7), .flat(Ink(1, 1, 1, 0.75)))
}

private func addSprinkles(to picture: inout Picture) {
  let colors: [UInt32] = [0xFFF07A, 0x7FE0FF, 0xFFFFFF, 0xB48CFF, 0x8DF0B0]
  let places: [(Double, Double, Double)] = [
    (118, 50, 0.1), (138, 64, 0.32), (130, 84, 0.05), (152, 84, 0.2), (70, 76, 0.4), (52, 108, 0.12),
    (146, 108, 0.42), (54, 130, 0.3), (146, 128, 0.15), (76, 158, 0.08), (122, 157, 0.4), (100, 60, 0.45),
    (72, 100, 0.22), (128, 108, 0.27),
  ]
  for (index, (x, y, turn)) in places.enumerated() {
    let sprinkle = Shape.capsule(Point(x - 4, y), Point(x + 4, y), 2.2).turned(turn, around: Point(x, y))
    picture.detail(sprinkle.grown(0.9), .flat(Ink(hex: 0xB0406C).faded(0.5)))
    picture.detail(sprinkle, .hex(colors[index % colors.count]))
  }
}
