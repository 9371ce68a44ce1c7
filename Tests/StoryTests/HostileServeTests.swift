import Corpus
import Foundation
import Testing

/// Files that are harmless while they are decoded, but attack the process in later steps.
@Suite(
  "the page with hostile files",
  .enabled(
    if: ExternalProgram.python != nil && isLinux && !isSanitized, "skipped: no Python, or no enforced limits")
) struct HostileServeTests {
  private let limits = ["--worker-seconds", "2", "--worker-memory", "512"]

  private static let reasons = [
    "abort": "the worker process failed twice (SIG", "hang": "more than 2 s", "grow": "more than 512 MiB",
  ]

  /// Drops a file on the page, where it gets the next number.
  private func drop(_ bytes: [UInt8], _ name: String, on page: RunningServer) throws {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: name)
    let outcome = try page.ask("drop", folder.url.path)
    #expect(outcome.hasPrefix("taken 1 passed 0 refused 0 verdicts 1\n"), "\(outcome)")
  }

  /// A sticker with trailing bytes, which make a test build misbehave.
  private func art(_ misdeed: String, red: UInt8 = 230) throws -> [UInt8] {
    try Art.disc(red: red) + Array("stickerlint-test-poison:\(misdeed)".utf8)
  }

  @Test(
    "a file that crashes the process fixing it stays as it is, and the others are fixed",
    arguments: ["abort", "hang", "grow"])
  func fixing(_ misdeed: String) throws {
    let page = try RunningServer(limits)
    try drop(art("fixing-\(misdeed)"), "bad.png", on: page)
    try drop(art("none", red: 90), "good.png", on: page)
    let reason = try #require(Self.reasons[misdeed])
    let answer = try page.ask("post", "fix/1")
    #expect(answer.hasPrefix("409 "), "\(answer)")
    #expect(answer.contains("0/bad.png was not fixed: ") && answer.contains(reason), "\(answer)")
    #expect(try page.ask("post", "fix/1") == answer)
    #expect(try page.ask("post", "fix/2").hasPrefix("200 "))
    #expect(try page.ask("get", "fixed/1").hasPrefix("404 "))
    #expect(try page.ask("get", "fixed/2").hasPrefix("200 "))
  }

  @Test("a file that is slow to fix does not delay others, even on one core") func slow() throws {
    let page = try RunningServer(["--jobs", "1", "--worker-seconds", "600"])
    try drop(art("fixing-hang"), "slow.png", on: page)
    try drop(art("none", red: 90), "good.png", on: page)
    let slow = Process()
    slow.executableURL = URL(fileURLWithPath: try #require(ExternalProgram.python))
    slow.arguments = [ExternalProgram.scriptPath("page"), page.address, "post", "fix/1"]
    (slow.standardOutput, slow.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try slow.run()
    defer { slow.terminate() }
    // The slow request has to arrive first.
    Thread.sleep(forTimeInterval: 1)
    #expect(try page.ask("post", "fix/2").hasPrefix("200 "))
    #expect(slow.isRunning, "the slow fix ended first")
  }

  /// Writes a sequence of two frames, and a message with an image next to the pack's icon.
  private func write(_ frame: String, _ picture: String, _ icon: String, to folder: TemporaryFolder) throws {
    let sequence = "S.xcstickers/Sticker Pack.stickerpack/boo.stickersequence"
    let document = """
      {"frames": [{"filename": "1.png"}, {"filename": "2.png"}],
       "info": {"author": "xcode", "version": 1},
       "properties": {"duration": 10, "duration-type": "fps", "repetitions": 0}}
      """
    try folder.write(Array(document.utf8), to: "\(sequence)/Contents.json")
    try folder.write(Art.disc(red: 20), to: "\(sequence)/1.png")
    try folder.write(art(frame, red: 30), to: "\(sequence)/2.png")
    let message = "base-url: https://example.com/v\nimage: vote.png\naccessibility-label: A\n"
    try folder.write(Array(message.utf8), to: "m/message.yml")
    try folder.write(art(picture, red: 40), to: "m/vote.png")
    try folder.write(Array("name: M\nicon: icon.png\n".utf8), to: "m/stickerpack.yml")
    try folder.write(art(icon, red: 50), to: "m/icon.png")
    try folder.write(Art.disc(red: 60), to: "m/a.png")
  }

  @Test(
    "a crash while joining frames or drawing a message image is reported, and the rest is shown",
    arguments: ["abort", "hang", "grow"])
  func shown(_ misdeed: String) throws {
    let folder = try TemporaryFolder()
    try write("joining-\(misdeed)", "drawing-\(misdeed)", "drawing-\(misdeed)", to: folder)
    let page = try RunningServer(limits + ["--watch", folder.url.path])
    try page.wait { $0.contains("m/a.png\n") }
    let reason = try #require(Self.reasons[misdeed])
    var heard = ""
    for _ in 0..<30 where !heard.contains("frames") { heard = try page.ask("hear", "2") }
    let lines = heard.split(separator: "\n").last { $0.hasPrefix("notices") }?.split(separator: "|") ?? []
    for name in ["boo.stickersequence: ", "m/vote.png: ", "m/icon.png: "] {
      #expect(lines.contains { $0.contains(name) && $0.contains(reason) }, "\(name) \(heard)")
    }
    #expect(heard.contains("|1.png|") && heard.contains("|2.png|"), "\(heard)")
  }

  @Test("valid frames become one sticker that a worker process joins")
  func sound() throws {
    let folder = try TemporaryFolder()
    try write("joining-escape", "drawing-escape", "drawing-escape", to: folder)
    let page = try RunningServer(["--watch", folder.url.path])
    try page.wait { $0.contains("m/a.png\n") }
    var heard = ""
    for _ in 0..<30 where !heard.contains("|boo") { heard = try page.ask("hear", "2") }
    #expect(heard.contains("|boo.stickersequence|"), "\(heard)")
    #expect(!heard.contains("cannot"), "\(heard)")
  }

  @Test(
    "a crash while building the pack is reported, and the page continues",
    arguments: ["abort", "hang", "grow"])
  func building(_ misdeed: String) throws {
    let page = try RunningServer(limits)
    try drop(art("building-\(misdeed)"), "bad.png", on: page)
    let reason = try #require(Self.reasons[misdeed])
    let answer = try page.ask("get", "pack.zip?name=Cats")
    #expect(answer.hasPrefix("409 ") && answer.contains(reason), "\(answer)")
    #expect(try page.ask("get", "pack.zip?name=Cats") == answer)
    let other = try page.ask("get", "messenger/mastodon")
    #expect(other.hasPrefix("409 ") && other.contains(reason), "\(other)")
    _ = try page.ask("post", "clear")
    try drop(Art.disc(red: 90), "good.png", on: page)
    let built = try page.ask("get", "pack.zip?name=Cats")
    #expect(built.hasPrefix("200 ") && built.contains("Cats/manifest.json\n"), "\(built)")
  }

  @Test("a worker process builds the same pack as this process, with the same configurations")
  func pack() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("rules:\n  pixel-dimensions: off\n".utf8), to: ".stickerlint.yml")
    try folder.write(Art.disc(252, 252, red: 5), to: "small.png")
    try folder.write(art("building-escape"), to: "a.png")
    var built: [String] = []
    for isolation in ["--isolate", "--no-isolate"] {
      let page = try RunningServer(["--watch", folder.url.path, isolation])
      try page.wait { $0.contains("small.png\n") }
      built.append(try page.ask("get", "pack.zip?name=Cats"))
    }
    #expect(built[0] == built[1] && built[0].contains("Cats/variants/small@3x.png\n"), "\(built)")
  }

  @Test("the process that fixes a file can neither open files nor connect to anything") func confined() throws
  {
    let page = try RunningServer()
    try drop(art("fixing-escape"), "a.png", on: page)
    #expect(try page.ask("post", "fix/1").hasPrefix("200 "))
    #expect(!FileManager.default.fileExists(atPath: "/tmp/stickerlint-broke-out"))
  }
}
