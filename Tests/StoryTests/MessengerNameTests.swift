import Foundation
import Testing

/// The names of stickers in messengers where users type these names.
@Suite struct MessengerNameTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Outcome { try Program.run(arguments, in: folder.url) }

  private func shell(_ line: String) throws -> String { try Program.shell(line, in: folder.url).text }

  @Test("Slack names keep hyphens and letters of any script, and small art stays byte for byte")
  func names() throws {
    for (name, red) in [("a-b", 10), ("a_b", 60)] {
      try folder.write(Art.disc(35, 25, red: UInt8(red)), to: "two/\(name).png")
    }
    try folder.write(Art.disc(128, 64, red: 200), to: "two/Grüße 日本.png")
    let outcome = try run("pack", "two", "--for", "slack", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    let files = try folder.files(below: "build/slack")
    #expect(Set(files) == ["a-b.png", "a_b.png", "grüße_日本.png", "names.json"], "\(files)")
    #expect(try folder.bytes(of: "build/slack/a-b.png") == folder.bytes(of: "two/a-b.png"))
  }

  @Test("a file whose name is valid keeps it, and a file that is adapted to the same name gets a number")
  func adaptedNames() throws {
    for (name, red) in [("a-b", 10), ("a_b", 60)] {
      try folder.write(Art.disc(128, 128, red: UInt8(red)), to: "two/\(name).png")
    }
    let outcome = try run("pack", "two", "--for", "discord-emoji", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(outcome.errors.contains("note: discord-emoji: a-b is exported as a_b_2\n"), "\(outcome.errors)")
    let files = try folder.files(below: "build/discord-emoji")
    #expect(Set(files) == ["a_b.png", "a_b_2.png", "names.json"], "\(files)")
    #expect(try folder.bytes(of: "build/discord-emoji/a_b.png") == folder.bytes(of: "two/a_b.png"))
  }

  @Test("a sticker's shortcode is the name in stickerpack.yml, whatever its file is called")
  func givenNames() throws {
    var text = "stickers:\n"
    for (number, (file, name)) in [("🐈", "cat"), ("خوش آمدید", "welcome")].enumerated() {
      try folder.write(Art.disc(128, 128, red: UInt8(60 * number)), to: "named/\(file).png")
      text += "  - { file: \(file).png, name: \(name) }\n"
    }
    try folder.write(Array(text.utf8), to: "named/stickerpack.yml")
    let outcome = try run("pack", "named", "--for", "slack,mastodon", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(try shell("ls build/slack").split(separator: "\n") == ["cat.png", "names.json", "welcome.png"])
    #expect(try shell("tar -tzf build/mastodon.tar.gz") == "cat.png\nwelcome.png\n")
  }
}
