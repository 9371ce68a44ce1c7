extension Artwork {
  /// A happy rain cloud.
  static let rainCloud = Artwork(still: "rain-cloud") {
    var picture = StickerDrawing()
    for (x, y, size) in [(58.0, 152.0, 1.0), (86, 166, 0.86), (114, 154, 1.06), (142, 164, 0.9)] {
      addDrop(to: &picture, Point(x, y), scale: size)
    }
    let cloud = Shape.union([
      .circle(Point(62, 98), 32), .circle(Point(98, 74), 44), .circle(Point(140, 96), 34),
      .roundedRectangle(center: Point(101, 112), width: 78, height: 36, cornerRadius: 0),
    ])
    picture.addBorderedPart(cloud, .vertical(0xF4F9FF, 50, 0xA9C6EC, 132))
    picture.addDetail(
      cloud.subtracting(cloud.moved(-3, -8)), .flat(RGBAColor(hex: 0x6F93CC).withOpacity(multipliedBy: 0.5)))
    picture.addDetail(.smoothStroke([Point(68, 62), Point(76, 50), Point(90, 43)], width: 7), .hex(0xFFFFFF))
    picture.addDetail(.circle(Point(61, 73), 3.4), .hex(0xFFFFFF))
    picture.addFace(eyeMidpoint: Point(100, 92), scale: 1.25)
    return picture
  }
}

private func addDrop(to picture: inout StickerDrawing, _ center: Point, scale size: Double) {
  let outline = [
    Point(0, -15), Point(4, -7), Point(8.6, 1), Point(8, 8), Point(0, 12), Point(-8, 8), Point(-8.6, 1),
    Point(-4, -7),
  ]
  let drop = Shape.blob(outline.map { center + $0 * size })
  picture.addBorderedPart(drop, .vertical(0x8FDBFF, center.y - 12, 0x3C9BEB, center.y + 12))
  picture.addDetail(
    .ellipse(center + Point(-3, 4) * size, 4 * size, 6 * size), .flat(RGBAColor(1, 1, 1, 0.75)))
}

extension Artwork {
  /// A rocket on its way to the upper right.
  static let rocket = Artwork(still: "rocket") {
    var picture = StickerDrawing()
    let middle = Point(100, 100)
    func placed(_ shape: Shape) -> Shape { shape.moved(6, -8).rotated(turns: 0.1, around: middle) }
    addFlame(to: &picture, placed)
    addFinsAndNozzle(to: &picture, placed)
    addHull(to: &picture, placed)
    return picture
  }
}

private func addFlame(to picture: inout StickerDrawing, _ placed: (Shape) -> Shape) {
  let flame = Shape.blob([
    Point(84, 146), Point(100, 142), Point(116, 146), Point(119, 162), Point(109, 176), Point(100, 192),
    Point(91, 176), Point(81, 162),
  ])
  picture.addBorderedPart(placed(flame), .hex(0xFF7A3D))
  let inner = flame.scaled(0.68, 0.68, around: Point(100, 148))
  picture.addDetail(placed(inner), .hex(0xFFC23D))
  picture.addDetail(placed(flame.scaled(0.36, 0.4, around: Point(100, 148))), .hex(0xFFF3B8))
}

private func addFinsAndNozzle(to picture: inout StickerDrawing, _ placed: (Shape) -> Shape) {
  let fin = Shape.blob([
    Point(72, 104), Point(58, 118), Point(50, 140), Point(52, 158), Point(64, 148), Point(80, 142),
  ])
  picture.addBorderedPartsSharingOutline([
    (placed(fin), .hex(0xF0506E)), (placed(fin.mirrored(at: 100)), .hex(0xD43A5E)),
  ])
  picture.addBorderedPart(
    placed(.roundedRectangle(center: Point(100, 143), width: 40, height: 14, cornerRadius: 5)), .hex(0x7A6C94)
  )
}

