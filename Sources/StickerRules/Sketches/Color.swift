/// A flat color of a sketch.
struct Color {
  let red: UInt8
  let green: UInt8
  let blue: UInt8

  static let coral = Color(red: 0xFF, green: 0x6F, blue: 0x59)
  static let peach = Color(red: 0xFF, green: 0xCC, blue: 0xAA)
  static let plum = Color(red: 0x64, green: 0x32, blue: 0x82)
  static let black = Color(red: 0, green: 0, blue: 0)
  static let white = Color(red: 0xFF, green: 0xFF, blue: 0xFF)

  /// One straight RGBA pixel.
  func pixel(alpha: UInt8) -> [UInt8] { [red, green, blue, alpha] }
}
