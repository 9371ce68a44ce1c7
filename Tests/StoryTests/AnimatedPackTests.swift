import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Runs `pack --for` on animations, for messengers that animate only GIFs. gifsicle, ImageMagick and the
/// rules of each profile check the output.
@Suite(.enabled(if: ExternalProgram.gifsicle != nil, "skipped: no gifsicle")) struct AnimatedPackTests {
  let folder: TemporaryFolder

  /// Writes a still image, an animation of 300 px and a sequence of eleven images.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(408, 408), to: "art/still.png")
    try folder.write(Art.moving(), to: "art/moving.png")
    for number in 1...11 {
      let picture = Art.bitmap(300, 300, red: 40, blue: 200, x: number)
      try folder.write(picture.encodedPNG(), to: "art/dance/\(number).png")
    }
    try describe([
      "{ file: still.png, emoji: [\"👋\"], description: { en: Still }, keywords: [calm] }",
      "{ file: moving.png, emoji: [\"👋\"], description: { en: It moves } }",
      "{ frames: dance/*.png, fps: 12, emoji: [\"👋\"], description: { en: It dances } }",
    ])
  }

  private func describe(_ stickers: [String]) throws {
    let list = stickers.map { "  - \($0)\n" }.joined()
    try folder.write(
      Array("name: Discs\nauthor: Ada\nlanguages: [en]\nstickers:\n\(list)".utf8), to: "art/stickerpack.yml")
  }

  private func run(_ arguments: String...) throws -> Outcome { try Program.run(arguments, in: folder.url) }

  private func shell(_ line: String) throws -> String { try Program.shell(line, in: folder.url).text }

  /// What gifsicle reports about a GIF, and the delays of its frames.
  private func look(at path: String) throws -> (info: String, delays: [Double]) {
    let outcome = try ExternalProgram.run(ExternalProgram.gifsicle ?? "", ["--info", path], in: folder.url)
    #expect(outcome.status == 0 && !outcome.output.contains("warning"), "\(outcome.output)")
    let delays = outcome.output.matches(of: /delay ([0-9.]+)s/).compactMap { Double($0.1) }
    return (outcome.output, delays)
  }

  @Test(
    "an animation becomes a GIF of its own size, a still stays PNG, and general rules stay silent",
    arguments: ["slack", "discord-emoji"])
  func folders(_ messenger: String) throws {
    let outcome = try run("pack", "art", "--for", messenger, "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(
      try shell("ls build/\(messenger)").split(separator: "\n") == [
        "dance.gif", "moving.gif", "names.json", "still.png",
      ])
    // Both messengers scale images for display.
    #expect(try shell("identify -format '%m %wx%h' build/\(messenger)/still.png") == "PNG 408x408")
    let moving = try look(at: "build/\(messenger)/moving.gif")
    #expect(moving.info.contains(" 6 images") && moving.info.contains("logical screen 300x300"))
    #expect(moving.info.contains("loop forever") && moving.delays == [Double](repeating: 0.1, count: 6))
    let dance = try look(at: "build/\(messenger)/dance.gif")
    #expect(dance.info.contains(" 11 images"))
    // 11 frames at 12 frames per second.
    #expect(abs(dance.delays.reduce(0, +) - 11.0 / 12) <= 0.005)
    let read = try run("lint", "build/\(messenger)", "--for", messenger, "--no-pack", "--fail-on", "warning")
    #expect(read.status == 0, "\(read.text)")
  }

  @Test("Twitch gets each emote at full size and in three smaller sizes, animations included")
  func twitch() throws {
    let outcome = try run("pack", "art", "--for", "twitch", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    for (name, side) in [
      ("moving.gif", 300), ("moving-112.gif", 112), ("moving-56.gif", 56), ("moving-28.gif", 28),
    ] {
      let moving = try look(at: "build/twitch/\(name)")
      #expect(moving.info.contains(" 6 images") && moving.info.contains("logical screen \(side)x\(side)"))
    }
    for (name, side) in [
      ("still.png", 408), ("still-112.png", 112), ("still-56.png", 56), ("still-28.png", 28),
    ] {
      #expect(try shell("identify -format '%wx%h' build/twitch/\(name)") == "\(side)x\(side)")
    }
  }

  @Test("Mastodon gets GIFs, or APNGs on request, and Misskey gets APNGs")
  func archives() throws {
    let outcome = try run("pack", "art", "--for", "mastodon,misskey", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    _ = try shell(
      "mkdir toot key && tar -xzf build/mastodon.tar.gz -C toot && unzip -q build/misskey.zip -d key")
    #expect(try shell("ls toot").split(separator: "\n") == ["dance.gif", "moving.gif", "still.png"])
    #expect(try look(at: "toot/moving.gif").info.contains("logical screen 300x300"))
    let meta = Data(try folder.bytes(of: "key/meta.json"))
    let list = try #require(try JSONSerialization.jsonObject(with: meta) as? [String: Any])["emojis"]
    let files = try #require(list as? [[String: Any]]).compactMap { $0["fileName"] as? String }
    #expect(files == ["still.png", "moving.png", "dance.png"])
    #expect(try folder.bytes(of: "key/moving.png") == folder.bytes(of: "art/moving.png"))
    let soft = try run("pack", "art", "--for", "mastodon", "--apng", "--output", "soft")
    #expect(soft.status == 0, "\(soft.errors)")
    _ = try shell("mkdir soft/toot && tar -xzf soft/mastodon.tar.gz -C soft/toot")
    #expect(try folder.bytes(of: "soft/toot/moving.png") == folder.bytes(of: "art/moving.png"))
    let lonely = try run("pack", "art", "--apng", "--output", "none")
    #expect(lonely.status == 2 && lonely.errors.contains("--apng requires --for"))
  }

  @Test(
    "an animated WebP becomes a GIF with the same frames and times if WebP is not accepted",
    arguments: ["slack", "discord-emoji", "mastodon", "misskey", "twitch"])
  func animatedWebP(_ messenger: String) throws {
    let side = messenger == "twitch" ? 112 : 128
    let frames = (0..<4).map { number in
      Frame(
        Art.bitmap(side, side, red: 40, blue: 200, x: number * 3).withHardEdges(), delay: ExactSeconds(1, 5))
    }
    let webP = try frames.encodedWebP(plays: 0)
    try folder.write(webP, to: "art/moving.webp")
    try describe([
      "{ file: still.png, description: { en: Still } }", "{ file: moving.webp, description: { en: Moves } }",
    ])
    let outcome = try run("pack", "art", "--for", messenger, "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    _ = try shell(
      "mkdir out && (test -d build/\(messenger) && cp build/\(messenger)/* out"
        + " || tar -xzf build/\(messenger).tar.gz -C out || unzip -q build/\(messenger).zip -d out)")
    let listed = try shell("ls out")
    if listed.contains("moving.webp") {
      // The messenger accepts WebP unchanged.
      #expect(try folder.bytes(of: "out/moving.webp") == webP)
      return
    }
    let moving = try look(at: "out/moving.gif")
    #expect(moving.info.contains(" 4 images") && moving.delays == [0.2, 0.2, 0.2, 0.2], "\(moving.info)")
  }

  @Test("a frame sequence becomes one animation for messengers that accept APNG")
  func sequence() throws {
    let outcome = try run("pack", "art", "--for", "signal,discord-sticker", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(try shell("ls build/discord-sticker").contains("dance.png"))
    _ = try shell("unzip -q build/signal.zip -d signal")
    // Signal numbers its stickers. The sequence is the third one.
    for (path, side) in [("build/discord-sticker/dance.png", 320), ("signal/03.png", 300)] {
      let dance = try #require(ImageContainer(of: folder.bytes(of: path)))
      #expect(dance.format == .apng && dance.frameCount == 11 && dance.canvas == PixelSize(side, side))
      let frames = try #require(dance.animation?.frames)
      #expect(frames.allSatisfy { $0.delay.isSameTime(as: ExactSeconds(1, 12)) }, "\(path)")
    }
  }

  @Test("a GIF that complies is copied byte for byte")
  func complying() throws {
    let frames = (0..<3).map { number -> Frame in
      let disc = Art.bitmap(128, 128, red: 40, blue: 200, x: number * 3)
      return Frame(disc.withHardEdges(), delay: ExactSeconds(1, 10))
    }
    let gif = try #require(plainGIF(frames, plays: 0))
    try folder.write(gif, to: "art/own.gif")
    try describe(["{ file: own.gif, description: { en: Three colors } }"])
    for messenger in ["slack", "discord-emoji"] {
      let outcome = try run("pack", "art", "--for", messenger, "--output", "build")
      #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
      #expect(try folder.bytes(of: "build/\(messenger)/own.gif") == gif)
    }
  }

  @Test("a large animation loses colors until it fits, and the report says so")
  func heavy() throws {
    var numbers = SeededNumbers(seed: 8)
    let frames = (0..<30).map { _ -> Frame in
      var disc = Art.bitmap(128, 128, red: 40, blue: 200, x: 0)
      for at in stride(from: 0, to: disc.pixels.count, by: 4) where disc.pixels[at + 3] > 0 {
        disc.pixels[at] = .random(in: 40...90, using: &numbers)
      }
      return Frame(disc, delay: ExactSeconds(1, 20))
    }
    try folder.write(frames.encodedAPNG(plays: 0), to: "art/noisy.png")
    try describe(["{ file: noisy.png, description: { en: Noise } }"])
    let outcome = try run("pack", "art", "--for", "slack", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(outcome.errors.contains("convert APNG to GIF"), "\(outcome.errors)")
    let cost = #/store fewer colors in a palette.* bytes, SSIM 0\.[0-9]{4}\)/#
    let told = try #require(try cost.firstMatch(in: outcome.errors), "\(outcome.errors)")
    let again = try run("pack", "art", "--for", "slack", "--output", "again")
    #expect(again.errors.contains(told.output), "the loss is not reported for a reused file: \(again.errors)")
    #expect(try folder.bytes(of: "build/slack/noisy.gif").count <= 128_000)
    #expect(try look(at: "build/slack/noisy.gif").info.contains("logical screen 128x128"))
  }

  @Test("Slack accepts 50 frames, and a 51st is removed and reported with the duration kept")
  func frames() throws {
    try folder.write(Art.moving(frames: 50), to: "art/moving.png")
    try describe(["{ file: moving.png, description: { en: It moves } }"])
    let fits = try run("pack", "art", "--for", "slack", "--output", "build")
    #expect(fits.status == 0 && !fits.errors.contains("with the same duration"), "\(fits.errors)")
    #expect(try look(at: "build/slack/moving.gif").delays == [Double](repeating: 0.1, count: 50))
    try folder.write(Art.moving(frames: 51), to: "art/moving.png")
    let outcome = try run("pack", "art", "--for", "slack,discord-emoji", "--output", "more")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("reduce 51 frames to 50, with the same duration"), "\(outcome.errors)")
    let moving = try look(at: "more/slack/moving.gif")
    #expect(moving.delays.count == 50 && abs(moving.delays.reduce(0, +) - 5.1) < 0.005)
    #expect(try look(at: "more/discord-emoji/moving.gif").delays.count == 51)
    // Although the animation is already slow, removing frames may slow it down further. Nothing else makes it
    // fit.
    try folder.write(Art.moving(frames: 60, delay: ExactSeconds(1, 5)), to: "art/moving.png")
    let slow = try run("pack", "art", "--for", "slack", "--output", "slow")
    #expect(slow.status == 0, "\(slow.errors)")
    let delays = try look(at: "slow/slack/moving.gif").delays
    #expect(delays.count == 50 && abs(delays.reduce(0, +) - 12) < 0.005)
    // The change is visible, so a dry run without `--lossy` suggests this option.
    let plan = try run("fix", "art", "--for", "slack")
    #expect(plan.text.contains("--lossy"), "\(plan.text)")
  }

  @Test("a fade-in is packed for Slack although some of its frames become equal")
  func fades() throws {
    let frames = (0..<8).map { number in
      var bitmap = Art.bitmap(300, 300, red: 40, blue: 200, x: max(number - 4, 0) * 4)
      for at in stride(from: 3, to: bitmap.pixels.count, by: 4) {
        bitmap.pixels[at] = UInt8(Int(bitmap.pixels[at]) * min(number + 5, 8) / 8)
      }
      return Frame(bitmap, delay: ExactSeconds(1, 10))
    }
    try folder.write(frames.encodedAPNG(plays: 0), to: "art/moving.png")
    let outcome = try run("pack", "art", "--for", "slack", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test("small art keeps its size in the center of the canvas, or fills it on request")
  func enlarge() throws {
    try folder.write(Art.disc(60, 60), to: "art/still.png")
    try describe(["{ file: still.png, description: { en: Still } }"])
    func art(_ place: String) throws -> Int {
      let trimmed = try shell("convert \(place)/discord-sticker/still.png -trim -format '%w' info:")
      return Int(trimmed.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }
    let emoji = try run("pack", "art", "--for", "slack,discord-emoji", "--output", "emoji")
    #expect(emoji.status == 0, "\(emoji.errors)")
    for messenger in ["slack", "discord-emoji"] {
      #expect(try folder.bytes(of: "emoji/\(messenger)/still.png") == folder.bytes(of: "art/still.png"))
    }
    let plain = try run("pack", "art", "--for", "discord-sticker", "--output", "plain")
    #expect(
      plain.errors.contains("center the art on a canvas of 320 × 320 px (it fills 3%)"), "\(plain.errors)")
    #expect(try (50...54).contains(art("plain")))
    let large = try run("pack", "art", "--for", "discord-sticker", "--enlarge", "--output", "large")
    #expect(large.errors.contains("enlarge the art from 60 × 60 px to 320 × 320 px"), "\(large.errors)")
    #expect(try (267...288).contains(art("large")))
    let lonely = try run("pack", "art", "--enlarge", "--output", "none")
    #expect(lonely.status == 2 && lonely.errors.contains("--enlarge requires --fix or --for"))
  }

  @Test("--enlarge scales art to the length that Telegram requires of the longer side")
  func enlargeForTelegram() throws {
    try folder.write(Art.disc(300, 150), to: "art/wide.png")
    try describe(["{ file: wide.png, emoji: [\"👋\"], description: { en: Wide } }"])
    let plain = try run("pack", "art", "--for", "telegram", "--output", "plain")
    #expect(plain.errors.contains("center the art on a canvas of 512 × 150 px"), "\(plain.errors)")
    let large = try run("pack", "art", "--for", "telegram", "--enlarge", "--output", "large")
    #expect(large.errors.contains("enlarge the art from 300 × 150 px to 512 × 256 px"), "\(large.errors)")
  }

  @Test("small art is enlarged or padded for Messages too", arguments: ["--enlarge", "--pad"])
  func smallForMessages(_ option: String) throws {
    try folder.write(Art.disc(250, 250), to: "small/still.png")
    let plain = try run("pack", "small", "--for", "imessage", "--output", "plain")
    #expect(plain.status == 1, "\(plain.errors)")
    let outcome = try run("pack", "small", "--for", "imessage", option, "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
  }

  @Test("art that cannot become a GIF gives one line with the reason, and other messengers continue")
  func refused() throws {
    let faint = try Image(decoding: Art.moving()).frames.map { frame in
      var bitmap = frame.bitmap
      for at in stride(from: 3, to: bitmap.pixels.count, by: 4) { bitmap.pixels[at] /= 3 }
      return Frame(bitmap, delay: frame.delay)
    }
    try folder.write(faint.encodedAPNG(plays: 0), to: "art/faint.png")
    try describe(["{ file: faint.png, description: { en: A ghost } }"])
    let outcome = try run("pack", "art", "--for", "slack,discord-sticker", "--output", "build")
    let errors = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }
    #expect(outcome.status == 1 && errors.count == 1, "\(outcome.errors)")
    #expect(
      errors.contains { $0.contains("slack: faint.png: ") && $0.contains("the fix would introduce ") },
      "\(errors)")
    #expect(try shell("ls build") == "discord-sticker\n")
  }

  @Test(
    "GIF frames of at most 10 ms become 100 ms, as viewers show them",
    arguments: [ExactSeconds(0, 1), ExactSeconds(1, 500), ExactSeconds(1, 100)])
  func shownDelays(_ delay: ExactSeconds) throws {
    try folder.write(Art.moving(frames: 5, delay: delay), to: "art/hasty.png")
    try describe(["{ file: hasty.png, description: { en: A blink } }"])
    let outcome = try run("pack", "art", "--for", "slack", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try look(at: "build/slack/hasty.gif").delays == [Double](repeating: 0.1, count: 5))
  }

  @Test("names that collide after adaptation are made distinct, and an empty one gives one line")
  func names() throws {
    for name in ["Wave!", "wave_", "wave?"] { try folder.write(Art.disc(300, 300), to: "more/\(name).png") }
    try folder.write(Art.disc(300, 300, red: 9), to: "more/日本.png")
    let stopped = try run("pack", "more", "--for", "discord-emoji,discord-sticker", "--output", "build")
    let errors = stopped.errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }
    #expect(stopped.status == 1 && errors.count == 1, "\(stopped.errors)")
    let reason = "discord-emoji: 日本.png: the name “日本” has no ASCII letter, digit or _"
    #expect(errors.first?.contains(reason) == true, "\(errors)")
    _ = try shell("rm more/日本.png")
    let outcome = try run("pack", "more", "--for", "slack", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let list = try JSONSerialization.jsonObject(with: Data(try folder.bytes(of: "build/slack/names.json")))
    let stickers = try #require((list as? [String: Any])?["stickers"] as? [[String: Any]])
    let names = stickers.compactMap { $0["name"] as? String }
    #expect(Set(names).count == 3 && names.allSatisfy { $0.wholeMatch(of: /[a-z0-9_]+/) != nil }, "\(names)")
  }
}
