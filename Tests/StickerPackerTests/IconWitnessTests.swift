import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

/// Compares icons with Pillow's decoding, and with icons that Pillow makes.
@Suite(.enabled(if: ExternalProgram.python != nil, "skipped: no Python with Pillow"))
struct IconWitnessTests {
  private struct PillowMeasurements: Decodable {
    let mode: String
    let size: [Int]
    let frames: Int
    let said: [String]
    let mean: [Double]
    let recolored: Double
    let apart: Double
    let beside: Double
  }

  @Test("icons of RGB, transparent and JPEG art match those that Pillow makes, in the art's colors")
  func icons() throws {
    var clear = iconArt(1300, 1300)
    clear.draw(Bitmap(PixelSize(1, 1), color: 0), x: 0, y: 0)
    for at in stride(from: 3, to: clear.pixels.count, by: 4) { clear.pixels[at] = UInt8(at / 4 % 1300 / 6) }
    for (bytes, background) in [
      (try iconArt(1024, 1024).encodedPNG(), UInt32?.none), (try clear.encodedPNG(), 0x20D0A0),
      (try iconArt(1111, 1111).encodedJPEG(quality: 90), 0xFFFFFF),
    ] {
      let source = IconSetSource(picture(bytes), background: background)
      try expectAsPillow(source, sideColor: background ?? 0x3366CC)
    }
  }

  @Test(
    "art in Display P3 is converted to sRGB as LittleCMS does",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func profile() throws {
    let carrier = try Corpus.bytes(of: "rules/color-space/ok-display-p3.png")
    let chunks = try #require(ImageContainer(of: carrier)).colorChunks(of: carrier)
    let bytes = try iconArt(1024, 1024).encodedPNG(colorChunks: chunks)
    let source = IconSetSource(picture(bytes), background: 0)
    #expect(try iconSet(from: source).notes.first?.contains("converted the colors to sRGB from ") == true)
    try expectAsPillow(source, sideColor: 0)
  }

  private func expectAsPillow(_ source: IconSetSource, sideColor: UInt32) throws {
    let set = try iconSet(from: source)
    let seen: [String: PillowMeasurements] = try ExternalProgram.withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("source")
      try Data(source.mainImage.bytes).write(to: file)
      for icon in set.icons {
        try Data(icon.bytes).write(to: folder.appendingPathComponent(icon.slot.fileName))
      }
      let paths = set.icons.map { folder.appendingPathComponent($0.slot.fileName).path }
      if let pngcheck = ExternalProgram.pngcheck {
        #expect(try ExternalProgram.run(pngcheck, ["-q"] + paths).status == 0)
      }
      let request: [String: Any] = [
        "source": file.path, "background": channels(source.backgroundAndSideColor ?? 0),
        "beside": channels(sideColor),
        "icons": paths,
      ]
      let input = String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
      let answer = try ExternalProgram.run(
        try #require(ExternalProgram.python), [ExternalProgram.scriptPath("icons")], input: input)
      try #require(answer.status == 0, "\(answer.output)")
      let byPath = try JSONDecoder().decode([String: PillowMeasurements].self, from: Data(answer.output.utf8))
      return Dictionary(
        uniqueKeysWithValues: zip(set.icons.map(\.slot.name), paths.compactMap { byPath[$0] }))
    }
    for slot in IconSlot.all {
      let icon = try #require(seen[slot.name])
      #expect(icon.mode == "RGB" && icon.frames == 1, "\(slot.name)")
      #expect(icon.size == [slot.pixelSize.width, slot.pixelSize.height], "\(slot.name)")
      #expect(icon.said == ["srgb"], "\(slot.name)")
      #expect(icon.recolored < 1, "\(slot.name): \(icon.recolored)")
      #expect(icon.apart < 3, "\(slot.name): \(icon.apart)")
      #expect(icon.beside == 0, "\(slot.name): \(icon.beside)")
    }
    for channel in 0..<3 {
      let means = seen.values.map(\.mean[channel])
      #expect((means.max() ?? 0) - (means.min() ?? 0) < 1)
    }
  }

  private func channels(_ color: UInt32) -> [Int] { [16, 8, 0].map { Int(color >> $0 & 255) } }
}
