import Corpus
import Foundation
import Testing

@testable import StickerImage

/// The executable itself: exit codes, output streams and order.
@Suite struct CommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("art without findings exits with 0 and an empty standard error")
  func clean() throws {
    try folder.write(Art.disc(), to: "art/a.png")
    try folder.write(Art.moving(), to: "art/b.png")
    let outcome = try Program.run(["art"], in: folder.url)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.text.hasSuffix("\n"))
  }

  @Test(
    "a system without /proc gets an explanation", .enabled(if: isLinux, "skipped: this system has no /proc"))
  func withoutProc() throws {
    let python = try #require(ExternalProgram.python)
    let outcome = try Program.shell(
      "\(python) \(ExternalProgram.scriptPath("missing_feature")) proc '\(Program.path)' lint", in: folder.url
    )
    #expect(outcome.status == 2)
    #expect(outcome.text.isEmpty)
    #expect(outcome.errors == "error: /proc is missing. Run `mount -t proc proc /proc` to mount it.\n")
  }

  @Test("errors exit with 1, and warnings only if requested")
  func findings() throws {
    try folder.write(Art.disc(252, 252), to: "small.png")
    #expect(try Program.run(["small.png"], in: folder.url).status == 1)
    try folder.write(Art.moving(plays: 2), to: "stops.png")
    #expect(try Program.run(["stops.png"], in: folder.url).status == 0)
    #expect(try Program.run(["stops.png", "--fail-on", "warning"], in: folder.url).status == 1)
  }

  @Test(
    "a broken command exits with 2, prints an error and leaves standard output empty",
    arguments: [
      ["missing.png"], ["lint", "a.png", "--format", "txet"], ["explain", "fil-size"],
      ["lint", "--jobs", "0", "a.png"], ["lint", "--select", "no-such-rule", "a.png"],
      ["pack", "a.png"], ["pack", "missing", "--output", "out"], ["empty"],
      ["a.png", "--format", "text", "--format", "json"], ["a.png", "--format", "json=no/such/folder.json"],
      ["info", "missing.png"], ["lint", "--severity"],
    ])
  func broken(_ arguments: [String]) throws {
    try folder.write(Art.disc(), to: "a.png")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "empty"), withIntermediateDirectories: true)
    let outcome = try Program.run(arguments, in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.text == "")
    #expect(outcome.errors.hasPrefix("error: ") || outcome.errors.hasPrefix("Error: "))
  }

  @Test("a mistyped name suggests the closest match")
  func suggestions() throws {
    #expect(try Program.run(["explain", "fil-size"], in: folder.url).errors.contains("file-size"))
    #expect(try Program.run(["lnit"], in: folder.url).errors.contains("lint"))
  }

  @Test("files that Git ignores are skipped on request, and counted")
  func ignored() throws {
    try folder.write(Art.disc(252, 252), to: "out/small.png")
    try folder.write(Art.disc(), to: "a.png")
    try folder.write(Array("out/".utf8), to: ".gitignore")
    #expect(try Program.run(["."], in: folder.url).status == 1)
    let outcome = try Program.run([".", "--respect-gitignore"], in: folder.url)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "note: 1 file or folder that git ignores left out\n")
  }

  @Test("a run with nothing to check exits with 2, or with 0 if --allow-empty is set")
  func nothing() throws {
    #expect(try Program.run(["."], in: folder.url).status == 2)
    #expect(try Program.run([".", "--allow-empty"], in: folder.url).status == 0)
  }

  @Test(
    "help and version exit with 0 and print to standard output",
    arguments: [["--help"], ["--version"], ["lint", "--help"], ["pack", "--help"]])
  func help(_ arguments: [String]) throws {
    let outcome = try Program.run(arguments, in: folder.url)
    #expect(outcome.status == 0)
    #expect(!outcome.text.isEmpty)
    #expect(outcome.errors == "")
  }

  @Test("a closed pipe ends the program silently with 0")
  func closedPipe() throws {
    for number in 0..<5_000 { try folder.write(Array("no image".utf8), to: "art/\(number).png") }
    let outcome = try Program.shell(
      "stickerlint art --format concise | head -n 1; echo ${PIPESTATUS[0]}", in: folder.url)
    // The report has about 500 kB, which exceeds the capacity of any pipe.
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines.last == "0")
    #expect(outcome.errors == "")
    let gone = try Program.shell("stickerlint rules > >(exec 0<&-; sleep 0.2)", in: folder.url)
    #expect(gone.errors == "")
  }

  @Test(
    "a full disk at standard output exits with 2",
    .enabled(if: Program.hasFullDevice, "skipped: no /dev/full"))
  func fullDisk() throws {
    let outcome = try Program.shell("stickerlint rules > /dev/full", in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("standard output"))
  }

  @Test("a closed standard output exits with 2, like a full disk")
  func closedOutput() throws {
    try folder.write(Art.disc(), to: "a.png")
    let closed = try Program.shell("stickerlint a.png >&-", in: folder.url)
    #expect(closed.status == 2)
    #expect(closed.errors == "error: cannot write to standard output: it is closed\n")
    #expect(try Program.shell("stickerlint a.png >&- 2>&-", in: folder.url).status == 2)
    #expect(try folder.bytes(of: "a.png") == Art.disc())
  }

  @Test(
    "a full disk at standard error changes neither the report nor the exit code",
    .enabled(if: Program.hasFullDevice, "skipped: no /dev/full"))
  func deafStandardError() throws {
    try folder.write(Array("no image".utf8), to: "art/a.png")
    try folder.write(Array("hidden".utf8), to: "art/.b.png")  // causes a note
    let outcome = try Program.shell("stickerlint art --format concise 2>/dev/full", in: folder.url)
    let heard = try Program.run(["art", "--format", "concise"], in: folder.url)
    #expect(outcome.status == 1 && heard.status == 1)
    #expect(outcome.lines.count == 1 && !heard.errors.isEmpty)
    #expect(outcome.output == heard.output)
    let pack = try Program.shell("stickerlint pack art --output out 2>/dev/full", in: folder.url)
    let heardPack = try Program.run(["pack", "art", "--output", "out"], in: folder.url)
    #expect(pack.status == 1 && heardPack.status == 1)
    #expect(pack.output == heardPack.output)
  }

  @Test(
    "a terminated build leaves nothing behind and exits with 143, whatever signals its parent blocked",
    arguments: ["UNBLOCK", "BLOCK"])
  func terminated(_ parent: String) throws {
    for number in 0..<40 { try folder.write(Art.disc(300 + number * 3, 300), to: "art/\(number).png") }
    let line = """
      rm -rf out
      nice -n 19 python3 -c '
      import os, signal, sys
      signal.pthread_sigmask(signal.SIG_\(parent), {signal.SIGTERM, signal.SIGINT})
      os.execv(sys.argv[1], sys.argv[1:])
      ' '\(Program.path)' pack art --output out --quiet >/dev/null & pid=$!
      while kill -0 $pid 2>/dev/null && ! compgen -G '.stickerlint-tmp-*' >/dev/null; do :; done
      kill -TERM $pid 2>/dev/null; wait $pid; echo $?; ls -A
      """
    // Although the build has a low priority, it may finish before the signal arrives. If so, try again.
    for _ in 0..<8 {
      let lines = try Program.shell(line, in: folder.url).lines
      if lines.first == "143" {
        #expect(lines.dropFirst() == ["art"])
        return
      }
    }
    Issue.record("no signal came in time")
  }

  @Test("the report is the same with any number of jobs", arguments: ["text", "concise", "json"])
  func order(_ format: String) throws {
    for number in 0..<60 {
      let size = number % 7 == 0 ? 618 : 90 + number
      try folder.write(Art.disc(size, size), to: "art/\(number % 4)/sticker \(number).png")
    }
    let runs = try ["1", "2", "8"].map { jobs in
      try Program.run(["art", "--format", format, "--jobs", jobs], in: folder.url)
    }
    #expect(runs[0].status == 1)
    #expect(!runs[0].output.isEmpty)
    #expect(runs[0].output == runs[1].output)
    #expect(runs[0].output == runs[2].output)
  }

  @Test("one run writes several reports")
  func reports() throws {
    try folder.write(Art.disc(252, 252), to: "small.png")
    let outcome = try Program.run(
      ["small.png", "--format", "concise", "--format", "json=report.json"], in: folder.url)
    #expect(outcome.lines.count == 1)
    let report =
      try JSONSerialization.jsonObject(with: Data(folder.bytes(of: "report.json"))) as? [String: Any]
    #expect((report?["findings"] as? [[String: Any]])?.first?["rule"] as? String == "pixel-dimensions")
  }

  @Test("standard input can hold an image or a list of paths")
  func standardInput() throws {
    let image = try Program.run(
      ["-", "--stdin-name", "shown.png"], in: folder.url, input: Art.disc(252, 252))
    #expect(image.status == 1)
    #expect(image.text.contains("shown.png"))
    try folder.write(Art.disc(), to: "a b.png")
    let list = try Program.run(["--stdin-paths"], in: folder.url, input: Array("a b.png\0a b.png\0".utf8))
    #expect(list.status == 0)
    #expect(list.text.contains("1 file"))
    let nothing = try Program.run(["--stdin-paths"], in: folder.url)
    #expect(nothing.status == 2)
    #expect(nothing.errors.contains("standard input contains no paths"), "\(nothing.errors)")
  }

  @Test("`info` prints every frame's exact delay and the SHA-256 of its pixels")
  func info() throws {
    try folder.write(Art.moving(frames: 3, delay: ExactSeconds(1, 15)), to: "m.png")
    let outcome = try Program.run(["info", "--pixels", "--format", "json", "m.png"], in: folder.url)
    #expect(outcome.status == 0)
    let document = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
    let image = try #require((document?["images"] as? [[String: Any]])?.first)
    let frames = try #require(image["frames"] as? [[String: Any]])
    #expect(frames.count == 3)
    for (number, frame) in frames.enumerated() {
      #expect((frame["delay"] as? [String: Int]) == ["num": 1, "den": 15])
      let pixels = Art.bitmap(300, 300, red: 40, blue: 200, x: number * 2 - 6).pixels
      #expect(frame["rgbaSHA256"] as? String == SHA256.hexDigest(of: pixels))
    }
    #expect((image["duration"] as? [String: Int]) == ["num": 1, "den": 5])
  }

  @Test("`info` prints the stored delay and the delay that viewers use")
  func infoOfShownDelays() throws {
    try folder.write(Art.moving(frames: 3, delay: ExactSeconds(1, 100)), to: "m.png")
    let outcome = try Program.run(["info", "--format", "json", "m.png"], in: folder.url)
    let document = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
    let image = try #require((document?["images"] as? [[String: Any]])?.first)
    let frames = try #require(image["frames"] as? [[String: Any]])
    #expect((frames[2]["delay"] as? [String: Int]) == ["num": 1, "den": 100])
    #expect((frames[2]["shownDelay"] as? [String: Int]) == ["num": 1, "den": 10])
    #expect((image["duration"] as? [String: Int]) == ["num": 3, "den": 100])
    #expect((image["shownDuration"] as? [String: Int]) == ["num": 3, "den": 10])
    let text = try Program.run(["info", "m.png"], in: folder.url).text
    #expect(
      text.contains("3 frames, shown for 300 ms (3/10 s), written 30 ms (3/100 s), loops forever"), "\(text)")
    #expect(text.contains("10 ms (1/100 s)     shown 100 ms"), "\(text)")
  }

  @Test("`info` writes the frames as images")
  func saveFrames() throws {
    try folder.write(Art.moving(frames: 2), to: "m.png")
    let outcome = try Program.run(["info", "m.png", "--save-frames", "frames"], in: folder.url)
    #expect(outcome.status == 0)
    #expect(try folder.files(below: "frames") == ["m-001.png", "m-002.png"])
    let second = try Image(decoding: folder.bytes(of: "frames/m-002.png"))
    #expect(second.frames[0].bitmap == Art.bitmap(300, 300, red: 40, blue: 200, x: -4))
  }

  @Test("an option with an empty value after = does not consume the next path")
  func emptyValue() throws {
    let folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "art/a.png")
    for option in ["--changed-since=", "--write-baseline=", "--format="] {
      let outcome = try Program.run(["lint", option, "art"], in: folder.url)
      #expect(outcome.status == 2)
      #expect(outcome.errors == "error: \(option) needs a value after the =\n")
    }
    #expect(try folder.files() == ["art/a.png"])
  }

  @Test(
    "text from an argument never starts a line of a message", arguments: ["--foo", "--fail-on=", "--role="])
  func hostileArgument(_ start: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(["lint", "\(start)x\n::error::pwn\u{1B}[2J", "art"], in: folder.url)
    #expect(outcome.status == 2)
    #expect(!outcome.errors.contains("\n::error") && !outcome.errors.contains("\u{1B}"))
    #expect(outcome.errors.contains("\\u{A}::error::pwn"))
  }
}
