import Foundation
import Testing

/// Every command reports art that cannot be read.
@Suite struct UnsupportedArtStoryTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "art/sun.png")
    try folder.write(Array("CSFCHUNK".utf8), to: "art/sun.clip")
    try folder.write([0x1A, 0x45, 0xDF, 0xA3, 0x42, 0x82, 0x88] + Array("matroska".utf8), to: "art/wave.mkv")
    try folder.write(Array("CSFCHUNK".utf8), to: "sources/sun.clip")
  }

  private let lines = [
    "1 Clip Studio Paint document is left out (art/sun.clip): export it from Clip Studio Paint as PNG, or as APNG if it moves",
    "1 Matroska video is left out (art/wave.mkv): export it from the video editor as APNG",
  ]

  private func run(_ line: String) throws -> Outcome {
    try Program.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  @Test(
    "every command reports unsupported art, even with --quiet, but does not fail because of it",
    arguments: [
      "lint art", "lint art --quiet", "lint art --format json --quiet", "lint art --format concise --quiet",
      "lint art --statistics", "lint art --for telegram,line --quiet", "fix art --quiet",
      "lint art --for all --quiet", "fix art --format json", "fix art -o - --quiet",
      "shard 1/1 art --quiet --format json", "pack art --output out --quiet",
      "preview art --output page.html --quiet", "init art",
    ])
  func commands(_ line: String) throws {
    let outcome = try run(line)
    // Telegram and LINE do not accept the readable art, so the exit code has to be the one for the readable
    // art alone.
    let readable = try TemporaryFolder()
    try readable.write(Art.disc(), to: "art/sun.png")
    let alone = try Program.run(line.split(separator: " ").map(String.init), in: readable.url)
    #expect(outcome.status == alone.status, "\(outcome.errors)")
    if !line.contains("--for") { #expect(outcome.status == 0, "\(outcome.errors)") }
    let said = outcome.text + outcome.errors
    if line.contains("format json") {
      #expect(outcome.text.contains("\"leftOut\""))
      #expect(outcome.text.contains("\"art/wave.mkv\""))
    } else {
      for wanted in lines { #expect(said.components(separatedBy: wanted).count == 2, "\(said)") }
    }
  }

  @Test("`pack` names unsupported art next to a catalog once, for any messenger")
  func besideCatalog() throws {
    try folder.write(Array("CSFCHUNK".utf8), to: "App/cat.clip")
    try folder.write(Array("{}".utf8), to: "App/S.xcstickers/Contents.json")
    try folder.write(Array("{}".utf8), to: "App/S.xcstickers/P.stickerpack/Contents.json")
    let set = "App/S.xcstickers/P.stickerpack/a.sticker"
    try folder.write(Array(#"{ "properties" : { "filename" : "a.png" } }"#.utf8), to: "\(set)/Contents.json")
    try folder.write(Art.disc(), to: "\(set)/a.png")
    let line = "note: 1 Clip Studio Paint document is left out (App/cat.clip): "
    for options in ["", " --for misskey", " --for misskey,slack"] {
      let outcome = try run("pack App --output out --quiet\(options)")
      #expect(outcome.errors.components(separatedBy: line).count == 2, "\(options): \(outcome.errors)")
    }
  }

  @Test("a concise report omits unsupported art, and standard error names it")
  func concise() throws {
    let outcome = try run("lint art --format concise --quiet")
    #expect(!outcome.text.contains("sun.clip") && !outcome.text.contains("wave.mkv"))
    #expect(outcome.errors == lines.map { "note: \($0)\n" }.joined())
  }

  @Test("merged shards report unsupported art as one run does")
  func merged() throws {
    try folder.write(Array(try run("shard 1/1 art --quiet").text.utf8), to: "1.json")
    #expect(try run("merge 1.json").text == run("lint art").text)
  }

  @Test(
    "a folder that contains only unsupported art is reported as such",
    arguments: ["lint sources", "fix sources", "pack sources --output out"])
  func nothingElse(_ line: String) throws {
    let outcome = try run(line)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: 1 Clip Studio Paint document is left out (sources/sun.clip): "))
  }

  @Test("`init` names unsupported art and says that no image can be read")
  func describing() throws {
    let outcome = try run("init sources")
    #expect(outcome.errors.contains("note: 1 Clip Studio Paint document is left out (sources/sun.clip): "))
    #expect(outcome.errors.contains("did not write stickerpack.yml: sources has no readable image\n"))
  }

  @Test("unsupported art that is named is a finding that says how to export it")
  func named() throws {
    let outcome = try run("lint art/wave.mkv")
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("this is a Matroska video (a sticker must be PNG, APNG, GIF or JPEG)"))
    #expect(outcome.text.contains("Export the sticker from the video editor as APNG."))
  }

  @Test("globs and configurations can exclude unsupported art")
  func excluded() throws {
    #expect(try !run("lint art --include *.png").text.contains("Clip Studio"))
    #expect(try !run("lint art --exclude *.clip").text.contains("Clip Studio"))
    try folder.write(Array("exclude: [\"*.clip\"]".utf8), to: ".stickerlint.yml")
    #expect(try !run("lint art").text.contains("Clip Studio"))
  }

  @Test("`--quiet` hides notes, but never what was left out")
  func quiet() throws {
    _ = try Program.shell("ln -s ../sources art/more", in: folder.url)
    #expect(try run("lint art --quiet").errors == "note: 1 symbolic link left out\n")
    try folder.write(Art.disc(252, 252), to: "art/small.png")
    let packed = try run("pack art --output out --skip-failing --quiet")
    #expect(packed.errors.contains("note: small.png is left out: "))
    #expect(!packed.errors.contains("is named art"))
  }

  @Test("`lint` and `pack` say that Git LFS pointers must be fetched, not exported again")
  func pointers() throws {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
    for name in ["a", "b"] { try folder.write(Array(pointer.utf8), to: "lfs/\(name).png") }
    for line in ["lint lfs", "pack lfs --output out"] {
      let outcome = try run(line)
      #expect(outcome.status == 1)
      #expect(outcome.text.components(separatedBy: "git lfs pull").count == 2)
      #expect(!(outcome.text + outcome.errors).contains("xport"), "\(outcome.text)\(outcome.errors)")
    }
  }

  @Test("files that Finder and Windows create are ignored silently")
  func leftovers() throws {
    for name in [".DS_Store", "Thumbs.db", "desktop.ini"] { try folder.write([1, 2], to: "sent/\(name)") }
    try folder.write([0, 5, 0x16, 7, 0, 2, 0, 0], to: "sent/._sun.png")
    try folder.write([0, 5, 0x16, 7, 0, 2, 0, 0], to: "sent/__MACOSX/._sun.png")
    try folder.write(Art.disc(), to: "sent/sun.png")
    let outcome = try run("lint sent")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.text.contains("1 file: "))
    #expect(!outcome.text.contains("._sun") && !outcome.text.contains("Thumbs.db"))
  }
}
