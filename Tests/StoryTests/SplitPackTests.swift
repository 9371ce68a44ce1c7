import Foundation
import Testing

@testable import StickerImage

/// `pack --for ... --split`, and what a run without `--split` suggests.
@Suite struct SplitPackTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs the program. All runs of a test share a cache.
  private func run(_ arguments: String...) throws -> Outcome {
    try Program.run(
      arguments, in: folder.url, environment: ["XDG_CACHE_HOME": folder.url.appending(path: "cache").path])
  }

  private func shell(_ line: String) throws -> String { try Program.shell(line, in: folder.url).text }

  /// Writes still images and animations in alternation.
  ///
  /// - Parameter type: the format of still images. `webp` complies with WhatsApp unchanged.
  private func write(
    stills: Int, animations: Int, as type: String = "png", frames: Int = 6, cover: String? = nil
  ) throws {
    var text = "name: Discs\nauthor: Ada\nlanguages: [en]\n" + (cover.map { "cover: \($0)\n" } ?? "")
    text += "stickers:\n"
    for number in 0..<max(stills, animations) {
      let red = UInt8(number * 6 % 250)
      if number < stills {
        let still = Art.bitmap(512, 512, red: red, blue: 60, x: 0)
        let bytes = type == "webp" ? try still.encodedWebP(.lossy(quality: 60)) : try still.encodedPNG()
        try folder.write(bytes, to: "art/still\(number).\(type)")
        text += "  - { file: still\(number).\(type), description: { en: Still \(number) }, emoji: [\"👋\"] }\n"
      }
      if number < animations {
        let pictures = (0..<frames).map { frame in
          Frame(
            Art.bitmap(320, 270, red: red, blue: 200, x: frame * 2), delay: ExactSeconds(1, frames))
        }
        try folder.write(pictures.encodedAPNG(plays: 1), to: "art/moving\(number).png")
        text += "  - { file: moving\(number).png, description: { en: Moving \(number) }, emoji: [\"👋\"] }\n"
      }
    }
    try folder.write(Array(text.utf8), to: "art/stickerpack.yml")
  }

  private func firstPack(_ path: String) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(try folder.bytes(of: path)))
    return try #require(((json as? [String: Any])?["sticker_packs"] as? [[String: Any]])?.first)
  }

  @Test("a run says once how to upload a pack, even if it is split, unless it only checks")
  func uploading() throws {
    try write(stills: 3, animations: 3, as: "webp")
    let upload = "Open the .wastickers file in an app"
    let split = try run("pack", "art", "--for", "whatsapp", "--split", "--output", "build")
    #expect(split.status == 0, "\(split.errors)")
    #expect(split.errors.components(separatedBy: upload).count == 2, "\(split.errors)")
    let checked = try run("pack", "art", "--for", "whatsapp", "--split", "--output", "build", "--check")
    #expect(checked.status == 0 && !checked.errors.contains(upload), "\(checked.errors)")
    let signal = try run("pack", "art", "--for", "signal", "--output", "build")
    #expect(
      signal.errors.contains(".zip:") && signal.errors.contains("\nUnzip the file. In Signal"),
      "\(signal.errors)")
    let telegram = try run("pack", "art", "--for", "telegram", "--output", "build")
    #expect(
      telegram.errors.contains("\nIn Telegram, send /newpack to @Stickers, "), "\(telegram.errors)")
  }

  @Test("for WhatsApp, a mixed pack becomes a complete pack of stills and one of animations, reproducibly")
  func whatsApp() throws {
    try write(stills: 3, animations: 3, as: "webp", cover: "moving1.png")
    let refused = try run("pack", "art", "--for", "whatsapp", "--output", "build")
    #expect(refused.status == 1 && refused.errors.contains("Or add --split to make several packs."))
    let outcome = try run("pack", "art", "--for", "whatsapp", "--split", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(try shell("ls build").split(separator: "\n") == ["whatsapp-animated", "whatsapp-still"])
    let note = "whatsapp: split into whatsapp-still (3 stickers) and whatsapp-animated (3 stickers)"
    #expect(outcome.errors.contains("note: \(note)\n"), "\(outcome.errors)")
    for (kind, name, isAnimated) in [("still", "Discs", false), ("animated", "Discs (animated)", true)] {
      let pack = try firstPack("build/whatsapp-\(kind)/contents.json")
      #expect(pack["name"] as? String == name && pack["animated_sticker_pack"] as? Bool == isAnimated)
      #expect((pack["stickers"] as? [Any])?.count == 3)
      let identifier = try #require(pack["identifier"] as? String)
      #expect(try shell("ls build/whatsapp-\(kind)/\(identifier)").contains("tray.png"))
    }
    #expect(
      try run("pack", "art", "--for", "whatsapp", "--split", "--output", "build", "--check").status == 0)
    let again = try run("pack", "art", "--for", "whatsapp", "--split", "--output", "build")
    #expect(again.status == 0 && again.errors.contains("files from an earlier run"), "\(again.errors)")
    // A run without `--split` leaves the parts of an earlier run in place and reports them.
    let unsplit = try run("pack", "art", "--for", "whatsapp", "--output", "build")
    for kind in ["still", "animated"] {
      let note = "build/whatsapp-\(kind) remains from an earlier run"
      #expect(unsplit.errors.contains(note), "\(unsplit.errors)")
    }
  }

  @Test("parts of packs without Latin letters have distinct identifiers")
  func identifiers() throws {
    try write(stills: 3, animations: 3, as: "webp")
    let text = String(decoding: try folder.bytes(of: "art/stickerpack.yml"), as: UTF8.self)
    var identifiers: [String] = []
    for name in ["猫", "犬"] {
      try folder.write(
        Array(text.replacing("name: Discs", with: "name: \(name)").utf8), to: "art/stickerpack.yml")
      let outcome = try run("pack", "art", "--for", "whatsapp", "--split", "--output", name)
      #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
      for kind in ["still", "animated"] {
        let identifier = try firstPack("\(name)/whatsapp-\(kind)/contents.json")["identifier"] as? String
        identifiers.append(try #require(identifier))
      }
    }
    #expect(Set(identifiers).count == 4, "\(identifiers)")
    #expect(identifiers.allSatisfy { $0.hasPrefix("pack_") }, "\(identifiers)")
    #expect(identifiers.allSatisfy { $0.hasSuffix("_still") || $0.hasSuffix("_animated") }, "\(identifiers)")
  }

  @Test("stickers over a pack's maximum go into parts, and parts that are no longer needed are named")
  func parts() throws {
    try write(stills: 31, animations: 0, as: "webp")
    let refused = try run("pack", "art", "--for", "whatsapp", "--output", "build")
    #expect(refused.status == 1 && refused.errors.contains("the pack has 31 stickers (must have 3 to 30)"))
    #expect(refused.errors.contains("Or add --split to make several packs."))
    let outcome = try run("pack", "art", "--for", "whatsapp", "--split", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(try shell("ls build").split(separator: "\n") == ["whatsapp-1", "whatsapp-2"])
    let names = try (1...2).map { try firstPack("build/whatsapp-\($0)/contents.json")["name"] as? String }
    #expect(names == ["Discs 1", "Discs 2"])
    try write(stills: 30, animations: 0, as: "webp")
    let fewer = try run("pack", "art", "--for", "whatsapp", "--split", "--output", "build")
    #expect(fewer.status == 0 && fewer.errors.contains("build/whatsapp-2 remains from an earlier run"))
    #expect(try firstPack("build/whatsapp/contents.json")["name"] as? String == "Discs")
  }

  @Test("LINE animations go into a pack with their own profile")
  func line() throws {
    try write(stills: 8, animations: 8)
    let refused = try run("pack", "art", "--for", "line", "--output", "build")
    #expect(refused.status == 1 && refused.errors.contains("Or add --split to make several packs."))
    let outcome = try run("pack", "art", "--for", "line", "--split", "--output", "build")
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(try shell("ls build").split(separator: "\n") == ["line-animated.zip", "line.zip"])
    for pack in ["line", "line-animated"] {
      let files = try shell("unzip -Z1 build/\(pack).zip").split(separator: "\n")
      #expect(files.count == 10 && files.contains("main.png") && files.contains("tab.png"), "\(files)")
    }
    let both = try run("pack", "art", "--for", "line,line-animated", "--split", "--output", "both")
    #expect(both.status == 0, "\(both.errors)")
    for pack in ["line", "line-animated"] {
      #expect(try folder.bytes(of: "both/\(pack).zip") == folder.bytes(of: "build/\(pack).zip"))
    }
    // `line-animated` is a separate profile and not a part of `line` that remains.
    let again = try run("pack", "art", "--for", "line", "--split", "--output", "build")
    #expect(!again.errors.contains("remains from an earlier run"), "\(again.errors)")
  }

  @Test("an animation for a messenger that accepts only stills gives one error")
  func refusedAtOnce() throws {
    try write(stills: 1, animations: 1)
    let outcome = try run("pack", "art", "--for", "line", "--output", "build")
    #expect(outcome.status == 1)
    let errors = outcome.errors.split(separator: "\n").filter { $0.contains("moving0.png") }
    #expect(errors.count == 1, "\(outcome.errors)")
    #expect(errors.first?.contains("animated, with 6 frames (only stills are accepted)") == true)
  }

  @Test("--split requires --for")
  func alone() throws {
    let outcome = try run("pack", "art", "--split", "--output", "build")
    #expect(outcome.status == 2 && outcome.errors.contains("--split requires --for"))
  }
}
