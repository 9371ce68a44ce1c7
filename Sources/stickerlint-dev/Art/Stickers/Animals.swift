extension StickerDrawing {
  /// The eyes of a face.
  enum Eyes {
    /// Open eyes, from 0 (a line) to 1.
    case open(Double)
    /// Closed, laughing eyes.
    case laughing
  }

  /// Adds a face: two eyes, a smile and rosy cheeks.
  ///
  /// - Parameters:
  ///   - center: the point between the eyes.
  ///   - size: the scale; at 1, the eyes are 32 units apart.
  ///   - smiles: false if the mouth is drawn separately.
  mutating func addFace(
    eyeMidpoint center: Point, scale size: Double, eyes: Eyes = .open(1), cheeks: UInt32 = 0xFF8FA3,
    drawsSmile smiles: Bool = true
  ) {
    for side in [-1.0, 1.0] {
      let cheek = Shape.ellipse(center + Point(side * 26, 11) * size, 12 * size, 7.6 * size)
      addDetail(cheek, .flat(RGBAColor(hex: cheeks).withOpacity(multipliedBy: 0.75)))
      addEye(center + Point(side * 16, 0) * size, scale: size, eyes)
    }
    guard smiles else { return }
    let smile = [Point(-6.4, 7), Point(-3.6, 10.6), Point(0, 11.8), Point(3.6, 10.6), Point(6.4, 7)]
    addDetail(.smoothStroke(smile.map { center + $0 * size }, width: 3 * size), .outlineColor)
  }

  private mutating func addEye(_ center: Point, scale size: Double, _ eyes: Eyes) {
    switch eyes {
    case .laughing:
      let arc = [Point(-5, 2), Point(-3, -1.6), Point(0, -3), Point(3, -1.6), Point(5, 2)]
      addDetail(.smoothStroke(arc.map { center + $0 * size }, width: 3 * size), .outlineColor)
    case .open(let share) where share < 0.3:
      let line = [Point(-5, 0), Point(-2.6, 1.8), Point(0, 2.4), Point(2.6, 1.8), Point(5, 0)]
      addDetail(.smoothStroke(line.map { center + $0 * size }, width: 3 * size), .outlineColor)
    case .open(let share):
      addDetail(.ellipse(center, 9.4 * size, 11.4 * size * share), .outlineColor)
      guard share > 0.6 else { return }
      let glint = center + Point(-1.6, -2.3 * share) * size
      addDetail(.ellipse(glint, 3.6 * size, 3.8 * size * share), .hex(0xFFFFFF))
      addDetail(
        .circle(center + Point(1.7, 2.4 * share) * size, 0.9 * size * share), .flat(RGBAColor(1, 1, 1, 0.8)))
    }
  }
}

extension Artwork {
  /// A ginger cat waves its paw.
  static let wavingCat = Artwork(animation: "cat-waving", frameCount: 12) { phase in
    let swing = sine(phase + 0.03)  // the offset keeps frames from sharing an angle
    var picture = StickerDrawing()
    addCatTail(to: &picture)
    addWavingPaw(to: &picture, swing: swing)
    addCatBody(to: &picture)
    addCatHead(to: &picture, eyes: .open(1))
    return picture
  }
}

private let gingerRGB: UInt32 = 0xFBB35B
private let stripePaint = Paint.hex(0xE88A2E)
private let creamPaint = Paint.hex(0xFFF3E0)
private let rosePaint = Paint.hex(0xFF9DAE)

private func addCatTail(to picture: inout StickerDrawing) {
  let line = [Point(78, 164), Point(52, 166), Point(38, 152), Point(40, 134), Point(52, 126)]
  let tail = Shape.smoothStroke(line, width: 17)
  picture.addBorderedPart(tail, .hex(gingerRGB))
  picture.addDetail(tail.clipped(to: .circle(Point(54, 124), 13)), creamPaint)
  picture.addDetail(tail.clipped(to: .capsule(Point(30, 150), Point(48, 144), 2.4)), stripePaint)
  picture.addDetail(tail.clipped(to: .capsule(Point(38, 170), Point(48, 156), 2.4)), stripePaint)
}

