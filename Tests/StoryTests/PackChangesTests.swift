import Foundation
import Testing

@testable import StickerImage

/// What `pack` and `stream pack` report about changes since the previous build, for each kind of change.
@Suite struct PackChangesTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for number in 1...5 { try folder.write(Art.disc(red: UInt8(number * 40)), to: "art/s0\(number).png") }
    try folder.write(PackFileStoryTests.icon(1024), to: "art/icon.png")
    try writePackFile(stickers)
  }

  private let stickers = (1...5).map { "{ file: s0\($0).png, description: { en: Disc \($0) } }" }

  /// Writes the pack file.
  private func writePackFile(_ stickers: [String], _ more: String = "") throws {
    let list = stickers.map { "  - \($0)\n" }.joined()
    let text = "name: Discs\nicon: icon.png\nlanguages: [en]\n\(more)stickers:\n\(list)"
    try folder.write(Array(text.utf8), to: "art/stickerpack.yml")
  }

  private func pack(_ options: String = "") throws -> Outcome {
    let line = "pack art --output out --variants none --format json \(options)"
    return try Program.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  /// The lines on standard error about the output folder, without those about individual files.
  private func changeLines(of outcome: Outcome) -> [String] {
    let ofFiles = [" differs", " is missing", " does not belong to the build"]
    return outcome.errors.split(separator: "\n").filter { line in
      line.hasPrefix("out: ") && !ofFiles.contains { line.hasSuffix($0) }
    }.map { String($0.dropFirst(5)) }
  }

  private func build(_ outcome: Outcome) throws -> [String: Any] {
    let report = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    let builds = try #require(report["builds"] as? [[String: Any]])
    #expect(builds.count == 1 && builds[0]["output"] as? String == "out")
    return try #require(builds.first)
  }

  private func manifestDigest() throws -> String? {
    let data = Data(try folder.bytes(of: "out/manifest.json"))
    return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["digest"] as? String
  }

  /// Checks, builds and streams a changed pack, and expects the same report each time.
  ///
  /// - Parameter changed: the members of `changed` that are not empty, except `unchanged`.
  private func expect(
    _ line: String, _ changed: [String: Any], unchanged: Int, _ options: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var expected: [String: Any] = [
      "edited": [String](), "renamed": [Any](), "added": [String](), "removed": [String](),
      "stickerTexts": [String](), "packTexts": [String](), "icon": NSNull(), "order": false,
      "options": [String](), "unchanged": unchanged,
    ]
    expected.merge(changed) { $1 }
    func text(_ object: Any) throws -> String {
      String(
        decoding: try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]), as: UTF8.self)
    }
    let wanted = try text(expected)
    func isExpected(_ found: Any?) throws -> Bool {
      try (found as? [String: Any]).map { try text($0) == wanted } ?? false
    }

    let before = try folder.tree("out")
    let check = try pack("--check \(options)")
    #expect(check.status == 1, "\(check.errors)", sourceLocation: sourceLocation)
    #expect(changeLines(of: check) == [line], "\(check.errors)", sourceLocation: sourceLocation)
    let pending = try build(check)
    #expect(try isExpected(pending["changed"]), "\(pending)", sourceLocation: sourceLocation)
    #expect(pending["built"] as? Bool == false, sourceLocation: sourceLocation)
    #expect(try folder.tree("out") == before, sourceLocation: sourceLocation)

    let flags = "stream pack --output . --variants none --check \(options)"
    let record = Array("{\"source\": \"art\", \"output\": \"out\"}".utf8)
    let stream = try Program.run(flags.split(separator: " ").map(String.init), in: folder.url, input: record)
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(stream.output)) as? [String: Any],
      sourceLocation: sourceLocation)
    #expect(try isExpected(answer["changed"]), "\(answer)", sourceLocation: sourceLocation)

    let outcome = try pack(options)
    #expect(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(changeLines(of: outcome) == [line], "\(outcome.errors)", sourceLocation: sourceLocation)
    let made = try build(outcome)
    #expect(try isExpected(made["changed"]), "\(made)", sourceLocation: sourceLocation)
    #expect(made["built"] as? Bool == true, sourceLocation: sourceLocation)
    let digest = try manifestDigest()
    #expect(made["digest"] as? String == digest && digest != nil, sourceLocation: sourceLocation)
    #expect(answer["digest"] as? String == digest, sourceLocation: sourceLocation)
  }

  @Test("a first build reports no changes, and an unchanged rebuild counts the stickers")
  func first() throws {
    let first = try pack()
    #expect(first.status == 0 && changeLines(of: first).isEmpty, "\(first.errors)")
    #expect(try build(first)["changed"] is NSNull)
    #expect(try build(first)["digest"] as? String == manifestDigest())
    let second = try pack()
    #expect(changeLines(of: second) == ["5 unchanged"])
    #expect((try build(second)["changed"] as? [String: Any])?["unchanged"] as? Int == 5)
    let check = try pack("--check")
    #expect(check.status == 0 && changeLines(of: check).isEmpty, "\(check.errors)")
    #expect(try changeLines(of: pack("--quiet")).isEmpty)
    try folder.write([1, 2, 3], to: "out/manifest.json")
    #expect(try changeLines(of: pack("--force")).isEmpty, "without a manifest, there is no previous build")
  }

  @Test("an edit in the output is a difference but not a change of the pack")
  func tampered() throws {
    #expect(try pack().status == 0)
    try folder.write([0], to: "out/variants/s01@3x.png")
    let check = try pack("--check")
    #expect(check.status == 1 && changeLines(of: check).isEmpty, "\(check.errors)")
    #expect(try changeLines(of: pack()) == ["5 unchanged"])
  }

  @Test("edited art is reported as changed")
  func edit() throws {
    #expect(try pack().status == 0)
    try folder.write(Art.disc(red: 1), to: "art/s03.png")
    try expect("s03 changed, 4 unchanged", ["edited": ["s03"]], unchanged: 4)
  }

  @Test("a renamed file is recognized by its content")
  func rename() throws {
    #expect(try pack().status == 0)
    try folder.write(folder.bytes(of: "art/s04.png"), to: "art/wave.png")
    try folder.remove("art/s04.png")
    try writePackFile(stickers.map { $0.replacing("s04", with: "wave") })
    try expect(
      "s04 renamed to wave, 4 unchanged", ["renamed": [["from": "s04", "to": "wave"]]], unchanged: 4)
  }

  @Test("a deleted sticker is reported")
  func delete() throws {
    #expect(try pack().status == 0)
    try folder.remove("art/s02.png")
    try writePackFile(stickers.filter { !$0.contains("s02") })
    try expect("s02 removed, 4 unchanged", ["removed": ["s02"]], unchanged: 4)
  }

  @Test("a new sticker is reported")
  func add() throws {
    #expect(try pack().status == 0)
    try folder.write(Art.disc(red: 1), to: "art/s06.png")
    try writePackFile(stickers + ["{ file: s06.png, description: { en: Disc 6 } }"])
    try expect("s06 added, 5 unchanged", ["added": ["s06"]], unchanged: 5)
  }

  @Test("a changed icon and a removed one are reported")
  func icon() throws {
    #expect(try pack().status == 0)
    var icon = Bitmap(PixelSize(1024, 1024), pixels: [UInt8](repeating: 255, count: 1024 * 4096))
    icon.pixels[0] = 0
    try folder.write(icon.encodedPNG(), to: "art/icon.png")
    try expect("icon changed, 5 unchanged", ["icon": "changed"], unchanged: 5)
    let text = String(decoding: try folder.bytes(of: "art/stickerpack.yml"), as: UTF8.self)
    try folder.write(Array(text.replacing("icon: icon.png\n", with: "").utf8), to: "art/stickerpack.yml")
    try folder.remove("art/icon.png")
    try expect("icon removed, 5 unchanged", ["icon": "removed"], unchanged: 5, "--ignore missing-icon")
  }

  @Test("a new order is reported")
  func order() throws {
    #expect(try pack().status == 0)
    try writePackFile([stickers[1], stickers[0]] + stickers[2...])
    try expect("order changed, 5 unchanged", ["order": true], unchanged: 5)
  }

  @Test("changed text of stickers and of the pack is reported")
  func texts() throws {
    #expect(try pack().status == 0)
    var changed = stickers
    changed[0] = changed[0].replacing("Disc 1", with: "A red disc")
    try writePackFile(changed)
    try expect("text of s01 changed, 4 unchanged", ["stickerTexts": ["s01"]], unchanged: 4)
    changed[2] = "{ file: s03.png, description: { en: Disc 3 }, emoji: [\"👋\"] }"
    changed[4] = "{ file: s05.png, description: { en: Disc 5 }, keywords: [disc] }"
    try writePackFile(changed)
    try expect("text of s03 and s05 changed, 3 unchanged", ["stickerTexts": ["s03", "s05"]], unchanged: 3)
    try writePackFile(changed, "author: Ada\nlinks: { website: \"https://example.com\" }\ncover: s02.png\n")
    try expect(
      "author, links and cover changed, 5 unchanged", ["packTexts": ["author", "links", "cover"]],
      unchanged: 5)
  }

  @Test("changed build options are reported")
  func options() throws {
    #expect(try pack().status == 0)
    try writePackFile(stickers, "grid-size: large\n")
    try expect("grid size changed, 5 unchanged", ["options": ["gridSize"]], unchanged: 5)
    try expect("Xcode project changed, 5 unchanged", ["options": ["xcodeProject"]], unchanged: 5, "--xcode")
    try expect(
      "deployment target changed, 5 unchanged", ["options": ["deploymentTarget"]], unchanged: 5,
      "--xcode --deployment-target 18.0")
    try expect(
      "template changed, 5 unchanged", ["options": ["template"]], unchanged: 5,
      "--xcode --deployment-target 18.0 --template sticker-browser")
    try expect(
      "contact sheet changed, 5 unchanged", ["options": ["contactSheet"]], unchanged: 5, "--contact-sheet")
  }

  @Test("a smaller file with the same pixels is not a change of the art")
  func smallest() throws {
    #expect(try pack("--smallest --effort fast").status == 0)
    try expect("smallest changed, 5 unchanged", ["options": ["smallest"]], unchanged: 5, "--no-smallest")
  }

  @Test("several changes share a line, and many of one kind are counted")
  func several() throws {
    #expect(try pack().status == 0)
    try folder.write(Art.disc(red: 1), to: "art/s03.png")
    try folder.write(folder.bytes(of: "art/s04.png"), to: "art/wave.png")
    try folder.remove("art/s04.png")
    try writePackFile(stickers.map { $0.replacing("s04", with: "wave") }, "author: Ada\n")
    try expect(
      "s03 changed, s04 renamed to wave, author changed, 3 unchanged",
      ["edited": ["s03"], "renamed": [["from": "s04", "to": "wave"]], "packTexts": ["author"]], unchanged: 3)
    for number in [1, 2, 3, 5] {
      try folder.write(Art.disc(red: UInt8(number * 50)), to: "art/s0\(number).png")
    }
    try folder.write(Art.disc(red: 2), to: "art/wave.png")
    try expect(
      "5 stickers changed", ["edited": ["s01", "s02", "s03", "wave", "s05"]], unchanged: 0)
  }

  @Test("exports with sticker lists report changes, by number if files are numbered")
  func exports() throws {
    let stickers = try folder.writeDiscs(4)
    try folder.write(Array(stickers.utf8), to: "art/stickerpack.yml")
    func pack(_ more: String...) throws -> Outcome {
      try Program.run(
        ["pack", "art", "--for", "signal,misskey,mastodon", "--output", "build", "--format", "json"] + more,
        in: folder.url)
    }
    func told(_ outcome: Outcome) -> [String] {
      outcome.errors.split(separator: "\n").map(String.init).filter {
        $0.hasPrefix("build/") && $0.contains(": ") && !$0.contains("built")
      }
    }
    let first = try pack()
    #expect(first.status == 0 && told(first).isEmpty, "\(first.errors)")
    try folder.write(Art.disc(408, 408, red: 7), to: "art/disc2.png")
    let check = try pack("--check")
    let edited = [
      "build/signal.zip: 03 changed, 3 unchanged", "build/misskey.zip: disc2 changed, 3 unchanged",
    ]
    #expect(check.status == 1 && told(check) == edited, "\(check.errors)")
    let second = try pack()
    #expect(told(second) == edited, "\(second.errors)")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(second.output)) as? [String: Any])
    let builds = try #require(report["builds"] as? [[String: Any]])
    #expect(builds.map { $0["messenger"] as? String } == ["signal", "misskey", "mastodon"])
    #expect(
      builds.map { ($0["changed"] as? [String: Any])?["edited"] as? [String] } == [["03"], ["disc2"], nil])
    let sum = try Program.shell("sha256sum <build/mastodon.tar.gz", in: folder.url).text.prefix(64)
    #expect(builds[2]["digest"] as? String == String(sum))

    try folder.write(folder.bytes(of: "art/disc1.png"), to: "art/hop.png")
    try folder.remove("art/disc1.png")
    try folder.write(
      Array(
        stickers.replacing("disc1.png", with: "hop.png").replacing("name: Discs", with: "name: Dots").utf8),
      to: "art/stickerpack.yml")
    #expect(
      try told(pack()) == [
        "build/signal.zip: pack name changed, 4 unchanged",
        "build/misskey.zip: disc1 renamed to hop, pack name changed, 3 unchanged",
      ])
  }
}
