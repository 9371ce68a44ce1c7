import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Reads the output of `pack --for whatsapp` with third-party programs, and checks it with the profile's own
/// rules.
@Suite struct WhatsAppPackTests {
  let folder: TemporaryFolder

  /// Writes art that is too small, too large, above the file size limit or in another format, and one file
  /// that complies.
  init() throws {
    folder = try TemporaryFolder()
    let heavy = OversizedArt(.texture, seed: 3).bitmap(side: 600)
    try folder.write(heavy.encodedPNG(), to: "art/heavy.png")
    try folder.write(Art.disc(408, 408), to: "art/small.png")
    try folder.write(Art.disc(512, 512, red: 90), to: "art/fits.png")
    let complies = Art.bitmap(512, 512, red: 20, blue: 220, x: 0)
    try folder.write(complies.encodedWebP(.lossy(quality: 60)), to: "art/complies.webp")
    try writePackFile(["heavy.png", "small.png", "fits.png", "complies.webp"])
  }

  private func writePackFile(_ files: [String], name: String = "Discs", in place: String = "art") throws {
    var text =
      "name: \(name)\nauthor: Ada\nlinks: { website: https://example.com }\nlanguages: [en]\nstickers:\n"
    for (number, file) in files.enumerated() {
      text += "  - { file: \(file), description: { en: Disc \(number) }, "
      text += "emoji: [\"👋\", \"😀\", \"🎉\", \"❤️\"] }\n"
    }
    try folder.write(Array(text.utf8), to: "\(place)/stickerpack.yml")
  }

  private func run(_ arguments: String...) throws -> Outcome { try Program.run(arguments, in: folder.url) }

  /// Checks stickers with the profile's own rules. No finding may exceed a hint.
  private func lint(_ files: [String]) throws -> Outcome {
    try Program.run(
      ["lint"] + files + ["--for", "whatsapp", "--no-pack", "--fail-on", "warning"], in: folder.url)
  }

  private func shell(_ line: String) throws -> String { try Program.shell(line, in: folder.url).text }

