import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Runs `pack --for telegram` on animations, and reads the output with ffprobe. Also tests WebM as art for
/// other messengers.
@Suite(.enabled(if: ExternalProgram.ffprobe != nil, "skipped: no ffprobe")) struct TelegramVideoTests {
  let folder: TemporaryFolder

  /// Writes a still image of 512 px, and an animation of 300 px with six frames of 100 ms.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(512, 512), to: "art/still.png")
    try folder.write(Art.moving(), to: "art/moving.png")
    try describe(["still.png", "moving.png"])
  }

  private func describe(_ files: [String]) throws {
    let list = files.map { "  - { file: \($0), emoji: [\"👋\"], description: { en: \($0) } }\n" }.joined()
    try folder.write(
      Array("name: Discs\nauthor: Ada\nlanguages: [en]\nstickers:\n\(list)".utf8), to: "art/stickerpack.yml")
  }

  private func run(_ arguments: String...) throws -> Outcome { try Program.run(arguments, in: folder.url) }

  /// What ffprobe reports about a video: codec, dimensions, alpha and duration.
  private func probe(_ path: String) throws -> String {
    let outcome = try ExternalProgram.run(
      ExternalProgram.ffprobe ?? "",
      [
        "-v", "error", "-show_entries",
        "stream=codec_name,width,height:stream_tags=alpha_mode:format=duration", "-of", "csv=p=0", path,
      ], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.output)")
    return outcome.output.split(separator: "\n").joined(separator: ",")
  }

  private func formats(_ path: String) throws -> [String] {
    let parsed = try JSONSerialization.jsonObject(with: Data(try folder.bytes(of: path))) as? [String: Any]
    let stickers = try #require(parsed?["stickers"] as? [[String: Any]])
    return stickers.map { "\($0["sticker"] ?? "") \($0["format"] ?? "")" }
  }

  @Test("a set may mix stills and videos, and each has its format")
  func mixed() throws {
    let outcome = try run("pack", "art", "--for", "telegram", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(
      try formats("build/telegram/stickers.json")
        == ["attach://01.png static", "attach://02.webm video"])
    #expect(try probe("build/telegram/02.webm") == "vp9,512,300,1,0.600000")
    #expect(try folder.bytes(of: "build/telegram/02.webm").count <= 262_144)
    #expect(try folder.bytes(of: "build/telegram/01.png") == folder.bytes(of: "art/still.png"))
    #expect(try folder.bytes(of: "build/telegram/thumb.png").count <= 128_000)
    let read = try run(
      "lint", "build/telegram/01.png", "build/telegram/02.webm", "--for", "telegram", "--fail-on", "error")
    #expect(read.status == 0, "\(read.text)")
  }

  @Test("the thumbnail of a set of videos is a video")
  func thumbnail() throws {
    try describe(["moving.png"])
    let outcome = try run("pack", "art", "--for", "telegram", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(try probe("build/telegram/thumb.webm") == "vp9,100,100,1,0.600000")
    #expect(try folder.bytes(of: "build/telegram/thumb.webm").count <= 32_768)
    let renamed = try run("pack", "art", "--for", "telegram", "--output", "build", "--name", "Other")
    #expect(renamed.status == 0, "the folder is recognized and replaced: \(renamed.errors)")
  }

  @Test("an animation that is too long stops the build with two suggestions, and either makes it fit")
  func long() throws {
    let frames = (0..<8).map { number in
      Frame(Art.bitmap(100, 100, red: 40, blue: 200, x: number * 3), delay: ExactSeconds(1, 2))
    }
    try folder.write(frames.encodedAPNG(plays: 0), to: "art/moving.png")
    let refused = try run("pack", "art", "--for", "telegram-emoji", "--output", "build")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("one play takes 4000 ms (limit: 3000 ms)"), "\(refused.errors)")
    #expect(refused.errors.contains("--trim") && refused.errors.contains("--speed-up"), "\(refused.errors)")
    for option in ["--trim", "--speed-up"] {
      let outcome = try run("pack", "art", "--for", "telegram-emoji", option, "--output", "b\(option)")
      #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
      #expect(try probe("b\(option)/telegram-emoji/02.webm") == "vp9,100,100,1,2.970000")
    }
    let cut = try Image(decoding: folder.bytes(of: "b--trim/telegram-emoji/02.webm"))
    #expect(cut.frames.count == 6)
    let fast = try Image(decoding: folder.bytes(of: "b--speed-up/telegram-emoji/02.webm"))
    #expect(fast.frames.count == 8)
    let both = try run("pack", "art", "--for", "telegram", "--trim", "--speed-up", "--output", "c")
    #expect(both.status == 2 && both.errors.contains("cannot be used together"))
    let alone = try run("pack", "art", "--trim", "--output", "d")
    #expect(alone.status == 2 && alone.errors.contains("--trim requires --fix or --for"))
  }

  @Test("lint says that an animation will be converted")
  func verdict() throws {
    let outcome = try run("lint", "art/moving.png", "--for", "telegram", "--no-pack")
    #expect(outcome.text.contains("this is an APNG (an animation must be WebM)"), "\(outcome.text)")
    #expect(outcome.text.contains("will be converted to WebM"), "\(outcome.text)")
    #expect(!outcome.text.contains("only stills"), "\(outcome.text)")
  }

  @Test("a WebM is art for Messages: fix makes an APNG with its frames and times")
  func asArt() throws {
    try folder.write(HandmadeWebM.sampleFile, to: "a.webm")
    let read = try run("lint", "a.webm", "--no-pack")
    #expect(read.status == 1)
    #expect(read.text.contains("this is a WebM (a sticker must be PNG, APNG, GIF or JPEG)"), "\(read.text)")
    let fixed = try run("fix", "a.webm", "--select", "unsupported-format", "--output", "out")
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/out")) == ["a.png"])
    let (video, image) = (
      try Image(decoding: HandmadeWebM.sampleFile), try Image(decoding: folder.bytes(of: "out/a.png"))
    )
    #expect(image.container.format == .apng, "\(fixed.text)")
    #expect(image.frames.map(\.delay.reduced) == video.frames.map(\.delay.reduced))
    #expect(
      zip(image.frames, video.frames).allSatisfy { one, other in
        stride(from: 0, to: one.bitmap.pixels.count, by: 4).allSatisfy { at in
          other.bitmap.pixels[at + 3] == 0
            ? one.bitmap.pixels[at + 3] == 0
            : one.bitmap.pixels[at..<at + 4] == other.bitmap.pixels[at..<at + 4]
        }
      })
  }

  @Test("Telegram accepts a WebM unchanged, and rejects one of the wrong size")
  func taken() throws {
    try folder.write(HandmadeWebM.sampleFile, to: "a.webm")
    let outcome = try run("lint", "a.webm", "--for", "telegram", "--no-pack", "--format", "concise")
    #expect(!outcome.text.contains("unsupported-format"), "\(outcome.text)")
    #expect(outcome.text.contains("pixel-dimensions"), "\(outcome.text)")
  }
}
