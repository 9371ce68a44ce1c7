import Foundation
import Testing

/// `stickerlint pack --into`, into an app that exists.
@Suite struct PackIntoTests {
  let folder: TemporaryFolder
  private let set = "App/Stickers.xcassets/Sticker Pack.stickerpack"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "art/wave.png")
    try folder.write(Art.disc(red: 9), to: "art/hop.png")
    try folder.write(DescribedPackTests.icon(1024), to: "brand/icon.png")
    try folder.write([1, 2], to: "App/Stickers.xcassets/AppIcon.appiconset/Contents.json")
  }

  private func pack(_ arguments: String = "") throws -> Outcome {
    let line =
      "pack art --output out --into App/Stickers.xcassets --icon brand/icon.png --variants none " + arguments
    return try Program.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  @Test("stickers and icons go there, the app's own sets stay, and a second run changes nothing")
  func puts() throws {
    let outcome = try pack()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let files = try folder.files(below: "App")
    #expect(files.contains("Stickers.xcassets/Contents.json"))
    #expect(files.count { $0.contains("iMessage App Icon.stickersiconset/") } == 14)
    for file in try folder.files(below: set) {
      let other = "out/Stickers.xcstickers/Sticker Pack.stickerpack/\(file)"
      #expect(try folder.bytes(of: "\(set)/\(file)") == folder.bytes(of: other))
    }
    #expect(try folder.bytes(of: "App/Stickers.xcassets/AppIcon.appiconset/Contents.json") == [1, 2])
    try folder.write([3], to: "App/Stickers.xcassets/Contents.json")
    #expect(try pack("--check").status == 0)
    #expect(try pack().status == 0)
    #expect(try folder.files(below: "App") == files)
    #expect(try folder.bytes(of: "App/Stickers.xcassets/Contents.json") == [3])
  }

  @Test("what the last build made is replaced; what a person changed is refused without --force")
  func ownership() throws {
    #expect(try pack().status == 0)
    try folder.write(Art.disc(red: 44), to: "art/jump.png")
    #expect(try pack("--check").text.contains("\(set) differs"))
    #expect(try pack().status == 0)
    #expect(try folder.files(below: set).contains("jump.sticker/jump.png"))
    try folder.write(Array("{}".utf8), to: "\(set)/hop.sticker/Contents.json")
    let before = try folder.files().map { try folder.bytes(of: $0) }
    let refused = try pack()
    #expect(refused.status == 2)
    #expect(refused.errors.contains("is not what the last build into the same --output put there"))
    #expect(try folder.files().map { try folder.bytes(of: $0) } == before)
    #expect(try pack("--force").status == 0)
    #expect(try folder.bytes(of: "\(set)/hop.sticker/Contents.json").count > 2)
  }

  @Test("sets that somebody else made are refused; a lost output is no reason to replace them")
  func foreign() throws {
    try folder.write(Array("{}".utf8), to: "\(set)/Contents.json")
    #expect(try pack().status == 2)
    #expect(try !folder.files().contains { $0.hasPrefix("out") })
    #expect(try pack("--force").status == 0)
    try FileManager.default.removeItem(at: folder.url.appending(path: "out"))
    #expect(try pack().status == 0)  // the same as would be put there
    try folder.write([1], to: "App/Stickers.xcassets/Other.stickerpack/Contents.json")
    let other = try pack("--force")
    #expect(other.status == 2)
    #expect(other.errors.contains("Other.stickerpack is another sticker pack"))
  }

  @Test(
    "what is no asset catalog, or lies among the art or the output, is refused",
    arguments: ["App", "App/None.xcassets", "art/Mine.xcassets", "out/Mine.xcassets"])
  func places(_ into: String) throws {
    try folder.write([1], to: "art/Mine.xcassets/x")
    try folder.write([1], to: "out/Mine.xcassets/x")
    let arguments = ["pack", "art", "--output", "out", "--into", into, "--force"]
    #expect(try Program.run(arguments, in: folder.url).status == 2)
    let two = ["pack", "art", "brand", "--output", "out", "--into", "App/Stickers.xcassets"]
    #expect(try Program.run(two, in: folder.url).status == 2)
  }
}