private func addWavingPaw(to picture: inout StickerDrawing, swing: Double) {
  let shoulder = Point(134, 136)
  let turn = 0.02 + swing * 0.035
  func placed(_ shape: Shape) -> Shape { shape.rotated(turns: turn, around: shoulder) }
  picture.addBorderedPart(placed(.capsule(shoulder, Point(164, 100), 9, 12)), .hex(gingerRGB))
  let palm = Point(164.6, 99)
  picture.addDetail(placed(.ellipse(palm + Point(0, 2.4), 9.4, 7.6)), rosePaint)
  for (x, y) in [(-6.2, -4.0), (0.2, -6.6), (6.4, -3.4)] {
    picture.addDetail(placed(.circle(palm + Point(x, y), 2.3)), rosePaint)
  }
}

private func addCatBody(to picture: inout StickerDrawing) {
  let body = Shape.blob([
    Point(100, 108), Point(127, 118), Point(139, 148), Point(134, 171), Point(100, 177), Point(66, 171),
    Point(61, 148), Point(73, 118),
  ])
  picture.addBorderedPart(body, .vertical(gingerRGB, 130, 0xF59C42, 178))
  picture.addDetail(body.clipped(to: .ellipse(Point(100, 158), 48, 58)), creamPaint)
  for x in [82.0, 118.0] {
    let paw = Shape.ellipse(Point(x, 169), 27, 18)
    picture.addBorderedPartsSharingOutline([(paw, .hex(gingerRGB))])
    for toe in [-4.4, 4.4] {
      picture.addDetail(.capsule(Point(x + toe, 171), Point(x + toe, 175), 1), .outlineColor)
    }
  }
}

private func addCatHead(to picture: inout StickerDrawing, eyes: StickerDrawing.Eyes) {
  let ear = Shape.polygon([Point(64, 64), Point(63, 31), Point(90, 50)]).grown(5)
  let head = Shape.blob([
    Point(100, 44), Point(134, 53), Point(150, 80), Point(145, 101), Point(124, 117), Point(100, 121),
    Point(76, 117), Point(55, 101), Point(50, 80), Point(66, 53),
  ])
  let whole = Shape.smoothUnion([head, ear, ear.mirrored(at: 100)], width: 6)
  picture.addBorderedPart(whole, .vertical(0xFFC675, 30, gingerRGB, 110))
  let inner = Shape.polygon([Point(66.5, 58), Point(66.5, 41), Point(81, 51)]).grown(2)
  for shape in [inner, inner.mirrored(at: 100)] { picture.addDetail(shape, rosePaint) }
  for (x, end) in [(87.0, 58.0), (100.0, 63.0), (113.0, 58.0)] {
    picture.addDetail(
      head.clipped(to: .capsule(Point(x, 40), Point(x + (100 - x) * 0.15, end), 3.4, 2)), stripePaint)
  }
  for side in [-1.0, 1.0] {
    for y in [88.0, 97] {
      let cheek = Shape.capsule(Point(100 + side * 56, y), Point(100 + side * 42, y - 1), 2.6, 1.4)
      picture.addDetail(head.clipped(to: cheek), stripePaint)
    }
  }
  picture.addDetail(.ellipse(Point(100, 101), 38, 25), creamPaint)
  picture.addFace(eyeMidpoint: Point(100, 84), scale: 1.12, eyes: eyes)
  picture.addDetail(
    .polygon([Point(97.4, 90), Point(102.6, 90), Point(100, 92.6)]).grown(1.6), .hex(0xE8607A))
}

extension Artwork {
  /// A friendly ghost.
  static let ghost = Artwork(still: "ghost") {
    var picture = StickerDrawing()
    let arm = Shape.capsule(Point(60, 112), Point(34, 104), 12, 9)
    let body = Shape.blob([
      Point(100, 22), Point(132, 32), Point(150, 62), Point(154, 104), Point(157, 146), Point(160, 172),
      Point(149, 175),
      Point(138, 163), Point(126, 171), Point(113, 178), Point(100, 166), Point(87, 178), Point(74, 171),
      Point(62, 163),
      Point(51, 175), Point(40, 172), Point(43, 146), Point(46, 104), Point(50, 62), Point(68, 32),
    ])
    let whole = Shape.smoothUnion([body, arm, arm.mirrored(at: 100)], width: 10)
    picture.addBorderedPart(whole, .vertical(0xF3EEFF, 40, 0xC9BAF0, 180))
    picture.addDetail(
      whole.subtracting(whole.moved(-7, -3)), .flat(RGBAColor(hex: 0xA592DB).withOpacity(multipliedBy: 0.5)))
    picture.addDetail(.smoothStroke([Point(60, 66), Point(64, 53), Point(73, 42)], width: 7), .hex(0xFFFFFF))
    picture.addDetail(.circle(Point(59, 77), 3.4), .hex(0xFFFFFF))
    picture.addFace(eyeMidpoint: Point(100, 82), scale: 1.3, drawsSmile: false)
    let mouth = Shape.ellipse(Point(100, 97), 19, 26).clipped(
      to: .roundedRectangle(center: Point(100, 109), width: 40, height: 26, cornerRadius: 1))
    picture.addDetail(mouth.grown(1), .outlineColor)
    picture.addDetail(mouth.clipped(to: .ellipse(Point(100, 110), 15, 11)), .hex(0xFF7E98))
    return picture
  }
}

