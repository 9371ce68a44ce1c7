import Corpus
import Foundation
import Testing

@Suite(
  "the served page",
  .enabled(if: ExternalProgram.python != nil, "skipped: no Python")
) struct ServeTests {
  @Test("dropped files are checked, and all results can be downloaded") func drop() throws {
    let page = try RunningServer()
    let outcome = try page.ask("drop", FixtureArt.art("faulty").path)
    #expect(outcome.hasPrefix("taken 10 passed 0 refused 0 verdicts 10\n"), "\(outcome)")
    let archive = try page.ask("get", "all.zip")
    #expect(archive.contains("0/too-heavy.png\n"), "\(archive)")
    #expect(try page.ask("get", "pack.zip?name=Cats").contains("Cats/manifest.json\n"))
    #expect(try page.ask("get", "art/999").hasPrefix("404 "))
  }

  @Test("a file of 200 MB and files beyond 1,000 are refused with the limit") func much()
    throws
  {
    let page = try RunningServer()
    let folder = try TemporaryFolder()
    try folder.write([UInt8](repeating: 0, count: 200_000_000), to: "huge.png")
    for number in 1...1010 { try folder.write(Array("no picture \(number)".utf8), to: "\(number).png") }
    let outcome = try page.ask("drop", folder.url.path)
    #expect(outcome.hasPrefix("taken 1000 passed 0 refused 11 verdicts 1000\n"), "\(outcome.prefix(200))")
    #expect(
      outcome.contains(
        "413 huge.png was not added: file size is 200,000,000 bytes (limit: 33,554,432 bytes)\n"))
    #expect(outcome.contains("the page is full (limit: 1000 files)\n"))
  }

  @Test("a hundred stickers are checked within 512 MB of memory") func hundred() throws {
    let page = try RunningServer()
    let outcome = try page.ask("drop", FixtureArt.art("faulty").path, "10")
    #expect(outcome.hasPrefix("taken 100 passed 0 refused 0 verdicts 100\n"), "\(outcome)")
    #expect(try page.memory < 512 << 20)
  }

  @Test("a large file that is not an image is skipped like a small one") func largeJunk() throws {
    let page = try RunningServer()
    let folder = try TemporaryFolder()
    try folder.write([UInt8](repeating: 0, count: 40_000_000), to: "cat.sketch")
    #expect(try page.ask("drop", folder.url.path).hasPrefix("taken 0 passed 1 refused 0"))
    try folder.write([UInt8](repeating: 0, count: 40_000_000), to: "cat.psd")
    #expect(try page.ask("drop", folder.url.path).hasPrefix("taken 0 passed 1 refused 1"))
  }

  @Test("dropped connections leave nothing behind") func lost() throws {
    let page = try RunningServer()
    let folder = try TemporaryFolder()
    try folder.write([UInt8](repeating: 0, count: 20_000_000), to: "large.png")
    let before = try page.memory
    _ = try page.ask("lose", folder.url.appendingPathComponent("large.png").path, "20")
    let outcome = try page.ask("drop", FixtureArt.art("pack").path)
    #expect(outcome.hasPrefix("taken 10 passed 0 refused 0 verdicts 10\n"), "\(outcome)")
    #expect(try !page.ask("get", "all.zip").contains("lost.png"))
    #expect(try isSanitized || page.memory < before + 100 << 20)
  }

  @Test("a folder that exceeds the page's limit is not read completely") func watchMuch() throws {
    let folder = try TemporaryFolder()
    for number in 10...25 { try folder.write([UInt8](repeating: 0, count: 30_000_000), to: "\(number).png") }
    let page = try RunningServer(["--watch", folder.url.path])
    try page.wait { $0.contains("15.png\n") }
    let heard = try page.ask("hear", "2")
    #expect(heard.contains("25.png was not added: its 30,000,000 bytes would make the page too large"))
    #expect(try isSanitized || page.memory < 400 << 20)
  }

  @Test("a watched folder is shown as it changes, and is never modified") func watch() throws {
    let folder = try TemporaryFolder()
    let art = [UInt8](try Data(contentsOf: FixtureArt.art("faulty").appendingPathComponent("too-small.png")))
    try folder.write(art, to: "a/small.png")
    let page = try RunningServer(["--watch", folder.url.path])
    try page.wait { $0.contains("a/small.png\n") }
    try folder.write(art, to: "b.png")
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("a/small.png"))
    try page.wait { $0.contains("b.png\n") && !$0.contains("small.png") }
    let heard = try page.ask("hear", "2")
    #expect(heard.contains("|b.png|") && heard.contains("pixel-dimensions"), "\(heard)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["a", "b.png"])
  }

  @Test(
    "signals end the server like every other command",
    arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func signals(_ signal: Int32, _ status: Int32) throws {
    let page = try RunningServer()
    kill(page.process.processIdentifier, signal)
    page.process.waitUntilExit()
    #expect(page.process.terminationStatus == status)
  }

  @Test("a port in use is an error, and without --port each page has a new origin")
  func ports() throws {
    let page = try RunningServer()
    let folder = try TemporaryFolder()
    let port = try #require(page.address.split(separator: "/").dropFirst().first?.split(separator: ":").last)
    let outcome = try Program.run(["serve", "--port", String(port)], in: folder.url)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "error: port \(port) is in use. Choose another with --port, or let the system choose one.\n")
    let (first, second) = (try RunningServer([], port: nil), try RunningServer([], port: nil))
    let hosts = [page, first, second].map { $0.address.split(separator: "/")[1].split(separator: ":")[0] }
    #expect(Set(hosts).count == 3)
    #expect(hosts.allSatisfy { $0.hasPrefix("stickerlint-") && $0.hasSuffix(".localhost") })
  }

  @Test("a file that is too large for the page is named on standard error") func tooLarge() throws {
    let art = try TemporaryFolder()
    try art.write([UInt8](repeating: 0, count: 2_000_000), to: "large.png")
    let errors = art.url.appending(path: "errors")
    // Start the program without the shell function around it, so that the signal reaches the program.
    let script = """
      '\(Program.path)' serve --limit file-bytes=1000000 . 2>errors >/dev/null &
      for turn in $(seq 100); do grep -q large.png errors && break; sleep 0.1; done
      kill $!
      """
    _ = try Program.shell(script, in: art.url)
    let said = try String(contentsOf: errors, encoding: .utf8)
    #expect(
      said.contains("note: large.png was not added: file size is 2,000,000 bytes (limit: 1,000,000 bytes)"),
      "\(said)")
  }

  @Test("errors are reported before anything is served") func refused() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("x".utf8), to: "file.png")
    let refusals = [
      (["--watch", "nowhere"], "nowhere is not a folder"),
      (["--watch", "file.png"], "file.png is not a folder"),
      (["--port", "65536"], "--port must be 0 to 65535, not 65536"),
      (["--port", "x"], "The value 'x' is invalid for '--port"),
      (["--idle-minutes", "-1"], "--idle-minutes must be 0 to 100,000, not -1"),
      (["--config", "nowhere.yml"], "no such file or folder: nowhere.yml"),
    ]
    for (arguments, reason) in refusals {
      let outcome = try Program.run(["serve"] + arguments, in: folder.url)
      #expect(outcome.status == 2, "\(arguments)")
      #expect(outcome.text == "")
      #expect(outcome.errors.hasPrefix("error: \(reason)"), "\(arguments): \(outcome.errors)")
    }
  }
}

/// The location of the repository's art.
private enum FixtureArt {
  static func art(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/Art/\(name)")
  }
}
