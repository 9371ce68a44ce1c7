import Foundation
import Testing

@Suite("module dependencies") struct LayeringTests {
  private static let executableSources = SourceFile.swiftSources.filter { $0.target == "stickerlint" }

  @Test(
    "the executable imports nothing but Stickers, StickerPage and ArgumentParser",
    arguments: executableSources)
  func imports(_ file: SourceFile) {
    let imported = file.lines.compactMap { line -> String? in
      let words = line.split(separator: " ")
      return words.dropLast().last == "import" && !line.contains("\"") ? words.last.map(String.init) : nil
    }
    #expect(Set(imported).subtracting(["Stickers", "StickerPage", "ArgumentParser"]) == [])
  }

  @Test("an image service parameter never has a default value", arguments: SourceFile.swiftSources)
  func examiners(_ file: SourceFile) {
    #expect(
      !file.lines.contains { $0.contains("any ImageService = ") }, "callers would decode in process"
    )
  }

  @Test(
    "Apple's side and file size limits are written only in AppleLimits", arguments: SourceFile.swiftSources)
  func figures(_ file: SourceFile) {
    // WhatsApp happens to have the same limit for animations.
    guard file.stem != "AppleLimits", file.stem != "WhatsApp" else { return }
    let found = file.lines.filter { $0.contains("300...618") || $0.contains(/\b500_?000\b/) }
    // Examples of rules state the sizes just inside and outside the limit.
    #expect(found.filter { !$0.contains("toBytes:") } == [], "use AppleLimits")
  }

  @Test(
    "CONTRIBUTING lists the folders of Sources and Tests except C libraries and test targets",
    arguments: ["Sources", "Tests"])
  func map(_ top: String) throws {
    let text = try SourceFile(path: "CONTRIBUTING.md").lines.joined(separator: "\n")
    let place = SourceFile.package.appendingPathComponent(top)
    let folders = try FileManager.default.contentsOfDirectory(
      at: place, includingPropertiesForKeys: [.isDirectoryKey]
    ).filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
      .map(\.lastPathComponent).filter { !$0.hasPrefix("CLib") && !$0.hasPrefix("_") }
    let unnamed = folders.filter { !text.contains("`\(top)/\($0)`") && !$0.hasSuffix("Tests") }
    #expect(unnamed == [])
  }
}
