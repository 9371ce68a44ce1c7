import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

/// Tests each limit of each messenger on both sides. The values come from the messengers' sources and
/// guidelines, not from the profiles.
@Suite("messenger limits") struct MessengerLimitTests {
  static let maxFileSizes: [(String, Int, Bool)] = [
    ("signal", 307_200, false), ("telegram", 524_288, false),
    ("telegram-emoji", 131_072, false), ("whatsapp", 102_400, false), ("whatsapp", 500_000, true),
    ("line", 1_000_000, false), ("line-animated", 300_000, true),
    ("line-emoji", 1_000_000, false), ("line-emoji", 300_000, true), ("discord-sticker", 524_288, false),
    ("discord-emoji", 262_144, false), ("slack", 128_000, false), ("mastodon", 262_143, false),
    ("twitch", 1_000_000, false), ("matrix", 52_428_800, false),
  ]

  @Test(
    "a file with exactly the maximum bytes is accepted, and one byte more is not", arguments: maxFileSizes)
  func bytes(_ profile: String, _ most: Int, _ moves: Bool) async throws {
    let art = try moves ? animatedPNG(8, 8, frames: 2) : still(8, 8)
    for (bytes, isTaken) in [(most, true), (most + 1, false)] {
      // Bytes after the end of the image count.
      let file = art + [UInt8](repeating: 0, count: bytes - art.count)
      #expect(try await reports(profile, "file-size", [file]) != isTaken, "\(bytes)")
    }
  }

  @Test("no loop count satisfies a minimum above the maximum") func contradiction() {
    var limits = MessengerLimits()
    limits.minPlays = 5
    limits.maxPlays = 2
    limits.requiresWholeTotalPlaySeconds = true
    #expect(limits.largestFittingPlayCount(for: ExactSeconds(1, 2)) == nil)
    #expect(limits.nearestWholeTotalSecondsTiming(for: ExactSeconds(21, 40)) == nil)
    limits.maxPlays = 6
    #expect(limits.nearestWholeTotalSecondsTiming(for: ExactSeconds(21, 40)) != nil)
    #expect(limits.largestFittingPlayCount(for: ExactSeconds(1, 2)) == 6)
  }

  struct CanvasCase: Sendable {
    let profile: String
    let (taken, refused): ([PixelSize], [PixelSize])

    init(_ profile: String, _ taken: [(Int, Int)], _ refused: [(Int, Int)]) {
      self.profile = profile
      (self.taken, self.refused) = (taken.map { PixelSize($0, $1) }, refused.map { PixelSize($0, $1) })
    }
  }

  static let canvases: [CanvasCase] = [
    CanvasCase("signal", [(512, 512)], [(511, 512), (512, 513), (408, 408)]),
    CanvasCase("telegram", [(512, 512), (512, 1), (300, 512)], [(511, 511), (513, 512), (512, 513)]),
    CanvasCase("telegram-emoji", [(100, 100)], [(99, 100), (101, 100)]),
    CanvasCase("whatsapp", [(512, 512)], [(512, 511), (513, 513)]),
    CanvasCase("line", [(370, 320), (2, 2)], [(372, 320), (370, 322), (369, 320), (370, 319)]),
    CanvasCase("line-animated", [(320, 270), (270, 2)], [(322, 270), (320, 272), (268, 268)]),
    CanvasCase("line-emoji", [(180, 180)], [(179, 180), (180, 181)]),
    CanvasCase("discord-sticker", [(320, 320)], [(319, 320), (321, 321)]),
    CanvasCase("discord-emoji", [(35, 25), (128, 128), (1, 1), (2000, 300)], []),
    CanvasCase("slack", [(35, 25), (128, 128), (1, 1), (2000, 300)], []),
    // An area of 33,177,600 px exceeds the limit for canvases, which `resource-limit` reports.
    CanvasCase("mastodon", [(961, 960), (4000, 4000)], []),
    CanvasCase("misskey", [(35, 25), (1, 1), (2000, 300)], []),
    CanvasCase("matrix", [(35, 25), (1, 1), (2000, 300)], []),
    CanvasCase("viber", [(490, 490)], [(489, 490), (490, 491), (512, 512)]),
    CanvasCase("twitch", [(112, 112), (4096, 4096)], [(111, 111), (112, 113), (4097, 4097)]),
  ]

  @Test("canvas limits are inclusive", arguments: canvases)
  func canvas(_ canvases: CanvasCase) async throws {
    for size in canvases.taken + canvases.refused {
      let found = try await reports(
        canvases.profile, "pixel-dimensions", [still(size.width, size.height)])
      #expect(found == canvases.refused.contains(size), "\(size)")
    }
  }

