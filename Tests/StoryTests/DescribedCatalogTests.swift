import Foundation
import Testing

@testable import StickerImage

/// Uses an app's catalog as the source for messengers that require more than a catalog contains.
@Suite struct DescribedCatalogTests {
  let folder: TemporaryFolder
  private let stickers = "App/Stickers.xcstickers/Sticker Pack.stickerpack"
  private static let rest = #""info" : { "author" : "xcode", "version" : 1 }"#

  init() throws {
    folder = try TemporaryFolder()
    try write("{ \(Self.rest) }", to: "App/Stickers.xcstickers/Contents.json")
    let list = ["wave.sticker", "hop.sticker", "dance.stickersequence"]
      .map { #"{ "filename" : "\#($0)" }"# }
      .joined(separator: ", ")
    try write(
      #"{ \#(Self.rest), "properties" : { "grid-size" : "regular" }, "stickers" : [ \#(list) ] }"#,
      to: "\(stickers)/Contents.json")
    for (name, red) in [("wave", 230), ("hop", 9)] {
      try folder.write(Art.disc(408, 408, red: UInt8(red)), to: "\(stickers)/\(name).sticker/\(name).png")
      let label = #""accessibility-label" : "A coral disc that stands for \#(name)""#
      try write(
        #"{ \#(Self.rest), "properties" : { "filename" : "\#(name).png", \#(label) } }"#,
        to: "\(stickers)/\(name).sticker/Contents.json")
    }
    for number in 1...3 {
      let picture = Art.bitmap(408, 408, red: 40, blue: 200, x: number * 8)
      try folder.write(picture.encodedPNG(), to: "\(stickers)/dance.stickersequence/\(number).png")
    }
    let frames = (1...3).map { #"{ "filename" : "\#($0).png" }"# }.joined(separator: ", ")
    let timing = #""duration" : 12, "duration-type" : "fps", "repetitions" : 0"#
    try write(
      #"{ \#(Self.rest), "properties" : { \#(timing) }, "frames" : [ \#(frames) ] }"#,
      to: "\(stickers)/dance.stickersequence/Contents.json")
  }

  private func write(_ text: String, to path: String) throws { try folder.write(Array(text.utf8), to: path) }

  private func run(_ line: String) throws -> Outcome {
    try Program.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  @Test(
    "next to a catalog, `init` writes a stickerpack.yml that `pack` accepts, whichever folder is named",
    arguments: ["App", "App/Stickers.xcstickers"])
  func described(_ source: String) throws {
    let made = try run("init \(source) --for signal,discord-sticker --author Ada --name Discs")
    #expect(made.status == 0, "\(made.errors)")
    #expect(
      made.errors.contains("wrote App/stickerpack.yml: 3 stickers from the catalog\n"), "\(made.errors)")
    #expect(
      made.errors.contains(
        "`stickerlint pack App/stickerpack.yml --for signal,discord-sticker --output build`"))
    var text = String(decoding: try folder.bytes(of: "App/stickerpack.yml"), as: UTF8.self)
    #expect(text.contains("    en: \"A coral disc that stands for hop\"\n"), "\(text)")
    #expect(text.contains("    fps: 12\n") && text.contains("    name: \"dance\"\n"), "\(text)")
    text = text.replacing("    emoji:  # [\"👋\"]", with: "    emoji: [\"👋\"]")
    try write(text, to: "App/stickerpack.yml")
    let packed = try run("pack App/stickerpack.yml --for signal,discord-sticker --output build")
    #expect(packed.status == 0, "\(packed.text)\(packed.errors)")
    let files = try Program.shell("ls build/discord-sticker", in: folder.url).text
    #expect(files.split(separator: "\n") == ["dance.png", "hop.png", "names.json", "wave.png"])
    // The catalog does not count as a second, empty pack.
    let lint = try run("lint App --format concise")
    #expect(!lint.text.contains("empty-pack"), "\(lint.text)")
  }

  @Test("for a pack that a catalog cannot describe, the message names the command to use")
  func told() throws {
    let outcome = try run("pack App/Stickers.xcstickers --for signal --output build")
    let command = "Run `stickerlint init 'App/Stickers.xcstickers' --for signal`"
    #expect(outcome.status == 1 && outcome.errors.contains(command), "\(outcome.errors)")
    #expect(try run("init App --for signal").status == 0)
    let again = try run("init App --for signal")
    #expect(again.status == 2 && again.errors.contains("already exists"), "\(again.errors)")
  }

  @Test(
    "--force replaces a catalog's pack file, whichever folder is named",
    arguments: ["App", "App/Stickers.xcstickers"])
  func forced(_ source: String) throws {
    try write("name: Old\n", to: "App/stickerpack.yml")
    let refused = try run("init \(source) --for signal")
    #expect(refused.status == 2)
    #expect(
      refused.errors == "error: App/stickerpack.yml already exists. Use --force to replace it.\n",
      "\(refused.errors)")
    let forced = try run("init \(source) --for signal --force")
    #expect(forced.status == 0, "\(forced.errors)")
    let text = String(decoding: try folder.bytes(of: "App/stickerpack.yml"), as: UTF8.self)
    #expect(text.contains("hop") && !text.contains("Old"), "\(text)")
  }

  @Test("`fix` refuses to write a catalog to standard output")
  func standardOutput() throws {
    let outcome = try run("fix App/Stickers.xcstickers -o -")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("App/Stickers.xcstickers is a catalog. Specify an image in it."))
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }
}
