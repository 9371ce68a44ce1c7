import Testing

@testable import StickerEngine

/// Advice is about the actual cause of a finding and not about another possible cause.
@Suite struct CauseAdviceTests {
  private func finding(_ name: String, _ outcome: ReadOutcome, _ rule: Rule) async throws -> Finding {
    let configuration = Configuration(rules: [rule])
    let report = await lint([AssetSource(path: Path(name)) { _ in outcome }], configuration, jobs: 1)
    return try #require(report.findings.first)
  }

  @Test(
    "advice does not say to export again if the export did not fail",
    arguments: [
      ("it is a folder, not a file", "Rename the folder"), ("it is a named pipe, not a file", "Rename it"),
      ("permission denied", "Make the file readable"),
      ("the folder cannot be opened: permission denied", "Make the folder readable"),
      ("it is a link that leads nowhere", "Replace the link"),
      ("it changed while it was read", "Wait until the file is completely written"),
      ("the system has no room for one more", "Make the file readable"),
      ("it is empty (0 bytes)", "Export the sticker again"),
    ])
  func unreadable(_ reason: String, _ advice: String) async throws {
    let found = try await finding("dir.png", .unreadable(reason), .unreadableFile)
    #expect(found.advice.hasPrefix(advice), "\(found.advice)")
    #expect(found.advice.contains("xport") == advice.hasPrefix("Export"))
  }

  @Test("for a Git LFS pointer, the only advice is to fetch it")
  func pointer() async throws {
    let bytes = Array("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n".utf8)
    let found = try await finding("cat.png", .bytes(bytes), .unsupportedFormat)
    #expect(found.advice.hasPrefix("Run `git lfs pull`"))
    #expect(!found.message.contains("git lfs") && !found.advice.contains("xport"))
  }

  @Test(
    "the advice is to delete leftovers of Finder and Windows",
    arguments: ["._cat.png", "Thumbs.db", "desktop.ini"])
  func leftovers(_ name: String) async throws {
    let found = try await finding(name, .bytes([0, 5, 0x16, 7, 0, 2, 0, 0]), .unsupportedFormat)
    #expect(found.advice == "Delete the file.")
    #expect(!found.message.contains("must be"))
  }

  @Test("the advice is to export a Clip Studio file, and to convert a Photoshop document")
  func program() async throws {
    let found = try await finding("cat.clip", .bytes(Array("CSFCHUNK".utf8)), .unsupportedFormat)
    #expect(found.advice == "Export the sticker from Clip Studio Paint as PNG, or as APNG if it moves.")
    let document = try await finding("cat.psd", .bytes(Array("8BPS".utf8)), .unsupportedFormat)
    #expect(document.advice == "Convert it to PNG.")
    #expect(
      document.commandLineAdvice
        == "Convert it to PNG. `stickerlint fix` and `stickerlint pack` convert it.")
  }
}