  @Test("profiles state whether a messenger may reject a smaller canvas")
  func scaling() throws {
    func keepsSize(_ profile: String) throws -> Bool {
      try MockFileSystem([:]).settings(at: "a.png", profile: profile).configuration.messengerLimits
        .mayRejectDownscaledCanvas
    }
    for profile in ["imessage", "discord-emoji", "slack", "mastodon", "misskey", "twitch", "matrix"] {
      #expect(try !keepsSize(profile), "\(profile)")
    }
    for profile in ["signal", "telegram", "telegram-emoji", "whatsapp", "line", "line-animated", "viber"] {
      #expect(try keepsSize(profile), "\(profile)")
    }
  }

  @Test("a Mastodon GIF has at most 921,600 pixels, and an APNG may have more")
  func areas() async throws {
    for (width, height, isTaken) in [(960, 960, true), (961, 960, false)] {
      let gif = try #require(
        plainGIF([Frame(onePixelBitmap(width, height, 0), delay: ExactSeconds(1, 10))], plays: 0))
      #expect(try await reports("mastodon", "pixel-dimensions", [gif]) != isTaken, "\(width)")
    }
    let apng = try animatedPNG(961, 960, frames: 2)
    #expect(try await !reports("mastodon", "pixel-dimensions", [apng]))
  }

  @Test("Signal animations are square, 10 px or larger, endless and at most 3 s")
  func signalAnimations() async throws {
    for (width, height, isTaken) in [(10, 10, true), (512, 512, true), (9, 9, false), (300, 301, false)] {
      let art = try animatedPNG(width, height, frames: 2)
      #expect(try await reports("signal", "pixel-dimensions", [art]) != isTaken)
    }
    for (frames, milliseconds, plays, isTaken) in [
      (30, 100, 0, true), (30, 101, 0, false), (2, 100, 1, false),
    ] {
      let art = try animatedPNG(16, 16, frames: frames, milliseconds: milliseconds, plays: plays)
      let found = try await findings("signal", "animation-limits", [art])
      #expect(found.contains { $0.severity == .error } != isTaken)
    }
  }

  static let animationCases: [(String, Int, Int, Int, Bool)] = [
    ("whatsapp", 100, 100, 0, true), ("whatsapp", 101, 100, 0, false), ("whatsapp", 2, 8, 0, true),
    ("whatsapp", 2, 7, 0, false), ("line-animated", 5, 200, 1, true), ("line-animated", 4, 250, 1, false),
    ("line-animated", 20, 50, 4, true), ("line-animated", 21, 100, 1, false),
    ("line-animated", 5, 200, 5, false), ("line-animated", 10, 150, 3, false),
    ("line-animated", 10, 200, 2, true), ("line-animated", 10, 200, 3, false),
    ("line-animated", 5, 200, 0, false), ("discord-sticker", 50, 100, 0, true),
    ("discord-sticker", 51, 100, 0, false), ("slack", 50, 40, 0, true), ("slack", 51, 40, 0, false),
    ("twitch", 60, 40, 0, true), ("twitch", 61, 40, 0, false), ("telegram", 30, 100, 0, true),
    ("telegram", 31, 100, 0, false), ("line", 2, 100, 0, false), ("viber", 2, 100, 0, false),
    ("matrix", 200, 100, 0, true),
  ]

  @Test("frames, durations and loop counts are limited", arguments: animationCases)
  func animations(
    _ profile: String, _ frames: Int, _ milliseconds: Int, _ plays: Int, _ isTaken: Bool
  ) async throws {
    let art = try animatedPNG(16, 16, frames: frames, milliseconds: milliseconds, plays: plays)
    #expect(try await reports(profile, "animation-limits", [art]) != isTaken)
  }

  static let stickerCountCases: [(String, [Int], [Int])] = [
    ("signal", [1, 200], [201]), ("telegram", [1, 120], [121]), ("telegram-emoji", [200], [201]),
    ("whatsapp", [3, 30], [2, 31]), ("line", [8, 16, 24, 32, 40], [7, 9, 48]),
    ("viber", [1, 24], [25]), ("matrix", [1, 250], []),
    ("line-animated", [8, 16, 24], [7, 32]), ("line-emoji", [8, 40], [7, 41]),
  ]

  @Test("the number of stickers in a pack is limited", arguments: stickerCountCases)
  func counts(_ profile: String, _ taken: [Int], _ refused: [Int]) async throws {
    for count in taken + refused {
      let found = try await reports(
        profile, "sticker-count", Array(repeating: still(8, 8), count: count))
      #expect(found == refused.contains(count), "\(count)")
    }
  }

  /// Whether PNG, APNG, GIF, JPEG, still WebP and animated WebP are accepted.
  static let acceptedFormats: [(String, [Bool])] = [
    ("signal", [true, true, false, false, true, false]),
    ("telegram", [true, false, false, false, true, false]),
    ("whatsapp", [false, false, false, false, true, true]),
    ("line", [true, false, false, false, false, false]),
    ("line-animated", [false, true, false, false, false, false]),
    ("discord-sticker", [true, true, true, false, false, false]),
    ("discord-emoji", [true, false, true, true, true, true]),
    ("slack", [true, false, true, true, false, false]),
    ("mastodon", [true, true, true, false, false, false]),
    ("misskey", [true, true, true, true, true, true]),
    ("twitch", [true, false, true, false, false, false]),
    ("matrix", [true, true, true, true, true, true]),
    ("viber", [true, false, false, false, false, false]),
  ]

  @Test("only accepted formats pass", arguments: acceptedFormats)
  func formats(_ profile: String, _ taken: [Bool]) async throws {
    let frames = (0..<2).map { Frame(onePixelBitmap(8, 8, $0), delay: ExactSeconds(1, 10)) }
    let gif = try #require(plainGIF(frames, plays: 0))
    let files = [
      still(8, 8), try frames.encodedAPNG(plays: 0), gif,
      try onePixelBitmap(8, 8, 0).encodedJPEG(quality: 90),
      try onePixelBitmap(8, 8, 0).encodedWebP(), try frames.encodedWebP(plays: 0),
    ]
    for (number, (art, isTaken)) in zip(files, taken).enumerated() {
      let errors = try await findings(profile, "unsupported-format", [art]).filter { $0.severity == .error }
      #expect(errors.isEmpty == isTaken, "\(number)")
    }
  }

  @Test("an APNG for Mastodon is a warning, and converting it to GIF fixes it")
  func apng() async throws {
    let found = try await findings("mastodon", "unsupported-format", [animatedPNG(8, 8, frames: 2)])
    #expect(found.map(\.severity) == [.warning] && found.map(\.evidence.fix?.kind) == [.convertToGIF])
  }

  @Test(
    "opaque art is an error, a warning or a hint, depending on the messenger"
  )
  func opaque() async throws {
    let flat = try Bitmap(PixelSize(64, 64), color: 0xFFD54F).encodedPNG()
    let expected: [(Severity, [String])] = [
      (.error, ["imessage", "line", "line-animated", "line-emoji"]),
      (.warning, ["whatsapp", "telegram", "telegram-emoji", "signal"]),
      (
        .hint,
        ["discord-sticker", "discord-emoji", "slack", "mastodon", "misskey", "twitch", "matrix", "viber"]
      ),
    ]
    for (severity, profiles) in expected {
      for profile in profiles {
        let found = try await findings(profile, "opaque-background", [flat])
        #expect(found.map(\.severity) == [severity], "\(profile)")
      }
    }
  }

  @Test("a palette animation for Signal gets a true color fix, and true color passes")
  func palette() async throws {
    let frames = (0..<2).map { Frame(onePixelBitmap(16, 16, $0), delay: ExactSeconds(1, 10)) }
    let (palette, color) = (
      try frames.smallestAPNG(plays: 0), try frames.smallestAPNG(plays: 0, allowsPalette: false)
    )
    #expect(ImageContainer(of: palette, budget: .unlimited)?.colorType == "palette")
    let found = try await findings("signal", "animation-limits", [palette])
    #expect(found.map(\.evidence.fix?.kind) == [.storeAPNGInTrueColor] && found.map(\.severity) == [.warning])
    #expect(try await findings("signal", "animation-limits", [color]).isEmpty)
    #expect(try await findings("discord-sticker", "animation-limits", [palette]).isEmpty)
  }

  /// Whether a rule reports any of the files under a profile.
  private func reports(_ profile: String, _ rule: String, _ files: [[UInt8]]) async throws -> Bool {
    try await !findings(profile, rule, files).isEmpty
  }

  /// A rule's findings about files under a profile.
  private func findings(_ profile: String, _ rule: String, _ files: [[UInt8]]) async throws -> [Finding] {
    var search = ConfigurationSearch(
      .builtIn, .none, profile: profile, try FlagConfiguration(.builtIn, select: [rule]),
      MockFileSystem([:]).access,
      workingFolder: Path("/"))
    let configuration = search.resolvedConfiguration(at: Path("art"), isFolder: true).configuration
    let sources = files.enumerated().map { number, bytes in
      AssetSource(path: Path("art/\(number).png"), pack: Path("art")) { _ in .bytes(bytes) }
    }
    return await lint(sources, configuration, jobs: 1).findings.filter { $0.rule == rule }
  }

  private func onePixelBitmap(_ width: Int, _ height: Int, _ number: Int) -> Bitmap {
    var bitmap = Bitmap(transparent: PixelSize(width, height))
    let at = number % (width * height) * 4
    bitmap.pixels.replaceSubrange(at..<at + 4, with: [200, 30, 30, 255])
    return bitmap
  }

  private func still(_ width: Int, _ height: Int) -> [UInt8] {
    plainPNG(PixelSize(width, height), depth: 8, colorType: 6, onePixelBitmap(width, height, 0).pixels)
  }

  private func animatedPNG(
    _ width: Int, _ height: Int, frames: Int, milliseconds: Int = 100, plays: Int = 0
  ) throws -> [UInt8] {
    try (0..<frames).map { Frame(onePixelBitmap(width, height, $0), delay: ExactSeconds(milliseconds, 1000)) }
      .encodedAPNG(plays: plays)
  }
}
