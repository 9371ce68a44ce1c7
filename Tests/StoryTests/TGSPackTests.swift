import Corpus
import Foundation
import Testing

/// TGS animations in folders and packs, through the executable.
@Suite struct TGSPackTests {
  let folder: TemporaryFolder

  /// Writes a still image and a TGS.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(512, 512), to: "art/logo.png")
    try folder.write(HandmadeLottie.tgs(), to: "art/duck.tgs")
  }

  private func run(_ arguments: String...) throws -> Outcome { try Program.run(arguments, in: folder.url) }

  private func writePackFile(_ files: [String]) throws {
    let list = files.map { "  - { file: \($0), emoji: [\"👋\"] }\n" }.joined()
    try folder.write(Array("name: Ducks\nauthor: Ada\nstickers:\n\(list)".utf8), to: "art/stickerpack.yml")
  }

  /// The file and the format of each sticker in `stickers.json`.
  private func telegramStickers() throws -> [[String]] {
    let data = Data(try folder.bytes(of: "build/telegram/stickers.json"))
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require(json["stickers"] as? [[String: Any]]).map {
      [$0["sticker"] as? String ?? "", $0["format"] as? String ?? ""]
    }
  }

  @Test("a TGS is copied to Telegram's pack byte for byte, next to stills")
  func mixed() throws {
    try writePackFile(["duck.tgs", "logo.png"])
    let outcome = try run("pack", "art", "--for", "telegram", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(try folder.bytes(of: "build/telegram/01.tgs") == folder.bytes(of: "art/duck.tgs"))
    #expect(
      try telegramStickers() == [["attach://01.tgs", "animated"], ["attach://02.png", "static"]])
    let size = try folder.bytes(of: "art/duck.tgs").count
    let note = "note: telegram: duck is copied unchanged: \(size) bytes, 60 frames per second, 3 s\n"
    #expect(outcome.errors.contains(note), "\(outcome.errors)")
    // The cover is a TGS, so the thumbnail is the first sticker with pixels.
    #expect(try folder.bytes(of: "build/telegram/thumb.png").starts(with: [0x89, 0x50]))
  }

  @Test("a pack of only TGS animations has no thumbnail, and a note says so")
  func alone() throws {
    try writePackFile(["duck.tgs"])
    let outcome = try run("pack", "art", "--for", "telegram", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(outcome.errors.contains("note: telegram: thumb.png is left out"), "\(outcome.errors)")
    #expect(try Program.shell("ls build/telegram", in: folder.url).text == "01.tgs\nstickers.json\n")
  }

  @Test("a TGS that breaks a rule stops the pack, with the layer and what to do")
  func broken() throws {
    let text = HandmadeLottie.json(layers: "[\(HandmadeLottie.layer("\"ef\":[{}]", name: "Refraction4"))]")
    try folder.write(HandmadeLottie.tgs(text), to: "art/duck.tgs")
    try writePackFile(["duck.tgs", "logo.png"])
    let outcome = try run("pack", "art", "--for", "telegram", "--output", "build")
    #expect(outcome.status == 1)
    let line = "error: telegram: duck.tgs: layer effect in \"Refraction4\" (not supported). Remove the effect"
    #expect(outcome.errors.contains(line), "\(outcome.errors)")
    let rest = try run("pack", "art", "--for", "telegram", "--output", "build", "--skip-failing")
    #expect(rest.status == 0, "\(rest.errors)")
    #expect(try telegramStickers() == [["attach://01.png", "static"]])
  }

  @Test("a folder's TGS is checked for Telegram, and left out by name for messengers that do not accept it")
  func inFolder() throws {
    let note = "1 TGS (Telegram) animation is left out (art/duck.tgs)"
    let telegram = try run("lint", "art", "--for", "telegram", "--no-pack")
    #expect(
      telegram.text.contains("2 files: no findings") && !telegram.text.contains(note), "\(telegram.text)")
    let signal = try run("lint", "art", "--for", "signal", "--no-pack")
    #expect(signal.text.contains("1 file: no findings") && signal.text.contains(note), "\(signal.text)")
    let both = try run("lint", "art", "--for", "signal,telegram", "--no-pack").text
    #expect(both.contains(/duck\.tgs +left out +ok\n/) && both.contains(note), "\(both)")
    let pack = try run("pack", "art", "--for", "matrix", "--output", "build")
    #expect(pack.status == 0 && pack.errors.contains("note: \(note)"), "\(pack.errors)")
    let apple = try run("pack", "art", "--output", "apple")
    #expect(apple.status == 0 && apple.errors.contains("note: \(note)"), "\(apple.errors)")
  }

  @Test("JSON Lottie animations are copied byte for byte if a profile accepts them")
  func lottie() throws {
    let profile = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/messengers/examples/discord-lottie.yml")
    try folder.write([UInt8](Data(contentsOf: profile)), to: "discord-lottie.yml")
    let text = Array(HandmadeLottie.json(top: "", width: "320", height: "320").utf8)
    try folder.write(text, to: "wave/wave.json")
    // A JSON file that is not an animation does not count as art.
    try folder.write(Array("{\"fr\":\"French\"}".utf8), to: "wave/texts.json")
    let outcome = try run("pack", "wave", "--for", "./discord-lottie.yml", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    let found = try Program.shell("find build -name '*.json' | sort", in: folder.url).text
    #expect(found.contains("/names.json\n") && found.contains("/wave.json\n"), "\(found)")
    let copy = try #require(found.split(separator: "\n").first { $0.hasSuffix("/wave.json") })
    #expect(try folder.bytes(of: String(copy)) == text)
  }

  @Test("a folder of only TGS animations is enough for Telegram, and gives one line for others")
  func onlyTGS() throws {
    try folder.write(HandmadeLottie.tgs(), to: "only/duck.tgs")
    #expect(try run("lint", "only", "--for", "telegram", "--no-pack").text == "1 file: no findings\n")
    let both = try run("lint", "only", "--for", "signal,telegram", "--no-pack")
    #expect(
      both.status == 0 && both.text.contains("1 file for 2 messengers; ready for telegram\n"), "\(both.text)")
    for arguments in [["lint", "only"], ["pack", "only", "--output", "none"]] {
      let outcome = try Program.run(arguments, in: folder.url)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("1 TGS (Telegram) animation is left out (only/duck.tgs): export it"))
      #expect(outcome.errors.contains("no images found in only"))
    }
  }

  @Test(
    "every hostile animation has a finding within a second of processor time and 300 MiB",
    .enabled(if: isLinux, "skipped: no enforced memory limit"))
  func hostile() throws {
    for file in HostileLottie.all { try folder.write(file.bytes, to: "hostile/\(file.name).tgs") }
    let outcome = try Program.shell(
      """
      \(systemLimits(memory: 300 << 10))
      \(isSanitized ? "" : "ulimit -t 1")
      for file in hostile/*; do
        stickerlint lint "$file" --for telegram --no-cache --format concise || [ $? = 1 ] || echo "failed: $file"
      done
      """, in: folder.url)
    #expect(!outcome.text.contains("failed: "), "\(outcome.text.suffix(2000))")
    for file in HostileLottie.all {
      #expect(outcome.text.contains("hostile/\(file.name).tgs: error "), "\(file.name)")
    }
  }
}
