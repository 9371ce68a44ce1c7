import Foundation
import Testing

@testable import StickerImage

/// `pack --for` LINE with typical loops. LINE accepts them only if the number of plays times the duration is
/// a whole number of seconds.
///
/// - Source: creator.line.me: 5 to 20 frames, 1 to 4 plays, at most 4 seconds.
@Suite struct LineLoopTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Outcome { try Program.run(arguments, in: folder.url) }

  private func shell(_ line: String) throws -> String { try Program.shell(line, in: folder.url).text }

  /// Writes eight animations that loop forever.
  private func write(_ delays: [ExactSeconds], frames: Int = 7) throws {
    for number in 0..<8 {
      let pictures = (0..<frames).map { frame in
        let bitmap = Art.bitmap(270, 270, red: UInt8(30 * number), blue: 200, x: frame * 2 - 6)
        return Frame(bitmap, delay: delays[number % delays.count])
      }
      try folder.write(pictures.encodedAPNG(plays: 0), to: "art/loop\(number).png")
    }
    try writePackFile((0..<8).map { "loop\($0).png" })
  }

  private func writePackFile(_ files: [String]) throws {
    let stickers = files.map { "  - { file: \($0), description: { en: Loop } }\n" }.joined()
    try folder.write(
      Array("name: Loops\nauthor: Ada\nlanguages: [en]\nstickers:\n\(stickers)".utf8),
      to: "art/stickerpack.yml")
  }

  private func animation(_ path: String) throws -> Animation {
    try #require(ImageContainer(of: try folder.bytes(of: path))?.animation)
  }

  @Test("ordinary loops get loop counts and delays that add up to whole seconds, and notes say so")
  func retimed() throws {
    // 700, 490, 280.7 and 1001 ms per cycle.
    try write([ExactSeconds(1, 10), ExactSeconds(7, 100), ExactSeconds(401, 10_000), ExactSeconds(143, 1000)])
    let outcome = try run("pack", "art", "--for", "line-animated", "--output", "build")
    // 280.7 ms: 4 plays take 1122.8 ms and 3 plays take 842.1 ms. Neither is within 10% of a second.
    #expect(outcome.status == 1, "\(outcome.text)\(outcome.errors)")
    let refused = outcome.errors.split(separator: "\n").filter { $0.contains("loop2.png") }
    #expect(refused.contains { $0.contains("one play takes 281 ms, but 1 to 4 plays") }, "\(outcome.errors)")

    try write([ExactSeconds(1, 10), ExactSeconds(7, 100), ExactSeconds(143, 1000)])
    let packed = try run("pack", "art", "--for", "line-animated", "--output", "build")
    #expect(packed.status == 0, "\(packed.text)\(packed.errors)")
    #expect(
      packed.errors.contains("play 3 times in 2 seconds (the animation runs 5% faster)"), "\(packed.errors)")
    _ = try shell("unzip -q build/line-animated.zip -d line")
    for (name, plays, cycle) in [
      ("01", 3, ExactSeconds(2, 3)), ("02", 4, ExactSeconds(1, 2)),
      ("03", 4, ExactSeconds(1, 1)),
    ] {
      let animation = try animation("line/\(name).png")
      #expect(animation.plays == plays && animation.duration?.reduced == cycle && animation.frames.count == 7)
    }
    let read = try run("lint", "line/01.png", "--for", "line-animated", "--no-pack", "--fail-on", "error")
    #expect(read.status == 0, "\(read.text)")
  }

  @Test("an animation with too few frames has one reason")
  func few() throws {
    try write([ExactSeconds(1, 10)], frames: 3)
    let outcome = try run(
      "lint", "art/loop0.png", "--for", "line-animated", "--no-pack", "--format", "concise")
    let limits = outcome.lines.filter { $0.contains("animation-limits") }
    #expect(
      limits.count == 1 && limits[0].contains("the animation has 3 frames (allowed: 5 to 20)"), "\(limits)")
  }

  @Test("a one-frame animation becomes a still in LINE emoji")
  func oneFrame() throws {
    for number in 0..<8 {
      let art = number == 0 ? try Art.moving(frames: 1) : try Art.disc(180, 180, red: UInt8(20 * number))
      try folder.write(art, to: "art/emoji\(number).png")
    }
    try writePackFile((0..<8).map { "emoji\($0).png" })
    let outcome = try run("pack", "art", "--for", "line-emoji", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    _ = try shell("unzip -q build/line-emoji.zip -d line")
    let first = try shell("ls line").split(separator: "\n").first.map(String.init) ?? ""
    let container = try #require(ImageContainer(of: try folder.bytes(of: "line/\(first)")))
    #expect(container.format == .png && container.animation == nil && container.canvas == PixelSize(180, 180))
  }
}
