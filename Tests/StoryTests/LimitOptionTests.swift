import Foundation
import Testing

/// `--limit` for `lint`, `info` and `pack`.
@Suite struct LimitOptionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("`lint`, `info` and `pack` report a lowered limit by name")
  func lowered() throws {
    try folder.write(Art.disc(), to: "art/a.png")
    let figures = "side-pixels: 300 px (limit: 299 px)"
    let sentence = "\(figures). Raise it with --limit side-pixels=NUMBER."
    let lint = try Program.run(
      ["art", "--format", "concise", "--limit", "side-pixels=299"], in: folder.url)
    #expect(lint.status == 1)
    #expect(lint.text == "art/a.png: error resource-limit: \(figures)\n")
    let info = try Program.run(["info", "art/a.png", "--limit", "side-pixels=299"], in: folder.url)
    #expect(info.status == 1)
    #expect(info.text.contains(sentence))
    let pack = try Program.run(["pack", "art", "--output", "out", "--limit=side-pixels=299"], in: folder.url)
    #expect(pack.status == 1)
    #expect(pack.text.contains("resource-limit") && pack.text.contains(figures))
    #expect(pack.text.contains("use `--limit NAME=NUMBER`"))
    #expect(try folder.files() == ["art/a.png"])
  }

  @Test("a raised limit accepts what the default refuses, and the last setting of a limit wins")
  func raised() throws {
    try folder.write(Art.disc(8193, 3), to: "a.png")
    let line = ["a.png", "--select", "resource-limit"]
    #expect(try Program.run(line, in: folder.url).status == 1)
    #expect(try Program.run(line + ["--limit", "side-pixels=8193"], in: folder.url).status == 0)
    let settings = ["--limit", "side-pixels=8193", "--limit", "canvas-pixels=24578"]
    #expect(try Program.run(line + settings, in: folder.url).status == 1)
    let last = ["--limit", "canvas-pixels=24579"]
    #expect(try Program.run(line + settings + last, in: folder.url).status == 0)
    #expect(try Program.run(["info", "a.png", "--limit", "side-pixels=8193"], in: folder.url).status == 0)
  }

  @Test("file size is a limit, too", arguments: [-1, 0, 1])
  func fileBytes(_ beyond: Int) throws {
    let bytes = try Art.disc()
    try folder.write(bytes, to: "a.png")
    let limit = "file-bytes=\(bytes.count - beyond)"
    for source in ["a.png", "-"] {
      let outcome = try Program.run(
        [source, "--format", "concise", "--limit", limit], in: folder.url, input: bytes)
      #expect(outcome.status == (beyond > 0 ? 1 : 0))
      #expect(outcome.text.contains("error resource-limit: file-bytes: ") == (beyond > 0))
    }
  }

  @Test(
    "an invalid limit exits with 2 and one line that says what is valid",
    arguments: [
      ("canvas-pixel=1", "error: unknown limit \"canvas-pixel\". Did you mean canvas-pixels?\n"),
      ("frames=many", "error: the limit frames must be a whole number, not \"many\". Example: frames=4096\n"),
      ("frames=-1", "error: the limit frames must be a whole number, not \"-1\". Example: frames=4096\n"),
      ("frames=0", "error: the limit frames must be at least 1, not \"0\"\n"),
      (
        "side-pixels=2147483648",
        "error: the limit side-pixels must be at most 2,147,483,647 px, not \"2147483648\"\n"
      ),
      ("frames", "error: --limit frames needs a number, for example --limit canvas-pixels=20000000\n"),
    ])
  func refused(_ setting: String, _ line: String) throws {
    try folder.write(Art.disc(), to: "art/a.png")
    for command in [["lint", "art"], ["info", "art/a.png"], ["pack", "art", "--output", "out"]] {
      let outcome = try Program.run(command + ["--limit", setting], in: folder.url)
      #expect(outcome.status == 2)
      #expect(outcome.errors == line)
      #expect(outcome.text == "")
    }
    #expect(try folder.files() == ["art/a.png"])
  }

  @Test("help lists every limit with its default")
  func help() throws {
    let words = try Program.run(["lint", "--help-all"], in: folder.url).text.split { $0.isWhitespace }
    let text = words.joined(separator: " ")
    let limits = [
      ("file-bytes", 33_554_432), ("side-pixels", 8192), ("canvas-pixels", 16_800_000), ("frames", 4096),
      ("all-frames-pixels", 256_000_000), ("chunk-bytes", 1_048_576), ("parts", 65_536), ("scans", 100),
      ("work", 2_000_000_000),
    ]
    let list = limits.map { "\($0.0) (\($0.1))" }.joined(separator: ", ")
    #expect(text.contains("Defaults: \(list)."), "\(text)")
    // There are no other limits.
    let names = limits.map { $0.0 }.joined(separator: ", ")
    let unknown = try Program.run(["lint", "art", "--limit", "zzz=1"], in: folder.url).errors
    #expect(unknown.contains("Choose one of \(names)."), "\(unknown)")
  }
}
