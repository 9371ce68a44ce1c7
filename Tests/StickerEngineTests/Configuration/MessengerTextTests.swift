import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

/// Tests each published text length on both sides.
@Suite("messenger text limits") struct MessengerTextTests {
  static let maxTitleLengths: [(String, Int)] = [
    ("telegram", 64), ("telegram-emoji", 64), ("whatsapp", 128), ("line", 40), ("line-animated", 40),
    ("line-emoji", 40),
  ]

  @Test("a pack's name may have the published length and no more", arguments: maxTitleLengths)
  func title(_ profile: String, _ most: Int) async throws {
    for (length, isTaken) in [(most, true), (most + 1, false)] {
      var pack = Self.pack()
      pack.metadata.name = String(repeating: "a", count: length)
      #expect(try await reports(profile, "pack-texts", pack) != isTaken, "\(length)")
    }
  }

  @Test("LINE counts a Chinese, Japanese or Korean character as two", arguments: ["猫", "ね", "ネ", "고", "，"])
  func wide(_ character: Character) async throws {
    for profile in ["line", "line-animated", "line-emoji"] {
      for (length, isTaken) in [(20, true), (21, false)] {
        var pack = Self.pack()
        pack.metadata.name = String(repeating: character, count: length)
        #expect(try await reports(profile, "pack-texts", pack) != isTaken, "\(length)")
      }
    }
  }

  @Test("LINE accepts a creator of 50, a description of 160 and a copyright of 50 characters")
  func line() async throws {
    let texts: [(WritableKeyPath<PackCredits, String?>, Int)] = [
      (\.author, 50), (\.packDescription, 160), (\.copyright, 50),
    ]
    for (text, most) in texts {
      for (length, isTaken) in [(most, true), (most + 1, false)] {
        var pack = Self.pack()
        pack.metadata.credits[keyPath: text] = String(repeating: "a", count: length)
        #expect(try await reports("line", "pack-texts", pack) != isTaken, "\(length)")
      }
    }
  }

  @Test(
    "Telegram accepts 20 keywords with 64 characters in total", arguments: ["telegram", "telegram-emoji"])
  func keywords(_ profile: String) async throws {
    let words: [([String], Bool)] = [
      ([String](repeating: "abc", count: 20), true), ([String](repeating: "a", count: 21), false),
      ([String](repeating: "abcdefgh", count: 8), true),
      ([String](repeating: "abcdefgh", count: 8) + ["a"], false),
    ]
    for (words, isTaken) in words {
      var pack = Self.pack()
      pack.stickers[0].metadata.keywords = words
      #expect(try await reports(profile, "sticker-name", pack) != isTaken, "\(words)")
    }
  }

  static let nameLengthLimits: [(String, Int, Int)] = [
    ("discord-emoji", 2, 32), ("discord-sticker", 2, 30), ("slack", 1, 100), ("misskey", 1, 128),
    ("mastodon", 2, 128), ("matrix", 1, 100),
  ]

  @Test("a sticker's name may have the published minimum and maximum length", arguments: nameLengthLimits)
  func name(_ profile: String, _ least: Int, _ most: Int) async throws {
    for (length, isTaken) in [(least - 1, false), (least, true), (most, true), (most + 1, false)]
    where length > 0 {
      let pack = Self.pack(named: String(repeating: "a", count: length))
      #expect(try await reports(profile, "sticker-name", pack) != isTaken, "\(length)")
    }
  }

  @Test("WhatsApp accepts a description of 125 characters, or 255 for an animation")
  func descriptions() async throws {
    for (length, moves, isTaken) in [
      (125, false, true), (126, false, false), (255, true, true), (256, true, false),
    ] {
      let pack = Self.pack(described: String(repeating: "a", count: length))
      #expect(
        try await reports("whatsapp", "description-length", pack, moves: moves) != isTaken, "\(length)")
    }
  }

  private static func pack(named name: String = "wave", described: String? = nil) -> PackDeclaration {
    var pack = PackDeclaration(.packFile)
    pack.metadata.name = "Cats"
    pack.metadata.credits.author = "Ada"
    pack.stickers = [
      DeclaredSticker(
        path: path,
        metadata: StickerMetadata(name: name, descriptions: described.map { ["en": $0] } ?? [:]))
    ]
    return pack
  }

  /// Whether a rule reports a pack with a single sticker.
  private func reports(
    _ profile: String, _ rule: String, _ pack: PackDeclaration, moves: Bool = false
  ) async throws -> Bool {
    var search = ConfigurationSearch(
      .builtIn, .none, profile: profile, try FlagConfiguration(.builtIn, select: [rule]),
      MockFileSystem([:]).access,
      workingFolder: Path("/"))
    let configuration = search.resolvedConfiguration(at: Path("art"), isFolder: true).configuration
    let frames = (0..<2).map { number in
      Frame(Bitmap(PixelSize(8, 8), color: 0x40 * UInt32(number)), delay: ExactSeconds(1, 10))
    }
    let bytes = moves ? try frames.encodedAPNG(plays: 0) : try frames[0].bitmap.encodedPNG()
    let source = AssetSource(path: path, pack: Path("art")) { _ in .bytes(bytes) }
    let report = await lint([source], configuration, listings: [Path("art"): pack], jobs: 1)
    return report.findings.contains { $0.rule == rule }
  }
}

private let path = Path("art/sticker.png")
