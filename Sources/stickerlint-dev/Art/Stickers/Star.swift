extension Artwork {
  /// A star that twinkles and winks.
  static let star = Artwork(animation: "star-blinking", frameCount: 14) { phase in
    var picture = Picture()
    let center = Point(98, 104)
    let star = Shape.star(center, 5, outer: 80, inner: 46, corner: 12)
    picture.part(star, .radial(Ink(hex: 0xFFE98A), at: Point(84, 78), Ink(hex: 0xFFBE2E), radius: 100))
    let shade = star.minus(star.moved(-6, -7))
    picture.detail(shade, .flat(Ink(hex: 0xE8901A).faded(0.55)))
    let shine = [Point(38, 85), Point(52, 84), Point(66, 82)]
    picture.detail(.stroke(shine, width: 6), .flat(Ink(1, 1, 1, 0.85)))
    picture.face(Point(98, 102), 1.2, eyes: .open(openness(phase)), cheeks: 0xFF9A76)
    for (place, size, start) in [
      (Point(156, 44), 17.0, 0.0), (Point(43, 46), 14, 0.4), (Point(166, 150), 12, 0.7),
    ] {
      picture.paper(.capsule(place, center, size + 5, 40))
      picture.ornament(twinkle(place, size, phase + start), .hex(0xFFF2B0))
    }
    return picture
  }
}

/// Shut at half time; open most of the cycle.
private func openness(_ phase: Double) -> Double { min(1, abs(phase - 0.5) * 7) }

private func twinkle(_ center: Point, _ size: Double, _ phase: Double) -> Shape {
  let radius = size * (0.75 + 0.25 * sine(phase))
  return .star(center, 4, outer: radius, inner: radius * 0.42, corner: 1.6)
}
