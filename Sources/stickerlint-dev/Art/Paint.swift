/// A color: red, green, blue and opacity, each 0...1, straight, sRGB.
typealias Ink = SIMD4<Double>

extension SIMD4<Double> {
  /// An opaque color from `0xRRGGBB`.
  init(hex: UInt32) {
    let bytes = [16, 8, 0].map { Double((hex >> UInt32($0)) & 255) / 255 }
    self.init(bytes[0], bytes[1], bytes[2], 1)
  }

  /// The color between this one (0) and another (1).
  func mixed(_ other: Self, _ share: Double) -> Self { self + (other - self) * share }

  /// The color at another opacity.
  func faded(_ opacity: Double) -> Self {
    var copy = self
    copy.w *= opacity
    return copy
  }
}

/// What a shape is filled with.
enum Paint: Sendable {
  /// One color.
  case flat(Ink)
  /// From one color at one place to another at another place, straight.
  case linear(Ink, at: Point, to: Ink, end: Point)
  /// From one color at a place to another at a distance from it, in circles.
  case radial(Ink, at: Point, Ink, radius: Double)

  /// One opaque color from `0xRRGGBB`.
  static func hex(_ hex: UInt32) -> Paint { .flat(Ink(hex: hex)) }

  /// From a color at the height `top` to another at the height `bottom`.
  static func vertical(_ a: UInt32, _ top: Double, _ b: UInt32, _ bottom: Double) -> Paint {
    .linear(Ink(hex: a), at: Point(0, top), to: Ink(hex: b), end: Point(0, bottom))
  }

  /// The color at a point.
  func color(at point: Point) -> Ink {
    switch self {
    case .flat(let color): return color
    case .linear(let first, let a, let last, let b):
      let share = (point - a).dot(b - a) / max((b - a).dot(b - a), 1e-9)
      return first.mixed(last, min(max(share, 0), 1))
    case .radial(let first, let center, let last, let radius):
      return first.mixed(last, min((point - center).length / radius, 1))
    }
  }

  /// The paint with its colors put through a change.
  func mapped(_ change: (Ink) -> Ink) -> Paint {
    switch self {
    case .flat(let color): .flat(change(color))
    case .linear(let first, let a, let last, let b): .linear(change(first), at: a, to: change(last), end: b)
    case .radial(let first, let center, let last, let radius):
      .radial(change(first), at: center, change(last), radius: radius)
    }
  }
}
