import Foundation
import Testing

/// A studio's hundred packs in one run.
@Suite struct ManyPacksTests {
  @Test(
    "of a hundred packs, the broken one is named and the others are built",
    arguments: ["stickers: [{ file: gone.png }]", "stickers: [{ file: a.png, fiel: x }]"])
  func hundred(_ broken: String) throws {
    let folder = try TemporaryFolder()
    let art = try Art.disc()
    var names: [String] = []
    for number in 1...100 {
      let name = "pack\(number)"
      names.append(name)
      try folder.write(art, to: "\(name)/a.png")
      let text = number == 37 ? broken : "name: Pack \(number)\nstickers: [{ file: a.png, description: A }]"
      try folder.write(Array(text.utf8), to: "\(name)/stickerpack.yml")
    }
    let outcome = try Program.run(
      ["pack"] + names + ["--output", "out", "--variants", "none", "--ignore", "missing-icon"], in: folder.url
    )
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("error: pack37/stickerpack.yml:1:"))
    #expect(outcome.errors.hasSuffix("built 99 of 100 packs\n"))
    let built = try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "out").path)
    #expect(built.count == 99)
    #expect(built.contains("Pack 36") && !built.contains("Pack 37"))
    #expect(outcome.lines.count { $0.hasPrefix("99 files: ") } == 1)
    let alone = try Program.run(["pack", "pack37", "--output", "out2"], in: folder.url)
    #expect(alone.status == 2)
  }

  @Test(
    "the same cause has the same exit code with one pack and with several",
    arguments: [
      ("stickers: [{ file: a.png, fiel: x }]", Int32(2)), ("stickers: [{ file: gone.png }]", 2),
      ("stickers: []", 1), ("stickers: [{ file: small.png, description: A }]", 1),
    ])
  func exitCodes(_ text: String, _ status: Int32) throws {
    let folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "cats/a.png")
    try folder.write(Art.disc(), to: "dogs/a.png")
    try folder.write(Art.disc(250, 250), to: "dogs/small.png")
    try folder.write(Array(text.utf8), to: "dogs/stickerpack.yml")
    let one = try Program.run(["pack", "dogs", "--output", "one", "--variants", "none"], in: folder.url)
    let two = try Program.run(
      ["pack", "cats", "dogs", "--output", "two", "--variants", "none"], in: folder.url)
    #expect(one.status == status, "\(one.errors)")
    #expect(two.status == status, "\(two.errors)")
    #expect(try folder.files(below: "two").contains("cats/manifest.json"))
  }

  @Test("the old folder of a renamed pack is named, and --prune removes what stickerlint built there")
  func renamed() throws {
    let folder = try TemporaryFolder()
    for name in ["cats", "dogs"] {
      for red in [10, 90] {
        try folder.write(Art.disc(red: UInt8(name == "cats" ? red : red + 100)), to: "\(name)/a\(red).png")
      }
    }
    func pack(_ options: String...) throws -> Outcome {
      try Program.run(
        ["pack", "cats", "dogs", "--output", "out", "--variants", "none"] + options, in: folder.url)
    }
    #expect(try pack().status == 0)
    let yaml =
      "name: Kittens\nstickers: [{ file: a10.png, description: A }, { file: a90.png, description: B }]"
    try folder.write(Array(yaml.utf8), to: "cats/stickerpack.yml")
    try folder.write([1, 2, 3], to: "out/own/notes.txt")
    let outcome = try pack("--ignore", "missing-icon")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let note = "note: out/cats is an old build of out/Kittens; `--prune` removes"
    #expect(outcome.errors.contains(note), "\(outcome.errors)")
    #expect(!outcome.errors.contains("out/dogs is an old build") && !outcome.errors.contains("out/own"))
    #expect(try folder.files(below: "out").contains("cats/manifest.json"))
    try folder.write([7], to: "out/cats/mine.txt")
    let changed = "out/cats/Stickers.xcstickers/Contents.json"
    try folder.write(Array("{}".utf8), to: changed)
    let pruned = try pack("--ignore", "missing-icon", "--prune")
    #expect(pruned.status == 0, "\(pruned.errors)")
    let left = try folder.files(below: "out/cats").sorted()
    #expect(left == ["Stickers.xcstickers/Contents.json", "mine.txt"])
    #expect(try folder.files(below: "out").contains("dogs/manifest.json"))
    #expect(try !pack("--ignore", "missing-icon").errors.contains("is an old build"))
    #expect(try pack("--prune", "--check").status == 2)
    let single = ["pack", "cats", "--output", "one", "--prune"]
    #expect(try Program.run(single, in: folder.url).status == 2)
  }

  @Test("the old exports of a renamed pack and of a failing source are named")
  func renamedExports() throws {
    let folder = try TemporaryFolder()
    for (name, reds) in [("cats", [10, 90]), ("dogs", [120, 200]), ("birds", [30, 240])] {
      for red in reds { try folder.write(Art.disc(red: UInt8(red)), to: "\(name)/a\(red).png") }
    }
    func pack(_ sources: String...) throws -> Outcome {
      try Program.run(["pack"] + sources + ["--output", "out", "--for", "mastodon,misskey"], in: folder.url)
    }
    #expect(try pack("cats", "dogs", "birds").status == 0)
    let yaml =
      "name: Kittens\nstickers: [{ file: a10.png, description: A }, { file: a90.png, description: B }]"
    try folder.write(Array(yaml.utf8), to: "cats/stickerpack.yml")
    let outcome = try pack("cats", "dogs")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("note: out/cats has old exports of out/Kittens. "), "\(outcome.errors)")
    #expect(!outcome.errors.contains("out/birds") && !outcome.errors.contains("out/dogs has old"))
    try folder.write(Array("stickers: [{ fiel: a }]".utf8), to: "dogs/stickerpack.yml")
    let broken = try pack("cats", "dogs")
    #expect(broken.status == 2, "\(broken.errors)")
    #expect(
      broken.errors.contains(
        "note: out/dogs is unchanged and still has the exports of earlier runs for these messengers\n"),
      "\(broken.errors)")
  }

  @Test("a build of another pack with some of the same art is not an old build, and --prune keeps it")
  func sharedArt() throws {
    let folder = try TemporaryFolder()
    for (name, reds) in [("cats", [10, 90]), ("dogs", [20]), ("birds", [10, 90, 200])] {
      for red in reds { try folder.write(Art.disc(red: UInt8(red)), to: "\(name)/a\(red).png") }
    }
    func pack(_ sources: String...) throws -> Outcome {
      try Program.run(["pack"] + sources + ["--output", "out", "--variants", "none"], in: folder.url)
    }
    #expect(try pack("cats", "dogs", "birds").status == 0)
    let outcome = try pack("cats", "dogs", "--prune")
    #expect(outcome.status == 0 && !outcome.errors.contains("birds"), "\(outcome.errors)")
    #expect(try folder.files(below: "out").contains("birds/manifest.json"))
  }

  @Test("a missing source does not stop the others, and one that would be overwritten stops all")
  func missing() throws {
    let folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "cats/a.png")
    let outcome = try Program.run(["pack", "cats", "gone", "--output", "out"], in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("error: no such file or folder: gone"))
    #expect(try folder.files(below: "out").contains("cats/manifest.json"))
    #expect(try Program.run(["pack", "cats", "gone", "--output", "."], in: folder.url).status == 2)
  }
}
