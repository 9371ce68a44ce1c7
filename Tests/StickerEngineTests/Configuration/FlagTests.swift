import Testing

@testable import StickerEngine

@Suite("command-line options override configuration files") struct FlagTests {
  private let disk = MockFileSystem([
    "/repo/.stickerlint.yml": """
    fail-on: warning
    rules: { not-square: off, whole-points: off, file-size: { severity: hint, max-bytes: 300000 } }
    limits: { frames: 100 }
    """
  ])

  @Test("an option overrides a file and is named as the origin")
  func win() throws {
    let flags = try FlagConfiguration(
      .builtIn, severity: ["not-square=error", "finite-loop=off"], set: ["file-size.max-bytes=7"],
      limit: ["frames=5000"], failOn: .hint)
    let settings = try disk.settings(at: "a.png", flags)
    #expect(settings.state(of: "not-square") == "error --severity")
    #expect(settings.state(of: "finite-loop") == "off --severity")
    #expect(settings.state(of: "file-size") == "hint .stickerlint.yml:2:59")
    #expect(settings.value(of: "max-bytes", "file-size") == "7 --set")
    #expect(settings.limit("frames") == "5000 --limit")
    #expect(settings.failOn == ConfiguredValue(.hint, .flag("--fail-on")))
  }

  @Test("exactly the selected rules run, even those that a file turns off")
  func select() throws {
    let flags = try FlagConfiguration(
      .builtIn, select: ["not-square,file-size", "frame-delay"],
      ignore: ["frame-delay"], severity: ["not-square=warning", "whole-points=error"])
    let settings = try disk.settings(at: "a.png", flags)
    #expect(settings.configuration.rules.map(\.rule.id) == ["file-size", "not-square"])
    #expect(settings.state(of: "not-square") == "warning --severity")
    #expect(settings.state(of: "file-size") == "hint .stickerlint.yml:2:59")
    #expect(settings.state(of: "whole-points") == "off --select")
    #expect(settings.state(of: "frame-delay") == "off --ignore")
    #expect(settings.state(of: "finite-loop") == "off --select")
  }

  @Test("a selected rule that a file turns off has its default severity")
  func selectedAgain() throws {
    let settings = try disk.settings(at: "a.png", FlagConfiguration(.builtIn, select: ["not-square"]))
    #expect(settings.state(of: "not-square") == "hint --select")
  }

  @Test("an override's options and severity, including off, apply to a selected rule, too")
  func selectedWithOverrides() throws {
    let disk = MockFileSystem([
      "/repo/.stickerlint.yml": """
      rules: { low-contrast: off }
      overrides:
        - { paths: ["b/**"], rules: { file-size: { severity: hint, max-bytes: 7000 }, frame-delay: off } }
      """
    ])
    let flags = try FlagConfiguration(.builtIn, select: ["file-size", "frame-delay", "low-contrast"])
    let inside = try disk.settings(at: "b/a.png", flags)
    #expect(inside.state(of: "file-size")?.hasPrefix("hint .stickerlint.yml") == true)
    #expect(inside.value(of: "max-bytes", "file-size")?.hasPrefix("7000 .stickerlint.yml") == true)
    #expect(inside.state(of: "frame-delay")?.hasPrefix("off .stickerlint.yml") == true)
    #expect(inside.state(of: "low-contrast")?.hasSuffix("--select") == true)
    #expect(try disk.settings(at: "a.png", flags).configuration.rules.map(\.rule.id).contains("frame-delay"))
  }

  @Test("an opt-in rule runs if a file, --select or --severity turns it on")
  func optIn() throws {
    let rule = Rule(
      id: "asked-for", severity: .hint, summary: "", reason: "", advice: "", isOptIn: true, examples: [],
      check: .asset { _, _ in [] })
    let configurationSchema = KnownRulesAndProfiles(
      rules: [rule], profiles: MessengerProfile.all.map { MessengerProfile($0.name, $0.summary, "") })
    func runs(_ text: String, _ flags: FlagConfiguration) -> String? {
      let disk = MockFileSystem(["/repo/.stickerlint.yml": text])
      var search = ConfigurationSearch(
        configurationSchema, .nearestFile, flags, disk.access, workingFolder: Path("/repo"))
      return search.resolvedConfiguration(at: Path("a.png"), isFolder: false).state(of: "asked-for")
    }
    #expect(runs("", try FlagConfiguration(configurationSchema)) == "off default")
    #expect(
      runs("rules: { asked-for: on }", try FlagConfiguration(configurationSchema))
        == "hint .stickerlint.yml:1:10")
    #expect(
      runs("rules: { asked-for: error }", try FlagConfiguration(configurationSchema))?.hasPrefix("error")
        == true)
    #expect(runs("", try FlagConfiguration(configurationSchema, select: ["asked-for"])) == "hint --select")
    #expect(
      runs("", try FlagConfiguration(configurationSchema, severity: ["asked-for=on"])) == "hint --severity")
  }

  @Test("all errors in options are reported at once with the valid values")
  func faults() {
    let wrong = [
      "unknown rule \"file-sise\". Did you mean file-size?",
      "unknown rule \"\". Run `stickerlint rules` to list all rules.",
      "--severity not-square needs a level, for example --severity not-square=warning",
      "--severity not-square must be off, on, error, warning or hint, not \"warn\". Did you mean warning?",
      "--set file-size=3 needs a rule, an option and a value, for example --set file-size.max-bytes=300000",
      "file-size has no option \"max-byte\". Did you mean max-bytes?",
      "--set file-size.max-bytes must be a whole number from 1 to 1,000,000,000 bytes, not \"0\"",
      "--set file-size.max-bytes must be a whole number from 1 to 1,000,000,000 bytes, not \"\\u{1B}[31m\"",
      "unknown limit \"frame\". Did you mean frames?",
      "--limit frames needs a number, for example --limit canvas-pixels=20000000",
    ]
    #expect(throws: CommandError(messages: wrong)) {
      try FlagConfiguration(
        .builtIn, select: ["file-sise"], ignore: ["file-size,"], severity: ["not-square", "not-square=warn"],
        set: [
          "file-size=3", "file-size.max-byte=1", "file-size.max-bytes=0", "file-size.max-bytes=\u{1B}[31m",
        ],
        limit: ["frame=1", "frames"])
    }
  }

  @Test("one named file can replace the nearest file, and all files can be ignored")
  func sources() throws {
    let other = MockFileSystem([
      "/repo/.stickerlint.yml": "fail-on: hint", "/etc/ours.yml": "fail-on: warning",
    ])
    var chosen = try other.search(.file(Path("/etc/ours.yml")))
    #expect(chosen.resolvedConfiguration(at: Path("a.png"), isFolder: false).failOn.value == .warning)
    var none = try other.search(.none)
    #expect(
      none.resolvedConfiguration(at: Path("a.png"), isFolder: false).failOn
        == ConfiguredValue(.error, .builtInDefault))
    #expect(chosen.errors == [] && none.errors == [])
  }
}
