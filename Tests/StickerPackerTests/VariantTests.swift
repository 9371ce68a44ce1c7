import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

@Suite struct VariantTests {
  private func variants(_ name: String, _ bytes: [UInt8]) async throws -> [BuiltVariant] {
    let sticker = PackSticker(id: "a", metadata: StickerMetadata(name: "a"), file: Path(name))
    return try await buildSticker(sticker, bytes, PackOptions(toolVersion: "0"), reusing: nil, MemoryGate())
      .artAndVariants
  }

  @Test(
    "the sides of a variant are two-thirds or one-third of the art's, rounded half up, at least 1 px",
    arguments: [
      (300, 300, [200, 200, 100, 100]), (301, 310, [201, 207, 100, 103]), (1, 2, [1, 1, 1, 1]),
      (619, 4, [413, 3, 206, 1]),
    ])
  func sizes(_ width: Int, _ height: Int, _ expected: [Int]) async throws {
    let made = try await variants("a.png", still(width, height)).dropFirst()
    #expect(made.flatMap { [$0.pixelSize.width, $0.pixelSize.height] } == expected)
    #expect(made.map(\.format) == [.png, .png])
    for variant in made { #expect(ImageContainer(of: variant.bytes)?.canvas == variant.pixelSize) }
  }

  @Test("an animation keeps its frames, delays and loop count")
  func timing() async throws {
    for variant in try await variants("a.png", dance(120, 90)) {
      let image = try Image(decoding: variant.bytes)
      #expect(image.frames.map(\.delay.reduced) == danceDelays.map(\.reduced))
      #expect(image.container.animation?.plays == 3)
      #expect(variant.frameCount == 4)
      #expect(variant.format == .apng)
      #expect(variant.fileExtension == "png")
    }
  }

  @Test("a drawn animation keeps its frames, exact duration and loop count in every size")
  func fixture() async throws {
    let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/Art/pack/cat-waving.png")
    let bytes = [UInt8](try Data(contentsOf: place))
    let made = try await variants("cat-waving.png", bytes)
    #expect(made.map(\.pixelSize) == [PixelSize(408, 408), PixelSize(272, 272), PixelSize(136, 136)])
    for variant in made {
      let image = try Image(decoding: variant.bytes)
      let animation = try #require(image.container.animation)
      // As listed by another program: 12 frames of 1/15 s, endless. No two adjacent frames look the same in
      // any size, so none may be merged.
      #expect(animation.frames.map(\.delay.reduced) == Array(repeating: ExactSeconds(1, 15), count: 12))
      #expect(animation.duration?.reduced == ExactSeconds(4, 5))
      #expect(animation.plays == 0)
      #expect(variant.frameCount == 12)
      #expect(zip(image.frames, image.frames.dropFirst()).allSatisfy { $0.bitmap != $1.bitmap })
    }
  }

  @Test("an animation with equal frames keeps its duration")
  func merged() async throws {
    let frames = [0, 0, 1, 1, 1].map { Frame(disc(60, 60, step: $0), delay: ExactSeconds(1, 12)) }
    // The encoder merges equal frames, so only the total duration can be compared.
    let bytes = try frames.encodedAPNG(plays: 0)
    for variant in try await variants("a.png", bytes) {
      #expect(ImageContainer(of: variant.bytes)?.animation?.duration?.reduced == ExactSeconds(5, 12))
    }
  }

  @Test("a one-frame animation becomes a still")
  func oneFrame() async throws {
    let bytes = try [Frame(disc(30, 30), delay: ExactSeconds(1, 10))].encodedAPNG(plays: 0)
    let made = try await variants("a.png", bytes)
    #expect(made.dropFirst().map(\.format) == [.png, .png])
  }

  @Test(
    "small animated GIFs in the corpus become APNGs with equal duration and loop count",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"),
    arguments: CorpusFile.all.filter {
      $0.format == "gif" && $0.expectation == .ok && (2...4096).contains($0.frameCount ?? 1)
        && ($0.width ?? 9999) < 200
    })
  func animatedGIF(_ file: CorpusFile) async throws {
    let bytes = try Corpus.bytes(of: file.path)
    let art = try #require(ImageContainer(of: bytes)?.animation)
    for variant in try await variants("a.gif", bytes).dropFirst() {
      #expect(variant.fileExtension == "png")
      let made = try #require(ImageContainer(of: variant.bytes))
      if variant.frameCount > 1 {
        #expect(made.animation?.plays == art.plays)
        #expect(made.animation?.duration?.reduced == art.duration?.reduced)
      }
    }
  }

  @Test("a still GIF becomes a PNG", .enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func stillGIF() async throws {
    let file = try #require(
      CorpusFile.all.first {
        $0.format == "gif" && $0.expectation == .ok && $0.frameCount == 1 && $0.width ?? 0 > 20
      })
    let made = try await variants("a.gif", Corpus.bytes(of: file.path))
    #expect(made.map(\.fileExtension) == ["gif", "png", "png"])
    #expect(made.map(\.format) == [.gif, .png, .png])
  }

  @Test(
    "a JPEG stays a JPEG with the extension jpg or jpeg", .enabled(if: Corpus.isPresent, "skipped: no corpus")
  )
  func jpeg() async throws {
    let bytes = try Corpus.bytes(of: "jpeg/made/orientation-1.jpg")
    #expect(try await variants("a.jpg", bytes).map(\.fileExtension) == ["jpg", "jpg", "jpg"])
    #expect(try await variants("a.JPEG", bytes).map(\.fileExtension) == ["jpeg", "jpeg", "jpeg"])
    #expect(try await variants("a.jpe", bytes).map(\.fileExtension) == ["jpg", "jpg", "jpg"])
    #expect(try await variants("a.jpg", bytes).map(\.format) == [.jpeg, .jpeg, .jpeg])
  }

  @Test(
    "EXIF orientation is applied", .enabled(if: Corpus.isPresent, "skipped: no corpus"), arguments: 1...8)
  func orientation(_ number: Int) async throws {
    let bytes = try Corpus.bytes(of: "jpeg/made/orientation-\(number).jpg")  // 60 × 40 as stored
    let made = try await variants("a.jpg", bytes)
    #expect(made[1].pixelSize == (number < 5 ? PixelSize(40, 27) : PixelSize(27, 40)))
    #expect(ImageContainer(of: made[1].bytes)?.orientation ?? 1 == 1)
  }

  @Test(
    "the four corners go where EXIF says",
    arguments: [
      (1, "top", "left"), (2, "top", "right"), (3, "bottom", "right"), (4, "bottom", "left"),
      (5, "left", "top"),
      (6, "right", "top"), (7, "right", "bottom"), (8, "left", "bottom"),
    ])
  func corners(_ orientation: Int, _ row0: String, _ column0: String) {
    let opposite = ["top": "bottom", "bottom": "top", "left": "right", "right": "left"]
    let stored = Bitmap(PixelSize(3, 2), pixels: (0..<6).flatMap { [UInt8($0), 0, 0, 255] })
    let seen = stored.oriented(by: orientation)
    func corner(_ sides: Set<String?>) -> UInt8 {
      let x = sides.contains("left") ? 0 : seen.width - 1
      let y = sides.contains("top") ? 0 : seen.height - 1
      return seen.pixels[(y * seen.width + x) * 4]
    }
    #expect(corner([row0, column0]) == 0)
    #expect(corner([row0, opposite[column0]]) == 2)
    #expect(corner([opposite[row0], column0]) == 3)
    #expect(corner([opposite[row0], opposite[column0]]) == 5)
  }

  @Test("an embedded profile is kept", .enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func profile() async throws {
    let files = CorpusFile.all.filter {
      $0.expectation == .ok && $0.path.contains("icc") && $0.path.contains(".jpg")
    }
    #expect(!files.isEmpty)
    for file in files {
      let bytes = try Corpus.bytes(of: file.path)
      guard let art = ImageContainer(of: bytes), let profile = art.profile else { continue }
      for variant in try await variants("a.jpg", bytes).dropFirst() {
        #expect(ImageContainer(of: variant.bytes)?.profile == profile, "\(file.path)")
      }
    }
  }

  @Test("color chunks are kept unchanged", .enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func chunks() async throws {
    let bytes = try Corpus.bytes(of: "pngsuite/ccwn2c08.png")  // cHRM, and gAMA 1.0
    let wanted = try #require(ImageContainer(of: bytes)).colorChunks(of: bytes)
    #expect(wanted.count == 2)
    for variant in try await variants("a.png", bytes) {
      #expect(try #require(ImageContainer(of: variant.bytes)).colorChunks(of: variant.bytes) == wanted)
    }
  }
}
