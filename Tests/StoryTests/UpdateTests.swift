import Foundation
import Testing

/// Images that a `stickerpack.yml` does not list, and `stickerlint init --update`.
@Suite struct UpdateTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (red, name) in [(10, "sun.png"), (90, "moon.png"), (170, "more/star.png")] {
      try folder.write(Art.disc(red: UInt8(red)), to: "art/\(name)")
    }
    try write("languages: [en]\nstickers:\n  - file: sun.png   # mine\n    description: A sun\n")
  }

  private func write(_ text: String) throws {
    try folder.write(Array(text.utf8), to: "art/stickerpack.yml")
  }

  private func text() throws -> String {
    String(decoding: try folder.bytes(of: "art/stickerpack.yml"), as: UTF8.self)
  }

  private func run(_ arguments: String...) throws -> Outcome { try Program.run(arguments, in: folder.url) }

  private func unlisted(_ options: String...) throws -> [String] {
    try Program.run(
      ["lint", "art", "--format", "concise", "--select", "unlisted-sticker"] + options, in: folder.url
    ).lines.map(String.init)
  }

  @Test("images that are missing from the pack file are reported and added, and then no longer reported")
  func added() throws {
    #expect(
      try unlisted() == [
        "art/stickerpack.yml: warning unlisted-sticker: 2 images next to stickerpack.yml are not in the pack: "
          + "moon.png and more/star.png"
      ])
    let before = try text()
    let outcome = try run("init", "art", "--update")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors == "wrote art/stickerpack.yml: 2 new stickers to describe\n")
    #expect(try text().hasPrefix(before) && text().contains("- file: \"more/star.png\"\n"))
    #expect(try !folder.files(below: "art").contains(".stickerlint.yml"))
    #expect(try unlisted().isEmpty)
    let again = try run("init", "art", "--update")
    #expect(again.status == 0 && again.errors.contains("Nothing was changed"))
  }

  @Test("excluded images and another pack's images are not reported as unlisted")
  func silent() throws {
    try folder.write(Art.disc(100, 100), to: "art/sun@2x.png")
    try folder.write([1, 2, 3], to: "art/drawing.psd")
    try folder.write(Array("stickers:\n  - file: star.png\n".utf8), to: "art/more/stickerpack.yml")
    #expect(try unlisted("--exclude", "art/moon.png", "--exclude", "*@2x.png").isEmpty)
    try folder.write(Array("exclude: [\"moon.png\", \"*@2x.png\"]\n".utf8), to: "art/.stickerlint.yml")
    #expect(try unlisted().isEmpty)
  }

  @Test("originals whose fixed copy is in the pack are skipped with a note")
  func fixed() throws {
    for name in ["fixed/sun.png", "fixed/moon-2.png", "fixed/moon.png"] {
      try folder.write(Art.disc(red: 10), to: "art/\(name)")
    }
    try folder.write(Art.disc(100, 100), to: "art/sun.png")
    try write("stickers:\n  - file: fixed/sun.png\n  - file: fixed/moon-2.png\n  - file: more/star.png\n")
    #expect(try unlisted().isEmpty)
    #expect(try run("init", "art", "--update").errors.contains("Nothing was changed"))
    let all = try run("lint", "art", "--format", "json")
    let report = String(decoding: all.output, as: UTF8.self)
    #expect(!report.contains("\"art/sun.png\"") && report.contains("\"art/fixed/sun.png\""))
    let word = "skipped 3 images that have a fixed copy in the pack"
    #expect(all.errors.contains(word), "\(all.errors)")
    let alone = try run("lint", "art/sun.png", "--format", "concise").lines
    #expect(alone.contains { $0.contains("pixel-dimensions") }, "a file named on the command line is checked")
    try write("stickers:\n  - file: sun.png\n  - file: moon.png\n  - file: more/star.png\n")
    #expect(try unlisted().isEmpty, "fixed copies of the pack's images must not be reported")
  }

  @Test("a pack file keeps its text when art is exported again, and lists what is gone")
  func renamed() throws {
    try folder.write(Art.moving(), to: "art/moon@3x.png")
    for name in ["sun.png", "moon.png"] {
      try FileManager.default.removeItem(at: folder.url.appending(path: "art/\(name)"))
    }
    let start = "stickers:\n  - file: moon.png # a\n    description: A moon\n  - file: sun.png\n"
    try write(start)
    let outcome = try run("init", "art", "--update")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("note: art/stickerpack.yml lists sun.png, which does not exist\n"))
    #expect(outcome.errors.contains("moon.png is now moon@3x.png and keeps its text\n"))
    #expect(try text().hasPrefix(start.replacing("moon.png", with: "moon@3x.png")))
  }

  @Test("the name and languages change, and everything else in the file stays")
  func changed() throws {
    try write(
      "# Ours.\nname: Old # for now\nlanguages: [en]\nx-team: art\nstickers:\n"
        + "  # The first.\n  - file: sun.png   # mine\n    description: A sun\n"
        + "  - { file: moon.png }\n  - file: more/star.png\n")
    let outcome = try run("init", "art", "--update", "--name", "New", "--languages", "en,fr")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try text()
        == "# Ours.\nname: New # for now\nlanguages: [en, \"fr\"]\nx-team: art\nstickers:\n"
        + "  # The first.\n  - file: sun.png   # mine\n    description: { en: \"A sun\" }\n"
        + "  - { file: moon.png }\n  - file: more/star.png\n")
    try write("name: &a Old\nx-b: *a\nstickers:\n  - file: sun.png\n")
    let refused = try run("init", "art/", "--update", "--name", "New")
    #expect(refused.status == 2 && refused.errors.hasPrefix("error: art/stickerpack.yml"))
    #expect(refused.errors.split(separator: "\n").count == 1)
  }

  @Test("a pack file that cannot be updated gives one line, and nothing is written")
  func refused() throws {
    try write("stickers: [{ file: sun.png }]")
    let brackets = try run("init", "art", "--update")
    #expect(brackets.status == 2 && brackets.errors.hasPrefix("error: art/stickerpack.yml was not changed: "))
    #expect(try text() == "stickers: [{ file: sun.png }]")
    #expect(try run("init", "art", "--update", "--force").status == 2)
    let none = try run("init", "art/more", "--update")
    #expect(none.status == 2 && none.errors.contains("does not exist. Omit --update"))
  }
}