  private func firstPack(_ path: String) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(try folder.bytes(of: path)))
    let packs = (json as? [String: Any])?["sticker_packs"] as? [[String: Any]]
    return try #require(packs?.first)
  }

  @Test("frames of at most 10 ms become 100 ms, as viewers show them")
  func shownDelays() throws {
    for (number, delay) in [ExactSeconds(0, 1), ExactSeconds(1, 500), ExactSeconds(1, 100)].enumerated() {
      try folder.write(Art.moving(frames: 5 + number, delay: delay), to: "hasty/\(number).png")
    }
    try writePackFile(["0.png", "1.png", "2.png"], in: "hasty")
    let outcome = try run("pack", "hasty", "--for", "whatsapp", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    for number in 0...2 {
      let info = try shell("webpinfo build/whatsapp/Discs/0\(number + 1).webp")
      let times = info.matches(of: /Duration: ([0-9]+)/).map { String($0.1) }
      #expect(times == [String](repeating: "100", count: 5 + number), "\(info)")
    }
  }

  @Test("stickers pass the rules, webpinfo and dwebp, and the archive has all files")
  func stills() throws {
    let outcome = try run("pack", "art", "--for", "whatsapp", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    let files = (1...4).map { "0\($0).webp" }
    #expect(
      try shell("ls build/whatsapp") == "Discs\nDiscs.wastickers\ncontents.json\nsticker_packs.wasticker\n")
    #expect(try shell("ls build/whatsapp/Discs") == (files + ["tray.png"]).joined(separator: "\n") + "\n")
    for file in files {
      let path = "build/whatsapp/Discs/\(file)"
      #expect(try folder.bytes(of: path).count <= 102_400)
      #expect(try shell("webpinfo -diag \(path)").contains("No error detected"))
      #expect(try shell("dwebp -quiet \(path) -o out.png && identify -format '%wx%h' out.png") == "512x512")
    }
    #expect(try shell("identify -format '%wx%h' build/whatsapp/Discs/tray.png") == "96x96")
    #expect(try folder.bytes(of: "build/whatsapp/Discs/tray.png").count <= 51_200)
    // Files that comply are copied byte for byte, and files that fit lose no quality.
    #expect(
      try folder.bytes(of: "build/whatsapp/Discs/04.webp") == folder.bytes(of: "art/complies.webp"))
    let whole = try Image(decoding: folder.bytes(of: "build/whatsapp/Discs/03.webp")).frames[0].bitmap
    #expect(largestDifference(whole.pixels, Art.bitmap(512, 512, red: 90, blue: 60, x: 0).pixels) == 0)
    let read = try lint(files.map { "build/whatsapp/Discs/\($0)" })
    #expect(read.status == 0, "\(read.text)")
    #expect(
      try shell("unzip -Z1 build/whatsapp/Discs.wastickers | sort")
        == (files + ["author.txt", "title.txt", "tray.png"]).sorted().joined(separator: "\n") + "\n")
    #expect(try shell("unzip -p build/whatsapp/Discs.wastickers author.txt title.txt") == "AdaDiscs")
  }

  @Test("both lists contain what the sample apps read")
  func lists() throws {
    #expect(try run("pack", "art", "--for", "whatsapp", "--output", "build").status == 0)
    for path in ["build/whatsapp/contents.json", "build/whatsapp/sticker_packs.wasticker"] {
      let pack = try firstPack(path)
      #expect(pack["identifier"] as? String == "Discs" && pack["name"] as? String == "Discs")
      #expect(pack["publisher"] as? String == "Ada" && pack["tray_image_file"] as? String == "tray.png")
      #expect(pack["publisher_website"] as? String == "https://example.com")
      #expect(pack["animated_sticker_pack"] as? Bool == false)
      let stickers = try #require(pack["stickers"] as? [[String: Any]])
      #expect(stickers.map { $0["image_file"] as? String } == ["01.webp", "02.webp", "03.webp", "04.webp"])
      #expect(stickers.allSatisfy { $0["emojis"] as? [String] == ["👋", "😀", "🎉"] })
      #expect(stickers.first?["accessibility_text"] as? String == "Disc 0")
    }
    let version = try firstPack("build/whatsapp/contents.json")["image_data_version"] as? String
    try folder.write(Art.disc(512, 512, red: 91), to: "art/fits.png")
    #expect(try run("pack", "art", "--for", "whatsapp", "--output", "build").status == 0)
    let next = try firstPack("build/whatsapp/contents.json")["image_data_version"] as? String
    #expect(version != nil && version != next)
  }

  @Test("animations keep their frames and loop counts")
  func animations() throws {
    for number in 0..<3 {
      let art = try Art.moving(frames: 5 + number, plays: number, delay: ExactSeconds(1001, 30_000))
      try folder.write(art, to: "moving/\(number).png")
    }
    try writePackFile((0..<3).map { "\($0).png" }, name: "Bewegtes", in: "moving")
    let outcome = try run("pack", "moving", "--for", "whatsapp", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(try firstPack("build/whatsapp/contents.json")["animated_sticker_pack"] as? Bool == true)
    for number in 0..<3 {
      let path = "build/whatsapp/Bewegtes/0\(number + 1).webp"
      #expect(try folder.bytes(of: path).count <= 500_000)
      let read = try shell("webpmux -info \(path)")
      #expect(read.contains("Canvas size: 512 x 512") && read.contains("Loop Count : \(number)"))
      #expect(read.contains("Number of frames: \(5 + number)"))
      let made = try Image(decoding: folder.bytes(of: path)).frames
      let source = try Image(decoding: folder.bytes(of: "moving/\(number).png")).frames
      for (frame, original) in zip(made, source) {
        let centered = original.bitmap.padded(to: PixelSize(512, 512))
        #expect(largestDifference(frame.bitmap.pixels, centered.pixels) == 0)
      }
    }
    let read = try lint((1...3).map { "build/whatsapp/Bewegtes/0\($0).webp" })
    #expect(read.status == 0, "\(read.text)")
  }

  @Test("the same art gives the same bytes, and a current build is reported as current")
  func check() throws {
    for place in ["one", "two"] {
      #expect(try run("pack", "art", "--for", "whatsapp", "--output", place).status == 0)
    }
    #expect(try shell("diff -r one two && echo same") == "same\n")
    #expect(try run("pack", "art", "--for", "whatsapp", "--output", "one", "--check").status == 0)
    // A build may replace an earlier build, but replaces other files only with `--force`.
    #expect(try run("pack", "art", "--for", "whatsapp", "--output", "one").status == 0)
    try folder.write([1], to: "one/whatsapp/Discs/notes.txt")
    #expect(try run("pack", "art", "--for", "whatsapp", "--output", "one", "--check").status == 1)
    let refused = try run("pack", "art", "--for", "whatsapp", "--output", "one")
    #expect(refused.status != 0 && refused.errors.contains("did not create"), "\(refused.errors)")
    #expect(try run("pack", "art", "--for", "whatsapp", "--output", "one", "--force").status == 0)
  }

  @Test("too few, too many and mixed stickers give one line each, and other messengers continue")
  func refused() throws {
    try writePackFile(["small.png", "fits.png"])
    let few = try run("pack", "art", "--for", "whatsapp,misskey", "--output", "build")
    func errors(_ outcome: Outcome) -> [Substring] {
      outcome.errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }
    }
    let start = "error: whatsapp: stickerpack.yml: the pack "
    #expect(few.status == 1 && errors(few).count == 1, "\(few.errors)")
    #expect(errors(few).allSatisfy { $0.hasPrefix("\(start)has 2 stickers") })
    #expect(try shell("ls build") == "misskey.zip\n")
    for number in 0..<31 {
      try folder.write(Art.disc(512, 512, red: UInt8(number)), to: "many/\(number).png")
    }
    try writePackFile((0..<31).map { "\($0).png" }, in: "many")
    let many = try run("pack", "many", "--for", "whatsapp", "--output", "build")
    #expect(many.status == 1 && errors(many).count == 1, "\(many.errors)")
    #expect(errors(many).allSatisfy { $0.hasPrefix("\(start)has 31 stickers") })
    try folder.write(Art.moving(), to: "art/moving.png")
    try writePackFile(["small.png", "fits.png", "moving.png"])
    let mixed = try run("pack", "art", "--for", "whatsapp", "--output", "build")
    #expect(mixed.status == 1 && errors(mixed).count == 1, "\(mixed.errors)")
    #expect(errors(mixed).allSatisfy { $0.hasPrefix("\(start)mixes 1 animated sticker and 2 stills") })
  }

  @Test("a name in another script gets an identifier of letters that the apps accept")
  func script() throws {
    try writePackFile(["small.png", "fits.png", "complies.webp"], name: "ステッカー")
    #expect(try run("pack", "art", "--for", "whatsapp", "--output", "build").status == 0)
    let pack = try firstPack("build/whatsapp/contents.json")
    let identifier = try #require(pack["identifier"] as? String)
    #expect(pack["name"] as? String == "ステッカー")
    #expect(identifier.wholeMatch(of: /[A-Za-z0-9_]+/) != nil)
    #expect(try shell("ls build/whatsapp/\(identifier)").contains("03.webp"))
  }
}
