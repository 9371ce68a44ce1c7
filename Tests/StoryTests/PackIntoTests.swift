import Foundation
import Testing

/// `stickerlint pack --into` with an existing app.
@Suite struct PackIntoTests {
  let folder: TemporaryFolder
  private let set = "App/Stickers.xcassets/Sticker Pack.stickerpack"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "art/wave.png")
    try folder.write(Art.disc(red: 9), to: "art/hop.png")
    try folder.write(PackFileStoryTests.icon(1024), to: "brand/icon.png")
    try folder.write([1, 2], to: "App/Stickers.xcassets/AppIcon.appiconset/Contents.json")
  }

  private func pack(_ arguments: String = "") throws -> Outcome {
    let line =
      "pack art --output out --into App/Stickers.xcassets --icon brand/icon.png --variants none " + arguments
    return try Program.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  @Test("--into copies stickers and icons, keeps the app's own sets and is idempotent")
  func puts() throws {
    let outcome = try pack()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("note: App/Stickers.xcassets has an app icon"), "\(outcome.errors)")
    #expect(outcome.errors.contains("note: Messages shows stickers only from the catalog of a Sticker Pack"))
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
    let again = try pack()
    #expect(again.status == 0 && !again.errors.contains("has an app icon"))
    #expect(try folder.files(below: "App") == files)
    #expect(try folder.bytes(of: "App/Stickers.xcassets/Contents.json") == [3])
  }

  @Test("the first build into a catalog says what it needs, even if the pack was built before")
  func builtBefore() throws {
    let plain = "pack art --output out --icon brand/icon.png --variants none"
    #expect(try Program.run(plain.split(separator: " ").map(String.init), in: folder.url).status == 0)
    #expect(try pack().errors.contains("note: App/Stickers.xcassets has an app icon"))
    #expect(try !pack().errors.contains("has an app icon"))
  }

  @Test("the previous build's files are replaced, and edited ones are refused without --force")
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
    #expect(refused.errors.contains("\(set) (7 files) was created or changed by hand"))
    #expect(try folder.files().map { try folder.bytes(of: $0) } == before)
    #expect(try pack("--force").status == 0)
    #expect(try folder.bytes(of: "\(set)/hop.sticker/Contents.json").count > 2)
  }

  private static let slots = """
    { "images" : [ { "idiom" : "iphone", "scale" : "2x", "size" : "29x29" },
      { "idiom" : "ios-marketing", "scale" : "1x", "size" : "1024x768", "platform" : "ios" } ],
      "info" : { "author" : "xcode", "version" : 1 } }
    """
  private static let emptyPack = """
    { "info" : { "author" : "xcode", "version" : 1 }, "properties" : { "grid-size" : "regular" } }
    """

  @Test("the icon set and sticker pack that Xcode creates for a new target are filled without --force")
  func fresh() throws {
    let icons = "App/Stickers.xcassets/iMessage App Icon.stickersiconset"
    try folder.write(Array(Self.slots.utf8), to: "\(icons)/Contents.json")
    try folder.write(Array(Self.emptyPack.utf8), to: "\(set)/Contents.json")
    let outcome = try pack()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try folder.files(below: icons).count == 14)
    #expect(try folder.files(below: set).contains("wave.sticker/wave.png"))
    #expect(try pack("--check").status == 0)
  }

  @Test(
    "an icon set or sticker pack that someone began to fill is refused",
    arguments: [
      "iMessage App Icon.stickersiconset/mine.png",
      "Sticker Pack.stickerpack/mine.sticker/Contents.json",
    ])
  func begun(_ file: String) throws {
    let place = "App/Stickers.xcassets"
    try folder.write(
      Array(Self.slots.utf8), to: "\(place)/iMessage App Icon.stickersiconset/Contents.json")
    try folder.write(Array(Self.emptyPack.utf8), to: "\(set)/Contents.json")
    try folder.write([1], to: "\(place)/\(file)")
    #expect(try pack().status == 2)
    #expect(try folder.bytes(of: "\(place)/\(file)") == [1])
  }

  @Test("an icon set with a filled slot is refused")
  func named() throws {
    let icons = "App/Stickers.xcassets/iMessage App Icon.stickersiconset"
    let named = Self.slots.replacing(
      "\"size\" : \"29x29\"", with: "\"size\" : \"29x29\", \"filename\" : \"a.png\"")
    try folder.write(Array(named.utf8), to: "\(icons)/Contents.json")
    #expect(try pack().status == 2)
  }

  @Test("a template with code fills a project's fresh icon set, too")
  func freshInProject() throws {
    let icons = "App/Assets.xcassets/iMessage App Icon.stickersiconset"
    try folder.write(Array(Self.slots.utf8), to: "\(icons)/Contents.json")
    let line = "pack art --output out --into App --icon brand/icon.png --variants none --xcode "
    let outcome = try Program.run(
      (line + "--template sticker-browser").split(separator: " ").map(String.init), in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try folder.files(below: icons).count == 14)
  }

  @Test("sets that no build wrote are refused, and identical ones are accepted without the output folder")
  func foreign() throws {
    try folder.write(Array("{}".utf8), to: "\(set)/Contents.json")
    #expect(try pack().status == 2)
    #expect(try !folder.files().contains { $0.hasPrefix("out") })
    #expect(try pack("--force").status == 0)
    try FileManager.default.removeItem(at: folder.url.appending(path: "out"))
    #expect(try pack().status == 0)  // the build would write the same files
    try folder.write([1], to: "App/Stickers.xcassets/Other.stickerpack/Contents.json")
    let other = try pack("--force")
    #expect(other.status == 2)
    #expect(other.errors.contains("Other.stickerpack is another sticker pack"))
  }

  @Test("icons that the pack no longer has are removed from the app unless someone edited them")
  func iconsTakenOut() throws {
    let icons = "App/Stickers.xcassets/iMessage App Icon.stickersiconset"
    let bare = "pack art --output out --into App/Stickers.xcassets --variants none"
    func packBare(_ option: String = "") throws -> Outcome {
      try Program.run("\(bare) \(option)".split(separator: " ").map(String.init), in: folder.url)
    }
    #expect(try pack().status == 0)
    let check = try packBare("--check")
    #expect(check.status == 1)
    #expect(check.text.contains("\(icons) is no longer part of the pack"))
    try folder.write([1], to: "\(icons)/.DS_Store")
    let removing = try packBare()
    #expect(removing.status == 0, "\(removing.errors)")
    #expect(removing.errors.contains("removed iMessage App Icon.stickersiconset from App/Stickers.xcassets"))
    #expect(try !folder.files(below: "App").contains { $0.contains("stickersiconset") })
    #expect(try packBare("--check").status == 0)

    #expect(try pack().status == 0)
    try folder.write([1], to: "\(icons)/mine.png")
    let keeping = try packBare()
    #expect(keeping.status == 0, "\(keeping.errors)")
    #expect(keeping.errors.contains("note: kept \(icons), which is no longer part of the pack"))
    #expect(try folder.files(below: icons).count == 15)
  }

  @Test("files that macOS leaves in the set do not count as edits")
  func desktopFiles() throws {
    #expect(try pack().status == 0)
    try folder.write([1], to: "\(set)/.DS_Store")
    try folder.write([1], to: "\(set)/hop.sticker/.DS_Store")
    #expect(try pack("--check").status == 0)
    #expect(try pack().status == 0)
    try folder.write(Art.disc(red: 44), to: "art/jump.png")
    let outcome = try pack()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try folder.files(below: set).contains("jump.sticker/jump.png"))
  }

  @Test("another pack in a folder of the catalog is refused, even with --force")
  func nestedPack() throws {
    try folder.write([1], to: "App/Stickers.xcassets/Group/My.stickerpack/Contents.json")
    let outcome = try pack("--force")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("App/Stickers.xcassets/Group/My.stickerpack is another sticker pack"))
  }

  @Test(
    "a folder that is not a catalog, or is inside the art or the output, is refused",
    arguments: [
      ("App", "App is not an asset catalog"),
      ("App/None.xcassets", "App/None.xcassets is not an asset catalog"),
      ("art/Mine.xcassets", "art/Mine.xcassets and the art folder art must not contain each other"),
      ("out/Mine.xcassets", "out/Mine.xcassets and out must not contain each other"),
    ])
  func places(_ into: String, _ reason: String) throws {
    try folder.write([1], to: "art/Mine.xcassets/x")
    try folder.write([1], to: "out/Mine.xcassets/x")
    let files = try folder.files()
    let before = try files.map { try folder.bytes(of: $0) }
    let arguments = ["pack", "art", "--output", "out", "--into", into, "--force"]
    let outcome = try Program.run(arguments, in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: \(reason)"), "\(outcome.errors)")
    #expect(try folder.files() == files)
    #expect(try files.map { try folder.bytes(of: $0) } == before)
  }

  @Test("--into with several sources is refused")
  func severalSources() throws {
    let arguments = ["pack", "art", "brand", "--output", "out", "--into", "App/Stickers.xcassets"]
    let outcome = try Program.run(arguments, in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: --into needs a single source"), "\(outcome.errors)")
    #expect(try !folder.files().contains { $0.hasPrefix("out") })
  }
}
