import Foundation
import Testing

@testable import StickerImage

/// Runs `stickerlint pack` with a `stickerpack.yml`.
@Suite struct PackFileStoryTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "art/wave@3x.png")
    try folder.write(Art.disc(red: 90), to: "art/hop.png")
    for number in 1...11 {
      try folder.write(
        Art.bitmap(300, 300, red: 40, blue: 200, x: number).encodedPNG(), to: "art/dance/\(number).png")
    }
    try folder.write(PackFileStoryTests.icon(1024), to: "art/icon.png")
    try write(
      """
      name: Monkey Business
      grid-size: medium
      icon: icon.png
      background: "#FFFFFF"
      languages: [fr, en]
      stickers:
        - file: wave@3x.png
          description: { en: "A disc waves", fr: "Un disque salue" }
          keywords: [hello]
        - { frames: dance/*.png, fps: 12, repetitions: 1, description: { en: "It moves", fr: "Il bouge" } }
        - { file: hop.png, description: { en: "A disc hops", fr: "Un disque saute" } }
      """)
  }

  static func icon(_ side: Int, opaque: Bool = true) throws -> [UInt8] {
    let row = (0..<side).flatMap { _ in [255, 213, 79, 255] as [UInt8] }
    var bitmap = Bitmap(PixelSize(side, side), pixels: (0..<side).flatMap { _ in row })
    if !opaque { for index in 0..<side { bitmap.pixels[index * 4 + 3] = 0 } }
    return try bitmap.encodedPNG()
  }

  private func write(_ text: String, to path: String = "art/stickerpack.yml") throws {
    try folder.write(Array(text.utf8), to: path)
  }

  private func run(_ line: String) throws -> Outcome {
    try Program.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  private func json(_ path: String) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(try folder.bytes(of: path))) as? [String: Any])
  }

  @Test(
    "name, order, text, grid size, icon and sequence come from the pack file",
    arguments: ["art", "art/stickerpack.yml"])
  func whole(_ source: String) throws {
    try folder.write(Art.disc(red: 1), to: "art/old/unused.png")
    let outcome = try run("pack \(source) --output out --contact-sheet")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.text.contains("1 image next to stickerpack.yml is not in the pack: old/unused.png"),
      "\(outcome.text)")
    let manifest = try json("out/manifest.json")
    #expect(manifest["name"] as? String == "Monkey Business")
    #expect(manifest["gridSize"] as? String == "regular")
    #expect(manifest["background"] as? String == "#FFFFFF")
    let stickers = try #require(manifest["stickers"] as? [[String: Any]])
    #expect(stickers.map { $0["id"] as? String } == ["wave", "dance", "hop"])
    #expect(
      stickers[0]["descriptions"] as? [String: String] == ["en": "A disc waves", "fr": "Un disque salue"])
    #expect(stickers[0]["keywords"] as? [String] == ["hello"])
    let pack = "out/Stickers.xcstickers/Sticker Pack.stickerpack"
    let wave = try json("\(pack)/wave.sticker/Contents.json")["properties"] as? [String: Any]
    #expect(wave?["accessibility-label"] as? String == "Un disque salue")
    let dance = try json("\(pack)/dance.stickersequence/Contents.json")
    #expect((dance["frames"] as? [[String: String]])?.map { $0["filename"] } == (1...11).map { "\($0).png" })
    let icons = try folder.files(below: "out/Stickers.xcstickers/iMessage App Icon.stickersiconset")
    #expect(icons.count == 14)
    #expect(try ImageContainer(of: folder.bytes(of: "out/variants/dance@2x.png"))?.animation?.plays == 2)
    let check = try run("pack \(source) --output out --contact-sheet --check")
    #expect(check.status == 0, "\(check.text)")
  }

  @Test("a build can be a source that gives the same catalog, icons and frames")
  func again() throws {
    #expect(try run("pack art --output one --contact-sheet").status == 0)
    #expect(try folder.files(below: "one").contains("contact-sheet.png"))
    let outcome = try run("pack one --output two")
    #expect(outcome.status == 0, "\(outcome.errors)")
    for file in try folder.files(below: "one/Stickers.xcstickers") {
      let path = "Stickers.xcstickers/\(file)"
      #expect(try folder.bytes(of: "one/\(path)") == folder.bytes(of: "two/\(path)"), "\(path)")
    }
  }

  @Test("`pack` stops at the errors that `lint` finds, except for those that it resolves")
  func findings() throws {
    try write("stickers: [{ file: hop.png, description: \"\(String(repeating: "a", count: 151))\" }]")
    let lint = try run("lint art --format concise --select description-length,missing-icon")
    let pack = try run("pack art --output out --format concise --select description-length,missing-icon")
    #expect(pack.status == 1 && lint.status == 1)
    #expect(pack.text.contains("the description has 151 characters (limit: 150)"))
    // Without an icon, a pack is built without icons.
    #expect(lint.text.hasPrefix(pack.text) && lint.text.dropFirst(pack.text.count).contains("missing-icon"))
    #expect(try !folder.files().contains { $0.hasPrefix("out") })
  }

  @Test("icons are drawn from a sticker on a color, and 300 px art is large enough")
  func drawn() throws {
    try write(
      "name: Discs\nicon-sticker: hop.png\nicon-background: \"#204080\"\nstickers:\n  - file: hop.png\n",
      to: "art/stickerpack.yml")
    let outcome = try run("pack art --output out")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    let set = "out/Stickers.xcstickers/iMessage App Icon.stickersiconset"
    let icons = try folder.files(below: set).filter { $0.hasSuffix(".png") }
    #expect(icons.count == 13)
    for icon in icons {
      let picture = try Image(decoding: try folder.bytes(of: "\(set)/\(icon)")).frames[0].bitmap
      #expect(Array(picture.pixels.prefix(4)) == [0x20, 0x40, 0x80, 255], "\(icon)")
      // The disc in the middle has the red and blue of the sticker.
      let at = (picture.height / 2 * picture.width + picture.width / 2) * 4
      #expect(picture.pixels[at] == 90 && picture.pixels[at + 2] == 60, "\(icon)")
    }
    #expect(try run("lint art --select missing-icon").status == 0)
  }

  @Test("options replace keys: name, icon, icon-background, background")
  func flags() throws {
    var brand = Bitmap(PixelSize(1100, 1100), color: 0x2090D0)
    for index in 0..<110_000 { brand.pixels[index * 4 + 3] = 0 }
    try folder.write(brand.encodedPNG(), to: "brand/icon.png")
    let bare = try run("pack art --output out --icon brand/icon.png")
    #expect(bare.status == 1)
    #expect(bare.text.contains("brand/icon.png") && bare.text.contains("icon-image"))
    let line =
      "pack art --output out --name Tiger --icon brand/icon.png --icon-background #112233 "
      + "--background #445566"
    let outcome = try run(line)
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    let manifest = try json("out/manifest.json")
    #expect(manifest["name"] as? String == "Tiger")
    #expect(manifest["background"] as? String == "#445566")
    let set = "out/Stickers.xcstickers/iMessage App Icon.stickersiconset"
    let icons = try folder.files(below: set).filter { $0.hasSuffix(".png") }
    #expect(icons.count == 13)
    for icon in icons {
      let picture = try Image(decoding: folder.bytes(of: "\(set)/\(icon)")).frames[0].bitmap
      #expect(Array(picture.pixels.prefix(4)) == [0x11, 0x22, 0x33, 255], "\(icon)")
      let middle = (picture.height / 2 * picture.width + picture.width / 2) * 4
      #expect(Array(picture.pixels[middle..<middle + 4]) == [0x20, 0x90, 0xD0, 255], "\(icon)")
    }
    #expect(try run("pack art --output out --background red").status == 2)
    #expect(try run("pack art brand --output all --name Tiger").status == 2)
  }

  @Test("a plain folder gets its icons from --icon, and that image is no longer a sticker")
  func plainFolder() throws {
    try folder.write(Art.disc(), to: "plain/sun.png")
    try folder.write(Self.icon(1024), to: "plain/icon.png")
    #expect(try run("pack plain --output out --icon plain/icon.png --variants none").status == 0)
    #expect(try folder.files(below: "out/variants") == ["sun@3x.png"])
    #expect(
      try folder.files(below: "out/Stickers.xcstickers").count {
        $0.contains("AppIcon") || $0.contains("Icon.stickersiconset")
      } == 14)
    #expect(try run("pack plain --output out --icon gone.png").status != 0)
  }

  @Test("a separate image for one icon is accepted, or refused with the required dimensions")
  func ownIcon() throws {
    try folder.write(Self.icon(58), to: "art/small.png")
    let before = try String(decoding: folder.bytes(of: "art/stickerpack.yml"), as: UTF8.self)
    try write("icons: { iphone-29x29@2x: small.png }\n\(before)")
    let lint = try run("lint art --format concise --select icon-image")
    #expect(lint.status == 0, "\(lint.text)")
    #expect(try run("pack art --output out --variants none").status == 0)
    try write("icons: { iphone-29x29@3x: small.png }\n\(before)")
    let outcome = try run("pack art --output out --variants none")
    #expect(outcome.status == 1)
    let reason =
      "small.png: 58 × 58 px is the wrong size for icon iphone-29x29@3x. Export it at exactly 87 × 87 px."
    #expect(outcome.errors.contains(reason))
  }

  @Test("all errors in a pack file are reported at once, with exit code 2")
  func faults() throws {
    try write(
      """
      naem: x
      icons: { iphone-29x29@4x: icon.png }
      stickers:
        - file: hop.png
        - file: hop.png
        - file: gone.png
        - file: ../out.png
        - file: /etc/hosts
        - { frames: dance/*.gif, fps: 3 }
      """)
    let outcome = try run("pack art --output out")
    #expect(outcome.status == 2)
    let places = outcome.errors.split(separator: "\n").map {
      $0.split(separator: " ").dropFirst().first ?? ""
    }
    #expect(
      places == [
        "art/stickerpack.yml:1:1:", "art/stickerpack.yml:2:10:", "art/stickerpack.yml:5:11:",
        "art/stickerpack.yml:6:11:", "art/stickerpack.yml:7:11:", "art/stickerpack.yml:8:11:",
        "art/stickerpack.yml:9:15:",
      ])
    #expect(try run("pack art/dance/1.png --output out").status == 2)
    try write("", to: "art/other.yml")
    #expect(try run("pack art/other.yml --output out").status == 2)
  }

  @Test("frames that do not match stop the build, or only their sticker with --skip-failing")
  func brokenSequence() throws {
    try folder.write(Art.disc(303, 300), to: "art/dance/7.png")
    let stopped = try run("pack art --output out --select corrupt-image")
    #expect(stopped.status == 1)
    let reason = "303 × 300 px, but the first frame is 300 × 300 px. All frames must have the same size."
    #expect(stopped.errors.contains("error: art/dance/7.png: \(reason)"))
    #expect(try run("pack art --output out --select corrupt-image --skip-failing").status == 0)
    let skipped = try json("out/manifest.json")["skipped"] as? [[String: Any]]
    #expect(skipped?.first?["reasons"] as? [String] == [reason])
  }

  @Test("a project is written on request, and kept if someone changed it")
  func project() throws {
    #expect(try run("pack art --output out --xcode --deployment-target 16.2").status == 0)
    let file = "out/MonkeyBusiness.xcodeproj/project.pbxproj"
    let text = String(decoding: try folder.bytes(of: file), as: UTF8.self)
    #expect(text.contains("IPHONEOS_DEPLOYMENT_TARGET = 16.2;"))
    #expect(try run("pack art --output out").status == 0)
    #expect(try folder.bytes(of: file) == Array(text.utf8))
    let end = "/* End PBXFileReference section */"
    let mine = text.replacing(
      end,
      with: "\t\t0123456789ABCDEF01234567 = {isa = PBXFileReference; path = a; sourceTree = SDKROOT; };\n"
        + end)
    try folder.write(Array(mine.utf8), to: file)
    try folder.write([1], to: "out/MonkeyBusiness.xcodeproj/xcuserdata/me/state")
    let outcome = try run("pack art --output out --xcode")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let kept = "kept MonkeyBusiness.xcodeproj/project.pbxproj, because someone changed it"
    #expect(outcome.errors.contains(kept))
    #expect(try folder.bytes(of: file) == Array(mine.utf8))
    #expect(try folder.bytes(of: "out/MonkeyBusiness.xcodeproj/xcuserdata/me/state") == [1])
    // Files next to the project stay, and a build that would replace one of them is refused.
    try folder.write([1], to: "out/contact-sheet.png")
    #expect(try run("pack art --output out").status == 0)
    #expect(try folder.bytes(of: "out/contact-sheet.png") == [1])
    let refused = try run("pack art --output out --contact-sheet")
    #expect(refused.status == 2 && refused.errors.contains("(contact-sheet.png)"), "\(refused.errors)")
    #expect(try folder.bytes(of: "out/contact-sheet.png") == [1])
    #expect(try run("pack art --output out --xcode --force --deployment-target 16.2").status == 0)
    #expect(try folder.bytes(of: file) == Array(text.utf8))
    #expect(try run("pack art --output out --xcode --deployment-target nine").status == 2)
  }
}
