import Foundation
import Testing

@testable import StickerImage

/// Invalid pack files, icons and names.
@Suite struct BadPackTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String) throws { try folder.write(Array(text.utf8), to: "art/stickerpack.yml") }

  private func pack(_ arguments: String...) throws -> Outcome {
    let usual = ["pack", "art", "--output", "out", "--variants", "none", "--format", "concise"]
    return try Program.run(usual + arguments, in: folder.url)
  }

  private func isBuilt() throws -> Bool { try folder.files().contains { $0.hasPrefix("out/") } }

  @Test("a pack without stickers is an error", arguments: ["{}", "stickers: []"])
  func none(_ text: String) throws {
    try write(text)
    try folder.write(Art.disc(), to: "art/a.png")
    let outcome = try pack()
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("empty-pack"))
    #expect(try !isBuilt())
  }

  @Test("a pack of 2,000 stickers is built")
  func thousands() throws {
    let art = try Art.bitmap(300, 300, red: 200, blue: 1, x: 0).encodedPNG()
    var text = "stickers:\n"
    for number in 1...2000 {
      try folder.write(art, to: "art/\(number).png")
      text += "  - { file: \(number).png, description: \"number \(number)\" }\n"
    }
    try write(text)
    let outcome = try pack("--select", "corrupt-image", "--quiet")
    #expect(outcome.status == 0, "\(outcome.errors.prefix(1000))")
    #expect(try folder.files(below: "out/variants").count == 2000)
  }

  @Test(
    "an icon that is too small, not square or transparent stops the build",
    arguments: [
      (1023, 1023, true, "the icon source is 1023 × 1023 px (minimum: 1024 × 1024 px)"),
      (1025, 1024, true, "the icon source is 1025 × 1024 px (must be square)"),
      (1024, 1024, false, "the icon source has transparent pixels, but no background color is set"),
    ])
  func icon(_ width: Int, _ height: Int, _ isOpaque: Bool, _ message: String) throws {
    var bitmap = Bitmap(
      PixelSize(width, height), pixels: [UInt8](repeating: 255, count: width * height * 4))
    if !isOpaque { bitmap.pixels[3] = 0 }
    try folder.write(bitmap.encodedPNG(), to: "art/icon.png")
    try folder.write(Art.disc(), to: "art/a.png")
    try write("icon: icon.png\nstickers: [{ file: a.png, description: A }]")
    let outcome = try pack()
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("art/icon.png: error icon-image: \(message)"), "\(outcome.text)")
    #expect(try !isBuilt())
    // With the rule ignored, building the icons still fails.
    let unasked = try pack("--ignore", "icon-image")
    #expect(unasked.status == 1)
    #expect(unasked.errors.contains("icon.png: "))
    #expect(try !isBuilt())
  }

  @Test("colliding names and emoji-only names are adapted, and the change is reported")
  func names() throws {
    // Decomposed and composed é, ß and ss, and characters that some file systems do not allow.
    let names = [
      "Wave.png", "wave.gif", "e\u{301}t.png", "\u{E9}T.jpg", "stra\u{DF}e.png", "STRASSE.png", "a?b.png",
      "a*b.png", "🐵🙈.png",
    ]
    for (number, name) in names.enumerated() {
      let sub = "art/\(number)"
      try folder.write(Art.disc(red: UInt8(number)), to: "\(sub)/\(name)")
    }
    let list = names.enumerated().map { "  - { file: \"\($0.offset)/\($0.element)\" }\n" }.joined()
    try write("stickers:\n\(list)")
    let outcome = try pack("--select", "corrupt-image")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let built = try folder.files(below: "out/variants")
    #expect(built.count == names.count)
    let folded = built.map { $0.precomposedStringWithCanonicalMapping.uppercased().lowercased() }
    #expect(Set(folded).count == names.count, "\(built)")
    #expect(built.allSatisfy { $0.unicodeScalars.allSatisfy { !"?*🐵🙈".unicodeScalars.contains($0) } })
    #expect(outcome.errors.contains("🐵🙈.png is packed as sticker, because its name is not safe"))
  }

  @Test("invalid catalog documents and linked images stop a build, but byte order marks do not")
  func catalogs() throws {
    try folder.write(Art.disc(), to: "art/a.png")
    try folder.write(Art.disc(red: 3), to: "art/b.png")
    #expect(try pack().status == 0)
    let contents = "out/Stickers.xcstickers/Sticker Pack.stickerpack/a.sticker/Contents.json"
    let sound = String(decoding: try folder.bytes(of: contents), as: UTF8.self)
    let again = ["pack", "out/Stickers.xcstickers", "--output", "two", "--variants", "none"]
    for (text, words) in [
      ("{", "is not valid JSON: line 1, column 2"),
      (sound.replacing("{\n  \"info\"", with: "{\n  \"info\" : 1,\n  \"info\""), "is not valid JSON: line 3"),
    ] {
      try folder.write(Array(text.utf8), to: contents)
      let outcome = try Program.run(again, in: folder.url)
      #expect(outcome.status == 1 && outcome.errors.contains(words), "\(outcome.errors)")
    }
    // A byte order mark is skipped, but the catalog rules report it.
    try folder.write(Array("\u{FEFF}\(sound)".utf8), to: contents)
    #expect(try Program.run(again, in: folder.url).status == 0)
    try FileManager.default.removeItem(at: folder.url.appending(path: "two"))
    let lint = ["lint", "out/Stickers.xcstickers", "--select", "catalog-json", "--format", "concise"]
    #expect(try Program.run(lint, in: folder.url).text.contains("byte order mark"))
    try folder.write(Array(sound.utf8), to: contents)
    try folder.write([7], to: "secret.png")
    let image = folder.url.appending(path: "out/Stickers.xcstickers/Sticker Pack.stickerpack/a.sticker/a.png")
    try FileManager.default.removeItem(at: image)
    try FileManager.default.createSymbolicLink(
      atPath: image.path, withDestinationPath: folder.url.appending(path: "secret.png").path)
    let outcome = try Program.run(again, in: folder.url)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("a.png does not exist"), "\(outcome.errors)")
    #expect(try !folder.files().contains { $0.hasPrefix("two") })
  }

  @Test("a sequence that leaves the folder through a link is refused")
  func links() throws {
    try folder.write(Art.disc(), to: "other/1.png")
    try write("stickers: [{ frames: dance/*.png, fps: 12 }]")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/art/dance", withDestinationPath: "../other")
    let outcome = try pack()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("art/stickerpack.yml:1:22: dance/1.png is a link to a file outside"))
  }
}
