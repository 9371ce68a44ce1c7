import Foundation
import Testing

/// Runs `stickerlint lint` on the output of `stickerlint pack`.
@Suite struct BuiltTreeLintTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "art/wave.png")
    try folder.write(Art.disc(red: 90), to: "art/hop.png")
    try folder.write(PackFileStoryTests.icon(1024), to: "art/icon.png")
    try folder.write(PackFileStoryTests.icon(1024), to: "art/picture.png")
    let description = """
      name: Monkey
      icon: icon.png
      languages: [en, fr]
      stickers:
        - { file: wave.png, description: { en: A monkey waves, fr: Un singe salue } }
        - { file: hop.png, description: { en: A monkey hops, fr: Un singe saute } }
      """
    let message = """
      base-url: https://example.com/vote
      image: picture.png
      caption: "{question}"
      accessibility-label: "A vote: {question}"
      summary: "{question}"
      """
    try folder.write(Array(description.utf8), to: "art/stickerpack.yml")
    try folder.write(Array(message.utf8), to: "art/message.yml")
  }

  private func run(_ line: String) throws -> Outcome {
    try Program.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  /// The path and the rule of each finding.
  private func findings(in path: String) throws -> [(path: String, rule: String)] {
    let outcome = try run("lint \(path) --format concise")
    #expect(outcome.status == 0 || outcome.status == 1, "\(outcome.errors)")
    return outcome.lines.compactMap { line in
      let parts = line.split(separator: ": ", maxSplits: 2).map(String.init)
      guard parts.count == 3, let rule = parts[1].split(separator: " ").last else { return nil }
      return (parts[0], String(rule))
    }
  }

  @Test(
    "a built tree has only findings that its source has too, and none on generated files",
    arguments: [
      "", "--variants none", "--contact-sheet", "--smallest --effort fast", "--xcode",
      "--xcode --localize-catalog",
      "--xcode --template sticker-browser", "--xcode --template sticker-browser --contact-sheet",
      "--xcode --template interactive-message", "--xcode --template interactive-message --contact-sheet",
    ])
  func builtTree(_ options: String) throws {
    let ofSource = Set(try findings(in: "art").map(\.rule))
    let built = try run("pack art --output out \(options)")
    #expect(built.status == 0, "\(built.errors)")
    let found = try findings(in: "out")
    #expect(Set(found.map(\.rule)).subtracting(ofSource).isEmpty, "\(found)")
    #expect(
      found.allSatisfy { $0.path.hasPrefix("out/Stickers.xcstickers/Sticker Pack.stickerpack") }, "\(found)")
  }

  @Test("a project with copied template files has no additional finding")
  func project() throws {
    try folder.write([1], to: "App/App.xcodeproj/project.pbxproj")
    let ofSource = Set(try findings(in: "art").map(\.rule))
    let built = try run("pack art --output out --xcode --template interactive-message --into App")
    #expect(built.status == 0, "\(built.errors)")
    let found = try findings(in: "App")
    #expect(Set(found.map(\.rule)).subtracting(ofSource).isEmpty, "\(found)")
    #expect(try findings(in: "App/Message/picture.png").isEmpty)
  }
}
