extension Artwork {
  /// A friendly ghost.
  static let ghost = Artwork(still: "ghost") {
    var picture = Picture()
    let arm = Shape.capsule(Point(60, 112), Point(34, 104), 12, 9)
    let body = Shape.blob([
      Point(100, 22), Point(132, 32), Point(150, 62), Point(154, 104), Point(157, 146), Point(160, 172),
      Point(149, 175),
      Point(138, 163), Point(126, 171), Point(113, 178), Point(100, 166), Point(87, 178), Point(74, 171),
      Point(62, 163),
      Point(51, 175), Point(40, 172), Point(43, 146), Point(46, 104), Point(50, 62), Point(68, 32),
    ])
    let whole = Shape.melted([body, arm, arm.mirrored(at: 100)], 10)
    picture.part(whole, .vertical(0xF3EEFF, 40, 0xC9BAF0, 180))
    picture.detail(whole.minus(whole.moved(-7, -3)), .flat(Ink(hex: 0xA592DB).faded(0.5)))
    picture.detail(.stroke([Point(60, 66), Point(64, 53), Point(73, 42)], width: 7), .hex(0xFFFFFF))
    picture.detail(.circle(Point(59, 77), 3.4), .hex(0xFFFFFF))
    picture.face(Point(100, 82), 1.3, smiles: false)
    let mouth = Shape.ellipse(Point(100, 97), 19, 26).clipped(to: .box(Point(100, 109), 40, 26, corner: 1))
    picture.detail(mouth.grown(1), .house)
    picture.detail(mouth.clipped(to: .ellipse(Point(100, 110), 15, 11)), .hex(0xFF7E98))
    return picture
  }
}
