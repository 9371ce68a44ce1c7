import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage

/// Tests the profiles in `docs/messengers/examples` on both sides of each limit. The values come from the
/// messengers' sources and not from the profiles.
@Suite("example profiles") struct ExampleProfileTests {
  static let names = [
    "band", "discord-lottie", "google-chat", "kakao", "kick", "ogq", "teams", "youtube", "zulip",
  ]

  @Test("every example is read without an error, names its sources and can be exported", arguments: names)
  func isRead(_ name: String) throws {
    var search = try search(name)
    let settings = search.resolvedConfiguration(at: Path("/repo/a.png"), isFolder: false)
    #expect(search.errors == [])
    #expect(settings.profileNameOrPath.value == "./\(name).yml")
    #expect(settings.configuration.messengerTraits.exportLayout == .folder)
    #expect(try Self.text(of: name).contains("\nsources:\n  - \""))
  }

  @Test("every file is in the list, with the same rules off as in the built-in profiles")
  func complete() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.sorted() == (Self.names.map { "\($0).yml" } + ["README.md"]).sorted())
    let off = messagesOnlyRulesOffYAML.split(separator: "\n").map { $0.drop { $0 == " " } }
    for name in Self.names {
      let lines = try Self.text(of: name).split(separator: "\n").map { $0.drop { $0 == " " } }
      #expect(Set(off).subtracting(lines) == [], "\(name)")
    }
  }

  static let acceptedAndRejectedCanvases: [(String, [(Int, Int)], [(Int, Int)])] = [
    ("kakao", [(360, 360)], [(359, 360), (360, 361)]), ("ogq", [(480, 480)], [(479, 480), (481, 480)]),
    ("band", [(370, 320), (100, 100)], [(371, 320), (370, 321), (99, 100)]),
    ("google-chat", [(64, 64), (500, 500)], [(63, 63), (501, 501), (64, 65)]),
    ("kick", [(500, 500), (28, 28)], [(501, 500)]), ("youtube", [(480, 480), (48, 48)], [(481, 480)]),
    ("teams", [(1, 1), (2000, 300)], []), ("zulip", [(1, 1), (2000, 300)], []),
  ]

  @Test("a canvas is accepted up to the published dimensions", arguments: acceptedAndRejectedCanvases)
  func canvas(_ name: String, _ taken: [(Int, Int)], _ refused: [(Int, Int)]) async throws {
    for (sizes, isTaken) in [(taken, true), (refused, false)] {
      for (width, height) in sizes {
        let art = try Bitmap(transparent: PixelSize(width, height)).encodedPNG()
        #expect(try await reports(name, "pixel-dimensions", art) != isTaken, "\(width) × \(height)")
      }
    }
  }

  static let maxFileSizes: [(String, Int, Bool)] = [
    ("kakao", 150_000, false), ("kakao", 2_000_000, true), ("google-chat", 255_999, false),
    ("kick", 999_999, false), ("youtube", 1_000_000, false), ("zulip", 5_242_880, false),
  ]

  @Test("a file is accepted up to the published size", arguments: maxFileSizes)
  func bytes(_ name: String, _ most: Int, _ moves: Bool) async throws {
    let art = try moves ? Self.animatedPNG(frames: 2) : Bitmap(transparent: PixelSize(8, 8)).encodedPNG()
    for (length, isTaken) in [(most, true), (most + 1, false)] {
      let file = art + [UInt8](repeating: 0, count: length - art.count)
      #expect(try await reports(name, "file-size", file) != isTaken, "\(length)")
    }
  }

  /// Whether PNG, APNG, GIF and JPEG are accepted.
  static let acceptedFormats: [(String, [Bool])] = [
    ("kakao", [true, false, true, false]), ("ogq", [true, false, true, false]),
    ("band", [true, true, false, false]), ("google-chat", [true, false, true, true]),
    ("kick", [true, false, true, false]), ("youtube", [true, false, true, true]),
    ("teams", [true, false, true, false]), ("zulip", [true, false, true, true]),
    ("discord-lottie", [false, false, false, false]),
  ]

  @Test("the accepted formats are the published ones", arguments: acceptedFormats)
  func format(_ name: String, _ taken: [Bool]) async throws {
    let frames = (0..<2).map { Frame(Bitmap(PixelSize(8, 8), color: UInt32($0)), delay: ExactSeconds(1, 10)) }
    let files = [
      try frames[0].bitmap.encodedPNG(), try frames.encodedAPNG(plays: 0),
      try #require(plainGIF([frames[0]], plays: 0)), try frames[0].bitmap.encodedJPEG(quality: 90),
    ]
    for (number, (file, isTaken)) in zip(files, taken).enumerated() {
      // If no animations are accepted, only that is reported for an animation.
      let isUnsupported = try await reports(name, "unsupported-format", file)
      let isRefused = try await reports(name, "animation-limits", file) || isUnsupported
      #expect(isRefused != isTaken, "\(number)")
    }
  }

  static let durations: [(String, Int)] = [("kakao", 5000), ("ogq", 4000), ("band", 4000)]

  @Test("an animation may be as long as the published duration", arguments: durations)
  func duration(_ name: String, _ most: Int) async throws {
    for (milliseconds, isTaken) in [(most / 2, true), (most / 2 + 1, false)] {
      let art = try Self.animatedPNG(frames: 2, milliseconds: milliseconds)
      #expect(try await reports(name, "animation-limits", art) != isTaken)
    }
  }

  @Test("YouTube shows only stills")
  func youTube() async throws {
    #expect(try await reports("youtube", "animation-limits", Self.animatedPNG(frames: 2)))
  }

  static let lottie: [(String, [String])] = [
    (HandmadeLottie.json(top: "", end: "300", width: "320", height: "320"), []),
    (HandmadeLottie.json(top: "", end: "301", width: "320", height: "320"), ["tgs-duration"]),
    (HandmadeLottie.json(top: "", frameRate: "24", end: "24", width: "320", height: "320"), []),
    (HandmadeLottie.json(top: "", width: "321", height: "320"), ["tgs-canvas"]),
    (
      HandmadeLottie.json(
        top: "", width: "320", height: "320", layers: "[\(HandmadeLottie.layer("\"ef\":[{}]"))]"),
      ["tgs-feature"]
    ),
  ]

  @Test("Discord accepts JSON Lottie animations of 320 × 320 px, 5 s and 512 KiB", arguments: lottie)
  func discord(_ text: String, _ expected: [String]) async throws {
    let found = try await findings("discord-lottie", Array(text.utf8))
    #expect(found.map(\.rule) == expected)
    for (length, isTaken) in [(524_288, true), (524_289, false)] where expected.isEmpty {
      let padded = Array((text + String(repeating: " ", count: length - text.utf8.count)).utf8)
      #expect(try await findings("discord-lottie", padded).map(\.rule) == (isTaken ? [] : ["tgs-file-size"]))
    }
  }

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs/messengers/examples")

  private static func text(of name: String) throws -> String {
    try String(contentsOf: folder.appending(path: "\(name).yml"), encoding: .utf8)
  }

  private static func animatedPNG(frames: Int, milliseconds: Int = 100) throws -> [UInt8] {
    try (0..<frames).map {
      Frame(Bitmap(PixelSize(8, 8), color: UInt32($0 * 99)), delay: ExactSeconds(milliseconds, 1000))
    }.encodedAPNG(plays: 0)
  }

  private func search(_ name: String) throws -> ConfigurationSearch {
    let disk = MockFileSystem([
      "/repo/.stickerlint.yml": "profile: ./\(name).yml", "/repo/\(name).yml": try Self.text(of: name),
    ])
    return ConfigurationSearch(
      .builtIn, .nearestFile, try FlagConfiguration(.builtIn), disk.access, workingFolder: Path("/repo"))
  }

  private func reports(_ name: String, _ rule: String, _ bytes: [UInt8]) async throws -> Bool {
    try await findings(name, bytes).contains { $0.rule == rule }
  }

  private func findings(_ name: String, _ bytes: [UInt8]) async throws -> [Finding] {
    var search = try search(name)
    let configuration = search.resolvedConfiguration(at: Path("/repo/a.png"), isFolder: false).configuration
    let source = AssetSource(path: Path("a.png")) { _ in .bytes(bytes) }
    return await lint([source], configuration, jobs: 1).findings.filter {
      $0.suppressingRule == nil && $0.severity != .hint
    }
  }
}
