import Foundation
import Testing

/// Runs `stickerlint pack` on a catalog that was written by hand.
@Suite struct CatalogPackTests {
  let folder: TemporaryFolder
  private let stickers = "App/Stickers.xcstickers/Sticker Pack.stickerpack"
  private static let rest = #""info" : { "author" : "xcode", "version" : 1 }"#

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "\(stickers)/wave.sticker/wave.png")
    try folder.write(Art.disc(red: 9), to: "\(stickers)/hop.sticker/hop.png")
    try write("{ \(Self.rest) }", to: "App/Stickers.xcstickers/Contents.json")
    try writePack()
    try writeSticker("wave")
    try writeSticker("hop")
  }

  private func write(_ text: String, to path: String) throws { try folder.write(Array(text.utf8), to: path) }

  private func writePack(
    _ properties: String = #""grid-size" : "small""#, _ names: [String] = ["wave", "hop"]
  ) throws {
    let list = names.map { #"{ "filename" : "\#($0).sticker" }"# }.joined(separator: ", ")
    try write(
      #"{ \#(Self.rest), "properties" : { \#(properties) }, "stickers" : [ \#(list) ] }"#,
      to: "\(stickers)/Contents.json")
  }

  private func writeSticker(_ name: String, _ more: String? = nil) throws {
    let label = more ?? #""accessibility-label" : "A coral disc that stands for \#(name)""#
    try write(
      #"{ \#(Self.rest), "properties" : { "filename" : "\#(name).png", \#(label) } }"#,
      to: "\(stickers)/\(name).sticker/Contents.json")
  }

  private func run(_ line: String, in inner: String = "") throws -> Outcome {
    try Program.run(line.split(separator: " ").map(String.init), in: folder.url.appending(path: inner))
  }

  private func isBuilt(_ path: String = "out") -> Bool {
    FileManager.default.fileExists(atPath: folder.url.appending(path: path).path)
  }

  @Test(
    "`pack` finds what `lint` finds, whichever folder is named, and errors stop the build",
    arguments: ["App", "App/Stickers.xcstickers", "."], ["label", "grid size", "key", "document"])
  func same(_ source: String, _ fault: String) throws {
    switch fault {
    case "label":
      try writeSticker("hop", "\"accessibility-label\" : \"\(String(repeating: "A long disc ", count: 13))\"")
    case "grid size": try writePack(#""grid-size" : "large""#)
    case "key": try writeSticker("hop", #""accesibility-label" : "A disc""#)
    default: try writePack(#""grid-space" : "small""#)
    }
    let inner = source == "." ? "App/Stickers.xcstickers" : ""
    func findings(_ outcome: Outcome) -> [String] {
      outcome.lines.map(String.init).filter { line in
        (line.contains(": error ") || line.contains(": warning ")) && !line.contains(" missing-icon: ")
      }
    }
    let linted = findings(try run("lint \(source) --format concise", in: inner))
    #expect(!linted.isEmpty)
    let output = folder.url.appending(path: "out").path
    let packed = try Program.run(
      ["pack", source, "--output", output, "--format", "concise"], in: folder.url.appending(path: inner))
    // The order of findings differs, because a pack has its own order.
    #expect(findings(packed).sorted() == linted.sorted())
    // The grid size is the only fault that is a warning and not an error.
    #expect(linted.contains { $0.contains(": error ") } == (fault != "grid size"))
    #expect(packed.status == (fault == "grid size" ? 0 : 1))
    #expect(isBuilt() == (fault == "grid size"))
  }

  @Test("with --skip-failing, a broken document leaves out only its own sticker")
  func skips() throws {
    try writeSticker("hop", #""accesibility-label" : "A disc""#)
    let stopped = try run("pack App --output out")
    #expect(stopped.errors.contains("1 of 2 stickers fail"))
    #expect(try run("pack App --output out --variants none --skip-failing").status == 0)
    #expect(try folder.files(below: "out/variants") == ["wave@3x.png"])
    try writePack(names: ["wave", "hop", "gone"])
    let gone = try run("pack App --output out --variants none --skip-failing")
    #expect(gone.status == 0, "\(gone.errors)")
  }

  private func writePack(names: [String]) throws { try writePack(#""grid-size" : "small""#, names) }

  @Test("a catalog without icons is built, and one note says how to add them")
  func noIcon() throws {
    let plain = try run("pack App --output out")
    #expect(plain.status == 0, "\(plain.errors)")
    let notes = plain.errors.split(separator: "\n").filter { $0.contains("the pack has no icon") }
    #expect(notes.count == 1 && notes.allSatisfy { $0.hasPrefix("note: ") && $0.contains("--icon") })
    #expect(!plain.text.contains("missing-icon"))
    let project = try run("pack App --output project --xcode")
    #expect(project.status == 0)
    #expect(project.errors.components(separatedBy: "the pack has no icon").count == 2)
    try folder.write(PackFileStoryTests.icon(1024), to: "brand/icon.png")
    let whole = try run("pack App --output whole --icon brand/icon.png")
    #expect(whole.status == 0, "\(whole.errors)")
    #expect(!whole.errors.contains("no icon"))
    // With its icons, the build is a complete source for another build.
    let again = try run("pack whole --output again")
    #expect(again.status == 0, "\(again.errors)")
    #expect(!again.errors.contains("no icon"))
  }

  @Test(
    "defects that the build rewrites do not stop it: a duplicate sticker, a missing icon")
  func resolves() throws {
    try writePack(names: ["wave", "hop", "wave"])
    let twice = try run("pack App --output out")
    #expect(twice.status == 0, "\(twice.errors)")
    #expect(twice.errors.contains("wave.sticker is listed twice"))
    #expect(!twice.text.contains("catalog-duplicate-name"))
    try folder.write(PackFileStoryTests.icon(1024), to: "brand/icon.png")
    #expect(try run("pack App --output whole --icon brand/icon.png").status == 0)
    let set = "whole/Stickers.xcstickers/iMessage App Icon.stickersiconset"
    let icon = try #require(try folder.files(below: set).first { $0.contains("60x45") })
    try FileManager.default.removeItem(at: folder.url.appending(path: "\(set)/\(icon)"))
    #expect(try run("lint whole --format concise").text.contains("error catalog-missing-file"))
    let made = try run("pack whole --output again")
    #expect(made.status == 0, "\(made.errors)")
    #expect(try folder.files(below: "again/Stickers.xcstickers").count { $0.contains("60x45") } == 2)
  }

  @Test("a document that the configuration excludes does not stop a build")
  func leftOut() throws {
    try writePack(#""grid-size" : "small", "odd" : 1"#)
    #expect(try run("pack App --output out").status == 1)
    try write("exclude:\n  - Contents.json\n", to: "App/.stickerlint.yml")
    let outcome = try run("pack App --output out")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