private func addHull(to picture: inout StickerDrawing, _ placed: (Shape) -> Shape) {
  let hull = Shape.blob([
    Point(100, 12), Point(106, 15.4), Point(115, 27), Point(126, 52), Point(132, 84), Point(128, 118),
    Point(118, 141),
    Point(100, 144), Point(82, 141), Point(72, 118), Point(68, 84), Point(74, 52), Point(85, 27),
    Point(94, 15.4),
  ])
  picture.addBorderedPart(placed(hull), .hex(0xF6F4FF))
  let shade = hull.subtracting(hull.moved(-12, -1))
  picture.addDetail(placed(shade), .hex(0xD5D0EC))
  let nose = hull.clipped(to: .ellipse(Point(100, 22), 88, 56))
  picture.addDetail(placed(nose.grown(0.2)), .hex(0xF0506E))
  picture.addDetail(placed(nose.clipped(to: shade)), .hex(0xD43A5E))
  let seam = hull.clipped(
    to: .ellipse(Point(100, 22), 88, 56).grown(1.2).subtracting(.ellipse(Point(100, 22), 88, 56).grown(-1.2)))
  picture.addDetail(placed(seam), .outlineColor)
  let port = Shape.circle(Point(100, 82), 20)
  picture.addDetail(placed(port.grown(4.4)), .outlineColor)
  picture.addDetail(placed(port.grown(2.2)), .hex(0xFFC857))
  picture.addDetail(placed(port.grown(-2)), .outlineColor)
  picture.addDetail(
    placed(port.grown(-4)),
    .linear(RGBAColor(hex: 0x8FE3FF), at: Point(90, 70), to: RGBAColor(hex: 0x3E9BE0), end: Point(112, 98)))
  let glass = Shape.smoothStroke([Point(90, 82), Point(93, 75), Point(99, 71.6)], width: 4)
  picture.addDetail(placed(glass), .flat(RGBAColor(1, 1, 1, 0.9)))
  let band = hull.clipped(
    to: .roundedRectangle(center: Point(100, 124), width: 90, height: 8, cornerRadius: 0))
  picture.addDetail(placed(band), .hex(0xF0506E))
  for x in [92.0, 100, 108] { picture.addDetail(placed(.circle(Point(x, 112), 1.7)), .hex(0xA79FC4)) }
}

extension Artwork {
  /// A star that twinkles and winks.
  static let blinkingStar = Artwork(animation: "star-blinking", frameCount: 14) { phase in
    var picture = StickerDrawing()
    let center = Point(98, 104)
    let star = Shape.star(center, 5, outer: 80, inner: 46, corner: 12)
    picture.addBorderedPart(
      star, .radial(RGBAColor(hex: 0xFFE98A), at: Point(84, 78), RGBAColor(hex: 0xFFBE2E), radius: 100))
    let shade = star.subtracting(star.moved(-6, -7))
    picture.addDetail(shade, .flat(RGBAColor(hex: 0xE8901A).withOpacity(multipliedBy: 0.55)))
    let shine = [Point(38, 85), Point(52, 84), Point(66, 82)]
    picture.addDetail(.smoothStroke(shine, width: 6), .flat(RGBAColor(1, 1, 1, 0.85)))
    picture.addFace(
      eyeMidpoint: Point(98, 102), scale: 1.2, eyes: .open(eyeOpenness(phase)), cheeks: 0xFF9A76)
    for (place, size, start) in [
      (Point(156, 44), 17.0, 0.0), (Point(43, 46), 14, 0.4), (Point(166, 150), 12, 0.7),
    ] {
      picture.extendBorder(around: .capsule(place, center, size + 5, 40))
      picture.addOutlinedDetail(twinkle(place, size, phase + start), .hex(0xFFF2B0))
    }
    return picture
  }
}

/// Returns how far the eyes are open: closed halfway through the loop, and open for most of it.
private func eyeOpenness(_ phase: Double) -> Double { min(1, abs(phase - 0.5) * 7) }

private func twinkle(_ center: Point, _ size: Double, _ phase: Double) -> Shape {
  let radius = size * (0.75 + 0.25 * sine(phase))
  return .star(center, 4, outer: radius, inner: radius * 0.42, corner: 1.6)
}

extension Artwork {
  /// A heart that bounces.
  static let bouncingHeart = Artwork(animation: "heart-bouncing", frameCount: 12) { phase in
    let height = 0.5 - 0.5 * cosine(phase + 0.03)  // the offset keeps frames from sharing a height
    let squash = (1 - height) * (1 - height)
    var picture = StickerDrawing()
    func placed(_ shape: Shape) -> Shape {
      shape.scaled(1 + 0.05 * squash, 1 - 0.06 * squash, around: Point(100, 166)).moved(0, 4 - 10 * height)
    }
    let heart = Shape.heart(Point(100, 98), 138)
    let paint = Paint.hex(0xFF5C7A)
    picture.addBorderedPart(placed(heart), paint)
    picture.addDetail(placed(heart.subtracting(heart.moved(-5, -9))), .hex(0xDB3560))
    picture.addDetail(
      placed(.smoothStroke([Point(47, 82), Point(51, 66), Point(63, 56), Point(74, 54)], width: 8)),
      .flat(RGBAColor(1, 1, 1, 0.8)))
    picture.addDetail(placed(.circle(Point(46, 95), 3.6)), .flat(RGBAColor(1, 1, 1, 0.8)))
    let face = Point(100, 103 + 3 * squash - 10 * height)
    picture.addFace(
      eyeMidpoint: face, scale: 1.3, eyes: height > 0.6 ? .laughing : .open(1), cheeks: 0xFFA9B8)
    return picture
  }
}
