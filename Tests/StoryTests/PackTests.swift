import Foundation
import Testing

@testable import StickerImage

/// `stickerlint pack` on a folder of art.
@Suite struct PackTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func pack(_ arguments: String...) throws -> Outcome {
    try Program.run(["pack"] + arguments, in: folder.url)
  }

  /// The contents of all files in a folder, by path.
  private func tree(_ path: String) throws -> [String: [UInt8]] {
    var tree: [String: [UInt8]] = [:]
    for file in try folder.files(below: path) { tree[file] = try folder.bytes(of: "\(path)/\(file)") }
    return tree
  }

  private func writeArt(_ path: String = "art") throws {
    try folder.write(Art.disc(), to: "\(path)/wave@3x.png")
    try folder.write(Art.disc(red: 90), to: "\(path)/hop.png")
    try folder.write(Art.moving(), to: "\(path)/dance.png")
  }

  @Test("a folder of art becomes a manifest, variants and a catalog, and the art stays as it is")
  func builds() throws {
    try writeArt()
    let art = try tree("art")
    let outcome = try pack("art", "--output", "out")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.hasSuffix(
        """
        built out: 3 stickers, 9 variants, 18 files
        drag out/Stickers.xcstickers into a project in Xcode

        """))
    let built = try tree("out")
    #expect(built.count == 18)
    #expect(built["variants/wave@3x.png"] == art["wave@3x.png"])
    #expect(built["Stickers.xcstickers/Sticker Pack.stickerpack/hop.sticker/hop.png"] == art["hop.png"])
    #expect(try ImageContainer(of: folder.bytes(of: "out/variants/dance@1x.png"))?.animation?.plays == 0)
    #expect(try tree("art") == art)
  }

  @Test("builds are byte-identical with one job or two, and a rebuild replaces the output")
  func deterministic() throws {
    try writeArt()
    #expect(try pack("art", "--output", "one/Pack", "--jobs", "1").status == 0)
    #expect(try pack("art", "--output", "two/Pack", "--jobs", "2").status == 0)
    #expect(try tree("one/Pack") == tree("two/Pack"))
    #expect(try pack("art", "--output", "two/Pack").status == 0)
    #expect(try tree("one/Pack") == tree("two/Pack"))
    #expect(try folder.files(below: "two").allSatisfy { $0.hasPrefix("Pack/") })
  }

  @Test("a project that Xcode cannot build without an icon is not called ready for the App Store")
  func withoutIcon() throws {
    try writeArt()
    let outcome = try pack("art", "--output", "out", "--xcode")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("the pack has no icon, and Xcode cannot build the project without one"))
    #expect(outcome.errors.contains("built out: 3 stickers"))
    #expect(!outcome.errors.contains("Archive"))
  }

  @Test("a second project of the same name is refused as the same app")
  func sameApp() throws {
    try writeArt("cats/art")
    try writeArt("dogs/art")
    let outcome = try pack("cats/art", "dogs/art", "--output", "out", "--xcode")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains(
        "error: dogs/art and cats/art would be the same app, art. Give each its own name"))
    #expect(try folder.files(below: "out").contains("art/manifest.json"))
    #expect(try pack("cats/art", "dogs/art", "--output", "both").status == 0)
  }

  @Test("an error stops the build and lists the findings of all stickers")
  func stops() throws {
    try writeArt()
    try folder.write(Art.disc(250, 250), to: "art/small.png")
    try folder.write(Array("no picture".utf8), to: "art/text.png")
    let outcome = try pack("art", "--output", "out", "--format", "concise")
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("art/small.png: error pixel-dimensions"))
    #expect(outcome.text.contains("art/text.png: error unsupported-format"))
    #expect(outcome.errors.contains("2 of 5 stickers fail"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "out").path))
  }

  @Test("--skip-failing leaves stickers out and lists them in the manifest")
  func skips() throws {
    try writeArt()
    try folder.write(Art.disc(250, 250), to: "art/small.png")
    let outcome = try pack("art", "--output", "out", "--skip-failing")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("\nbuilt out: 3 stickers, 1 left out, 9 variants, 18 files\n"))
    let data = Data(try folder.bytes(of: "out/manifest.json"))
    let manifest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let skipped = try #require(manifest["skipped"] as? [[String: Any]])
    #expect(skipped.map { $0["path"] as? String } == ["small.png"])
    #expect(skipped.first?["rules"] as? [String] == ["pixel-dimensions"])
    #expect(try pack("art", "--output", "none", "--skip-failing", "--select", "not-square").status == 0)
  }

  @Test("defects that the build repairs do not stop it: an APNG's extension, two stickers with one name")
  func resolves() throws {
    try folder.write(Art.moving(), to: "art/dance.apng")
    try folder.write(Art.disc(), to: "art/Dance.png")
    let outcome = try pack("art", "--output", "out", "--variants", "none")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("dance.apng is packed as .png"))
    #expect(try folder.files(below: "out/variants") == ["Dance@3x.png", "dance-2@3x.png"])
  }

  @Test("--check exits with 0 if nothing differs, or else with 1 and the list of files")
  func check() throws {
    try writeArt()
    let missing = try pack("art", "--output", "out", "--check")
    #expect(missing.status == 1)
    #expect(missing.text.hasSuffix("out does not exist\n"))
    #expect(try pack("art", "--output", "out").status == 0)
    let same = try pack("art", "--output", "out", "--check")
    #expect(same.status == 0)
    #expect(same.errors.hasSuffix("out is up to date\n"))
    try folder.write([1], to: "out/notes.txt")
    try folder.write([1], to: "out/.DS_Store")
    try FileManager.default.removeItem(at: folder.url.appending(path: "out/variants/hop@1x.png"))
    let before = try tree("out")
    let differing = try pack("art", "--output", "out", "--check")
    #expect(differing.status == 1)
    #expect(
      differing.text.hasSuffix(
        "out: notes.txt does not belong to the build\nout: variants/hop@1x.png is missing\n"))
    #expect(try tree("out") == before)
  }

  @Test("with --check, a JSON report stays JSON")
  func checkJSON() throws {
    try writeArt()
    let outcome = try pack("art", "--output", "out", "--check", "--format", "json")
    #expect(outcome.status == 1)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(outcome.output)) }
    #expect(outcome.errors.contains("out does not exist"))
  }

  @Test("a built folder with an unknown file is refused, and replaced with --force")
  func foreign() throws {
    try writeArt()
    #expect(try pack("art", "--output", "out").status == 0)
    try folder.write([1], to: "out/variants/diary.txt")
    let before = try tree("out")
    let refused = try pack("art", "--output", "out")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("variants/diary.txt"))
    #expect(try tree("out") == before)
    #expect(try pack("art", "--output", "out", "--force").status == 0)
    #expect(try !folder.files(below: "out").contains("variants/diary.txt"))
  }

  @Test(
    "the source is never replaced, not even with --force", arguments: ["art", "./art/", ".", "art/../art"])
  func ownSource(_ output: String) throws {
    try writeArt()
    let outcome = try pack("art", "--output", output, "--force")
    #expect(outcome.status == 2)
    #expect(try folder.files() == ["art/dance.png", "art/hop.png", "art/wave@3x.png"])
  }

  @Test(
    "an output among the art is refused, because the next run would treat it as art",
    arguments: ["art/out", "./art/out/", "art/deep/er"])
  func outputInSource(_ output: String) throws {
    try writeArt()
    let outcome = try pack("art", "--output", output)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("is inside the art folder art"))
    #expect(try folder.files() == ["art/dance.png", "art/hop.png", "art/wave@3x.png"])
  }

  @Test("each of several sources becomes a folder, and a failure does not stop the others")
  func several() throws {
    try writeArt("cats")
    try writeArt("more/cats")
    try folder.write(Art.disc(100, 100), to: "dogs/small.png")
    let outcome = try pack("cats", "dogs", "more/cats", "--output", "out", "--variants", "none")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error: dogs was not built. 1 of 1 stickers failed"))
    #expect(outcome.errors.contains("built out/cats: "))
    #expect(outcome.errors.contains("built out/cats-2: "))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "out").path).sorted()
        == ["cats", "cats-2"])
    #expect(outcome.lines.count { $0.hasPrefix("7 files: ") } == 1)
  }

  @Test("a built catalog can be a source that gives the same pack")
  func catalogAsSource() throws {
    try writeArt()
    #expect(try pack("art", "--output", "one", "--name", "Monkey").status == 0)
    for source in ["one", "one/Stickers.xcstickers", "one/Stickers.xcstickers/Sticker Pack.stickerpack/"] {
      #expect(try pack(source, "--output", "two", "--name", "Monkey", "--force").status == 0)
      let (one, two) = (try tree("one"), try tree("two"))
      #expect(one.keys.sorted() == two.keys.sorted())
      for (path, bytes) in one where path != "manifest.json" { #expect(two[path] == bytes, "\(path)") }
    }
  }

  @Test("every defect of a catalog is reported and stops the build unless it can be skipped")
  func brokenCatalog() throws {
    try writeArt()
    #expect(try pack("art", "--output", "one", "--variants", "none").status == 0)
    let path = "one/Stickers.xcstickers/Sticker Pack.stickerpack"
    try folder.write(Array("{".utf8), to: "\(path)/hop.sticker/Contents.json")
    try folder.write(
      Array(#"{"properties":{"filename":"../../x.png"}}"#.utf8), to: "\(path)/wave.sticker/Contents.json")
    let outcome = try pack("one/Stickers.xcstickers", "--output", "two")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("error: \(path)/hop.sticker: Contents.json is not valid JSON: line 1, column 2")
    )
    #expect(
      outcome.errors.contains("error: \(path)/wave.sticker: ../../x.png is not a valid image file name"))
    #expect(try pack("one/Stickers.xcstickers", "--output", "two", "--skip-failing").status == 0)
    #expect(try folder.files(below: "two/variants").count == 3)
  }

  @Test(
    "an invalid source exits with 2",
    arguments: [
      (["art/hop.png"], "not a folder"), (["nothing"], "nothing"), (["both"], "next to it"),
      (["two"], "contains 2 sticker packs"), (["empty"], "no images found"),
    ])
  func noSource(_ sources: [String], _ words: String) throws {
    try writeArt()
    try folder.write([1], to: "empty/readme.txt")
    try folder.write(Art.disc(), to: "both/a.png")
    for pack in ["both/P.stickerpack", "two/P.stickerpack", "two/Q.stickerpack"] {
      try folder.write(Art.disc(), to: "\(pack)/a.sticker/a.png")
    }
    let outcome = try Program.run(["pack"] + sources + ["--output", "out"], in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(words))
    #expect(outcome.text == "")
  }

  @Test("invalid UTF-8 in names is adapted, and hidden files and links are left out")
  func strangeNames() throws {
    try writeArt()
    let line =
      "cd art && mv hop.png $'h\\xffop\\n.png' && cp wave@3x.png .hidden.png && ln -s wave@3x.png link.png"
    #expect(try Program.shell(line, in: folder.url).status == 0)
    let outcome = try pack("art", "--output", "out", "--variants", "1x")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("h\\xFFop\\u{A}.png is packed as h-op"))
    #expect(
      try folder.files(below: "out/variants") == [
        "dance@1x.png", "dance@3x.png", "h-op@1x.png", "h-op@3x.png", "wave@1x.png", "wave@3x.png",
      ])
  }
}
