import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite("configuration files") struct ConfigurationTests {
  @Test("without a file, the profile and the rules' defaults apply")
  func none() throws {
    let settings = try MockFileSystem([:]).settings(at: "a.png")
    #expect(settings.configurationFiles == [])
    #expect(settings.profileNameOrPath == ConfiguredValue("imessage", .builtInDefault))
    #expect(settings.state(of: "not-square") == "hint default")
    #expect(settings.value(of: "max-bytes", "file-size") == "500000 imessage profile")
    #expect(settings.value(of: "min-delay", "frame-delay") == "20 default")
    #expect(settings.configuration.rules.map(\.rule.id) == Rule.all.filter { !$0.isOptIn }.map(\.id))
    #expect(
      settings.configuration.rules.allSatisfy {
        $0.severityOverride == nil && $0.optionValues == OptionValues()
      })
  }

  @Test("a file sets rules, options, limits and what fails a run, each with its location")
  func file() throws {
    let disk = MockFileSystem([
      "/repo/.stickerlint.yml": """
      fail-on: warning
      rules:
        not-square: off
        whole-points: false
        finite-loop: error
        file-size: { max-bytes: 300000, severity: hint }
      limits:
        frames: 100
      """
    ])
    let settings = try disk.settings(at: "art/a.png")
    #expect(
      settings.failOn
        == ConfiguredValue(
          .warning, .file(".stickerlint.yml", StickerEngine.SourceLocation(line: 1, column: 10))))
    #expect(settings.state(of: "not-square") == "off .stickerlint.yml:3:3")
    #expect(settings.state(of: "whole-points") == "off .stickerlint.yml:4:3")
    #expect(settings.state(of: "finite-loop") == "error .stickerlint.yml:5:3")
    #expect(settings.state(of: "file-size") == "hint .stickerlint.yml:6:35")
    #expect(settings.value(of: "max-bytes", "file-size") == "300000 .stickerlint.yml:6:16")
    #expect(settings.limit("frames") == "100 .stickerlint.yml:8:11")
    #expect(settings.limit("scans") == "100 default")
    let configuration = settings.configuration
    #expect(configuration.failOn == .warning && configuration.budget.frames == 100)
    let rules = Dictionary(uniqueKeysWithValues: configuration.rules.map { ($0.rule.id, $0) })
    #expect(rules["not-square"] == nil && rules["whole-points"] == nil)
    #expect(rules["finite-loop"]?.severityOverride == .error)
    #expect(rules["file-size"]?.optionValues[.maxBytes] == 300_000)
  }

  @Test("only the nearest file up the tree applies")
  func nearest() throws {
    let disk = MockFileSystem([
      "/repo/.stickerlint.yml": "rules: { not-square: off }",
      "/repo/art/.stickerlint.yml": "rules: { whole-points: off }",
    ])
    let near = try disk.settings(at: "art/deep/a.png")
    #expect(near.configurationFiles == ["art/.stickerlint.yml"])
    #expect(near.state(of: "not-square") == "hint default")
    #expect(near.state(of: "whole-points") == "off art/.stickerlint.yml:1:10")
    #expect(try disk.settings(at: "b/a.png").state(of: "not-square") == "off .stickerlint.yml:1:10")
    #expect(try disk.settings(at: "art", isFolder: true).configurationFiles == ["art/.stickerlint.yml"])
    var outside = disk
    outside.workingFolder = "/repo/art/deep"
    #expect(try outside.settings(at: "../../a.png").configurationFiles == ["/repo/.stickerlint.yml"])
  }

  @Test("a parent's settings apply unless its child overrides them")
  func parents() throws {
    let disk = MockFileSystem([
      "/repo/.git/HEAD": "",
      "/repo/base.yml": "rules: { not-square: off, whole-points: error, file-size: { max-bytes: 1 } }",
      "/repo/middle.yml": "extends: base.yml\nrules: { whole-points: on, file-size: off }",
      "/repo/art/.stickerlint.yml": "extends: ../middle.yml\nrules: { file-size: { severity: error } }",
    ])
    let settings = try disk.settings(at: "art/a.png")
    #expect(settings.configurationFiles == ["art/.stickerlint.yml", "middle.yml", "base.yml"])
    #expect(settings.state(of: "not-square") == "off base.yml:1:10")
    #expect(settings.state(of: "whole-points") == "hint middle.yml:2:10")
    #expect(settings.state(of: "file-size") == "error art/.stickerlint.yml:2:23")
    #expect(settings.value(of: "max-bytes", "file-size") == "1 base.yml:1:61")
  }

  @Test("overrides apply to paths relative to their file, and the last match wins")
  func overrides() throws {
    let disk = MockFileSystem([
      "/repo/art/.stickerlint.yml": """
      overrides:
        - paths: ["Photos/**", "*.gif"]
          rules: { opaque-background: off, not-square: error }
        - paths: [Photos/icons/]
          role: icon
          rules: { not-square: warning }
      rules: { not-square: off }
      """
    ])
    #expect(try disk.settings(at: "art/a.png").state(of: "not-square") == "off art/.stickerlint.yml:7:10")
    for path in ["art/Photos/a.png", "art/Photos/deep/a.png", "art/deep/a.gif", "art/a.gif"] {
      let settings = try disk.settings(at: path)
      #expect(settings.state(of: "opaque-background") == "off art/.stickerlint.yml:3:14", "\(path)")
      #expect(settings.role == nil)
    }
    for path in ["art/deep/Photos/a.png", "art/Photos.png"] {
      #expect(try disk.settings(at: path).state(of: "opaque-background") == "error default", "\(path)")
    }
    let icon = try disk.settings(at: "art/Photos/icons/a.png")
    #expect(icon.role?.value == .icon)
    #expect(icon.state(of: "not-square") == "warning art/.stickerlint.yml:6:14")
    #expect(icon.state(of: "opaque-background") == "off art/.stickerlint.yml:3:14")
  }

  @Test("a glob that matches any file in a pack matches the pack")
  func packs() throws {
    let text = "overrides: [{ paths: [\"cats/**\"], rules: { mixed-sizes: off } }]"
    let disk = MockFileSystem(["/repo/.stickerlint.yml": text])
    #expect(try disk.settings(at: "cats", isFolder: true).state(of: "mixed-sizes")?.hasPrefix("off") == true)
    #expect(try disk.settings(at: "dogs", isFolder: true).state(of: "mixed-sizes") == "warning default")
    #expect(try disk.settings(at: ".", isFolder: true).state(of: "mixed-sizes") == "warning default")
  }

  @Test("include and exclude select files")
  func filters() throws {
    let disk = MockFileSystem([
      "/repo/.stickerlint.yml": "include: [\"art/**\"]\nexclude: [drafts/, \"*.gif\", \"art/old/**\"]"
    ])
    let left = try ["art/a.png", "b.png", "art/a.gif", "art/old/a.png", "art/drafts/a.png"].map {
      try disk.settings(at: $0).exclusionOrigin?.displayText
    }
    #expect(
      left == [
        nil, ".stickerlint.yml:1:11", ".stickerlint.yml:2:20", ".stickerlint.yml:2:29", nil,
      ])
  }

  @Test("only globs that match nothing in the searched folders are reported, once")
  func unmatched() throws {
    let disk = MockFileSystem([
      "/repo/.stickerlint.yml":
        "exclude: [\"*.gif\"]\noverrides: [{ paths: [\"a/*\", \"b/*\"], role: icon }]",
      "/repo/b/.stickerlint.yml": "overrides: [{ paths: [\"c/*\"], role: icon }]",
    ])
    var search = try disk.search()
    _ = try ConfigurationMap([source("a/a.png"), source("b/b.png")], &search)
    #expect(
      search.unmatchedGlobNotes(below: [Path(".")]) == [
        ".stickerlint.yml:1:11: the glob *.gif matches no files in this run",
        ".stickerlint.yml:2:30: the glob b/* matches no files in this run",
        "b/.stickerlint.yml:1:23: the glob c/* matches no files in this run",
      ])
    // This includes a glob in a file above the folder, if the glob is about files in the folder.
    #expect(
      search.unmatchedGlobNotes(below: [Path("b")]).map { $0.prefix { $0 != " " } } == [
        ".stickerlint.yml:2:30:", "b/.stickerlint.yml:1:23:",
      ])
    #expect(search.unmatchedGlobNotes(below: [Path("a/a.png")]) == [])
  }

  @Test("one map has the configuration of every file and pack")
  func map() throws {
    let disk = MockFileSystem([
      "/repo/.stickerlint.yml":
        "overrides: [{ paths: [\"icons/*\"], role: icon, rules: { file-size: off } }]",
      "/repo/b/.stickerlint.yml": "fail-on: hint\nexclude: [x.png]",
    ])
    var search = try disk.search()
    let map = try ConfigurationMap(
      [source("icons/a.png"), source("a.png"), source("b/x.png")], packs: [Path("b")], &search)
    #expect(
      map.configuredRole(at: Path("icons/a.png")) == .icon && map.configuredRole(at: Path("a.png")) == nil)
    #expect(map.excludes(Path("b/x.png")) && !map.excludes(Path("a.png")))
    #expect(!map.configuration(at: Path("icons/a.png")).rules.contains { $0.rule.id == "file-size" })
    #expect(map.configuration(at: Path("a.png")).rules.contains { $0.rule.id == "file-size" })
    #expect(map.configuration(at: Path("b")).failOn == .hint)
    #expect(map.configuration(at: Path("b/x.png")).failOn == .hint)
    #expect(map.configuration(at: Path("elsewhere")).failOn == .error)
  }

  @Test("a configuration that applies to none of the run's files is not read")
  func unconcerned() throws {
    let disk = MockFileSystem(["/repo/.stickerlint.yml": "broken: [", "/other/a.png": ""])
    var search = try disk.search()
    _ = try ConfigurationMap([source("/other/a.png")], packs: [Path("/other")], &search)
    #expect(search.errors == [])
  }

  private func source(_ path: String) -> AssetSource { AssetSource(path: Path(path)) { _ in .emptyFile } }
}
