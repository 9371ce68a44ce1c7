/// An ICC profile of three primaries and one gamma, version 2.
struct SketchedProfile {
  let name: String
  let bytes: [UInt8]

  /// - Source: Adobe RGB (1998) Color Image Encoding, 2005-05, annex B: primaries under D50, gamma
  ///   2.19921875.
  static let adobeRGB = SketchedProfile(
    "Adobe RGB (1998)", gamma: 0x0233,
    [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]])
  /// The primaries of Display P3 under D50, and the plain gamma of 2.2.
  static let displayP3 = SketchedProfile(
    "Display P3", gamma: 0x0233,
    [[0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407]])

  /// - Parameter gamma: the exponent × 256.
  private init(_ name: String, gamma: Int, _ primaries: [[Double]]) {
    self.name = name
    let curve = Array("curv".utf8) + bigEndian(0) + bigEndian(1) + Array(bigEndian(gamma).suffix(2)) + [0, 0]
    let description = Array("desc".utf8) + bigEndian(0) + bigEndian(name.utf8.count + 1) + Array(name.utf8)
    let end = [UInt8](repeating: 0, count: 1 + 78 + 3 - name.utf8.count % 4)
    var tags = [("desc", description + end)]
    for (tag, color) in zip(["rXYZ", "gXYZ", "bXYZ"], primaries) {
      tags.append((tag, Array("XYZ ".utf8) + bigEndian(0) + color.flatMap { bigEndian(Int($0 * 65536)) }))
    }
    for tag in ["rTRC", "gTRC", "bTRC"] { tags.append((tag, curve)) }
    var (table, data) = (bigEndian(tags.count), [UInt8]())
    for (tag, content) in tags {
      table += Array(tag.utf8) + bigEndian(132 + 12 * tags.count + data.count) + bigEndian(content.count)
      data += content
    }
    let body = table + data
    bytes = header(length: 128 + body.count) + body
  }
}

/// - Source: ICC.1:2001-04, 6.1: length, program, version, class, space, where it leads, date, the mark,
///   and the white that it leads to.
private func header(length: Int) -> [UInt8] {
  var out = bigEndian(length) + bigEndian(0) + bigEndian(0x0210_0000) + Array("mntrRGB XYZ ".utf8)
  out += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
  out += bigEndian(0xF6D6) + bigEndian(0x10000) + bigEndian(0xD32D)
  return out + [UInt8](repeating: 0, count: 128 - out.count)
}
