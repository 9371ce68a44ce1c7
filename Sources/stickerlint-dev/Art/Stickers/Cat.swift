extension Artwork {
  /// A ginger cat waves its paw.
  static let cat = Artwork(animation: "cat-waving", frameCount: 12) { phase in
    let swing = sine(phase + 0.03)  // to and fro through different angles
    var picture = Picture()
    addTail(to: &picture)
    addPaw(to: &picture, swing: swing)
    addBody(to: &picture)
    addHead(to: &picture, eyes: .open(1))
    return picture
  }
}

private let ginger: UInt32 = 0xFBB35B
private let stripe = Paint.hex(0xE88A2E)
private let cream = Paint.hex(0xFFF3E0)
private let rose = Paint.hex(0xFF9DAE)

private func addTail(to picture: inout Picture) {
  let line = [Point(78, 164), Point(52, 166), Point(38, 152), Point(40, 134), Point(52, 126)]
  let tail = Shape.stroke(line, width: 17)
  picture.part(tail, .hex(ginger))
  picture.detail(tail.clipped(to: .circle(Point(54, 124), 13)), cream)
  picture.detail(tail.clipped(to: .capsule(Point(30, 150), Point(48, 144), 2.4)), stripe)
  picture.detail(tail.clipped(to: .capsule(Point(38, 170), Point(48, 156), 2.4)), stripe)
}

private func addPaw(to picture: inout Picture, swing: Double) {
  let shoulder = Point(134, 136)
  let turn = 0.02 + swing * 0.035
  func placed(_ shape: Shape) -> Shape { shape.turned(turn, around: shoulder) }
  picture.part(placed(.capsule(shoulder, Point(164, 100), 9, 12)), .hex(ginger))
  let palm = Point(164.6, 99)
  picture.detail(placed(.ellipse(palm + Point(0, 2.4), 9.4, 7.6)), rose)
  for (x, y) in [(-6.2, -4.0), (0.2, -6.6), (6.4, -3.4)] {
    picture.detail(placed(.circle(palm + Point(x, y), 2.3)), rose)
  }
}

private func addBody(to picture: inout Picture) {
  let body = Shape.blob([
    Point(100, 108), Point(127, 118), Point(139, 148), Point(134, 171), Point(100, 177), Point(66, 171),
    Point(61, 148), Point(73, 118),
  ])
  picture.part(body, .vertical(ginger, 130, 0xF59C42, 178))
  picture.detail(body.clipped(to: .ellipse(Point(100, 158), 48, 58)), cream)
  for x in [82.0, 118.0] {
    let paw = Shape.ellipse(Point(x, 169), 27, 18)
    picture.parts([(paw, .hex(ginger))])
    for toe in [-4.4, 4.4] {
      picture.detail(.capsule(Point(x + toe, 171), Point(x + toe, 175), 1), .house)
    }
  }
}

private func addHead(to picture: inout Picture, eyes: Picture.Eyes) {
  let ear = Shape.polygon([Point(64, 64), Point(63, 31), Point(90, 50)]).grown(5)
  let head = Shape.blob([
    Point(100, 44), Point(134, 53), Point(150, 80), Point(145, 101), Point(124, 117), Point(100, 121),
    Point(76, 117), Point(55, 101), Point(50, 80), Point(66, 53),
  ])
  let whole = Shape.melted([head, ear, ear.mirrored(at: 100)], 6)
  picture.part(whole, .vertical(0xFFC675, 30, ginger, 110))
  let inner = Shape.polygon([Point(66.5, 58), Point(66.5, 41), Point(81, 51)]).grown(2)
  for shape in [inner, inner.mirrored(at: 100)] { picture.detail(shape, rose) }
  for (x, end) in [(87.0, 58.0), (100.0, 63.0), (113.0, 58.0)] {
    picture.detail(head.clipped(to: .capsule(Point(x, 40), Point(x + (100 - x) * 0.15, end), 3.4, 2)), stripe)
  }
  for side in [-1.0, 1.0] {
    for y in [88.0, 97] {
      let cheek = Shape.capsule(Point(100 + side * 56, y), Point(100 + side * 42, y - 1), 2.6, 1.4)
      picture.detail(head.clipped(to: cheek), stripe)
    }
  }
  picture.detail(.ellipse(Point(100, 101), 38, 25), cream)
  picture.face(Point(100, 84), 1.12, eyes: eyes)
  picture.detail(.polygon([Point(97.4, 90), Point(102.6, 90), Point(100, 92.6)]).grown(1.6), .hex(0xE8607A))
}
