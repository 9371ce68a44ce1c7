import Testing

@testable import StickerImage

/// ICC profiles assembled by hand.
///
/// - Source: ICC.1:2022, 7 (header, table of tags), 10 (types).
struct HandmadeProfile: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var colorSpace = "RGB "
  var version: UInt8 = 2
  var tags: [(name: String, data: [UInt8])] = []

  /// A profile with three primaries, as XYZ adapted to D50, and one curve.
  init(_ name: String, _ primaries: [[Double]], curve: [UInt8], version: UInt8 = 2) {
    testDescription = name
    self.version = version
    for (tag, color) in zip(["rXYZ", "gXYZ", "bXYZ"], primaries) { tags.append((tag, Self.xyz(color))) }
    for tag in ["rTRC", "gTRC", "bTRC"] { tags.append((tag, curve)) }
    tags.append(("wtpt", Self.xyz([0.9642, 1, 0.8249])))
  }

  /// A gray profile.
  init(gray name: String, curve: [UInt8]) {
    testDescription = name
    colorSpace = "GRAY"
    tags = [("kTRC", curve), ("wtpt", Self.xyz([0.9642, 1, 0.8249]))]
  }

  func adding(_ tag: String, _ data: [UInt8]) -> HandmadeProfile {
    var profile = self
    profile.tags.append((tag, data))
    return profile
  }

  var bytes: [UInt8] {
    var (table, data) = (bigEndian32(tags.count), [UInt8]())
    let start = 132 + 12 * tags.count
    for tag in tags {
      table += Array(tag.name.utf8) + bigEndian32(start + data.count) + bigEndian32(tag.data.count)
      data += tag.data + [UInt8](repeating: 0, count: -tag.data.count & 3)
    }
    let length = start + data.count
    var header = bigEndian32(length) + [0, 0, 0, 0, version, version == 2 ? 0x10 : 0x30, 0, 0]
    header += Array("mntr\(colorSpace)XYZ ".utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    header +=
      [UInt8](repeating: 0, count: 28) + bigEndian32(0xF6D6) + bigEndian32(0x10000) + bigEndian32(0xD32D)
    return header + [UInt8](repeating: 0, count: 128 - header.count) + table + data
  }

  static func xyz(_ color: [Double]) -> [UInt8] { tag("XYZ ", color.flatMap(fixed)) }

  /// A `curv` tag: empty, a gamma × 256, or 16-bit samples.
  static func table(_ samples: [Int]) -> [UInt8] {
    tag("curv", bigEndian32(samples.count) + samples.flatMap(bigEndian16))
  }

  /// A `curv` tag with samples of a function over 0...1.
  static func sampled(_ count: Int, _ curve: (Double) -> Double) -> [UInt8] {
    table((0..<count).map { Int((curve(Double($0) / Double(count - 1)) * 65535).rounded()) })
  }

  /// A `para` tag with a function type and its parameters.
  static func parametric(_ type: Int, _ values: Double...) -> [UInt8] {
    tag("para", bigEndian16(type) + [0, 0] + values.flatMap(fixed))
  }

  private static func tag(_ type: String, _ content: [UInt8]) -> [UInt8] {
    Array(type.utf8) + [0, 0, 0, 0] + content
  }

  private static func fixed(_ number: Double) -> [UInt8] { bigEndian32(Int((number * 65536).rounded())) }
}

extension HandmadeProfile {
  /// The red, green and blue of sRGB adapted to D50, as in HP's and Apple's profiles.
  static let sRGBPrimaries = [
    [0.4360, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141],
  ]
  static let p3Primaries = [[0.5151, 0.2412, -0.0011], [0.2920, 0.6922, 0.0419], [0.1571, 0.0666, 0.7841]]
  static let adobePrimaries = [
    [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457],
  ]
  static let proPhotoPrimaries = [[0.7977, 0.2880, 0], [0.1352, 0.7119, 0], [0.0313, 0.0001, 0.8249]]

  static let sRGBCurve = parametric(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
  /// The adaptation from D65 to D50, which relative colors ignore.
  static let chad: [UInt8] =
    Array("sf32".utf8) + [0, 0, 0, 0]
    + [1.04788, 0.02292, -0.0502, 0.02959, 0.99048, -0.01706, -0.00923, 0.01508, 0.75168].flatMap(fixed)

  /// sRGB profiles as different vendors write them.
  static let sRGBVariants = [
    HandmadeProfile("HP's, a table of 1024", sRGBPrimaries, curve: sampled(1024, sRGBLight)),
    HandmadeProfile("Apple's, a formula", sRGBPrimaries, curve: sRGBCurve, version: 4).adding("chad", chad),
    HandmadeProfile("tiny, a table of 26", sRGBPrimaries, curve: sampled(26, sRGBLight)),
    HandmadeProfile("a table of 4096, version 4", sRGBPrimaries, curve: sampled(4096, sRGBLight), version: 4),
    HandmadeProfile("the plain gamma of 2.2", sRGBPrimaries, curve: table([563])),
    HandmadeProfile(gray: "gray, gamma 2.2", curve: table([563])),
    HandmadeProfile(gray: "gray, the sRGB curve", curve: sRGBCurve),
  ]

  static let p3Variants = [
    HandmadeProfile("Apple's Display P3", p3Primaries, curve: sRGBCurve, version: 4).adding("chad", chad),
    HandmadeProfile("Display P3, gamma 2.2", p3Primaries, curve: table([563])),
  ]

  /// Profiles of other spaces, with every form of curve.
  static let others = [
    HandmadeProfile("Adobe RGB", adobePrimaries, curve: table([563])),
    HandmadeProfile("ProPhoto", proPhotoPrimaries, curve: table([461])),
    HandmadeProfile("gamma 1.8", sRGBPrimaries, curve: table([461])),
    HandmadeProfile("light itself", sRGBPrimaries, curve: table([])),
    HandmadeProfile("para 0", sRGBPrimaries, curve: parametric(0, 2.6), version: 4),
    HandmadeProfile("para 1", adobePrimaries, curve: parametric(1, 2.4, 0.9, 0.1), version: 4),
    HandmadeProfile("para 2", sRGBPrimaries, curve: parametric(2, 2.2, 0.95, 0.01, 0.03), version: 4),
    HandmadeProfile("para 3", p3Primaries, curve: parametric(3, 2.0, 0.92, 0.08, 0.2, 0.1), version: 4),
    HandmadeProfile(
      "para 4", sRGBPrimaries, curve: parametric(4, 1.8, 0.9, 0.05, 0.3, 0.2, 0.02, 0.01), version: 4),
    HandmadeProfile("two samples", sRGBPrimaries, curve: table([0, 65535])),
    HandmadeProfile("a table that falls", sRGBPrimaries, curve: table([0, 40000, 30000, 65535])),
    HandmadeProfile(gray: "gray, gamma 1.8", curve: table([461])),
  ]

  /// - Source: IEC 61966-2-1.
  private static func sRGBLight(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : portablePower((value + 0.055) / 1.055, 2.4)
  }
}