extension Artwork {
  /// A flowering cactus in a pot.
  static let cactus = Artwork(still: "cactus") {
    var picture = StickerDrawing()
    addCactus(to: &picture)
    addFlower(to: &picture, Point(100, 34), 11)
    addPot(to: &picture)
    return picture
  }
}

private let cactusSpinePaint = Paint.flat(RGBAColor(hex: 0xF4FFE8).withOpacity(multipliedBy: 0.9))

private func addCactus(to picture: inout StickerDrawing) {
  let left = Shape.smoothStroke([Point(80, 112), Point(60, 110), Point(50, 100), Point(48, 80)], width: 22)
  let right = Shape.smoothStroke(
    [Point(120, 100), Point(140, 98), Point(150, 88), Point(152, 70)], width: 22)
  let trunk = Shape.roundedRectangle(center: Point(100, 94), width: 62, height: 112, cornerRadius: 31)
  picture.addBorderedPart(.union([left, right]), .vertical(0x86D17C, 60, 0x4FAE66, 122))
  picture.addBorderedPart(
    trunk,
    .linear(RGBAColor(hex: 0x8EDB82), at: Point(70, 60), to: RGBAColor(hex: 0x4AA862), end: Point(134, 130)))
  picture.addDetail(
    trunk.subtracting(trunk.moved(-9, 0)), .flat(RGBAColor(hex: 0x2F8A58).withOpacity(multipliedBy: 0.5)))
  for (x, y) in [
    (86.0, 58.0), (114, 60), (100, 52), (82, 116), (118, 114), (48, 86), (54, 104), (152, 78), (144, 93),
  ] {
    picture.addDetail(.capsule(Point(x - 2.4, y - 2.6), Point(x, y), 0.9), cactusSpinePaint)
    picture.addDetail(.capsule(Point(x + 2.4, y - 2.6), Point(x, y), 0.9), cactusSpinePaint)
  }
  picture.addFace(eyeMidpoint: Point(99, 86), scale: 0.86, cheeks: 0xFFA08A)
}

private func addFlower(to picture: inout StickerDrawing, _ center: Point, _ size: Double) {
  let petals = (0..<5).map { index in
    Shape.circle(
      center + Point(0, -size * 0.72).rotated(turns: Double(index) / 5, around: Point(0, 0)), size * 0.56)
  }
  picture.addBorderedPart(.union(petals), .hex(0xFF7FA6))
  picture.addDetail(.union(petals.map { $0.grown(-size * 0.26) }), .hex(0xFFA9C4))
  picture.addDetail(.circle(center, size * 0.42), .hex(0xFFD65C))
}

private func addPot(to picture: inout StickerDrawing) {
  let pot = Shape.polygon([Point(68, 142), Point(132, 142), Point(124, 172), Point(76, 172)]).grown(5)
  picture.addBorderedPart(pot, .vertical(0xF09A66, 140, 0xDB7248, 178))
  picture.addDetail(
    pot.subtracting(pot.moved(-10, 0)), .flat(RGBAColor(hex: 0xB3502F).withOpacity(multipliedBy: 0.45)))
  let rim = Shape.roundedRectangle(center: Point(100, 138), width: 88, height: 18, cornerRadius: 6)
  picture.addBorderedPart(rim, .vertical(0xFFB683, 130, 0xEE9158, 147))
  picture.addDetail(.capsule(Point(66, 135), Point(84, 135), 2), .flat(RGBAColor(1, 1, 1, 0.6)))
  let zigzag = (0..<7).map { Point(70 + Double($0) * 10, $0 % 2 == 0 ? 163 : 155) }
  for (a, b) in zip(zigzag, zigzag.dropFirst()) {
    picture.addDetail(Shape.capsule(a, b, 1.8).clipped(to: pot), .hex(0xFFE2B8))
  }
}
