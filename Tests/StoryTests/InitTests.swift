import Foundation
import Testing

/// `stickerlint init`, and the use of the files that it writes.
@Suite struct InitTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["img10.png", "img2@3x.png", "deep/a: b.png"] {
      try folder.write(Art.disc(), to: "art/\(name)")
    }
    try folder.write(Art.disc(), to: "art/img2.png")
    try folder.write(PackFileStoryTests.icon(1024), to: "art/icon.png")
  }

  private func run(_ arguments: String...) throws -> Outcome { try Program.run(arguments, in: folder.url) }

  @Test("`init` writes a pack file in natural order that `lint` and `pack` accept")
  func whole() throws {
    let outcome = try run("init", "art", "--languages", "en,no", "--name", "It's: \"me\"")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("wrote art/stickerpack.yml: 3 stickers to describe\n"))
    #expect(
      outcome.errors.hasSuffix(
        "next: describe the stickers, then run `stickerlint pack art/stickerpack.yml --output build`\n"))
    let lines = String(decoding: try folder.bytes(of: "art/stickerpack.yml"), as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("  - file:") }
    #expect(lines == ["  - file: \"deep/a: b.png\"", "  - file: \"img2@3x.png\"", "  - file: \"img10.png\""])
    let lint = try run("lint", "art", "--format", "concise")
    #expect(lint.status == 0, "\(lint.text)\(lint.errors)")
    #expect(lint.text.contains("missing-description"))
    let pack = try run("pack", "art", "--output", "out", "--variants", "none")
    #expect(pack.status == 0, "\(pack.text)\(pack.errors)")
    let data = Data(try folder.bytes(of: "out/manifest.json"))
    let manifest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(manifest["name"] as? String == "It's: \"me\"")
    #expect(manifest["languages"] as? [String] == ["en", "no"])
  }

  @Test("what messengers require is written or listed as missing, one line each")
  func messengers() throws {
    let outcome = try run("init", "art", "--for", "signal,whatsapp,line")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let asked = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("fill in ") }
    #expect(
      asked == [
        "fill in the author (required by signal)", "fill in the publisher (required by whatsapp)",
        "fill in the emoji of each sticker (required by signal and whatsapp)",
      ])
    #expect(outcome.errors.hasSuffix("stickerpack.yml --for signal,whatsapp,line --output build`\n"))
    // An empty value is not a syntax error. Rules report that it is missing.
    let empty = try run("lint", "art", "--for", "signal", "--format", "concise")
    #expect(empty.text.contains("art/stickerpack.yml: error pack-texts"), "\(empty.text)\(empty.errors)")
    let told = try run(
      "init", "art", "--for", "signal,whatsapp", "--author", "Ada: \"A\"", "--name", "N", "--force")
    #expect(
      told.errors.split(separator: "\n").filter { $0.hasPrefix("fill in ") } == [
        "fill in the emoji of each sticker (required by signal and whatsapp)"
      ])
    let text = String(decoding: try folder.bytes(of: "art/stickerpack.yml"), as: UTF8.self)
    #expect(text.contains("\nauthor: \"Ada: \\\"A\\\"\"\n"), "\(text)")
    try folder.write(
      Array(text.replacing("emoji:  # [\"👋\"]", with: "emoji: [\"👋\"]").utf8), to: "art/stickerpack.yml")
    let full = try run("lint", "art", "--for", "signal", "--format", "concise")
    #expect(!full.text.contains("art/stickerpack.yml: error pack-texts"), "\(full.text)")
    #expect(!full.text.contains("sticker-emoji"), "\(full.text)")
    // Entries that are added later have the same blanks to fill in.
    try folder.write(Art.disc(), to: "art/zebra.png")
    #expect(try run("init", "art", "--update").status == 0)
    let updated = String(decoding: try folder.bytes(of: "art/stickerpack.yml"), as: UTF8.self)
    #expect(updated.hasSuffix("      en:\n    emoji:  # [\"👋\"]\n"), "\(updated)")
    for wrong in [["--author", ""], ["--for", "nobody"], ["--update", "--author", "A"]] {
      #expect(try Program.run(["init", "art", "--force"] + wrong, in: folder.url).status == 2)
    }
  }

  @Test("`init` offers numbered files as a commented-out sequence, which builds once uncommented")
  func numbered() throws {
    for number in 1...9 {
      try folder.write(Art.disc(red: UInt8(number * 20)), to: "frames/wave_0\(number).png")
    }
    try folder.write(Art.disc(red: 3), to: "frames/wave_old.png")
    try folder.write(Art.disc(red: 7), to: "frames/hop1.png")
    try folder.write(Art.disc(red: 17), to: "frames/hop3.png")
    let outcome = try run("init", "frames")
    #expect(
      outcome.errors.contains("note: wave_01.png to wave_09.png are numbered (9 files)."), "\(outcome.errors)"
    )
    #expect(!outcome.errors.contains("hop"))
    let text = String(decoding: try folder.bytes(of: "frames/stickerpack.yml"), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.contains("  #- frames: \"wave_[0-9][0-9].png\""), "\(text)")
    // Do what the comment says: delete the files' own entries, and uncomment the sequence.
    let first = try #require(lines.firstIndex { $0.hasSuffix("wave_01.png\"") })
    let last = try #require(lines.firstIndex { $0.hasSuffix("wave_09.png\"") })
    let uncommented = lines.map {
      $0.hasPrefix("  #- ") || $0.hasPrefix("  #  ") ? "  " + $0.dropFirst(3) : $0
    }
    let kept = uncommented[..<first] + uncommented[(last + 3)...]
    try folder.write(Array(kept.joined(separator: "\n").utf8), to: "frames/stickerpack.yml")
    let pack = try run("pack", "frames", "--output", "out", "--variants", "none", "--ignore", "missing-icon")
    #expect(pack.status == 0, "\(pack.text)\(pack.errors)")
    #expect(pack.errors.contains("built out: 4 stickers"), "\(pack.errors)")
  }

  @Test("without --force, an existing file is not replaced, and the other file is not written")
  func force() throws {
    try folder.write([35], to: "art/stickerpack.yml")
    let refused = try run("init", "art")
    #expect(refused.status == 2)
    #expect(refused.errors == "error: art/stickerpack.yml already exists. Use --force to replace it.\n")
    #expect(try !folder.files(below: "art").contains(".stickerlint.yml"))
    #expect(try run("init", "art", "--force").status == 0)
    #expect(try folder.bytes(of: "art/stickerpack.yml").count > 100)
  }

  @Test("a folder without art, and a catalog, get only a configuration")
  func settingsOnly() throws {
    try folder.write([1], to: "empty/readme.txt")
    try folder.write(Art.disc(), to: "app/S.xcstickers/P.stickerpack/a.sticker/a.png")
    for name in ["empty", "app", "app/S.xcstickers"] {
      #expect(try run("init", name).status == 0)
      #expect(try folder.files(below: name).contains(".stickerlint.yml"))
      #expect(try !folder.files(below: name).contains("stickerpack.yml"))
    }
  }

  @Test("an invalid language is refused", arguments: ["", "e", "en,", "en,en", "en;fr"])
  func languages(_ languages: String) throws {
    #expect(try run("init", "art", "--languages", languages).status == 2)
    #expect(try !folder.files(below: "art").contains("stickerpack.yml"))
  }
}
