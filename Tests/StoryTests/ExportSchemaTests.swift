import Foundation
import Testing

/// An independent validator checks the JSON in exports against the schemas that are published for other
/// programs.
@Suite(.enabled(if: validator != nil, "skipped: no check-jsonschema")) struct ExportSchemaTests {
  let folder: TemporaryFolder

  /// Writes eight still images with complete metadata, and a sticker with two files and little metadata.
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

  /// Whether the validator accepts each of several files. One process checks all of them, because its start
  /// takes most of the time.
  private func validates(_ paths: [String], _ schema: String) throws -> [Bool] {
    struct Answer: Decodable {
      struct Failure: Decodable { let filename: String }
      let errors: [Failure]
      /// Missing if all files are valid.
      let parseErrors: [Failure]?
      enum CodingKeys: String, CodingKey { case errors, parseErrors = "parse_errors" }
    }
    let file = packageFolder.appending(path: "docs/schemas/\(schema).schema.json").path
    let names = paths.map { "'\($0)'" }.joined(separator: " ")
    let command = "'\(try #require(validator))' --output-format json --schemafile '\(file)' \(names)"
    let outcome = try Program.shell(command, in: folder.url)
    let answer = try JSONDecoder().decode(Answer.self, from: Data(outcome.text.utf8))
    #expect(answer.parseErrors?.isEmpty ?? true)
    let rejected = Set(answer.errors.map(\.filename))
    #expect(rejected.isSubset(of: paths) && (outcome.status == 0) == rejected.isEmpty, "\(outcome.text)")
    return paths.map { !rejected.contains($0) }
  }

  /// Exports a pack and returns the paths of the JSON files.
  private func documents(_ messenger: String) throws -> [String] {
    let outcome = try Program.run(["pack", "art", "--for", messenger, "--output", "build"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    switch messenger {
    case "signal", "misskey":
      _ = try Program.shell("unzip -qo build/\(messenger).zip '*.json' -d build", in: folder.url)
      return [messenger == "signal" ? "build/manifest.json" : "build/meta.json"]
    case "telegram": return ["build/telegram/stickers.json"]
    case "matrix": return ["build/matrix/stickerpicker.json"]
    case "whatsapp": return ["build/whatsapp/contents.json", "build/whatsapp/sticker_packs.wasticker"]
    default: return ["build/\(messenger)/names.json"]
    }
  }

  @Test(
    "an export's sticker list is valid, and invalid with missing members or bad paths",
    arguments: [
      "signal": "signal", "telegram": "telegram", "whatsapp": "whatsapp", "misskey": "misskey",
      "discord-sticker": "names", "discord-emoji": "names", "slack": "names", "twitch": "names",
      "matrix": "stickerpicker",
    ])
  func valid(_ messenger: String, _ schema: String) throws {
    for path in try documents(messenger) {
      let whole = try JSONSerialization.jsonObject(with: Data(try folder.bytes(of: path)))
      let broken = brokenOnes(whole)
      #expect(broken.count >= 4)
      let names = broken.indices.map { "broken\($0).json" }
      for (name, document) in zip(names, broken) {
        let bytes = try JSONSerialization.data(withJSONObject: document, options: .fragmentsAllowed)
        try folder.write([UInt8](bytes), to: name)
      }
      let answers = try validates([path] + names, schema)
      #expect(answers[0], "\(path)")
      for (document, isAccepted) in zip(broken, answers.dropFirst()) { #expect(!isAccepted, "\(document)") }
    }
  }

  @Test("the sticker picker's list describes the files next to it")
  func stickerPicker() throws {
    _ = try documents("matrix")
    let data = Data(try folder.bytes(of: "build/matrix/stickerpicker.json"))
    let pack = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let stickers = try #require(pack["stickers"] as? [[String: Any]])
    #expect(stickers.count == 8 && pack["title"] as? String == "Grüße" && pack["id"] as? String == "Gru_e")
    for sticker in stickers {
      let name = try #require(sticker["id"] as? String)
      let info = try #require(sticker["info"] as? [String: Any])
      #expect(try folder.bytes(of: "build/matrix/\(name)").count == info["size"] as? Int)
      // maunium/stickerpicker displays at most 256 px.
      #expect(info["w"] as? Int == 256 && info["h"] as? Int == 256)
      #expect(sticker["url"] as? String == "mxc://upload.invalid/\(name)")
    }
  }

  @Test("Matrix's image pack is valid, and one without an address, a shortcode or dimensions is not")
  func imagePack() throws {
    _ = try documents("matrix")
    let path = "build/matrix/image_pack.json"
    let text = String(decoding: try folder.bytes(of: path), as: UTF8.self)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let images = try #require(json["images"] as? [String: [String: Any]])
    #expect(Set(images.keys) == Set((0..<8).map { "disc\($0)" }))
    let info = try #require(images["disc3"]?["info"] as? [String: Any])
    #expect(
      info["w"] as? Int == 320 && info["h"] as? Int == 320 && info["mimetype"] as? String == "image/png")
    let pack = try #require(json["pack"] as? [String: Any])
    #expect(pack["display_name"] as? String == "Grüße" && pack["usage"] as? [String] == ["sticker"])
    let replacements = [
      ("mxc://", "https://"), ("\"disc3\"", "\"disc 3\""), ("\"w\"", "\"width\""),
      ("\"images\"", "\"image\""),
      ("image/png", "image/tgs"), ("\"sticker\"", "\"poster\""),
    ]
    let names = replacements.indices.map { "broken\($0).json" }
    for (name, (right, wrong)) in zip(names, replacements) {
      #expect(text.contains(right))
      try folder.write(Array(text.replacing(right, with: wrong).utf8), to: name)
    }
    #expect(try validates([path] + names, "matrix") == [true] + replacements.map { _ in false })
  }

  /// Copies of the document that are invalid: with a renamed member, an empty list or a bad path.
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
/// The independent validator, which `make test-deps` installs.
private let validator: String? = {
  let path = packageFolder.appending(path: ".build/python/bin/check-jsonschema").path
  return FileManager.default.isExecutableFile(atPath: path) ? path : nil
}()
