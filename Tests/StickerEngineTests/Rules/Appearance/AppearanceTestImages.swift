import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

typealias Color = [UInt8]

let (shade, clear, coral): (Color, Color, Color) = ([30, 24, 40, 255], [0, 0, 0, 0], [255, 111, 89, 255])

/// A rule's messages about a still image, or about an animation with 0.1 s per frame.
func messages(_ rule: Rule, _ pictures: Bitmap..., plays: Int = 0) async throws -> [String] {
  try await messages(rule, pictures, plays: plays)
}

func messages(_ rule: Rule, _ pictures: [Bitmap], plays: Int = 0) async throws -> [String] {
  let bytes =
    pictures.count == 1
    ? try pictures[0].encodedPNG()
    : try pictures.map { Frame($0, delay: ExactSeconds(1, 10)) }.encodedAPNG(plays: plays)
  let report = await lint([AssetSource("a.png", .bytes(bytes))], Configuration(rules: [rule]), jobs: 1)
  return report.findings.map(\.message)
}

/// An image with a name. It is drawn only when it is needed.
struct NamedImage: CustomTestStringConvertible, Sendable {
  let name: String
  let make: @Sendable () throws -> Bitmap
  var testDescription: String { name }

  init(_ name: String, _ make: @escaping @Sendable () throws -> Bitmap) {
    (self.name, self.make) = (name, make)
  }
}

/// An animation with a name. It is drawn only when it is needed.
struct NamedAnimation: CustomTestStringConvertible, Sendable {
  let name: String
  /// The loop count; 0 is endless.
  let plays: Int
  let make: @Sendable () -> [Bitmap]
  var testDescription: String { name }

  init(_ name: String, plays: Int = 0, _ make: @escaping @Sendable () -> [Bitmap]) {
    (self.name, self.plays, self.make) = (name, plays, make)
  }
}
