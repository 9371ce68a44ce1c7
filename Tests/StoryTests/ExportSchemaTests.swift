import Foundation
import Testing

/// What exports say in JSON, held by an independent validator to the schemas that other programs can read.
@Suite(.enabled(if: validator != nil, "skipped: no check-jsonschema")) struct ExportSchemaTests {
  let folder: TemporaryFolder

  /// Eight stills with all that can be said of them, and one in two files of which little is.
  init() throws {
    folder = try TemporaryFolder()
    var text = "name: Grüße\nauthor: Ada\npublisher: Ada & Co\nlanguages: [en]\n"
    text += "links: { website: https://example.com, license: https://example.com/license }\nstickers:\n"
    for number in 0..<8 {
      try folder.write(Art.disc(320, 320, red: UInt8(30 * number)), to: "art/disc\(number).png")
      text += "  - { file: disc\(number).png, description: { en: Disc \(number) }, emoji: [\"👋\", \"😀\"]"
      text += number % 2 == 0 ? ", keywords: [round, disc] }\n" : " }\n"
    }
    try folder.write(Array(text.utf8), to: "art/stickerpack.yml")
  }

  /// Whether the validator takes a file.
  private func validates(_ path: String, _ schema: String) throws -> Bool {
    let file = packageFolder.appending(path: "docs/schemas/\(schema).schema.json").path
    let line = "'\(try #require(validator))' --schemafile '\(file)' '\(path)'"
    return try Program.shell(line, in: folder.url).status == 0
  }

  /// Where an export says what, as files of the test's folder.
  private func documents(_ messenger: String) throws -> [String] {
    let outcome = try Program.run(["pack", "art", "--for", messenger, "--output", "build"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    switch messenger {
    case "signal", "misskey":
      _ = try Program.shell("unzip -qo build/\(messenger).zip '*.json' -d build", in: folder.url)
      return [messenger == "signal" ? "build/manifest.json" : "build/meta.json"]
    case "telegram": return ["build/telegram/stickers.json"]
    case "whatsapp": return ["build/whatsapp/contents.json", "build/whatsapp/sticker_packs.wasticker"]
    default: return ["build/\(messenger)/names.json"]
    }
  }

  @Test(
    "an export's sticker list is valid, and invalid if anything is missing",
    arguments: [
      "signal": "signal", "telegram": "telegram", "whatsapp": "whatsapp", "misskey": "misskey",
      "discord-sticker": "names", "discord-emoji": "names", "slack": "names", "twitch": "names",
    ])
  func valid(_ messenger: String, _ schema: String) throws {
    for path in try documents(messenger) {
      #expect(try validates(path, schema), "\(path)")
      let whole = try JSONSerialization.jsonObject(with: Data(try folder.bytes(of: path)))
      let broken = brokenOnes(whole)
      #expect(broken.count >= 4)
      for document in broken {
        let bytes = try JSONSerialization.data(withJSONObject: document, options: .fragmentsAllowed)
        try folder.write([UInt8](bytes), to: "broken.json")
        #expect(try !validates("broken.json", schema), "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  /// The document with one list emptied, or one member misnamed, of a kind that each has.
  private func brokenOnes(_ whole: Any) -> [Any] {
    guard let object = whole as? [String: Any] else { return [] }
    var broken: [Any] = []
    for (name, value) in object.sorted(by: { $0.key < $1.key }) {
      var other = object
      other[name] = nil
      other[name + "s"] = value
      broken.append(other)
      guard let list = value as? [[String: Any]], let first = list.first else { continue }
      other = object
      other[name] = [[String: Any]]()
      broken.append(other)
      for member in ["file", "sticker", "image_file", "fileName", "identifier"] where first[member] != nil {
        other[name] = [first.merging([member: "../a.png"]) { $1 }]
        broken.append(other)
      }
      for part in brokenOnes(first).prefix(2) {
        other[name] = [part]
        broken.append(other)
      }
    }
    return broken
  }
}

private let packageFolder = URL(fileURLWithPath: #filePath)  // Tests/StoryTests/ExportSchemaTests.swift
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
/// The independent validator; `make test-deps` puts it there.
private let validator: String? = {
  let path = packageFolder.appending(path: ".build/python/bin/check-jsonschema").path
  return FileManager.default.isExecutableFile(atPath: path) ? path : nil
}()
