@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

/// Art drawn for tests: a soft disc whose color and position depend on `step`.
func disc(_ width: Int, _ height: Int, step: Int = 0) -> Bitmap {
  var bitmap = Bitmap(transparent: PixelSize(width, height))
  let radius = Double(min(width, height)) * 0.4
  for y in 0..<height {
    for x in 0..<width {
      let (dx, dy) = (Double(x) - Double(width) / 2 - Double(step * 3), Double(y) - Double(height) / 2)
      let cover = min(1, max(0, radius - (dx * dx + dy * dy).squareRoot() + 0.5))
      let at = (y * width + x) * 4
      bitmap.pixels[at] = UInt8((40 + step * 50) % 256)
      bitmap.pixels[at + 1] = UInt8(x * 255 / width)
      bitmap.pixels[at + 2] = UInt8(y * 255 / height)
      bitmap.pixels[at + 3] = UInt8(cover * 255)
    }
  }
  return bitmap
}

/// A still PNG.
func still(_ width: Int, _ height: Int) throws -> [UInt8] { try disc(width, height).encodedPNG() }

/// The delays of `dance`: 0.1 s, 1/30 s, 0.25 s, 2/15 s.
let danceDelays = [ExactSeconds(1, 10), ExactSeconds(1, 30), ExactSeconds(25, 100), ExactSeconds(2, 15)]

/// An APNG of four frames that plays three times.
func dance(_ width: Int, _ height: Int) throws -> [UInt8] {
  let frames = danceDelays.enumerated().map { Frame(disc(width, height, step: $0.offset), delay: $0.element) }
  return try frames.encodedAPNG(plays: 3)
}

/// A folder of art in memory, by file name.
struct ArtFolder: Sendable {
  var files: [String: [UInt8]]

  /// Two stills and an animation.
  static func mixed() throws -> ArtFolder {
    ArtFolder(files: [
      "wave@3x.png": try still(300, 300), "Hop 10.png": try still(301, 310),
      "dance.apng": try dance(306, 300),
    ])
  }

  func pack(_ name: String = "Monkey") -> Pack {
    packFromFolder(files.keys.map { Path($0) }, name: name).pack
  }

  func buildPack(_ variants: SmallerVariantSelection = .all, jobs: Int = 1, pack: Pack? = nil) async throws
    -> PackInMemory
  {
    let files = files
    return try await buildPackInMemory(
      pack ?? self.pack(), PackOptions(variants: variants, jobs: jobs, toolVersion: "0.0.1")
    ) { path in
      path.text.flatMap { files[$0] }.map(ReadOutcome.bytes) ?? .unreadable("it is not there")
    }
  }
}
