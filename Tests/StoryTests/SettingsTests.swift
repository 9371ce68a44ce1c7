import Foundation
import Testing

@testable import StickerEngine

/// Configuration files: how they are found, shown and written, and how options override them.
@Suite struct SettingsTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(_ text: String, to path: String) throws { try folder.write(Array(text.utf8), to: path) }

  private func run(_ line: String) throws -> Outcome {
    try Program.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  @Test("options override the configuration, and the configuration overrides the profile")
  func layers() throws {
    try folder.write(Art.disc(252, 252), to: "art/a.png")
    #expect(try run("lint art").status == 1)
    try write("rules: { pixel-dimensions: { min-pixels: 252 } }", to: ".stickerlint.yml")
    #expect(try run("lint art").status == 0)
    #expect(try run("lint art --set pixel-dimensions.min-pixels=253").status == 1)
    #expect(try run("lint art --no-config").status == 1)
    try write("rules: { pixel-dimensions: hint }", to: "other.yml")
    #expect(
      try run("lint art --config other.yml --format concise").text.contains(": hint pixel-dimensions: "))
    #expect(try run("lint art --no-config --severity pixel-dimensions=warning").status == 0)
    #expect(try run("lint art --no-config --severity pixel-dimensions=warning --fail-on warning").status == 1)
    #expect(try run("lint art --no-config --ignore pixel-dimensions").status == 0)
  }

  @Test("a profile file sets another messenger's limits: its sizes pass, and Apple's fail")
  func profile() throws {
    try write(
      "rules: { pixel-dimensions: { min-pixels: 512, max-pixels: 512 }, whole-points: off }", to: "m.yml")
    try folder.write(Art.disc(512, 512), to: "a/fits.png")
    try folder.write(Art.disc(618, 618), to: "b/large.png")
    #expect(try run("lint a --profile ./m.yml --fail-on hint").status == 0)
    #expect(try run("lint b --profile ./m.yml").status == 1)
    #expect(try run("lint b").status == 0)
    let unknown = try run("lint b --profile imesage")
    #expect(unknown.status == 2)
    #expect(unknown.errors == "error: --profile: unknown profile \"imesage\". Did you mean imessage?\n")
  }

  @Test("a broken configuration anywhere stops the run before any check or build")
  func broken() throws {
    try folder.write(Art.disc(252, 252), to: "art/bad.png")
    try folder.write(Art.disc(), to: "more/good.png")
    try write("rules: { file-sise: off }", to: "more/.stickerlint.yml")
    let message =
      "error: more/.stickerlint.yml:1:10: unknown rule \"file-sise\". Did you mean file-size?\n"
    for line in ["lint art more", "pack art more --output out", "config more/good.png"] {
      let outcome = try run(line)
      #expect(outcome.status == 2)
      #expect(outcome.text == "")
      #expect(outcome.errors == message)
    }
    #expect(try !folder.files().contains { $0.hasPrefix("out") })
    #expect(try run("lint art --format concise").status == 1)
  }

  @Test("a configuration of 10 MB is refused with one line")
  func long() throws {
    try folder.write(Art.disc(), to: "a.png")
    try folder.write([UInt8](repeating: UInt8(ascii: "a"), count: 10_000_000), to: ".stickerlint.yml")
    let outcome = try run("lint a.png")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "error: .stickerlint.yml:1:1: the file is too large: 10,000,000 bytes (limit: 1 MiB)\n")
  }

  @Test("a glob that matches nothing is a note if its folder was checked, and never an error")
  func glob() throws {
    try folder.write(Art.disc(), to: "art/a.png")
    try write("overrides: [{ paths: [\"Photos/**\"], rules: { file-size: off } }]", to: ".stickerlint.yml")
    let note = "note: .stickerlint.yml:1:23: the glob Photos/** matches no files in this run\n"
    let outcome = try run("lint .")
    #expect(outcome.status == 0)
    #expect(outcome.errors == note)
    #expect(try run("lint art").errors == "")
    #expect(try run("lint art/a.png").errors == "")
    #expect(try run("lint . --quiet").errors == "")
  }

  @Test("a configuration assigns roles and excludes files")
  func roles() throws {
    try folder.write(Art.disc(252, 252), to: "icons/a.png")
    try folder.write(Art.disc(), to: "a.png")
    #expect(try run("lint . --select pixel-dimensions").status == 1)
    try write("overrides: [{ paths: [\"icons/\"], role: icon }]", to: ".stickerlint.yml")
    #expect(try run("lint . --select pixel-dimensions").status == 0)
    #expect(try run("lint . --select pixel-dimensions --role sticker").status == 1)
    try write("exclude: [icons/]", to: ".stickerlint.yml")
    let outcome = try run("lint . --select pixel-dimensions")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "note: the configuration excludes 1 file\n")
    #expect(try run("lint icons").status == 2)
    #expect(try run("lint icons --allow-empty").status == 0)
  }

  @Test("a pack is built with the configuration of its folder")
  func pack() throws {
    try folder.write(Art.disc(252, 252), to: "art/a.png")
    #expect(try run("pack art --output out").status == 1)
    try write("rules: { pixel-dimensions: off }", to: "art/.stickerlint.yml")
    #expect(try run("pack art --output out").status == 0)
  }

  @Test("`config` prints each setting with its origin, as text and as JSON")
  func config() throws {
    try folder.write(Art.disc(), to: "art/a.png")
    try write(
      "fail-on: warning\nrules: { file-size: { max-bytes: 300000 }, not-square: off }", to: ".stickerlint.yml"
    )
    let words = try run("config art/a.png --set frame-delay.min-delay=30").lines.map {
      $0.split(separator: " ").joined(separator: " ")
    }
    for line in [
      "Files .stickerlint.yml", "profile imessage default", "fail-on warning .stickerlint.yml:1:10",
      "role sticker its location", "file-size error default", "max-bytes 300000 bytes .stickerlint.yml:2:23",
      "min-pixels 300 px imessage profile", "not-square off .stickerlint.yml:2:44", "min-delay 30 ms --set",
      "frames 4096 frames default",
    ] { #expect(words.contains(line), "\(line)") }
    let json = try JSONSerialization.jsonObject(
      with: Data(try run("config art/a.png --format json").output))
    let document = try #require(json as? [String: Any])
    let rules = try #require(document["rules"] as? [[String: Any]])
    #expect(rules.compactMap { $0["rule"] as? String } == Rule.all.map(\.id))
    let square = try #require(rules.first { $0["rule"] as? String == "not-square" })
    #expect(square["runs"] as? Bool == false && square["severity"] == nil)
    #expect(square["origin"] as? String == ".stickerlint.yml:2:44")
    let size = try #require(rules.first { $0["rule"] as? String == "file-size" })
    let option = try #require((size["parameters"] as? [[String: Any]])?.first)
    #expect(option["value"] as? Int == 300_000 && option["unit"] as? String == "bytes")
    #expect(try run("config nowhere.png").status == 2)
  }

  @Test("`init` writes a configuration that changes nothing, and replaces one only with --force")
  func start() throws {
    try folder.write(Art.disc(252, 252), to: "art/a.png")
    // `init` also writes a pack file, which asks for an icon and text.
    let lint = "lint art --ignore missing-icon,missing-description,missing-localization"
    let before = try run(lint)
    #expect(try run("init art").status == 0)
    let written = try folder.bytes(of: "art/.stickerlint.yml")
    #expect(
      String(decoding: written, as: UTF8.self).contains("#file-size: { severity: error, max-bytes: 500000, "))
    let after = try run(lint)
    #expect(after.output == before.output && after.status == before.status)
    try write("mine", to: "art/.stickerlint.yml")
    let refused = try run("init art")
    #expect(refused.status == 2)
    #expect(
      refused.errors
        == "error: art/.stickerlint.yml and art/stickerpack.yml already exist. Use --force to replace them.\n"
    )
    #expect(try folder.bytes(of: "art/.stickerlint.yml") == Array("mine".utf8))
    #expect(try run("init art --force").status == 0)
    #expect(try folder.bytes(of: "art/.stickerlint.yml") == written)
    #expect(try run("init nowhere").status == 2)
  }

  @Test("the committed schema is the one that the program writes")
  func schema() throws {
    let committed = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/schemas/stickerlint.schema.json")
    #expect(try run("config --schema").output == [UInt8](Data(contentsOf: committed)), "run `make docs`")
  }
}
