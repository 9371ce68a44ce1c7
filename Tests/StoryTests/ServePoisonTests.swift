import Corpus
import Foundation
import Testing

/// Files that are sound as long as they are looked at, and get the better of what does more with them.
@Suite(
  "the page among files of strangers",
  .enabled(if: Witness.python != nil && isLinux && !isSanitized, "skipped: no Python, or no limits")
) struct ServePoisonTests {
  private let limits = ["--worker-seconds", "2", "--worker-memory", "512"]

  private static let reasons = [
    "abort": "ended with SIG", "hang": "more than 2 s", "grow": "more than 512 MiB",
  ]

  /// Drops one file, which gets the next number.
  private func drop(_ bytes: [UInt8], _ name: String, on page: Serving) throws {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: name)
    let outcome = try page.ask("drop", folder.url.path)
    #expect(outcome.hasPrefix("taken 1 passed 0 refused 0 verdicts 1\n"), "\(outcome)")
  }

  /// A sticker whose fault is what follows it.
  private func art(_ misdeed: String, red: UInt8 = 230) throws -> [UInt8] {
    try Art.disc(red: red) + Array("stickerlint-test-poison:\(misdeed)".utf8)
  }

  @Test(
    "a file that ends the process which fixes it stays as it is, and the others are fixed",
    arguments: ["abort", "hang", "grow"])
  func fixing(_ misdeed: String) throws {
    let page = try Serving(limits)
    try drop(art("fixing-\(misdeed)"), "bad.png", on: page)
    try drop(art("none", red: 90), "good.png", on: page)
    let reason = try #require(Self.reasons[misdeed])
    let answer = try page.ask("post", "fix/1")
    #expect(answer.hasPrefix("409 "), "\(answer)")
    #expect(answer.contains("0/bad.png stays as it is: ") && answer.contains(reason), "\(answer)")
    #expect(try page.ask("post", "fix/1").contains("fixing this file ended a process"))
    #expect(try page.ask("post", "fix").contains("\"fixed\":1"))
    #expect(try page.ask("get", "fixed/1").hasPrefix("404 "))
    #expect(try page.ask("get", "fixed/2").hasPrefix("200 "))
  }

  @Test("what fixes a file can neither open one nor reach anybody") func confined() throws {
    let page = try Serving()
    try drop(art("fixing-escape"), "a.png", on: page)
    #expect(try page.ask("post", "fix/1").hasPrefix("204"))
    #expect(!FileManager.default.fileExists(atPath: "/tmp/stickerlint-broke-out"))
  }
}
