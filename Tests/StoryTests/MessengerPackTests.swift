import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Reads the output of `pack --for` with third-party programs, and checks it with the rules of each profile.
@Suite struct MessengerPackTests {
  let folder: TemporaryFolder

  /// Writes eight still images of 408 px. Only Messages accepts this size unchanged.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Array(try folder.writeDiscs(8).utf8), to: "art/stickerpack.yml")
  }

  private func run(_ arguments: String...) throws -> Outcome { try Program.run(arguments, in: folder.url) }

  private func shell(_ line: String) throws -> String { try Program.shell(line, in: folder.url).text }

  @Test("unzip reads Signal's archive: a manifest, and stickers that its profile accepts")
  func signal() throws {
    let outcome = try run("pack", "art", "--for", "signal", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(try shell("unzip -q build/signal.zip -d signal && ls signal").contains("manifest.json"))
    let data = Data(try folder.bytes(of: "signal/manifest.json"))
    let manifest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(manifest["title"] as? String == "Discs" && manifest["author"] as? String == "Ada")
    let stickers = try #require(manifest["stickers"] as? [[String: String]])
    #expect(stickers.count == 8 && stickers.allSatisfy { $0["emoji"] == "👋" })
    for sticker in stickers {
      let file = try #require(sticker["file"])
      #expect(sticker["contentType"] == "image/png")
      let size = try shell("pngcheck -q signal/\(file) && identify -format '%wx%h' signal/\(file)")
      #expect(size == "512x512")
    }
    let read = try run("lint", "signal", "--for", "signal", "--no-pack", "--fail-on", "hint")
    #expect(read.status == 0, "\(read.text)")
  }

  @Test("Signal stills may be WebP, and animations have type image/png and no palette")
  func signalTypes() throws {
    let disc = Art.bitmap(512, 512, red: 20, blue: 220, x: 0)
    try folder.write(disc.encodedWebP(), to: "two/still.webp")
    let hard = (0..<4).map { number in
      Frame(Art.bitmap(200, 200, red: 20, blue: 220, x: number).withHardEdges(), delay: ExactSeconds(1, 10))
    }
    let animation = try hard.smallestAPNG(plays: 0)
    #expect(ImageContainer(of: animation, budget: .unlimited)?.colorType == "palette")
    try folder.write(animation, to: "two/moving.png")
    let list = ["still.webp", "moving.png"].map { "  - { file: \($0), emoji: [\"👋\"] }\n" }.joined()
    try folder.write(Array("name: A\nauthor: B\nstickers:\n\(list)".utf8), to: "two/stickerpack.yml")
    let outcome = try run("pack", "two", "--for", "signal", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    _ = try shell("unzip -q build/signal.zip -d signal")
    #expect(try folder.bytes(of: "signal/01.webp") == folder.bytes(of: "two/still.webp"))
    let manifest = try JSONSerialization.jsonObject(with: Data(try folder.bytes(of: "signal/manifest.json")))
    let stickers = try #require((manifest as? [String: Any])?["stickers"] as? [[String: String]])
    #expect(stickers.map { $0["contentType"] } == ["image/webp", "image/png"])
    let stored = try folder.bytes(of: "signal/02.png")
    // In IHDR, the tenth byte is the color type. 6 is truecolor with alpha.
    #expect(stored[25] == 6)
    let (old, new) = (try Image(decoding: animation).frames, try Image(decoding: stored).frames)
    #expect(old.map(\.delay) == new.map(\.delay))
    #expect(zip(old, new).allSatisfy { largestDifference($0.bitmap.pixels, $1.bitmap.pixels) == 0 })
  }

  @Test("LINE emoji are numbered with three digits")
  func lineEmoji() throws {
    let outcome = try run("pack", "art", "--for", "line-emoji", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    let names = try shell("unzip -Z1 build/line-emoji.zip | sort").split(separator: "\n").map(String.init)
    #expect(names == (1...8).map { "00\($0).png" } + ["tab.png"])
  }

  @Test("flat logos are built wherever opaque art is accepted")
  func flat() throws {
    var text = "name: Logos\nauthor: Ada\nlanguages: [en]\nstickers:\n"
    for number in 0..<8 {
      let logo = Bitmap(PixelSize(512, 512), color: UInt32(0x102030 + 0x151515 * number))
      try folder.write(logo.encodedPNG(), to: "logos/logo\(number).png")
      text += "  - { file: logo\(number).png, description: { en: Logo \(number) }, emoji: [\"👋\"] }\n"
    }
    try folder.write(Array(text.utf8), to: "logos/stickerpack.yml")
    let messengers = [
      "signal", "telegram", "telegram-emoji", "whatsapp", "discord-sticker", "discord-emoji", "slack",
      "mastodon", "misskey", "twitch", "matrix", "viber",
    ]
    let outcome = try run("pack", "logos", "--for", messengers.joined(separator: ","), "--output", "build")
    #expect(!outcome.errors.contains("opaque-background"), "\(outcome.errors)")
    let refused = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }
    #expect(refused.isEmpty && outcome.status == 0, "\(refused)")
  }

  @Test(
    "Viber's folder has a zip of numbered stickers and an icon, as Pillow reads them",
    .enabled(if: ExternalProgram.python != nil, "skipped: no Pillow"))
  func viber() throws {
    let outcome = try run("pack", "art", "--for", "viber", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    let script = """
      import zipfile, io
      from PIL import Image
      with zipfile.ZipFile("build/viber/stickers.zip") as z:
        assert z.testzip() is None
        for name in z.namelist():
          image = Image.open(io.BytesIO(z.read(name)))
          image.load()
          print(name, image.format, *image.size, getattr(image, "n_frames", 1))
      print(*Image.open("build/viber/color_icon.png").size)
      """
    let read = try ExternalProgram.run(ExternalProgram.python ?? "", ["-c", script], in: folder.url)
    #expect(
      read.output.split(separator: "\n").map(String.init)
        == (0..<8).map { "0\($0).png PNG 490 490 1" } + ["120 120"], "\(read.output)")
  }

  @Test("LINE's archive has main.png, tab.png and numbered stickers")
  func line() throws {
    let outcome = try run("pack", "art", "--for", "line", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    _ = try shell("unzip -q build/line.zip -d line")
    let names = (1...8).map { "0\($0).png" } + ["main.png", "tab.png"]
    #expect(try shell("ls line").split(separator: "\n").map(String.init) == names)
    #expect(try shell("identify -format '%wx%h' line/main.png") == "240x240")
    #expect(try shell("identify -format '%wx%h' line/tab.png") == "96x74")
    for name in names.prefix(8) {
      let read = try run("lint", "line/\(name)", "--for", "line", "--no-pack", "--fail-on", "error")
      #expect(read.status == 0, "\(read.text)")
    }
  }

  @Test("`fix` and `pack` add the margin that LINE requires")
  func lineMargin() throws {
    // Art that fills its canvas, which is larger than LINE allows, as in two real projects.
    for number in 0..<8 {
      var bitmap = Art.bitmap(700, 640, red: UInt8(20 * number), blue: 90, x: 0)
      bitmap.draw(Bitmap(PixelSize(700, 20), color: 0x20_60C0), x: 0, y: 0)
      bitmap.draw(Bitmap(PixelSize(20, 640), color: 0x20_60C0), x: 680, y: 0)
      try folder.write(bitmap.encodedPNG(), to: "wide/disc\(number).png")
    }
    try folder.write(folder.bytes(of: "art/stickerpack.yml"), to: "wide/stickerpack.yml")
    let fixed = try run("fix", "--lossy", "--for", "line", "--in-place", "wide/disc0.png")
    #expect(fixed.status == 0, "\(fixed.text)\(fixed.errors)")
    let packed = try run("pack", "wide", "--for", "line", "--output", "build")
    #expect(packed.status == 0, "\(packed.text)\(packed.errors)")
    _ = try shell("unzip -q build/line.zip -d line")
    for file in ["wide/disc0.png"] + (1...8).map({ "line/0\($0).png" }) {
      let trimmed = try shell("identify -format '%w %h %@' \(file)")
      let figures = trimmed.split { !$0.isNumber }.compactMap { Int($0) }
      try #require(figures.count == 6, "\(trimmed)")
      let (width, height, artWidth, artHeight, x, y) = (
        figures[0], figures[1], figures[2], figures[3], figures[4], figures[5]
      )
      #expect(width <= 370 && height <= 320 && width % 2 == 0 && height % 2 == 0, "\(file): \(trimmed)")
      #expect(min(x, y, width - artWidth - x, height - artHeight - y) >= 10, "\(file): \(trimmed)")
    }
  }

  @Test("stickers that were left out are not counted, have a reason, and their old files are named")
  func leftOut() throws {
    #expect(try run("pack", "art", "--for", "line", "--output", "build").status == 0)
    try folder.write(Art.moving(), to: "art/disc7.png")
    let file = "art/stickerpack.yml"
    let text = String(decoding: try folder.bytes(of: file), as: UTF8.self)
    try folder.write(Array(text.replacing("Disc 6", with: "Disc 5").utf8), to: file)
    let outcome = try run("pack", "art", "--for", "line,slack", "--output", "build", "--skip-failing")
    #expect(outcome.status == 1)
    let lines = outcome.errors.split(separator: "\n")
    #expect(
      lines.contains { $0.hasPrefix("error: line: stickerpack.yml: the pack has 7 stickers (must have 8") },
      "\(outcome.errors)")
    #expect(lines.contains("note: line: build/line.zip remains from an earlier run"))
    #expect(lines.contains { $0.hasPrefix("built build/slack: ") })
    let warning =
      "warning: line and slack: disc6.png: same description in en as disc5.png: “Disc 5”"
    #expect(lines.contains { $0 == warning }, "\(outcome.errors)")
    try folder.write(Art.disc(408, 408, red: 3, blue: 9), to: "art/more.png")
    let more = "  - { file: more.png, description: { en: More }, emoji: [\"👋\"] }\n"
    try folder.write(Array((text + more).utf8), to: file)
    let enough = try run("pack", "art", "--for", "line", "--output", "build", "--skip-failing")
    #expect(enough.status == 0, "\(enough.errors)")
    #expect(enough.errors.contains("note: line: disc7.png is left out: "))
  }

  @Test("--name names a pack for messengers that require a name")
  func nameOption() throws {
    try folder.write(Art.disc(), to: "plain/a.png")
    let unnamed = try run("pack", "plain", "--for", "signal", "--output", "build")
    #expect(unnamed.errors.contains("the pack has no name"), "\(unnamed.errors)")
    let named = try run("pack", "plain", "--for", "signal", "--name", "Cats", "--output", "build")
    #expect(!named.errors.contains("the pack has no name"), "\(named.errors)")
  }

  @Test("if every sticker is left out, the reasons are shown")
  func nothingLeft() throws {
    try folder.write(Art.disc(), to: "plain/a.png")
    let outcome = try run(
      "pack", "plain", "--for", "telegram,whatsapp", "--name", "Cats", "--skip-failing", "--output", "build")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("a.png: no emoji"), "\(outcome.errors)")
  }

  @Test("with several messengers, Apple's build is reported like the others, and lacks only its icon")
  func apple() throws {
    let outcome = try run("pack", "art", "--for", "imessage,slack", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("note: imessage: the pack has no icon"), "\(outcome.errors)")
    #expect(outcome.errors.contains("built build/imessage: 8 stickers"), "\(outcome.errors)")
  }

  @Test("`lint` suggests a fix for the named messenger, and `rules` lists its limits")
  func named() throws {
    let outcome = try run("lint", "art/disc0.png", "--for", "signal", "--no-pack")
    #expect(outcome.text.contains("`stickerlint fix art/disc0.png --for signal`"), "\(outcome.text)")
    let rules = try run("rules", "--for", "signal").text
    #expect(rules.contains(/file-size +error +max-bytes 307,200 bytes/), "\(rules)")
  }

  @Test("tar reads Mastodon's archive, and its bytes are reproducible")
  func mastodon() throws {
    for place in ["one", "two"] {
      let outcome = try run("pack", "art", "--for", "mastodon", "--output", place)
      #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    }
    #expect(try folder.bytes(of: "one/mastodon.tar.gz") == folder.bytes(of: "two/mastodon.tar.gz"))
    let listed = try shell("tar -tzf one/mastodon.tar.gz").split(separator: "\n").map(String.init)
    #expect(listed == (0..<8).map { "disc\($0).png" })
    // Files that comply are copied byte for byte.
    _ = try shell("mkdir out && tar -xzf one/mastodon.tar.gz -C out")
    #expect(try folder.bytes(of: "out/disc3.png") == folder.bytes(of: "art/disc3.png"))
  }

  @Test("--check accepts a current build and reports one whose art changed")
  func check() throws {
    let arguments = ["pack", "art", "--for", "misskey", "--output", "build"]
    #expect(try Program.run(arguments + ["--check"], in: folder.url).status == 1)
    #expect(try Program.run(arguments, in: folder.url).status == 0)
    #expect(try Program.run(arguments + ["--check"], in: folder.url).status == 0)
    try folder.write(Art.disc(408, 408, red: 1), to: "art/disc3.png")
    let changed = try Program.run(arguments + ["--check"], in: folder.url)
    #expect(changed.status == 1 && changed.text.contains("build/misskey.zip differs"))
  }

  @Test("a missing value for one messenger does not stop the others, and gives one line that says what to do")
  func missing() throws {
    try folder.write(
      Array("name: Discs\nstickers:\n  - file: disc0.png\n    emoji: [\"👋\"]\n".utf8),
      to: "art/stickerpack.yml")
    let outcome = try run("pack", "art", "--for", "signal,whatsapp,line,misskey", "--output", "build")
    #expect(outcome.status == 1)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.contains { $0.contains("signal: ") && $0.contains("the pack has no author; set") })
    #expect(lines.contains { $0.contains("line: ") && $0.contains("the pack has 1 sticker (") }, "\(lines)")
    #expect(try shell("ls build") == "misskey.zip\n")
  }

  @Test("an error that several messengers share gives one line per source")
  func sharedErrors() throws {
    for source in ["cats", "dogs"] {
      try folder.write([], to: "\(source)/a.png")
      let text = "name: \(source)\nauthor: Ada\nstickers:\n  - { file: a.png, emoji: [\"👋\"] }\n"
      try folder.write(Array(text.utf8), to: "\(source)/stickerpack.yml")
    }
    let outcome = try run("pack", "cats", "dogs", "--for", "signal,misskey", "--output", "build")
    #expect(outcome.status == 1, "\(outcome.errors)")
    let errors = outcome.errors.split(separator: "\n").filter { $0.contains(": a.png: cannot be read") }
    #expect(errors.count == 2, "\(outcome.errors)")
    #expect(errors.allSatisfy { $0.hasPrefix("error: signal and misskey: a.png: ") }, "\(errors)")
  }

  @Test("with several messengers, one warning about a file lists all messengers that it applies to")
  func sharedWarnings() throws {
    var black = Art.bitmap(408, 408, red: 0, blue: 0, x: 0)
    for green in stride(from: 1, to: black.pixels.count, by: 4) { black.pixels[green] = 0 }
    try folder.write(black.encodedPNG(), to: "art/disc0.png")
    let outcome = try run("pack", "art", "--for", "signal,line,slack", "--output", "build")
    let warnings = outcome.errors.split(separator: "\n").filter {
      $0.hasPrefix("warning: ") && $0.contains("of the art disappears on black")
    }
    #expect(warnings.count == 1, "\(outcome.errors)")
    let start = "warning: signal, line and slack: disc0.png: "
    #expect(warnings.first?.hasPrefix(start) == true, "\(warnings)")
  }

  @Test("left-out art gives one note for all messengers, even with --quiet")
  func leftOutOfSource() throws {
    for name in ["hop@2x.png", "hop@3x.png"] { try folder.write(Art.disc(408, 408), to: "plain/\(name)") }
    let outcome = try run("pack", "plain", "--for", "misskey,slack", "--output", "build", "--quiet")
    let note = "note: hop@2x.png is left out, because this size is made from the @3x art next to it"
    #expect(outcome.errors.split(separator: "\n").filter { $0.hasPrefix("note: ") } == [Substring(note)])
    try folder.write(Art.disc(408, 408, red: 1), to: "art/later.png")
    let listed = try run("pack", "art", "--for", "misskey,slack", "--output", "listed", "--quiet")
    let warning =
      "warning: misskey and slack: stickerpack.yml: 1 image next to stickerpack.yml is not in the pack: later.png"
    #expect(listed.errors.split(separator: "\n").contains { $0 == warning }, "\(listed.errors)")
  }

  @Test("an animation that plays once loops forever in Signal, with only acTL changed")
  func plays() throws {
    // The art is stored as truecolor, so that nothing else has to change.
    let frames = try Image(decoding: Art.moving()).frames
    try folder.write(frames.smallestAPNG(plays: 1, allowsPalette: false), to: "one/moving.png")
    try folder.write(
      Array("name: A\nauthor: B\nstickers:\n  - file: moving.png\n    emoji: [\"👋\"]\n".utf8),
      to: "one/stickerpack.yml")
    let outcome = try run("pack", "one", "--for", "signal", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    _ = try shell("unzip -q build/signal.zip -d signal")
    let (old, new) = (try folder.bytes(of: "one/moving.png"), try folder.bytes(of: "signal/01.png"))
    #expect(old.count == new.count)
    let changed = old.indices.filter { old[$0] != new[$0] }
    let chunk = try #require(new.indices.first { Array(new[$0...].prefix(4)) == Array("acTL".utf8) })
    // The number of plays is the last field of acTL, and the checksum follows it.
    #expect(!changed.isEmpty && changed.allSatisfy { (chunk + 8..<chunk + 16).contains($0) })
  }

  @Test("one report lists stickers by messenger, in text and JSON")
  func report() throws {
    let outcome = try run("lint", "art", "--for", "signal,line", "--no-cache")
    #expect(outcome.status == 1)
    #expect(outcome.lines.first?.split(separator: " ") == ["signal", "line"])
    #expect(outcome.text.contains("408 × 408 px: the canvas must measure 512 × 512 px"))
    let json = try run("lint", "art", "--for", "signal,line", "--format", "json")
    let document = try JSONSerialization.jsonObject(with: Data(json.output))
    let object = try #require(document as? [String: Any])
    #expect(object["messengers"] as? [String] == ["signal", "line"])
    let stickers = try #require(object["stickers"] as? [[String: Any]])
    let paths = Set(stickers.compactMap { $0["path"] as? String })
    #expect(paths.isSuperset(of: (0..<8).map { "art/disc\($0).png" }), "\(paths)")
    for sticker in stickers {
      let verdicts = try #require(sticker["verdicts"] as? [[String: Any]])
      #expect(verdicts.map { $0["messenger"] as? String } == ["signal", "line"])
    }
  }

  @Test("an animation that a messenger does not allow is reported, and no other format is requested")
  func moving() throws {
    try folder.write(Art.moving(), to: "moving.png")
    let outcome = try run("lint", "moving.png", "--for", "line", "--no-pack", "--format", "concise")
    #expect(outcome.text.contains("animated, with 6 frames (only stills are accepted)"), "\(outcome.text)")
    #expect(!outcome.text.contains("unsupported-format"), "\(outcome.text)")
  }

  @Test("a report for many messengers has at most 40 lines, one per cause, with what to do")
  func table() throws {
    let all =
      "signal,telegram,telegram-emoji,whatsapp,line,line-animated,line-emoji,discord-sticker,"
      + "discord-emoji,slack,mastodon,misskey,twitch,matrix,viber"
    let outcome = try run("lint", "art", "--for", all, "--no-cache")
    #expect(outcome.lines.count <= 40, "\(outcome.text)")
    let square =
      "408 × 408 px: the canvas must measure 512 × 512 px "
      + "(8 files: disc0.png, disc1.png, disc2.png and 5 more)"
    #expect(outcome.text.contains("\(square); for signal and whatsapp\n"), "\(outcome.text)")
    #expect(outcome.text.contains("\nWhat to do\n"))
    #expect(outcome.text.contains("8 files for 15 messengers"), "\(outcome.text)")
    #expect(!outcome.text.contains("iMessage"), "\(outcome.text)")
    let each = try run("lint", "art", "--for", "signal,line", "--no-cache", "--each").text
    #expect(each.contains("art/disc6.png and art/disc7.png"), "\(each)")
  }

  @Test("an unknown messenger exits with 2 and suggests similar names")
  func unknown() throws {
    let discord = try run("pack", "art", "--for", "discord", "--output", "build")
    #expect(discord.status == 2 && discord.errors.contains("Did you mean discord-sticker or discord-emoji?"))
    let none = try run("lint", "art", "--for", "")
    #expect(none.status == 2 && none.errors.contains("--for requires a messenger. Choose from imessage, "))
  }
}
