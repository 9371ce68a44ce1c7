import Foundation
import Testing

/// Each bad input gives one clear finding or line, and does not stop the rest of the run.
@Suite struct BadInputTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func lint(_ line: String = "stickerlint art --format concise --no-pack") throws -> Outcome {
    try folder.write(Art.disc(252, 252), to: "art/zz small.png")
    let outcome = try Program.shell(line, in: folder.url)
    #expect(outcome.text.contains("art/zz small.png: error pixel-dimensions: "), "not checked")
    return outcome
  }

  @Test("names with spaces, newlines or invalid UTF-8 take one line each")
  func names() throws {
    try folder.write(Art.disc(252, 252), to: "art/a b.png")
    try folder.write(Art.disc(252, 252), to: "art/new\nline.png")
    _ = try Program.shell("cp 'art/a b.png' $'art/byte\\xff.png'", in: folder.url)
    let outcome = try lint()
    #expect(outcome.status == 1)
    #expect(outcome.lines.count == 4)
    #expect(outcome.text.contains("art/new\\u{A}line.png: "))
    #expect(outcome.text.contains("art/byte\\xFF.png: "))
    let named = try Program.shell("stickerlint $'art/byte\\xff.png' --format json", in: folder.url)
    #expect(named.status == 1)
    #expect(
      named.text.contains(
        "\"pathBytes\" : \"\(Data("art/byte".utf8 + [0xFF] + ".png".utf8).base64EncodedString())\""))
  }

  @Test("a FIFO, a link loop, an empty file and a folder named x.png are findings and never block")
  func oddFiles() throws {
    _ = try Program.shell(
      """
      mkdir -p art/x.png && mkfifo art/fifo.png && : > art/empty.png
      ln -s loop.png art/loop.png && ln -s . art/circle
      """,
      in: folder.url)
    let outcome = try lint("\(Program.boundedCommand) art --format concise --no-pack")
    #expect(outcome.status == 1)
    for name in ["art/fifo.png", "art/empty.png", "art/x.png"] {
      #expect(outcome.text.contains("\(name): error unreadable-file: "), "\(name)")
    }
    let named = try Program.shell("\(Program.boundedCommand) art/loop.png --format concise", in: folder.url)
    #expect(named.status == 1)
    #expect(
      named.text
        == "art/loop.png: error unreadable-file: cannot be read: it is a link that leads back to itself\n")
  }

  @Test("a sparse file of 3 GiB is refused because of its size")
  func sparse() throws {
    _ = try Program.shell("mkdir -p art && truncate -s 3G art/huge.png", in: folder.url)
    let outcome = try lint()
    #expect(outcome.text.contains("art/huge.png: error resource-limit: "))
    #expect(
      outcome.text.contains("3221225472") || outcome.text.contains("3,221,225,472")
        || outcome.text.contains("3,221,225,472"))
  }

  @Test("10,000 files are all reported in order")
  func many() throws {
    _ = try Program.shell(
      "mkdir -p art && for i in $(seq 10000); do echo $i > art/$i.png; done", in: folder.url)
    let outcome = try lint()
    #expect(outcome.lines.count == 10_001)
    #expect(outcome.lines == outcome.lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  @Test("an output folder with other files is left alone")
  func foreign() throws {
    try folder.write(Art.disc(), to: "art/a.png")
    try folder.write(Array("mine".utf8), to: "out/diary.txt")
    let outcome = try Program.run(["pack", "art", "--output", "out"], in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("out"))
    #expect(outcome.errors.contains("--force"))
    #expect(try folder.files(below: "out") == ["diary.txt"])
  }

  @Test("an output that cannot be written leaves nothing behind")
  func unwritable() throws {
    try folder.write(Art.disc(), to: "art/a.png")
    try folder.write(Array("a file".utf8), to: "file")
    for place in ["file", "file/out", "/proc/stickerlint"] {
      let outcome = try Program.run(["pack", "art", "--output", place], in: folder.url)
      #expect(outcome.status == 2, "\(place)")
      #expect(outcome.errors.split(separator: "\n").contains { $0.contains(place) })
    }
    #expect(try folder.files() == ["art/a.png", "file"])
  }
}
