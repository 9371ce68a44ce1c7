import Corpus
import Testing

@testable import StickerImage

@Suite struct HostileDocumentTests {
  @Test(
    "there are at least 30 kinds of hostile documents for each format",
    arguments: HostileDocument.Format.allCases)
  func kinds(_ format: HostileDocument.Format) {
    let kinds = HostileDocument.all.filter { $0.format == format }
    #expect(kinds.count >= 30)
    #expect(Set(kinds.map(\.name)).count == kinds.count)
  }

  @Test("a document with false claims is damaged or exceeds a limit", arguments: HostileDocument.all)
  func refused(_ document: HostileDocument) {
    let failure = #expect(throws: ImageError.self) { try ForeignImage(decoding: document.bytes) }
    if case .missingPackageTrait = failure { Issue.record("\(document) is not decoded at all") }
    // A color depth that Aseprite does not have is not recognized as a sprite.
    if case .unsupportedFormat? = failure, !document.name.contains("24 bits"),
      !document.name.contains("header")
    {
      Issue.record("\(document) is not recognized")
    }
  }

  @Test(
    "a truncated or altered document decodes or has damage, and never causes a trap",
    arguments: [
      "blend-modes.aseprite", "groups.aseprite", "indexed.aseprite", "tiles.aseprite", "tags.aseprite",
      "layers.psd", "large.psb", "indexed.psd", "painting.ora", "painting.kra",
    ])
  func mutants(_ name: String) throws {
    let file = try DocumentFixtures.bytes(of: name)
    for end in stride(from: 0, to: file.count, by: max(1, file.count / 150)) {
      _ = try? ForeignImage(decoding: Array(file[..<end]))
    }
    var numbers = SeededNumbers(seed: 59)
    for _ in 0..<500 {
      var broken = file
      for _ in 0..<3 {
        broken[.random(in: 0..<file.count, using: &numbers)] = .random(in: 0...255, using: &numbers)
      }
      _ = try? ForeignImage(decoding: broken)
      _ = asepriteTags(of: broken)
    }
  }
}
