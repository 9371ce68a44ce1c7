import Testing

@testable import StickerEngine

@Suite("profiles") struct ProfileTests {
  /// The published limits of a messenger for static stickers: exactly 512 px on one side, and 512 KB.
  private static let messenger = """
    fail-on: warning
    rules:
      file-size: { max-bytes: 512000 }
      pixel-dimensions: { min-pixels: 512, max-pixels: 512 }
      whole-points: off
      animation-format: hint
    limits: { side-pixels: 4096 }
    """

  @Test("the imessage profile equals the rules' defaults")
  func imessage() throws {
    let plain = KnownRulesAndProfiles(rules: Rule.all, profiles: [MessengerProfile("plain", "Nothing.", "")])
    var (ours, bare) = (
      ConfigurationSearch(
        .builtIn, .none, try FlagConfiguration(.builtIn), MockFileSystem([:]).access, workingFolder: Path("/")
      ),
      ConfigurationSearch(
        plain, .none, try FlagConfiguration(plain), MockFileSystem([:]).access, workingFolder: Path("/"))
    )
    let found = ours.resolvedConfiguration(at: Path("a"), isFolder: false)
    let expected = bare.resolvedConfiguration(at: Path("a"), isFolder: false)
    #expect(found.rules.map { $0.values.map(\.value) } == expected.rules.map { $0.values.map(\.value) })
    #expect(
      found.rules.map(\.severityUnlessOff) == expected.rules.map(\.severityUnlessOff))
    #expect(found.resourceLimits.map(\.value) == expected.resourceLimits.map(\.value))
    #expect(found.failOn.value == expected.failOn.value)
    #expect(found.rules.flatMap(\.values).contains { $0.origin == .builtInProfile("imessage") })
  }

  @Test("every built-in profile can be read", arguments: MessengerProfile.all)
  func builtIn(_ profile: MessengerProfile) throws {
    var search = ConfigurationSearch(
      .builtIn, .none, profile: profile.name, try FlagConfiguration(.builtIn), MockFileSystem([:]).access,
      workingFolder: Path("/"))
    #expect(
      search.resolvedConfiguration(at: Path("a"), isFolder: false).profileNameOrPath.value == profile.name)
    #expect(search.errors == [])
    #expect(!profile.summary.isEmpty)
  }

  @Test(
    "advice for other messengers never mentions Messages sizes or formats they do not accept",
    arguments: MessengerProfile.all)
  func advice(_ profile: MessengerProfile) throws {
    let configuration = try MockFileSystem([:]).settings(at: "a.png", profile: profile.name).configuration
    let advice = Dictionary(
      uniqueKeysWithValues: configuration.rules.map { ($0.rule.id, $0.rule.advice(under: $0.optionValues)) })
    if profile.name == "imessage" {
      #expect(configuration.rules.allSatisfy { $0.rule.advice == advice[$0.rule.id] })
      return
    }
    for (rule, words) in advice {
      #expect(["iMessage", "408", "618"].allSatisfy { !words.contains($0) }, "\(rule): \(words)")
    }
    for rule in [RuleID.unsupportedFormat, "single-frame-animation", "binary-alpha"] {
      let words = Set(try #require(advice[rule]).split { !$0.isLetter }.map(String.init))
      let named = words.intersection(["PNG", "APNG", "GIF", "JPEG", "WebP", "WebM"])
      #expect(named.allSatisfy(configuration.messengerLimits.accepts), "\(words)")
      #expect(!named.isEmpty || rule != RuleID.unsupportedFormat, "\(words)")
    }
    if configuration.messengerLimits.animationPolicy == .refused {
      for rule in [RuleID.unsupportedFormat, RuleID.fileSize, "single-frame-animation"] {
        let words = advice[rule] ?? ""
        #expect(["moves", "frame"].allSatisfy { !words.contains($0) }, "\(rule): \(words)")
      }
    }
  }

  @Test("advice names the messenger's own canvas, formats and ways to save bytes")
  func adviceInWords() throws {
    func advice(_ rule: String, _ profile: String) throws -> String? {
      try MockFileSystem([:]).settings(at: "a.png", profile: profile).configuration.activeRule(rule).map {
        $0.rule.advice(under: $0.optionValues)
      }
    }
    #expect(
      try advice(RuleID.pixelDimensions, "whatsapp")
        == """
        Scale the art to fit, and export it with transparent space around it. The canvas must \
        measure 512 × 512 px.
        """)
    #expect(
      try advice(RuleID.fileSize, "whatsapp")
        == """
        Save at a lower quality. In an animation, remove every second frame and show the others for twice as \
        long.
        """)
    #expect(
      try advice(RuleID.unsupportedFormat, "twitch")
        == """
        Export the sticker as PNG, or as GIF if it is animated. Renaming a file does not change its format.
        """)
    #expect(
      try advice(RuleID.unsupportedFormat, "telegram")
        == """
        Export the sticker as PNG, or as WebM if it is animated. Renaming a file does not change its format.
        """)
    #expect(
      try advice(RuleID.fileSize, "telegram")
        == """
        Save with fewer colors (a palette) or on a smaller canvas. In an animation, remove every second frame \
        and show the others for twice as long.
        """)
    #expect(
      try advice(RuleID.animationLimits, "line-animated")
        == "Export the sticker as an animation, with frames, a duration and a loop count within the limits.")
  }

  @Test("a file next to the configuration defines another messenger without code")
  func file() throws {
    let disk = MockFileSystem([
      "/repo/art/.stickerlint.yml": "profile: ./messenger.yml\nrules: { animation-format: off }",
      "/repo/art/messenger.yml": Self.messenger,
    ])
    let settings = try disk.settings(at: "art/a.png")
    #expect(settings.profileNameOrPath.value == "./messenger.yml")
    #expect(settings.value(of: "max-bytes", "file-size") == "512000 art/messenger.yml:3:16")
    #expect(settings.value(of: "min-pixels", "pixel-dimensions") == "512 art/messenger.yml:4:23")
    #expect(settings.state(of: "whole-points") == "off art/messenger.yml:5:3")
    #expect(settings.state(of: "animation-format") == "off art/.stickerlint.yml:2:10")
    #expect(settings.limit("side-pixels") == "4096 art/messenger.yml:7:24")
    #expect(settings.failOn.value == .warning)
    #expect(settings.value(of: "min-delay", "frame-delay") == "20 default")
  }

  @Test("a built-in profile name is a valid value, too")
  func value() throws {
    let configurationSchema = KnownRulesAndProfiles(
      rules: Rule.all,
      profiles: MessengerProfile.all + [MessengerProfile("messenger", "Another's limits.", Self.messenger)])
    let disk = MockFileSystem(["/repo/.stickerlint.yml": "profile: messenger"])
    var search = ConfigurationSearch(
      configurationSchema, .nearestFile, try FlagConfiguration(configurationSchema), disk.access,
      workingFolder: Path("/repo"))
    let settings = search.resolvedConfiguration(at: Path("a.png"), isFolder: false)
    #expect(settings.value(of: "max-bytes", "file-size") == "512000 messenger profile")
    #expect(settings.state(of: "animation-format") == "hint messenger profile")
    #expect(search.errors == [])
  }

  @Test("a parent's profile applies unless a child or an option sets one")
  func choice() throws {
    let disk = MockFileSystem([
      "/repo/.git/HEAD": "", "/repo/base.yml": "profile: profiles/m.yml",
      "/repo/profiles/m.yml": Self.messenger,
      "/repo/a/.stickerlint.yml": "extends: ../base.yml",
      "/repo/b/.stickerlint.yml": "extends: ../base.yml\nprofile: imessage",
    ])
    func bytes(_ path: String, profile: String? = nil) throws -> String? {
      try disk.settings(at: path, profile: profile).value(of: "max-bytes", "file-size")
    }
    #expect(try bytes("a/1.png") == "512000 profiles/m.yml:3:16")
    #expect(try bytes("b/1.png") == "500000 imessage profile")
    #expect(try bytes("a/1.png", profile: "imessage") == "500000 imessage profile")
    #expect(try bytes("b/1.png", profile: "profiles/m.yml") == "512000 profiles/m.yml:3:16")
  }

  @Test("a profile has rules, limits and fail-on, and nothing that belongs to a folder")
  func keys() throws {
    let keys = "Choose one of fail-on, rules, limits, export, sources, second-hand."
    let disk = MockFileSystem([
      "/repo/.stickerlint.yml": "profile: m.yml", "/repo/m.yml": "extends: x.yml\noverrides: []\nprofile: y",
    ])
    #expect(
      try disk.faults() == [
        "m.yml:1:1: unknown key \"extends\". \(keys)",
        "m.yml:2:1: unknown key \"overrides\". \(keys)",
        "m.yml:3:1: unknown key \"profile\". \(keys)",
      ])
    var flag = try disk.search(.none, profile: "nowhere")
    _ = flag.resolvedConfiguration(at: Path("a"), isFolder: false)
    #expect(
      flag.errors == [
        "--profile: unknown profile \"nowhere\". Choose imessage, signal, telegram, telegram-emoji, "
          + "whatsapp, line, line-animated, line-emoji, discord-sticker, discord-emoji, slack, mastodon, "
          + "misskey, twitch, matrix or viber, or a file such as ./messenger.yml."
      ])
  }
}
