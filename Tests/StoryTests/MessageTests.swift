import Foundation
import Testing

/// A `message.yml` next to art.
@Suite struct MessageTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "art/wave.png")
    try folder.write(Art.disc(900, 900), to: "art/vote.png")
    try write(
      "base-url: https://example.com/vote\nimage: vote.png\naccessibility-label: A vote\n",
      to: "art/message.yml")
  }

  private func write(_ text: String, to path: String) throws { try folder.write(Array(text.utf8), to: path) }

  private func run(_ line: String) throws -> Outcome {
    try Program.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  private func rules(_ line: String) throws -> [String] {
    try run("lint \(line) --format concise").lines.map { $0.split(separator: " ")[2].description }
  }

  @Test(
    "a message image is checked as such and is not a sticker",
    arguments: ["art", "art/message.yml", "art/vote.png", "art --no-pack", "art/vote.png art/message.yml"])
  func role(_ paths: String) throws {
    let outcome = try run("lint \(paths)")
    #expect(outcome.status == 0, "\(outcome.errors)\(outcome.lines)")
    #expect(!outcome.lines.contains { $0.contains("vote.png") }, "\(outcome.lines)")
    try folder.write(Art.disc(500, 500), to: "art/vote.png")
    #expect(try run("lint \(paths)").lines.contains { $0.contains("layout-image-size") })
  }

  @Test("neither `pack` nor `init` uses a message image as a sticker")
  func pack() throws {
    try folder.write(Art.disc(red: 20), to: "art/hop.png")
    #expect(try run("pack art --output out").status == 0)
    let names = try folder.files(below: "out/variants").compactMap { $0.split(separator: "@").first }
    #expect(Set(names) == ["hop", "wave"])
    #expect(try run("init art").status == 0)
    let description = String(decoding: try folder.bytes(of: "art/stickerpack.yml"), as: UTF8.self)
    #expect(description.contains("wave.png") && !description.contains("vote.png"))
    // The message's image, which the pack file does not list, is not reported.
    let again = try run("pack art --output other")
    #expect(again.status == 0 && !again.errors.contains("vote.png"), "\(again.errors)")
  }

  @Test("an unrelated message.yml is skipped with a note, and is an error alone")
  func strangers() throws {
    try write("to: everybody\nbody: hello\n", to: "art/message.yml")
    try folder.write(Art.disc(red: 20), to: "art/vote.png")
    let outcome = try run("lint art")
    #expect(outcome.status == 0)
    let remark = "skipped art/message.yml, because it has no base-url or accessibility-label"
    #expect(outcome.errors == "note: \(remark)\n")
    try write("to: [", to: "art/message.yml")
    #expect(try run("lint art").status == 0)
    try write("to: everybody", to: "art/message.yml")
    let named = try run("lint art/message.yml")
    #expect(named.status == 2)
    #expect(named.errors.hasPrefix("error: \(remark)\nerror: no images found in art/message.yml: "))
    #expect(try run("lint art/message.yml art/wave.png").status == 0)
  }

  @Test("an unrelated message.yml does not stop a run, whatever it contains")
  func harmless() throws {
    try folder.write(Art.disc(red: 20), to: "art/vote.png")
    let large = "image: a\n" + String(repeating: "#", count: 1 << 20)
    for text in ["kind: Pod\nimage: nginx\n", "summary: {{ x }}\n", "", large] {
      try write(text, to: "art/message.yml")
      for command in ["lint art", "pack art --output out --force", "init art --force"] {
        let outcome = try run(command)
        #expect(outcome.status == 0, "\(command): \(text.prefix(20)) \(outcome.errors)")
      }
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent("art/stickerpack.yml"))
    }
  }

  @Test("an invalid message file that a configuration excludes stops neither `lint` nor `pack`")
  func excluded() throws {
    try folder.write(Art.disc(red: 20), to: "art/vote.png")
    try write("base-url: [", to: "art/message.yml")
    #expect(try run("init art").status == 2)
    try write("exclude: [message.yml]", to: "art/.stickerlint.yml")
    for command in ["lint art", "pack art --output out"] {
      let outcome = try run(command)
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }
  }

  @Test(
    "errors in a message file stop the command, with their locations",
    arguments: [
      (
        "captoin: x\nbase-url: x",
        "art/message.yml:1:1: unknown key \"captoin\". Did you mean caption?"
      ),
      (
        "image: vtoe.png\nbase-url: x",
        "art/message.yml:1:8: vtoe.png does not exist. Did you mean vote.png?"
      ),
      (
        "image: ../vote.png\nbase-url: x",
        "art/message.yml:1:8: ../vote.png is outside the folder of message.yml"
      ),
      (
        "base-url: \"x",
        "art/message.yml:1:11: the quoted text that starts here has no closing quote"
      ),
    ])
  func faults(_ text: String, _ line: String) throws {
    try write(text, to: "art/message.yml")
    for command in ["lint art", "lint art/message.yml", "fix art", "pack art --output out"] {
      let outcome = try run(command)
      #expect(outcome.status == 2, "\(command)")
      #expect(outcome.errors == "error: \(line)\n", "\(command)")
    }
  }

  @Test("a sticker of the pack cannot also be a message image")
  func both() throws {
    try write("stickers:\n  - { file: vote.png, description: A }", to: "art/stickerpack.yml")
    let outcome = try run("lint art")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "error: art/message.yml:2:8: vote.png is already in the pack art/stickerpack.yml. "
        + "Use a separate file for the message image.\n")
  }

  @Test("if `fix` renames a message image, message.yml is updated")
  func fix() throws {
    try folder.write(Art.disc(900, 900), to: "art/vote.gif")
    try write("image: vote.gif # mine\ncaption: vote.gif\naccessibility-label: a", to: "art/message.yml")
    #expect(try rules("art/message.yml").contains("extension-mismatch:"))
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("art/vote.png"))
    _ = try run("fix art --in-place")
    let text = String(decoding: try folder.bytes(of: "art/message.yml"), as: UTF8.self)
    #expect(text == "image: vote.png # mine\ncaption: vote.gif\naccessibility-label: a")
    #expect(try !rules("art/message.yml").contains("extension-mismatch:"))
  }

  @Test("settings, severities, exclusions and baselines apply to messages as to images")
  func settings() throws {
    try write("image: vote.png\ncaption: a\nsubcaption: b\n", to: "art/message.yml")
    #expect(try rules("art") == ["message-accessibility:", "message-fallback:"])
    try write("rules: { message-fallback: off, message-accessibility: error }", to: "art/.stickerlint.yml")
    #expect(try run("lint art").status == 1)
    #expect(try rules("art") == ["message-accessibility:"])
    #expect(try run("lint art --write-baseline old.json").status == 0)
    #expect(try run("lint art --baseline old.json").status == 0)
    // A finding matches by file and rule. Its message does not matter.
    try write("image: vote.png\ncaption: x\nsubcaption: b\n", to: "art/message.yml")
    #expect(try run("lint art --baseline old.json").status == 0)
    try write("image: vote.png\naccessibility-label: \" \"\n", to: "art/message.yml")
    #expect(try run("lint art --baseline old.json").status == 0)
    try write("image: vote.png\ncaption: a\nbase-url: http://a.org\n", to: "art/message.yml")
    #expect(try run("lint art --baseline old.json").status == 1)
    // Without its message, the image is a sticker, and too large for one.
    #expect(try rules("art --exclude art/message.yml") == ["pixel-dimensions:"])
  }

  @Test("a preview shows a message in its own section, and its image is not a sticker")
  func preview() throws {
    try write("image: vote.png\nsubcaption: a\ncaption: \"{leader} <leads>\"\n", to: "art/message.yml")
    let outcome = try run("preview art --output out.html")
    #expect(outcome.text == "out.html: 1 sticker · 1 ready · 1 message: 1 to review\n")
    let page = String(decoding: try folder.bytes(of: "out.html"), as: UTF8.self)
    #expect(page.components(separatedBy: "<article class=\"sticker\"").count == 2)
    #expect(page.components(separatedBy: "<section class=\"message\"").count == 2)
    #expect(page.contains("{leader}</mark> &lt;leads&gt;"))
    #expect(page.contains("data-why=\"message-accessibility\""))
    let untouched = Data(try folder.bytes(of: "art/vote.png")).base64EncodedString()
    #expect(page.contains("data:image/png;base64,\(untouched)"))
    let sheet = try run("preview art/message.yml --contact-sheet sheet.png")
    #expect(sheet.status == 2 && sheet.errors.contains("there is no sticker to show"))
  }
}
