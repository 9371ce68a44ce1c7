import Foundation
import Testing

@testable import StickerImage

/// What `stickerlint fix` writes and what it does not touch.
@Suite struct FixCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func fix(_ line: String, input: [UInt8] = []) throws -> Outcome {
    try Program.run(["fix"] + line.split(separator: " ").map(String.init), in: folder.url, input: input)
  }

  /// Valid art with 42 trailing bytes, which a fix removes.
  private static func artWithTrailingBytes(red: UInt8 = 230) throws -> [UInt8] {
    try Art.disc(red: red) + [UInt8](repeating: 7, count: 42)
  }

  private func setPermissions(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: folder.url.appending(path: path).path)
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: path).path, withDestinationPath: target)
  }

  @Test("a note says that the configuration of the art does not apply to the output folder")
  func configurationLeftBehind() throws {
    try folder.write(Self.artWithTrailingBytes(), to: "art/x.png")
    let settings = Array("rules:\n  file-size: { max-bytes: 40000 }\n".utf8)
    try folder.write(settings, to: "art/.stickerlint.yml")
    let note = "art/.stickerlint.yml: does not apply to done. Copy it there before you check that folder."
    let first = try fix("art --output done --no-pack")
    #expect(first.text.contains(note), "\(first.text)")
    #expect(try !fix("art --no-pack").text.contains("does not apply"))
    try folder.write(settings, to: "done/.stickerlint.yml")
    #expect(try !fix("art --output done --no-pack").text.contains("does not apply"))
  }

  @Test("the suggested next command can be entered exactly as printed")
  func next() throws {
    try folder.write(Self.artWithTrailingBytes(), to: "sound/art/x.png")
    try folder.write(Art.moving(frames: 3, delay: ExactSeconds(2, 1)), to: "long/x.png")
    func entered(_ outcome: Outcome) throws -> Outcome {
      let command = try #require(outcome.text.split(separator: "next: `").last?.split(separator: "`").first)
      return try Program.shell(String(command), in: folder.url)
    }
    let written = try fix("sound/art --output done --no-pack")
    #expect(written.text.contains("next: `stickerlint pack done --output build`"), "\(written.text)")
    #expect(try entered(written).status == 0)
    #expect(try folder.files(below: "build").contains { $0.hasSuffix("manifest.json") })
    let left = try fix("long --for signal --output other --no-pack")
    #expect(left.text.contains("next: `stickerlint lint other --for signal`"), "\(left.text)")
    #expect(try entered(left).status == 1)
  }

  @Test("the suggested next command names no folder if the run has no single folder")
  func nextOfSeveral() throws {
    for art in ["cats/x.png", "dogs/y.png", "a b/z.png"] {
      try folder.write(Self.artWithTrailingBytes(), to: art)
    }
    let several = try fix("cats dogs --output both --no-pack")
    #expect(
      several.text.contains("`stickerlint pack --output build` with the folders in the output folder"),
      "\(several.text)")
    let listed = try fix("--stdin-paths --in-place --no-pack", input: Array("cats/x.png\n".utf8))
    #expect(listed.text.contains("`stickerlint pack --output build` with the same paths"), "\(listed.text)")
    let file = try fix("dogs/y.png --in-place --no-pack")
    #expect(file.text.contains("`stickerlint pack --output build` with the same paths"), "\(file.text)")
    let spaced = try Program.run(["fix", "a b", "--in-place", "--no-pack"], in: folder.url)
    #expect(spaced.text.contains("`stickerlint pack --output build` with the same paths"), "\(spaced.text)")
  }

  @Test("folders and files with the same name go to distinct folders", arguments: ["", "/x.png"])
  func sameNames(_ name: String) throws {
    let (one, two) = (try Art.disc(), try Art.disc(red: 90))
    try folder.write(one, to: "a/art/x.png")
    try folder.write(two, to: "b/art/x.png")
    let outcome = try fix("a/art\(name) b/art\(name) --output o --no-pack")
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(try folder.files(below: "o") == ["a/art/x.png", "b/art/x.png"])
    #expect(try folder.bytes(of: "o/a/art/x.png") == one)
    #expect(try folder.bytes(of: "o/b/art/x.png") == two)
  }

  @Test("a new output folder cannot have the name of an image") func imageName() throws {
    try folder.write(Art.disc(), to: "x.png")
    let outcome = try fix("x.png --output y.PNG")
    #expect(
      outcome.status == 2 && outcome.errors.contains("y.PNG is named like an image"), "\(outcome.errors)")
    #expect(try folder.files() == ["x.png"])
  }

  @Test("two catalogs with the same name are not merged")
  func sameCatalogs() throws {
    for (name, red) in [("a", UInt8(230)), ("b", 90)] {
      let pack = "\(name)/S.xcstickers/P.stickerpack"
      try folder.write(Array("{ \"info\" : { } }".utf8), to: "\(name)/S.xcstickers/Contents.json")
      try folder.write(
        Array("{ \"stickers\" : [ { \"filename\" : \"\(name).sticker\" } ] }".utf8),
        to: "\(pack)/Contents.json")
      try folder.write(
        Array("{ \"properties\" : { \"filename\" : \"x.png\" } }".utf8),
        to: "\(pack)/\(name).sticker/Contents.json")
      try folder.write(Art.disc(red: red), to: "\(pack)/\(name).sticker/x.png")
    }
    let outcome = try fix("a/S.xcstickers b/S.xcstickers --output o")
    #expect(outcome.status != 2, "\(outcome.text)\(outcome.errors)")
    for name in ["a", "b"] {
      let files = try folder.files(below: name)
      #expect(try folder.files(below: "o/\(name)") == files)
      #expect(try folder.bytes(of: "o/\(name)/S.xcstickers/P.stickerpack/Contents.json").contains(name.utf8))
    }
  }

  @Test("two files with the same destination are named, and nothing is written")
  func collision() throws {
    try folder.write(Art.disc(), to: "art/x.png")
    try folder.write(Art.disc(red: 90), to: "work/art/x.png")
    let outcome = try Program.run(
      ["fix", ".", "../art", "--output", "../o"], in: folder.url.appending(path: "work"))
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("art/x.png and ../art/x.png"), "\(outcome.errors)")
    #expect(try folder.files() == ["art/x.png", "work/art/x.png"])
  }

  @Test("if two files would get one name, the first gets it and the other stays unchanged")
  func sameNewNames() throws {
    let (one, two) = try (
      Art.bitmap(300, 300, red: 200, blue: 9, x: 0).encodedJPEG(),
      Art.bitmap(300, 300, red: 20, blue: 90, x: 0).encodedJPEG()
    )
    try folder.write(one, to: "art/p.gif")
    try folder.write(two, to: "art/p.png")
    _ = try fix("art --output o --select extension-mismatch")
    #expect(try folder.files(below: "o") == ["p.jpg", "p.png"])
    #expect(try folder.bytes(of: "o/p.jpg") == one)
    #expect(try folder.bytes(of: "o/p.png") == two)
  }

  @Test("if one of two pack files is read-only, neither pack file nor image changes")
  func halfRename() throws {
    let art = try Art.disc()
    try folder.write(art, to: "art/sub/wave.gif")
    let (outer, inner) = ("stickers:\n  - file: sub/wave.gif\n", "stickers:\n  - file: wave.gif\n")
    try folder.write(Array("name: Outer\n\(outer)".utf8), to: "art/stickerpack.yml")
    try folder.write(Array("name: Inner\n\(inner)".utf8), to: "art/sub/stickerpack.yml")
    try setPermissions(0o444, of: "art/sub/stickerpack.yml")
    let outcome = try fix("art --in-place --select extension-mismatch")
    #expect(outcome.status == 2, "\(outcome.text)\(outcome.errors)")
    #expect(try folder.files() == ["art/stickerpack.yml", "art/sub/stickerpack.yml", "art/sub/wave.gif"])
    #expect(try folder.bytes(of: "art/sub/wave.gif") == art)
    #expect(try folder.bytes(of: "art/stickerpack.yml") == Array("name: Outer\n\(outer)".utf8))
    #expect(try folder.bytes(of: "art/sub/stickerpack.yml") == Array("name: Inner\n\(inner)".utf8))
    #expect(!outcome.text.contains("instead of"))
  }

  @Test("a pack file as input selects its folder, and is not overwritten")
  func description() throws {
    let text = Array("name: Pack\nstickers:\n  - file: art/x.png\n".utf8)
    try folder.write(text, to: "pack/stickerpack.yml")
    try folder.write(Self.artWithTrailingBytes(), to: "pack/art/x.png")
    let outcome = try fix("pack/stickerpack.yml --output o")
    #expect(outcome.status != 2, "\(outcome.text)\(outcome.errors)")
    #expect(try folder.files(below: "o") == ["art/x.png", "stickerpack.yml"])
    let refused = try fix("pack/stickerpack.yml --output pack")
    #expect(refused.status == 2)
    #expect(try folder.files(below: "pack") == ["art/x.png", "stickerpack.yml"])
    #expect(try folder.bytes(of: "pack/stickerpack.yml") == text)
    #expect(try folder.bytes(of: "pack/art/x.png") == Self.artWithTrailingBytes())
  }

  @Test("an image from standard input is fixed, or copied unchanged")
  func standardInput() throws {
    let sound = try Art.disc()
    let fixed = try fix("- --output o", input: Self.artWithTrailingBytes())
    #expect(fixed.status == 0 && fixed.text.contains("trailing-data"), "\(fixed.text)\(fixed.errors)")
    #expect(try folder.bytes(of: "o/stdin.png") == sound)
    #expect(try fix("- --output o2", input: sound).status == 0)
    #expect(try folder.bytes(of: "o2/stdin.png") == sound)
  }

  @Test("a file that cannot be read is reported, and is not copied to the output folder")
  func unreadable() throws {
    try folder.write(Art.disc(), to: "art/a.png")
    try link("art/b.png", to: "gone.png")
    let outcome = try fix("art/a.png art/b.png --output o --no-pack")
    #expect(outcome.status == 2, "\(outcome.text)\(outcome.errors)")
    #expect(outcome.text.contains("art/b.png: it cannot be read"), "\(outcome.text)")
    #expect(try folder.files(below: "o") == ["a.png"])
  }

  @Test("a file above the size limit is not copied to the output folder, and the others are")
  func huge() throws {
    try folder.write(Self.artWithTrailingBytes(), to: "art/good.png")
    try folder.write(Self.artWithTrailingBytes(), to: "art/huge.png")
    // A sparse file. It needs no disk space, but reading it would take 1 TB of memory.
    let file = try FileHandle(forWritingTo: folder.url.appending(path: "art/huge.png"))
    try file.truncate(atOffset: 1 << 40)
    try file.close()
    let outcome = try fix("art --output done --no-pack")
    #expect(outcome.status == 2, "\(outcome.text)\(outcome.errors)")
    #expect(outcome.text.contains("cannot write done/huge.png: art/huge.png: "), "\(outcome.text)")
    #expect(outcome.text.contains("resource-limit"))
    #expect(try folder.files(below: "done").filter { $0.hasSuffix(".png") } == ["good.png"])
  }

  @Test("a read-only file stays unchanged, and the others are fixed")
  func readOnly() throws {
    try folder.write(Self.artWithTrailingBytes(), to: "art/a.png")
    try folder.write(Self.artWithTrailingBytes(red: 90), to: "art/b.png")
    try setPermissions(0o444, of: "art/a.png")
    let outcome = try fix("art --in-place")
    #expect(outcome.status == 2)
    #expect(outcome.text.contains("it is read-only"))
    #expect(try folder.bytes(of: "art/a.png") == Self.artWithTrailingBytes())
    #expect(try folder.bytes(of: "art/b.png") == Art.disc(red: 90))
  }

  @Test(
    "a file in the output folder is replaced by a different one only with --force, and a second run is harmless"
  )
  func force() throws {
    try folder.write(Self.artWithTrailingBytes(), to: "art/a.png")
    try folder.write([1, 2, 3], to: "o/a.png")
    let refused = try fix("art --output o")
    #expect(refused.status == 2)
    #expect(refused.text.contains("o/a.png already exists with different content"))
    #expect(try folder.bytes(of: "o/a.png") == [1, 2, 3])
    #expect(try fix("art --output o --force").status == 0)
    #expect(try folder.bytes(of: "o/a.png") == Art.disc())
    #expect(try fix("art --output o").status == 0)
    #expect(try fix("art --in-place --force").errors.contains("--force requires --output"))
  }

  @Test("icons that were generated in the output folder do not stop a second run")
  func iconsTwice() throws {
    try folder.write(Art.disc(), to: "art/a.png")
    try folder.write(PackFileStoryTests.icon(1024), to: "icon.png")
    _ = try Program.run(["pack", "art", "--icon", "icon.png", "--output", "built"], in: folder.url)
    let icons = try folder.files(below: "built").filter { $0.contains(".stickersiconset/universal") }
    let icon = try #require(icons.first)
    try folder.write(PackFileStoryTests.icon(50), to: "built/\(icon)")
    let line = "built/Stickers.xcstickers --select catalog-icons --output o"
    #expect(try fix(line).status == 0)
    let inside = "o/\(icon.split(separator: "/").dropFirst().joined(separator: "/"))"
    let made = try folder.bytes(of: inside)
    #expect(try made != PackFileStoryTests.icon(50))
    let again = try fix(line)
    #expect(again.status == 0, "\(again.text)")
    #expect(try folder.bytes(of: inside) == made)
  }

  @Test("nothing is written through a link in the output folder", arguments: ["", " --force"])
  func linkedFolder(_ force: String) throws {
    try folder.write(Art.disc(), to: "art/sub/a.png")
    try folder.write([1], to: "elsewhere/other")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "o"), withIntermediateDirectories: true)
    try link("o/sub", to: "../elsewhere")
    let outcome = try fix("art --output o\(force)")
    #expect(outcome.status == 2)
    #expect(outcome.text.contains("o/sub is a symbolic link"), "\(outcome.text)")
    #expect(try folder.files(below: "elsewhere") == ["other"])
  }

  @Test("a plan says that a link cannot be changed in place")
  func linkedSource() throws {
    try folder.write(Self.artWithTrailingBytes(), to: "a.png")
    try link("b.png", to: "a.png")
    let outcome = try fix("b.png")
    #expect(outcome.text.contains("b.png: not fixed: it is a symbolic link"), "\(outcome.text)")
  }
}
