/// A flat color of a sketch.
struct Color {
  let red: UInt8
  let green: UInt8
  let blue: UInt8

  static let coral = Color(red: 0xFF, green: 0x6F, blue: 0x59)
  static let peach = Color(red: 0xFF, green: 0xCC, blue: 0xAA)
  static let white = Color(red: 0xFF, green: 0xFF, blue: 0xFF)

  /// One straight RGBA pixel.
  func pixel(alpha: UInt8) -> [UInt8] { [red, green, blue, alpha] }
}
