import Corpus
import Foundation
import Testing

@testable import StickerImage

/// A profile whose limits differ from Apple's. Everything that checks, fixes, packs or shows stickers has to
/// use them.
@Suite("profile limits") struct ProfileTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write(
      """
      rules:
        file-size: { max-bytes: 50000 }
        pixel-dimensions: { min-pixels: 90, max-pixels: 240 }
        grid-size: { small-pixels: 90, regular-pixels: 150, large-pixels: 240 }
      """, to: "messenger.yml")
    try write("profile: ./messenger.yml", to: ".stickerlint.yml")
  }

  private func write(_ text: String, to path: String) throws { try folder.write(Array(text.utf8), to: path) }

  private func run(_ line: String) throws -> Outcome {
    try Program.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  /// Art with grain, whose file size is large.
  private func largeFilePNG(_ side: Int) throws -> [UInt8] {
    try #require(OversizedArt.all(1).first).bitmap(side: side).encodedPNG()
  }

  private func size(_ path: String) throws -> (pixels: PixelSize, bytes: Int) {
    let bytes = [UInt8](try Data(contentsOf: folder.url.appendingPathComponent(path)))
    return (try #require(ImageContainer(of: bytes, budget: .standard)).canvas, bytes.count)
  }

  @Test("rules apply a profile's limits, and values that are derived from them") func rules() throws {
    try folder.write(Art.disc(240, 240), to: "art/fits.png")
    try folder.write(Art.disc(242, 242), to: "art/large.png")
    try folder.write(Art.disc(90, 87), to: "art/small.png")
    try folder.write(Art.disc(200, 100), to: "art/odd.png")
    try folder.write(try largeFilePNG(240), to: "art/heavy.png")
    let lines = try run(
      "lint art --no-pack --format concise --select file-size,pixel-dimensions,whole-points"
    ).lines
    func told(_ name: String) -> [Substring] { lines.filter { $0.hasPrefix("art/\(name).png") } }
    #expect(told("fits") == [])
    #expect(told("large").contains { $0.contains("too large (limit: 240 px per side)") })
    #expect(told("small").contains { $0.contains("(minimum: 90 px per side)") })
    // The advice uses the profile's closest grid size, which is not one of Apple's.
    #expect(told("odd").contains { $0.hasSuffix("export it to fit 240 × 240 px and center it") })
    #expect(told("heavy").contains { $0.contains("(limit: less than 50,000 bytes)") })
  }

  @Test("grid widths come from the profile") func grid() throws {
    try folder.write(Art.disc(150, 150), to: "art/fits.png")
    try folder.write(Art.disc(200, 200), to: "art/large.png")
    try write(
      "grid-size: regular\nstickers: [{ file: fits.png }, { file: large.png }]", to: "art/stickerpack.yml")
    let outcome = try run("lint art --format concise --select grid-size")
    #expect(outcome.lines.count == 1)
    #expect(
      outcome.text.contains("200 × 200 px: larger than the pack's regular grid; scale it to 150 × 150 px"))
  }

  @Test("fixes stay within the profile's limits") func fix() throws {
    try folder.write(try largeFilePNG(300), to: "art/heavy.png")
    let outcome = try run("fix art --lossy --output fixed")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    let fixed = try size("fixed/heavy.png")
    #expect(fixed.bytes < 50_000)
    #expect(90...240 ~= fixed.pixels.width && 90...240 ~= fixed.pixels.height)
  }

  @Test("grid sizes and bundles follow the profile's limits, even if a rule is ignored") func pack() throws {
    for frame in 1...3 { try folder.write(try largeFilePNG(150), to: "art/dance/\(frame).png") }
    try folder.write(try largeFilePNG(240), to: "art/heavy.png")
    try folder.write(try Bitmap(PixelSize(1024, 1024), color: 0xFFD54F).encodedPNG(), to: "art/icon.png")
    try write(
      """
      languages: [en]
      icon: icon.png
      stickers:
        - { file: heavy.png, description: { en: A heavy thing } }
        - { frames: dance/*.png, fps: 12, description: { en: A dance } }
      """, to: "art/stickerpack.yml")
    let outcome = try run(
      "pack art --output out --xcode --template sticker-browser --ignore file-size")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("grid size regular (150 px)") || outcome.errors.contains("large (240 px)"))
    #expect(outcome.errors.contains("limits of Messages: less than 50,000"))
    #expect(outcome.errors.contains("less than 50,000 bytes, 90 to 240 px per side"))
    let sources = try folder.files(below: "out").filter { $0.hasSuffix("StickerLimits.swift") }
    let limits = try String(
      contentsOf: folder.url.appendingPathComponent("out/\(try #require(sources.first))"), encoding: .utf8)
    #expect(limits.contains("fileBytes = 1..<50_000") && limits.contains("leastPixels = 90\n"))
  }
}
